//! `GET /lobby`: the lobby and the inbox of a person, live over a WebSocket.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use axum::response::Response;
use chautari_aggregate::{Command, Decision, Versioned, Watch};
use chautari_http::problem::Kind;
use chautari_http::websocket::{HELLO, Heartbeat, PING, SendError, ping, send, tell};
use chautari_http::{Billed, Client, Problem, RemoteClient, Token, TokenHash, WsUpgrade, problem, read_json};
use chautari_people::people::{Person, PresenceGuard};
use chautari_people::{Caller, SignedIn};
use chautari_platform::{PersonId, wall_clock};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::inbox::{Inbox, no_person};
use super::withdraw_if;
use crate::Matches;
use crate::model::{Invitation, InvitationEvent, Player};

/// Bytes of a frame from the client. None of its frames needs more.
const MAX_FRAME: usize = 1 << 10;

/// Changes of an inbox are collected for this time and sent together, because several often happen at once.
const INBOX_DELAY: Duration = Duration::from_millis(100);

/// Grace period for reloading the page. The invitations of a person who stays away longer are withdrawn.
const GRACE: Duration = Duration::from_secs(5);

/// The least time between two renewals of an invitation, because a person may have several windows.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(20);

/// The least time between two renewals when a window is opened. Shorter, because the last window at another process may be closing.
const RENEWAL_AT_HELLO: Duration = Duration::from_secs(1);

/// Attempts to load an inbox while the server is overloaded, such as after a restart, when all clients connect at once.
const LOAD_RETRIES: usize = 10;

/// The time between two attempts.
const LOAD_RETRY_DELAY: Duration = Duration::from_millis(500);

/// A frame from the client.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum LobbyClientFrame {
    Hello {
        #[serde(default)]
        token: Option<String>,
        #[serde(default = "watches_lobby_by_default")]
        lobby: bool,
    },
    /// Switches the frames of the lobby on or off. Those of the inbox stay on.
    Lobby {
        on: bool,
    },
    Ping,
}

const fn watches_lobby_by_default() -> bool {
    true
}

/// The identity of a visitor.
enum Visitor {
    /// The client has shown no key.
    Anonymous,
    /// The client's key is not valid.
    InvalidKey,
    /// The client is a person.
    Person {
        id: PersonId,
        name: String,
        key: TokenHash,
        billed: Billed,
        /// The person, to notice that the key was revoked.
        watch: Watch<Person>,
    },
}

impl Visitor {
    async fn of_token(app: &Matches, client: Client, token: Token) -> Result<Visitor, Closed> {
        let key = token.hash();
        let caller = <Caller<SignedIn<Person>>>::authenticate(app.people(), client, Some(token)).await;
        let Caller { identity: person, billed, .. } = match caller {
            Ok(caller) => caller,
            Err(problem) if problem.kind() == Kind::Unauthorized => return Ok(Visitor::InvalidKey),
            // The person cannot be looked up now: the client has to connect again.
            Err(_) => return Err(Closed::Silently),
        };
        let watch = app.people().accounts().watch(&person.id).await.map_err(|_| Closed::Silently)?;
        Ok(Visitor::Person { id: person.id.clone(), name: person.name.clone(), key, billed, watch })
    }

    fn player(&self) -> Option<Player> {
        match self {
            Visitor::Anonymous | Visitor::InvalidKey => None,
            Visitor::Person { id, name, .. } => Some(Player::Person { id: id.clone(), name: name.clone() }),
        }
    }
}

/// Why a connection ends.
enum Closed {
    /// The client has disconnected, or has to connect again.
    Silently,
    /// The client sent a frame that cannot be read.
    Unreadable(&'static str),
}

impl From<SendError> for Closed {
    fn from(_: SendError) -> Closed {
        Closed::Silently
    }
}

/// Watch the lobby over a WebSocket
///
/// Use it to show the lobby and to notify a person about their invitations and matches. The first frame is the
/// client's: `{"type":"hello","token":"…"}`, with the key of a person, if any. The server answers
/// `{"type":"lobby","invitations":[…],"here":N,"matches":N}` and then sends, at most five times a second,
/// `{"type":"changed","added":[…],"gone":[…],"here":N,"matches":N}`.
///
/// A person also receives `{"type":"you","name":"…","invitations":[…],"matches":[…]}`, with their open invitations and
/// live matches, and then changes of these as
/// `{"type":"yours","matches":[…],"ended":[…],"invitations":[…],"closed":[…]}`. If the key is not valid, or not any
/// more, `name` is `null`. A person's invitations stay in the lobby while they are connected, and five seconds longer.
///
/// To receive only what concerns the person, send `"lobby":false` in the hello, or `{"type":"lobby","on":false}` later.
#[utoipa::path(
    get, operation_id = "watch_lobby", path = "/lobby", tag = "invitations",
    responses(
        (status = SWITCHING_PROTOCOLS, description = "A WebSocket"),
        (status = BAD_REQUEST, body = problem::Body, description = "The request is not a WebSocket upgrade"),
    ),
)]
pub(super) async fn watch(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    WsUpgrade(upgrade): WsUpgrade,
) -> Response {
    chautari_http::bounded(upgrade, MAX_FRAME).on_upgrade(move |mut socket| async move {
        let shutdown = app.http().shutdown().clone();
        let (code, reason) = tokio::select! {
            ended = connect(&app, client, &mut socket) => match ended {
                Err(Closed::Unreadable(reason)) => (1008, reason),
                Ok(()) | Err(Closed::Silently) => return,
            },
            () = shutdown.requested() => (1001, "the server is stopping"),
        };
        let _ = send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    })
}

