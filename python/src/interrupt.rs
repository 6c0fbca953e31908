//! Long computations that Ctrl-C cancels.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use chautari_game::Stop;
use pyo3::prelude::*;

/// Runs `work` on another thread while this one checks for Ctrl-C, which sets the stop flag.
pub(crate) fn interruptible<T: Send>(stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (send, receive) = channel();
        let working = scope.spawn(move || {
            let done = work();
            let _ = send.send(());
            done
        });
        let mut interrupted = Ok(());
        while receive.recv_timeout(Duration::from_millis(50)) == Err(RecvTimeoutError::Timeout) {
            if interrupted.is_ok() {
                #[allow(
                    clippy::redundant_closure_for_method_calls,
                    reason = "the method is not general enough"
                )]
                let signals = Python::attach(|py| py.check_signals());
                interrupted = signals;
            }
            if interrupted.is_err() {
                stop.stop();
            }
        }
        let done = working.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        interrupted.map(|()| done)
    })
}
