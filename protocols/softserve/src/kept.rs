//! What Softserve keeps in the ledger: players, events, and the boards of games that somebody has begun.

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_game::{AnyGame, Side};
use chautari_http::{Token, TokenHash};
use chautari_ledger::{self as ledger, Job, Label, NewJob, Stored, Version};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::event::{Ending, Happening};
use crate::{Event, GameId, House, Plan, ScoreSheet, SheetEvent, Verdict};

/// The queue of games in which a player of the house is to act.
pub(crate) const ACTS: &str = "softserve";
/// The queue of games that have ended, to be settled in their events.
pub(crate) const ENDS: &str = "softserve-ends";
/// The queue of events that have a deadline, or were closed and have games that go on.
pub(crate) const CLOSES: &str = "softserve-closes";

/// So many games of players of the house with each other go on at once in an event: whoever waits for one of them to
/// act is not to wait behind hundreds.
const AT_ONCE: usize = 8;

/// After so many events one has no other deadline any more; all of its games are fewer.
const MOST_CHANGES: u64 = 10_000;

/// What a job about the end of an event is about: which event, and when it was to be closed by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Closing {
    pub(crate) event: u64,
    /// None where the event is closed already.
    pub(crate) deadline_ms: Option<u64>,
}

impl Closing {
    /// What an event has to wait for before it is over, if anything.
    fn of_event(event: &Event) -> Option<Closing> {
        let deadline_ms = if event.closed_ms.is_some() { None } else { Some(event.deadline_ms?) };
        (!event.is_over()).then(|| Closing { event: event.plan.number(), deadline_ms })
    }

    /// What a job is about.
    pub(crate) fn of(job: &Job) -> Option<Closing> {
        serde_json::from_value(job.body.clone()).ok()
    }
}

/// What a job is about: a game in which something is due, and the version of its board by then. A worker can
/// be quicker than the memory of the process that wrote that version, and must not decide on an older one.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Due {
    pub(crate) game: GameId,
    #[serde(default)]
    pub(crate) at: u64,
}

impl Due {
    fn on(self, queue: &'static str) -> NewJob {
        NewJob::new(queue, json!(self))
    }

    /// What a job is about.
    pub(crate) fn of(job: &Job) -> Option<Due> {
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

/// The longest name the ledger keeps as it is, in bytes.
const SHORT: usize = 150;

/// What a name is kept under: itself, or, where the ledger has no room for it (150 letters can be 600 bytes), its
/// digest, written longer than any name that is kept as it is.
pub(crate) fn key(name: &str) -> String {
    if name.len() <= SHORT {
        return name.to_owned();
    }
    let mut digest = blake3::hash(name.as_bytes()).to_hex().repeat(3);
    digest.truncate(SHORT + 1);
    digest
}

/// A player. It is named by its name in small letters, so that names that differ in nothing else are one.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) token: TokenHash,
    /// What was sent to the address and comes back from whoever reads there.
    code: Option<TokenHash>,
    /// Whether it came back: nothing else is sent before.
    pub(crate) confirmed: bool,
    key: Option<String>,
}

impl Player {
    /// Whether this code was sent to the player's address.
    pub(crate) fn was_sent(&self, code: &Token) -> bool {
        self.code.is_some_and(|sent| sent.admits(code))
    }
}

/// Something that happens to a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum OfPlayer {
    /// It came.
    Came(Came),
    /// Its owner reads what is sent to the address.
    Confirmed {
        /// The address.
        confirmed: String,
    },
}

/// That somebody came.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Came {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) token: TokenHash,
    /// What is sent to the address, to come back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<TokenHash>,
    /// What the key it was made with leads to: such a key makes one player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
}

impl Aggregate for Player {
    const WHAT: &'static str = "player";
    const PREFIX: &'static str = "softserve-player-";
    type Id = String;
    type Context = ();
    type Event = OfPlayer;
    type Notification = ();

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<OfPlayer, CorruptEvents> {
        read(stored)
    }

    fn write(event: &OfPlayer) -> Result<ledger::Event, CorruptEvents> {
        let kind = match event {
            OfPlayer::Came(_) => "came",
            OfPlayer::Confirmed { .. } => "confirmed",
        };
        write(kind, event)
    }

