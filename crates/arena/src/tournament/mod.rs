//! Tournaments: who meets whom in each round, and who stands where.
//!
//! A [`Field`] holds all that has happened; [`Field::round`] says who meets next and
//! [`Field::standings`] where everybody stands. The same field always gives the same answers, so a
//! tournament can be stopped anywhere and taken up from what was written down.

mod arena;
mod knockout;
#[cfg(test)]
mod model;
mod rounds;
mod standings;
mod swiss;

pub use standings::{Place, crosstable};

use chautari_game::Side;

use crate::Worth;

/// A player of a tournament: its place in the order of entry, which is also the seeding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrant(pub u16);

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice, with sides exchanged.
    DoubleRoundRobin,
    /// This many rounds among equals: players with the same points meet, nobody meets twice.
    Swiss {
        /// How many.
        rounds: u32,
    },
    /// The first player meets each of the others.
    Gauntlet,
    /// Whoever loses a meeting is out.
    Knockout,
    /// No rounds: whoever is free meets whoever is free, see [`Field::pair`], until the time is over.
    Arena,
}

/// Two players at one board, in the order of the sides they take in its first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meeting {
    /// Who plays [`Side::One`], who [`Side::Two`].
    pub sides: [Entrant; 2],
}

/// One round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Who meets.
    pub meetings: Vec<Meeting>,
    /// Who gets the points of a meeting without one: nobody was left, or the other has withdrawn.
    pub free: Vec<Entrant>,
}

/// A game that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Who played [`Side::One`], who [`Side::Two`].
    pub sides: [Entrant; 2],
    /// Who won it, or nobody: a draw.
    pub winner: Option<Side>,
}

impl Settled {
    /// What it was worth to one of the two.
    fn worth(self, player: Entrant) -> Worth {
        Worth::of(self.winner, if self.sides[0] == player { Side::One } else { Side::Two })
    }

    /// The other one of the two, if this player is one of them.
    fn opponent(self, player: Entrant) -> Option<Entrant> {
        match self.sides {
            [one, two] if one == player => Some(two),
            [one, two] if two == player => Some(one),
            _ => None,
        }
    }
}

/// A tournament as far as it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Who meets whom.
    pub format: Format,
    /// How many have entered.
    pub players: u16,
    /// How many games a meeting has; sides are exchanged after each.
    pub games: u32,
    /// Who has left.
    pub withdrawn: Vec<Entrant>,
    /// Who was [free](Round::free), once for each round.
    pub free: Vec<Entrant>,
    /// The games that have ended.
    pub settled: Vec<Settled>,
    /// Somebody has entered after the first round was paired: what was drawn up for those who were there then
    /// does not fit any more.
    pub grown: bool,
}

impl Field {
    /// A tournament that has not begun.
    pub fn new(format: Format, players: u16, games: u32) -> Field {
        Field {
            format,
            players,
            games,
            withdrawn: Vec::new(),
            free: Vec::new(),
            settled: Vec::new(),
            grown: false,
        }
    }

    /// Somebody enters, after this many rounds have been paired.
    pub fn enter(&mut self, paired: u32) -> Entrant {
        self.players += 1;
        self.grown |= paired > 0;
        Entrant(self.players - 1)
    }

    /// Everybody, in the order of entry.
    pub fn entrants(&self) -> impl Iterator<Item = Entrant> + use<> {
        (0..self.players).map(Entrant)
    }

    /// How many rounds there are; none if there is nobody to meet.
    pub fn rounds(&self) -> u32 {
        let players = u32::from(self.players);
        if players < 2 {
            return 0;
        }
        // With an odd number somebody rests in every round.
        let all_against_all = players - 1 + players % 2;
        match self.format {
            Format::RoundRobin => all_against_all,
            Format::DoubleRoundRobin => 2 * all_against_all,
            Format::Swiss { rounds } => rounds,
            Format::Gauntlet => players - 1,
            Format::Knockout => knockout::rounds(self.players),
            Format::Arena => 0,
        }
    }

    /// How many rounds there will have been, where this many have been paired and nobody leaves any more.
    pub fn rounds_in_all(&self, paired: u32) -> u32 {
        match self.cycles() {
            Some(cycles) if self.grown => paired + rounds::owed(self, cycles),
            _ if self.format == Format::Arena => paired,
            _ => self.rounds(),
        }
    }

    /// The round after this many, which must be settled; `None` where there is none. An arena has no rounds.
    pub fn next(&self, paired: u32) -> Option<Round> {
        (paired < self.rounds_in_all(paired)).then(|| self.round(paired))
    }

    /// Who of those that wait in an arena meets whom now.
    pub fn pair(&self, waiting: &[Entrant]) -> Vec<Meeting> {
        arena::pair(self, waiting)
    }

    /// Whether a meeting of which this many games have been played has one more. A knockout goes on for a while
    /// where a meeting is level.
    pub fn goes_on(&self, meeting: Meeting, played: u32) -> bool {
        played < self.games || (self.format == Format::Knockout && knockout::goes_on(self, meeting, played))
    }

    /// How often everybody meets everybody, where they do.
    fn cycles(&self) -> Option<u32> {
        match self.format {
            Format::RoundRobin => Some(1),
            Format::DoubleRoundRobin => Some(2),
            Format::Swiss { .. } | Format::Gauntlet | Format::Knockout | Format::Arena => None,
        }
    }

    /// Who meets in a round, counted from 0. In a Swiss tournament, in a knockout and where the field has grown,
    /// this depends on all the rounds before it, which must be settled.
    pub fn round(&self, number: u32) -> Round {
        if let Some(cycles) = self.cycles().filter(|_| self.grown) {
            return rounds::who_is_left(self, cycles);
        }
        let paired = match self.format {
            _ if number >= self.rounds() => Round::default(),
            Format::RoundRobin | Format::DoubleRoundRobin => rounds::round_robin(self.players, number),
            Format::Gauntlet => rounds::gauntlet(number),
            // Nobody who has withdrawn is paired here in the first place.
            Format::Swiss { .. } => return swiss::pair(self, number),
            Format::Knockout => return knockout::pair(self, number),
            Format::Arena => return Round::default(),
        };
        let mut round = Round::default();
        for meeting in paired.meetings {
            match meeting.sides.map(|player| self.withdrawn.contains(&player)) {
                [false, false] => round.meetings.push(meeting),
                [true, false] => round.free.push(meeting.sides[1]),
                [false, true] => round.free.push(meeting.sides[0]),
                [true, true] => {}
            }
        }
        round
    }

    /// Where everybody stands, the best first.
    pub fn standings(&self) -> Vec<Place> {
        standings::standings(self)
    }
}
