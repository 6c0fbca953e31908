//! `GET /bots/me/stream`: events of a bot's matches and invitations, as Server-Sent Events.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use chautari_aggregate::{Freshness, Watch};
use chautari_game::Side;
use chautari_http::{Problem, TokenHash, problem};
use chautari_people::bots::Bot;
use chautari_people::{Caller, SignedIn};
use chautari_platform::{InvitationId, MatchId};
use chautari_wire::{At, BotEvent};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use crate::Matches;
use crate::model::{BotNotice, MatchState, Player, by_party, invitation_view, match_view};

/// Events that are prepared for a bot in advance. A slow bot gets no more until it has read some.
const EVENT_BUFFER: usize = 8;

/// The interval of keep-alive comments.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Stream the events of your bot
///
/// Use it to run a bot: it needs no other request to learn what to do. `turn` means that the bot is to move, `offer`
/// that it has to answer an offer (a draw, a takeback, a pause, or resuming), `ended` that a match is over; each is a
/// `BotEvent` `{match, version, side, state}`. An offer made in the bot's turn is part of the `state`. `invitation` is
/// an invitation to accept or decline. After connecting, the stream first repeats everything that waits for the bot,
/// so that nothing is lost while it is offline.
#[utoipa::path(
    get, operation_id = "stream_bot_events", path = "/bots/me/stream", tag = "bots",
    security(("token" = [])),
    responses(
        (status = OK, body = String, content_type = "text/event-stream", description = "The events of the bot"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn stream(
    State(app): State<Matches>,
    caller: Caller<SignedIn<Bot>>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let SignedIn { account: bot, token } = caller.identity;
    let watch = app.people().bots().watch(&bot.name).await?;
    let (events, receiver) = mpsc::channel(EVENT_BUFFER);
    let guard = app.people().presence().register_bot_stream(&bot.name);
    let stream =
        BotStream { app, name: bot.name.clone(), hash: token.hash(), watch, sent: HashMap::new(), events };
    // Not a task of the server's own: it ends with the connection or the server, whichever is first.
    tokio::spawn(async move {
        stream.run().await;
        drop(guard);
    });
    Ok(Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

struct BotStream {
    app: Matches,
    name: String,
    /// The hash of the token that opened the stream.
    hash: TokenHash,
    /// The bot, to notice that its token was renewed.
    watch: Watch<Bot>,
    /// The last version of each live match that was sent.
    sent: HashMap<MatchId, u64>,
    events: mpsc::Sender<Result<Event, Infallible>>,
}

/// The stream has ended: the bot has disconnected, or its token is not valid any more.
struct StreamEnded;

impl BotStream {
    async fn run(mut self) {
        let shutdown = self.app.http().shutdown().clone();
        let events = self.events.clone();
        tokio::select! {
            _ = self.send_events() => {}
            () = events.closed() => {}
            () = shutdown.requested() => {}
        }
    }

    async fn send_events(&mut self) -> Result<(), StreamEnded> {
        // Subscribed before the first load, so that no change in between is lost.
        let mut notices = self.app.store().notices();
        self.send_all().await?;
        loop {
            match notices.recv().await {
                Ok(BotNotice::MatchChanged(id, bots)) if bots.contains(&self.name) => {
                    self.send_match(&id).await?;
                }
                Ok(BotNotice::Invited(id, bot)) if bot == self.name => self.send_invitation(&id).await?,
                Ok(BotNotice::MatchChanged(..) | BotNotice::Invited(..) | BotNotice::PlayersSeated(..)) => {}
                Ok(BotNotice::Lagged) | Err(RecvError::Lagged(_)) => self.send_all().await?,
                Err(RecvError::Closed) => return Err(StreamEnded),
            }
        }
    }

    /// Sends the state of every live match, and every open invitation.
    async fn send_all(&mut self) -> Result<(), StreamEnded> {
        let live = match self.app.store().live_of_bot(&self.name).await {
            Ok(live) => live,
            Err(cause) => {
                tracing::warn!(bot = self.name, %cause, "cannot find the matches of a bot");
                return Err(StreamEnded);
            }
        };
        // Matches that were live when last sent have ended since.
        let ended: Vec<_> = self.sent.keys().filter(|id| !live.contains(id)).cloned().collect();
        for id in live.iter().chain(&ended) {
            self.send_match(id).await?;
        }
        let me = Player::Bot { name: self.name.clone() };
        match self.app.invitations().ids(&by_party(&me)).await {
            Ok(invitations) => {
                for id in &invitations {
                    self.send_invitation(id).await?;
                }
            }
            Err(cause) => {
                tracing::warn!(bot = self.name, %cause, "cannot find the invitations of a bot");
            }
        }
        Ok(())
    }

    /// Sends an invitation, if it is open.
    async fn send_invitation(&self, id: &InvitationId) -> Result<(), StreamEnded> {
        let Ok(invitation) = self.app.invitations().load(id, Freshness::Current).await else { return Ok(()) };
        if !invitation.is_open() {
            return Ok(());
        }
        let view = invitation_view(&invitation, self.app.people().presence());
        let json = serde_json::to_string(&view).unwrap_or_default();
        self.put(Event::default().event("invitation").data(json)).await
    }

    /// Sends a match, if it has changed in a way that concerns the bot.
    async fn send_match(&mut self, id: &MatchId) -> Result<(), StreamEnded> {
        let state = match self.app.store().load(id, Freshness::Resident).await {
            Ok(state) => state,
            Err(cause) => {
                tracing::warn!(%id, %cause, "cannot load the match of a bot");
                return Ok(());
            }
        };
        if self.sent.get(id).is_some_and(|sent| *sent >= state.version.0) {
            return Ok(());
        }
        if state.played.verdict().is_some() {
            // Nothing is sent about a match that began and ended while the bot was offline.
            return match self.sent.remove(id) {
                Some(_) => self.send("ended", &state, self.side_of_bot(&state)).await,
                None => Ok(()),
            };
        }
        // The last move and the end are stored together but applied one after the other: in between, no side is to move.
        if state.played.record().outcome().is_some() {
            return Ok(());
        }
        self.sent.insert(id.clone(), state.version.0);
        let played = &state.played;
        if let Some(turn) = played.turn()
            && !played.is_paused()
            && self.plays(&state, turn)
        {
            return self.send("turn", &state, turn).await;
        }
        let offers =
            [played.resume_offer(), played.draw_offer(), played.takeback_offer(), played.pause_offer()];
        match offers.into_iter().flatten().find(|by| self.plays(&state, by.other())) {
            Some(by) => self.send("offer", &state, by.other()).await,
            None => Ok(()),
        }
    }

    fn plays(&self, state: &MatchState, side: Side) -> bool {
        state.player(side).bot() == Some(&self.name)
    }

    fn side_of_bot(&self, state: &MatchState) -> Side {
        if self.plays(state, Side::One) { Side::One } else { Side::Two }
    }

    async fn send(&self, kind: &'static str, state: &MatchState, side: Side) -> Result<(), StreamEnded> {
        let store = self.app.store();
        let event = BotEvent {
            r#match: state.id.to_string(),
            version: state.version,
            side: state.info().side(side).into(),
            state: match_view(state, store.presence(), At::Now(store.now_in(state))),
        };
        let json = serde_json::to_string(&event).unwrap_or_default();
        self.put(Event::default().event(kind).data(json)).await
    }

    /// Sends an event, unless the token was renewed.
    async fn put(&self, event: Event) -> Result<(), StreamEnded> {
        if self.watch.now().hash != Some(self.hash) {
            return Err(StreamEnded);
        }
        self.events.send(Ok(event)).await.map_err(|_| StreamEnded)
    }
}
