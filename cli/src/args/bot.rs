//! Arguments of `bot`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use super::common::{JsonFlag, SearchArgs};
use super::value_parsers::duration;
use crate::completion;
use crate::engine_spec::EngineSpec;

pub(super) const ABOUT: &str = "\
With --api native the bot registers under its name, plays every match and tournament it is entered in, accepts \
invitations to its game (several games at once with --games) and reconnects when the connection is lost. It accepts \
pauses, and draws if its engine is not better off. With --api softserve it plays in EVENT: the name of an event, \
`mirror` to play itself, or `*` for every event it is in; this works with any server that speaks Softserve. ENGINE is \
level:N, tables, mcts:N, greedy, random, or cmd:PROGRAM ARGUMENTS.

If a game has a clock, the engine gets it and manages its own time, up to --time per move. Without a clock, or with \
hours or days per move, it thinks for 2 s, or as long as --time, --depth and --nodes allow.

--config FILE sets the same options in TOML: server = \"https://…\", api = \"native\", name = \"my-bot\", engine = \
\"cmd:./my-engine\", games = 4, token-file = \"token\", time = \"2s\", accept = \"rated\", min-clock = \"60s\", \
max-clock = \"3600s\"; a table [options] sets options of the engine: Hash = 256. The command line takes precedence. \
See docs/protocols/api.md and softserve.md.";

/// The API of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ServerApi {
    /// Chautari's own API
    Native,
    /// The Softserve protocol
    Softserve,
}

/// The invitations to its game that a bot accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Accept {
    /// All of them
    #[default]
    All,
    /// Only rated games
    Rated,
    /// Only casual games
    Casual,
    /// None
    None,
}

/// The arguments of `bot`.
#[derive(Args)]
pub(crate) struct BotArgs {
    /// A TOML file with these options; the command line takes precedence
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The server, such as https://chautari.example or http://127.0.0.1:8080
    #[arg(long, alias = "url", value_name = "URL")]
    pub(crate) server: Option<String>,
    /// Which API to use [default: softserve with --event, else native]
    #[arg(long)]
    pub(crate) api: Option<ServerApi>,
    /// The engine that plays [default: the built-in one at --level]
    #[arg(long, value_name = "ENGINE", value_parser = completion::engine(), hide_possible_values = true)]
    pub(crate) engine: Option<EngineSpec>,
    /// The player's name; without a token, a player of this name is registered
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The event to play in, on a Softserve server
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Option<String>,
    /// Number of games to think about at once, with the native API [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<usize>,
    /// Invitations to its game to accept; others are declined [default: all]
    #[arg(long, value_name = "WHICH")]
    pub(crate) accept: Option<Accept>,
    /// Decline games with less time than this on the clock
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) min_clock: Option<Duration>,
    /// Decline games with more time than this on the clock, or without a clock
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) max_clock: Option<Duration>,
    /// The player's token
    #[arg(long, value_name = "TOKEN", env = "CHAUTARI_BOT_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// File with the player's token; it is created when the player is registered
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    pub(crate) token_file: Option<PathBuf>,
    /// Email address to register a player with, on a Softserve server
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) email: Option<String>,
    /// Stop after this many actions [default: never]
    #[arg(long, value_name = "N")]
    pub(crate) max_actions: Option<u64>,
    /// Stop after this long without anything to do [default: never]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) idle_timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) json: JsonFlag,
}
