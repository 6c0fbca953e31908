//! The scores used inside a search.

use chautari_game::{Exact, Outcome, Score, Side};

/// A score for the side to move as one comparable number. Proven values lie outside the range of estimates,
/// and nearer wins above farther ones, like mate scores in chess programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(i32);

impl Value {
    const WIN: i32 = 1_000_000;
    /// The maximum distance of a proven win.
    const MAX_PLIES: i32 = 10_000;
    /// The maximum estimate.
    const MAX_GUESS: i32 = 100_000;

    /// Less than any value.
    pub const MIN: Value = Value(-Value::WIN - 1);
    /// Greater than any value.
    pub const MAX: Value = Value(Value::WIN + 1);
    /// A draw.
    pub const DRAW: Value = Value(0);

    /// The side to move wins in this many plies.
    pub const fn win_in(plies: u32) -> Value {
        Value(Value::WIN - plies as i32)
    }

    /// The side to move loses in this many plies.
    pub const fn loss_in(plies: u32) -> Value {
        Value(-Value::WIN + plies as i32)
    }

    /// An estimate.
    pub fn guess(value: i32) -> Value {
        Value(value.clamp(-Value::MAX_GUESS, Value::MAX_GUESS))
    }

    /// The value of a finished position, `ply` plies below the root.
    pub fn of(outcome: Outcome, turn: Side, ply: u32) -> Value {
        match outcome.winner {
            None => Value::DRAW,
            Some(winner) if winner == turn => Value::win_in(ply),
            Some(_) => Value::loss_in(ply),
        }
    }

    /// The value of an exactly known position, `ply` plies below the root. A win of unknown distance counts
    /// as the highest estimate.
    pub fn of_exact(exact: Exact, turn: Side, ply: u32) -> Value {
        let win = exact.plies.map_or(Value(Value::MAX_GUESS), |plies| Value::win_in(ply + plies));
        match exact.winner {
            None => Value::DRAW,
            Some(winner) if winner == turn => win,
            Some(_) => -win,
        }
    }

    /// Converts a score at the root.
    pub fn of_score(score: Score) -> Value {
        match score {
            Score::Win(plies) => Value::win_in(plies),
            Score::Loss(plies) => Value::loss_in(plies),
            Score::Won => Value(Value::MAX_GUESS),
            Score::Lost => Value(-Value::MAX_GUESS),
            Score::Draw => Value::DRAW,
            Score::Guess(value) => Value::guess(value),
        }
    }

    /// Whether the value is a proven win or loss.
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Value::WIN - Value::MAX_PLIES
    }

    /// Returns the number itself, for tables and margins.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Returns the next larger value.
    #[must_use]
    pub const fn above(self) -> Value {
        Value(self.0 + 1)
    }

    /// Returns the value shifted by a margin.
    #[must_use]
    pub const fn shifted(self, margin: i32) -> Value {
        Value(self.0 + margin)
    }

    /// Converts a proven value to an extreme estimate, for nodes whose search omitted moves.
    #[must_use]
    pub(crate) fn as_guess(self) -> Value {
        match self.0 {
            v if !self.is_decided() => Value(v),
            v if v > 0 => Value(Value::MAX_GUESS - (Value::WIN - v)),
            v => Value(-Value::MAX_GUESS + (Value::WIN + v)),
        }
    }

    /// Converts a distance from the root to a distance from a node `ply` plies below it, as stored in the
    /// transposition table.
    #[must_use]
    pub const fn to_node(self, ply: u32) -> Value {
        match self.0 {
            v if !self.is_decided() => Value(v),
            v if v > 0 => Value(v + ply as i32),
            v => Value(v - ply as i32),
        }
    }

    /// The reverse of [`to_node`](Self::to_node).
    #[must_use]
    pub const fn to_root(self, ply: u32) -> Value {
        match self.0 {
            v if !self.is_decided() => Value(v),
            v if v > 0 => Value(v - ply as i32),
            v => Value(v + ply as i32),
        }
    }

    pub(crate) const fn from_raw(raw: i32) -> Value {
        Value(raw)
    }

    /// Converts the value to a score at the root.
    pub fn score(self) -> Score {
        match self.0 {
            v if !self.is_decided() => Score::Guess(v),
            v if v > 0 => Score::Win((Value::WIN - v) as u32),
            v => Score::Loss((Value::WIN + v) as u32),
        }
    }
}

impl std::ops::Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        Value(-self.0)
    }
}
