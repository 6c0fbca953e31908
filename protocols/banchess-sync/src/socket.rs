//! The WebSocket endpoint: sends all actions to all clients of a game, in order.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Extension, State};
use axum::response::Response;
use chautari_aggregate::{Lagged, Watch};
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::{
    Action, Billed, Heartbeat, PING, Problem, QueryParams, RateExceeded, WsUpgrade, bounded,
};
use chautari_ledger::Version;
use chautari_platform::Platform;
use serde::Deserialize;
use tokio::time::{interval, timeout};
use utoipa::IntoParams;

use crate::refusal::Body;
use crate::routes::{AWAY, Id};
use crate::store::{self, Games, Seat, StoreError, StoredGame};
use crate::{ClientMessage, Form, Refusal, error_frame, seated_frame, sync_frame};

/// The longest frame a client may send.
const MAX_FRAME: usize = 4096;
/// How long a client may take nothing of what it is sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);

/// The query of the WebSocket.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ConnectParams {
    /// The token of a seat; without one, you watch. Addresses end up in logs, so prefer the first frame:
    /// `{"type":"hello","token":"…"}`.
    token: Option<String>,
    /// The first ply you have not seen.
    from: Option<u32>,
    /// The form of actions before you have sent any: `plain`, in BCN, or `json`, as objects [default: `json`
    /// with a seat and without `from`, otherwise `plain`].
    #[param(inline)]
    frames: Option<Form>,
}

/// Watch a game, and play it
///
/// A WebSocket: a text frame is one action in BCN, both ways. See the page on the protocol.
#[utoipa::path(
    get, operation_id = "watch_ban_chess", path = "/api/game/{id}/ws", tag = "banchess",
    params(("id" = String, Path, description = "The game"), ConnectParams),
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
    params: Result<QueryParams<ConnectParams>, Problem>,
    upgrade: Result<WsUpgrade, Problem>,
) -> Result<Response, StoreError> {
    let (QueryParams(params), WsUpgrade(upgrade)) = (params?, upgrade?);
    let watch = games.watch(&id).await?;
    let seat = params.token.as_ref().and_then(|token| watch.now().seat(token));
    if seat.is_none() && params.token.is_some() {
        app.http().charge(Billed::address(client), Action::InvalidToken)?;
        return Err(StoreError::Refused(Refusal::NoSeat));
    }
    Ok(bounded(upgrade, MAX_FRAME).on_upgrade(async move |socket| {
        let seen = Version::START;
        // A client that uses `from` knows this contract, in which actions are plain.
        let shown = params.frames.or(params.from.map(|_| Form::Plain));
        let mut watcher = Watcher { app, client, games, id, watch, seen, seat, shown, socket };
        if watcher.greet(params.from).await.is_ok() {
            let _ = watcher.run().await;
        }
    }))
}

/// The client is gone, or is to go.
struct Closed;

struct Watcher {
    app: Platform,
    client: Client,
    games: Games,
    id: String,
    watch: Watch<StoredGame>,
    /// The version that the client has seen.
    seen: Version,
    seat: Option<Seat>,
    /// How the client is talked to, by what it has asked for or sent.
    shown: Option<Form>,
    socket: WebSocket,
}

impl Watcher {
    /// Returns the form of actions for the client. A playing library that has not sent anything yet reads
    /// only objects.
    fn form(&self) -> Form {
        let usual = if self.seat.is_some() { Form::Json } else { Form::Plain };
        self.shown.unwrap_or(usual)
    }

