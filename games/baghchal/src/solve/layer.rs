//! The layers in which the game is solved, and their files.

use std::fmt;
use std::path::{Path, PathBuf};

use chautari_game::Game;
use chautari_solve::{Identity, choose};

use super::atlas::{ATLAS, SLOTS};
use super::placing::sizes;
use crate::{Baghchal, GOATS};

/// A part of the game that is solved as a whole and stored in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// All goats are placed; contains both sides to move.
    Sliding {
        /// The number of captured goats.
        captured: u8,
    },
    /// Goats are in hand; contains the tigers to move. With the goats to move, the values follow from the
    /// next layer by one ply.
    Placing {
        /// The number of placed goats, including captured ones.
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

/// Returns the common prefix of a game's file names.
pub(crate) fn file_stem(rules: Baghchal) -> String {
    format!("{}-{}", rules.info().id, rules.captures_to_win())
}

/// The part of the game to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The sliding phase, after the last placement.
    Sliding,
    /// The whole game.
    All,
}

impl Layer {
    /// Returns all layers of a phase, each after those it depends on.
    pub fn all(rules: Baghchal, phase: Phase) -> Vec<Layer> {
        let sliding = (0..rules.captures_to_win()).rev().map(|captured| Layer::Sliding { captured });
        match phase {
            Phase::Sliding => sliding.collect(),
            Phase::All => sliding.chain((1..GOATS).rev().map(|placed| Layer::Placing { placed })).collect(),
        }
    }

    /// Returns the path of the layer's file.
    pub(crate) fn path(self, rules: Baghchal, folder: &Path) -> PathBuf {
        let part = self.to_string().replace(' ', "-");
        folder.join(format!("{}-{part}.table", file_stem(rules)))
    }

    /// Returns the identity stored in the layer's file.
    pub(crate) fn identity(self, rules: Baghchal) -> Identity {
        let info = rules.info();
        let profile = format!("{} captures={} rules={}", info.id, rules.captures_to_win(), info.rule_version);
        Identity { profile, layer: self.to_string() }
    }

    /// Returns the approximate time to solve the layer, in microseconds on two cores.
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
