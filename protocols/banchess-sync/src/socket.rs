//! The WebSocket half: what is played goes to everybody who watches, in order.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Extension, State};
use axum::response::Response;
use chautari_aggregate::{Lagged, Watch};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::{Action, Heartbeat, PING, Problem, QueryParams, RateExceeded, WsUpgrade, bounded};
use chautari_ledger::Version;
use chautari_platform::Platform;
use serde::Deserialize;
use tokio::time::{interval, timeout};
use utoipa::IntoParams;

use crate::refusal::Body;
use crate::routes::{AWAY, Id};
use crate::store::{self, Games, Kept, Seat, Trouble};
use crate::{Form, Heard, Refusal, error_frame, seated_frame, sync_frame};

/// The longest frame a client may send.
const LONGEST: usize = 4096;
/// How long a client may take nothing of what it is sent.
const STALL: Duration = Duration::from_secs(20);

/// What stands behind the `?`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wish {
    /// The token of a seat; without one, you watch. An address is seen by whatever lies on the way: better send it
    /// in the first frame, `{"type":"hello","token":"…"}`.
    token: Option<String>,
    /// The first ply you have not seen.
    from: Option<u32>,
    /// How you are told actions before you have sent any: `plain`, in BCN, or `json`, as objects [default: `json` for
    /// whoever has a seat and does not say `from`, else `plain`].
    #[param(inline)]
    frames: Option<Form>,
}

/// Watch a game, and play it
///
/// A WebSocket: a text frame is one action in BCN, both ways. See the page on the protocol.
#[utoipa::path(
    get, operation_id = "watch_ban_chess", path = "/api/game/{id}/ws", tag = "banchess",
    params(("id" = String, Path, description = "The game"), Wish),
    responses(
        (status = SWITCHING_PROTOCOLS, description = "A WebSocket"),
        (status = FORBIDDEN, body = Body, description = "This token opens no seat of this game"),
        (status = NOT_FOUND, body = Body),
    ),
)]
pub(crate) async fn connect(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    Extension(games): Extension<Games>,
    Id(id): Id,
    wish: Result<QueryParams<Wish>, Problem>,
    upgrade: Result<WsUpgrade, Problem>,
) -> Result<Response, Trouble> {
    let (QueryParams(wish), WsUpgrade(upgrade)) = (wish?, upgrade?);
    let watch = games.watch(&id).await?;
    let seat = wish.token.as_ref().and_then(|token| watch.now().seat(token));
    if seat.is_none() && wish.token.is_some() {
        app.http().admit(client, Action::InvalidToken)?;
        return Err(Trouble::Refused(Refusal::NoSeat));
    }
    Ok(bounded(upgrade, LONGEST).on_upgrade(async move |socket| {
        let seen = Version::START;
        // Who knows of `from` knows this contract, in which an action is told as it is.
        let shown = wish.frames.or(wish.from.map(|_| Form::Plain));
        let mut watcher = Watcher { app, client, games, id, watch, seen, seat, shown, socket };
        if watcher.greet(wish.from).await.is_ok() {
            let _ = watcher.stay().await;
        }
    }))
}

/// The client is gone, or is to go.
struct Gone;

struct Watcher {
    app: Platform,
    client: Client,
    games: Games,
    id: String,
    watch: Watch<Kept>,
    /// How far the client has been told.
    seen: Version,
    seat: Option<Seat>,
    /// How the client is talked to, by what it has asked for or sent.
    shown: Option<Form>,
    socket: WebSocket,
}

impl Watcher {
    /// How the client is told actions. A library that plays and has not said anything yet reads nothing but objects.
    fn form(&self) -> Form {
        let usual = if self.seat.is_some() { Form::Json } else { Form::Plain };
        self.shown.unwrap_or(usual)
    }

