//! The aggregates stored in the ledger: players, events, and the boards of games that have begun.

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_game::{AnyGame, Side};
use chautari_http::{Token, TokenHash};
use chautari_ledger::{self as ledger, Job, Label, NewJob, Stored, Version};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::event::{EventLogEntry, GameResult};
use crate::{BuiltinPlayer, Event, GameEvent, GameId, GameState, Plan, Verdict};

/// The job queue of games in which a built-in player must act.
pub(crate) const ACTS: &str = "softserve";
/// The job queue of finished games whose results are to be recorded in their events.
pub(crate) const ENDS: &str = "softserve-ends";
/// The job queue of events with a deadline, and of closed events with unfinished games.
pub(crate) const CLOSES: &str = "softserve-closes";

/// The most simultaneous games between built-in players per event, so that games with a client's player do
/// not wait behind hundreds of them.
const AT_ONCE: usize = 8;

/// The most log entries of an event after which its deadline can still change. All its games are fewer.
const MOST_CHANGES: u64 = 10_000;

/// The payload of a job to close an event: the event, and its deadline when the job was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CloseJob {
    pub(crate) event: u64,
    /// None where the event is closed already.
    pub(crate) deadline_ms: Option<u64>,
}

impl CloseJob {
    /// Returns the job that an event needs to finish, if any.
    fn of_event(event: &Event) -> Option<CloseJob> {
        let deadline_ms = if event.closed_ms.is_some() { None } else { Some(event.deadline_ms?) };
        (!event.is_over()).then(|| CloseJob { event: event.plan.number(), deadline_ms })
    }

    /// Parses the payload of a job.
    pub(crate) fn of(job: &Job) -> Option<CloseJob> {
        serde_json::from_value(job.body.clone()).ok()
    }
}

/// The payload of a job on a game: the game, and the version of its board when the job was created. A worker
/// can get the job before its process has loaded that version, and must not decide on an older one.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct GameJob {
    pub(crate) game: GameId,
    #[serde(default)]
    pub(crate) at: u64,
}

impl GameJob {
    fn on(self, queue: &'static str) -> NewJob {
        NewJob::new(queue, json!(self))
    }

    /// Parses the payload of a job.
    pub(crate) fn of(job: &Job) -> Option<GameJob> {
        serde_json::from_value(job.body.clone()).ok()
    }
}

/// The games there are.
pub(crate) type Games = &'static [&'static dyn AnyGame];

fn read<T: for<'a> Deserialize<'a>>(stored: &Stored) -> Result<T, CorruptEvents> {
    Ok(serde_json::from_value(stored.body.clone())?)
}

fn write(kind: &str, event: &impl Serialize) -> Result<ledger::Event, CorruptEvents> {
    Ok(ledger::Event { kind: kind.to_owned(), body: serde_json::to_value(event)? })
}

/// The longest name that is stored unchanged, in bytes.
const SHORT: usize = 150;

/// Returns the key for a name: the name itself if the ledger has room for it (150 characters can be 600
/// bytes), otherwise its digest, made longer than any unchanged name.
pub(crate) fn key(name: &str) -> String {
    if name.len() <= SHORT {
        return name.to_owned();
    }
    let mut digest = blake3::hash(name.as_bytes()).to_hex().repeat(3);
    digest.truncate(SHORT + 1);
    digest
}

/// A player. Its id is its lowercase name, so names that differ only in case are the same.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) token: TokenHash,
    /// The hash of the verification code sent to the address.
    code: Option<TokenHash>,
    /// Whether the address is verified. Nothing else is sent there before.
    pub(crate) confirmed: bool,
    key: Option<String>,
}

impl Player {
    /// Returns `true` if this code was sent to the player's address.
    pub(crate) fn was_sent(&self, code: &Token) -> bool {
        self.code.is_some_and(|sent| sent.admits(code))
    }
}

/// An event of a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum PlayerEvent {
    /// The player was registered.
    Registered(PlayerRegistered),
    /// The owner verified the address.
    Confirmed {
        /// The address.
        confirmed: String,
    },
}

/// The registration of a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PlayerRegistered {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) token: TokenHash,
    /// The hash of the verification code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<TokenHash>,
    /// The id derived from the idempotency key. A key creates one player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
}

