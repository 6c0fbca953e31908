//! The lobby as it changes, and what concerns whoever looks at it, over a WebSocket.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use axum::response::Response;
use chautari_aggregate::{Command, Decision, Versioned, Watch};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::problem::Kind;
use chautari_http::websocket::{HELLO, Heartbeat, PING, SendError, ping, send, tell};
use chautari_http::{Problem, Token, TokenHash, WsUpgrade, problem, read_json};
use chautari_people::people;
use chautari_people::people::{Person, PresenceGuard};
use chautari_platform::PersonId;
use chautari_platform::wall_clock;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::inbox::{Inbox, nobody};
use super::invitation::{Invitation, InvitationEvent};
use super::withdraw_if;
use crate::Matches;
use crate::matches::Sitter;

/// The largest frame a client has reason to send.
const LARGEST: usize = 1 << 10;

/// What concerns somebody is told together: several things often happen at once.
const TOGETHER: Duration = Duration::from_millis(100);

/// Who loads the page anew is away for a moment; who is away longer has gone.
const GRACE: Duration = Duration::from_secs(5);

/// Several windows of one person renew an invitation once in so long,
const BETWEEN: Duration = Duration::from_secs(20);

/// and one that is opened does so again at once: the window before it may be closing at another process.
const AT_HELLO: Duration = Duration::from_secs(1);

/// When all come at once, such as after a restart, some wait to be told what waits for them: tried so many times more,
const GREETINGS: usize = 10;

/// and so long after each other.
const BETWEEN_GREETINGS: Duration = Duration::from_millis(500);

/// What a client may say.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Said {
    Hello {
        #[serde(default)]
        token: Option<String>,
        #[serde(default = "usual")]
        lobby: bool,
    },
    /// Whether the lobby itself is looked at, from now on.
    Lobby {
        on: bool,
    },
    Ping,
}

/// Who says nothing looks at the lobby.
const fn usual() -> bool {
    true
}

/// Who looks.
enum Who {
    /// Somebody who has shown no key.
    Stranger,
    /// Somebody whose key opens nothing.
    Unknown,
    /// A person, by one of their keys.
    Person { id: PersonId, name: String, key: TokenHash, watch: Watch<Person> },
}

impl Who {
    /// The person a key opens. They stay in memory as long as somebody is connected for them.
    async fn by_key(app: &Matches, person: &Person, key: TokenHash) -> Result<Who, Bye> {
        let watch = app.people().accounts().watch(&person.id).await.map_err(|_| Bye::Gone)?;
        Ok(Who::Person { id: person.id.clone(), name: person.name.clone(), key, watch })
    }
}

impl Who {
    fn sitter(&self) -> Option<Sitter> {
        match self {
            Who::Stranger | Who::Unknown => None,
            Who::Person { id, name, .. } => Some(Sitter::Person { id: id.clone(), name: name.clone() }),
        }
    }
}

/// There is nobody to talk to any more, or nobody who says what can be understood.
enum Bye {
    Gone,
    /// What was said is none of what may be said.
    Unread(&'static str),
}

impl From<SendError> for Bye {
    fn from(_: SendError) -> Bye {
        Bye::Gone
    }
}

/// The lobby, live
///
/// The first frame is the client's: `{"type":"hello","token":"…"}`, where the token is a person's key, if they have
/// one. The server answers `{"type":"lobby","invitations":[…],"here":N,"matches":N}` and then, at most five times a
/// second, `{"type":"changed","added":[…],"gone":[…],"here":N,"matches":N}`. Somebody with a name is also told
/// `{"type":"you","name":"…","invitations":[…],"matches":[…]}`: what they offer and are offered, and their live games
/// with whose turn it is; a key that opens nothing, or nothing any more, gets `"name":null`. What changes of that comes
/// as `{"type":"yours","matches":[…],"ended":[…],"invitations":[…],"closed":[…]}`: games and invitations that are new or
/// stand otherwise, and the names of those that are over. Invitations of whoever is connected stay in the lobby; they
/// vanish when the last connection of theirs has been closed for five seconds. Who looks at another page says `"lobby":false` in the hello, or `{"type":"lobby","on":false}` later, and is
/// only told what concerns them.
#[utoipa::path(
    get, operation_id = "watch_lobby", path = "/lobby", tag = "invitations",
    responses((status = SWITCHING_PROTOCOLS, description = "A WebSocket"), (status = BAD_REQUEST, body = problem::Body)),
)]
pub(super) async fn live(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    WsUpgrade(upgrade): WsUpgrade,
) -> Response {
    chautari_http::bounded(upgrade, LARGEST).on_upgrade(move |mut socket| async move {
        let shutdown = app.http().shutdown().clone();
        let (code, reason) = tokio::select! {
            talked = talk(&app, client, &mut socket) => match talked {
                Err(Bye::Unread(why)) => (1008, why),
                Ok(()) | Err(Bye::Gone) => return,
            },
            () = shutdown.requested() => (1001, "the server is stopping"),
        };
        let _ = send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    })
}

