//! The WebSocket half: what is played goes to everybody who watches, in order.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::response::Response;
use chautari_banchess::Player;
use chautari_server::{Action, App, Client};
use serde::Deserialize;
use tokio::time::{interval, timeout};

use crate::rooms::Rooms;
use crate::store::{self, Kept, Overtaken, Trouble};
use crate::{Frame, Refusal, error_frame, sync_frame};

/// The longest frame a client may send.
const LONGEST: usize = 4096;
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// How long a client may take nothing of what it is sent.
const STALL: Duration = Duration::from_secs(20);

/// What stands behind the `?`.
#[derive(Deserialize)]
pub(crate) struct Wish {
    token: Option<String>,
    from: Option<u32>,
}

pub(crate) async fn connect(
    State(app): State<App>,
    client: Client,
    Extension(rooms): Extension<Arc<Rooms>>,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    // Before anything is read, so that nothing falls between.
    let room = rooms.join(&store::stream(&id));
    let kept = Kept::load(app.ledger(), &id).await?;
    let seat = match &wish.token {
        None => None,
        Some(token) => kept.seat(token),
    };
    if seat.is_none() && wish.token.is_some() {
        app.admit(client, Action::Guess)?;
        return Err(Trouble::Refused(Refusal::NoSeat));
    }
    let upgrade = upgrade.max_message_size(LONGEST);
    Ok(upgrade.on_upgrade(async move |socket| {
        let mut watcher = Watcher { app, client, kept, seat, socket };
        if watcher.greet(wish.from).await.is_ok() {
            let _ = watcher.stay(room).await;
        }
    }))
}

/// The client is gone, or is to go.
struct Gone;

struct Watcher {
    app: App,
    client: Client,
    kept: Kept,
    seat: Option<Player>,
    socket: WebSocket,
}

impl Watcher {
    async fn say(&mut self, text: String) -> Result<(), Gone> {
        match timeout(STALL, self.socket.send(Message::Text(text.into()))).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }

    /// What the client has missed: the actions from its ply on, or everything at once.
    async fn greet(&mut self, from: Option<u32>) -> Result<(), Gone> {
        match from.and_then(|ply| self.kept.session.since(ply)) {
            None => self.say(sync_frame(&self.kept.session.sync())).await,
            Some(missed) => {
                for action in missed {
                    self.say(action).await?;
                }
                Ok(())
            }
        }
    }

    async fn stay(&mut self, mut room: tokio::sync::watch::Receiver<()>) -> Result<(), Gone> {
        let mut ping = interval(PING);
        let shutdown = self.app.shutdown().clone();
        // Something may have been played between reading and joining.
        room.mark_changed();
        loop {
            tokio::select! {
                changed = room.changed() => match changed {
                    Ok(()) => self.tell_news().await?,
                    Err(_) => return Err(Gone),
                },
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.hear(&text).await?,
                    Some(Ok(Message::Binary(_))) => {
                        let refusal = Refusal::Form("Actions are text frames".to_owned());
                        self.complain(&refusal).await?;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                },
                _ = ping.tick() => {
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
        let frame = error_frame(refusal, self.kept.session.ply());
        self.say(frame).await
    }

    async fn tell_news(&mut self) -> Result<(), Gone> {
        match self.kept.catch_up(self.app.ledger()).await {
            Ok(actions) => {
                for action in actions {
                    self.say(action).await?;
                }
                Ok(())
            }
            Err(trouble) => self.apologise(trouble).await,
        }
    }

    /// Plays what was sent. Its echo comes with the news, like everybody's.
    async fn hear(&mut self, text: &str) -> Result<(), Gone> {
        let frame = match Frame::read(text) {
            Ok(frame) => frame,
            Err(refusal) => return self.complain(&refusal).await,
        };
        if let Err(problem) = self.app.admit(self.client, Action::Act) {
            return self.complain(&Refusal::Form(problem.text().to_owned())).await;
        }
        loop {
            // The sender may have seen less than there is.
            self.tell_news().await?;
            match self.kept.play(self.app.ledger(), self.seat, &frame).await {
                Ok(Ok(_)) => return self.tell_news().await,
                Ok(Err(Overtaken)) => {}
                Err(trouble) => return self.apologise(trouble).await,
            }
        }
    }

    async fn apologise(&mut self, trouble: Trouble) -> Result<(), Gone> {
        match trouble {
            Trouble::Refused(refusal) => self.complain(&refusal).await,
            Trouble::Busy(problem) => self.complain(&Refusal::Form(problem.text().to_owned())).await,
            Trouble::Away(text) => {
                tracing::warn!(%text, "a Ban Chess game could not be read or written");
                let text = "The server cannot keep this now; try again soon".to_owned();
                self.complain(&Refusal::Form(text)).await
            }
        }
    }
}
