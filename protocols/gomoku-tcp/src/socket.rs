//! The WebSocket endpoint `/gomoku`: one JSON object per text frame.

use std::io;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket};
use axum::routing::any;
use chautari_http::RemoteClient;
use chautari_http::{Heartbeat, WsUpgrade, bounded};
use chautari_platform::Platform;
use tokio::time::Instant;

use crate::connection::{Wire, run_session};
use crate::{ClientKind, Frame, Limits, MOST_MESSAGE};

/// Returns the route.
pub fn routes(limits: Limits) -> Router<Platform> {
    let connect = async move |State(app): State<Platform>,
                              RemoteClient(client): RemoteClient,
                              WsUpgrade(upgrade): WsUpgrade| {
        // More than the longest message, so that the session can report its length.
        bounded(upgrade, 2 * MOST_MESSAGE).on_upgrade(async move |socket| {
            let heartbeat = Heartbeat::new(app.http(), client);
            let mut socket = Socket { line: socket, heartbeat, received: Instant::now() };
            run_session(&app, client, limits, ClientKind::WebSocket, Instant::now(), &mut socket).await;
        })
    };
    Router::new().route("/gomoku", any(connect))
}

struct Socket {
    line: WebSocket,
    heartbeat: Heartbeat,
    received: Instant,
}

impl Wire for Socket {
    async fn receive(&mut self) -> Option<Vec<Frame>> {
        loop {
            let message = self.line.recv().await?;
            self.received = Instant::now();
            let message = match message {
                Ok(Message::Text(text)) => text.as_bytes().to_vec(),
                Ok(Message::Binary(bytes)) => bytes.to_vec(),
                // Messages are counted by the session.
                Ok(Message::Ping(_)) => {
                    self.heartbeat.frame().ok()?;
                    continue;
                }
                Ok(Message::Pong(_)) => {
                    self.heartbeat.pong().ok()?;
                    continue;
                }
                Ok(Message::Close(_)) => return None,
                // Most likely a message that is far too long, which the session reports.
                Err(_) => return Some(vec![Frame::TooLong]),
            };
            return Some(vec![Frame::whole(message)]);
        }
    }

    async fn say(&mut self, message: &str) -> io::Result<()> {
        self.line.send(Message::Text(message.into())).await.map_err(io::Error::other)
    }

    async fn ping(&mut self) -> io::Result<()> {
        self.line.send(Message::Ping(Vec::new().into())).await.map_err(io::Error::other)
    }

    fn received(&self) -> Option<Instant> {
        Some(self.received)
    }

    async fn close(&mut self) {
        let _ = self.line.send(Message::Close(None)).await;
    }
}
