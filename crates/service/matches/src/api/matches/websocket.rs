//! `GET /matches/{match}/live`: watch and play a match over a WebSocket.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use axum::extract::{Path, State};
use axum::response::Response;
use bytes::Bytes;
use chautari_aggregate::{Lagged, Update, Versioned, Watch};
use chautari_arena::live::Action;
use chautari_http::cost::Act;
use chautari_http::problem;
use chautari_http::websocket::{HELLO, Heartbeat, PING, SendError, ping, send, tell};
use chautari_http::{Billed, Client, Cost, Problem, RemoteClient, Token, WsUpgrade, read_json};
use chautari_ledger::Version;
use chautari_people::Caller;
use chautari_platform::MatchId;
use chautari_wire::{ActRequest, At, MatchFrame};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};

use super::actions::execute;
use super::match_id;
use crate::Matches;
use crate::model::{MatchState, match_view};

/// Bytes of a frame from the client. An action needs far less.
const MAX_FRAME: usize = 16 << 10;

/// A client that has missed more events than this gets the state instead.
const MAX_MISSED: u64 = 50;

/// A connection is charged as one more request per this many events that are read for it.
const EVENTS_PER_REQUEST: usize = 50;

/// Bytes of a close reason, by the WebSocket standard.
const MAX_REASON: usize = 123;

/// Why a connection ends.
enum Closed {
    /// The server is stopping; the client should connect again.
    Stopping,
    /// The client sent a frame that cannot be read.
    Unreadable(String),
    /// The client did not receive a frame in time, or was silent for too long.
    Slow,
    /// The client sent too many frames.
    RateExceeded,
    /// The server failed; the client should connect again.
    Failed,
    /// The client closed the connection.
    ByClient,
}

impl From<SendError> for Closed {
    fn from(error: SendError) -> Closed {
        match error {
            SendError::Gone => Closed::ByClient,
            SendError::Slow => Closed::Slow,
        }
    }
}

impl Closed {
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason): (u16, String) = match self {
            Closed::ByClient => return None,
            Closed::Stopping => (1001, "the server is stopping".to_owned()),
            // A character has at most 4 bytes.
            Closed::Unreadable(text) if text.len() > MAX_REASON => {
                (1008, text.chars().take(MAX_REASON / 4).collect())
            }
            Closed::Unreadable(text) => (1008, text),
            Closed::Slow => (4008, "too slow".to_owned()),
            Closed::RateExceeded => (4029, "too many frames".to_owned()),
            Closed::Failed => (1011, "try again".to_owned()),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

/// A frame from the client.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ClientFrame {
    Hello {
        #[serde(default)]
        from: Option<u64>,
        #[serde(default)]
        token: Option<String>,
    },
    Action {
        command: String,
        #[serde(default)]
        version: Option<u64>,
        action: Action,
    },
    Ping,
}

/// Watch and play a match over a WebSocket
///
/// Use it to follow a match as it happens. The first frame is the client's:
/// `{"type":"hello","from":VERSION,"token":"…"}`. `from` is the last version it has seen, if any; the token is needed
/// only to play. The server sends the state, or the events since that version, and then every event as it happens.
/// The page on the protocol describes all frames.
#[utoipa::path(
    get, operation_id = "watch_match", path = "/matches/{match}/live", tag = "matches",
    params(("match" = String, Path, description = "The id of the match")),
    responses(
        (status = SWITCHING_PROTOCOLS, description = "A WebSocket"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
    ),
)]
pub(super) async fn watch(
    State(app): State<Matches>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    WsUpgrade(upgrade): WsUpgrade,
) -> Result<Response, Problem> {
    let id = match_id(&id)?;
    let watch = app.store().watch(&id).await?;
    Ok(chautari_http::bounded(upgrade, MAX_FRAME).on_upgrade(move |mut socket| async move {
        let closed = Connection { app, id, client, player: None }.serve(watch, &mut socket).await;
        if let Some(frame) = closed.frame() {
            let _ = send(&mut socket, Message::Close(Some(frame))).await;
        }
    }))
}

/// The connection of a client to a match.
struct Connection {
    app: Matches,
    id: MatchId,
    client: Client,
    /// The sender of the token in the hello.
    player: Option<Caller<Token, Act>>,
}

impl Connection {
    /// Serves the connection until it ends, and returns why.
    async fn serve(mut self, watch: Watch<MatchState>, socket: &mut WebSocket) -> Closed {
        let shutdown = self.app.http().shutdown().clone();
        let closed = tokio::select! {
            closed = self.talk(watch, socket) => closed,
            () = shutdown.requested() => Err(Closed::Stopping),
        };
        closed.unwrap_or_else(|closed| closed)
    }

