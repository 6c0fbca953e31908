//! Parses the commands of a runner.

use std::time::Duration;

use chautari_game::{Limit, Side};

/// A command.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command<'a> {
    Ugi,
    IsReady,
    SetOption { name: &'a str, value: &'a str },
    NewGame,
    Position { start: Option<&'a str>, moves: &'a str },
    Go(Go),
    Stop,
    Moves,
    Query(&'a str),
    Quit,
}

/// The limits of a `go` command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) movetime: Option<Duration>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The remaining time of each side.
    left: [Option<Duration>; 2],
    /// The increment of each side.
    gain: [Duration; 2],
}

/// The error in a line, as a sentence.
pub(crate) type Complaint = String;

/// Parses a line; `None` if it is empty.
pub(crate) fn read(line: &str) -> Result<Option<Command<'_>>, Complaint> {
    let line = line.trim();
    let (word, rest) = first_word(line);
    Ok(Some(match word {
        "" => return Ok(None),
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "setoption" => set_option(rest)?,
        "uginewgame" => Command::NewGame,
        "position" => position(rest)?,
        "go" => Command::Go(go(rest)?),
        "stop" => Command::Stop,
        "moves" => Command::Moves,
        "query" => Command::Query(rest),
        "quit" => Command::Quit,
        _ => return Err(format!("There is no command `{word}`.")),
    }))
}

fn first_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

fn set_option(rest: &str) -> Result<Command<'_>, Complaint> {
    let words: Vec<_> = rest.split_whitespace().collect();
    match words[..] {
        ["name", name, "value", value] => Ok(Command::SetOption { name, value }),
        _ => Err("An option is set by `setoption name NAME value NUMBER`.".to_owned()),
    }
}

fn position(rest: &str) -> Result<Command<'_>, Complaint> {
    let (word, rest) = first_word(rest);
    let (text, moves) = match word {
        "startpos" => match first_word(rest) {
            ("", _) => ("", ""),
            ("moves", moves) => ("", moves),
            (other, _) => return Err(format!("Expected `moves` behind `startpos`, found `{other}`.")),
        },
        "fen" => match rest.split_once(" moves ") {
            Some((text, moves)) => (text, moves),
            None => (rest.strip_suffix(" moves").unwrap_or(rest), ""),
        },
        _ => return Err(format!("A position is `startpos` or `fen` and its text, not `{word}`.")),
    };
    Ok(Command::Position { start: (word == "fen").then_some(text.trim()), moves })
}

fn go(rest: &str) -> Result<Go, Complaint> {
    let mut go = Go::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let mut number = || {
            let text = words.next().unwrap_or_default();
            let wrong = || format!("Expected a number behind `{word}`, found `{text}`.");
            // An expired clock may be negative.
            text.parse::<i64>().map(|n| n.max(0).unsigned_abs()).map_err(|_| wrong())
        };
        match word {
            "movetime" => go.movetime = Some(Duration::from_millis(number()?)),
            "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX)),
            "nodes" => go.nodes = Some(number()?),
            "p1time" => go.left[0] = Some(Duration::from_millis(number()?)),
            "p2time" => go.left[1] = Some(Duration::from_millis(number()?)),
            "p1inc" => go.gain[0] = Duration::from_millis(number()?),
            "p2inc" => go.gain[1] = Duration::from_millis(number()?),
            _ => return Err(format!("`go` does not know `{word}`.")),
        }
    }
    Ok(go)
}

impl Go {
    /// Returns the limits for one decision of this side: the given time, or a share of its clock.
    pub(crate) fn limit(&self, side: Side, decisions_a_turn: f64) -> Limit {
        let gain = self.gain[side.index()];
        let clock = self.left[side.index()].map(|left| Limit::on_clock(left, gain, decisions_a_turn));
        let clock = clock.unwrap_or_default();
        let time = match (self.movetime, clock.time) {
            (Some(said), Some(most)) => Some(said.min(most)),
            (said, most) => said.or(most),
        };
        // A given time is used up.
        let aim = clock.aim.filter(|_| self.movetime.is_none());
        Limit { time, aim, depth: self.depth, nodes: self.nodes, ..clock }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_ends_where_its_moves_begin() {
        let position = |text| match read(text) {
            Ok(Some(Command::Position { start, moves })) => (start, moves),
            other => panic!("{other:?}"),
        };
        assert_eq!(position("position startpos"), (None, ""));
        assert_eq!(position(" position  startpos moves  a b\r"), (None, "a b"));
        assert_eq!(position("position fen a b c"), (Some("a b c"), ""));
        assert_eq!(position("position fen a b  moves c d"), (Some("a b"), "c d"));
        assert_eq!(position("position fen a b moves"), (Some("a b"), ""));
        assert_eq!(position("position fen"), (Some(""), ""));
        assert!(read("position").is_err());
        assert!(read("position startpos a b").is_err());
    }

    #[test]
    fn a_clock_becomes_a_time_for_the_move() {
        let limit = |text: &str, side| {
            let Limit { time, aim, .. } = go(text).unwrap().limit(side, 1.0);
            [time, aim].map(|time| time.map(|time| time.as_millis()))
        };
        assert_eq!(limit("", Side::One), [None, None]);
        assert_eq!(limit("movetime 250", Side::Two), [Some(250), None]);
        let clocks = "p1time 60050 p2time 30050 p1inc 1000 p2inc 0";
        assert_eq!(limit(clocks, Side::One), [Some(13_200), Some(3_300)]);
        assert_eq!(limit(clocks, Side::Two), [Some(4_800), Some(1_200)]);
        assert_eq!(limit("p1time 150 p1inc 5000", Side::One), [Some(40), Some(40)], "never all that is left");
        let twice = go(clocks).unwrap().limit(Side::One, 2.0);
        assert_eq!(twice.aim, Some(Duration::from_millis(1_650)), "a turn of two decisions is gained once");
        assert_eq!(limit("p1time 20", Side::One), [Some(1), Some(0)]);
        assert_eq!(limit("p1time -5", Side::One), [Some(1), Some(0)]);
        assert_eq!(limit("p1time 60000", Side::Two), [None, None]);
        assert_eq!(limit("p1time 60000 movetime 10", Side::One), [Some(10), None]);
        let long = "p1time 9223372036854775807 p1inc 9223372036854775807";
        assert!(limit(long, Side::One)[0].is_some());
    }

    #[test]
    fn unreadable_commands_are_named() {
        for (line, complaint) in [
            ("hello", "There is no command `hello`."),
            ("go depth", "Expected a number behind `depth`, found ``."),
            ("go depth 3 nodes many", "Expected a number behind `nodes`, found `many`."),
            ("go fast", "`go` does not know `fast`."),
            ("setoption Hash 5", "An option is set by `setoption name NAME value NUMBER`."),
        ] {
            assert_eq!(read(line), Err(complaint.to_owned()), "{line}");
        }
        assert_eq!(read("  \r"), Ok(None));
    }
}
