//! What the levels mean.

use chautari_game::{Dice, Level, Limit};

/// How a level holds an engine back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// What it is called.
    pub name: &'static str,
    /// It looks no deeper than this many plies.
    pub depth: u32,
    /// It looks at no more than this many positions.
    pub nodes: u64,
    /// How many of a hundred moves of its own it overlooks, as people do. What is noisy is overlooked
    /// half as often.
    pub oversight: u32,
}

const NONE: u32 = u32::MAX;

/// From somebody who has just been told the rules to all the engine can do.
const LEVELS: [Handicap; 10] = [
    Handicap { name: "newcomer", depth: 1, nodes: u64::MAX, oversight: 40 },
    Handicap { name: "beginner", depth: 2, nodes: u64::MAX, oversight: 30 },
    Handicap { name: "learner", depth: 2, nodes: u64::MAX, oversight: 12 },
    Handicap { name: "casual", depth: 3, nodes: u64::MAX, oversight: 8 },
    Handicap { name: "regular", depth: 4, nodes: u64::MAX, oversight: 4 },
    Handicap { name: "club", depth: NONE, nodes: 2_000, oversight: 2 },
    Handicap { name: "strong", depth: NONE, nodes: 8_000, oversight: 0 },
    Handicap { name: "expert", depth: NONE, nodes: 32_000, oversight: 0 },
    Handicap { name: "master", depth: NONE, nodes: 128_000, oversight: 0 },
    Handicap { name: "full strength", depth: NONE, nodes: u64::MAX, oversight: 0 },
];

impl Handicap {
    /// The handicap of a level; the last has none.
    pub fn of(level: Level) -> Handicap {
        LEVELS[usize::from(level.number() - 1)]
    }

    /// The limit this leaves of another.
    #[must_use]
    pub fn within(&self, limit: &Limit) -> Limit {
        Limit {
            depth: Some(limit.depth.unwrap_or(NONE).min(self.depth)),
            nodes: Some(limit.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            ..limit.clone()
        }
    }
}

/// Which moves an engine overlooks: the same ones every time it is asked the same question.
pub struct Oversight {
    percent: u32,
    dice: Dice,
}

impl Oversight {
    /// What this handicap overlooks, by this chance.
    pub fn new(handicap: Handicap, seed: u64) -> Oversight {
        Oversight { percent: handicap.oversight, dice: Dice::new(seed) }
    }

    /// Leaves out what is overlooked, but never everything.
    pub fn apply<T>(&mut self, moves: &mut Vec<T>, is_noisy: impl Fn(&T) -> bool) {
        if self.percent == 0 || moves.len() < 2 {
            return;
        }
        let kept = self.dice.below(moves.len());
        let mut index = 0;
        moves.retain(|m| {
            let percent = if is_noisy(m) { self.percent / 2 } else { self.percent };
            index += 1;
            self.dice.below(100) >= percent as usize || index - 1 == kept
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_is_always_seen() {
        let handicap = Handicap { oversight: 100, ..LEVELS[0] };
        for seed in 0..100 {
            let mut moves: Vec<u32> = (0..20).collect();
            Oversight::new(handicap, seed).apply(&mut moves, |_| false);
            assert_eq!(moves.len(), 1);
        }
    }

    #[test]
    fn each_level_sees_at_least_as_much_as_the_one_before() {
        for pair in LEVELS.windows(2) {
            assert!(pair[0].depth <= pair[1].depth && pair[0].oversight >= pair[1].oversight, "{pair:?}");
        }
        assert_eq!(Handicap::of(Level::FULL).within(&Limit::default()).nodes, Some(u64::MAX));
    }
}
