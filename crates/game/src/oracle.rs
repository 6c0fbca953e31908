//! Exact values from tablebases, and progress reports for building them.

use std::fmt;

use crate::{Fault, Position, Score, Side};

/// The game-theoretic value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The number of plies to the win with best play by both sides, if known.
    pub plies: Option<u32>,
}

impl Exact {
    /// Returns the value as a score for `side`.
    pub fn score(self, side: Side) -> Score {
        let Some(winner) = self.winner else { return Score::Draw };
        let won = self.plies.map_or(Score::Won, Score::Win);
        if winner == side { won } else { won.flip() }
    }

    /// Returns a number for comparing values for `side`: quick wins are best, quick losses are worst.
    pub fn merit(self, side: Side) -> i64 {
        // Of unknown distances, a win counts as the slowest and a loss as the fastest.
        let soon = |plies: Option<u32>| i64::from(u32::MAX) + 1 - i64::from(plies.unwrap_or(u32::MAX));
        match self.winner {
            None => 0,
            Some(winner) if winner == side => soon(self.plies),
            Some(_) => -soon(Some(self.plies.unwrap_or(0))),
        }
    }
}

/// Why a table lookup failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OracleError {
    /// The position or a move in the query is malformed or illegal.
    Query(Fault),
    /// A table could not be read or built, or is damaged; the text says which and why.
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

/// A source of exact values, such as a tablebase.
pub trait Oracle<P: Position>: Send + Sync {
    /// Returns the value of a position, if known. Rules about sequences, such as repetition, can end a game
    /// as a draw before this result is reached.
    fn probe(&self, position: &P) -> Result<Option<Exact>, OracleError>;
}

/// Remote table files that are fetched on demand.
pub trait Remote: Send + Sync {
    /// Returns these bytes of a file if they have been fetched; otherwise requests them.
    fn read(&self, file: &str, at: u64, length: usize) -> Option<Vec<u8>>;
}

/// The exact values at the end of a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The value of the position, if known.
    pub value: Option<Exact>,
    /// Each legal move with the value of the position after it, in the order of the offers.
    pub moves: Vec<(String, Option<Exact>)>,
}

/// An explored move: its value and how easily the opponent can go wrong after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The move in the canonical notation.
    pub text: String,
    /// The value of the position after the move, if known.
    pub value: Option<Exact>,
    /// The number of legal replies.
    pub replies: u32,
    /// The number of replies that preserve the value. The fewer there are, the easier it is to go wrong.
    pub holding: u32,
    /// The longest loss, in plies, among the losing replies, if known.
    pub deepest: Option<u32>,
}

/// An object-safe oracle that takes and returns text.
pub trait AnyOracle: Send + Sync {
    /// Looks up the position after `moves`, played from `start` or from the standard start.
    fn probe(&self, start: Option<&str>, moves: &[&str]) -> Result<Verdict, OracleError>;
    /// Returns the value of a position in the canonical notation, if known.
    fn value(&self, position: &str) -> Result<Option<Exact>, OracleError>;
    /// Explores each legal move after `moves`, in the order of the offers.
    fn explore(&self, start: Option<&str>, moves: &[&str]) -> Result<Vec<Prospect>, OracleError>;
}

/// A receiver of progress reports from a long computation, which it can also stop.
pub trait Progress: Sync {
    /// Reports the total amount of work, in units of about a microsecond; 0 if everything is done already.
    fn begin(&self, total: u64);
    /// Reports that this many more units are done.
    fn advance(&self, units: u64);
    /// Reports an event as one line of text.
    fn note(&self, text: &str);
    /// Whether the computation should stop.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores all reports.
impl Progress for () {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
}

/// The result of `Game::prepare`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prepared {
    /// The game has no tables to build.
    Nothing,
    /// All tables are available.
    Ready,
    /// Another process is building them; they are found once they are complete.
    Elsewhere,
    /// Building was interrupted. Completed parts are kept, and the next run continues from there.
    Stopped,
}
