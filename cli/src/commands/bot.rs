//! `bot`: a player on any server that speaks Softserve (docs/protocols/softserve.md).

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use chautari_game::{AnyEngine, AnyGame, AnyRecord};
use chautari_softserve::CREEPER;
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::args::Entrant;
use crate::commands::{serve, think};
use crate::{Done, input};

/// How long to wait when there is nothing to do, and after a failure.
const PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

pub(super) fn run(name: &str, options: &Entrant, out: &mut dyn Write) -> Done {
    let game = input::game(name)?;
    let means = think::means(game.as_ref(), &options.thinking.means)?;
    let mut player =
        Player { game: game.as_ref(), engine: game.engine(&means), record: game.start(), known: 0 };
    serve::work(play(name, options, &mut player, out))
}

/// Something to do, as the server tells it.
#[derive(Deserialize)]
struct Turn {
    action_id: Value,
    game_id: u64,
    state: String,
    #[serde(default)]
    history: Vec<String>,
}

/// Whoever chooses the actions, and the game it thinks about.
struct Player<'a> {
    game: &'a dyn AnyGame,
    engine: Box<dyn AnyEngine>,
    record: Box<dyn AnyRecord>,
    /// The number of the game `record` follows.
    known: u64,
}

impl Player<'_> {
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

    fn choose(&mut self, options: &Entrant) -> anyhow::Result<String> {
        let limit = think::limit(&options.thinking);
        let moves = self.record.moves();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let start = (self.known == 0).then(|| self.record.position());
        let thought = self
            .engine
            .think(start.as_deref(), &moves, &limit, &mut |_| ControlFlow::Continue(()))
            .map_err(|fault| anyhow::anyhow!("{fault}"))?;
        thought.best.context("The server asks for an action where there is none")
    }
}

async fn play(
    name: &str,
    options: &Entrant,
    player: &mut Player<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let server = Server { url: options.url.trim_end_matches('/').to_owned(), line: reqwest::Client::new() };
    let token = server.enter(options).await?;
    let mut question = json!({"event": options.event, "player": options.name, "token": token});
    if name != CREEPER {
        question["game"] = json!(name);
    }
    let (mut plies, mut busy) = (0, Instant::now());
    while options.plies.is_none_or(|most| plies < most) {
        let (status, told) = server.post("/aivai/play-state", &question).await?;
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
        let action = tokio::task::block_in_place(|| player.choose(options))?;
        let deed = json!({
            "action": action, "action_id": turn.action_id, "player": options.name, "token": token,
        });
        let (status, told) = server.post("/aivai/submit-action", &deed).await?;
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

struct Server {
    url: String,
    line: reqwest::Client,
}

impl Server {
    /// The player's token: the one that was given or kept, or that of a player made now.
    async fn enter(&self, options: &Entrant) -> anyhow::Result<String> {
        if let Some(token) = &options.token {
            return Ok(token.clone());
        }
        let kept = options.token_file.as_deref().filter(|file| file.exists());
        if let Some(file) = kept {
            let token = fs::read_to_string(file).with_context(|| file.display().to_string())?;
            return Ok(token.trim().to_owned());
        }
        let email = options.email.clone().unwrap_or_default();
        let (status, told) =
            self.post("/player/create", &json!({"name": options.name, "email": email})).await?;
        let Some(token) = told["token"].as_str().filter(|_| status == StatusCode::OK) else {
            bail!(
                "The server answers {status}: {}; give the player's --token, or another --name",
                told["detail"]
            );
        };
        match options.token_file.as_deref() {
            Some(file) => keep(file, token)?,
            None => anstream::eprintln!("{} was made; its token, told once: {token}", options.name),
        }
        Ok(token.to_owned())
    }

    /// Asks until there is an answer.
    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<(StatusCode, Value)> {
        let mut pause = PAUSE;
        loop {
            let sent = self.line.post(format!("{}{path}", self.url)).json(body).send().await;
            let answer = match sent {
                Ok(answer) => answer,
                Err(error) if error.is_builder() => {
                    return Err(error).context("This is no address of a server");
                }
                Err(error) => {
                    anstream::eprintln!("chautari: {error}; trying again");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                    continue;
                }
            };
            let status = answer.status();
            if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
                let wait =
                    answer.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse().ok());
                tokio::time::sleep(wait.map_or(pause, Duration::from_secs).min(LONGEST_PAUSE)).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
                continue;
            }
            let text = answer.text().await.context("The server's answer was cut off")?;
            return Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null)));
        }
    }
}

/// Keeps a token where only its owner can read it.
fn keep(file: &Path, token: &str) -> anyhow::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut kept = options.open(file).with_context(|| file.display().to_string())?;
    writeln!(kept, "{token}").with_context(|| file.display().to_string())
}
