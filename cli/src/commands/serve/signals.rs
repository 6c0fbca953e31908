//! Signal handling: SIGTERM and SIGINT stop the server, SIGHUP reloads its settings.

use std::io::IsTerminal;

use chautari_server::App;

use super::reload::ReloadableSettings;
use super::systemd::{self, ServiceState};

/// Handles signals until one of them requests a stop. The handlers are installed when this function is called, not
/// when the future is first polled.
#[cfg(unix)]
pub(super) fn handle(app: App, settings: ReloadableSettings) -> impl Future<Output = ()> + Send {
    use tokio::signal::unix::{SignalKind, signal};
    // A closed terminal sends SIGHUP as well. It then means to stop, not to reload.
    let is_in_terminal = std::io::stdin().is_terminal();
    // Install all handlers now; until then each of these signals kills the process.
    let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
    let signals = kinds.map(signal);
    async move {
        match signals {
            [Ok(mut terminate), Ok(mut interrupt), Ok(mut hangup)] => loop {
                tokio::select! {
                    _ = terminate.recv() => break,
                    _ = interrupt.recv() => break,
                    _ = hangup.recv() => if is_in_terminal { break } else { settings.reload(&app) },
                }
            },
            _ => drop(tokio::signal::ctrl_c().await),
        }
        stop(&app);
    }
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
pub(super) async fn handle(app: App, _: ReloadableSettings) {
    let _ = tokio::signal::ctrl_c().await;
    stop(&app);
}

fn stop(app: &App) {
    tracing::info!("stopping");
    systemd::notify(ServiceState::Stopping);
    app.shutdown().request();
}
