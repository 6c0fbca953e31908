//! A simulated server: repositories, timers and job workers, and the requests that clients send.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use chautari_aggregate::{
    ActError, Command, Created, Decision, Freshness, JobOutcome, Repository, RepositoryError, Versioned,
    run_worker,
};
use chautari_arena::Format;
use chautari_arena::live::Action;
use chautari_game::Side;
use chautari_ledger::{CommandId, Job, Label, Ledger};
use serde_json::json;
use tokio::task::JoinSet;

use crate::bug::Bug;
use crate::context::NodeContext;
use crate::matches::{BEGINNINGS, DIRECTIONS, MatchChange, MatchState, SCORES, of_player};
use crate::people::{Invitation, InvitationChange, Person, PersonChange, open_invitations};
use crate::tournament::{NextStep, Slot, Tournament, TournamentChange};
use crate::world::{Life, NodeFaults, World};
use tokio_util::sync::CancellationToken;

/// The outcome of a request that the server has answered.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It cannot be done; nothing was changed.
    Refused(String),
    /// It may or may not have been done.
    Unknown(String),
}

impl From<RepositoryError> for Refusal {
    fn from(error: RepositoryError) -> Refusal {
        match error {
            RepositoryError::Unavailable(_) | RepositoryError::Contended { .. } => {
                Refusal::Unknown(error.to_string())
            }
            _ => Refusal::Refused(error.to_string()),
        }
    }
}

impl From<ActError<&'static str>> for Refusal {
    fn from(error: ActError<&'static str>) -> Refusal {
        match error {
            ActError::Refused(why) => Refusal::Refused(why.to_owned()),
            ActError::Failed(error) => error.into(),
        }
    }
}

/// A process: its services, and the sign that it is alive.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) name: Arc<str>,
    pub(crate) life: Life,
    world: World,
    context: Arc<NodeContext>,
    ledger: Ledger,
    pub(crate) matches: Repository<MatchState>,
    pub(crate) tournaments: Repository<Tournament>,
    pub(crate) invitations: Repository<Invitation>,
    pub(crate) people: Repository<Person>,
}

/// A match as one of its players sees it.
pub(crate) struct Seen {
    pub(crate) plies: usize,
    /// The legal moves, if it is the player's turn.
    pub(crate) moves: Vec<String>,
    pub(crate) side: Side,
}

impl Node {
    /// Starts a process. It runs until the tasks are dropped.
    pub(crate) fn start(world: &World, name: &str, is_restarted: bool) -> (Node, JoinSet<()>) {
        let life = Life::new();
        let faults = || NodeFaults { world: world.clone(), life: life.clone(), name: name.to_owned() };
        let ledger = Ledger::simulated(world.store(), Arc::new(faults()));
        let context = Arc::new(NodeContext::new(faults(), is_restarted));
        let node = Node {
            name: name.into(),
            life: life.clone(),
            world: world.clone(),
            ledger: ledger.clone(),
            matches: Repository::new(ledger.clone(), context.clone()),
            tournaments: Repository::new(ledger.clone(), context.clone()),
            invitations: Repository::new(ledger.clone(), context.clone()),
            people: Repository::new(ledger.clone(), context.clone()),
            context,
        };
        let mut tasks = JoinSet::new();
        let (one, two, three) = (node.matches.clone(), node.tournaments.clone(), node.invitations.clone());
        tasks.spawn(async move { one.run(|| {}).await });
        tasks.spawn(async move { two.run(|| {}).await });
        tasks.spawn(async move { three.run(|| {}).await });
        let timers = node.clone();
        tasks.spawn(async move { timers.run_timers().await });
        for queue in [BEGINNINGS, SCORES, DIRECTIONS] {
            let (node, ledger) = (node.clone(), ledger.clone());
            tasks.spawn(async move {
                let work = |job| {
                    let node = node.clone();
                    async move { node.work(queue, job).await }
                };
                run_worker(ledger, CancellationToken::new(), queue, 2, work).await;
            });
        }
        (node, tasks)
    }