    async fn say(&mut self, text: String) -> Result<(), Gone> {
        match timeout(STALL, self.socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }

    /// What the client has missed: the actions from its ply on, or everything at once.
    async fn greet(&mut self, from: Option<u32>) -> Result<(), Gone> {
        let now = self.watch.now();
        self.seen = now.version;
        match from.and_then(|ply| now.session.since(ply)) {
            None => self.say(sync_frame(&now.session.sync())).await,
            Some(missed) => {
                for action in missed {
                    self.say(self.form().write(&action)).await?;
                }
                Ok(())
            }
        }
    }

    async fn stay(&mut self) -> Result<(), Gone> {
        let mut ping = interval(PING);
        let mut hearing = Heartbeat::new(self.app.http(), self.client);
        let shutdown = self.app.http().shutdown().clone();
        loop {
            tokio::select! {
                update = self.watch.next() => match update {
                    Ok(update) if update.version > self.seen => {
                        self.seen = update.version;
                        self.say(self.form().write(&update.notification)).await?;
                    }
                    Ok(_) => {}
                    Err(Lagged) => self.tell_missed().await?,
                },
                message = self.socket.recv() => {
                    hearing.hear(message.as_ref()).map_err(|RateExceeded| Gone)?;
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(&text).await?,
                        Some(Ok(Message::Binary(_))) => {
                            let refusal = Refusal::Form("Actions are text frames".to_owned());
                            self.complain(&refusal).await?;
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    }
                }
                _ = ping.tick() => {
                    if hearing.is_silent() {
                        return Err(Gone);
                    }
                    let sent = timeout(STALL, self.socket.send(Message::Ping(Vec::new().into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return Err(Gone);
                    }
                }
                () = shutdown.requested() => {
                    let _ = timeout(STALL, self.socket.send(Message::Close(None))).await;
                    return Err(Gone);
                }
            }
        }
    }

    async fn complain(&mut self, refusal: &Refusal) -> Result<(), Gone> {
        let frame = error_frame(refusal, self.watch.now().session.ply());
        self.say(frame).await
    }

    /// Tells what a slow client has not been told.
    async fn tell_missed(&mut self) -> Result<(), Gone> {
        let now = self.watch.now().version;
        match self.games.notifications_between(&self.id, self.seen, now).await {
            Ok(missed) => {
                for update in missed {
                    self.say(self.form().write(&update.notification)).await?;
                }
                self.seen = now;
                Ok(())
            }
            Err(failure) => self.apologise(failure.into()).await,
        }
    }

    /// Plays what was sent. Its echo comes with the news, like everybody's.
    async fn hear(&mut self, text: &str) -> Result<(), Gone> {
        let frame = match Heard::read(text) {
            Ok(Heard::Action(frame, form)) => {
                self.shown = form.or(self.shown);
                frame
            }
            Ok(Heard::SyncRequest) => {
                self.shown = Some(Form::Json);
                self.tell_missed().await?;
                return self.say(sync_frame(&self.watch.now().session.sync())).await;
            }
            Ok(Heard::Hello(token)) => return self.seat(&token).await,
            Err(refusal) => return self.complain(&refusal).await,
        };
        // By the token, which is good: players behind one router do not share a rate.
        let counted = self.seat.map_or(self.client, |seat| seat.token.client());
        if let Err(problem) = self.app.http().admit_from(self.client, counted, Action::Act) {
            return self.complain(&Refusal::Form(problem.text().to_owned())).await;
        }
        let player = self.seat.map(|seat| seat.player);
        match store::play(&self.games, &self.id, player, &frame).await {
            Ok(_) => Ok(()),
            Err(trouble) => {
                // The sender may have seen less than there is.
                self.tell_missed().await?;
                self.apologise(trouble).await
            }
        }
    }

    /// Whoever has watched so far plays from now on, if the token says so.
    async fn seat(&mut self, token: &str) -> Result<(), Gone> {
        let seat = self.watch.now().seat(token);
        match seat {
            Some(seat) => {
                self.seat = Some(seat);
                self.say(seated_frame(seat.player)).await
            }
            None => match self.app.http().admit(self.client, Action::InvalidToken) {
                Ok(()) => self.complain(&Refusal::NoSeat).await,
                Err(problem) => self.apologise(problem.into()).await,
            },
        }
    }

    async fn apologise(&mut self, trouble: Trouble) -> Result<(), Gone> {
        match trouble {
            Trouble::Refused(refusal) => self.complain(&refusal).await,
            Trouble::Busy(problem) => self.complain(&Refusal::Form(problem.text().to_owned())).await,
            Trouble::Away => self.complain(&Refusal::Form(AWAY.to_owned())).await,
        }
    }
}
