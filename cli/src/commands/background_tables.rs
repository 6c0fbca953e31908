//! Builds missing tables in the background during `play`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use chautari_game::{AnyGame, OracleError, Prepared, Progress};

/// How long to wait at the start for the check whether any table is missing.
const FIRST_EVENT_TIMEOUT: Duration = Duration::from_millis(300);

/// An event of the build.
enum BuildEvent {
    Started,
    Note(String),
    Finished(Result<Prepared, OracleError>),
}

/// A build in the background. Its messages are collected by [`messages`](Self::messages), so that they can be printed
/// between two prompts.
pub(super) struct BackgroundTables {
    name: &'static str,
    folder: Arc<Path>,
    meter: Arc<Meter>,
    events: Receiver<BuildEvent>,
    /// The first event, if it arrived during the start.
    first: Option<BuildEvent>,
    is_building: bool,
}

/// The progress of the build, in units of work.
#[derive(Default)]
struct Meter {
    total: AtomicU64,
    done: AtomicU64,
}

/// Reports the progress from the build thread.
struct ProgressSender {
    meter: Arc<Meter>,
    events: Sender<BuildEvent>,
}

impl Progress for ProgressSender {
    fn begin(&self, total: u64) {
        self.meter.total.store(total, Relaxed);
        if total > 0 {
            self.send(BuildEvent::Started);
        }
    }

    fn advance(&self, units: u64) {
        self.meter.done.fetch_add(units, Relaxed);
    }

    fn note(&self, text: &str) {
        self.send(BuildEvent::Note(text.to_owned()));
    }
}

impl ProgressSender {
    fn send(&self, event: BuildEvent) {
        // The receiver is gone only when the process is about to end.
        let _ = self.events.send(event);
    }
}

impl BackgroundTables {
    /// Starts the build in a detached thread. It can be killed at any time, because tables are written atomically; the
    /// next run continues where it stopped.
    pub(super) fn start(game: &dyn AnyGame, folder: Arc<Path>) -> BackgroundTables {
        let meter = Arc::new(Meter::default());
        let (send, events) = mpsc::channel();
        let sender = ProgressSender { meter: Arc::clone(&meter), events: send };
        let name = game.info().name;
        let (game, build_folder) = (game.boxed(), Arc::clone(&folder));
        thread::spawn(move || {
            let result = game.prepare(&build_folder, &sender);
            sender.send(BuildEvent::Finished(result));
        });
        let first = events.recv_timeout(FIRST_EVENT_TIMEOUT).ok();
        BackgroundTables { name, folder, meter, events, first, is_building: false }
    }

    /// Returns the messages since the previous call.
    pub(super) fn messages(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(event) = self.first.take().or_else(|| self.events.try_recv().ok()) {
            lines.extend(self.message(event));
        }
        lines
    }

    fn message(&mut self, event: BuildEvent) -> Option<String> {
        let (name, folder) = (self.name, self.folder.display());
        match event {
            BuildEvent::Started => {
                self.is_building = true;
                Some(format!("Building exact tables of the end of {name} in {folder}, in the background."))
            }
            // Only damage matters here; other notes are about the time each part took.
            BuildEvent::Note(text) => text.contains("damaged").then_some(text),
            BuildEvent::Finished(result) => {
                let was_building = std::mem::replace(&mut self.is_building, false);
                match result {
                    Ok(Prepared::Ready) if was_building => Some(format!(
                        "The tables of {name} are ready: full strength now plays its end perfectly."
                    )),
                    Ok(Prepared::Elsewhere) => {
                        Some(format!("Another process is building the tables of {name} in {folder}."))
                    }
                    Ok(_) => None,
                    Err(error) => Some(format!("Cannot build the tables of {name}: {error}")),
                }
            }
        }
    }

    /// Returns the progress in percent; `None` if no build is running.
    pub(super) fn percent(&self) -> Option<u64> {
        let total = self.meter.total.load(Relaxed).max(1);
        self.is_building.then(|| (100 * self.meter.done.load(Relaxed) / total).min(99))
    }
}
