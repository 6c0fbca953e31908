//! What a position is worth: as tables know it, or as an engine thinks.

use std::time::Duration;

use chautari_compute::Client;
use chautari_compute::SearchRequest;
use chautari_game::{AnyGame, Exact, Info, Level, Limit, Verdict};
use chautari_http::{Action, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::analysis::ScoreLine;
use super::tablebase;
use crate::Positions;

/// How a value is come by.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[schema(as = ValueSource)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wanted {
    /// From exact tables, where the game and the position are in them.
    Exact,
    /// By a short search.
    Search,
}

/// What a position is worth.
#[derive(Serialize, ToSchema)]
#[schema(as = PositionValue)]
#[serde(untagged)]
pub(super) enum Known {
    /// When both sides play their best.
    Exact(ExactLine),
    /// As an engine sees it, for the side to move.
    Search(ScoreLine),
}

/// An exact value.
#[derive(Serialize, ToSchema)]
#[schema(as = ExactPositionValue)]
pub(super) struct ExactLine {
    /// Always `exact`.
    kind: &'static str,
    /// Who wins; `null` is a draw.
    #[schema(required)]
    winner: Option<&'static str>,
    /// In how many plies, where that is known.
    #[schema(required)]
    plies: Option<u32>,
}

/// What a move is worth.
#[derive(Serialize, ToSchema)]
pub(super) struct MoveValue {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    text: String,
    /// Who wins after it; `null` is a draw.
    #[schema(required)]
    winner: Option<&'static str>,
    /// In how many plies from after the move, where that is known.
    #[schema(required)]
    plies: Option<u32>,
}

/// What was found out.
pub(super) struct Worth {
    /// Nothing, where nobody knows.
    pub(super) value: Option<Known>,
    pub(super) moves: Vec<MoveValue>,
}

const UNKNOWN: Worth = Worth { value: None, moves: Vec::new() };

/// How long a search for a value takes.
const GLANCE: Duration = Duration::from_millis(250);

pub(super) async fn find(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    start: String,
    moves: Vec<String>,
    wanted: Wanted,
) -> Result<Worth, Problem> {
    match wanted {
        Wanted::Exact => exact(app, client, game, start, moves).await,
        Wanted::Search => {
            app.http().admit(client, Action::Think)?;
            let limit = Limit { time: Some(GLANCE), ..Limit::default() };
            let question =
                SearchRequest { game, start: Some(start), moves, level: Level::FULL, limit, seed: 0 };
            let thought = app.platform().engines().think(client, question).await?;
            Ok(Worth { value: Some(Known::Search(thought.score.into())), moves: Vec::new() })
        }
    }
}

async fn exact(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    start: String,
    moves: Vec<String>,
) -> Result<Worth, Problem> {
    let info = game.info();
    let verdict = tablebase::ask(app, client, game, move |oracle, _| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        oracle.probe(Some(&start), &moves).map_err(|error| (None, error))
    });
    Ok(verdict.await?.map_or(UNKNOWN, |verdict| worth(info, verdict)))
}

fn worth(info: &Info, verdict: Verdict) -> Worth {
    let side = |value: Exact| value.winner.map(|side| info.side(side));
    let line = |value: Exact| ExactLine { kind: "exact", winner: side(value), plies: value.plies };
    let moves = verdict.moves.into_iter().filter_map(|(text, value)| {
        let value = value?;
        Some(MoveValue { text, winner: side(value), plies: value.plies })
    });
    let value = verdict.value.map(|value| Known::Exact(line(value)));
    Worth { moves: moves.collect(), value }
}
