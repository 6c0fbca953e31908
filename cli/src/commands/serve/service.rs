//! What a service manager and its server say to each other: sockets that are handed over, "ready", "alive".

use std::net::TcpListener;
use std::time::Duration;

use anyhow::Context;

/// Sockets that listen already, opened by whoever started us: the first is for HTTP, the second for Gomoku.
#[derive(Default)]
pub(super) struct Inherited {
    pub(super) http: Option<TcpListener>,
    pub(super) gomoku: Option<TcpListener>,
}

impl Inherited {
    /// Takes them, by the variables `LISTEN_PID` and `LISTEN_FDS` that systemd sets.
    pub(super) fn take() -> anyhow::Result<Inherited> {
        let mut sockets = listenfd::ListenFd::from_env();
        let mut take = |number: usize| -> anyhow::Result<Option<TcpListener>> {
            if sockets.len() <= number {
                return Ok(None);
            }
            let socket = sockets.take_tcp_listener(number);
            let socket = socket.with_context(|| format!("The inherited socket {number} is of no use"))?;
            if let Some(socket) = &socket {
                socket.set_nonblocking(true)?;
            }
            Ok(socket)
        };
        Ok(Inherited { http: take(0)?, gomoku: take(1)? })
    }
}

/// News for the service manager.
#[derive(Clone, Copy, Debug)]
pub(super) enum News {
    Ready,
    Alive,
    Stopping,
}

/// Tells it, where one has asked to be told. That it cannot be told is no reason to fail: it will notice.
pub(super) fn tell(news: News) {
    let state = match news {
        News::Ready => "READY=1",
        News::Alive => "WATCHDOG=1",
        News::Stopping => "STOPPING=1",
    };
    if let Err(e) = send(state) {
        tracing::debug!(cause = %e, state, "the service manager cannot be told");
    }
}

#[cfg(target_os = "linux")]
fn send(state: &str) -> std::io::Result<()> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};
    let Some(place) = std::env::var_os("NOTIFY_SOCKET") else { return Ok(()) };
    let address = match place.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(&place)?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address).map(drop)
}

#[cfg(not(target_os = "linux"))]
fn send(_: &str) -> std::io::Result<()> {
    Ok(())
}

/// Says "alive" twice in each span the service manager gives us, for as long as tasks take their turns.
pub(super) async fn keep_saying_alive() {
    let variable = |name| std::env::var(name).ok()?.parse::<u64>().ok();
    let Some(span) = variable("WATCHDOG_USEC").filter(|span| *span > 0) else { return };
    // It may mean another process than this one.
    if variable("WATCHDOG_PID").is_some_and(|pid| pid != u64::from(std::process::id())) {
        return;
    }
    let mut ticks = tokio::time::interval(Duration::from_micros(span) / 2);
    loop {
        ticks.tick().await;
        tell(News::Alive);
    }
}