    /// Ends matches whose clock has run out.
    async fn run_timers(&self) {
        loop {
            let id = self.context.next_timer().await;
            if let Err(Refusal::Unknown(_)) = self.end_if_late(&id).await {
                // The ledger is away: look again soon.
                let retry = self.clone();
                tokio::time::sleep(Duration::from_millis(500)).await;
                if let Ok(state) = retry.matches.load(&id, Freshness::Cached).await {
                    retry.context.set_timer(&id, state.live.deadline());
                }
            }
        }
    }

    async fn end_if_late(&self, id: &String) -> Result<(), Refusal> {
        let decide = |state: &Versioned<MatchState>| {
            let end = state.live.due(self.context.now());
            Ok::<_, &'static str>(match end {
                Some(end) => Decision::AppendThenRetry(late_command(state), vec![MatchChange::Played(end)]),
                None => Decision::NoChange,
            })
        };
        self.matches.act(id, Command::default(), decide).await?;
        Ok(())
    }
}

/// All processes end a match of this version under the same command, so that it ends once.
fn late_command(state: &Versioned<MatchState>) -> CommandId {
    CommandId::new(format!("late-{}", state.version))
}

/// Requests of clients.
impl Node {
    pub(crate) async fn register(&self, id: &str, name: &str) -> Result<(), Refusal> {
        let change = PersonChange::Registered { name: name.to_owned() };
        self.people.create(&id.to_owned(), Command::named("register").about(name), vec![change]).await?;
        Ok(())
    }

    pub(crate) async fn invite(&self, id: &str, by: &str) -> Result<(), Refusal> {
        let change = InvitationChange::Offered { by: by.to_owned() };
        self.invitations.create(&id.to_owned(), Command::named("offer").about(by), vec![change]).await?;
        Ok(())
    }

    /// Accepts an open invitation of somebody else, if there is one.
    pub(crate) async fn open_invitation(&self, player: &str) -> Result<Option<String>, Refusal> {
        let page = self.invitations.page(&open_invitations(), None, 10).await?;
        Ok(page.items.into_iter().find(|(_, invitation)| invitation.by != player).map(|(id, _)| id))
    }

    pub(crate) async fn accept(&self, id: &str, by: &str) -> Result<(), Refusal> {
        let accept = |invitation: &Versioned<Invitation>| match &invitation.accepted_by {
            None => Ok(Decision::Append(vec![InvitationChange::Accepted { by: by.to_owned() }])),
            Some(_) => Err("somebody else was faster"),
        };
        let command = Command::named(format!("accept-{by}")).about(by);
        self.invitations.act(&id.to_owned(), command, accept).await?;
        Ok(())
    }

    /// The matches in progress of a player.
    pub(crate) async fn my_matches(&self, player: &str) -> Result<Vec<String>, Refusal> {
        Ok(self.matches.ids(&of_player(player)).await?)
    }

    pub(crate) async fn look(&self, id: &str, player: &str) -> Result<Option<Seen>, Refusal> {
        let state = self.matches.load(&id.to_owned(), Freshness::Current).await?;
        let Some(side) = state.side(player) else { return Ok(None) };
        let record = state.live.record();
        let is_mine = state.live.turn() == Some(side);
        let text = |action| record.action_text(action).ok();
        let moves =
            if is_mine { record.actions().into_iter().filter_map(text).collect() } else { Vec::new() };
        Ok(Some(Seen { plies: record.len(), moves, side }))
    }

    /// Plays a move for a player who has seen this many plies.
    pub(crate) async fn play(
        &self,
        id: &str,
        side: Side,
        seen: usize,
        text: &str,
        command: &str,
    ) -> Result<(), Refusal> {
        let decide = |state: &Versioned<MatchState>| {
            let now = self.context.now();
            if let Some(end) = state.live.due(now) {
                return Ok(Decision::AppendThenRetry(late_command(state), vec![MatchChange::Played(end)]));
            }
            if state.live.record().len() != seen && !self.world.has(Bug::IgnoresSeenPlies) {
                return Err("the position has changed");
            }
            let events = state.live.decide(side, &Action::Move { text: text.to_owned() }, now);
            let events = events.map_err(|refusal| refusal.code())?;
            Ok(Decision::Append(events.into_iter().map(MatchChange::Played).collect()))
        };
        let (id, command) = (id.to_owned(), Command::named(command).about(json!([seen, text])));
        if self.world.has(Bug::AcknowledgesEarly) && self.world.below(10) == 0 {
            let state = self.matches.load(&id, Freshness::Cached).await?;
            decide(&state).map_err(|why| Refusal::Refused(why.to_owned()))?;
            return Ok(());
        }
        self.matches.act(&id, command, decide).await?;
        Ok(())
    }

