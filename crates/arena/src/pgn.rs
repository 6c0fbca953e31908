//! PGN export.

use std::fmt::Write;

use chautari_game::{AnyGame, Fault, Side};

/// A finished game.
pub struct Game<'a> {
    /// The name of the tournament.
    pub event: &'a str,
    /// The round within the tournament, such as `1.2.1`.
    pub round: String,
    /// The players, in the order of the sides.
    pub players: [&'a str; 2],
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The code of the reason why the game ended.
    pub reason: &'a str,
    /// The position at the start, unless it is the initial position of the game.
    pub start: Option<&'a str>,
    /// The moves in the canonical notation.
    pub moves: &'a [String],
}

/// The longest line of moves in characters, as the PGN export format requires.
const WIDTH: usize = 80;

/// Writes the game with its tags and an empty line at the end. Moves are in PGN notation if the game has one,
/// otherwise in the canonical notation, two decisions per number.
pub fn write(game: &dyn AnyGame, played: &Game) -> Result<String, Fault> {
    let result = match played.winner {
        Some(Side::One) => "1-0",
        Some(Side::Two) => "0-1",
        None => "1/2-1/2",
    };
    let [white, black] = played.players;
    let mut tags = vec![
        ("Event", played.event),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &played.round),
        ("White", white),
        ("Black", black),
        ("Result", result),
        ("Variant", game.info().name),
        ("Termination", played.reason),
    ];
    if let Some(start) = played.start {
        tags.extend([("SetUp", "1"), ("FEN", start)]);
    }
    let mut text = String::new();
    for (name, value) in tags {
        // A line break would end the tag and begin another.
        let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    let moves: Vec<&str> = played.moves.iter().map(String::as_str).collect();
    let words = if game.dialects().iter().any(|dialect| dialect.id == "pgn") {
        let record = game.replay(None, played.start, &moves)?;
        let written = record.write("pgn")?;
        // Without the tags and the result of this record, since the game may have ended for another reason than
        // the rules.
        let moves = written.split_once("\n\n").map_or("", |(_, moves)| moves);
        moves.rsplit_once(' ').map_or("", |(moves, _)| moves).to_owned()
    } else {
        let numbered = moves.chunks(2).zip(1..).map(|(pair, number)| format!("{number}. {}", pair.join(" ")));
        numbered.collect::<Vec<_>>().join(" ")
    };
    text.push('\n');
    let mut width = 0;
    for word in words.split_whitespace().chain([result]) {
        let length = word.chars().count();
        if width > 0 {
            let fits = width + 1 + length <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            width = if fits { width + 1 } else { 0 };
        }
        text += word;
        width += length;
    }
    Ok(text + "\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_escaped_and_stay_on_one_line() {
        let game = chautari_games::find("creeper").unwrap();
        let players = ["a \"b\" \\", "x\ny"];
        let event = "Cup\"]\n[White \"somebody";
        let played = Game {
            event,
            round: "1".to_owned(),
            players,
            winner: None,
            reason: "agreed",
            start: None,
            moves: &[],
        };
        let text = write(&*game, &played).unwrap();
        assert!(text.starts_with("[Event \"Cup\\\"] [White \\\"somebody\"]\n"), "{text}");
        assert!(text.contains("[White \"a \\\"b\\\" \\\\\"]\n[Black \"x y\"]\n"), "{text}");
    }
}
