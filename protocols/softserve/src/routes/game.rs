//! Recorded games.

use axum::Json;
use axum::extract::Extension;
use chautari_server::{Action, Client};
use serde_json::json;

use super::{AtDesk, Told, admit};
use crate::referee::admits;
use crate::{Fields, GameId, MIRROR, Refusal, Verdict, stamp};

pub(super) async fn data(client: Client, Extension(desk): AtDesk, mut fields: Fields) -> Told {
    let (id, token) = (GameId(fields.number("game_id")), fields.text("token"));
    fields.done()?;
    let pairing = desk.hall(|hall| hall.pairing(id).cloned()).ok_or(Refusal::NoSuchTable)?;
    let (event, hashes) = desk.hall(|hall| {
        let event = pairing.event.and_then(|id| hall.event(id));
        let players = pairing.seats.iter().filter_map(|name| hall.player(name)).map(|player| &player.token);
        let hashes: Vec<String> = players.chain(event.map(|event| &event.token)).cloned().collect();
        (event.map_or(MIRROR.to_owned(), |event| event.name.clone()), hashes)
    });
    if !hashes.iter().any(|hash| admits(hash, &token)) {
        admit(&desk, client, Action::Guess)?;
        return Err(Refusal::Token);
    }
    let seated = desk.sit(id).await?;
    let table = seated.table();
    let ended = (table.verdict() != Verdict::Ongoing).then(|| table.last_ms()).flatten();
    Ok(Json(json!({
        "event": event,
        "game": pairing.game,
        "players": pairing.seats,
        "initial_state": table.states().first(),
        "states": table.states(),
        "actions": table.actions(),
        "start_timestamp": stamp(pairing.at_ms),
        "end_timestamp": ended.map_or("None".to_owned(), stamp),
        "result": match table.verdict() {
            Verdict::Ongoing => "ongoing",
            Verdict::Draw => "draw",
            Verdict::Win(side) => seated.name(side),
        },
        "forfeit": table.late().map_or("none", |side| seated.name(side)),
    })))
}
