//! A tournament as it lies in the ledger.

use chautari_arena::live::{Control, Player, Stakes, Terms};
use chautari_arena::{Entrant, Field, Format, Rating, Settled, Worth};
use chautari_game::Side;
use chautari_keeper::{Broken, Machine, Stamp};
use chautari_ledger::{self as ledger, Label, NewJob, Stored, Version};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::TokenHash;
use crate::matches::{Audience, Begun, ENDED_GAMES, Seat};
use crate::names::{MatchId, TournamentId};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentFormat)]
#[serde(rename_all = "snake_case")]
pub(super) enum Form {
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice, with sides exchanged.
    DoubleRoundRobin,
    /// Equals meet, for a number of rounds.
    Swiss,
    /// The first player meets each of the others.
    Gauntlet,
}

/// What was settled before it began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(super) name: String,
    /// The game, with its rules.
    pub(super) game: String,
    pub(super) format: Form,
    /// How many rounds a Swiss tournament has.
    pub(super) rounds: u32,
    /// How many games a meeting has.
    pub(super) games: u32,
    pub(super) players: Vec<Entry>,
    pub(super) control: Option<Control>,
    /// Where games begin; each is used for two games of a meeting, with sides exchanged.
    pub(super) openings: Vec<Beginning>,
    /// The hash of the token that steers it.
    pub(super) hash: TokenHash,
}

/// Where games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beginning {
    #[serde(default)]
    pub(super) start: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
}

/// Somebody who has entered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Unlike those of the others.
    pub(super) name: String,
    pub(super) seat: Seat,
    /// What it was thought to be worth when it entered: rating, deviation, volatility.
    pub(super) rating: [f64; 3],
}

impl Entry {
    pub(super) fn rating(&self) -> Rating {
        let [rating, deviation, volatility] = self.rating;
        Rating { rating, deviation, volatility }
    }
}

/// What happens in a tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum TournamentEvent {
    /// It began.
    Begun(Plan),
    /// It is settled who meets in the next round.
    Paired {
        /// Who takes which side in the first game.
        meetings: Vec<[u16; 2]>,
        /// Who gets the points without playing.
        free: Vec<u16>,
    },
    /// A game has ended, or will not be played.
    Settled(Game),
    /// A player has left.
    Withdrawn {
        /// Which.
        player: u16,
    },
    /// No more games are begun for now.
    Paused,
    /// They are again.
    Resumed,
    /// All games have been played.
    Ended,
}

impl TournamentEvent {
    fn kind(&self) -> &'static str {
        match self {
            TournamentEvent::Begun(_) => "begun",
            TournamentEvent::Paired { .. } => "paired",
            TournamentEvent::Settled(_) => "settled",
            TournamentEvent::Withdrawn { .. } => "withdrawn",
            TournamentEvent::Paused => "paused",
            TournamentEvent::Resumed => "resumed",
            TournamentEvent::Ended => "ended",
        }
    }
}

/// Which game of a tournament; all counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Slot {
    pub(super) round: usize,
    pub(super) board: usize,
    pub(super) game: u32,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Game {
    #[serde(flatten)]
    pub(super) slot: Slot,
    /// Who played which side.
    pub(super) sides: [u16; 2],
    pub(super) winner: Option<Side>,
    /// Why it ended.
    pub(super) reason: String,
    /// Whether it is worth points to anybody.
    pub(super) counts: bool,
    /// Where it was played; nowhere, if somebody had withdrawn.
    pub(super) r#match: Option<MatchId>,
    /// Whether both sides came and moved: whoever is entered by somebody else and is not there loses points, but
    /// nothing is learnt about how strong it is.
    #[serde(default = "attended", skip_serializing_if = "is_attended")]
    pub(super) attended: bool,
}

fn attended() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_attended(attended: &bool) -> bool {
    *attended
}

/// Two players at one board.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) meetings: Vec<[u16; 2]>,
    pub(super) free: Vec<u16>,
}