/// Identifies the visitor, and serves the connection until it ends.
async fn connect(app: &Matches, client: Client, socket: &mut WebSocket) -> Result<(), Closed> {
    let (shown, watches_lobby) = receive_hello(socket).await?;
    let heartbeat = Heartbeat::new(app.http(), client);
    let (heartbeat, visitor) = match shown {
        ShownKey::Token(token) => {
            let heartbeat = heartbeat.showing(Some(token.hash()));
            (heartbeat, Visitor::of_token(app, client, token).await?)
        }
        ShownKey::Unreadable => (heartbeat, Visitor::InvalidKey),
        ShownKey::None => (heartbeat, Visitor::Anonymous),
    };
    let me = visitor.player();
    let presence = app.people().presence().enter(me.as_ref().and_then(Player::person));
    if let Some(me) = &me {
        renew(app, me, RENEWAL_AT_HELLO).await;
    }
    let connection = Connection { app, client, visitor, presence, inbox: None };
    let ended = connection.serve(heartbeat, socket, watches_lobby).await;
    if let Some(me) = me {
        withdraw_after_grace(app, me);
    }
    ended
}

/// Withdraws the invitations of a person who has closed a window, unless another window is open after a grace period.
/// Runs after the connection has ended; a stop of the server withdraws nothing.
fn withdraw_after_grace(app: &Matches, me: Player) {
    let invitations = app.invitations().context().by_author(&me);
    if invitations.is_empty() {
        return;
    }
    let app = app.clone();
    app.http().clone().spawn_until_stopped(async move {
        sleep(GRACE).await;
        if me.person().is_some_and(|person| app.people().presence().is_here(person)) {
            return;
        }
        for invitation in invitations {
            // Another window may have renewed it since.
            let is_unchanged = |now: &Invitation| now.renewed_ms == invitation.renewed_ms;
            if let Err(problem) = withdraw_if(&app, &invitation.id, is_unchanged).await {
                tracing::warn!(
                    problem = problem.text(),
                    "cannot withdraw the invitation of a person who left"
                );
            }
        }
    });
}

struct Connection<'a> {
    app: &'a Matches,
    client: Client,
    visitor: Visitor,
    presence: PresenceGuard,
    /// The inbox that the client has received, if it is a person.
    inbox: Option<Inbox>,
}

impl Connection<'_> {
    async fn serve(
        mut self,
        mut heartbeat: Heartbeat,
        socket: &mut WebSocket,
        watches_lobby: bool,
    ) -> Result<(), Closed> {
        let app = self.app;
        let mut frames = if watches_lobby { Some(send_lobby(app, socket).await?) } else { None };
        self.inbox = self.send_inbox(socket).await?;
        let mut next_ping = Instant::now() + PING;
        loop {
            tokio::select! {
                frame = next_frame(app, &mut frames) => tell(socket, frame?).await?,
                () = self.presence.changed() => {
                    sleep(INBOX_DELAY).await;
                    self.send_inbox_changes(socket).await?;
                }
                frame = socket.recv() => {
                    heartbeat.hear(frame.as_ref()).map_err(|_| Closed::Silently)?;
                    match frame {
                        Some(Ok(Message::Text(text))) => match read_json("The frame", text.as_bytes()) {
                            Ok(LobbyClientFrame::Lobby { on }) => {
                                frames = if on { Some(send_lobby(app, socket).await?) } else { None };
                            }
                            Ok(LobbyClientFrame::Ping) => {
                                tell(socket, json!({"type": "pong"}).to_string().into()).await?;
                            }
                            Ok(LobbyClientFrame::Hello { .. }) | Err(_) => {
                                return Err(Closed::Unreadable("say `lobby` or `ping`"));
                            }
                        },
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Binary(_))) => return Err(Closed::Unreadable("text frames only")),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Closed::Silently),
                    }
                }
                () = sleep_until(next_ping) => {
                    if heartbeat.is_silent() {
                        return Err(Closed::Silently);
                    }
                    next_ping = Instant::now() + PING;
                    ping(socket).await?;
                    // A revoked key causes no notification.
                    self.send_inbox_changes(socket).await?;
                    let has_invitations = self.inbox.as_ref().is_some_and(Inbox::has_invitations);
                    if let Some(me) = self.visitor.player().filter(|_| has_invitations) {
                        renew(app, &me, RENEWAL_INTERVAL).await;
                    }
                }
            }
        }
    }

    /// Sends the inbox to a client that has shown a key.
    async fn send_inbox(&self, socket: &mut WebSocket) -> Result<Option<Inbox>, Closed> {
        match &self.visitor {
            Visitor::Anonymous => Ok(None),
            Visitor::InvalidKey => {
                tell(socket, no_person()).await?;
                Ok(None)
            }
            Visitor::Person { id, name, billed, .. } => {
                let mut retries = 0..LOAD_RETRIES;
                loop {
                    match Inbox::load(self.app, self.client, *billed, id, name).await {
                        Ok((inbox, frame)) => {
                            tell(socket, frame).await?;
                            return Ok(Some(inbox));
                        }
                        Err(problem) if problem.kind() == Kind::Unavailable && retries.next().is_some() => {
                            sleep(LOAD_RETRY_DELAY).await;
                        }
                        Err(problem) => return Err(cannot_load(&problem)),
                    }
                }
            }
        }
    }

    /// Sends the changes of the inbox. Once the account is deleted or the key revoked, the client is a visitor without
    /// a name.
    async fn send_inbox_changes(&mut self, socket: &mut WebSocket) -> Result<(), Closed> {
        let (Visitor::Person { key, watch, .. }, Some(inbox)) = (&self.visitor, self.inbox.as_mut()) else {
            return Ok(());
        };
        let pending = self.presence.changes();
        if pending.deleted || !watch.now().is_opened_by(key) {
            self.inbox = None;
            self.presence = self.app.people().presence().enter(None);
            return Ok(tell(socket, no_person()).await?);
        }
        let changes = inbox.changes(self.app, pending).await;
        if let Some(frame) = changes.map_err(|problem| cannot_load(&problem))? {
            tell(socket, frame).await?;
        }
        Ok(())
    }
}

