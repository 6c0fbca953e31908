//! `bot`: an engine, ours or any program that speaks UGI, on a server.

mod native;
mod softserve;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use chautari_game::{AnyGame, Limit, Means};
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::args::{Api, Entrant};
use crate::commands::{serve, think};
use crate::contender::{self, Contender, Own, Player};
use crate::report::Failure;
use crate::{Done, input};

/// How long to wait when there is nothing to do, and after a failure.
const PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// How long a program may think beyond what it was told before it is taken to hang.
const PATIENCE: Duration = Duration::from_mins(2);

/// The same options in a file.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    server: Option<String>,
    api: Option<Api>,
    engine: Option<String>,
    name: Option<String>,
    event: Option<String>,
    games: Option<usize>,
    token: Option<String>,
    token_file: Option<PathBuf>,
    email: Option<String>,
}

pub(super) fn run(name: &str, options: Entrant, out: &mut dyn Write) -> Done {
    let options = complete(options)?;
    let missing = |what: &str| Failure::bad(format!("Say --{what}, here or in the file of --config."));
    // It lives for as long as the program, which ends with this.
    let game: &'static dyn AnyGame = Box::leak(input::game(name)?);
    let server = options.server.clone().ok_or_else(|| missing("server"))?;
    if !server.starts_with("http://") {
        return Err(Failure::bad(format!(
            "`{server}` is no server for this bot: expected http://HOST:PORT. One that speaks TLS can be reached by a proxy near by, \
             or with the clients for Python and TypeScript."
        )));
    }
    let entry = Entry {
        game_name: name,
        game,
        server,
        name: options.name.clone().ok_or_else(|| missing("name"))?,
        means: think::means(game, &options.thinking.means)?,
        limit: think::limit(&options.thinking),
        options: &options,
    };
    let usual = if options.event.is_some() { Api::Softserve } else { Api::Native };
    match options.api.unwrap_or(usual) {
        Api::Softserve => serve::work(softserve::play(&entry, out)),
        Api::Native => serve::work(native::play(&entry, out)),
    }
}

/// Adds what stands in the file.
fn complete(mut options: Entrant) -> Result<Entrant, Failure> {
    let Some(file) = &options.config else { return Ok(options) };
    let bad = |e: &dyn std::fmt::Display| Failure::bad(format!("{}: {e}", file.display()));
    let text = fs::read_to_string(file).map_err(|e| bad(&e))?;
    let said: Settings = toml::from_str(&text).map_err(|e| bad(&e))?;
    let engine = said.engine.as_deref().map(contender::read).transpose().map_err(|e| bad(&e))?;
    options.server = options.server.or(said.server);
    options.api = options.api.or(said.api);
    options.engine = options.engine.or(engine);
    options.name = options.name.or(said.name);
    options.event = options.event.or(said.event);
    options.games = options.games.or(said.games);
    options.email = options.email.or(said.email);
    if options.token.is_none() && options.token_file.is_none() {
        (options.token, options.token_file) = (said.token, said.token_file);
    }
    Ok(options)
}

/// Who plays what, and where.
struct Entry<'a> {
    game_name: &'a str,
    game: &'static dyn AnyGame,
    server: String,
    name: String,
    means: Means,
    limit: Limit,
    options: &'a Entrant,
}

impl Entry<'_> {
    fn thinker(&self) -> Thinker {
        // Ours takes its strength from --level, and its tables from --tables.
        let ours = Contender::Own(Own::Given);
        let contender = self.options.engine.clone().unwrap_or(ours);
        let player = Player::new(&contender, self.game, self.means.clone());
        Thinker { player, limit: self.limit.clone(), known: None, seed: std::process::id().into() }
    }

    /// The token that was given or kept.
    fn kept_token(&self) -> anyhow::Result<Option<String>> {
        if self.options.token.is_some() {
            return Ok(self.options.token.clone());
        }
        let Some(file) = self.options.token_file.as_deref().filter(|file| file.exists()) else {
            return Ok(None);
        };
        let token = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        Ok(Some(token.trim().to_owned()))
    }

    /// Keeps a token that was told once.
    fn keep_token(&self, token: &str) -> anyhow::Result<()> {
        if let Some(file) = self.options.token_file.as_deref() {
            keep(file, token)
        } else {
            anstream::eprintln!("{} was made; its token, told once: {token}", self.name);
            Ok(())
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

/// An engine that goes from game to game.
struct Thinker {
    player: Player,
    limit: Limit,
    /// The game it thought about last.
    known: Option<String>,
    seed: u64,
}

impl Thinker {
    /// Its move in a game, within a time if one is said. A program that breaks down is started once more.
    fn choose(
        &mut self,
        game: &impl ToString,
        start: Option<&str>,
        moves: &[String],
        time: Option<Duration>,
    ) -> anyhow::Result<String> {
        let game = game.to_string();
        if self.known.as_ref() != Some(&game) {
            self.seed = self.seed.wrapping_add(1);
            self.player.new_game(self.seed).map_err(|lapse| anyhow!("the engine is not ready: {lapse}"))?;
            self.known = Some(game);
        }
        let mut limit = self.limit.clone();
        limit.time = match (limit.time, time) {
            (Some(said), Some(left)) => Some(said.min(left)),
            (said, left) => said.or(left),
        };
        let patience = limit.time.unwrap_or_default() + PATIENCE;
        let first = self.player.choose(start, moves, &limit, None, patience);
        let answer = first.or_else(|lapse| {
            anstream::eprintln!("chautari: the engine: {lapse}; it is started again");
            self.player.new_game(self.seed)?;
            self.player.choose(start, moves, &limit, None, patience)
        });
        answer.map_err(|lapse| anyhow!("the engine has no move: {lapse}"))
    }
}

/// A server that is asked until it answers.
#[derive(Clone)]
struct Server {
    url: String,
    line: reqwest::Client,
}

impl Server {
    fn new(url: &str) -> Server {
        Server { url: url.trim_end_matches('/').to_owned(), line: reqwest::Client::new() }
    }

    async fn post(
        &self,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let mut pause = PAUSE;
        loop {
            let mut asked = self.line.post(format!("{}{path}", self.url)).json(body);
            if let Some(token) = token {
                asked = asked.bearer_auth(token);
            }
            let answer = match asked.send().await {
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
