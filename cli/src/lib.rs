//! `chautari`: abstract board games on the command line.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: 0 success, 1 a negative
//! answer (a refused move, a failed check), 2 bad usage or input.

mod args;
mod baseline_engines;
mod commands;
mod completion;
mod data_dir;
mod engine_spec;
mod input;
mod line_editor;
mod output;
mod registry;

use std::io::{self, Write};
use std::process::ExitCode;

use chautari_game::AnyGame;
use clap::Parser;

/// Runs the whole program with these games: parses the command line, executes the command and returns the
/// exit code.
pub fn run(games: &'static [&'static dyn AnyGame]) -> ExitCode {
    registry::set(games);
    let args = args::Args::parse();
    let mut out = anstream::AutoStream::auto(io::stdout()).lock();
    let result = commands::run(args.command, &mut out);
    let result = result.and_then(|()| Ok(out.flush()?));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print(),
    }
}
