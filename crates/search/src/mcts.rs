//! Monte Carlo tree search: an opponent for a game nobody has written an evaluation for.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use chautari_game::{Dice, Engine, Game, Limit, Mv, Outcome, Position, Record, Score, Side, Thought, Watch};

use crate::budget::Budget;

/// How much a move that was tried little is worth trying again.
const CURIOSITY: f32 = 1.2;

/// A playout that has not ended by then is a draw.
const LONGEST_PLAYOUT: u32 = 400;

/// The tree grows no further than this many nodes: about 64 bytes each.
const MOST_NODES: usize = 1 << 22;

/// An engine that plays games out at random and remembers which moves did well. A node counts one
/// playout. Values that are proven are never played out again.
#[derive(Clone, Debug)]
pub struct Mcts {
    seed: u64,
    most_nodes: usize,
}

impl Mcts {
    /// An engine with a tree of at most `hash` MiB.
    pub fn new(hash: usize, seed: u64) -> Mcts {
        let most_nodes = (hash.saturating_mul(1 << 20) / 64).clamp(1024, MOST_NODES);
        Mcts { seed, most_nodes }
    }
}

/// What is known for certain about a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    Open,
    /// Ended, or as good as: the winner, and in how many plies.
    Closed(Option<Side>, u32),
}

struct Node<M> {
    /// The move that leads here.
    m: Option<M>,
    /// Who made it.
    mover: Side,
    /// Where its children are; none until it is visited for the second time.
    children: Range<u32>,
    visits: u32,
    /// Half points for `mover`.
    points: u32,
    proof: Proof,
}

struct Tree<P: Position> {
    nodes: Vec<Node<P::Move>>,
    most_nodes: usize,
    dice: Dice,
}

impl<G: Game> Engine<G> for Mcts {
    fn think(&mut self, record: &Record<G>, limit: &Limit, watch: Watch<Mv<G>>) -> Thought<Mv<G>> {
        let spent = AtomicBool::new(false);
        let mut budget = Budget::new(limit, &spent);
        let position = record.position();
        let mut tree = Tree::<G::Position>::new(position, self.most_nodes, self.seed);
        self.seed = self.seed.wrapping_add(1);
        if let Some(outcome) = record.outcome() {
            tree.nodes[0].proof = Proof::Closed(outcome.winner, 0);
            return tree.thought(position, &budget);
        }
        let mut next_report = 1000;
        loop {
            tree.descend(0, &mut position.clone());
            if !budget.visit_long() || tree.nodes[0].proof != Proof::Open {
                break;
            }
            if budget.nodes() >= next_report {
                next_report *= 2;
                if watch(&tree.thought(position, &budget)).is_break() {
                    break;
                }
            }
        }
        let thought = tree.thought(position, &budget);
        let _ = watch(&thought);
        thought
    }
}

/// Two points for a win, one for a draw.
fn points(winner: Option<Side>, side: Side) -> u32 {
    match winner {
        None => 1,
        Some(winner) => 2 * u32::from(winner == side),
    }
}

impl<P: Position> Tree<P> {
    fn new(position: &P, most_nodes: usize, seed: u64) -> Self {
        let root = Node {
            m: None,
            mover: position.turn().other(),
            children: 0..0,
            visits: 0,
            points: 0,
            proof: Proof::Open,
        };
        Tree { nodes: vec![root], most_nodes, dice: Dice::new(seed) }
    }

    /// One playout through this node; who won it.
    fn descend(&mut self, index: usize, position: &mut P) -> Option<Side> {
        if let Proof::Closed(winner, _) = self.nodes[index].proof {
            return self.count(index, winner);
        }
        let turn = position.turn();
        if self.nodes[index].children.is_empty() {
            if let Some(Outcome { winner, .. }) = position.outcome() {
                self.nodes[index].proof = Proof::Closed(winner, 0);
                return self.count(index, winner);
            }
            if (self.nodes[index].visits == 0 && index != 0) || !self.grow(index, position) {
                let winner = self.play_out(position);
                return self.count(index, winner);
            }
        }
        let child = self.choose(index, turn);
        if let Some(m) = self.nodes[child].m {
            position.apply(m);
        }
        let winner = self.descend(child, position);
        if self.nodes[child].proof != Proof::Open {
            self.prove(index, turn);
        }
        self.count(index, winner)
    }

    fn count(&mut self, index: usize, winner: Option<Side>) -> Option<Side> {
        let node = &mut self.nodes[index];
        node.visits += 1;
        node.points += points(winner, node.mover);
        winner
    }

