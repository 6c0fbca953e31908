//! The Softserve service: players, events and boards.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chautari_aggregate::Freshness;
use chautari_aggregate::{ActError, Command, Created, Decision, Repository, RepositoryError, Versioned};
use chautari_compute::Client;
use chautari_game::Side;
use chautari_http::{Billed, Cost, Token, TokenHash};
use chautari_ledger::{AppendStatus, Version};
use chautari_platform::Platform;

use crate::clock::now_ms;
use crate::email::{EmailQuota, is_address};
use crate::event::{EventLogEntry, each_once, games_in, is_reserved};
use crate::store::{
    self, ACTS, BY_KEY, Board, BoardEvent, CLOSES, ENDS, GameJob, Games, Pairing, Player, PlayerEvent,
    PlayerRegistered, boards_of, called, key, made, made_with, near, numbered,
};
use crate::{ActionTimeout, BuiltinPlayer, Count, Event, EventId, GameId, Plan, Refusal, Settings, worker};

/// The most cached mirror games. Others are looked up.
const MOST_MIRRORS: usize = 4096;

/// The most events a client may have going on at once, of those made within a day.
pub(crate) const MOST_EVENTS: usize = 128;
const A_DAY_MS: u64 = 24 * 3_600_000;

/// The repositories and settings, shared by all requests.
#[derive(Clone)]
pub(crate) struct SoftserveService(Arc<Inner>);

struct Inner {
    app: Platform,
    settings: Settings,
    players: Repository<Player>,
    events: Repository<Event>,
    boards: Repository<Board>,
    email_quota: EmailQuota,
    /// The game against itself that each player acts in just now: found again without asking the ledger.
    mirrors: Mutex<HashMap<String, GameId>>,
    /// Held while something is numbered, so that this process does not compete with itself.
    numbering: tokio::sync::Mutex<()>,
    /// Since when all this is there, in milliseconds since 1970.
    began_ms: u64,
}

impl From<RepositoryError> for Refusal {
    fn from(failure: RepositoryError) -> Refusal {
        tracing::warn!(cause = %failure, "Softserve cannot do this now");
        Refusal::Away("the server cannot do this now; try again soon".to_owned())
    }
}

impl From<ActError<Refusal>> for Refusal {
    fn from(error: ActError<Refusal>) -> Refusal {
        match error {
            ActError::Refused(refusal) => refusal,
            ActError::Failed(RepositoryError::Full { .. }) => {
                Refusal::Busy("too much has happened to this; nothing more of this kind is taken".to_owned())
            }
            ActError::Failed(failure) => failure.into(),
        }
    }
}

/// Returns `None` if the aggregate does not exist.
fn found<T>(looked: Result<T, RepositoryError>) -> Result<Option<T>, Refusal> {
    match looked {
        Ok(found) => Ok(Some(found)),
        Err(RepositoryError::Missing { .. }) => Ok(None),
        Err(failure) => Err(failure.into()),
    }
}

impl SoftserveService {
    pub(crate) fn new(app: Platform, settings: Settings) -> SoftserveService {
        let (ledger, games): (_, Games) = (app.ledger().clone(), app.games());
        SoftserveService(Arc::new(Inner {
            players: Repository::new(ledger.clone(), ()),
            events: Repository::new(ledger.clone(), games),
            boards: Repository::new(ledger, games),
            email_quota: EmailQuota::default(),
            mirrors: Mutex::default(),
            numbering: tokio::sync::Mutex::default(),
            began_ms: now_ms(),
            app,
            settings,
        }))
    }