    pub(crate) async fn resign(&self, id: &str, side: Side, command: &str) -> Result<(), Refusal> {
        let decide = |state: &Versioned<MatchState>| {
            let events = state.live.decide(side, &Action::Resign, self.context.now());
            let events = events.map_err(|refusal| refusal.code())?;
            Ok(Decision::Append(events.into_iter().map(MatchChange::Played).collect()))
        };
        self.matches.act(&id.to_owned(), Command::named(command), decide).await?;
        Ok(())
    }

    pub(crate) async fn create_tournament(
        &self,
        id: &str,
        format: Format,
        games: u32,
    ) -> Result<(), Refusal> {
        let change = TournamentChange::Created { format, games };
        self.tournaments.create(&id.to_owned(), Command::named("create"), vec![change]).await?;
        Ok(())
    }

    pub(crate) async fn enter(&self, id: &str, player: &str) -> Result<(), Refusal> {
        let decide = |tournament: &Versioned<Tournament>| match () {
            () if tournament.players.iter().any(|known| known == player) => Ok(Decision::NoChange),
            () if tournament.is_started => Err("it has begun"),
            () => Ok(Decision::Append(vec![TournamentChange::Entered { player: player.to_owned() }])),
        };
        let command = Command::named(format!("enter-{player}"));
        self.tournaments.act(&id.to_owned(), command, decide).await?;
        Ok(())
    }

    pub(crate) async fn start_tournament(&self, id: &str) -> Result<(), Refusal> {
        let decide = |tournament: &Versioned<Tournament>| match () {
            () if tournament.is_started => Ok(Decision::NoChange),
            () if tournament.players.len() < 2 => Err("too few players"),
            () => Ok(Decision::Append(vec![TournamentChange::Started])),
        };
        self.tournaments.act(&id.to_owned(), Command::named("start"), decide).await?;
        Ok(())
    }
}

/// Jobs.
impl Node {
    async fn work(&self, queue: &'static str, job: Job) -> Result<JobOutcome, String> {
        let field = |name: &str| job.body[name].as_str().unwrap_or_default().to_owned();
        let done = match queue {
            BEGINNINGS => self.begin_match(field("invitation"), &job).await,
            SCORES => self.score(field("match"), &job).await,
            _ => self.direct(field("tournament"), &job).await,
        };
        let worked = format!("{} works on {queue}, attempt {}", self.name, job.attempt);
        self.world.note(&format!("job {}", job.body), &worked);
        match done {
            Ok(()) => Ok(JobOutcome::Done),
            Err(Refusal::Refused(why) | Refusal::Unknown(why)) => Err(why),
        }
    }

    /// Begins the match of an accepted invitation.
    async fn begin_match(&self, id: String, job: &Job) -> Result<(), Refusal> {
        let invitation = self.invitations.load(&id, Freshness::Settled).await?;
        let Some(other) = &invitation.accepted_by else {
            return Err(Refusal::Refused("nobody has accepted".to_owned()));
        };
        let players = [invitation.by.clone(), other.clone()];
        let began = MatchChange::Began { players, tournament: None };
        let command = Command::named("begin").finishing(job.clone());
        self.matches.create(&format!("m-{id}"), command, vec![began]).await?;
        Ok(())
    }