    /// Gives a node its children, if there is room for them.
    fn grow(&mut self, index: usize, position: &P) -> bool {
        let moves = position.moves();
        if self.nodes.len() + moves.len() > self.most_nodes {
            return false;
        }
        let first = self.nodes.len() as u32;
        let turn = position.turn();
        self.nodes.extend(moves.iter().map(|&m| Node {
            m: Some(m),
            mover: turn,
            children: 0..0,
            visits: 0,
            points: 0,
            proof: Proof::Open,
        }));
        self.nodes[index].children = first..self.nodes.len() as u32;
        true
    }

    fn children(&self, index: usize) -> Range<usize> {
        let Range { start, end } = self.nodes[index].children.clone();
        start as usize..end as usize
    }

    /// The child most worth trying: one that is not known to lose, does well, or was tried little.
    fn choose(&self, index: usize, turn: Side) -> usize {
        let logarithm = (self.nodes[index].visits.max(1) as f32).ln();
        let worth = |child: usize| {
            let node = &self.nodes[child];
            match node.proof {
                Proof::Closed(winner, _) => points(winner, turn) as f32 / 2.0 - 0.5,
                Proof::Open if node.visits == 0 => f32::INFINITY,
                Proof::Open => {
                    let visits = node.visits as f32;
                    node.points as f32 / visits / 2.0 + CURIOSITY * (logarithm / visits).sqrt()
                }
            }
        };
        self.children(index).max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(index)
    }

    /// Closes a node once its children leave no doubt: one wins, or all are closed.
    fn prove(&mut self, index: usize, turn: Side) {
        let rank = |proof: Proof| match proof {
            Proof::Open => None,
            // The nearest win, or the farthest loss.
            Proof::Closed(winner, plies) => Some(match points(winner, turn) {
                2 => i64::from(u32::MAX) - i64::from(plies),
                1 => 0,
                _ => i64::from(plies) - i64::from(u32::MAX),
            }),
        };
        let proofs = || self.children(index).map(|child| self.nodes[child].proof);
        let best = proofs().filter_map(|proof| Some((rank(proof)?, proof))).max_by_key(|(rank, _)| *rank);
        if let Some((rank, Proof::Closed(winner, plies))) = best
            && (rank > 0 || proofs().all(|proof| proof != Proof::Open))
        {
            self.nodes[index].proof = Proof::Closed(winner, plies + 1);
        }
    }

    fn play_out(&mut self, position: &mut P) -> Option<Side> {
        for _ in 0..LONGEST_PLAYOUT {
            let count = position.count_moves();
            if count == 0 {
                break;
            }
            let mut skip = self.dice.below(count as usize);
            let picked = position.each_move(|m| {
                if skip == 0 {
                    return ControlFlow::Break(m);
                }
                skip -= 1;
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(m) = picked {
                position.apply(m);
            }
        }
        position.outcome().and_then(|outcome| outcome.winner)
    }

    /// The move most worth playing at a node: a proven win, else the most visited that does not lose.
    fn best(&self, index: usize, turn: Side) -> Option<usize> {
        let worth = |child: &usize| {
            let node = &self.nodes[*child];
            match node.proof {
                Proof::Open => (1, node.visits),
                Proof::Closed(winner, plies) => match points(winner, turn) {
                    2 => (2, u32::MAX - plies),
                    1 => (1, node.visits),
                    _ => (0, plies),
                },
            }
        };
        self.children(index).max_by_key(worth)
    }

    fn thought(&self, position: &P, budget: &Budget) -> Thought<P::Move> {
        let mut line = Vec::new();
        let (mut index, mut at) = (0, position.clone());
        while let Some(next) = self.best(index, at.turn()).filter(|_| line.len() < 40) {
            // Where all that was tried loses, a move that was not tried is the best there is.
            let tried = self.nodes[next].visits > 0 || line.is_empty();
            let Some(m) = self.nodes[next].m.filter(|_| tried) else { break };
            at.apply(m);
            line.push(m);
            index = next;
        }
        let turn = position.turn();
        let score = match self.nodes[0].proof {
            Proof::Closed(None, _) => Score::Draw,
            Proof::Closed(Some(winner), plies) if winner == turn => Score::Win(plies),
            Proof::Closed(Some(_), plies) => Score::Loss(plies),
            Proof::Open => {
                let best = self.best(0, turn).map(|child| &self.nodes[child]);
                // From a share of the points to hundredths, on the scale of a rating difference.
                let share =
                    best.map_or(0.5, |node| (node.points as f32 + 1.0) / (2.0 * node.visits as f32 + 2.0));
                let share = share.clamp(0.001, 0.999);
                Score::Guess(((share / (1.0 - share)).ln() * 100.0) as i32)
            }
        };
        Thought {
            best: line.first().copied(),
            score,
            depth: line.len() as u32,
            nodes: budget.nodes(),
            time: budget.time(),
            line,
        }
    }
}
