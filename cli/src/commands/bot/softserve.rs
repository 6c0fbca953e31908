//! A player on any server that speaks Softserve (docs/protocols/softserve.md).

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::http::StatusCode;
use chautari_game::{AnyGame, AnyRecord, Limit};
use chautari_softserve::CREEPER;
use serde::Deserialize;
use serde_json::{Value, json};

use super::server::{self, Question, Server};
use super::thinker::{Allowed, Thinker};
use super::{Entry, PAUSE};

/// Something to do, as the server tells it.
#[derive(Deserialize)]
struct Turn {
    action_id: Value,
    game_id: u64,
    state: String,
    #[serde(default)]
    history: Vec<String>,
}

/// The game that is thought about.
struct Followed<'a> {
    game: &'a dyn AnyGame,
    record: Box<dyn AnyRecord>,
    /// The number of the game `record` follows.
    known: u64,
}

impl Followed<'_> {
    /// Follows a game to where it stands, so that the engine can see repetitions. A game whose way
    /// there cannot be told from its states begins where it stands.
    fn follow(&mut self, turn: &Turn) -> anyhow::Result<()> {
        if self.known != turn.game_id || turn.history.len() <= self.record.len() {
            self.record = self.game.start();
            self.known = turn.game_id;
        }
        let begins = turn.history.first() == Some(&self.game.start().position());
        let states = turn.history.get(self.record.len() + 1..).unwrap_or_default();
        let followed = begins && states.iter().all(|state| self.step_to(state));
        if !followed || self.record.position() != turn.state {
            self.record = self
                .game
                .read_position(&turn.state)
                .map_err(|fault| anyhow::anyhow!("The server's state `{}` is none: {fault}", turn.state))?;
            self.known = 0;
        }
        Ok(())
    }

    fn step_to(&mut self, state: &str) -> bool {
        let leads = |text: &String| {
            let mut next = self.record.fork();
            next.play(text).is_ok() && next.position() == state
        };
        let action = self.record.offers().into_iter().map(|offer| offer.text).find(leads);
        action.is_some_and(|action| self.record.play(&action).is_ok())
    }

    fn choose(&self, thinker: &mut Thinker, said: &Limit) -> anyhow::Result<String> {
        let start = (self.known == 0).then(|| self.record.position());
        let allowed = Allowed::new(said, None, self.record.turn(), Duration::ZERO);
        let game = self.known.to_string();
        Ok(thinker.choose(&game, start.as_deref(), &self.record.moves(), &allowed)?.best)
    }
}

pub(super) async fn play(entry: &Entry<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
    let server = Server::new(&entry.server)?;
    let token = enter(&server, entry).await?;
    let options = entry.options;
    let event = options.event.as_deref().unwrap_or("*");
    let mut question = json!({"event": event, "player": entry.name, "token": token});
    if entry.game_name != CREEPER {
        question["game"] = json!(entry.game_name);
    }
    let mut thinker = entry.thinker();
    let mut player = Followed { game: entry.game, record: entry.game.start(), known: 0 };
    let (mut plies, mut busy) = (0, Instant::now());
    while options.plies.is_none_or(|most| plies < most) {
        let (status, told) = server.post(asked("/aivai/play-state", &question)).await?;
        let turn: Turn = match status {
            StatusCode::OK => serde_json::from_value(told).context("The server's turn cannot be read")?,
            StatusCode::NO_CONTENT => {
                if options.idle.is_some_and(|idle| busy.elapsed() > idle) {
                    break;
                }
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            status => bail!("The server answers {status}: {}", told["detail"]),
        };
        player.follow(&turn)?;
        let begun = Instant::now();
        let action = tokio::task::block_in_place(|| player.choose(&mut thinker, &entry.said()))?;
        let deed = json!({
            "action": action, "action_id": turn.action_id, "player": entry.name, "token": token,
        });
        let (status, told) = server.post(asked("/aivai/submit-action", &deed)).await?;
        match status {
            // Unauthorized: it was done before, by a request whose answer was lost.
            StatusCode::OK | StatusCode::UNAUTHORIZED => {}
            status => bail!("The server answers {status} to {action}: {}", told["detail"]),
        }
        (plies, busy) = (plies + 1, Instant::now());
        let winner = told["winner"].as_str().unwrap_or("none");
        let seconds = begun.elapsed().as_secs_f64();
        if options.json.json {
            let line = json!({"game_id": turn.game_id, "state": turn.state, "action": action,
                "winner": winner, "seconds": seconds});
            writeln!(out, "{line}")?;
        } else if winner == "none" {
            writeln!(out, "game {}: {action} ({seconds:.1} s)", turn.game_id)?;
        } else {
            writeln!(out, "game {}: {action}, and it is over: {winner}", turn.game_id)?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Credentials travel in the body.
fn asked<'a>(path: &'a str, body: &'a Value) -> Question<'a> {
    Question { path, token: None, key: None, body }
}

/// Makes a player. Where an answer was lost it is asked for again: without a key the name would be taken then, by the
/// very same player. A server that knows no keys passes it over.
async fn create(server: &Server, name: &str, email: &str) -> anyhow::Result<(StatusCode, Value)> {
    let (key, player) = (server::key()?, json!({"name": name, "email": email}));
    server.post(Question { key: Some(&key), ..asked("/player/create", &player) }).await
}

/// The player's token: the one that was given or kept, or that of a player made now.
async fn enter(server: &Server, entry: &Entry<'_>) -> anyhow::Result<String> {
    if let Some(token) = entry.kept_token()? {
        return Ok(token);
    }
    let email = entry.options.email.as_deref().unwrap_or_default();
    let (status, told) = create(server, &entry.name, email).await?;
    let Some(token) = told["token"].as_str().filter(|_| status == StatusCode::OK) else {
        bail!(
            "The server answers {status}: {}; give the player's --token, or another --name",
            told["detail"]
        );
    };
    entry.keep_token(token)?;
    Ok(token.to_owned())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_player_whose_answer_was_lost_is_asked_for_with_the_same_key() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server::new(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        let answers = tokio::spawn(async move {
            let mut keys = Vec::new();
            for answer in
                ["", "HTTP/1.1 200 OK\r\ncontent-length: 13\r\nconnection: close\r\n\r\n{\"token\":\"t\"}"]
            {
                let (mut line, _) = listener.accept().await.unwrap();
                let mut heard = Vec::new();
                while !heard.ends_with(b"}") {
                    line.read_buf(&mut heard).await.unwrap();
                }
                let heard = String::from_utf8(heard).unwrap();
                let key = heard.lines().find_map(|line| line.strip_prefix("idempotency-key: "));
                keys.push(key.map(str::to_owned));
                line.write_all(answer.as_bytes()).await.unwrap();
            }
            keys
        });
        let (status, told) = create(&server, "a", "").await.unwrap();
        assert_eq!((status, &told["token"]), (StatusCode::OK, &json!("t")));
        let keys = answers.await.unwrap();
        assert!(keys[0].is_some() && keys[0] == keys[1], "{keys:?}");
    }
}
