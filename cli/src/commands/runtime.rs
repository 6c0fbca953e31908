//! Runs asynchronous commands to their end.

use std::panic;

use crate::output::Failure;

/// Runs a future on a new multi-threaded runtime and waits for its result.
pub(super) fn block_on<T>(task: impl Future<Output = anyhow::Result<T>>) -> Result<T, Failure> {
    let runtime = start_runtime()?;
    let result = runtime.block_on(task);
    // An engine may need a moment to notice that it was cancelled; do not wait for it.
    runtime.shutdown_background();
    result.map_err(|error| Failure::bad(explain_lack_of_memory(&error_chain(&error))))
}

/// Starts the threads of the runtime. If the system allows too few, the library panics while it holds locks, and would
/// then wait forever, so the process ends instead.
fn start_runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|panic| {
        anstream::eprintln!("chautari: cannot start a thread; there is too little memory ({panic}).");
        std::process::exit(1);
    }));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    panic::set_hook(hook);
    runtime
}

/// Joins an error and its causes, without causes that the text already ends with.
fn error_chain(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        text if text.ends_with(&cause) => text.to_owned(),
        text => format!("{text}: {cause}"),
    })
}

/// The OS error for a failed thread spawn is cryptic; name the lack of memory.
fn explain_lack_of_memory(error: &str) -> String {
    let signs = ["Resource temporarily unavailable", "Cannot allocate memory"];
    let hint =
        if signs.iter().any(|sign| error.contains(sign)) { "; there is too little memory" } else { "" };
    format!("{error}{hint}.")
}
