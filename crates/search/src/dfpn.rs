//! Depth-first proof-number search (Nagai, 2002): can one side force a win?
//!
//! Each node carries a *proof number*, the least number of leaves still to be proven for a win, and a
//! *disproof number*. The search always follows the leaf that would help most, and stays below a node until
//! its numbers leave the thresholds its parent set.

use std::collections::HashMap;

use chautari_game::Key;

/// A proof number larger than any reachable one.
const INFINITE: u32 = u32::MAX / 2;

/// A problem to be solved: does the attacker win?
pub trait ProofProblem {
    /// A position with its incremental state.
    type Node;
    /// A move.
    type Move: Copy + Eq;
    /// Returns the key of the node after a move, without creating the node.
    fn key_after(&self, node: &Self::Node, m: Self::Move) -> Key;
    /// Returns the node after a move.
    fn after(&self, node: &Self::Node, m: Self::Move) -> Self::Node;
    /// Whether the attacker is to move.
    fn attacks(&self, node: &Self::Node) -> bool;
    /// Returns the status of a node without a search.
    fn status(&self, node: &Self::Node) -> NodeStatus<Self::Move>;
}

/// The status of a node without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeStatus<M> {
    /// The attacker wins.
    Proven,
    /// The attacker does not win, as far as the problem considers moves.
    Disproven,
    /// Undecided; the moves to search. Those of the defender include every move that might help.
    Open(Vec<M>),
}

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofResult {
    /// The attacker wins.
    Proven,
    /// The attacker does not win, as far as the problem considers moves.
    Disproven,
    /// Time or memory ran out.
    Open,
}

/// A search with its table of known nodes.
pub struct Dfpn<'a, Q: ProofProblem> {
    problem: &'a Q,
    known: HashMap<Key, Numbers>,
    most_known: usize,
    goes_on: &'a mut dyn FnMut() -> bool,
    stopped: bool,
}

impl<'a, Q: ProofProblem> Dfpn<'a, Q> {
    /// Creates a search that stores at most `most_known` nodes and stops when `goes_on`, called at every
    /// node, returns false.
    pub fn new(problem: &'a Q, most_known: usize, goes_on: &'a mut dyn FnMut() -> bool) -> Self {
        Dfpn { problem, known: HashMap::new(), most_known, goes_on, stopped: false }
    }

    /// Solves a node, unless the limits are reached first.
    pub fn solve(&mut self, root: &Q::Node) -> ProofResult {
        let numbers = self.look(root, Numbers { proof: INFINITE, disproof: INFINITE });
        match numbers {
            Numbers { proof: 0, .. } => ProofResult::Proven,
            Numbers { disproof: 0, .. } => ProofResult::Disproven,
            _ => ProofResult::Open,
        }
    }

    /// Whether a node with this key is proven.
    pub fn is_proven(&self, key: Key) -> bool {
        self.known.get(&key).is_some_and(|numbers| numbers.proof == 0)
    }

    /// Returns the number of stored nodes.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Searches below a node until its numbers reach the thresholds.
    fn look(&mut self, node: &Q::Node, limit: Numbers) -> Numbers {
        if self.stopped || !(self.goes_on)() || self.known.len() >= self.most_known {
            self.stopped = true;
            return Numbers::UNKNOWN;
        }
        let moves = match self.problem.status(node) {
            NodeStatus::Proven => return Numbers::PROVEN,
            NodeStatus::Disproven => return Numbers::DISPROVEN,
            NodeStatus::Open(moves) => moves,
        };
        let attacks = self.problem.attacks(node);
        let mut children: Vec<(Q::Move, Key, Numbers)> = moves
            .into_iter()
            .map(|m| {
                let key = self.problem.key_after(node, m);
                (m, key, self.known.get(&key).copied().unwrap_or(Numbers::UNKNOWN))
            })
            .collect();
        loop {
            let numbers = combined(attacks, children.iter().map(|&(.., numbers)| numbers));
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof || self.stopped {
                return numbers;
            }
            let Some((best, child_limit)) = choose(attacks, &children, numbers, limit) else {
                return numbers;
            };
            let (m, key, _) = children[best];
            let found = self.look(&self.problem.after(node, m), child_limit);
            if !self.stopped || found.proof == 0 || found.disproof == 0 {
                self.known.insert(key, found);
                children[best].2 = found;
            }
        }
    }
}