impl Aggregate for Player {
    const WHAT: &'static str = "player";
    const PREFIX: &'static str = "softserve-player-";
    type Id = String;
    type Context = ();
    type Event = PlayerEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<PlayerEvent, CorruptEvents> {
        read(stored)
    }

    fn write(event: &PlayerEvent) -> Result<ledger::Event, CorruptEvents> {
        let kind = match event {
            PlayerEvent::Registered(_) => "came",
            PlayerEvent::Confirmed { .. } => "confirmed",
        };
        write(kind, event)
    }

    fn begin((): &(), _: &String, first: &PlayerEvent, _: EventMeta) -> Result<Player, CorruptEvents> {
        let PlayerEvent::Registered(PlayerRegistered { name, email, token, code, key }) = first.clone()
        else {
            return Err(CorruptEvents::new("a player comes first"));
        };
        Ok(Player { name, email, token, code, confirmed: false, key })
    }

    fn apply(&mut self, (): &(), event: &PlayerEvent, _: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            PlayerEvent::Registered(_) => Err(CorruptEvents::new("a player comes only once")),
            PlayerEvent::Confirmed { confirmed } => {
                self.confirmed = *confirmed == self.email;
                Ok(())
            }
        }
    }

    fn claims(&self) -> Vec<Label> {
        self.key.iter().map(|key| Label::new(BY_KEY, key.clone())).collect()
    }

    fn notification(&self, (): &Self::Context, _: &PlayerEvent) {}

    fn is_finished(&self) -> bool {
        false
    }
}

/// The player, or the event, that was made with this `Idempotency-Key`.
pub(crate) const BY_KEY: &str = "softserve-key";

/// The number of games that share a label by which their event is found.
const BLOCK: u64 = 1024;

/// All events and mirror games.
pub(crate) fn made() -> Label {
    Label::new("softserve", "made")
}

/// The event of that number.
pub(crate) fn numbered(id: crate::EventId) -> Label {
    Label::new("softserve-event", id.to_string())
}

/// The event of that name.
pub(crate) fn called(name: &str) -> Label {
    Label::new("softserve-name", key(name))
}

/// The event that was made with this key.
pub(crate) fn made_with(key: &str) -> Label {
    Label::new(BY_KEY, key)
}

/// Events with games near this one.
pub(crate) fn near(game: GameId) -> Label {
    Label::new("softserve-games", (game.0 / BLOCK).to_string())
}

/// Everything a player is or was in.
pub(crate) fn with(player: &str) -> Label {
    Label::new("softserve-player", key(player))
}

/// Events in which a player may still have to act.
pub(crate) fn playing(player: &str) -> Label {
    Label::new("softserve-playing", key(player))
}

/// Label of boards on which a player's action was requested and is still pending. These come before all
/// others.
pub(crate) fn asked(player: &str) -> Label {
    Label::new("softserve-asked", key(player))
}

/// Unfinished games of a player against itself.
pub(crate) fn mirroring(player: &str) -> Label {
    Label::new("softserve-mirroring", key(player))
}

/// Label of a client's unfinished events, in the order of their creation.
pub(crate) fn paid_by(payer: &str) -> Label {
    Label::new("softserve-for", payer)
}

/// Boards of an event.
pub(crate) fn boards_of(number: u64) -> Label {
    Label::new("softserve-board", number.to_string())
}

impl Aggregate for Event {
    const WHAT: &'static str = "event";
    const PREFIX: &'static str = "softserve-event-";
    type Id = u64;
    type Context = Games;
    type Event = EventLogEntry;
    type Notification = ();

    fn read_id(text: &str) -> Option<u64> {
        text.parse().ok()
    }

    fn read(stored: &Stored) -> Result<EventLogEntry, CorruptEvents> {
        read(stored)
    }

    fn write(event: &EventLogEntry) -> Result<ledger::Event, CorruptEvents> {
        write("event", event)
    }

    fn begin(_: &Games, _: &u64, first: &EventLogEntry, meta: EventMeta) -> Result<Event, CorruptEvents> {
        match first {
            EventLogEntry::Created(plan) => Ok(Event::new(plan.clone(), meta.at_ms)),
            EventLogEntry::Settled { .. }
            | EventLogEntry::DeadlineSet { .. }
            | EventLogEntry::Closed { .. } => Err(CorruptEvents::new("an event begins by being made")),
        }
    }

