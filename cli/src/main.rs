//! `chautari`: abstract board games on the command line.
//!
//! Data goes to standard output, everything else to standard error. Exit 0: done. 1: the answer is
//! no. 2: bad usage or input.

mod args;
mod commands;
mod contender;
mod folder;
mod input;
mod lines;
mod novices;
mod report;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::report::Failure;

/// Answers are made of many small pieces, which the system's allocator spends half of a server's time on.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
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
