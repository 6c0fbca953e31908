//! Finished matches, read from stored events for reports: the moves with their times, and the result.

use chautari_arena::live::{MatchEventKind, Verdict};
use chautari_game::Side;
use chautari_ledger::Stored;

use super::created::{MatchCreated, MatchLogEvent};

/// A move of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The side that moved.
    pub side: Side,
    /// The move, in the canonical notation.
    pub text: String,
    /// The time since the position was on the board, in milliseconds. It includes the delays of the network.
    pub took_ms: u64,
}

/// A match that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedMatch {
    /// The game, the players and the opening.
    pub created: MatchCreated,
    /// The moves of the players, without the opening and without those that were taken back.
    pub moves: Vec<TimedMove>,
    /// The result.
    pub verdict: Verdict,
}

impl FinishedMatch {
    /// Reads a match from the events of its stream. Returns `None` if it has not ended, or has no beginning.
    ///
    /// Errors if an event cannot be parsed.
    pub fn read(events: &[Stored]) -> Result<Option<FinishedMatch>, serde_json::Error> {
        let Some((first, rest)) = events.split_first() else { return Ok(None) };
        let MatchLogEvent::Created(created) = MatchLogEvent::read(first)? else { return Ok(None) };
        let mut created = *created;
        let (mut moves, mut verdict, mut since_ms) = (Vec::new(), None, first.at_ms);
        for stored in rest {
            match MatchLogEvent::read(stored)? {
                MatchLogEvent::Event(event) => match event.what {
                    MatchEventKind::Moved { side, text } => {
                        moves.push(TimedMove { side, text, took_ms: stored.at_ms.saturating_sub(since_ms) });
                        since_ms = stored.at_ms;
                    }
                    MatchEventKind::TakenBack { plies, .. } => {
                        moves.truncate(moves.len().saturating_sub(plies));
                        since_ms = stored.at_ms;
                    }
                    MatchEventKind::Resumed => since_ms = stored.at_ms,
                    MatchEventKind::Ended { verdict: end } => verdict = Some(end),
                    _ => {}
                },
                MatchLogEvent::Seated { side, seat } => created.seats[side.index()] = seat,
                MatchLogEvent::Created(_) | MatchLogEvent::Chat { .. } => {}
            }
        }
        Ok(verdict.map(|verdict| FinishedMatch { created, moves, verdict }))
    }

    /// Whether the result counts for ratings or in a tournament.
    pub fn counts(&self) -> bool {
        self.created.ratings.is_some() || self.created.tournament.is_some()
    }

    /// Whether the side has moved.
    pub fn has_moved(&self, side: Side) -> bool {
        self.moves.iter().any(|played| played.side == side)
    }

    /// Whether the match was left before the first move of this side, while the other side waited.
    pub fn is_left_by(&self, side: Side) -> bool {
        let other_waits = self.has_moved(side.other()) || side == Side::One;
        self.verdict.code == Verdict::ABANDONED && !self.has_moved(side) && other_waits
    }

    /// Whether the side resigned within its first `moves` moves.
    pub fn is_resigned_early_by(&self, side: Side, moves: usize) -> bool {
        let own = self.moves.iter().filter(|played| played.side == side).count();
        self.verdict.code == "resignation" && self.verdict.winner == Some(side.other()) && own <= moves
    }
}

#[cfg(test)]
mod tests {
    use chautari_ledger::Version;
    use serde_json::{Value, json};

    use super::*;

    fn stored(events: &[(&str, u64, Value)]) -> Vec<Stored> {
        let number = |(version, (kind, at_ms, body)): (u64, &(&str, u64, Value))| Stored {
            version: Version(version),
            kind: (*kind).to_owned(),
            body: body.clone(),
            at_ms: *at_ms,
        };
        (1..).zip(events).map(number).collect()
    }

    fn created() -> Value {
        let seat = |name: &str| json!({"sitter": {"kind": "bot", "name": name}});
        let terms = json!({"stakes": "friendly", "players": ["guest", "guest"]});
        json!({"game": "baghchal", "terms": terms, "seats": [seat("a"), seat("b")], "ratings": [[1500.0, 350.0, 0.06], [1500.0, 350.0, 0.06]]})
    }

    fn moved(side: &str, text: &str) -> Value {
        json!({"type": "moved", "side": side, "move": text})
    }

    fn ended(code: &str, winner: &Value) -> Value {
        json!({"type": "ended", "verdict": {"winner": winner, "code": code, "text": ""}})
    }

    #[test]
    fn moves_have_times_and_those_taken_back_are_left_out() {
        let [one, two] = Side::ALL.map(|side| serde_json::to_value(side).unwrap());
        let (one, two) = (one.as_str().unwrap(), two.as_str().unwrap());
        let events = stored(&[
            ("begun", 1000, created()),
            ("moved", 3000, moved(one, "mC3")),
            ("moved", 3500, moved(two, "mA1A2")),
            ("said", 3600, json!({"side": two, "phrase": "hello"})),
            ("taken_back", 4000, json!({"type": "taken_back", "side": two, "plies": 1})),
            ("moved", 9000, moved(two, "mA1B1")),
            ("ended", 9500, ended("resignation", &json!(two))),
        ]);
        let read = FinishedMatch::read(&events).unwrap().unwrap();
        let times: Vec<_> = read.moves.iter().map(|played| (&*played.text, played.took_ms)).collect();
        assert_eq!(times, [("mC3", 2000), ("mA1B1", 5000)]);
        assert!(read.counts() && read.is_resigned_early_by(Side::One, 1));
        assert!(!read.is_resigned_early_by(Side::One, 0) && !read.is_resigned_early_by(Side::Two, 9));
        assert_eq!(FinishedMatch::read(&events[..6]).unwrap(), None, "it is still played");
    }

    #[test]
    fn match_is_left_by_the_side_that_was_waited_for() {
        let one = serde_json::to_value(Side::One).unwrap();
        let end = ("ended", 90_000, ended("abandoned", &Value::Null));
        let unplayed = stored(&[("begun", 0, created()), end.clone()]);
        let left = FinishedMatch::read(&unplayed).unwrap().unwrap();
        assert!(left.is_left_by(Side::One) && !left.is_left_by(Side::Two));
        let answered =
            stored(&[("begun", 0, created()), ("moved", 5, moved(one.as_str().unwrap(), "mC3")), end]);
        let left = FinishedMatch::read(&answered).unwrap().unwrap();
        assert!(left.is_left_by(Side::Two) && !left.is_left_by(Side::One));
    }
}