async fn talk(app: &Matches, client: Client, socket: &mut WebSocket) -> Result<(), Bye> {
    let (shown, looks) = hello(socket).await?;
    let hearing = Heartbeat::new(app.http(), client);
    let (hearing, who) = match shown {
        Shown::Key(token) => {
            let who = match people::by_their_key(app.people(), client, &token).await {
                Ok(person) => Who::by_key(app, &person, token.hash()).await?,
                Err(problem) if problem.kind() == Kind::Unauthorized => Who::Unknown,
                // Who cannot be looked up just now is somebody all the same, and comes again.
                Err(_) => return Err(Bye::Gone),
            };
            (hearing.showing(Some(token.hash())), who)
        }
        Shown::NoKey => (hearing, Who::Unknown),
        Shown::Nothing => (hearing, Who::Stranger),
    };
    let me = who.sitter();
    let visit = app.people().presence().enter(me.as_ref().and_then(Sitter::person));
    if let Some(me) = &me {
        renew(app, me, AT_HELLO).await;
    }
    let talked = serve(app, client, hearing, socket, visit, who, looks).await;
    if let Some(me) = me {
        see_off(app, me);
    }
    talked
}

/// Takes back what somebody offers who has closed a window, unless they are still here or come again. It goes on after
/// the connection; a stop of the server takes nothing back.
fn see_off(app: &Matches, me: Sitter) {
    let left = app.invitations().context().of(&me);
    if left.is_empty() {
        return;
    }
    let app = app.clone();
    app.http().clone().spawn_until_stopped(async move {
        sleep(GRACE).await;
        if me.person().is_some_and(|person| app.people().presence().is_here(person)) {
            return;
        }
        for invitation in left {
            // What has been renewed since is looked after by another window.
            let is_left = |now: &Invitation| now.renewed_ms == invitation.renewed_ms;
            if let Err(problem) = withdraw_if(&app, &invitation.id, is_left).await {
                tracing::warn!(
                    problem = problem.text(),
                    "an invitation of somebody who has gone is still there"
                );
            }
        }
    });
}

async fn serve(
    app: &Matches,
    client: Client,
    mut hearing: Heartbeat,
    socket: &mut WebSocket,
    mut visit: PresenceGuard,
    who: Who,
    looks: bool,
) -> Result<(), Bye> {
    let mut frames = if looks { Some(enter(app, socket).await?) } else { None };
    let mut you = greet(app, client, socket, &who).await?;
    let mut next_ping = Instant::now() + PING;
    loop {
        tokio::select! {
            frame = next(app, &mut frames) => tell(socket, frame?).await?,
            () = visit.changed() => {
                sleep(TOGETHER).await;
                tell_you(app, socket, &who, &mut visit, &mut you).await?;
            }
            said = socket.recv() => {
                hearing.hear(said.as_ref()).map_err(|_| Bye::Gone)?;
                match said {
                    Some(Ok(Message::Text(text))) => match read_json("The frame", text.as_bytes()) {
                        Ok(Said::Lobby { on }) => {
                            frames = if on { Some(enter(app, socket).await?) } else { None };
                        }
                        Ok(Said::Ping) => tell(socket, json!({"type": "pong"}).to_string().into()).await?,
                        Ok(Said::Hello { .. }) | Err(_) => return Err(Bye::Unread("say `lobby` or `ping`")),
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => return Err(Bye::Unread("text frames only")),
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Bye::Gone),
                }
            }
            () = sleep_until(next_ping) => {
                if hearing.is_silent() {
                    return Err(Bye::Gone);
                }
                next_ping = Instant::now() + PING;
                ping(socket).await?;
                // Nobody rings where a device has left.
                tell_you(app, socket, &who, &mut visit, &mut you).await?;
                // As often, the invitations of whoever is there are renewed.
                if let Some(me) = who.sitter().filter(|_| you.as_ref().is_some_and(Inbox::has_invitations)) {
                    renew(app, &me, BETWEEN).await;
                }
            }
        }
    }
}

