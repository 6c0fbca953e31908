//! What the process is told from outside: to stop, or to read its settings again.

use std::io::IsTerminal;

use chautari_server::App;

use super::service::{self, News};
use super::settings::Settings;

/// Obeys until a stop is asked for. From this call on no signal ends the program by itself, whether or not the
/// future has begun.
#[cfg(unix)]
pub(super) fn obey(app: App, settings: Settings) -> impl Future<Output = ()> + Send {
    use tokio::signal::unix::{SignalKind, signal};
    // A terminal that is closed sends the same signal as somebody who wants settings read again.
    let is_in_terminal = std::io::stdin().is_terminal();
    // All of them here: one that is taken only when it is first waited for ends the program until then.
    let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
    let signals = kinds.map(signal);
    async move {
        match signals {
            [Ok(mut terminate), Ok(mut interrupt), Ok(mut hangup)] => loop {
                tokio::select! {
                    _ = terminate.recv() => break,
                    _ = interrupt.recv() => break,
                    _ = hangup.recv() => if is_in_terminal { break } else { settings.renew(&app) },
                }
            },
            _ => drop(tokio::signal::ctrl_c().await),
        }
        stop(&app);
    }
}

/// Obeys until a stop is asked for.
#[cfg(not(unix))]
pub(super) async fn obey(app: App, _: Settings) {
    let _ = tokio::signal::ctrl_c().await;
    stop(&app);
}

fn stop(app: &App) {
    tracing::info!("stopping");
    service::tell(News::Stopping);
    app.shutdown().request();
}