/// Sends the whole lobby, and subscribes to its changes.
async fn send_lobby(app: &Matches, socket: &mut WebSocket) -> Result<broadcast::Receiver<Utf8Bytes>, Closed> {
    let (lobby, frames) = app.lobby_feed().subscribe(app);
    tell(socket, lobby).await?;
    Ok(frames)
}

/// Waits for the next frame of the lobby. A client that lags too far behind gets the whole lobby; without a
/// subscription it waits forever.
async fn next_frame(
    app: &Matches,
    frames: &mut Option<broadcast::Receiver<Utf8Bytes>>,
) -> Result<Utf8Bytes, Closed> {
    let Some(receiver) = frames else { return std::future::pending().await };
    match receiver.recv().await {
        Ok(frame) => Ok(frame),
        Err(RecvError::Lagged(_)) => {
            let (lobby, receiver) = app.lobby_feed().subscribe(app);
            *frames = Some(receiver);
            Ok(lobby)
        }
        Err(RecvError::Closed) => Err(Closed::Silently),
    }
}

/// The key in a hello.
enum ShownKey {
    None,
    /// A text that cannot be a key.
    Unreadable,
    Token(Token),
}

/// Waits for the client's hello. Returns its key, and whether it wants the frames of the lobby.
async fn receive_hello(socket: &mut WebSocket) -> Result<(ShownKey, bool), Closed> {
    const NO_HELLO: Closed = Closed::Unreadable("say hello first");
    let text = match timeout(HELLO, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => text,
        Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Err(Closed::Silently),
        Ok(Some(Ok(_))) | Err(_) => return Err(NO_HELLO),
    };
    match read_json("The frame", text.as_bytes()) {
        Ok(LobbyClientFrame::Hello { token: None, lobby }) => Ok((ShownKey::None, lobby)),
        Ok(LobbyClientFrame::Hello { token: Some(token), lobby }) => {
            Ok((token.parse().map_or(ShownKey::Unreadable, ShownKey::Token), lobby))
        }
        Ok(LobbyClientFrame::Lobby { .. } | LobbyClientFrame::Ping) | Err(_) => Err(NO_HELLO),
    }
}

/// Ends the connection, so that the client connects again and loads everything.
fn cannot_load(problem: &Problem) -> Closed {
    tracing::warn!(problem = problem.text(), "cannot load the inbox of a person");
    Closed::Silently
}

/// Renews the invitations of a player in the lobby that were not renewed within `interval`.
async fn renew(app: &Matches, me: &Player, interval: Duration) {
    let is_due = |invitation: &Invitation| {
        let since = wall_clock().saturating_sub(invitation.renewed_ms);
        invitation.is_open() && u128::from(since) >= interval.as_millis()
    };
    for invitation in app.invitations().context().by_author(me) {
        if !is_due(&invitation) {
            continue;
        }
        let decide = |now: &Versioned<Invitation>| {
            Ok::<_, Problem>(if is_due(now) {
                Decision::Append(vec![InvitationEvent::Renewed])
            } else {
                Decision::NoChange
            })
        };
        if app.invitations().act(&invitation.id, Command::default(), decide).await.is_err() {
            tracing::warn!(id = %invitation.id, "cannot renew an invitation");
        }
    }
}
