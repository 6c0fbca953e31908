//! Builds exact tables in the background.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use chautari_game::{Prepared, Progress};
use chautari_http::Shutdown;

use crate::App;

/// Writes what happens to the log, and ends with the server.
struct ProgressLogger {
    game: &'static str,
    shutdown: Shutdown,
}

impl Progress for ProgressLogger {
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
pub(crate) fn start(app: &App, folder: &Arc<Path>) {
    let (app, folder) = (app.clone(), Arc::clone(folder));
    let work = move || {
        for game in app.platform().games() {
            let progress = ProgressLogger { game: game.info().id, shutdown: app.http().shutdown().clone() };
            match game.prepare(&folder, &progress) {
                Ok(Prepared::Ready) => tracing::info!(game = progress.game, "exact tables are ready"),
                Ok(Prepared::Elsewhere) => {
                    tracing::info!(game = progress.game, "another process makes the tables");
                }
                Ok(Prepared::Nothing) => {}
                Ok(Prepared::Stopped) => break,
                Err(cause) => tracing::warn!(game = progress.game, %cause, "there are no tables"),
            }
        }
    };
    if let Err(cause) = thread::Builder::new().name("tables".to_owned()).spawn(work) {
        tracing::warn!(%cause, "no tables can be made");
    }
}
