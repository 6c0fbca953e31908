//! A match watched, and played, over a WebSocket.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use axum::extract::{Path, State};
use axum::response::Response;
use chautari_aggregate::{Lagged, Update, Versioned, Watch};
use chautari_arena::live::{Action, At};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::websocket::{HELLO, Heartbeat, PING, SendError, ping, send, tell};
use chautari_http::{Problem, Token, WsUpgrade, read_json};
use chautari_ledger::Version;
use chautari_platform::MatchId;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout};

use super::actions::{self, carry_out};
use super::named;
use super::state::MatchState;
use super::view::View;
use crate::Matches;

/// The largest frame a client has reason to send.
const LARGEST: usize = 16 << 10;

/// Who missed more events than this is told the state instead.
const MOST_MISSED: u64 = 50;

/// So many events that are read for it are the work of one more request.
const REPLAYED: usize = 50;

/// Why the server closes a connection.
enum Bye {
    /// The server is stopping: come again.
    Stopping,
    /// The client said something that is not understood.
    Unread(String),
    /// The client did not take what it was sent, or said nothing for too long.
    Slow,
    /// The client says more than anybody has reason to.
    Busy,
    /// Something is wrong here: come again.
    Broken,
    /// The client has gone.
    Gone,
}

impl From<SendError> for Bye {
    fn from(unsent: SendError) -> Bye {
        match unsent {
            SendError::Gone => Bye::Gone,
            SendError::Slow => Bye::Slow,
        }
    }
}

impl Bye {
    fn frame(self) -> Option<CloseFrame> {
        let (code, reason): (u16, String) = match self {
            Bye::Gone => return None,
            Bye::Stopping => (1001, "the server is stopping".to_owned()),
            // A reason has at most 123 bytes, and a character at most 4.
            Bye::Unread(text) if text.len() > 123 => (1008, text.chars().take(30).collect()),
            Bye::Unread(text) => (1008, text),
            Bye::Slow => (4008, "too slow".to_owned()),
            Bye::Busy => (4029, "too many frames".to_owned()),
            Bye::Broken => (1011, "try again".to_owned()),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

/// What a client may say.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ClientMessage {
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

/// Watch a match, and play it
///
/// The first frame is the client's: `{"type":"hello","from":VERSION,"token":"…"}`, where `from` is the
/// last version it has seen, if any, and the token is needed only to play. The server sends the state,
/// or the events since, and then events as they happen. See the page on the protocol.
#[utoipa::path(
    get, operation_id = "watch_match", path = "/matches/{match}/live", tag = "matches",
    params(("match" = String, Path, description = "The match")),
    responses(
        (status = SWITCHING_PROTOCOLS, description = "A WebSocket"),
        (status = NOT_FOUND, body = problem::Body),
    ),
)]
pub(super) async fn live(
    State(app): State<Matches>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    WsUpgrade(upgrade): WsUpgrade,
) -> Result<Response, Problem> {
    let id = named(&id)?;
    let watch = app.store().watch(&id).await?;
    Ok(chautari_http::bounded(upgrade, LARGEST).on_upgrade(move |mut socket| async move {
        let bye = Visit { app, id, client, token: None }.serve(watch, &mut socket).await;
        if let Some(frame) = bye.frame() {
            let _ = send(&mut socket, Message::Close(Some(frame))).await;
        }
    }))
}

/// One client at one match.
struct Visit {
    app: Matches,
    id: MatchId,
    client: Client,
    token: Option<Token>,
}

impl Visit {
    /// Serves until somebody has had enough, and says why.
    async fn serve(mut self, watch: Watch<MatchState>, socket: &mut WebSocket) -> Bye {
        let shutdown = self.app.http().shutdown().clone();
        let bye = tokio::select! {
            bye = self.talk(watch, socket) => bye,
            () = shutdown.requested() => Ok(Bye::Stopping),
        };
        bye.unwrap_or_else(|bye| bye)
    }

    async fn talk(&mut self, mut watch: Watch<MatchState>, socket: &mut WebSocket) -> Result<Bye, Bye> {
        let from = self.hello(socket).await?;
        // The watch began before: what happens in between is heard, and not told twice.
        let mut seen = self.tell_missed(socket, &watch.now(), from).await?;
        let shown = self.token.as_ref().map(Token::hash);
        let mut hearing = Heartbeat::new(self.app.http(), self.client).showing(shown);
        let mut next_ping = Instant::now() + PING;
        loop {
            tokio::select! {
                update = watch.next() => match update {
                    Ok(update) if update.version > seen => {
                        seen = update.version;
                        tell(socket, update.notification.clone()).await?;
                    }
                    Ok(_) => {}
                    Err(Lagged) => return Err(Bye::Slow),
                },
                said = socket.recv() => {
                    hearing.hear(said.as_ref()).map_err(|_| Bye::Busy)?;
                    match said {
                        Some(Ok(Message::Text(text))) => self.answer(socket, &text).await?,
                        Some(Ok(Message::Binary(_))) => return Err(Bye::Unread("text frames only".to_owned())),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(Bye::Gone),
                    }
                }
                () = sleep_until(next_ping) => {
                    if hearing.is_silent() {
                        return Err(Bye::Slow);
                    }
                    next_ping = Instant::now() + PING;
                    ping(socket).await?;
                }
            }
        }
    }

