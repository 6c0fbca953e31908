//! The TCP port.

use std::io;
use std::time::Duration;

use chautari_server::{App, Client};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::connection::{Wire, converse};
use crate::{Dialogue, Frame, Frames, Limits, Reply};

/// How long the rest of what a client sends is thrown away before the line is cut: a line that is cut
/// while something is on its way loses what was said last.
const FAREWELL: Duration = Duration::from_secs(1);

/// Serves every connection that comes, until the server stops.
pub async fn listen(app: App, listener: TcpListener, limits: Limits) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = connections.join_next(), if !connections.is_empty() => continue,
            () = app.shutdown().requested() => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, most likely: others must leave first.
                tracing::warn!(%error, "a Gomoku connection could not be accepted");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Answers are short and waited for.
        let _ = stream.set_nodelay(true);
        let mut wire = Line { stream, frames: Frames::new(), buffer: vec![0; 4096] };
        let full = connections.len() >= limits.connections;
        let app = app.clone();
        connections.spawn(async move {
            if full {
                turn_away(&mut wire).await;
            } else {
                converse(&app, Client::at(address.ip()), limits, &mut wire).await;
            }
        });
    }
    // Everybody has been told by the same signal.
    while connections.join_next().await.is_some() {}
}

async fn turn_away(wire: &mut Line) {
    for reply in Dialogue::dismiss("Too many games are being played; try again later.") {
        match reply {
            Reply::Say(message) => {
                let _ = timeout(FAREWELL, wire.say(&message)).await;
            }
            _ => wire.close().await,
        }
    }
}

struct Line {
    stream: TcpStream,
    frames: Frames,
    buffer: Vec<u8>,
}

impl Wire for Line {
    async fn hear(&mut self) -> Option<Vec<Frame>> {
        match self.stream.read(&mut self.buffer).await {
            Ok(0) | Err(_) => None,
            Ok(count) => Some(self.frames.push(&self.buffer[..count])),
        }
    }

    async fn say(&mut self, message: &str) -> io::Result<()> {
        self.stream.write_all(format!("{message}\n").as_bytes()).await
    }

    async fn close(&mut self) {
        let _ = self.stream.shutdown().await;
        let drain = async { while matches!(self.stream.read(&mut self.buffer).await, Ok(1..)) {} };
        let _ = timeout(FAREWELL, drain).await;
    }
}
