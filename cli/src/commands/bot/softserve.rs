//! A bot on a server that speaks Softserve (docs/protocols/softserve.md).

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::http::StatusCode;
use chautari_game::{AnyGame, AnyRecord, Limit};
use chautari_softserve::CREEPER;
use serde::Deserialize;
use serde_json::{Value, json};

use super::config::BotConfig;
use super::engine::{BotEngine, MoveBudget};
use super::http_client::{self, HttpClient, MIN_DELAY, PostRequest};

/// An action that the server requests.
#[derive(Deserialize)]
struct PendingAction {
    action_id: Value,
    game_id: u64,
    state: String,
    #[serde(default)]
    history: Vec<String>,
}

/// The game of the latest action, with its history.
struct TrackedGame<'a> {
    game: &'a dyn AnyGame,
    record: Box<dyn AnyRecord>,
    /// The id of the game in `record`, 0 if its history is unknown.
    id: u64,
}

impl TrackedGame<'_> {
    /// Replays a game to its current state, so that the engine sees repetitions. If the moves cannot be derived from
    /// the states, the record starts at the current state.
    fn sync_to(&mut self, action: &PendingAction) -> anyhow::Result<()> {
        if self.id != action.game_id || action.history.len() <= self.record.len() {
            self.record = self.game.start();
            self.id = action.game_id;
        }
        let begins = action.history.first() == Some(&self.game.start().position());
        let states = action.history.get(self.record.len() + 1..).unwrap_or_default();
        let replayed = begins && states.iter().all(|state| self.step_to(state));
        if !replayed || self.record.position() != action.state {
            self.record = self.game.read_position(&action.state).map_err(|fault| {
                anyhow::anyhow!("The server's state `{}` is invalid: {fault}", action.state)
            })?;
            self.id = 0;
        }
        Ok(())
    }

    /// Plays the move that leads to a state; `false` if there is none.
    fn step_to(&mut self, state: &str) -> bool {
        let leads = |text: &String| {
            let mut next = self.record.fork();
            next.play(text).is_ok() && next.position() == state
        };
        let action = self.record.offers().into_iter().map(|offer| offer.text).find(leads);
        action.is_some_and(|action| self.record.play(&action).is_ok())
    }

    fn choose(&self, engine: &mut BotEngine, user_limit: &Limit) -> anyhow::Result<String> {
        let start = (self.id == 0).then(|| self.record.position());
        let budget = MoveBudget::new(user_limit, None, self.record.turn(), Duration::ZERO);
        let game = self.id.to_string();
        Ok(engine.choose(&game, start.as_deref(), &self.record.moves(), &budget)?.best)
    }
}

pub(super) async fn play(config: &BotConfig, out: &mut dyn Write) -> anyhow::Result<()> {
    let client = HttpClient::new(&config.server)?;
    let token = token_or_register(&client, config).await?;
    let args = &config.args;
    let event = args.event.as_deref().unwrap_or("*");
    let mut query = json!({"event": event, "player": config.name, "token": token});
    if config.game_name != CREEPER {
        query["game"] = json!(config.game_name);
    }
    let mut engine = config.engine();
    let mut game = TrackedGame { game: config.game, record: config.game.start(), id: 0 };
    let (mut actions, mut last_active) = (0, Instant::now());
    while args.max_actions.is_none_or(|max| actions < max) {
        let (status, body) = client.post(request("/aivai/play-state", &query)).await?;
        let pending: PendingAction = match status {
            StatusCode::OK => serde_json::from_value(body).context("The server's response is invalid")?,
            StatusCode::NO_CONTENT => {
                if args.idle_timeout.is_some_and(|timeout| last_active.elapsed() > timeout) {
                    break;
                }
                tokio::time::sleep(MIN_DELAY).await;
                continue;
            }
            status => bail!("The server responded {status}: {}", body["detail"]),
        };
        game.sync_to(&pending)?;
        let begun = Instant::now();
        let action = tokio::task::block_in_place(|| game.choose(&mut engine, &config.search_limit()))?;
        let submission = json!({
            "action": action, "action_id": pending.action_id, "player": config.name, "token": token,
        });
        let (status, body) = client.post(request("/aivai/submit-action", &submission)).await?;
        match status {
            // Unauthorized: already done by an attempt whose response was lost.
            StatusCode::OK | StatusCode::UNAUTHORIZED => {}
            status => bail!("The server responded {status} to {action}: {}", body["detail"]),
        }
        (actions, last_active) = (actions + 1, Instant::now());
        let winner = body["winner"].as_str().unwrap_or("none");
        let seconds = begun.elapsed().as_secs_f64();
        if args.json.json {
            let line = json!({"game_id": pending.game_id, "state": pending.state, "action": action,
                "winner": winner, "seconds": seconds});
            writeln!(out, "{line}")?;
        } else if winner == "none" {
            writeln!(out, "game {}: {action} ({seconds:.1} s)", pending.game_id)?;
        } else {
            writeln!(out, "game {}: {action}; the game is over: {winner}", pending.game_id)?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Builds a request; Softserve expects credentials in the body.
fn request<'a>(path: &'a str, body: &'a Value) -> PostRequest<'a> {
    PostRequest { path, token: None, key: None, body }
}

/// Registers a player. If a response is lost, the retry has the same idempotency key; without it the name would already
/// be taken. Servers without idempotency keys ignore it.
async fn register(client: &HttpClient, name: &str, email: &str) -> anyhow::Result<(StatusCode, Value)> {
    let (key, player) = (http_client::random_key()?, json!({"name": name, "email": email}));
    client.post(PostRequest { key: Some(&key), ..request("/player/create", &player) }).await
}

/// Returns the configured or stored token, or registers the player and stores its token.
async fn token_or_register(client: &HttpClient, config: &BotConfig) -> anyhow::Result<String> {
    if let Some(token) = config.stored_token()? {
        return Ok(token);
    }
    let email = config.args.email.as_deref().unwrap_or_default();
    let (status, body) = register(client, &config.name, email).await?;
    let Some(token) = body["token"].as_str().filter(|_| status == StatusCode::OK) else {
        bail!(
            "The server responded {status}: {}; give the player's --token, or another --name",
            body["detail"]
        );
    };
    config.store_token(token)?;
    Ok(token.to_owned())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn retried_registration_uses_the_same_key() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = HttpClient::new(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
        let server = tokio::spawn(async move {
            let mut keys = Vec::new();
            for response in
                ["", "HTTP/1.1 200 OK\r\ncontent-length: 13\r\nconnection: close\r\n\r\n{\"token\":\"t\"}"]
            {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut request = Vec::new();
                while !request.ends_with(b"}") {
                    stream.read_buf(&mut request).await.unwrap();
                }
                let request = String::from_utf8(request).unwrap();
                let key = request.lines().find_map(|line| line.strip_prefix("idempotency-key: "));
                keys.push(key.map(str::to_owned));
                stream.write_all(response.as_bytes()).await.unwrap();
            }
            keys
        });
        let (status, body) = register(&client, "a", "").await.unwrap();
        assert_eq!((status, &body["token"]), (StatusCode::OK, &json!("t")));
        let keys = server.await.unwrap();
        assert!(keys[0].is_some() && keys[0] == keys[1], "{keys:?}");
    }
}
