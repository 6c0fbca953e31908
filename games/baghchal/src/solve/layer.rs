//! The parts the game is solved in, and the files they are kept in.

use std::fmt;
use std::path::{Path, PathBuf};

use chautari_game::Game;
use chautari_solve::{Identity, choose};

use super::atlas::{ATLAS, SLOTS};
use super::placing::sizes;
use crate::{Baghchal, GOATS};

/// A part of the game, solved as a whole and kept in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// All goats are placed; both sides to move.
    Sliding {
        /// How many goats are captured.
        captured: u8,
    },
    /// Some goats are in hand; the tigers to move. With the goats to move, the values follow from
    /// the next layer by one ply.
    Placing {
        /// How many goats are placed, captured ones among them.
        placed: u8,
    },
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Layer::Sliding { captured } => write!(f, "sliding {captured}"),
            Layer::Placing { placed } => write!(f, "placing {placed}"),
        }
    }
}

/// What the names of all files of a game begin with.
pub(crate) fn file_stem(rules: Baghchal) -> String {
    format!("{}-{}", rules.info().id, rules.captures_to_win())
}

/// How much of the game is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// From the last placement on.
    Sliding,
    /// From the start.
    All,
}

impl Layer {
    /// Every layer of a phase, each after those it follows from.
    pub fn all(rules: Baghchal, phase: Phase) -> Vec<Layer> {
        let sliding = (0..rules.captures_to_win()).rev().map(|captured| Layer::Sliding { captured });
        match phase {
            Phase::Sliding => sliding.collect(),
            Phase::All => sliding.chain((1..GOATS).rev().map(|placed| Layer::Placing { placed })).collect(),
        }
    }

    /// The file it is kept in.
    pub(crate) fn path(self, rules: Baghchal, folder: &Path) -> PathBuf {
        let part = self.to_string().replace(' ', "-");
        folder.join(format!("{}-{part}.table", file_stem(rules)))
    }

    /// What that file says it is about.
    pub(crate) fn identity(self, rules: Baghchal) -> Identity {
        let info = rules.info();
        let profile = format!("{} captures={} rules={}", info.id, rules.captures_to_win(), info.rule_version);
        Identity { profile, layer: self.to_string() }
    }

    /// How long it takes to solve, in microseconds of two cores, more or less.
    pub(crate) fn work(self, rules: Baghchal) -> u64 {
        let classes = ATLAS.classes.len() as u64;
        match self {
            Layer::Sliding { captured } => classes * choose(SLOTS, u32::from(captured) + 1) * 2 / 15,
            Layer::Placing { placed } => {
                let (least, most) = sizes(rules, placed);
                let subsets: u64 = (least..=most).map(|size| choose(SLOTS, size)).sum();
                classes * (400 + subsets / 800)
            }
        }
    }
}
