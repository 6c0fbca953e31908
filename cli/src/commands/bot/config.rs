//! The configuration of a bot, from the command line and a TOML file.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use chautari_game::{AnyGame, EngineOptions, Limit};
use serde::{Deserialize, Deserializer};

use super::engine::BotEngine;
use crate::args::{self, Accept, BotArgs, ServerApi};
use crate::commands::think;
use crate::engine_spec::{self, BuiltinEngine, EngineSpec, Player};
use crate::input;
use crate::output::Failure;

/// A bot's configuration file. Its keys are the names of the options.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct ConfigFile {
    server: Option<String>,
    api: Option<ServerApi>,
    engine: Option<String>,
    name: Option<String>,
    event: Option<String>,
    games: Option<usize>,
    token: Option<String>,
    token_file: Option<PathBuf>,
    email: Option<String>,
    level: Option<u8>,
    #[serde(deserialize_with = "duration")]
    time: Option<Duration>,
    accept: Option<Accept>,
    #[serde(deserialize_with = "duration")]
    min_clock: Option<Duration>,
    #[serde(deserialize_with = "duration")]
    max_clock: Option<Duration>,
    /// UGI options of the engine, besides those that this program sets itself.
    options: BTreeMap<String, OptionValue>,
}

/// The value of an engine's option in the file.
#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Number(i64),
    Boolean(bool),
    Text(String),
}

impl OptionValue {
    fn text(self) -> String {
        match self {
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Boolean(boolean) => boolean.to_string(),
            OptionValue::Text(text) => text,
        }
    }
}

/// Deserialises a time written as on the command line.
fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    args::duration(&text).map(Some).map_err(serde::de::Error::custom)
}

/// The resolved configuration of a bot.
pub(super) struct BotConfig {
    /// The name of the game in the API, which may differ from what was typed.
    pub(super) game_name: String,
    pub(super) game: &'static dyn AnyGame,
    pub(super) server: String,
    pub(super) api: ServerApi,
    pub(super) name: String,
    pub(super) args: BotArgs,
    means: EngineOptions,
    /// UGI options of the engine.
    engine_options: Vec<(String, String)>,
}

impl BotConfig {
    /// Reads the configuration file, if one is named, and validates all options.
    pub(super) fn new(game: &str, args: BotArgs) -> Result<BotConfig, Failure> {
        let (args, engine_options) = with_config_file(args)?;
        let missing =
            |option: &str| Failure::bad(format!("Missing --{option} (give it here or in the config file)."));
        // Leaked once: the bot runs until the process ends.
        let game: &'static dyn AnyGame = Box::leak(input::game(game)?);
        let server = args.server.clone().ok_or_else(|| missing("server"))?;
        if !server.starts_with("http://") && !server.starts_with("https://") {
            let text =
                format!("`{server}` is not a server address: expected https://HOST or http://HOST:PORT.");
            return Err(Failure::bad(text));
        }
        let default_api = if args.event.is_some() { ServerApi::Softserve } else { ServerApi::Native };
        let api = args.api.unwrap_or(default_api);
        if api == ServerApi::Softserve && args.games.is_some_and(|games| games > 1) {
            let text =
                "On a Softserve server a bot thinks about one game at a time: --games is for --api native.";
            return Err(Failure::bad(text));
        }
        if args.engine.is_some() && args.search.engine.level.is_some() {
            let text = "--level sets the level of the default engine; with --engine write it there: level:5.";
            return Err(Failure::bad(text));
        }
        Ok(BotConfig {
            game_name: chautari_game::canonical(chautari_games::GAMES, game),
            game,
            server,
            api,
            name: args.name.clone().ok_or_else(|| missing("name"))?,
            means: think::engine_options(game, &args.search.engine)?,
            engine_options,
            args,
        })
    }

    /// Creates an engine that plays for the bot.
    pub(super) fn engine(&self) -> BotEngine {
        // The default engine takes its strength from --level and its tables from --tables.
        let default = EngineSpec::Builtin(BuiltinEngine::Configured);
        let spec = self.args.engine.clone().unwrap_or(default);
        let player = Player::new(&spec, self.game, self.means.clone());
        BotEngine::new(player.with_options(self.engine_options.iter().cloned()))
    }

    /// Returns the search limits given by the user, without defaults.
    pub(super) fn search_limit(&self) -> Limit {
        let search = &self.args.search;
        Limit { time: search.time, depth: search.depth, nodes: search.nodes, ..Limit::default() }
    }

    /// Returns the token given as an option or stored in the token file.
    pub(super) fn stored_token(&self) -> anyhow::Result<Option<String>> {
        if self.args.token.is_some() {
            return Ok(self.args.token.clone());
        }
        let Some(file) = self.args.token_file.as_deref().filter(|file| file.exists()) else {
            return Ok(None);
        };
        let token = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        Ok(Some(token.trim().to_owned()))
    }

    /// Stores the token of a new player in the token file, or prints it if there is no such file.
    pub(super) fn store_token(&self, token: &str) -> anyhow::Result<()> {
        if let Some(file) = self.args.token_file.as_deref() {
            write_private(file, token)
        } else {
            anstream::eprintln!("Registered {}. Its token, shown only once: {token}", self.name);
            Ok(())
        }
    }
}

/// Fills in unset options from the configuration file; also returns the engine's options in it.
fn with_config_file(mut args: BotArgs) -> Result<(BotArgs, Vec<(String, String)>), Failure> {
    let Some(path) = &args.config else { return Ok((args, Vec::new())) };
    let bad = |e: &dyn std::fmt::Display| Failure::bad(format!("{}: {e}", path.display()));
    let text = fs::read_to_string(path).map_err(|e| bad(&e))?;
    let file: ConfigFile = toml::from_str(&text).map_err(|e| bad(&e))?;
    let engine = file.engine.as_deref().map(engine_spec::parse).transpose().map_err(|e| bad(&e))?;
    args.server = args.server.or(file.server);
    args.api = args.api.or(file.api);
    args.engine = args.engine.or(engine);
    args.name = args.name.or(file.name);
    args.event = args.event.or(file.event);
    args.games = args.games.or(file.games);
    args.email = args.email.or(file.email);
    args.accept = args.accept.or(file.accept);
    args.min_clock = args.min_clock.or(file.min_clock);
    args.max_clock = args.max_clock.or(file.max_clock);
    args.search.time = args.search.time.or(file.time);
    args.search.engine.level = args.search.engine.level.or(file.level);
    if args.token.is_none() && args.token_file.is_none() {
        (args.token, args.token_file) = (file.token, file.token_file);
    }
    Ok((args, file.options.into_iter().map(|(name, value)| (name, value.text())).collect()))
}

/// Writes a token to a new file that only its owner can read.
fn write_private(path: &Path, token: &str) -> anyhow::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).with_context(|| path.display().to_string())?;
    writeln!(file, "{token}").with_context(|| path.display().to_string())
}