    async fn talk(&mut self, mut watch: Watch<MatchState>, socket: &mut WebSocket) -> Result<Closed, Closed> {
        let from = self.receive_hello(socket).await?;
        // The watch was opened before, so events in between arrive as updates too. `seen` skips them.
        let mut seen = self.send_missed(socket, &watch.now(), from).await?;
        let shown = self.player.as_ref().map(|player| player.identity.hash());
        let mut heartbeat = Heartbeat::new(self.app.http(), self.client).showing(shown);
        let mut next_ping = Instant::now() + PING;
        loop {
            tokio::select! {
                update = watch.next() => match update {
                    Ok(update) if update.version > seen => {
                        seen = update.version;
                        send_notification(socket, &update.notification).await?;
                    }
                    Ok(_) => {}
                    Err(Lagged) => return Err(Closed::Slow),
                },
                frame = socket.recv() => {
                    heartbeat.hear(frame.as_ref()).map_err(|_| Closed::RateExceeded)?;
                    match frame {
                        Some(Ok(Message::Text(text))) => self.respond(socket, &text).await?,
                        Some(Ok(Message::Binary(_))) => {
                            return Err(Closed::Unreadable("text frames only".to_owned()));
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(Closed::ByClient),
                    }
                }
                () = sleep_until(next_ping) => {
                    if heartbeat.is_silent() {
                        return Err(Closed::Slow);
                    }
                    next_ping = Instant::now() + PING;
                    ping(socket).await?;
                }
            }
        }
    }

    /// Waits for the client's hello. Returns the version that the client has seen.
    async fn receive_hello(&mut self, socket: &mut WebSocket) -> Result<Option<u64>, Closed> {
        let first = timeout(HELLO, socket.recv()).await.map_err(|_| Closed::Slow)?;
        let Some(Ok(Message::Text(text))) = first else {
            return Err(match first {
                Some(Ok(Message::Close(_)) | Err(_)) | None => Closed::ByClient,
                Some(Ok(_)) => Closed::Unreadable("say hello first".to_owned()),
            });
        };
        match read_json("The frame", text.as_bytes()) {
            Ok(ClientFrame::Hello { from, token }) => {
                if let Some(text) = token {
                    let token = text
                        .parse::<Token>()
                        .map_err(|_| Closed::Unreadable("this is no token".to_owned()))?;
                    let player = Caller::authenticate(self.app.people(), self.client, Some(token)).await;
                    self.player = Some(player.map_err(|_| Closed::Failed)?);
                }
                Ok(from)
            }
            Ok(_) => Err(Closed::Unreadable("say hello first".to_owned())),
            Err(error) => Err(Closed::Unreadable(error.text)),
        }
    }

    /// Sends the events that the client has missed, or the state. Returns the version that the client has then.
    async fn send_missed(
        &self,
        socket: &mut WebSocket,
        now: &Versioned<MatchState>,
        from: Option<u64>,
    ) -> Result<Version, Closed> {
        let version = now.version;
        let from = from.map(Version);
        if from == Some(version) {
            return Ok(version);
        }
        if let Some(missed) = self.missed(from, version).await? {
            for update in missed {
                send_notification(socket, &update.notification).await?;
            }
        } else {
            let store = self.app.store();
            let state = match_view(now, store.presence(), At::Now(store.now_in(now)));
            let frame = MatchFrame::State { version: version.0, state: Box::new(state) };
            tell(socket, serde_json::to_string(&frame).unwrap_or_default().into()).await?;
        }
        Ok(version)
    }

    /// Returns the notifications after a version; `None` if the client should get the state instead. They are rebuilt
    /// by replaying the match, which is charged and, for a long match, a long read.
    async fn missed(
        &self,
        from: Option<Version>,
        version: Version,
    ) -> Result<Option<Vec<Update<Bytes>>>, Closed> {
        // A later version than the current one comes from a backup that was restored, or from another match.
        let is_near =
            |from: &Version| *from > Version::START && *from < version && version.0 - from.0 <= MAX_MISSED;
        let Some(from) = from.filter(is_near) else { return Ok(None) };
        let repository = self.app.store().repository();
        let missed = repository.notifications_between(&self.id, from, version);
        let missed = match version.0 as usize / EVENTS_PER_REQUEST {
            0 => missed.await,
            more if self.charge(Cost::requests(more)).is_err() => return Ok(None),
            _ => self.app.platform().read(self.client, missed).await,
        };
        missed.map(Some).map_err(|_| Closed::Failed)
    }

    fn charge(&self, cost: Cost) -> Result<(), Problem> {
        self.app.http().charge(Billed::address(self.client), cost)
    }

    /// Responds to a frame of the client.
    async fn respond(&self, socket: &mut WebSocket, text: &str) -> Result<(), Closed> {
        let response = match read_json("The frame", text.as_bytes()) {
            Ok(ClientFrame::Action { command, version, action }) => {
                self.act(ActRequest { command, version, action }).await
            }
            Ok(ClientFrame::Ping) => json!({"type": "pong"}),
            Ok(ClientFrame::Hello { .. }) => {
                return Err(Closed::Unreadable("you have said hello".to_owned()));
            }
            Err(error) => return Err(Closed::Unreadable(error.text)),
        };
        Ok(tell(socket, response.to_string().into()).await?)
    }

    async fn act(&self, request: ActRequest) -> Value {
        let acted = match &self.player {
            Some(player) => execute(&self.app, &self.id, player, &request).await,
            None => Err(Problem::unauthorized("To play, send the token of your seat in your hello.")),
        };
        match acted {
            Ok(acted) => json!({"type": "ack", "command": request.command, "version": acted.version}),
            Err(problem) => {
                let mut response = problem.to_json();
                response["type"] = "refused".into();
                response["command"] = request.command.into();
                response
            }
        }
    }
}

async fn send_notification(socket: &mut WebSocket, json: &Bytes) -> Result<(), Closed> {
    let text = Utf8Bytes::try_from(json.clone()).map_err(|_| Closed::Failed)?;
    Ok(tell(socket, text).await?)
}
