//! Evaluation of a position: exact by tables, or by a short search.

use std::time::Duration;

use chautari_compute::SearchRequest;
use chautari_game::{AnyGame, Info, Level, Limit, Verdict};
use chautari_http::{Action, Billed, Client, Problem};
use chautari_wire::{MoveValue, PositionValue, ValueSource};

use crate::Positions;
use crate::tables::query_tables;

/// The value of a position and of its moves.
#[derive(Default)]
pub(crate) struct Evaluation {
    /// The value; `None` if it is not known.
    pub(crate) value: Option<PositionValue>,
    /// The values of the moves, as far as tables have them.
    pub(crate) moves: Vec<MoveValue>,
}

/// The time of a search for a value.
const SEARCH_TIME: Duration = Duration::from_millis(250);

/// Evaluates the position after `moves`.
pub(crate) async fn evaluate(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    start: String,
    moves: Vec<String>,
    source: ValueSource,
) -> Result<Evaluation, Problem> {
    match source {
        ValueSource::Exact => probe(app, client, game, start, moves).await,
        ValueSource::Search => {
            app.http().charge(Billed::address(client), Action::Think)?;
            let limit = Limit { time: Some(SEARCH_TIME), ..Limit::default() };
            let request =
                SearchRequest { game, start: Some(start), moves, level: Level::FULL, limit, seed: 0 };
            let thought = app.platform().engines().think(client, request).await?;
            let value = Some(PositionValue::Search(thought.score.into()));
            Ok(Evaluation { value, moves: Vec::new() })
        }
    }
}

async fn probe(
    app: &Positions,
    client: Client,
    game: Box<dyn AnyGame>,
    start: String,
    moves: Vec<String>,
) -> Result<Evaluation, Problem> {
    let info = game.info();
    let verdict = query_tables(app, client, game, move |oracle, _| {
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        oracle.probe(Some(&start), &moves).map_err(|error| (None, error))
    });
    Ok(verdict.await?.map_or_else(Evaluation::default, |verdict| evaluation(info, verdict)))
}

fn evaluation(info: &Info, verdict: Verdict) -> Evaluation {
    let known = |(text, value): (String, Option<_>)| Some(MoveValue::new(info, text, value?));
    Evaluation {
        moves: verdict.moves.into_iter().filter_map(known).collect(),
        value: verdict.value.map(|value| PositionValue::exact(info, value)),
    }
}