    async fn say(&mut self, text: String) -> Result<(), Closed> {
        match timeout(SEND_TIMEOUT, self.socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }

    /// Sends the missed actions from the client's ply on, or the full state.
    async fn greet(&mut self, from: Option<u32>) -> Result<(), Closed> {
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

    async fn run(&mut self) -> Result<(), Closed> {
        let mut ping = interval(PING);
        let mut heartbeat = Heartbeat::new(self.app.http(), self.client);
        let shutdown = self.app.http().shutdown().clone();
        loop {
            tokio::select! {
                update = self.watch.next() => match update {
                    Ok(update) if update.version > self.seen => {
                        self.seen = update.version;
                        self.say(self.form().write(&update.notification)).await?;
                    }
                    Ok(_) => {}
                    Err(Lagged) => self.send_missed().await?,
                },
                message = self.socket.recv() => {
                    heartbeat.hear(message.as_ref()).map_err(|RateExceeded| Closed)?;
                    match message {
                        Some(Ok(Message::Text(text))) => self.receive(&text).await?,
                        Some(Ok(Message::Binary(_))) => {
                            let refusal = Refusal::Form("Actions are text frames".to_owned());
                            self.send_refusal(&refusal).await?;
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Closed),
                    }
                }
                _ = ping.tick() => {
                    if heartbeat.is_silent() {
                        return Err(Closed);
                    }
                    let sent = timeout(SEND_TIMEOUT, self.socket.send(Message::Ping(Vec::new().into()))).await;
                    if !matches!(sent, Ok(Ok(()))) {
                        return Err(Closed);
                    }
                }
                () = shutdown.requested() => {
                    let _ = timeout(SEND_TIMEOUT, self.socket.send(Message::Close(None))).await;
                    return Err(Closed);
                }
            }
        }
    }

    async fn send_refusal(&mut self, refusal: &Refusal) -> Result<(), Closed> {
        let frame = error_frame(refusal, self.watch.now().session.ply());
        self.say(frame).await
    }

    /// Sends the actions that a slow client has missed.
    async fn send_missed(&mut self) -> Result<(), Closed> {
        let now = self.watch.now().version;
        match self.games.notifications_between(&self.id, self.seen, now).await {
            Ok(missed) => {
                for update in missed {
                    self.say(self.form().write(&update.notification)).await?;
                }
                self.seen = now;
                Ok(())
            }
            Err(failure) => self.send_store_error(failure.into()).await,
        }
    }

    /// Plays what was sent. Its echo comes with the news, like everybody's.
    async fn receive(&mut self, text: &str) -> Result<(), Closed> {
        let frame = match ClientMessage::read(text) {
            Ok(ClientMessage::Action(frame, form)) => {
                self.shown = form.or(self.shown);
                frame
            }
            Ok(ClientMessage::SyncRequest) => {
                self.shown = Some(Form::Json);
                self.send_missed().await?;
                return self.say(sync_frame(&self.watch.now().session.sync())).await;
            }
            Ok(ClientMessage::Hello(token)) => return self.seat(&token).await,
            Err(refusal) => return self.send_refusal(&refusal).await,
        };
        // By the token, which is good: players behind one router do not share a rate.
        let address = Billed::address(self.client);
        let billed = self.seat.map_or(address, |seat| Billed::token(seat.token, self.client));
        if let Err(problem) = self.app.http().charge(billed, Action::Act) {
            return self.send_refusal(&Refusal::Form(problem.text().to_owned())).await;
        }
        let player = self.seat.map(|seat| seat.player);
        match store::play(&self.games, &self.id, player, &frame).await {
            Ok(_) => Ok(()),
            Err(error) => {
                // The sender may have seen less than there is.
                self.send_missed().await?;
                self.send_store_error(error).await
            }
        }
    }

    /// Gives a watcher a seat, if the token is valid.
    async fn seat(&mut self, token: &str) -> Result<(), Closed> {
        let seat = self.watch.now().seat(token);
        match seat {
            Some(seat) => {
                self.seat = Some(seat);
                self.say(seated_frame(seat.player)).await
            }
            None => match self.app.http().charge(Billed::address(self.client), Action::InvalidToken) {
                Ok(()) => self.send_refusal(&Refusal::NoSeat).await,
                Err(problem) => self.send_store_error(problem.into()).await,
            },
        }
    }

    async fn send_store_error(&mut self, error: StoreError) -> Result<(), Closed> {
        match error {
            StoreError::Refused(refusal) => self.send_refusal(&refusal).await,
            StoreError::Busy(problem) => self.send_refusal(&Refusal::Form(problem.text().to_owned())).await,
            StoreError::Away => self.send_refusal(&Refusal::Form(AWAY.to_owned())).await,
        }
    }
}