/// Whether a tournament goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TournamentState)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// It does.
    Running,
    /// Games that have begun go on; no more are begun.
    Paused,
    /// All games have been played.
    Ended,
}

/// A tournament replayed.
#[derive(Clone, Debug)]
pub(crate) struct Tournament {
    pub(super) id: TournamentId,
    pub(super) plan: Plan,
    pub(super) field: Field,
    pub(super) rounds: Vec<Round>,
    pub(super) games: Vec<Game>,
    pub(super) phase: Phase,
    pub(super) version: Version,
    pub(super) began_ms: u64,
    pub(super) changed_ms: u64,
}

impl Machine for Tournament {
    const WHAT: &'static str = "tournament";
    const PREFIX: &'static str = TournamentId::PREFIX;
    type Id = TournamentId;
    type World = ();
    type Event = TournamentEvent;
    type Told = ();

    fn read_id(text: &str) -> Option<TournamentId> {
        TournamentId::read(text)
    }

    fn read(stored: &Stored) -> Result<TournamentEvent, Broken> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &TournamentEvent) -> Result<ledger::Event, Broken> {
        Ok(ledger::Event { kind: event.kind().to_owned(), body: serde_json::to_value(event)? })
    }

    fn begin(
        (): &(),
        id: &TournamentId,
        first: &TournamentEvent,
        stamp: Stamp,
    ) -> Result<Tournament, Broken> {
        let TournamentEvent::Begun(plan) = first else {
            return Err(Broken::new("a tournament begins with `begun`"));
        };
        let plan = plan.clone();
        let format = match plan.format {
            Form::RoundRobin => Format::RoundRobin,
            Form::DoubleRoundRobin => Format::DoubleRoundRobin,
            Form::Swiss => Format::Swiss { rounds: plan.rounds },
            Form::Gauntlet => Format::Gauntlet,
        };
        Ok(Tournament {
            id: id.clone(),
            field: Field::new(format, plan.players.len() as u16, plan.games),
            plan,
            rounds: Vec::new(),
            games: Vec::new(),
            phase: Phase::Running,
            version: stamp.version,
            began_ms: stamp.at_ms,
            changed_ms: stamp.at_ms,
        })
    }

    fn apply(&mut self, (): &(), event: &TournamentEvent, stamp: Stamp) -> Result<(), Broken> {
        match event {
            TournamentEvent::Begun(_) => return Err(Broken::new("a tournament begins only once")),
            TournamentEvent::Paired { meetings, free } => {
                self.field.free.extend(free.iter().copied().map(Entrant));
                self.rounds.push(Round { meetings: meetings.clone(), free: free.clone() });
            }
            TournamentEvent::Settled(game) => {
                if game.counts {
                    let sides = game.sides.map(Entrant);
                    self.field.settled.push(Settled { sides, winner: game.winner });
                }
                self.games.push(game.clone());
            }
            TournamentEvent::Withdrawn { player } => self.field.withdrawn.push(Entrant(*player)),
            TournamentEvent::Paused => self.phase = Phase::Paused,
            TournamentEvent::Resumed => self.phase = Phase::Running,
            TournamentEvent::Ended => self.phase = Phase::Ended,
        }
        self.version = stamp.version;
        self.changed_ms = stamp.at_ms;
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        vec![by_state(self.is_over())]
    }

    /// A look at it, where somebody has begun it or steered it. What the director itself does is followed
    /// by the next step, or by the end of a game.
    fn jobs(&self, before: Option<&Tournament>) -> Vec<NewJob> {
        let steered = |before: &Tournament| {
            self.field.withdrawn.len() != before.field.withdrawn.len()
                || (self.phase != before.phase && !self.is_over())
        };
        if before.is_none_or(steered) { vec![NewJob::new(ENDED_GAMES, json!(self.id))] } else { Vec::new() }
    }

    fn tell(&self, _: &TournamentEvent) {}

    fn is_over(&self) -> bool {
        self.phase == Phase::Ended
    }
}

