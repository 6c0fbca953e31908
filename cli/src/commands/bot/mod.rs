//! `bot`: an engine, ours or any program that speaks UGI, on a server.

mod invited;
mod native;
mod server;
mod softserve;
mod thinker;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use chautari_game::{AnyGame, EngineOptions, Limit};
use serde::{Deserialize, Deserializer};

use self::thinker::Thinker;
use crate::args::{self, Accept, Api, Entrant};
use crate::commands::{serve, think};
use crate::contender::{self, Contender, Own, Player};
use crate::report::Failure;
use crate::{Done, input};

/// How long to wait when there is nothing to do, and after a failure.
const PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

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
    level: Option<u8>,
    #[serde(deserialize_with = "time")]
    time: Option<Duration>,
    accept: Option<Accept>,
    #[serde(deserialize_with = "time")]
    shortest: Option<Duration>,
    #[serde(deserialize_with = "time")]
    longest: Option<Duration>,
    /// What the engine is set to, beside what this program sets by itself.
    options: BTreeMap<String, Value>,
}

/// What an option of an engine may be.
#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Truth(bool),
    Text(String),
}

impl Value {
    fn text(self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Truth(truth) => truth.to_string(),
            Value::Text(text) => text,
        }
    }
}

/// A time as it is written on the command line.
fn time<'de, D: Deserializer<'de>>(told: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(told)?;
    args::duration(&text).map(Some).map_err(serde::de::Error::custom)
}

pub(super) fn run(name: &str, options: Entrant, out: &mut dyn Write) -> Done {
    let (options, set) = complete(options)?;
    let missing = |what: &str| Failure::bad(format!("Say --{what}, here or in the file of --config."));
    // It lives for as long as the program, which ends with this.
    let game: &'static dyn AnyGame = Box::leak(input::game(name)?);
    let server = options.server.clone().ok_or_else(|| missing("server"))?;
    if !server.starts_with("http://") && !server.starts_with("https://") {
        let text = format!("`{server}` is not a server address: expected https://HOST or http://HOST:PORT.");
        return Err(Failure::bad(text));
    }
    let usual = if options.event.is_some() { Api::Softserve } else { Api::Native };
    let api = options.api.unwrap_or(usual);
    if api == Api::Softserve && options.games.is_some_and(|games| games > 1) {
        let text =
            "On a Softserve server a bot thinks about one game at a time: --games is for --api native.";
        return Err(Failure::bad(text));
    }
    if options.engine.is_some() && options.thinking.means.level.is_some() {
        let text =
            "--level is for the engine a bot has without --engine; otherwise it is part of that: level:5.";
        return Err(Failure::bad(text));
    }
    let entry = Entry {
        game_name: chautari_game::canonical(chautari_games::GAMES, game),
        game,
        server,
        name: options.name.clone().ok_or_else(|| missing("name"))?,
        means: think::means(game, &options.thinking.means)?,
        set,
        options: &options,
    };
    // An engine that does not start plays no game: that is better said before a player is made for it.
    let started = entry.thinker().player.new_game(0);
    started.map_err(|lapse| Failure::bad(format!("The engine cannot play: {lapse}.")))?;
    match api {
        Api::Softserve => serve::work(softserve::play(&entry, out)),
        Api::Native => serve::work(native::play(&entry, out)),
    }
}

/// Adds what stands in the file, which also has what its engine is set to.
fn complete(mut options: Entrant) -> Result<(Entrant, Vec<(String, String)>), Failure> {
    let Some(file) = &options.config else { return Ok((options, Vec::new())) };
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
    options.accept = options.accept.or(said.accept);
    options.shortest = options.shortest.or(said.shortest);
    options.longest = options.longest.or(said.longest);
    options.thinking.time = options.thinking.time.or(said.time);
    options.thinking.means.level = options.thinking.means.level.or(said.level);
    if options.token.is_none() && options.token_file.is_none() {
        (options.token, options.token_file) = (said.token, said.token_file);
    }
    Ok((options, said.options.into_iter().map(|(name, value)| (name, value.text())).collect()))
}

/// Who plays what, and where.
struct Entry<'a> {
    /// What the server calls it, however it was typed.
    game_name: String,
    game: &'static dyn AnyGame,
    server: String,
    name: String,
    means: EngineOptions,
    /// What the engine is set to.
    set: Vec<(String, String)>,
    options: &'a Entrant,
}

impl Entry<'_> {
    fn thinker(&self) -> Thinker {
        // Ours takes its strength from --level, and its tables from --tables.
        let ours = Contender::Own(Own::Given);
        let contender = self.options.engine.clone().unwrap_or(ours);
        let player = Player::new(&contender, self.game, self.means.clone());
        Thinker::new(player.with_options(self.set.iter().cloned()))
    }

    /// What was said about how long to think, and nothing else.
    fn said(&self) -> Limit {
        let said = &self.options.thinking;
        Limit { time: said.time, depth: said.depth, nodes: said.nodes, ..Limit::default() }
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
