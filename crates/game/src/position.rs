//! What a position must be able to say.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::Explain;

/// One of the two sides. Each game names its own; see [`Info::sides`](crate::Info::sides).
///
/// The order is the order of the names, not of play: either colour may begin, and turns need not
/// alternate.
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

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }

    /// 0 or 1, for tables.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Why a game ended: a stable code and the same in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Stable, for programs: `repetition`, `five`, `mate`…
    pub code: &'static str,
    /// A clause for people, without its full stop: `the same position came up for the third time`.
    pub text: &'static str,
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, or nobody: a draw.
    pub winner: Option<Side>,
    /// What ended the game.
    pub ending: Ending,
}

impl Outcome {
    /// A win for `side`.
    pub const fn win(side: Side, ending: Ending) -> Outcome {
        Outcome { winner: Some(side), ending }
    }

    /// A draw.
    pub const fn draw(ending: Ending) -> Outcome {
        Outcome { winner: None, ending }
    }

    /// The code of every refusal to play on after the end.
    pub const OVER: &'static str = "game-over";

    /// The sentence that refuses to play on.
    pub fn over(&self) -> String {
        format!("The game is over: {}.", self.ending.text)
    }

    /// A draw by the third occurrence of a position.
    pub const REPETITION: Outcome =
        Outcome::draw(Ending { code: "repetition", text: "the same position came up for the third time" });
}

/// A hash of everything that decides how play goes on from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

/// A playable position.
///
/// One comes only from [`Game::start`](crate::Game::start), from a vetted setup, or from legal
/// play. It knows its rules, so no method needs the game beside it. It holds nothing about how it
/// came about: two equal positions play alike.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One decision of one side. Whatever can be written down can be expressed, legal or not.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// Why a move is not legal.
    type Refusal: Explain;
    /// What must be equal for two positions to be the same under the law of repetition.
    type Recurrence: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whose decision it is. At a finished position, the side that would be to move.
    fn turn(&self) -> Side;

    /// What that side is to do, as a verb: `move`, `place`, `ban`.
    fn action(&self) -> &'static str {
        "move"
    }

    /// Visits every legal move once, in a fixed order, until `visit` breaks. A finished position
    /// has none.
    fn each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Legal, or why not.
    fn check(&self, m: Self::Move) -> Result<(), Self::Refusal>;

    /// Plays a legal move. What an illegal one does is unspecified, but never unsafe.
    fn apply(&mut self, m: Self::Move);

    /// How the game ended, if this position ends it.
    fn outcome(&self) -> Option<Outcome>;

    /// The hash of this position.
    fn key(&self) -> Key;

    /// What the law of repetition compares, or `None` where it does not count this position.
    fn recurrence(&self) -> Option<Self::Recurrence>;

    /// How the game ends now that this position stands for the `times`-th time, if it does.
    fn recurred(&self, times: u32) -> Option<Outcome> {
        (times >= 3).then_some(Outcome::REPETITION)
    }

    /// The number of legal moves. Worth writing by hand where moves can be counted without being
    /// listed.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.each_move(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The legal moves as a list.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.each_move(|m| {
            moves.push(m);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.apply(m);
        next
    }

    /// Every move the type can express, legal or not: what [`check`](Self::check) must be able to
    /// judge.
    fn every_move() -> impl Iterator<Item = Self::Move>;

    /// How many symmetries the rules have, the identity (number 0) among them.
    const SYMMETRIES: usize = 1;

    /// The image of this position under a symmetry.
    #[must_use]
    fn image(&self, symmetry: usize) -> Self {
        debug_assert_eq!(symmetry, 0);
        self.clone()
    }

    /// The image of a move under a symmetry.
    #[must_use]
    fn move_image(m: Self::Move, symmetry: usize) -> Self::Move {
        debug_assert_eq!(symmetry, 0);
        m
    }

    /// The image of a side under a symmetry; some symmetries exchange the colours.
    #[must_use]
    fn side_image(side: Side, symmetry: usize) -> Side {
        let _ = symmetry;
        side
    }
}
