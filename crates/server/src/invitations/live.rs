//! The lobby as it changes, and what concerns whoever looks at it, over a WebSocket.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use axum::response::Response;
use chautari_keeper::{Command, Deed, Now};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::invitation::{Invitation, InvitationEvent};
use super::show::of;
use crate::matches::{Sitter, Standing, Yours, by_person};
use crate::names::PersonId;
use crate::people::{self, Visit};
use crate::problem::Kind;
use crate::socket::{HELLO, Hearing, PING, Unsent, ping, send, tell};
use crate::{App, Client, Problem, Token, Upgrade, problem, read_json};

/// The largest frame a client has reason to send.
const LARGEST: usize = 1 << 10;

/// What concerns somebody is told together: several things often happen at once.
const TOGETHER: Duration = Duration::from_millis(100);

/// Who loads the page anew is away for a moment; who is away longer has gone.
const GRACE: Duration = Duration::from_secs(5);

/// The most games that are told of; the rest is on the page of one's games.
const MOST_MATCHES: u32 = 50;

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

/// There is nobody to talk to any more.
struct Gone;

impl From<Unsent> for Gone {
    fn from(_: Unsent) -> Gone {
        Gone
    }
}

/// The lobby, live
///
/// The first frame is the client's: `{"type":"hello","token":"…"}`, where the token is a person's key, if they have
/// one. The server answers `{"type":"lobby","invitations":[…],"here":N,"matches":N}` and then, at most five times a
/// second, `{"type":"changed","added":[…],"gone":[…],"here":N,"matches":N}`. Somebody with a name is also told
/// `{"type":"you","name":"…","invitations":[…],"matches":[…]}` whenever that changes: what they offer and are
/// offered, and their live games with whose turn it is; a key that opens nothing gets `"name":null`. Invitations of
/// whoever is connected stay in the lobby; they vanish when the last connection of theirs has been closed for five
/// seconds. Who looks at another page says `"lobby":false` in the hello, or `{"type":"lobby","on":false}` later, and is
/// only told what concerns them.
#[utoipa::path(
    get, operation_id = "watch_lobby", path = "/lobby", tag = "invitations",
    responses((status = SWITCHING_PROTOCOLS, description = "A WebSocket"), (status = BAD_REQUEST, body = problem::Body)),
)]
pub(super) async fn live(State(app): State<App>, client: Client, Upgrade(upgrade): Upgrade) -> Response {
    crate::bounded(upgrade, LARGEST).on_upgrade(move |mut socket| async move {
        let shutdown = app.shutdown().clone();
        tokio::select! {
            _ = talk(&app, client, &mut socket) => {}
            () = shutdown.requested() => {
                let frame = CloseFrame { code: 1001, reason: "the server is stopping".into() };
                let _ = send(&mut socket, Message::Close(Some(frame))).await;
            }
        }
    })
}

async fn talk(app: &App, client: Client, socket: &mut WebSocket) -> Result<(), Gone> {
    let (token, looks) = hello(socket).await?;
    let shown = token.is_some();
    let person = match token {
        Some(token) => match people::by_their_key(app, client, &token).await {
            Ok(person) => Some(person.id.clone()),
            Err(problem) if problem.kind() == Kind::Unauthorized => None,
            // Who cannot be looked up just now is somebody all the same, and comes again.
            Err(_) => return Err(Gone),
        },
        None => None,
    };
    let visit = app.presence().enter(person.as_ref());
    let talked = serve(app, socket, visit, person.clone(), shown, looks).await;
    // It goes on after this connection; a stop of the server takes nothing back.
    if let Some(person) = person {
        let app = app.clone();
        app.clone().spawn_until_stopped(async move {
            sleep(GRACE).await;
            if !app.presence().is_here(&person)
                && let Err(problem) = super::leave(&app, &person).await
            {
                tracing::warn!(
                    problem = problem.text(),
                    "invitations of somebody who has gone are still there"
                );
            }
        });
    }
    talked
}

