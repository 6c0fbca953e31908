//! Integration with systemd: socket activation, readiness notification and the watchdog.

use std::net::TcpListener;
use std::time::Duration;

use anyhow::Context;

/// Listening sockets passed by the service manager: the first is for HTTP, the second for Gomoku.
#[derive(Default)]
pub(super) struct InheritedSockets {
    pub(super) http: Option<TcpListener>,
    pub(super) gomoku: Option<TcpListener>,
}

impl InheritedSockets {
    /// Takes the sockets announced in `LISTEN_PID` and `LISTEN_FDS`.
    pub(super) fn take() -> anyhow::Result<InheritedSockets> {
        let mut sockets = listenfd::ListenFd::from_env();
        let mut take = |number: usize| -> anyhow::Result<Option<TcpListener>> {
            if sockets.len() <= number {
                return Ok(None);
            }
            let socket = sockets.take_tcp_listener(number);
            let socket = socket.with_context(|| format!("The inherited socket {number} cannot be used"))?;
            if let Some(socket) = &socket {
                socket.set_nonblocking(true)?;
            }
            Ok(socket)
        };
        Ok(InheritedSockets { http: take(0)?, gomoku: take(1)? })
    }
}

/// A state reported to the service manager.
#[derive(Clone, Copy, Debug)]
pub(super) enum ServiceState {
    Ready,
    Alive,
    Stopping,
}

/// Notifies the service manager, if there is one. A failure is only logged, because the manager notices a missing
/// notification by itself.
pub(super) fn notify(state: ServiceState) {
    let message = match state {
        ServiceState::Ready => "READY=1",
        ServiceState::Alive => "WATCHDOG=1",
        ServiceState::Stopping => "STOPPING=1",
    };
    if let Err(e) = send(message) {
        tracing::debug!(cause = %e, message, "cannot notify the service manager");
    }
}

#[cfg(target_os = "linux")]
fn send(message: &str) -> std::io::Result<()> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};
    let Some(path) = std::env::var_os("NOTIFY_SOCKET") else { return Ok(()) };
    let address = match path.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(&path)?,
    };
    UnixDatagram::unbound()?.send_to_addr(message.as_bytes(), &address).map(drop)
}

#[cfg(not(target_os = "linux"))]
fn send(_: &str) -> std::io::Result<()> {
    Ok(())
}

/// Pings the service manager's watchdog twice per interval. The pings stop if the runtime hangs.
pub(super) async fn run_watchdog() {
    let variable = |name| std::env::var(name).ok()?.parse::<u64>().ok();
    let Some(interval) = variable("WATCHDOG_USEC").filter(|micros| *micros > 0) else { return };
    // The variable may be meant for another process.
    if variable("WATCHDOG_PID").is_some_and(|pid| pid != u64::from(std::process::id())) {
        return;
    }
    let mut ticks = tokio::time::interval(Duration::from_micros(interval) / 2);
    loop {
        ticks.tick().await;
        notify(ServiceState::Alive);
    }
}
