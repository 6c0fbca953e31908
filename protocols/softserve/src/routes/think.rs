//! Thinking for whoever has the server's think token.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Extension, Path, State};
use chautari_game::{Level, Limit};
use chautari_server::{Action, App, Client, Question, Token};
use serde_json::json;

use super::{AtDesk, Told, admit, state};
use crate::desk::Desk;
use crate::{Fields, Refusal};

/// How many nodes are looked at where nothing is said.
const USUAL: u64 = 50_000;
/// One engine thinks with one thread here.
const WORKERS: u64 = 1;

fn open(desk: &Desk, client: Client, token: &str) -> Result<(), Refusal> {
    let token: Option<Token> = token.parse().ok();
    match (&desk.settings.think_token, token) {
        (Some(hash), Some(token)) if hash.admits(&token) => Ok(()),
        _ => {
            admit(desk, client, Action::Guess)?;
            Err(Refusal::Token)
        }
    }
}

pub(super) async fn action(
    State(app): State<App>,
    client: Client,
    Path(names): Path<HashMap<String, String>>,
    Extension(desk): AtDesk,
    mut fields: Fields,
) -> Told {
    let token = fields.text("token");
    fields.number_within("workers", WORKERS, WORKERS);
    let iterations = fields.number_within("iterations", 1, desk.settings.most_iterations);
    fields.done()?;
    open(&desk, client, &token)?;
    let mut record = state::read(&app, &names)?;
    let question = Question {
        game: state::game(&app, &names)?,
        start: Some(record.position()),
        moves: Vec::new(),
        level: Level::FULL,
        limit: Limit {
            nodes: Some(iterations.unwrap_or(USUAL.min(desk.settings.most_iterations))),
            ..Limit::default()
        },
        seed: 0,
    };
    let thought = app.engines().think(client, question).await.map_err(|e| Refusal::Away(e.to_string()))?;
    let best = thought.best.ok_or_else(|| Refusal::State("The game is over.".to_owned()))?;
    record.play(&best).map_err(|fault| Refusal::State(fault.to_string()))?;
    let log = format!("{} at depth {}, {} nodes", thought.score, thought.depth, thought.nodes);
    let actions = state::offers(record.as_ref());
    Ok(Json(json!({"action": best, "state": record.position(), "actions": actions, "log": log})))
}

pub(super) async fn limits(client: Client, Extension(desk): AtDesk, mut fields: Fields) -> Told {
    let token = fields.text("token");
    fields.done()?;
    open(&desk, client, &token)?;
    Ok(Json(json!({
        "min_iterations": 1,
        "max_iterations": desk.settings.most_iterations,
        "min_workers": WORKERS,
        "max_workers": WORKERS,
    })))
}
