//! `chautari`, with all games.

use std::io::Write;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

/// Answers are made of many small pieces, which the system's allocator spends half of a server's time on.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// As much as the first thread usually may have.
const STACK: usize = 8 << 20;

/// Runs on a stack that is there before it is needed. That of the first thread grows by and by, and where memory is
/// short the system would end the program without a word.
fn main() -> ExitCode {
    let program = || chautari::run(chautari_games::GAMES);
    match thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn(program) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "chautari: There is too little memory to start: {error}.");
            ExitCode::from(2)
        }
    }
}
