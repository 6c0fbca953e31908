//! `bot`: plays on a server with a built-in engine or any UGI program.

mod config;
mod engine;
mod http_client;
mod invitation_filter;
mod native;
mod softserve;

use std::io::Write;

use self::config::BotConfig;
use super::runtime::block_on;
use crate::args::{BotArgs, ServerApi};
use crate::output::{CommandResult, Failure};

pub(super) fn run(game: &str, args: BotArgs, out: &mut dyn Write) -> CommandResult {
    let config = BotConfig::new(game, args)?;
    // Fail early, before a player is registered for an engine that does not start.
    let started = config.engine().player.new_game(0);
    started.map_err(|lapse| Failure::bad(format!("The engine cannot play: {lapse}.")))?;
    match config.api {
        ServerApi::Softserve => block_on(softserve::play(&config, out)),
        ServerApi::Native => block_on(native::play(&config, out)),
    }
}
