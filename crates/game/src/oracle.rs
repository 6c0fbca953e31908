//! Exact knowledge, where there is any, and how it is come by.

use std::fmt;

use crate::{Fault, Position, Score, Side};

/// What a position is worth when both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    /// Who wins, or nobody: a draw.
    pub winner: Option<Side>,
    /// How many plies that takes, the winner hurrying and the loser holding out, where it is known.
    pub plies: Option<u32>,
}

impl Exact {
    /// What that is to a side.
    pub fn score(self, side: Side) -> Score {
        let Some(winner) = self.winner else { return Score::Draw };
        let won = self.plies.map_or(Score::Won, Score::Win);
        if winner == side { won } else { won.flip() }
    }

    /// How good that is for a side, to choose by: who wins hurries, who loses holds out.
    pub fn merit(self, side: Side) -> i64 {
        // A win that nobody knows the length of is the slowest, a loss the soonest.
        let soon = |plies: Option<u32>| i64::from(u32::MAX) + 1 - i64::from(plies.unwrap_or(u32::MAX));
        match self.winner {
            None => 0,
            Some(winner) if winner == side => soon(self.plies),
            Some(_) => -soon(Some(self.plies.unwrap_or(0))),
        }
    }
}

/// Why what the tables know cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OracleError {
    /// What was asked about could not be read, or is not allowed.
    Query(Fault),
    /// The tables could not be read or made, or are damaged: which and how, in a sentence.
    Tables(String),
}

impl fmt::Display for OracleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OracleError::Query(fault) => fault.fmt(f),
            OracleError::Tables(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for OracleError {}

impl From<Fault> for OracleError {
    fn from(fault: Fault) -> OracleError {
        OracleError::Query(fault)
    }
}

/// Something that knows the exact value of some positions, such as a table.
pub trait Oracle<P: Position>: Send + Sync {
    /// The value of a position, where it is known. Laws about sequences, such as repetition, can
    /// end a game as a draw sooner than this says.
    fn probe(&self, position: &P) -> Result<Option<Exact>, OracleError>;
}

/// Files of tables that are far away.
pub trait Remote: Send + Sync {
    /// These bytes of a file, if they have come by now; if not, they are wanted.
    fn read(&self, file: &str, at: u64, length: usize) -> Option<Vec<u8>>;
}

/// What an oracle says of where a line of play stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the position is worth, where that is known.
    pub value: Option<Exact>,
    /// What it is worth after each legal move, in the order the moves are offered.
    pub moves: Vec<(String, Option<Exact>)>,
}

/// What a move leads to, for whoever explores a game by exact values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The move, in the canonical notation.
    pub text: String,
    /// What the position after it is worth, where that is known.
    pub value: Option<Exact>,
    /// How many answers there are.
    pub replies: u32,
    /// How many of them hold what the position is worth. The fewer, the easier it is to go wrong.
    pub holding: u32,
    /// How deep the trap is: the most plies a wrong answer takes to lose, where that is known.
    pub deepest: Option<u32>,
}

/// An oracle behind one pointer: text in, text out.
pub trait AnyOracle: Send + Sync {
    /// Looks up the position that these moves lead to, from `start` or from the usual start.
    fn probe(&self, start: Option<&str>, moves: &[&str]) -> Result<Verdict, OracleError>;
    /// What a position in the canonical notation is worth, where that is known.
    fn value(&self, position: &str) -> Result<Option<Exact>, OracleError>;
    /// What each move leads to from the position that these moves lead to, in the order they are offered.
    fn explore(&self, start: Option<&str>, moves: &[&str]) -> Result<Vec<Prospect>, OracleError>;
}

/// Somebody who looks on while something takes its time, and may end it.
pub trait Progress: Sync {
    /// This much work, in units of about a microsecond, lies ahead in all; none if all is there.
    fn begin(&self, total: u64);
    /// So much more of it is done.
    fn advance(&self, units: u64);
    /// Something worth a line happened.
    fn note(&self, text: &str);
    /// Whether the work is no longer wanted.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Nobody looks on.
impl Progress for () {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
}

/// What came of [`Game::prepare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prepared {
    /// This game has nothing to prepare.
    Nothing,
    /// All of it is there.
    Ready,
    /// Another program is at it; what it makes is found once it is there.
    Elsewhere,
    /// It was ended before its time. What is done is kept, and the next time goes on from there.
    Stopped,
}
