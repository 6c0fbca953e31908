//! Tables made in the background while people play.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use chautari_game::{AnyGame, OracleError, Prepared, Progress};

/// How long it may take to find out whether anything is to be made, before play begins anyway.
const FIRST_LOOK: Duration = Duration::from_millis(300);

enum News {
    Begun,
    Note(String),
    Ended(Result<Prepared, OracleError>),
}

/// Tables being made. Nothing is said of it but by [`news`](Self::news), between two prompts.
pub(super) struct Preparing {
    name: &'static str,
    folder: Arc<Path>,
    meter: Arc<Meter>,
    events: Receiver<News>,
    /// Looked at before its turn came.
    first: Option<News>,
    is_making: bool,
}

#[derive(Default)]
struct Meter {
    total: AtomicU64,
    done: AtomicU64,
}

struct Onlooker {
    meter: Arc<Meter>,
    events: Sender<News>,
}

impl Progress for Onlooker {
    fn begin(&self, total: u64) {
        self.meter.total.store(total, Relaxed);
        if total > 0 {
            self.tell(News::Begun);
        }
    }

    fn advance(&self, units: u64) {
        self.meter.done.fetch_add(units, Relaxed);
    }

    fn note(&self, text: &str) {
        self.tell(News::Note(text.to_owned()));
    }
}

impl Onlooker {
    fn tell(&self, event: News) {
        // Nobody listens once the game is left, and then the process ends.
        let _ = self.events.send(event);
    }
}

impl Preparing {
    /// Begins in a thread that ends with the process: tables are whole or not there, so it may be cut
    /// off at any instant, and the next time goes on where it was.
    pub(super) fn begin(game: &dyn AnyGame, folder: Arc<Path>) -> Preparing {
        let meter = Arc::new(Meter::default());
        let (sender, events) = mpsc::channel();
        let onlooker = Onlooker { meter: Arc::clone(&meter), events: sender };
        let name = game.info().name;
        let (game, place) = (game.boxed(), Arc::clone(&folder));
        thread::spawn(move || {
            let result = game.prepare(&place, &onlooker);
            onlooker.tell(News::Ended(result));
        });
        let first = events.recv_timeout(FIRST_LOOK).ok();
        Preparing { name, folder, meter, events, first, is_making: false }
    }

    /// What there is to say since the last time.
    pub(super) fn news(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(event) = self.first.take().or_else(|| self.events.try_recv().ok()) {
            lines.extend(self.line(event));
        }
        lines
    }

    fn line(&mut self, event: News) -> Option<String> {
        let (name, folder) = (self.name, self.folder.display());
        match event {
            News::Begun => {
                self.is_making = true;
                Some(format!(
                    "Exact tables of the end of {name} are being made in {folder}, in the background."
                ))
            }
            // What each part took is of interest to who asked for it.
            News::Note(text) => text.contains("damaged").then_some(text),
            News::Ended(result) => {
                let was_making = std::mem::replace(&mut self.is_making, false);
                match result {
                    Ok(Prepared::Ready) if was_making => Some(format!(
                        "The tables of {name} are ready: full strength plays its end perfectly."
                    )),
                    Ok(Prepared::Elsewhere) => {
                        Some(format!("Another program is making the tables of {name} in {folder}."))
                    }
                    Ok(_) => None,
                    Err(error) => Some(format!("There will be no tables of {name}: {error}")),
                }
            }
        }
    }

    /// How far it is, in percent, while it is going on.
    pub(super) fn percent(&self) -> Option<u64> {
        let total = self.meter.total.load(Relaxed).max(1);
        self.is_making.then(|| (100 * self.meter.done.load(Relaxed) / total).min(99))
    }
}
