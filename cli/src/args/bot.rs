//! What can be said to `bot`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use serde::Deserialize;

use super::{Json, Thinking, duration};
use crate::completed;
use crate::contender::Contender;

pub(super) const ABOUT: &str = "\
With --api native the bot registers under its name, plays every match and tournament it is entered in and everyone who \
invites it to its game, several at a time with --games, by their clocks, and reconnects when the connection is lost. It \
accepts a pause, and a draw if its engine is not better off. With --api softserve it plays in EVENT: the name of an \
event, `mirror` to play itself, or `*` for every event it is in; any server that speaks Softserve will do. ENGINE is \
level:N, tables, mcts:N, greedy, random, or cmd:PROGRAM ARGUMENTS.

If a game has a clock, the engine is told and thinks as long as it likes; --time is the most it takes for a move. \
Without a clock, or with hours or days for a move, it thinks for 2 s, or as --time, --depth and --nodes say.

--config FILE has the same in TOML: server = \"https://…\", api = \"native\", name = \"my-bot\", engine = \
\"cmd:./my-engine\", games = 4, token-file = \"token\", time = \"2s\", accept = \"rated\", shortest = \"60s\", \
longest = \"3600s\"; a table [options] is for the engine: Hash = 256. What is given on the command line takes \
precedence. See docs/protocols/api.md and softserve.md.";

/// How a server is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Api {
    /// Our own
    Native,
    /// Softserve
    Softserve,
}

/// Which invitations to its game a bot accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Accept {
    /// All of them
    #[default]
    All,
    /// Those for rated games
    Rated,
    /// Those for games that are not rated
    Casual,
    /// None
    None,
}

#[derive(ClapArgs)]
pub(crate) struct Entrant {
    /// A TOML file with these options; the command line takes precedence
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The server, such as https://chautari.example or http://127.0.0.1:8080
    #[arg(long, alias = "url", value_name = "URL")]
    pub(crate) server: Option<String>,
    /// Which API to use [default: softserve with --event, else native]
    #[arg(long)]
    pub(crate) api: Option<Api>,
    /// The engine that plays [default: ours, as strong as --level says]
    #[arg(long, value_name = "ENGINE", value_parser = completed::engine(), hide_possible_values = true)]
    pub(crate) engine: Option<Contender>,
    /// The player's name; without a token, a player of this name is registered
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The event to play in, on a Softserve server
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Option<String>,
    /// How many games to think about at a time, by the native API [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<usize>,
    /// Which invitations to its game the bot accepts; others are declined [default: all]
    #[arg(long, value_name = "WHICH")]
    pub(crate) accept: Option<Accept>,
    /// Decline games in which a side begins with less time than this
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) shortest: Option<Duration>,
    /// Decline games in which a side begins with more time than this, or has no clock
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) longest: Option<Duration>,
    /// The player's token
    #[arg(long, value_name = "TOKEN", env = "CHAUTARI_BOT_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Where the player's token is kept; the file is made when the player is registered
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    pub(crate) token_file: Option<PathBuf>,
    /// Your email address, for a player that is registered
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) email: Option<String>,
    /// Stop after this many actions [default: never]
    #[arg(long, value_name = "N")]
    pub(crate) plies: Option<u64>,
    /// Stop after there has been nothing to do for this long [default: never]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) idle: Option<Duration>,
    #[command(flatten)]
    pub(crate) thinking: Thinking,
    #[command(flatten)]
    pub(crate) json: Json,
}