/// Combines the numbers of a node's children.
fn combined(attacks: bool, children: impl Iterator<Item = Numbers>) -> Numbers {
    let (mut least, mut sum) = (INFINITE, 0_u32);
    for Numbers { proof, disproof } in children {
        let (own, other) = if attacks { (proof, disproof) } else { (disproof, proof) };
        least = least.min(own);
        sum = sum.saturating_add(other).min(INFINITE);
    }
    if attacks { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } }
}

/// Selects the most promising child and its thresholds: it is searched as long as it is the best, and a
/// little longer.
fn choose<M>(
    attacks: bool,
    children: &[(M, Key, Numbers)],
    numbers: Numbers,
    limit: Numbers,
) -> Option<(usize, Numbers)> {
    let own = |numbers: Numbers| if attacks { numbers.proof } else { numbers.disproof };
    let other = |numbers: Numbers| if attacks { numbers.disproof } else { numbers.proof };
    let (best, _) = children.iter().enumerate().min_by_key(|(_, (.., numbers))| own(*numbers))?;
    let rivals = children.iter().enumerate().filter(|&(i, _)| i != best);
    let second = rivals.map(|(_, (.., numbers))| own(*numbers)).min().unwrap_or(INFINITE);
    // A quarter above the second best, so that the search does not alternate between the two.
    let own_limit = own(limit).min(second.saturating_add(second / 4 + 1));
    let rest = other(numbers).saturating_sub(other(children[best].2));
    let other_limit = if other(limit) >= INFINITE { INFINITE } else { other(limit).saturating_sub(rest) };
    Some((
        best,
        if attacks {
            Numbers { proof: own_limit, disproof: other_limit }
        } else {
            Numbers { proof: other_limit, disproof: own_limit }
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nim: take one to three from a heap; taking the last one wins. The first player attacks.
    struct Nim;

    impl ProofProblem for Nim {
        type Node = (u32, bool);
        type Move = u32;

        fn key_after(&self, node: &(u32, bool), m: u32) -> Key {
            let (heap, attacks) = self.after(node, m);
            Key(u64::from(heap) << 1 | u64::from(attacks))
        }

        fn after(&self, &(heap, attacks): &(u32, bool), m: u32) -> (u32, bool) {
            (heap - m, !attacks)
        }

        fn attacks(&self, node: &(u32, bool)) -> bool {
            node.1
        }

        fn status(&self, &(heap, attacks): &(u32, bool)) -> NodeStatus<u32> {
            match (heap, attacks) {
                (0, true) => NodeStatus::Disproven,
                (0, false) => NodeStatus::Proven,
                _ => NodeStatus::Open((1..=heap.min(3)).collect()),
            }
        }
    }

    #[test]
    fn heaps_of_four_are_lost() {
        for heap in 1..60 {
            let mut goes_on = || true;
            let settled = Dfpn::new(&Nim, 1 << 20, &mut goes_on).solve(&(heap, true));
            let expected = if heap % 4 == 0 { ProofResult::Disproven } else { ProofResult::Proven };
            assert_eq!(settled, expected, "{heap}");
        }
    }

    #[test]
    fn search_without_time_proves_nothing() {
        let mut left = 5;
        let mut goes_on = || {
            left -= 1;
            left > 0
        };
        assert_eq!(Dfpn::new(&Nim, 1 << 20, &mut goes_on).solve(&(57, true)), ProofResult::Open);
    }
}
