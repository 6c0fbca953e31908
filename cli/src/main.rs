//! `chautari`, with all games.

use std::io::Write;
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

/// Responses are built from many small allocations. With the system's allocator a server spends half of its
/// time allocating.
#[cfg(feature = "serve")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// 8 MiB, the usual stack limit of the main thread.
const STACK_SIZE: usize = 8 << 20;

/// Runs the program on a thread whose stack is reserved up front. The main thread's stack grows on demand, and
/// when memory runs out the kernel would kill the process without a message.
fn main() -> ExitCode {
    let program = || chautari::run(chautari_games::GAMES);
    match thread::Builder::new().name("main".to_owned()).stack_size(STACK_SIZE).spawn(program) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "chautari: There is too little memory to start: {error}.");
            ExitCode::from(2)
        }
    }
}