impl Tournament {
    /// The name of a player.
    pub(super) fn name(&self, player: u16) -> &str {
        self.plan.players.get(usize::from(player)).map_or("", |entry| &entry.name)
    }

    /// The player of that name.
    pub(super) fn player(&self, name: &str) -> Option<u16> {
        self.plan.players.iter().position(|entry| entry.name == name).map(|index| index as u16)
    }

    pub(super) fn has_withdrawn(&self, player: u16) -> bool {
        self.field.withdrawn.contains(&Entrant(player))
    }

    /// The next game of every board of the current round, with who takes which side.
    pub(super) fn due(&self) -> Vec<(Slot, [u16; 2])> {
        let Some(round) = self.rounds.len().checked_sub(1) else { return Vec::new() };
        let next = |(board, meeting): (usize, &[u16; 2])| {
            let settled = |game: &&Game| game.slot.round == round && game.slot.board == board;
            let game = self.games.iter().filter(settled).count() as u32;
            let [one, two] = *meeting;
            let sides = if game.is_multiple_of(2) { [one, two] } else { [two, one] };
            (game < self.plan.games).then_some((Slot { round, board, game }, sides))
        };
        self.rounds[round].meetings.iter().enumerate().filter_map(next).collect()
    }

    /// Where a game is played.
    pub(super) fn match_id(&self, slot: Slot) -> MatchId {
        let Slot { round, board, game } = slot;
        MatchId::derived(&["tournament", self.id.as_str(), &format!("{round}.{board}.{game}")])
    }

    /// How a game begins.
    pub(super) fn begun(&self, slot: Slot, sides: [u16; 2]) -> Begun {
        let seats = sides.map(|player| self.plan.players[usize::from(player)].seat.clone());
        let openings = &self.plan.openings;
        let before: usize = self.rounds[..slot.round].iter().map(|round| round.meetings.len()).sum();
        let number = (before + slot.board) * self.plan.games.div_ceil(2) as usize + slot.game as usize / 2;
        let beginning = openings.get(number % openings.len().max(1)).cloned().unwrap_or_default();
        let terms = Terms {
            start: beginning.start,
            opening: beginning.moves,
            control: self.plan.control,
            stakes: Stakes::Points,
            players: [seats[0].sitter.player(), seats[1].sitter.player()],
        };
        Begun {
            game: self.plan.game.clone(),
            terms,
            seats,
            tournament: Some(self.id.clone()),
            audience: Audience::Everybody,
            ratings: None,
        }
    }

    /// What every player is thought to be worth after the games so far.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        let players = &self.plan.players;
        let rate = |(index, entry): (usize, &Entry)| entry.rating().after(&self.games_of(index as u16));
        players.iter().enumerate().map(rate).collect()
    }

    /// The games of a player: what the opponent was thought to be worth, and the points made.
    pub(super) fn games_of(&self, player: u16) -> Vec<(Rating, f64)> {
        let counts = |game: &Game| game.counts && game.attended && game.r#match.is_some();
        let rated = |game: &&Game| counts(game) && game.sides.contains(&player);
        let points = |game: &Game| {
            let (side, other) = match game.sides {
                [one, other] if one == player => (Side::One, other),
                [other, _] => (Side::Two, other),
            };
            (self.plan.players[usize::from(other)].rating(), Worth::of(game.winner, side).points())
        };
        self.games.iter().filter(rated).map(points).collect()
    }

    /// Whether any player has to be waited for.
    pub(super) fn has_guests(players: &[Entry]) -> bool {
        players.iter().any(|entry| entry.seat.sitter.player() == Player::Guest)
    }
}

/// Tournaments that go on, or do not.
pub(super) fn by_state(over: bool) -> Label {
    Label::new("tournament", if over { "ended" } else { "live" })
}