    fn begin((): &(), _: &String, first: &OfPlayer, _: EventMeta) -> Result<Player, CorruptEvents> {
        let OfPlayer::Came(Came { name, email, token, code, key }) = first.clone() else {
            return Err(CorruptEvents::new("a player comes first"));
        };
        Ok(Player { name, email, token, code, confirmed: false, key })
    }

    fn apply(&mut self, (): &(), event: &OfPlayer, _: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            OfPlayer::Came(_) => Err(CorruptEvents::new("a player comes only once")),
            OfPlayer::Confirmed { confirmed } => {
                self.confirmed = *confirmed == self.email;
                Ok(())
            }
        }
    }

    fn claims(&self) -> Vec<Label> {
        self.key.iter().map(|key| Label::new(BY_KEY, key.clone())).collect()
    }

    fn notification(&self, _: &Self::Context, _: &OfPlayer) {}

    fn is_finished(&self) -> bool {
        false
    }
}

/// The player, or the event, that was made with this `Idempotency-Key`.
pub(crate) const BY_KEY: &str = "softserve-key";

/// How many games share a label by which their event is found.
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

/// Boards on which a player was asked for an action that it has not made yet. It is told of those before any other.
pub(crate) fn asked(player: &str) -> Label {
    Label::new("softserve-asked", key(player))
}

/// Unfinished games of a player against itself.
pub(crate) fn mirroring(player: &str) -> Label {
    Label::new("softserve-mirroring", key(player))
}

/// Events that go on and that this client has made, in the order they were made.
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
    type Event = Happening;
    type Notification = ();

    fn read_id(text: &str) -> Option<u64> {
        text.parse().ok()
    }

    fn read(stored: &Stored) -> Result<Happening, CorruptEvents> {
        read(stored)
    }

    fn write(event: &Happening) -> Result<ledger::Event, CorruptEvents> {
        write("event", event)
    }

    fn begin(_: &Games, _: &u64, first: &Happening, stamp: EventMeta) -> Result<Event, CorruptEvents> {
        match first {
            Happening::Made(plan) => Ok(Event::new(plan.clone(), stamp.at_ms)),
            Happening::Settled { .. } | Happening::Deadline { .. } | Happening::Closed { .. } => {
                Err(CorruptEvents::new("an event begins by being made"))
            }
        }
    }

    fn apply(&mut self, _: &Games, event: &Happening, _: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            Happening::Made(_) => Err(CorruptEvents::new("an event is made only once")),
            Happening::Settled { game, ending } => {
                self.settle(*game, *ending);
                Ok(())
            }
            Happening::Deadline { at_ms } => {
                self.deadline_ms = Some(*at_ms);
                Ok(())
            }
            Happening::Closed { at_ms } => {
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
        for player in plan.players.iter().filter(|player| House::named(player).is_none()) {
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
        // Players of the house open the games in which they are first to act: at once where somebody comes to play, a
        // few at a time where nobody does.
        let is_house = |player: &str| House::named(player).is_some();
        let opens = |game: &GameId| {
            let seats = self.plan.seats(*game);
            seats.is_some_and(|seats| is_house(seats[self.plan.first.index()]))
        };
        let alone =
            |game: &GameId| self.plan.seats(*game).is_some_and(|seats| seats.into_iter().all(is_house));
        let due = |game| Due { game, at: 0 }.on(ACTS);
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
        let closing = Closing::of_event(self);
        if closing != before.and_then(Closing::of_event) {
            jobs.extend(closing.map(|closing| NewJob::new(CLOSES, json!(closing))));
        }
        jobs
    }

    fn notification(&self, _: &Self::Context, _: &Happening) {}

    fn event_limit(event: &Happening) -> u64 {
        if let Happening::Deadline { .. } = event { MOST_CHANGES } else { u64::MAX }
    }

    fn is_finished(&self) -> bool {
        Event::is_over(self)
    }
}

/// Where a game is played, once somebody has begun it.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) sheet: ScoreSheet,
    pub(crate) pairing: Pairing,
    /// How many events it is the sum of.
    version: Version,
}