/// Shows the lobby to somebody; what changes from then on.
async fn enter(app: &Matches, socket: &mut WebSocket) -> Result<broadcast::Receiver<Utf8Bytes>, Bye> {
    let (first, frames) = app.invitations().context().enter(app.store().unfinished_count());
    tell(socket, first).await?;
    Ok(frames)
}

/// What has changed; everything, for somebody who was too slow; for ever nothing, for who does not look.
async fn next(app: &Matches, frames: &mut Option<broadcast::Receiver<Utf8Bytes>>) -> Result<Utf8Bytes, Bye> {
    let Some(frames) = frames else { return std::future::pending().await };
    match frames.recv().await {
        Ok(frame) => Ok(frame),
        Err(RecvError::Lagged(_)) => {
            let (all, anew) = app.invitations().context().enter(app.store().unfinished_count());
            *frames = anew;
            Ok(all)
        }
        Err(RecvError::Closed) => Err(Bye::Gone),
    }
}

/// The key somebody shows, and whether they look at the lobby. What is no key opens nothing.
async fn hello(socket: &mut WebSocket) -> Result<(Shown, bool), Bye> {
    const FIRST: Bye = Bye::Unread("say hello first");
    let text = match timeout(HELLO, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => text,
        Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return Err(Bye::Gone),
        Ok(Some(Ok(_))) | Err(_) => return Err(FIRST),
    };
    match read_json("The frame", text.as_bytes()) {
        Ok(Said::Hello { token: None, lobby }) => Ok((Shown::Nothing, lobby)),
        Ok(Said::Hello { token: Some(token), lobby }) => {
            Ok((token.parse().map_or(Shown::NoKey, Shown::Key), lobby))
        }
        Ok(Said::Lobby { .. } | Said::Ping) | Err(_) => Err(FIRST),
    }
}

/// What somebody shows who says hello.
enum Shown {
    Nothing,
    /// Something that is no key.
    NoKey,
    Key(Token),
}

/// Tells somebody who has shown a key what waits for them.
async fn greet(
    app: &Matches,
    client: Client,
    socket: &mut WebSocket,
    who: &Who,
) -> Result<Option<Inbox>, Bye> {
    match who {
        Who::Stranger => Ok(None),
        Who::Unknown => {
            tell(socket, nobody()).await?;
            Ok(None)
        }
        Who::Person { id, name, .. } => {
            let mut tries = 0..GREETINGS;
            loop {
                match Inbox::all(app, client, id, name).await {
                    Ok((you, frame)) => {
                        tell(socket, frame).await?;
                        return Ok(Some(you));
                    }
                    Err(problem) if problem.kind() == Kind::Unavailable && tries.next().is_some() => {
                        sleep(BETWEEN_GREETINGS).await;
                    }
                    Err(problem) => return Err(unable(&problem)),
                }
            }
        }
    }
}

/// Tells somebody what has changed for them; nothing more, once they have gone or their key opens nothing any more.
async fn tell_you(
    app: &Matches,
    socket: &mut WebSocket,
    who: &Who,
    visit: &mut PresenceGuard,
    you: &mut Option<Inbox>,
) -> Result<(), Bye> {
    let (Who::Person { key, watch, .. }, Some(told)) = (who, you.as_mut()) else { return Ok(()) };
    let rung = visit.changes();
    if rung.deleted || !watch.now().is_opened_by(key) {
        *you = None;
        // Whoever looks here now is not them.
        *visit = app.people().presence().enter(None);
        return Ok(tell(socket, nobody()).await?);
    }
    if let Some(frame) = told.changed(app, rung).await.map_err(|problem| unable(&problem))? {
        tell(socket, frame).await?;
    }
    Ok(())
}

/// Whoever cannot be told comes again, and is told everything.
fn unable(problem: &Problem) -> Bye {
    tracing::warn!(problem = problem.text(), "somebody could not be told what waits for them");
    Bye::Gone
}

/// Says that whoever offers something in the lobby is still there, unless that was said so shortly before.
async fn renew(app: &Matches, me: &Sitter, least: Duration) {
    let is_due = |invitation: &Invitation| {
        let since = wall_clock().saturating_sub(invitation.renewed_ms);
        invitation.is_open() && u128::from(since) >= least.as_millis()
    };
    for invitation in app.invitations().context().of(me) {
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
            tracing::warn!(id = %invitation.id, "an invitation could not be renewed");
        }
    }
}
