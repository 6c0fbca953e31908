//! `chautari`, with all games.

use std::process::ExitCode;

/// Answers are made of many small pieces, which the system's allocator spends half of a server's time on.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    chautari::run(chautari_games::GAMES)
}
