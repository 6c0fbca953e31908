//! Tournaments: formats, pairings and standings.
//!
//! A [`TournamentState`] holds the entries and the results so far; [`TournamentState::round`] pairs the next round and
//! [`TournamentState::standings`] ranks the players. Both are deterministic, so a tournament can be interrupted at any
//! time and continued from its stored results. The [`Format`] answers the questions about its rules.

mod arena;
mod format;
mod knockout;
mod rounds;
#[cfg(test)]
mod simulation;
mod standings;
mod swiss;

pub use format::{Criterion, Format, FormatRules, GameCount, PairedBy, TournamentSize};
pub use standings::{StandingsRow, crosstable};

use chautari_game::Side;

use crate::Worth;

/// A player of a tournament: the index in the order of entry, which is also the seeding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrant(pub u16);

/// Two players who meet, in the order of the sides they take in the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The players of [`Side::One`] and [`Side::Two`].
    pub sides: [Entrant; 2],
}

/// The pairings of one round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The pairings, one per board.
    pub pairings: Vec<Pairing>,
    /// The players with a bye: they get the points of a pairing without a game, because they have no opponent or the
    /// opponent has withdrawn.
    pub byes: Vec<Entrant>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The players of [`Side::One`] and [`Side::Two`].
    pub sides: [Entrant; 2],
    /// The winning side; `None` for a draw.
    pub winner: Option<Side>,
}

impl GameResult {
    /// Returns the result from the point of view of one of the two players.
    fn worth(self, player: Entrant) -> Worth {
        Worth::of(self.winner, if self.sides[0] == player { Side::One } else { Side::Two })
    }

    /// Returns the opponent of a player; `None` if the player did not take part.
    fn opponent(self, player: Entrant) -> Option<Entrant> {
        match self.sides {
            [one, two] if one == player => Some(two),
            [one, two] if two == player => Some(one),
            _ => None,
        }
    }
}

/// The entries and results of a tournament so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentState {
    /// The format.
    pub format: Format,
    /// The number of entries.
    pub players: u16,
    /// The number of games per pairing. Sides are exchanged after each game.
    pub games: u32,
    /// The number of rounds of a Swiss tournament; see [`Format::sets_rounds`].
    pub swiss_rounds: u32,
    /// The players who have withdrawn.
    pub withdrawn: Vec<Entrant>,
    /// The players who had a [bye](Round::byes), once per bye.
    pub byes: Vec<Entrant>,
    /// The results of the games that have ended.
    pub results: Vec<GameResult>,
    /// Whether a player entered after the first round was paired. The original schedule does not include them.
    pub had_late_entries: bool,
}

impl TournamentState {
    /// Creates a tournament without results. If it is a Swiss tournament, it has enough rounds to find one winner.
    pub fn new(format: Format, players: u16, games: u32) -> TournamentState {
        TournamentState {
            format,
            players,
            games,
            swiss_rounds: Format::default_rounds(players.into()),
            withdrawn: Vec::new(),
            byes: Vec::new(),
            results: Vec::new(),
            had_late_entries: false,
        }
    }

    /// Sets the number of rounds of a Swiss tournament.
    #[must_use]
    pub fn with_swiss_rounds(self, rounds: u32) -> TournamentState {
        TournamentState { swiss_rounds: rounds, ..self }
    }

    /// Enters a player after this many rounds have been paired.
    pub fn enter(&mut self, paired: u32) -> Entrant {
        self.players += 1;
        self.had_late_entries |= paired > 0;
        Entrant(self.players - 1)
    }

    /// Returns all players in the order of entry.
    pub fn entrants(&self) -> impl Iterator<Item = Entrant> + use<> {
        (0..self.players).map(Entrant)
    }

    /// Returns the number of rounds in the original schedule; 0 if there are fewer than two players, or if there are no rounds.
    pub fn rounds(&self) -> u32 {
        self.format.rounds(self.players.into(), self.swiss_rounds)
    }

    /// Returns the total number of rounds, given that this many have been paired and no more players withdraw.
    pub fn rounds_in_all(&self, paired: u32) -> u32 {
        match (self.format.cycles(), self.format.paired_by()) {
            (Some(cycles), _) if self.had_late_entries => paired + rounds::owed(self, cycles),
            (_, PairedBy::Clock) => paired,
            (_, PairedBy::Rounds) => self.rounds(),
        }
    }

    /// Pairs the next round after this many, all of whose games must have ended. Returns `None` after the last round,
    /// and for a format without rounds.
    pub fn next_round(&self, paired: u32) -> Option<Round> {
        (paired < self.rounds_in_all(paired)).then(|| self.round(paired))
    }

    /// Pairs the waiting players of a tournament that is [paired by the clock](PairedBy::Clock).
    pub fn pair_waiting(&self, waiting: &[Entrant]) -> Vec<Pairing> {
        arena::pair(self, waiting)
    }

    /// Whether a pairing of which this many games have been played has another game.
    pub fn has_next_game(&self, pairing: Pairing, played: u32) -> bool {
        let is_extended =
            || self.format.extends_level_pairings() && knockout::is_extended(self, pairing, played);
        played < self.games || is_extended()
    }

    /// Pairs a round, counted from 0. In a Swiss tournament, in a knockout and after late entries the pairings depend
    /// on the results of all rounds before.
    pub fn round(&self, number: u32) -> Round {
        if let Some(cycles) = self.format.cycles().filter(|_| self.had_late_entries) {
            return rounds::remaining(self, cycles);
        }
        let paired = match self.format {
            _ if number >= self.rounds() => Round::default(),
            Format::RoundRobin | Format::DoubleRoundRobin => rounds::round_robin(self.players, number),
            Format::Gauntlet => rounds::gauntlet(number),
            // These two leave out withdrawn players themselves.
            Format::Swiss => return swiss::pair(self, number),
            Format::Knockout => return knockout::pair(self, number),
            Format::Arena => return Round::default(),
        };
        let mut round = Round::default();
        for pairing in paired.pairings {
            match pairing.sides.map(|player| self.withdrawn.contains(&player)) {
                [false, false] => round.pairings.push(pairing),
                [true, false] => round.byes.push(pairing.sides[1]),
                [false, true] => round.byes.push(pairing.sides[0]),
                [true, true] => {}
            }
        }
        round
    }

    /// Returns the standings, best first.
    pub fn standings(&self) -> Vec<StandingsRow> {
        standings::standings(self)
    }
}
