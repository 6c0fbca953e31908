//! Where matches are kept: a keeper of them, and what they need context them.

use std::collections::HashSet;
use std::sync::Arc;

use chautari_aggregate::{Freshness, Page, Repository, RepositoryError, Versioned, Watch};
use chautari_arena::live::Tick;
use chautari_compute::Client;
use chautari_game::AnyGame;
use chautari_http::Problem;
use chautari_ledger::{Cursor, Label, Ledger};
use chautari_people::people::Presence;
use chautari_platform::paging;
use chautari_platform::quota;
use chautari_platform::quota::{QuotaAccount, QuotaKind};
use chautari_platform::wall_clock;
use chautari_platform::{InvitationId, MatchId, PersonId, TournamentId};
use tokio::sync::broadcast;

use super::labels::{State, by_bot, by_tournament};
use super::seat::Sitter;
use super::state::MatchState;
use super::timers::{ClockTimers, MonotonicClock};
use crate::Matches;

/// How many matches of bots may move on before a slow listener has to look for itself.
const NEWS_BEHIND: usize = 1024;

/// All matches that are kept here.
#[derive(Clone)]
pub struct MatchStore(pub(super) Repository<MatchState>);

/// What matches need beside their events.
pub struct MatchContext {
    pub(super) games: &'static [&'static dyn AnyGame],
    pub(super) time: MonotonicClock,
    pub(super) alarms: ClockTimers,
    pub(super) news: broadcast::Sender<BotNotice>,
    pub(super) presence: Arc<Presence>,
}

/// A moment by both clocks there are.
#[derive(Clone, Copy)]
pub(super) struct ClockReading {
    process: Tick,
    wall: Tick,
}

impl ClockReading {
    /// As this match counts.
    pub(super) fn of(self, story: &MatchState) -> Tick {
        if story.is_leisurely() { self.wall } else { self.process }
    }
}

/// What listening bots may care for.
#[derive(Clone, Debug)]
pub enum BotNotice {
    /// A match these bots play in has moved on.
    MatchChanged(MatchId, Arc<[String]>),
    /// A bot is asked to play.
    Invited(InvitationId, String),
    /// These people have sat down to play at that time, in milliseconds since 1970, and are not free for others.
    PlayersSeated(Arc<[PersonId]>, u64),
    /// Some news were lost: look for yourselves.
    Lagged,
}

impl MatchStore {
    pub(crate) fn new(
        ledger: Ledger,
        games: &'static [&'static dyn AnyGame],
        presence: Arc<Presence>,
    ) -> MatchStore {
        let context = MatchContext {
            games,
            time: MonotonicClock::start(),
            alarms: ClockTimers::default(),
            news: broadcast::Sender::new(NEWS_BEHIND),
            presence,
        };
        MatchStore(Repository::new(ledger, context))
    }

    /// Whether one more may go on for somebody.
    pub(crate) async fn vet_quota(&self, payer: &QuotaAccount, what: QuotaKind) -> Result<(), Problem> {
        quota::check(&self.0, payer, what).await
    }

    pub(super) fn context(&self) -> &MatchContext {
        self.0.context()
    }

    /// How long this process has been there.
    pub fn now(&self) -> Tick {
        self.context().time.now()
    }

    /// The time in a match.
    pub(crate) fn now_in(&self, story: &MatchState) -> Tick {
        self.moment().of(story)
    }

    /// Now, before it is known in which match.
    pub(super) fn moment(&self) -> ClockReading {
        ClockReading { process: self.now(), wall: Tick(wall_clock()) }
    }

    /// Where what bots may care for is announced.
    pub(crate) fn notice_sender(&self) -> broadcast::Sender<BotNotice> {
        self.context().news.clone()
    }

    /// What moves on in matches of bots, from now on.
    pub(crate) fn news(&self) -> broadcast::Receiver<BotNotice> {
        self.context().news.subscribe()
    }

    /// Says of a match that has begun, or in which somebody has sat down, who is busy with it.
    pub(super) fn announce(&self, story: &MatchState) {
        let is_full = story.begun.seats.iter().all(|seat| seat.sitter != Sitter::Open);
        let people: Arc<[PersonId]> = story.people().cloned().collect();
        if is_full && !story.is_leisurely() && !people.is_empty() {
            let _ = self.context().news.send(BotNotice::PlayersSeated(people, story.changed_ms));
        }
    }

    /// Loads a match, as fresh as requested.
    pub async fn load(
        &self,
        id: &MatchId,
        freshness: Freshness,
    ) -> Result<Arc<Versioned<MatchState>>, Problem> {
        Ok(self.0.load(id, freshness).await?)
    }

    /// Follows the ledger for as long as it runs.
    pub(super) async fn run(&self) {
        self.0.run(|| drop(self.context().news.send(BotNotice::Lagged))).await;
    }

    /// How many matches that this process keeps go on.
    pub(crate) fn unfinished_count(&self) -> usize {
        self.0.unfinished_count()
    }

    /// A page of the matches with a label, the latest first.
    pub(crate) async fn page(
        &self,
        app: &Matches,
        client: Client,
        label: Label,
        before: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<MatchState>, Problem> {
        paging::load_page(app.platform(), client, &self.0, &label, before, limit).await
    }

    /// A match as the ledger has it now, with whatever somebody is doing to it; `None` where there is none.
    pub async fn find(&self, id: &MatchId) -> Result<Option<Arc<Versioned<MatchState>>>, Problem> {
        match self.0.load(id, Freshness::Settled).await {
            Ok(now) => Ok(Some(now)),
            Err(RepositoryError::Missing { .. }) => Ok(None),
            Err(failure) => Err(failure.into()),
        }
    }

    /// A match, to be watched.
    pub(super) async fn watch(&self, id: &MatchId) -> Result<Watch<MatchState>, Problem> {
        Ok(self.0.watch(id).await?)
    }

    /// The matches of a tournament that go on.
    pub async fn live_in(&self, tournament: &TournamentId) -> Result<HashSet<MatchId>, Problem> {
        Ok(self.0.ids(&by_tournament(tournament, State::Live)).await?.into_iter().collect())
    }

    /// The live matches of a bot.
    pub(crate) async fn of_bot(&self, name: &str) -> Result<Vec<MatchId>, Problem> {
        Ok(self.0.ids(&by_bot(name, State::Live)).await?)
    }
}

/// The answer where there is no such match.
pub(super) fn missing(id: &str) -> Problem {
    Problem::not_found(format!("There is no match `{id}`."))
}