/// Who plays what on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pairing {
    /// The game's own number.
    pub(crate) id: GameId,
    /// The number of its event among all that was made.
    pub(crate) event: u64,
    /// What is played, with its rules.
    pub(crate) game: String,
    /// Who plays the side named first, and who the other.
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
pub(crate) enum AtBoard {
    /// Somebody sat down first.
    Opened {
        /// Who plays what.
        opened: Pairing,
    },
    /// Something happened in the game.
    Entered(SheetEvent),
}

impl Board {
    /// A board on which nothing has happened.
    pub(crate) fn open(games: Games, pairing: &Pairing) -> Result<Board, CorruptEvents> {
        let game = chautari_game::find(games, &pairing.game).map_err(CorruptEvents::new)?;
        Ok(Board { sheet: ScoreSheet::new(game.as_ref()), pairing: pairing.clone(), version: Version::START })
    }

    /// Who is to act, while the game goes on.
    pub(crate) fn active(&self) -> Option<&str> {
        (!self.is_finished()).then(|| self.name(self.sheet.turn()))
    }

    /// Who plays a side.
    pub(crate) fn name(&self, side: Side) -> &str {
        &self.pairing.seats[side.index()]
    }

    /// What is written on the sheet when its event is closed: whoever is to act forfeits. A player of the house
    /// does not: that it has not acted yet is no merit of its opponent's.
    pub(crate) fn close(&self, at_ms: u64) -> SheetEvent {
        let turn = self.sheet.turn();
        let forfeit = House::named(self.name(turn)).is_none().then_some(turn);
        SheetEvent::Closed { at_ms, forfeit }
    }

    /// How it has ended, if it has.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let winner = match self.sheet.verdict() {
            Verdict::Ongoing => return None,
            Verdict::Draw => None,
            Verdict::Win(side) => Some(side),
        };
        Some(Ending { winner, late: self.sheet.late() })
    }
}

impl Aggregate for Board {
    const WHAT: &'static str = "game";
    const PREFIX: &'static str = "softserve-game-";
    type Id = GameId;
    type Context = Games;
    type Event = AtBoard;
    type Notification = ();

    fn read_id(text: &str) -> Option<GameId> {
        text.parse().ok().map(GameId)
    }

    fn read(stored: &Stored) -> Result<AtBoard, CorruptEvents> {
        read(stored)
    }

    fn write(event: &AtBoard) -> Result<ledger::Event, CorruptEvents> {
        write("table", event)
    }

    fn begin(games: &Games, _: &GameId, first: &AtBoard, _: EventMeta) -> Result<Board, CorruptEvents> {
        match first {
            AtBoard::Opened { opened } => Board::open(games, opened),
            AtBoard::Entered(_) => Err(CorruptEvents::new("a board is opened first")),
        }
    }

    fn apply(&mut self, _: &Games, event: &AtBoard, stamp: EventMeta) -> Result<(), CorruptEvents> {
        self.version = stamp.version;
        match event {
            AtBoard::Opened { .. } => Err(CorruptEvents::new("a board is opened only once")),
            AtBoard::Entered(event) => self.sheet.apply(event).map_err(CorruptEvents::new),
        }
    }

    fn labels(&self) -> Vec<Label> {
        let asked = self.active().filter(|_| self.sheet.is_asked()).map(asked);
        [boards_of(self.pairing.event)].into_iter().chain(asked).collect()
    }

    fn jobs(&self, _: &Self::Context, before: Option<&Board>) -> Vec<NewJob> {
        let played = before.map_or(0, |before| before.sheet.ply()) != self.sheet.ply();
        let house = self.active().is_some_and(|name| House::named(name).is_some());
        let mut jobs = Vec::new();
        let due = Due { game: self.pairing.id, at: self.version.0 };
        if played && house {
            jobs.push(due.on(ACTS));
        }
        if self.is_finished() && !before.is_some_and(Board::is_finished) {
            jobs.push(due.on(ENDS));
        }
        jobs
    }

    fn notification(&self, _: &Self::Context, _: &AtBoard) {}

    fn is_finished(&self) -> bool {
        self.sheet.verdict() != Verdict::Ongoing
    }
}