    fn apply(&mut self, _: &Games, event: &EventLogEntry, _: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            EventLogEntry::Created(_) => Err(CorruptEvents::new("an event is made only once")),
            EventLogEntry::Settled { game, result } => {
                self.settle(*game, *result);
                Ok(())
            }
            EventLogEntry::DeadlineSet { at_ms } => {
                self.deadline_ms = Some(*at_ms);
                Ok(())
            }
            EventLogEntry::Closed { at_ms } => {
                self.closed_ms = Some(*at_ms);
                Ok(())
            }
        }
    }

    fn labels(&self) -> Vec<Label> {
        let plan = &self.plan;
        let mut labels = vec![made()];
        labels.extend(plan.id().map(numbered));
        let (first, last) = (plan.before.games + 1, plan.after().games);
        labels.extend((first / BLOCK..=last / BLOCK).map(|block| near(GameId(block * BLOCK))));
        if !self.is_finished() && self.closed_ms.is_none() {
            labels.extend(plan.payer.as_deref().map(paid_by));
        }
        for player in plan.players.iter().filter(|player| BuiltinPlayer::by_name(player).is_none()) {
            labels.push(with(player));
            if !self.is_finished() {
                labels.push(if plan.is_mirror() { mirroring(player) } else { playing(player) });
            }
        }
        labels
    }

    fn claims(&self) -> Vec<Label> {
        let key = self.plan.key.iter().map(|key| made_with(key));
        key.chain(self.plan.name.iter().map(|name| called(name))).collect()
    }

    fn jobs(&self, _: &Self::Context, before: Option<&Event>) -> Vec<NewJob> {
        // Built-in players start the games in which they move first: all games against clients' players at
        // once, games among themselves a few at a time.
        let is_house = |player: &str| BuiltinPlayer::by_name(player).is_some();
        let opens = |game: &GameId| {
            let seats = self.plan.seats(*game);
            seats.is_some_and(|seats| is_house(seats[self.plan.first.index()]))
        };
        let alone =
            |game: &GameId| self.plan.seats(*game).is_some_and(|seats| seats.into_iter().all(is_house));
        let due = |game| GameJob { game, at: 0 }.on(ACTS);
        let mut jobs = Vec::new();
        if before.is_none() {
            jobs.extend(self.plan.games().filter(|game| opens(game) && !alone(game)).map(due));
        }
        if self.closed_ms.is_none() && self.plan.players.iter().filter(|player| is_house(player)).count() > 1
        {
            let begun = |event: &Event| AT_ONCE + event.settled.keys().filter(|game| alone(game)).count();
            let (from, to) = (before.map_or(0, begun), begun(self));
            jobs.extend(self.plan.games().filter(alone).take(to).skip(from).map(due));
        }
        let closing = CloseJob::of_event(self);
        if closing != before.and_then(CloseJob::of_event) {
            jobs.extend(closing.map(|closing| NewJob::new(CLOSES, json!(closing))));
        }
        jobs
    }

    fn notification(&self, _: &Self::Context, _: &EventLogEntry) {}

    fn event_limit(event: &EventLogEntry) -> u64 {
        if let EventLogEntry::DeadlineSet { .. } = event { MOST_CHANGES } else { u64::MAX }
    }

    fn is_finished(&self) -> bool {
        Event::is_over(self)
    }
}

/// The board of a game that has begun.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) game_state: GameState,
    pub(crate) pairing: Pairing,
    /// How many events it is the sum of.
    version: Version,
}

/// The pairing of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pairing {
    /// The game's own number.
    pub(crate) id: GameId,
    /// The number of its event among all that was made.
    pub(crate) event: u64,
    /// The game, with its rules.
    pub(crate) game: String,
    /// The players of the first and second side.
    pub(crate) seats: [String; 2],
    /// When the event was made, in milliseconds since 1970.
    pub(crate) at_ms: u64,
}

