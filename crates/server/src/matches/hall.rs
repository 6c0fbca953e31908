//! Where matches are kept: a keeper of them, and what they need around them.

use std::collections::HashSet;
use std::sync::Arc;

use chautari_arena::live::Tick;
use chautari_game::AnyGame;
use chautari_keeper::{Failure, Keeper, Now, Page, Watch};
use chautari_ledger::{Cursor, Label, Ledger, Version};
use tokio::sync::broadcast;

use super::alarms::{Alarms, Time};
use super::labels::{State, by_bot, by_tournament};
use super::seat::Sitter;
use super::story::Story;
use crate::clock::wall_clock;
use crate::names::{InvitationId, MatchId, PersonId, TournamentId};
use crate::people::Presence;
use crate::quota::{self, Lasting, Payer};
use crate::{App, Client, Problem, kept};

/// How many matches of bots may move on before a slow listener has to look for itself.
const NEWS_BEHIND: usize = 1024;

/// All matches that are kept here.
#[derive(Clone)]
pub(crate) struct Hall(pub(super) Keeper<Story>);

/// What matches need beside their events.
pub(crate) struct Surroundings {
    pub(super) games: &'static [&'static dyn AnyGame],
    pub(super) time: Time,
    pub(super) alarms: Alarms,
    pub(super) news: broadcast::Sender<News>,
    pub(super) presence: Arc<Presence>,
}

/// A moment by both clocks there are.
#[derive(Clone, Copy)]
pub(super) struct Moment {
    process: Tick,
    wall: Tick,
}

impl Moment {
    /// As this match counts.
    pub(super) fn of(self, story: &Story) -> Tick {
        if story.is_leisurely() { self.wall } else { self.process }
    }
}

/// What listening bots may care for.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// A match these bots play in has moved on.
    Moved(MatchId, Arc<[String]>),
    /// A bot is asked to play.
    Asked(InvitationId, String),
    /// These people have sat down to play at that time, in milliseconds since 1970, and are not free for others.
    Seated(Arc<[PersonId]>, u64),
    /// Some news were lost: look for yourselves.
    Missed,
}

impl Hall {
    pub(crate) fn new(
        ledger: Ledger,
        games: &'static [&'static dyn AnyGame],
        presence: Arc<Presence>,
    ) -> Hall {
        let around = Surroundings {
            games,
            time: Time::start(),
            alarms: Alarms::default(),
            news: broadcast::Sender::new(NEWS_BEHIND),
            presence,
        };
        Hall(Keeper::new(ledger, around))
    }

    /// Whether one more may go on for somebody.
    pub(crate) async fn vet_quota(&self, payer: &Payer, what: Lasting) -> Result<(), Problem> {
        quota::vet(&self.0, payer, what).await
    }

    pub(super) fn around(&self) -> &Surroundings {
        self.0.world()
    }

    /// How long this process has been there.
    pub(crate) fn now(&self) -> Tick {
        self.around().time.now()
    }

    /// The time in a match.
    pub(crate) fn now_in(&self, story: &Story) -> Tick {
        self.moment().of(story)
    }

    /// Now, before it is known in which match.
    pub(super) fn moment(&self) -> Moment {
        Moment { process: self.now(), wall: Tick(wall_clock()) }
    }

    /// Where what bots may care for is announced.
    pub(crate) fn announcer(&self) -> broadcast::Sender<News> {
        self.around().news.clone()
    }

    /// What moves on in matches of bots, from now on.
    pub(crate) fn news(&self) -> broadcast::Receiver<News> {
        self.around().news.subscribe()
    }

    /// Says of a match that has begun, or in which somebody has sat down, who is busy with it.
    pub(super) fn announce(&self, story: &Story) {
        let is_full = story.begun.seats.iter().all(|seat| seat.sitter != Sitter::Open);
        let people: Arc<[PersonId]> = story.people().cloned().collect();
        if is_full && !story.is_leisurely() && !people.is_empty() {
            let _ = self.around().news.send(News::Seated(people, story.changed_ms));
        }
    }

    /// A match as this process last heard of it, or as it stands.
    pub(crate) async fn known(&self, id: &MatchId) -> Result<Arc<Now<Story>>, Problem> {
        Ok(self.0.known(id).await?)
    }

    /// Follows the ledger for as long as it runs.
    pub(super) async fn run(&self) {
        self.0.run(|| drop(self.around().news.send(News::Missed))).await;
    }

    /// How many matches that this process keeps go on.
    pub(crate) fn live(&self) -> usize {
        self.0.live()
    }

    /// A match as it stands, only to be looked at. What any process has acknowledged is in it.
    pub(crate) async fn look(&self, id: &MatchId) -> Result<Arc<Now<Story>>, Problem> {
        Ok(self.0.look(id).await?)
    }

    /// A page of the matches with a label, the latest first.
    pub(crate) async fn page(
        &self,
        app: &App,
        client: Client,
        label: Label,
        before: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<Story>, Problem> {
        kept::page(app, client, &self.0, label, before, limit).await
    }

    /// A match as the ledger has it now, with whatever somebody is doing to it; `None` where there is none.
    pub(crate) async fn find(&self, id: &MatchId) -> Result<Option<Arc<Now<Story>>>, Problem> {
        match self.0.look_settled(id).await {
            Ok(now) => Ok(Some(now)),
            Err(Failure::Missing { .. }) => Ok(None),
            Err(failure) => Err(failure.into()),
        }
    }

    /// A match, to be played.
    pub(crate) async fn keep(&self, id: &MatchId) -> Result<Arc<Now<Story>>, Problem> {
        Ok(self.0.keep(id).await?)
    }

    /// A match at a version or later, to be played. What is kept here may be behind what others did.
    pub(super) async fn keep_since(&self, id: &MatchId, version: u64) -> Result<Arc<Now<Story>>, Problem> {
        Ok(self.0.keep_since(id, Version(version)).await?)
    }

    /// A match, to be watched.
    pub(super) async fn watch(&self, id: &MatchId) -> Result<Watch<Story>, Problem> {
        Ok(self.0.watch(id).await?)
    }

    /// The matches of a tournament that go on.
    pub(crate) async fn live_in(&self, tournament: &TournamentId) -> Result<HashSet<MatchId>, Problem> {
        Ok(self.0.ids(&by_tournament(tournament, State::Live)).await?.into_iter().collect())
    }

    /// The live matches of a bot.
    pub(crate) async fn of_bot(&self, name: &str) -> Result<Vec<MatchId>, Problem> {
        Ok(self.0.ids(&by_bot(name, State::Live)).await?)
    }
}

/// The answer where there is no such match.
pub(super) fn missing(id: &str) -> Problem {
    Problem::missing(format!("There is no match `{id}`."))
}
