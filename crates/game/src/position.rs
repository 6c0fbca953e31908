//! The [`Position`] trait: legal moves, results and symmetries of a game position.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::Explain;

/// One of the two sides. Each game names its own, see `Info::sides`.
///
/// The order is that of the names, not of play: either colour may begin, and turns need not alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side named first.
    One,
    /// The side named second.
    Two,
}

impl Side {
    /// Both sides, in the order of their names.
    pub const ALL: [Side; 2] = [Side::One, Side::Two];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }

    /// Returns 0 or 1, as an index into tables.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Why a game ended: a stable code and a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// A stable code for programs: `repetition`, `five`, `mate`…
    pub code: &'static str,
    /// A clause for people, without a full stop: `the same position came up for the third time`.
    pub text: &'static str,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason the game ended.
    pub ending: Ending,
}

impl Outcome {
    /// Creates a win for `side`.
    pub const fn win(side: Side, ending: Ending) -> Outcome {
        Outcome { winner: Some(side), ending }
    }

    /// Creates a draw.
    pub const fn draw(ending: Ending) -> Outcome {
        Outcome { winner: None, ending }
    }

    /// The code of the refusal of any move after the end of the game.
    pub const OVER: &'static str = "game-over";

    /// Returns the sentence that refuses a move after the end of the game.
    pub fn over(&self) -> String {
        format!("The game is over: {}.", self.ending.text)
    }

    /// A draw by the third occurrence of a position.
    pub const REPETITION: Outcome =
        Outcome::draw(Ending { code: "repetition", text: "the same position came up for the third time" });
}

/// A hash of the position that includes everything that affects further play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

/// A playable position.
///
/// It is obtained only from `Game::start`, from a validated setup, or by legal play. It contains its rules,
/// so no method needs the game as an argument. It contains no history: equal positions have the same
/// continuations.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One decision of one side. Covers everything that can be written down, legal or not.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The reason a move is illegal.
    type Refusal: Explain;
    /// The part of a position that the repetition rule compares.
    type Recurrence: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Returns the side to move. At a finished position, this is the side that would be to move.
    fn turn(&self) -> Side;

    /// Returns the kind of action that is due, as a verb: `move`, `place`, `ban`.
    fn action(&self) -> &'static str {
        "move"
    }

    /// Visits every legal move once, in a fixed order, until `visit` breaks. A finished position has no legal
    /// moves.
    fn each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Checks whether a move is legal; the error is the reason against it.
    fn check(&self, m: Self::Move) -> Result<(), Self::Refusal>;

    /// Plays a legal move. The effect of an illegal move is unspecified, but never undefined behaviour.
    fn apply(&mut self, m: Self::Move);

    /// Returns the result, if this position ends the game.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the hash of this position.
    fn key(&self) -> Key;

    /// Returns what the repetition rule compares; `None` if this position does not count for it.
    fn recurrence(&self) -> Option<Self::Recurrence>;

    /// Returns the result, if the `times`-th occurrence of this position ends the game.
    fn recurred(&self, times: u32) -> Option<Outcome> {
        (times >= 3).then_some(Outcome::REPETITION)
    }

    /// Returns the number of legal moves. Games override it if moves can be counted without listing them.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.each_move(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Returns the legal moves.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.each_move(|m| {
            moves.push(m);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Returns the position after a legal move.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.apply(m);
        next
    }

    /// Returns every move of the type, legal or not; [`check`](Self::check) must accept any of them as an
    /// argument.
    fn every_move() -> impl Iterator<Item = Self::Move>;

    /// The number of symmetries of the rules, including the identity, which has number 0.
    const SYMMETRIES: usize = 1;

    /// Returns the image of this position under a symmetry.
    #[must_use]
    fn image(&self, symmetry: usize) -> Self {
        debug_assert_eq!(symmetry, 0);
        self.clone()
    }

    /// Returns the image of a move under a symmetry.
    #[must_use]
    fn move_image(m: Self::Move, symmetry: usize) -> Self::Move {
        debug_assert_eq!(symmetry, 0);
        m
    }

    /// Returns the image of a side under a symmetry; some symmetries exchange the colours.
    #[must_use]
    fn side_image(side: Side, symmetry: usize) -> Side {
        let _ = symmetry;
        side
    }
}