impl Pairing {
    /// The pairing of a game in its event.
    pub(crate) fn of(event: &Event, id: GameId) -> Option<Pairing> {
        let Plan { game, .. } = &event.plan;
        let seats = event.plan.seats(id)?.map(str::to_owned);
        Some(Pairing { id, event: event.plan.number(), game: game.clone(), seats, at_ms: event.at_ms })
    }
}

/// Something that happens at a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum BoardEvent {
    /// The board was created.
    Opened {
        /// The pairing.
        opened: Pairing,
    },
    /// Something happened in the game.
    Game(GameEvent),
}

impl Board {
    /// A board on which nothing has happened.
    pub(crate) fn open(games: Games, pairing: &Pairing) -> Result<Board, CorruptEvents> {
        let game = chautari_game::find(games, &pairing.game).map_err(CorruptEvents::new)?;
        Ok(Board {
            game_state: GameState::new(game.as_ref()),
            pairing: pairing.clone(),
            version: Version::START,
        })
    }

    /// Returns the player to move; `None` if the game is over.
    pub(crate) fn active(&self) -> Option<&str> {
        (!self.is_finished()).then(|| self.name(self.game_state.turn()))
    }

    /// Returns the player of a side.
    pub(crate) fn name(&self, side: Side) -> &str {
        &self.pairing.seats[side.index()]
    }

    /// Returns the event that ends the game when its event is closed. The side to move forfeits, unless it is
    /// a built-in player: its delay must not count as a win for the opponent.
    pub(crate) fn close(&self, at_ms: u64) -> GameEvent {
        let turn = self.game_state.turn();
        let forfeit = BuiltinPlayer::by_name(self.name(turn)).is_none().then_some(turn);
        GameEvent::Closed { at_ms, forfeit }
    }

    /// How it has ended, if it has.
    pub(crate) fn result(&self) -> Option<GameResult> {
        let winner = match self.game_state.verdict() {
            Verdict::Ongoing => return None,
            Verdict::Draw => None,
            Verdict::Win(side) => Some(side),
        };
        Some(GameResult { winner, late: self.game_state.late() })
    }
}

impl Aggregate for Board {
    const WHAT: &'static str = "game";
    const PREFIX: &'static str = "softserve-game-";
    type Id = GameId;
    type Context = Games;
    type Event = BoardEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<GameId> {
        text.parse().ok().map(GameId)
    }

    fn read(stored: &Stored) -> Result<BoardEvent, CorruptEvents> {
        read(stored)
    }

    fn write(event: &BoardEvent) -> Result<ledger::Event, CorruptEvents> {
        write("table", event)
    }

    fn begin(games: &Games, _: &GameId, first: &BoardEvent, _: EventMeta) -> Result<Board, CorruptEvents> {
        match first {
            BoardEvent::Opened { opened } => Board::open(games, opened),
            BoardEvent::Game(_) => Err(CorruptEvents::new("a board is opened first")),
        }
    }

    fn apply(&mut self, _: &Games, event: &BoardEvent, meta: EventMeta) -> Result<(), CorruptEvents> {
        self.version = meta.version;
        match event {
            BoardEvent::Opened { .. } => Err(CorruptEvents::new("a board is opened only once")),
            BoardEvent::Game(event) => self.game_state.apply(event).map_err(CorruptEvents::new),
        }
    }

    fn labels(&self) -> Vec<Label> {
        let asked = self.active().filter(|_| self.game_state.is_requested()).map(asked);
        [boards_of(self.pairing.event)].into_iter().chain(asked).collect()
    }

    fn jobs(&self, _: &Self::Context, before: Option<&Board>) -> Vec<NewJob> {
        let played = before.map_or(0, |before| before.game_state.ply()) != self.game_state.ply();
        let house = self.active().is_some_and(|name| BuiltinPlayer::by_name(name).is_some());
        let mut jobs = Vec::new();
        let due = GameJob { game: self.pairing.id, at: self.version.0 };
        if played && house {
            jobs.push(due.on(ACTS));
        }
        if self.is_finished() && !before.is_some_and(Board::is_finished) {
            jobs.push(due.on(ENDS));
        }
        jobs
    }

    fn notification(&self, _: &Self::Context, _: &BoardEvent) {}

    fn is_finished(&self) -> bool {
        self.game_state.verdict() != Verdict::Ongoing
    }
}
