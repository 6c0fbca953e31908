//! Evaluations of positions in the review of a match.

use chautari_game::{AnyRecord, Exact, Outcome, Score, Side, Verdict};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The evaluation of a position of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Standing)]
pub(crate) struct PositionEval {
    /// The side to move.
    turn: String,
    /// The score for that side.
    score: EvalScore,
    /// Whether the score is proven, by tables or by the rules, instead of estimated by a search.
    exact: bool,
    /// The best move, unless the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    best: Option<String>,
    /// The number of moves that keep the score, if tables have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    holding: Option<HoldingMoves>,
}

/// A score as it is stored: `win` and `loss` with plies, `draw`, or `guess` with hundredths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = StandingScore)]
struct EvalScore {
    /// `win`, `loss`, `draw` or `guess`.
    kind: String,
    /// Plies or hundredths, by kind; `null` if the number of plies is not known.
    #[schema(required)]
    value: Option<i64>,
}

/// The moves that keep the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = StandingHolding)]
struct HoldingMoves {
    /// The number of legal moves.
    of: usize,
    /// The number of them that keep the value.
    hold: usize,
}

impl PositionEval {
    /// The evaluation by a search.
    pub(crate) fn of_search(record: &dyn AnyRecord, score: Score, best: Option<String>) -> PositionEval {
        PositionEval::new(record, record.turn(), score, best)
    }

    /// The evaluation of a finished game.
    pub(crate) fn of_outcome(record: &dyn AnyRecord, outcome: Outcome) -> PositionEval {
        let (turn, exact) = (record.turn(), Exact { winner: outcome.winner, plies: Some(0) });
        PositionEval { exact: true, ..PositionEval::new(record, turn, exact.score(turn), None) }
    }

    /// The evaluation by exact tables.
    pub(crate) fn of_tables(record: &dyn AnyRecord, verdict: &Verdict) -> PositionEval {
        let turn = record.turn();
        let value = verdict.value.unwrap_or(Exact { winner: None, plies: None });
        let moves = verdict.moves.iter().filter_map(|(text, value)| Some((text, (*value)?)));
        let best = moves.clone().max_by_key(|(_, value)| value.merit(turn)).map(|(text, _)| text.clone());
        let hold = moves.clone().filter(|(_, next)| next.winner == value.winner).count();
        let holding = Some(HoldingMoves { of: moves.count(), hold });
        PositionEval { exact: true, holding, ..PositionEval::new(record, turn, value.score(turn), best) }
    }

    fn new(record: &dyn AnyRecord, turn: Side, score: Score, best: Option<String>) -> PositionEval {
        let (kind, value) = score.kind_and_value();
        let score = EvalScore { kind: kind.to_owned(), value };
        PositionEval { turn: record.info().side(turn).to_owned(), score, exact: false, best, holding: None }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn moves_that_keep_the_result_are_counted() {
        let game = chautari_game::find(chautari_games::GAMES, "baghchal").unwrap();
        let record = game.start();
        let exact = |winner, plies| Some(Exact { winner, plies: Some(plies) });
        let verdict = Verdict {
            value: Some(Exact { winner: None, plies: None }),
            moves: vec![
                ("a".to_owned(), exact(None, 0)),
                ("b".to_owned(), exact(Some(Side::Two), 9)),
                ("c".to_owned(), None),
            ],
        };
        let eval = serde_json::to_value(PositionEval::of_tables(&*record, &verdict)).unwrap();
        assert_eq!(eval["holding"], json!({"of": 2, "hold": 1}));
        assert_eq!((&eval["best"], &eval["exact"]), (&json!("a"), &json!(true)));
        let guess = PositionEval::of_search(&*record, Score::Guess(25), Some("a".to_owned()));
        let stored = serde_json::to_value(&guess).unwrap();
        assert_eq!(stored["score"], json!({"kind": "guess", "value": 25}));
        assert_eq!(serde_json::from_value::<PositionEval>(stored).unwrap(), guess);
    }
}