    /// Counts the result of a match for both players.
    async fn score(&self, id: String, job: &Job) -> Result<(), Refusal> {
        if self.world.has(Bug::FinishesJobsEarly) {
            let _ = self.ledger.finish(job).await;
        }
        let state = self.matches.load(&id, Freshness::Settled).await?;
        let Some(verdict) = state.live.verdict() else {
            return Err(Refusal::Refused("the match is in progress".to_owned()));
        };
        for (side, player) in Side::ALL.into_iter().zip(&state.players) {
            let has_won = verdict.winner == Some(side);
            let count = |_: &Versioned<Person>| {
                let change = PersonChange::Scored { match_id: id.clone(), has_won };
                Ok::<_, &'static str>(Decision::Append(vec![change]))
            };
            let command = if self.world.has(Bug::CountsScoresTwice) {
                Command::default()
            } else {
                Command::named(format!("score-{id}"))
            };
            self.people.act(player, command, count).await?;
        }
        Ok(())
    }

    /// Takes a tournament as far as it goes.
    async fn direct(&self, id: String, job: &Job) -> Result<(), Refusal> {
        loop {
            let tournament = self.tournaments.load(&id, Freshness::Settled).await?;
            let round = tournament.rounds.len();
            match tournament.next_step() {
                NextStep::Nothing => return Ok(()),
                NextStep::Play(slots) => {
                    let mut has_settled = false;
                    for slot in slots {
                        has_settled |= self.direct_game(&tournament, slot, job).await?;
                    }
                    if !has_settled {
                        return Ok(());
                    }
                }
                NextStep::Pair(pairs) => {
                    let change = TournamentChange::Paired {
                        pairings: pairs
                            .pairings
                            .iter()
                            .map(|pairing| pairing.sides.map(|side| side.0))
                            .collect(),
                        byes: pairs.byes.iter().map(|player| player.0).collect(),
                    };
                    let is_current = |now: &Tournament| now.rounds.len() == round;
                    self.advance(&id, &format!("pair-{round}"), change, is_current).await?;
                }
                NextStep::Finish => {
                    let is_current = |now: &Tournament| !now.is_finished;
                    self.advance(&id, "finish", TournamentChange::Finished, is_current).await?;
                }
            }
        }
    }

    /// Begins a game of a tournament, or settles it if it has ended. Returns whether it is settled.
    async fn direct_game(&self, tournament: &Tournament, slot: Slot, job: &Job) -> Result<bool, Refusal> {
        let again = if self.world.has(Bug::StartsMatchesTwice) { job.attempt.min(2) } else { 1 };
        let match_id = format!("{}-{slot}-{again}", tournament.id);
        let players = tournament.players_of(slot);
        let began = MatchChange::Began { players, tournament: Some(tournament.id.clone()) };
        let state = match self.matches.create(&match_id, Command::named("begin"), vec![began]).await? {
            Created::New(state) => state,
            Created::Existing(_) => self.matches.load(&match_id, Freshness::Settled).await?,
        };
        let winner = match state.live.verdict() {
            Some(verdict) => verdict.winner,
            None if self.world.has(Bug::SettlesUnfinishedGames) && self.world.below(10) == 0 => None,
            None => return Ok(false),
        };
        let change = TournamentChange::Settled { slot, match_id, winner };
        let is_current = |now: &Tournament| !now.settled.contains_key(&slot);
        self.advance(&tournament.id, &format!("settle-{slot}"), change, is_current).await?;
        Ok(true)
    }

    /// Appends a step of a tournament, unless another process has.
    async fn advance(
        &self,
        id: &String,
        command: &str,
        change: TournamentChange,
        is_current: impl Fn(&Tournament) -> bool,
    ) -> Result<(), Refusal> {
        let decide = |tournament: &Versioned<Tournament>| {
            Ok::<_, Infallible>(if is_current(tournament) {
                Decision::Append(vec![change.clone()])
            } else {
                Decision::NoChange
            })
        };
        match self.tournaments.act(id, Command::named(command), decide).await {
            Ok(_) => Ok(()),
            Err(ActError::Failed(error)) => Err(error.into()),
            Err(ActError::Refused(never)) => match never {},
        }
    }

    /// The matches of a tournament that have not ended.
    pub(crate) async fn count_live(&self) -> Result<usize, Refusal> {
        Ok(self.matches.ids(&Label::new("state", "live")).await?.len())
    }
}