    /// Starts what works behind the routes until the server stops.
    pub(crate) fn start(&self) {
        let (app, Inner { players, events, boards, .. }) = (self.app(), &*self.0);
        let (players, events, boards) = (players.clone(), events.clone(), boards.clone());
        app.http().spawn_until_stopped(async move { players.run(|| {}).await });
        app.http().spawn_until_stopped(async move { events.run(|| {}).await });
        app.http().spawn_until_stopped(async move { boards.run(|| {}).await });
        let service = self.clone();
        // More than the engine share of one event, so that the players of others need not wait for it.
        let at_once = 4 * app.engines().config().per_client;
        app.spawn_workers(app, ACTS, at_once, move |_, job| worker::act(service.clone(), job));
        let service = self.clone();
        app.spawn_worker(app, ENDS, move |_, job| worker::settle(service.clone(), job));
        let service = self.clone();
        app.spawn_worker(app, CLOSES, move |_, job| worker::close(service.clone(), job));
    }

    pub(crate) fn app(&self) -> &Platform {
        &self.0.app
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Charges a cost to a client.
    pub(crate) fn charge(&self, billed: Billed, cost: impl Into<Cost>) -> Result<(), Refusal> {
        let charged = self.app().http().charge(billed, cost);
        charged.map_err(|problem| Refusal::Busy(problem.text().to_owned()))
    }

    /// How long a player may take over an action. While no server was there it took no time.
    pub(crate) fn timeout(&self) -> ActionTimeout {
        ActionTimeout { limit: self.0.settings.think_time, since_ms: self.0.began_ms }
    }

    pub(crate) fn events(&self) -> &Repository<Event> {
        &self.0.events
    }

    pub(crate) fn boards(&self) -> &Repository<Board> {
        &self.0.boards
    }

    /// The one name of the game that is called so, and the side that acts first in it.
    pub(crate) fn game(&self, name: &str) -> Result<(String, Side), Refusal> {
        let missing = |_| Refusal::NoSuchGame(format!("there is no game {}", truncated(name)));
        let game = self.app().game(name).map_err(missing)?;
        let canonical = chautari_game::canonical(self.app().games(), &*game);
        let first = game.start().turn();
        Ok((canonical, first))
    }
}

/// An event as it is asked for.
pub(crate) struct NewEvent {
    pub(crate) name: Option<String>,
    pub(crate) game: (String, Side),
    pub(crate) players: Vec<String>,
    pub(crate) game_pairs: u64,
    pub(crate) token: TokenHash,
    pub(crate) closes_in: Option<Duration>,
    /// The quota account that pays for engine time.
    pub(crate) payer: String,
    /// The id derived from the idempotency key, if there is one.
    pub(crate) key: Option<String>,
}

/// Returns the time after a duration from now, in milliseconds since 1970.
fn after(time: Duration) -> u64 {
    now_ms().saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// Truncates a client's text for an error message.
pub(crate) fn truncated(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Players.
impl SoftserveService {
    /// The player of that name.
    pub(crate) async fn player(&self, name: &str) -> Result<Option<Arc<Versioned<Player>>>, Refusal> {
        found(self.0.players.load(&key(&name.to_lowercase()), Freshness::Resident).await)
    }

    /// Registers a player. A repeated request is a duplicate.
    pub(crate) async fn come(
        &self,
        registered: PlayerRegistered,
        token: &Token,
    ) -> Result<AppendStatus, Refusal> {
        let id = key(&registered.name.to_lowercase());
        if BuiltinPlayer::by_name(&id).is_some() {
            return Err(Refusal::PlayerExists);
        }
        let begun = match self
            .0
            .players
            .create(&id, Command::default(), vec![PlayerEvent::Registered(registered)])
            .await
        {
            Ok(begun) => begun,
            // This key has made another player.
            Err(RepositoryError::Taken { .. }) => return Err(Refusal::Reused),
            Err(failure) => return Err(failure.into()),
        };
        match begun {
            Created::New(_) => Ok(AppendStatus::New),
            // The token follows from the key and the request: this is the same request.
            Created::Existing(player) if player.token.admits(token) => Ok(AppendStatus::Duplicate),
            Created::Existing(_) => Err(Refusal::PlayerExists),
        }
    }

    /// Verifies the address of a player by the code that was sent there.
    pub(crate) async fn confirm(&self, name: &str, code: &Token) -> Result<(), Refusal> {
        let decide = |player: &Versioned<Player>| match (player.was_sent(code), player.confirmed) {
            (false, _) => Err(Refusal::Credentials),
            (true, true) => Ok(Decision::NoChange),
            (true, false) => {
                Ok(Decision::Append(vec![PlayerEvent::Confirmed { confirmed: player.email.clone() }]))
            }
        };
        match self.0.players.act(&key(&name.to_lowercase()), Command::default(), decide).await {
            Ok(_) => Ok(()),
            Err(ActError::Failed(RepositoryError::Missing { .. })) => Err(Refusal::Credentials),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns `true` if the address of a new player can be verified by email.
    pub(crate) fn can_email(&self, address: &str) -> bool {
        self.settings().mail.is_some() && is_address(address)
    }

    /// Counts a new player whose address is verified; `false` if the client has reached the limit.
    pub(crate) fn may_verify(&self, client: Client) -> bool {
        self.0.email_quota.may_verify(client)
    }

    /// Sends emails in the background, one after the other, to the owners below their limit. Failures are
    /// only logged.
    pub(crate) fn write_to(&self, mut owners: Vec<String>, subject: &'static str, text: String) {
        let Some(mail) = self.settings().mail.clone() else { return };
        owners.sort_unstable();
        owners.dedup();
        owners.retain(|to| is_address(to) && self.0.email_quota.may_send(to));
        tokio::spawn(async move {
            for to in &owners {
                if let Err(error) = mail.send(to, subject, &text).await {
                    tracing::warn!(%error, "an email was not sent");
                }
            }
        });
    }

    /// The numbers of all games of a player.
    pub(crate) async fn games_of(&self, player: &str) -> Result<Vec<GameId>, Refusal> {
        let mut games = Vec::new();
        for number in self.events().ids(&store::with(player)).await? {
            let event = self.events().load(&number, Freshness::Current).await?;
            let plays = |game: &GameId| event.plan.seats(*game).is_some_and(|seats| seats.contains(&player));
            games.extend(event.plan.games().filter(plays));
        }
        Ok(games)
    }
}

/// Events.
impl SoftserveService {
    /// The event that was made by the same request; refused where the key was used for another one.
    async fn made_before(
        &self,
        key: &str,
        token: TokenHash,
    ) -> Result<Option<Arc<Versioned<Event>>>, Refusal> {
        let Some(event) = self.event_with(&made_with(key)).await? else { return Ok(None) };
        // The token follows from the key and the request.
        let is_same = event.plan.token.as_ref() == Some(&token.to_hex());
        if is_same { Ok(Some(event)) } else { Err(Refusal::Reused) }
    }

    /// An event is made, or found where it is asked for again.
    pub(crate) async fn create_event(
        &self,
        new_event: NewEvent,
    ) -> Result<(Arc<Versioned<Event>>, AppendStatus), Refusal> {
        if let Some(key) = &new_event.key
            && let Some(event) = self.made_before(key, new_event.token).await?
        {
            return Ok((event, AppendStatus::Duplicate));
        }
        let (key, token) = (new_event.key.clone(), new_event.token);
        match (self.make_event(new_event).await, key) {
            // A concurrent copy of the same request has created it.
            (Err(Refusal::Reused), Some(key)) => {
                let event = self.made_before(&key, token).await?.ok_or(Refusal::Reused)?;
                Ok((event, AppendStatus::Duplicate))
            }
            (made, _) => Ok((made?, AppendStatus::New)),
        }
    }

    async fn make_event(&self, new_event: NewEvent) -> Result<Arc<Versioned<Event>>, Refusal> {
        let NewEvent { name, game, players, game_pairs, token, closes_in, payer, key } = new_event;
        let mut known = Vec::with_capacity(players.len());
        for name in players {
            if BuiltinPlayer::by_name(&name).is_some() {
                known.push(name);
            } else {
                let player = self.player(&name).await?.ok_or(Refusal::NoSuchPlayer(truncated(&name)))?;
                known.push(player.name.clone());
            }
        }
        let players = each_once(known)?;
        if let Some(name) = &name
            && (is_reserved(name) || !self.events().ids(&called(name)).await?.is_empty())
        {
            return Err(Refusal::EventExists);
        }
        let most = self.settings().most_games;
        if games_in(players.len(), game_pairs).is_none_or(|games| games > most) {
            return Err(Refusal::TooManyGames { most });
        }
        self.vet_share(&payer).await?;
        let token = token.to_hex();
        let plan = |count| Plan {
            payer: Some(payer.clone()),
            key: key.clone(),
            ..Plan::event(count, name.clone(), game.clone(), players.clone(), game_pairs, token.clone())
        };
        self.make(plan, closes_in).await
    }

    /// Errors if a client has too many unfinished events. Events without a new result for a day do not count.
    async fn vet_share(&self, payer: &str) -> Result<(), Refusal> {
        let living = self.events().ids(&store::paid_by(payer)).await?;
        let Some(number) = living.len().checked_sub(MOST_EVENTS).and_then(|first| living.get(first)) else {
            return Ok(());
        };
        if now_ms() >= self.events().load(number, Freshness::Current).await?.at_ms.saturating_add(A_DAY_MS) {
            return Ok(());
        }
        Err(Refusal::Busy(format!(
            "you have {MOST_EVENTS} events going on; close one, or wait until one has ended"
        )))
    }

    /// Returns the mirror game in which a player was last asked to act.
    pub(crate) fn mirror_of(&self, player: &str) -> Option<GameId> {
        self.0.mirrors.lock().unwrap_or_else(PoisonError::into_inner).get(player).copied()
    }

    /// Remembers the mirror game in which a player is asked to act.
    pub(crate) fn remember_mirror(&self, player: &str, id: GameId) {
        let mut mirrors = self.0.mirrors.lock().unwrap_or_else(PoisonError::into_inner);
        if mirrors.len() >= MOST_MIRRORS {
            mirrors.clear();
        }
        mirrors.insert(player.to_owned(), id);
    }

    /// A player begins a game against itself.
    pub(crate) async fn start_mirror(&self, player: &str, game: (String, Side)) -> Result<(), Refusal> {
        self.make(|count| Plan::mirror(count, player.to_owned(), game.clone()), None).await.map(drop)
    }

    /// Makes the next event: its numbers follow from the one before.
    async fn make(
        &self,
        plan: impl Fn(Count) -> Plan,
        closes_in: Option<Duration>,
    ) -> Result<Arc<Versioned<Event>>, Refusal> {
        let _numbering = self.0.numbering.lock().await;
        loop {
            let last = self.events().page(&made(), None, 1).await?.items.pop();
            let plan = plan(last.map_or_else(Count::default, |(_, event)| event.plan.after()));
            let number = plan.number();
            let deadline = closes_in.map(|time| EventLogEntry::DeadlineSet { at_ms: after(time) });
            let entries = std::iter::once(EventLogEntry::Created(plan)).chain(deadline).collect();
            match self.events().create(&number, Command::default(), entries).await {
                Ok(Created::New(event)) => return Ok(event),
                // Another process was quicker.
                Ok(Created::Existing(_)) => {}
                Err(RepositoryError::Taken { label }) if label.key == BY_KEY => return Err(Refusal::Reused),
                Err(RepositoryError::Taken { .. }) => return Err(Refusal::EventExists),
                Err(failure) => return Err(failure.into()),
            }
        }
    }

    /// Closes an event now; once is enough.
    pub(crate) async fn close(&self, event: &Event) -> Result<Arc<Versioned<Event>>, Refusal> {
        let decide = |event: &Versioned<Event>| {
            let closed = EventLogEntry::Closed { at_ms: now_ms() };
            Ok::<_, Refusal>(if event.closed_ms.is_some() {
                Decision::NoChange
            } else {
                Decision::Append(vec![closed])
            })
        };
        Ok(self.events().act(&event.plan.number(), Command::default(), decide).await?.now)
    }

    /// Gives an event another deadline.
    pub(crate) async fn extend(
        &self,
        event: &Event,
        time: Duration,
    ) -> Result<Arc<Versioned<Event>>, Refusal> {
        let at_ms = after(time);
        let decide = |event: &Versioned<Event>| {
            if event.closed_ms.is_some() || event.is_closed_by(now_ms()) || event.is_over() {
                return Err(Refusal::EventClosed);
            }
            if event.deadline_ms == Some(at_ms) {
                return Ok(Decision::NoChange);
            }
            Ok(Decision::Append(vec![EventLogEntry::DeadlineSet { at_ms }]))
        };
        Ok(self.events().act(&event.plan.number(), Command::default(), decide).await?.now)
    }

    /// The event of that number.
    pub(crate) async fn event(&self, id: EventId) -> Result<Arc<Versioned<Event>>, Refusal> {
        self.event_with(&numbered(id)).await?.ok_or(Refusal::NoSuchEvent)
    }

    /// The event of that name.
    pub(crate) async fn event_called(&self, name: &str) -> Result<Arc<Versioned<Event>>, Refusal> {
        self.event_with(&called(name)).await?.ok_or(Refusal::NoSuchEvent)
    }

    async fn event_with(
        &self,
        label: &chautari_ledger::Label,
    ) -> Result<Option<Arc<Versioned<Event>>>, Refusal> {
        match self.events().ids(label).await?.first() {
            Some(number) => Ok(Some(self.events().load(number, Freshness::Resident).await?)),
            None => Ok(None),
        }
    }
}

/// Boards.
impl SoftserveService {
    /// Returns the board of a game; `None` if the game has not begun.
    pub(crate) async fn board(&self, id: GameId) -> Result<Option<Arc<Versioned<Board>>>, Refusal> {
        found(self.boards().load(&id, Freshness::Resident).await)
    }

    /// Returns the board of a game in at least the version that created the job; `None` if the game has not
    /// begun.
    pub(crate) async fn board_at(&self, due: GameJob) -> Result<Option<Arc<Versioned<Board>>>, Refusal> {
        found(self.boards().load(&due.game, Freshness::AtLeast(Version(due.at))).await)
    }

    /// Returns the pairing of a game, begun or not.
    pub(crate) async fn pairing(&self, id: GameId) -> Result<Option<Pairing>, Refusal> {
        for number in self.events().ids(&near(id)).await? {
            let event = self.events().load(&number, Freshness::Resident).await?;
            if let Some(pairing) = Pairing::of(&event, id) {
                return Ok(Some(pairing));
            }
        }
        Ok(None)
    }

    /// Returns the board of a game; an unsaved one if the game has not begun.
    pub(crate) async fn look(&self, id: GameId) -> Result<Board, Refusal> {
        if let Some(board) = self.board(id).await? {
            return Ok(board.state.clone());
        }
        self.unbegun(id).await
    }

    /// Returns a new board for a game that has not begun.
    pub(crate) async fn unbegun(&self, id: GameId) -> Result<Board, Refusal> {
        let pairing = self.pairing(id).await?.ok_or(Refusal::NoSuchRecord)?;
        let games: Games = self.app().games();
        Board::open(games, &pairing).map_err(|cause| Refusal::Away(cause.to_string()))
    }

    /// Stores the board of a game with its first event. Returns `false` if it exists already.
    pub(crate) async fn open(
        &self,
        pairing: Pairing,
        command: Command,
        first: crate::GameEvent,
    ) -> Result<bool, Refusal> {
        let id = pairing.id;
        let events = vec![BoardEvent::Opened { opened: pairing }, BoardEvent::Game(first)];
        Ok(matches!(self.boards().create(&id, command, events).await?, Created::New(_)))
    }

    /// Returns the games of an event that have begun.
    pub(crate) async fn begun(&self, event: &Event) -> Result<HashSet<GameId>, Refusal> {
        Ok(self.boards().ids(&boards_of(event.plan.number())).await?.into_iter().collect())
    }
}
