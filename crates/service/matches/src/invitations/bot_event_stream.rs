//! What awaits a bot in its matches and from those who invite it, as it comes.

use std::collections::HashMap;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use chautari_aggregate::{Freshness, Watch};
use chautari_arena::live::At;
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Bearer, Problem, TokenHash};
use chautari_people::bots::{Bot, by_its_token};
use chautari_platform::{InvitationId, MatchId};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;

use super::{Shown, of_bot};
use crate::Matches;
use crate::matches::{BotNotice, MatchState, View};

/// How many events may wait for a slow bot; more are not made until it has taken some.
const WAITING: usize = 8;

/// How often a silent stream shows that it is alive.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// What awaits the bot that asks, as Server-Sent Events
///
/// `turn` says that it is the bot's turn in a match, `offer` that it is offered a draw or asked for a
/// takeback, for a pause, or to play on after one, `ended` that a match of its is over; each with
/// `{match, version, side, state}`. What is offered in the bot's turn stands in the state. `invitation` is one
/// that the bot is to accept or decline. All that awaits it is told when it connects, so that nothing is lost by
/// being away.
#[utoipa::path(
    get, operation_id = "stream_bot_events", path = "/bots/me/stream", tag = "bots",
    security(("token" = [])),
    responses(
        (status = OK, body = String, content_type = "text/event-stream", description = "What awaits the bot, as it comes"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn stream(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let bot = by_its_token(app.people(), client, &token).await?;
    let watch = app.people().bots().watch(&bot.name).await?;
    let (events, told) = mpsc::channel(WAITING);
    let ear = app.people().presence().register_bot_stream(&bot.name);
    let listener =
        Listener { app, name: bot.name.clone(), hash: token.hash(), watch, told: HashMap::new(), events };
    // It ends by itself when the server stops, and must not be remembered when the bot has gone.
    tokio::spawn(async move {
        listener.listen().await;
        drop(ear);
    });
    Ok(Sse::new(ReceiverStream::new(told)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

struct Listener {
    app: Matches,
    name: String,
    /// Of the token it listens by.
    hash: TokenHash,
    /// The bot, which stays in memory as long as it listens.
    watch: Watch<Bot>,
    /// The version of each live match that was last told.
    told: HashMap<MatchId, u64>,
    events: mpsc::Sender<Result<Event, Infallible>>,
}

/// There is nobody to tell, or nobody who may be told any more.
struct Gone;

impl Listener {
    async fn listen(mut self) {
        let shutdown = self.app.http().shutdown().clone();
        let events = self.events.clone();
        tokio::select! {
            _ = self.tell_all() => {}
            () = events.closed() => {}
            () = shutdown.requested() => {}
        }
    }

    async fn tell_all(&mut self) -> Result<(), Gone> {
        // First listen, then look: what happens in between is heard.
        let mut news = self.app.store().news();
        self.look_around().await?;
        loop {
            match news.recv().await {
                Ok(BotNotice::MatchChanged(id, bots)) if bots.contains(&self.name) => self.tell(&id).await?,
                Ok(BotNotice::Invited(id, bot)) if bot == self.name => self.ask(&id).await?,
                Ok(BotNotice::MatchChanged(..) | BotNotice::Invited(..) | BotNotice::PlayersSeated(..)) => {}
                Ok(BotNotice::Lagged) | Err(RecvError::Lagged(_)) => self.look_around().await?,
                Err(RecvError::Closed) => return Err(Gone),
            }
        }
    }

    /// Tells of every live match of the bot's.
    async fn look_around(&mut self) -> Result<(), Gone> {
        let live = match self.app.store().of_bot(&self.name).await {
            Ok(live) => live,
            Err(problem) => {
                tracing::warn!(bot = self.name, problem = problem.text(), "a bot's matches were not found");
                return Err(Gone);
            }
        };
        // What was told of and is not live any more has ended unheard.
        let ended: Vec<_> = self.told.keys().filter(|id| !live.contains(id)).cloned().collect();
        for id in live.iter().chain(&ended) {
            self.tell(id).await?;
        }
        match of_bot(&self.app, &self.name).await {
            Ok(asked) => {
                for id in &asked {
                    self.ask(id).await?;
                }
            }
            Err(problem) => {
                tracing::warn!(
                    bot = self.name,
                    problem = problem.text(),
                    "a bot's invitations were not found"
                );
            }
        }
        Ok(())
    }

    /// Tells of an invitation that waits for an answer.
    async fn ask(&self, id: &InvitationId) -> Result<(), Gone> {
        let Ok(invitation) = self.app.invitations().load(id, Freshness::Current).await else { return Ok(()) };
        if !invitation.is_open() {
            return Ok(());
        }
        let shown =
            serde_json::to_string(&Shown::new(self.app.people().presence(), &invitation)).unwrap_or_default();
        self.put(Event::default().event("invitation").data(shown)).await
    }

    /// Tells of one match, where there is something to tell.
    async fn tell(&mut self, id: &MatchId) -> Result<(), Gone> {
        let story = match self.app.store().load(id, Freshness::Resident).await {
            Ok(story) => story,
            Err(problem) => {
                tracing::warn!(%id, problem = problem.text(), "a bot's match could not be read");
                return Ok(());
            }
        };
        if self.told.get(id).is_some_and(|told| *told >= story.version.0) {
            return Ok(());
        }
        if story.played.verdict().is_some() {
            // A match that was never told of ended while nobody listened.
            return match self.told.remove(id) {
                Some(_) => self.send("ended", &story, self.seat(&story)).await,
                None => Ok(()),
            };
        }
        // The move that ends it is kept together with its end and heard of before: nobody has to move there.
        if story.played.record().outcome().is_some() {
            return Ok(());
        }
        self.told.insert(id.clone(), story.version.0);
        let played = &story.played;
        if let Some(turn) = played.turn()
            && !played.is_paused()
            && self.sits(&story, turn)
        {
            return self.send("turn", &story, turn).await;
        }
        let offers =
            [played.resume_offer(), played.draw_offer(), played.takeback_offer(), played.pause_offer()];
        match offers.into_iter().flatten().find(|by| self.sits(&story, by.other())) {
            Some(by) => self.send("offer", &story, by.other()).await,
            None => Ok(()),
        }
    }

    fn sits(&self, story: &MatchState, side: Side) -> bool {
        story.begun.seats[side.index()].sitter.bot() == Some(&self.name)
    }

    fn seat(&self, story: &MatchState) -> Side {
        if self.sits(story, Side::One) { Side::One } else { Side::Two }
    }

    async fn send(&self, kind: &'static str, story: &MatchState, side: Side) -> Result<(), Gone> {
        let told = json!({
            "match": story.id,
            "version": story.version,
            "side": story.info().side(side),
            "state": View::new(story, At::Now(self.app.store().now_in(story))),
        });
        self.put(Event::default().event(kind).data(told.to_string())).await
    }

    /// Sends an event, if the token is good still: whoever has another by now listens by that.
    async fn put(&self, event: Event) -> Result<(), Gone> {
        if self.watch.now().hash != Some(self.hash) {
            return Err(Gone);
        }
        self.events.send(Ok(event)).await.map_err(|_| Gone)
    }
}
