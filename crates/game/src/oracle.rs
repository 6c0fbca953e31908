//! Exact knowledge, where there is any, and how it is come by.

use std::fmt;
use std::sync::Arc;

use crate::{Fault, Game, Mv, Notation, Position, Record, Score, Side};

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
    Question(Fault),
    /// The tables could not be read or made, or are damaged: which and how, in a sentence.
    Tables(String),
}

impl fmt::Display for OracleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OracleError::Question(fault) => fault.fmt(f),
            OracleError::Tables(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for OracleError {}

impl From<Fault> for OracleError {
    fn from(fault: Fault) -> OracleError {
        OracleError::Question(fault)
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

/// A game's own oracle as an [`AnyOracle`].
#[cfg_attr(not(feature = "engines"), allow(dead_code, reason = "only the erased view makes one"))]
pub(crate) struct Asked<G: Game> {
    pub(crate) game: G,
    pub(crate) oracle: Arc<dyn Oracle<G::Position>>,
}

impl<G: Game> AnyOracle for Asked<G> {
    fn probe(&self, start: Option<&str>, moves: &[&str]) -> Result<Verdict, OracleError> {
        let mut record = Record::replay(self.game, start, moves)?;
        if record.outcome().is_some() {
            return Ok(Verdict { value: self.here(&record)?, moves: Vec::new() });
        }
        let position = record.position().clone();
        let after = |m| Ok((G::Text::ALL[0].write_move(&position, m), self.after(&mut record, m)?));
        let moves = position.moves().into_iter().map(after).collect::<Result<_, OracleError>>()?;
        Ok(Verdict { value: self.oracle.probe(&position)?, moves })
    }

    fn value(&self, position: &str) -> Result<Option<Exact>, OracleError> {
        self.here(&Record::replay(self.game, Some(position), &[])?)
    }

    fn explore(&self, start: Option<&str>, moves: &[&str]) -> Result<Vec<Prospect>, OracleError> {
        let mut record = Record::replay(self.game, start, moves)?;
        if record.outcome().is_some() {
            return Ok(Vec::new());
        }
        let position = record.position().clone();
        let prospect = |m| self.prospect(G::Text::ALL[0].write_move(&position, m), &mut record, m);
        position.moves().into_iter().map(prospect).collect()
    }
}

#[cfg_attr(not(feature = "engines"), allow(dead_code, reason = "only the erased view asks"))]
impl<G: Game> Asked<G> {
    /// What it is worth to stand here. Tables know positions; that one came up for the third time, the record knows.
    fn here(&self, record: &Record<G>) -> Result<Option<Exact>, OracleError> {
        match record.outcome() {
            Some(outcome) => Ok(Some(Exact { winner: outcome.winner, plies: Some(0) })),
            None => self.oracle.probe(record.position()),
        }
    }

    /// The same after a legal move.
    fn after(&self, record: &mut Record<G>, m: Mv<G>) -> Result<Option<Exact>, OracleError> {
        record.push(m);
        let value = self.here(record);
        record.undo();
        value
    }

    fn prospect(&self, text: String, record: &mut Record<G>, m: Mv<G>) -> Result<Prospect, OracleError> {
        let mover = record.position().turn();
        record.push(m);
        let value = self.here(record)?;
        let mut played = 1;
        // What is counted is what the other side can do: who is still to act, as after a move of Ban Chess, acts best.
        while record.outcome().is_none() && record.position().turn() == mover {
            let mut best: Option<(i64, Mv<G>)> = None;
            for next in record.position().moves() {
                let merit = self.after(record, next)?.map(|value| value.merit(mover));
                if let Some(merit) = merit.filter(|merit| best.is_none_or(|(most, _)| *merit > most)) {
                    best = Some((merit, next));
                }
            }
            let Some((_, next)) = best else { break };
            record.push(next);
            played += 1;
        }
        let mut prospect = Prospect { text, value, replies: 0, holding: 0, deepest: None };
        if record.outcome().is_none() && record.position().turn() != mover {
            for reply in record.position().moves() {
                let next = self.after(record, reply)?;
                prospect.replies += 1;
                match (value, next) {
                    (Some(value), Some(next)) if next.winner == value.winner => prospect.holding += 1,
                    (Some(_), Some(next)) => prospect.deepest = prospect.deepest.max(next.plies),
                    _ => {}
                }
            }
        }
        for _ in 0..played {
            record.undo();
        }
        Ok(prospect)
    }
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
