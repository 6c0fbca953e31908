//! `chautari`: abstract board games on the command line.
//!
//! Data goes to standard output, everything else to standard error. Exit 0: done. 1: the answer is
//! no. 2: bad usage or input.

mod args;
mod commands;
mod completed;
mod contender;
mod folder;
mod input;
mod lines;
mod novices;
mod report;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

use chautari_game::AnyGame;
use clap::Parser;

use crate::report::Failure;

/// The games a process has. They are the same until it ends, so nobody has to pass them along.
static GAMES: OnceLock<&'static [&'static dyn AnyGame]> = OnceLock::new();

fn games() -> &'static [&'static dyn AnyGame] {
    GAMES.get().copied().unwrap_or_default()
}

/// The whole program, with these games: does what the command line says and tells how to exit.
pub fn run(games: &'static [&'static dyn AnyGame]) -> ExitCode {
    GAMES.get_or_init(|| games);
    let args = args::Args::parse();
    let mut out = anstream::AutoStream::auto(io::stdout()).lock();
    let result = commands::run(args.command, &mut out);
    let result = result.and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}

/// What every command ends with.
type Done = Result<(), Failure>;
