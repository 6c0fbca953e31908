//! Handicaps that weaken an engine at each level.
//!
//! Nothing here depends on a clock, so a level is as strong on a busy machine as on an idle one. Random
//! choices depend only on the position and a seed, so the same position always gets the same move.

use chautari_game::{Key, Level, Limit, Rng};

/// The limits of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The maximum search depth in plies.
    pub depth: u32,
    /// The maximum number of nodes.
    pub nodes: u64,
    /// The percentage of its own moves that the engine overlooks at the root. Noisy moves are overlooked half
    /// as often.
    pub oversight: u32,
    /// The percentage of decisions that are made hastily, with a search of one ply.
    pub haste: u32,
    /// Contempt: how much worse a draw by repetition counts than an even game, in hundredths. Used only by
    /// [`AlphaBeta`](crate::AlphaBeta).
    pub contempt: i32,
}

impl Handicap {
    /// No handicap.
    pub const NONE: Handicap =
        Handicap { depth: u32::MAX, nodes: u64::MAX, oversight: 0, haste: 0, contempt: 0 };

    /// Returns an upper estimate of the nodes searched, from which the hash table is sized: about 64 moves
    /// per ply, plus one ply of quiescence search.
    pub const fn most_nodes(self) -> u64 {
        let by_depth = 64_u64.saturating_pow(self.depth.saturating_add(1));
        if by_depth < self.nodes { by_depth } else { self.nodes }
    }

    /// Returns the handicap with this percentage of overlooked moves.
    #[must_use]
    pub const fn overlooking(self, oversight: u32) -> Handicap {
        Handicap { oversight, ..self }
    }

    /// Returns the handicap with this percentage of hasty decisions.
    #[must_use]
    pub const fn hasty(self, haste: u32) -> Handicap {
        Handicap { haste, ..self }
    }

    /// Returns the handicap with this contempt.
    #[must_use]
    pub const fn with_contempt(self, contempt: i32) -> Handicap {
        Handicap { contempt, ..self }
    }
}

/// Creates a handicap with a maximum depth.
pub const fn plies(depth: u32) -> Handicap {
    Handicap { depth, ..Handicap::NONE }
}

/// Creates a handicap with a maximum number of nodes.
pub const fn nodes(nodes: u64) -> Handicap {
    Handicap { nodes, ..Handicap::NONE }
}

/// The handicaps of levels 1 to 9. Level 10 has none in any game.
#[derive(Clone, Copy, Debug)]
pub struct LevelTable(pub [Handicap; Level::COUNT - 1]);

impl LevelTable {
    /// Defaults for games whose levels have not been measured.
    pub const USUAL: LevelTable = LevelTable([
        plies(1).overlooking(40),
        plies(2).overlooking(30).hasty(30),
        plies(2).overlooking(12).hasty(20),
        plies(3).overlooking(8).hasty(20),
        plies(4).overlooking(4).hasty(15),
        nodes(1_000).overlooking(2).hasty(10),
        nodes(2_000).hasty(8),
        nodes(4_000).hasty(5),
        nodes(8_000).hasty(2),
    ]);

    /// Returns the handicap of a level.
    pub fn handicap(&self, level: Level) -> Handicap {
        self.0.get(level.index()).copied().unwrap_or(Handicap::NONE)
    }
}

/// The handicap applied to one decision.
pub struct HandicapState {
    limit: Limit,
    is_hasty: bool,
    oversight: u32,
    rng: Rng,
}

impl HandicapState {
    /// Applies a handicap to a limit. Random choices depend on the position and the seed.
    pub fn new(handicap: Handicap, limit: &Limit, at: Key, seed: u64) -> HandicapState {
        let mut rng = Rng::stream(seed, at.0);
        let is_hasty = rng.below(100) < handicap.haste as usize;
        let depth = if is_hasty { 1 } else { handicap.depth };
        let depth = limit.depth.unwrap_or(u32::MAX).min(depth);
        let nodes = limit.nodes.unwrap_or(u64::MAX).min(handicap.nodes);
        // Without a limit there is still none.
        let limit = Limit {
            depth: (depth < u32::MAX).then_some(depth),
            nodes: (nodes < u64::MAX).then_some(nodes),
            ..limit.clone()
        };
        HandicapState { limit, is_hasty, oversight: handicap.oversight, rng }
    }

    /// Returns the limit of this decision.
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// Whether this is a hasty decision, which also ignores the hash table of earlier searches.
    pub fn is_hasty(&self) -> bool {
        self.is_hasty
    }

    /// Removes the overlooked moves, but never all of them.
    pub fn overlook<T>(&mut self, moves: &mut Vec<T>, is_noisy: impl Fn(&T) -> bool) {
        if self.oversight == 0 || moves.len() < 2 {
            return;
        }
        let kept = self.rng.below(moves.len());
        let mut index = 0;
        moves.retain(|m| {
            let percent = if is_noisy(m) { self.oversight / 2 } else { self.oversight };
            index += 1;
            self.rng.below(100) >= percent as usize || index - 1 == kept
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handicap_state(handicap: Handicap, position: u64) -> HandicapState {
        HandicapState::new(handicap, &Limit { nodes: Some(500), ..Limit::default() }, Key(position), 7)
    }

    #[test]
    fn at_least_one_move_is_never_overlooked() {
        for position in 0..100 {
            let mut moves: Vec<u32> = (0..20).collect();
            handicap_state(plies(1).overlooking(100), position).overlook(&mut moves, |_| false);
            assert_eq!(moves.len(), 1);
        }
    }

    #[test]
    fn noisy_moves_are_overlooked_half_as_often() {
        let mut seen = [0; 2];
        for position in 0..1000 {
            let mut moves: Vec<usize> = (0..20).collect();
            handicap_state(plies(1).overlooking(40), position).overlook(&mut moves, |m| m % 2 == 0);
            for m in moves {
                seen[m % 2] += 1;
            }
        }
        // About half of the moves are of either kind, and one of them is always kept.
        assert!((7900..8300).contains(&seen[0]) && (5900..6400).contains(&seen[1]), "{seen:?}");
    }

    #[test]
    fn haste_has_its_rate_and_depends_on_the_position() {
        let hasty = |position| handicap_state(nodes(100).hasty(30), position).is_hasty();
        let times = (0..1000).filter(|&position| hasty(position)).count();
        assert!((250..350).contains(&times), "{times}");
        assert!((0..100).all(|position| hasty(position) == hasty(position)));
    }

    #[test]
    fn handicaps_never_raise_a_limit() {
        let limit = |handicap| handicap_state(handicap, 1).limit().clone();
        assert_eq!((limit(nodes(100)).nodes, limit(nodes(9000)).nodes), (Some(100), Some(500)));
        assert_eq!(limit(plies(3)).depth, Some(3));
        let full = LevelTable::USUAL.handicap(Level::FULL);
        assert_eq!(full, Handicap::NONE);
        assert_eq!((limit(full).nodes, limit(full).depth), (Some(500), None));
    }
}
