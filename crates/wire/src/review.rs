//! Reviews: the value of each position of a game.

use std::borrow::Cow;
use std::time::Duration;

use chautari_game::{AnyRecord, Exact, Thought};
use serde::{Deserialize, Serialize};

use crate::Score;

/// The most positions that a review searches for one position of the game.
pub const NODES: u64 = 40_000;

/// The most time that such a search takes. The nodes come first, so that a review is the same on every machine.
pub const TIME: Duration = Duration::from_secs(4);

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Standing {
    /// The side to move.
    pub turn: Cow<'static, str>,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact, by tables or because the game is over; otherwise it comes from a search.
    pub exact: bool,
    /// The best move, unless the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub best: Option<String>,
    /// How many moves hold the value, if tables have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub holding: Option<Holding>,
}

/// The number of moves that hold the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = StandingHolding))]
pub struct Holding {
    /// The number of legal moves.
    pub of: usize,
    /// The number of moves that hold the value.
    pub hold: usize,
}

impl Standing {
    fn new(record: &dyn AnyRecord, score: chautari_game::Score) -> Standing {
        let turn = record.info().side(record.turn()).into();
        Standing { turn, score: score.into(), exact: false, best: None, holding: None }
    }

    /// The value of the position of `record` by the rules: `None` unless the game is over.
    pub fn ended(record: &dyn AnyRecord) -> Option<Standing> {
        let value = Exact { winner: record.outcome()?.winner, plies: Some(0) };
        Some(Standing { exact: true, ..Standing::new(record, value.score(record.turn())) })
    }

    /// The value of the position of `record` by exact tables, from its value and those of its legal moves.
    pub fn exact(record: &dyn AnyRecord, value: Exact, moves: &[(String, Exact)]) -> Standing {
        let turn = record.turn();
        let best = moves.iter().max_by_key(|(_, value)| value.merit(turn));
        let hold = moves.iter().filter(|(_, next)| next.winner == value.winner).count();
        Standing {
            exact: true,
            best: best.map(|(text, _)| text.clone()),
            holding: Some(Holding { of: moves.len(), hold }),
            ..Standing::new(record, value.score(turn))
        }
    }

    /// The value of the position of `record` by a search.
    pub fn searched(record: &dyn AnyRecord, thought: &Thought<String>) -> Standing {
        Standing { best: thought.best.clone(), ..Standing::new(record, thought.score) }
    }
}

#[cfg(test)]
mod tests {
    use chautari_game::Side;

    use super::*;

    fn record(moves: &[&str]) -> Box<dyn AnyRecord> {
        let game = chautari_games::find("baghchal").unwrap();
        game.replay(None, None, moves).unwrap()
    }

    fn value(winner: Option<Side>, plies: Option<u32>) -> Exact {
        Exact { winner, plies }
    }

    #[test]
    fn fastest_win_is_the_best_move() {
        let record = record(&[]);
        let goats = Some(record.turn());
        let moves = [
            ("mA2".to_owned(), value(None, None)),
            ("mA3".to_owned(), value(goats, Some(9))),
            ("mA4".to_owned(), value(goats, Some(5))),
            ("mB1".to_owned(), value(goats.map(Side::other), Some(2))),
        ];
        let standing = Standing::exact(&*record, value(goats, Some(6)), &moves);
        assert_eq!(standing.best.as_deref(), Some("mA4"));
        assert_eq!(standing.holding, Some(Holding { of: 4, hold: 2 }));
        assert_eq!((&*standing.turn, standing.exact), ("goats", true));
    }

    #[test]
    fn slowest_loss_is_the_best_move_of_a_lost_position() {
        let record = record(&[]);
        let tigers = Some(record.turn().other());
        let moves = [("mA2".to_owned(), value(tigers, Some(3))), ("mA3".to_owned(), value(tigers, Some(41)))];
        let standing = Standing::exact(&*record, value(tigers, Some(42)), &moves);
        assert_eq!(standing.best.as_deref(), Some("mA3"));
        assert_eq!(serde_json::to_value(standing.score).unwrap()["kind"], "loss");
    }

    #[test]
    fn game_in_progress_has_not_ended() {
        assert_eq!(Standing::ended(&*record(&["mC3"])), None);
    }
}
