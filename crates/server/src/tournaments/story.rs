//! A tournament as it lies in the ledger.

use chautari_arena::live::{Control, Player, Stakes, Terms};
use chautari_arena::{Entrant, Field, Format, Rating, Settled, Worth};
use chautari_game::Side;
use chautari_ledger::{self as ledger, Label, LabelChange, Stored, Version};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::missing;
use crate::matches::{Begun, Seat, Sitter};
use crate::names::{MatchId, TournamentId};
use crate::{App, Problem, TokenHash};

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
pub(super) struct Plan {
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
pub(super) enum Event {
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

impl Event {
    pub(super) fn stored(&self) -> ledger::Event {
        let kind = match self {
            Event::Begun(_) => "begun",
            Event::Paired { .. } => "paired",
            Event::Settled(_) => "settled",
            Event::Withdrawn { .. } => "withdrawn",
            Event::Paused => "paused",
            Event::Resumed => "resumed",
            Event::Ended => "ended",
        };
        ledger::Event { kind: kind.to_owned(), body: json!(self) }
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
pub(super) struct Game {
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
pub(super) struct Tournament {
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

impl Tournament {
    fn begin(id: TournamentId, plan: Plan, at_ms: u64) -> Tournament {
        let format = match plan.format {
            Form::RoundRobin => Format::RoundRobin,
            Form::DoubleRoundRobin => Format::DoubleRoundRobin,
            Form::Swiss => Format::Swiss { rounds: plan.rounds },
            Form::Gauntlet => Format::Gauntlet,
        };
        Tournament {
            id,
            field: Field::new(format, plan.players.len() as u16, plan.games),
            plan,
            rounds: Vec::new(),
            games: Vec::new(),
            phase: Phase::Running,
            version: Version::START,
            began_ms: at_ms,
            changed_ms: at_ms,
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Begun(_) => {}
            Event::Paired { meetings, free } => {
                self.field.free.extend(free.iter().copied().map(Entrant));
                self.rounds.push(Round { meetings, free });
            }
            Event::Settled(game) => {
                if game.counts {
                    let sides = game.sides.map(Entrant);
                    self.field.settled.push(Settled { sides, winner: game.winner });
                }
                self.games.push(game);
            }
            Event::Withdrawn { player } => self.field.withdrawn.push(Entrant(player)),
            Event::Paused => self.phase = Phase::Paused,
            Event::Resumed => self.phase = Phase::Running,
            Event::Ended => self.phase = Phase::Ended,
        }
    }

    /// Replays a stream; `None` where there is none.
    pub(super) fn replay(
        id: &TournamentId,
        stored: &[Stored],
    ) -> Result<Option<Tournament>, serde_json::Error> {
        let mut tournament: Option<Tournament> = None;
        for entry in stored {
            let event: Event = serde_json::from_value(entry.body.clone())?;
            match (&mut tournament, event) {
                (None, Event::Begun(plan)) => {
                    tournament = Some(Tournament::begin(id.clone(), plan, entry.at_ms));
                }
                (None, _) => return Ok(None),
                (Some(tournament), event) => tournament.hear(event),
            }
            if let Some(tournament) = &mut tournament {
                tournament.version = entry.version;
                tournament.changed_ms = entry.at_ms;
            }
        }
        Ok(tournament)
    }

    /// The tournament of that name.
    pub(super) async fn find(app: &App, id: &TournamentId) -> Result<Tournament, Problem> {
        let stored = app.ledger().read(&id.stream(), Version::START).await?;
        let found = Tournament::replay(id, &stored).map_err(|e| Problem::broken(&e))?;
        found.ok_or_else(|| missing(id.as_str()))
    }

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
        Begun { game: self.plan.game.clone(), terms, seats, tournament: Some(self.id.clone()) }
    }

    /// What every player is thought to be worth after the games so far.
    pub(super) fn ratings(&self) -> Vec<Rating> {
        let players = &self.plan.players;
        let rate = |(index, entry): (usize, &Entry)| entry.rating().after(&self.games_of(index as u16));
        players.iter().enumerate().map(rate).collect()
    }

    /// The games of a player: what the opponent was thought to be worth, and the points made.
    pub(super) fn games_of(&self, player: u16) -> Vec<(Rating, f64)> {
        let rated = |game: &&Game| game.counts && game.r#match.is_some() && game.sides.contains(&player);
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

impl Sitter {
    /// What a player of this kind is called where nobody says otherwise.
    pub(super) fn title(&self) -> String {
        match self {
            Sitter::Bot { name } => name.clone(),
            Sitter::Engine { level, .. } => format!("engine {level}"),
            Sitter::Random => "random".to_owned(),
            Sitter::Human => "human".to_owned(),
        }
    }
}

/// Tournaments that go on, or do not.
pub(super) fn by_state(over: bool) -> Label {
    Label::new("tournament", if over { "ended" } else { "live" })
}

/// What changes when it ends.
pub(super) fn last_labels() -> Vec<LabelChange> {
    vec![LabelChange::Clear(by_state(false)), LabelChange::Set(by_state(true))]
}