async fn serve(
    app: &App,
    socket: &mut WebSocket,
    mut visit: Visit,
    person: Option<PersonId>,
    shown: bool,
    looks: bool,
) -> Result<(), Gone> {
    let mut frames = if looks { Some(enter(app, socket).await?) } else { None };
    if shown {
        tell_you(app, socket, person.as_ref()).await?;
    }
    let mut hearing = Hearing::default();
    let mut next_ping = Instant::now() + PING;
    loop {
        tokio::select! {
            frame = next(app, &mut frames) => tell(socket, frame?).await?,
            () = visit.rung() => {
                sleep(TOGETHER).await;
                tell_you(app, socket, person.as_ref()).await?;
            }
            said = socket.recv() => {
                hearing.frame().map_err(|_| Gone)?;
                match said {
                    Some(Ok(Message::Text(text))) => match read_json("The frame", text.as_bytes()) {
                        Ok(Said::Lobby { on }) => {
                            frames = if on { Some(enter(app, socket).await?) } else { None };
                        }
                        Ok(Said::Ping) => tell(socket, json!({"type": "pong"}).to_string().into()).await?,
                        Ok(Said::Hello { .. }) | Err(_) => return Err(Gone),
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => return Err(Gone),
                }
            }
            () = sleep_until(next_ping) => {
                if hearing.is_silent() {
                    return Err(Gone);
                }
                next_ping = Instant::now() + PING;
                ping(socket).await?;
                // As often, the invitations of whoever is there are renewed.
                if let Some(person) = &person {
                    renew(app, person).await;
                }
            }
        }
    }
}

/// Shows the lobby to somebody; what changes from then on.
async fn enter(app: &App, socket: &mut WebSocket) -> Result<broadcast::Receiver<Utf8Bytes>, Gone> {
    let (first, frames) = app.invitations().world().enter(app.hall().live());
    tell(socket, first).await?;
    Ok(frames)
}

/// What has changed; everything, for somebody who was too slow; for ever nothing, for who does not look.
async fn next(app: &App, frames: &mut Option<broadcast::Receiver<Utf8Bytes>>) -> Result<Utf8Bytes, Gone> {
    let Some(frames) = frames else { return std::future::pending().await };
    match frames.recv().await {
        Ok(frame) => Ok(frame),
        Err(RecvError::Lagged(_)) => {
            let (all, anew) = app.invitations().world().enter(app.hall().live());
            *frames = anew;
            Ok(all)
        }
        Err(RecvError::Closed) => Err(Gone),
    }
}

/// The key somebody shows, and whether they look at the lobby.
async fn hello(socket: &mut WebSocket) -> Result<(Option<Token>, bool), Gone> {
    let Ok(Some(Ok(Message::Text(text)))) = timeout(HELLO, socket.recv()).await else { return Err(Gone) };
    match read_json("The frame", text.as_bytes()) {
        Ok(Said::Hello { token: None, lobby }) => Ok((None, lobby)),
        Ok(Said::Hello { token: Some(token), lobby }) => {
            token.parse().map(|token| (Some(token), lobby)).map_err(|_| Gone)
        }
        Ok(Said::Lobby { .. } | Said::Ping) | Err(_) => Err(Gone),
    }
}

/// Tells somebody what waits for them.
async fn tell_you(app: &App, socket: &mut WebSocket, person: Option<&PersonId>) -> Result<(), Gone> {
    let frame = match you(app, person).await {
        Ok(frame) => frame,
        Err(problem) => {
            tracing::warn!(problem = problem.text(), "somebody could not be told what waits for them");
            return Err(Gone);
        }
    };
    Ok(tell(socket, frame).await?)
}

async fn you(app: &App, person: Option<&PersonId>) -> Result<Utf8Bytes, Problem> {
    let known = match person {
        Some(id) => Some(app.people().keep(id).await?),
        None => None,
    };
    let Some(person) = known.filter(|person| !person.is_gone()) else {
        let frame = json!({"type": "you", "name": null, "invitations": [], "matches": []});
        return Ok(frame.to_string().into());
    };
    let me = Sitter::Person { id: person.id.clone(), name: person.name.clone() };
    let invitations = of(app, &me).await?;
    let page = app.hall().page(&by_person(&person.id, Standing::Live), None, MOST_MATCHES).await?;
    let matches: Vec<Yours> =
        page.items.iter().filter_map(|(_, story)| Yours::new(story, &person.id)).collect();
    let frame = json!({"type": "you", "name": person.name, "invitations": invitations, "matches": matches});
    Ok(frame.to_string().into())
}

/// Says that whoever offers something in the lobby is still there.
async fn renew(app: &App, person: &PersonId) {
    for id in app.invitations().world().of(person) {
        let decide = |now: &Now<Invitation>| {
            Ok::<_, Problem>(if now.is_open() {
                Deed::Do(vec![InvitationEvent::Renewed])
            } else {
                Deed::Nothing
            })
        };
        if app.invitations().act(&id, Command::default(), decide).await.is_err() {
            tracing::warn!(%id, "an invitation could not be renewed");
        }
    }
}
