//! Exact tables: made in the background where they are worth having.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use chautari_game::{Prepared, Progress};

use crate::{App, Shutdown};

/// Writes what happens to the log, and ends with the server.
struct Onlooker {
    game: &'static str,
    shutdown: Shutdown,
}

impl Progress for Onlooker {
    fn begin(&self, total: u64) {
        if total > 0 {
            tracing::info!(game = self.game, "exact tables are being made");
        }
    }

    fn advance(&self, _: u64) {}

    fn note(&self, text: &str) {
        tracing::debug!(game = self.game, "{text}");
    }

    fn is_stopped(&self) -> bool {
        self.shutdown.is_requested()
    }
}

/// Makes the tables of every game that has some. Engines and probes find them once they are there;
/// what is cut off goes on the next time.
pub(crate) fn prepare(app: &App, folder: &Arc<Path>) {
    let (app, folder) = (app.clone(), Arc::clone(folder));
    let work = move || {
        for game in app.games() {
            let onlooker = Onlooker { game: game.info().id, shutdown: app.shutdown().clone() };
            match game.prepare(&folder, &onlooker) {
                Ok(Prepared::Ready) => tracing::info!(game = onlooker.game, "exact tables are ready"),
                Ok(Prepared::Elsewhere) => {
                    tracing::info!(game = onlooker.game, "another process makes the tables");
                }
                Ok(Prepared::Nothing) => {}
                Ok(Prepared::Stopped) => break,
                Err(cause) => tracing::warn!(game = onlooker.game, %cause, "there are no tables"),
            }
        }
    };
    if let Err(cause) = thread::Builder::new().name("tables".to_owned()).spawn(work) {
        tracing::warn!(%cause, "no tables can be made");
    }
}
