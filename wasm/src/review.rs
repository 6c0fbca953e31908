//! Reviews of games: the value of one position at a time.

use std::ops::ControlFlow;
use std::time::Duration;

use chautari_game::{EngineOptions, Exact, Info, Level, Limit};
use chautari_wire::review::{self, Standing};
use chautari_wire::side_named;
use serde::Deserialize;

use crate::line::LineOfPlay;
use crate::problem::Problem;
use crate::response::{Response, json};
use crate::think::{DEFAULT_HASH, search};

/// A position to review, with its exact value if the caller has it from tables.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    line: LineOfPlay,
    /// The value, as in the description of a position.
    #[serde(default)]
    value: Option<KnownValue>,
    /// The values of the legal moves.
    #[serde(default)]
    move_values: Vec<KnownMove>,
    /// The limits of the search, if no tables have the position.
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    time_ms: Option<u64>,
}

#[derive(Deserialize)]
struct KnownValue {
    winner: Option<String>,
    plies: Option<u32>,
}

#[derive(Deserialize)]
struct KnownMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    value: KnownValue,
}

impl KnownValue {
    fn read(&self, info: &Info) -> Result<Exact, Problem> {
        let winner = self.winner.as_deref().map(|name| side_named(info, name)).transpose()?;
        Ok(Exact { winner, plies: self.plies })
    }
}

impl Request {
    pub(crate) fn review(self) -> Response {
        let (game, record) = self.line.read()?;
        if let Some(ended) = Standing::ended(&*record) {
            return json(&ended);
        }
        if let Some(value) = self.value {
            let info = record.info();
            let moves = self.move_values.into_iter().map(|known| Ok((known.text, known.value.read(info)?)));
            let moves = moves.collect::<Result<Vec<_>, Problem>>()?;
            return json(&Standing::exact(&*record, value.read(info)?, &moves));
        }
        let limit = Limit {
            time: Some(self.time_ms.map_or(review::TIME, Duration::from_millis)),
            nodes: Some(self.nodes.unwrap_or(review::NODES)),
            ..Limit::default()
        };
        let mut watch = |_: &_| ControlFlow::Continue(());
        let options = EngineOptions { level: Level::FULL, hash: DEFAULT_HASH, ..EngineOptions::default() };
        let thought = search(&*game, &*record, &options, &limit, &mut watch)?;
        json(&Standing::searched(&*record, &thought))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::{Value, json};

    fn review(more: &Value) -> Value {
        let mut request = json!({"ask": "review", "line": {"game": "baghchal"}});
        request.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        let mut dispatcher = crate::Dispatcher::default();
        let response = dispatcher.handle(&request.to_string(), &mut |_| ControlFlow::Continue(()));
        serde_json::from_str(&response).unwrap()
    }

    #[test]
    fn known_value_is_not_searched() {
        let known = json!({
            "value": {"kind": "exact", "winner": "tigers", "plies": 42},
            "move_values": [
                {"move": "mA2", "winner": "tigers", "plies": 3},
                {"move": "mA3", "winner": "tigers", "plies": 41},
            ],
        });
        let expected = json!({
            "turn": "goats", "score": {"kind": "loss", "value": 42}, "exact": true, "best": "mA3",
            "holding": {"of": 2, "hold": 2},
        });
        assert_eq!(review(&known), expected);
    }

    #[test]
    fn position_without_known_value_is_searched() {
        let standing = review(&json!({"nodes": 500}));
        assert_eq!((&standing["turn"], &standing["exact"]), (&json!("goats"), &json!(false)));
        assert!(standing["best"].is_string(), "{standing}");
    }

    #[test]
    fn end_of_a_game_has_a_score_and_no_best_move() {
        let moves = ["b:e2e4", "m:f2f3", "b:e7e6", "m:e7e5", "b:d2d4", "m:g2g4", "b:d8e7", "m:d8h4"];
        let standing = review(&json!({"line": {"game": "banchess", "moves": moves}}));
        // Black has mated, and would ban next.
        assert_eq!(
            (&standing["turn"], &standing["score"]),
            (&json!("black"), &json!({"kind": "win", "value": 0}))
        );
        assert_eq!(standing.get("best"), None);
    }

    #[test]
    fn unknown_side_is_refused() {
        assert_eq!(review(&json!({"value": {"winner": "lions", "plies": 1}}))["status"], 422);
    }
}
