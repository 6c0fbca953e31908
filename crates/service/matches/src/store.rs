//! The repository of matches, and the commands it carries out.

use std::collections::HashSet;
use std::sync::Arc;

use chautari_aggregate::{
    self as aggregate, ActError, Freshness, Repository, RepositoryError, Versioned, Watch,
};
use chautari_arena::live::Tick;
use chautari_game::AnyGame;
use chautari_ledger::Ledger;
use chautari_people::people::Presence;
use chautari_platform::{MatchId, PersonId, TournamentId, wall_clock};
use chautari_wire::{Acted, At};
use tokio::sync::broadcast;

use crate::model::{
    BotNotice, ClockReading, ClockTimers, Command, EndedMatchQueue, MatchContext, MatchCreated,
    MatchLogEvent, MatchState, MatchStatus, MonotonicClock, Player, RefusedCommand, UnplayableMatch, by_bot,
    by_tournament, decide, match_view,
};

/// Notices that a bot's stream may lag behind before it has to load everything again.
const NOTICE_BUFFER: usize = 1024;

/// All matches. Cheap to clone.
#[derive(Clone)]
pub struct MatchStore(Repository<MatchState>);

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum ExecuteError {
    /// The match refuses it.
    #[error("{}", .0.refusal)]
    Refused(Box<RefusedCommand>),
    /// It cannot be stored.
    #[error(transparent)]
    Failed(#[from] RepositoryError),
}

impl From<ActError<Box<RefusedCommand>>> for ExecuteError {
    fn from(error: ActError<Box<RefusedCommand>>) -> ExecuteError {
        match error {
            ActError::Refused(refused) => ExecuteError::Refused(refused),
            ActError::Failed(failure) => ExecuteError::Failed(failure),
        }
    }
}

/// Returns the response to a change that led to this state.
pub(crate) fn acted(state: &MatchState, presence: &Presence) -> Acted {
    Acted { version: state.version, state: match_view(state, presence, At::LastEvent) }
}

/// Why a match cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// It cannot be played.
    #[error(transparent)]
    Unplayable(#[from] UnplayableMatch),
    /// It cannot be stored.
    #[error(transparent)]
    Failed(#[from] RepositoryError),
}

impl MatchStore {
    pub(crate) fn new(
        ledger: Ledger,
        games: &'static [&'static dyn AnyGame],
        presence: Arc<Presence>,
        ended_queues: Vec<EndedMatchQueue>,
    ) -> MatchStore {
        let context = MatchContext {
            games,
            clock: MonotonicClock::start(),
            timers: ClockTimers::default(),
            notices: broadcast::Sender::new(NOTICE_BUFFER),
            presence,
            ended_queues,
        };
        MatchStore(Repository::new(ledger, context))
    }

    /// Returns the repository, for pages, labels and decisions that are not commands.
    pub(crate) fn repository(&self) -> &Repository<MatchState> {
        &self.0
    }

    pub(crate) fn context(&self) -> &MatchContext {
        self.0.context()
    }

    pub(crate) fn presence(&self) -> &Presence {
        &self.context().presence
    }

    /// Returns the time since this process started.
    pub fn now(&self) -> Tick {
        self.context().clock.now()
    }

    /// Returns the current time by the clock of a match.
    pub(crate) fn now_in(&self, state: &MatchState) -> Tick {
        self.clock_reading().of(state)
    }

    /// Reads both clocks.
    fn clock_reading(&self) -> ClockReading {
        ClockReading { process: self.now(), wall: Tick(wall_clock()) }
    }

    /// Returns the sender of notifications for bots.
    pub(crate) fn notice_sender(&self) -> broadcast::Sender<BotNotice> {
        self.context().notices.clone()
    }

    /// Subscribes to notifications for bots.
    pub(crate) fn notices(&self) -> broadcast::Receiver<BotNotice> {
        self.context().notices.subscribe()
    }

    /// Notifies subscribers that the people of a match have started to play and are not available for others.
    pub(crate) fn announce_start(&self, state: &MatchState) {
        let is_full = state.created.seats.iter().all(|seat| seat.player != Player::Open);
        let people: Arc<[PersonId]> = state.people().cloned().collect();
        if is_full && !state.is_correspondence() && !people.is_empty() {
            let _ = self.context().notices.send(BotNotice::PlayersSeated(people, state.changed_ms));
        }
    }

    /// Loads a match, as fresh as requested.
    pub async fn load(
        &self,
        id: &MatchId,
        freshness: Freshness,
    ) -> Result<Arc<Versioned<MatchState>>, RepositoryError> {
        self.0.load(id, freshness).await
    }

    /// Loads a match with all changes in progress; `None` if it does not exist.
    pub async fn find(&self, id: &MatchId) -> Result<Option<Arc<Versioned<MatchState>>>, RepositoryError> {
        match self.0.load(id, Freshness::Settled).await {
            Ok(now) => Ok(Some(now)),
            Err(RepositoryError::Missing { .. }) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Follows a match.
    pub(crate) async fn watch(&self, id: &MatchId) -> Result<Watch<MatchState>, RepositoryError> {
        self.0.watch(id).await
    }

    /// Follows the ledger until the server stops.
    pub(crate) async fn run(&self) {
        self.0.run(|| drop(self.context().notices.send(BotNotice::Lagged))).await;
    }

    /// Returns the number of matches in progress that this process has in memory.
    pub(crate) fn unfinished_count(&self) -> usize {
        self.0.unfinished_count()
    }

    /// Returns the matches of a tournament that are in progress.
    pub async fn live_in(&self, tournament: &TournamentId) -> Result<HashSet<MatchId>, RepositoryError> {
        Ok(self.0.ids(&by_tournament(tournament, MatchStatus::Live)).await?.into_iter().collect())
    }

    /// Returns the matches of a bot that are in progress.
    pub(crate) async fn live_of_bot(&self, name: &str) -> Result<Vec<MatchId>, RepositoryError> {
        self.0.ids(&by_bot(name, MatchStatus::Live)).await
    }

    /// Creates a match, unless it exists already.
    pub async fn create(
        &self,
        id: MatchId,
        created: MatchCreated,
    ) -> Result<Arc<Versioned<MatchState>>, CreateError> {
        self.vet(&id, &created)?;
        Ok(self.create_vetted(id, created, aggregate::Command::default()).await?)
    }

    /// Checks that a match can be played.
    pub(crate) fn vet(&self, id: &MatchId, created: &MatchCreated) -> Result<(), UnplayableMatch> {
        MatchState::new(self.context().games, id.clone(), created.clone(), 0, self.now()).map(drop)
    }

    /// Creates a match that [`MatchStore::vet`] has accepted.
    pub(crate) async fn create_vetted(
        &self,
        id: MatchId,
        created: MatchCreated,
        command: aggregate::Command,
    ) -> Result<Arc<Versioned<MatchState>>, RepositoryError> {
        let first = vec![MatchLogEvent::Created(Box::new(created))];
        let state = self.0.create(&id, command, first).await?.now();
        self.announce_start(&state);
        Ok(state)
    }

    /// Executes a command exactly once, however often it is sent.
    pub async fn execute(&self, id: &MatchId, command: Command<'_>) -> Result<Acted, ExecuteError> {
        // Read first, so that waiting for the ledger costs the player no time.
        let now = self.clock_reading();
        let repeatable = aggregate::Command {
            name: Some(command.id.clone()),
            job: command.job.clone(),
            about: command.change.request(),
            lifetime: None,
        };
        let presence = self.presence();
        let decide = |state: &Versioned<MatchState>| {
            decide(state, &command, now.of(state), presence)
                .map_err(|refusal| Box::new(RefusedCommand::new(refusal, state, presence)))
        };
        let applied = self.0.act(id, repeatable, decide).await?;
        Ok(acted(&applied.now, presence))
    }
}