    /// Waits for the client's hello and says which version it has seen.
    async fn hello(&mut self, socket: &mut WebSocket) -> Result<Option<u64>, Bye> {
        let first = timeout(HELLO, socket.recv()).await.map_err(|_| Bye::Slow)?;
        let Some(Ok(Message::Text(text))) = first else {
            return Err(match first {
                Some(Ok(Message::Close(_)) | Err(_)) | None => Bye::Gone,
                Some(Ok(_)) => Bye::Unread("say hello first".to_owned()),
            });
        };
        match read_json("The frame", text.as_bytes()) {
            Ok(ClientMessage::Hello { from, token }) => {
                self.token = match token.map(|text| text.parse()) {
                    None => None,
                    Some(Ok(token)) => Some(token),
                    Some(Err(_)) => return Err(Bye::Unread("this is no token".to_owned())),
                };
                Ok(from)
            }
            Ok(_) => Err(Bye::Unread("say hello first".to_owned())),
            Err(misread) => Err(Bye::Unread(misread.text)),
        }
    }

    /// Sends what the client has missed, or all there is, and says how far that went.
    async fn tell_missed(
        &self,
        socket: &mut WebSocket,
        now: &Versioned<MatchState>,
        from: Option<u64>,
    ) -> Result<Version, Bye> {
        let version = now.version;
        let from = from.map(Version);
        if from == Some(version) {
            return Ok(version);
        }
        if let Some(missed) = self.missed(from, version).await? {
            for update in missed {
                tell(socket, update.notification).await?;
            }
        } else {
            let state = View::new(now, At::Now(self.app.store().now_in(now)));
            let frame = json!({"type": "state", "version": version, "state": state});
            tell(socket, frame.to_string().into()).await?;
        }
        Ok(version)
    }

    /// What was told after a version; nothing where the state is to be told instead. It is worked out from the beginning:
    /// for a long match that is counted, and waits its turn.
    async fn missed(
        &self,
        from: Option<Version>,
        version: Version,
    ) -> Result<Option<Vec<Update<Utf8Bytes>>>, Bye> {
        // A version that has not been: a restored backup, or another match.
        let is_near =
            |from: &Version| *from > Version::START && *from < version && version.0 - from.0 <= MOST_MISSED;
        let Some(from) = from.filter(is_near) else { return Ok(None) };
        let (hall, id) = (self.app.store().clone(), self.id.clone());
        let more = version.0 as usize / REPLAYED;
        if more == 0 {
            return hall.0.notifications_between(&id, from, version).await.map(Some).map_err(|_| Bye::Broken);
        }
        if self.app.http().admit_beside(self.client, more).is_err() {
            return Ok(None);
        }
        let missed = hall.0.notifications_between(&id, from, version);
        self.app.platform().read(self.client, missed).await.map(Some).map_err(|_| Bye::Broken)
    }

    /// Answers what a client said.
    async fn answer(&self, socket: &mut WebSocket, text: &str) -> Result<(), Bye> {
        let answer = match read_json("The frame", text.as_bytes()) {
            Ok(ClientMessage::Action { command, version, action }) => {
                self.act(actions::Request { command, version, action }).await
            }
            Ok(ClientMessage::Ping) => json!({"type": "pong"}),
            Ok(ClientMessage::Hello { .. }) => return Err(Bye::Unread("you have said hello".to_owned())),
            Err(misread) => return Err(Bye::Unread(misread.text)),
        };
        Ok(tell(socket, answer.to_string().into()).await?)
    }

    async fn act(&self, request: actions::Request) -> Value {
        let acted = match &self.token {
            Some(token) => carry_out(&self.app, &self.id, self.client, token, &request).await,
            None => Err(Problem::unauthorized("To play, send the token of your seat in your hello.")),
        };
        match acted {
            Ok(acted) => json!({"type": "ack", "command": request.command, "version": acted.version}),
            Err(problem) => {
                let mut answer = problem.to_json();
                answer["type"] = "refused".into();
                answer["command"] = request.command.into();
                answer
            }
        }
    }
}
