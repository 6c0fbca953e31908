//! Events.

use axum::Json;
use axum::extract::Extension;
use chautari_server::{Action, Client, Token};
use serde_json::json;

use super::{AtDesk, Told, admit};
use crate::desk::Desk;
use crate::mail::is_address;
use crate::referee::admits;
use crate::{CREEPER, EventId, Fields, Forfeits, Outcome, Refusal, Tally};

pub(super) async fn create(client: Client, Extension(desk): AtDesk, mut fields: Fields) -> Told {
    let (players, pairs) = (fields.texts("players"), fields.count("game_pairs"));
    let (name, game) = (fields.name_if_any("name"), fields.text_if_any("game"));
    fields.done()?;
    let game = game.unwrap_or_else(|| CREEPER.to_owned());
    desk.app().game(&game).map_err(|_| Refusal::NoSuchGame(format!("there is no game {game}")))?;
    admit(&desk, client, Action::Create)?;
    let token = Token::new();
    let hash = token.hash().to_hex();
    let most = desk.settings.most_games;
    desk.change(|hall| {
        hall.create_event(name.clone(), game.clone(), &players, pairs, hash.clone(), most).map(Some)
    })
    .await?;
    let made = desk.hall(|hall| hall.event_with(&hash).map(|event| (event.id, event.name.clone())));
    let Some((id, name)) = made else { return Err(Refusal::NoSuchEvent) };
    let token = token.reveal();
    let link = format!("{}/dashboard/?event={id}&token={token}", desk.settings.base_url);
    tracing::info!(event = %name, %link, "an event was made");
    invite(&desk, id, &name, &link);
    Ok(Json(json!({"name": name, "token": token, "event_id": id, "dashboard": link})))
}

/// Writes to the owners of an event's players. Whether a letter arrives changes nothing here.
fn invite(desk: &Desk, id: EventId, name: &str, link: &str) {
    let Some(mail) = desk.settings.mail.clone() else { return };
    let owners: Vec<String> = desk.hall(|hall| {
        let players = hall.event(id).map_or(&[][..], |event| &event.players);
        players.iter().filter_map(|name| hall.player(name)).map(|player| player.email.clone()).collect()
    });
    let text = format!("A player of yours is in the event {name}.\nIts results: {link}\n");
    tokio::spawn(async move {
        for to in owners.iter().filter(|to| is_address(to)) {
            if let Err(error) = mail.send(to, "Your event", &text).await {
                tracing::warn!(%error, "a letter was not sent");
            }
        }
    });
}

pub(super) async fn data(client: Client, Extension(desk): AtDesk, mut fields: Fields) -> Told {
    let (id, token) = (EventId(fields.number("event_id")), fields.text("token"));
    let forfeits = match fields.truth_if_any("forfeits") {
        Some(false) => Forfeits::Ignored,
        _ => Forfeits::Count,
    };
    fields.done()?;
    let event = desk.hall(|hall| hall.event(id).cloned()).ok_or(Refusal::NoSuchEvent)?;
    if !admits(&event.token, &token) {
        admit(&desk, client, Action::Guess)?;
        return Err(Refusal::Token);
    }
    let mut tally = Tally::new(&event.players);
    for id in event.games() {
        let standing = desk.standing(id).await?;
        let seats = desk.hall(|hall| hall.pairing(id).map(|pairing| pairing.seats.clone()));
        let Some(seats) = seats else { continue };
        tally.add(id, &seats, Outcome::of(standing.verdict, standing.late, forfeits));
    }
    Ok(Json(json!({"name": event.name, "data": tally})))
}
