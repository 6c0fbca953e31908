//! The same over WebSocket: one object a text frame.

use std::io;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket};
use axum::routing::any;
use chautari_http::RemoteClient;
use chautari_http::{Heartbeat, WsUpgrade, bounded};
use chautari_platform::Platform;
use tokio::time::Instant;

use crate::connection::{Wire, converse};
use crate::{Frame, Limits, MOST_MESSAGE, Words};

/// The route.
pub fn routes(limits: Limits) -> Router<Platform> {
    let connect = async move |State(app): State<Platform>,
                              RemoteClient(client): RemoteClient,
                              WsUpgrade(upgrade): WsUpgrade| {
        // A little more than a message may have, so that the dialogue can say what was wrong.
        bounded(upgrade, 2 * MOST_MESSAGE).on_upgrade(async move |socket| {
            let hearing = Heartbeat::new(app.http(), client);
            let mut socket = Socket { line: socket, hearing, heard: Instant::now() };
            converse(&app, client, limits, Words::Contract, Instant::now(), &mut socket).await;
        })
    };
    Router::new().route("/gomoku", any(connect))
}

struct Socket {
    line: WebSocket,
    hearing: Heartbeat,
    heard: Instant,
}

impl Wire for Socket {
    async fn hear(&mut self) -> Option<Vec<Frame>> {
        loop {
            let message = self.line.recv().await?;
            self.heard = Instant::now();
            let message = match message {
                Ok(Message::Text(text)) => text.as_bytes().to_vec(),
                Ok(Message::Binary(bytes)) => bytes.to_vec(),
                // Messages are counted where they are answered.
                Ok(Message::Ping(_)) => {
                    self.hearing.frame().ok()?;
                    continue;
                }
                Ok(Message::Pong(_)) => {
                    self.hearing.pong().ok()?;
                    continue;
                }
                Ok(Message::Close(_)) => return None,
                // Most likely a message far too long: say so, if anybody still listens.
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

    fn heard(&self) -> Option<Instant> {
        Some(self.heard)
    }

    async fn close(&mut self) {
        let _ = self.line.send(Message::Close(None)).await;
    }
}
