//! Monte Carlo tree search (UCT with proven values, "MCTS-Solver"), for games without an evaluation.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use chautari_game::{
    Engine, EngineOptions, Game, Level, Limit, Mv, OnThought, Outcome, Position, Record, Rng, Score, Side,
    Thought, Variation,
};

use crate::budget::{Budget, MOMENT};

/// The exploration constant of UCB1.
const EXPLORATION: f32 = 1.2;

/// A playout longer than this many plies counts as a draw.
const MAX_PLAYOUT: u32 = 400;

/// The maximum number of tree nodes, about 64 bytes each.
const MAX_NODES: usize = 1 << 22;

/// An engine based on random playouts. A node of its limit is one playout. Proven values are not played out
/// again.
#[derive(Clone, Debug)]
pub struct Mcts {
    seed: u64,
    max_nodes: usize,
    /// The maximum number of playouts per decision.
    playouts: u64,
}

/// The playouts of levels 1 to 9. Level 10 has no such limit.
const PLAYOUTS: [u64; Level::COUNT - 1] = [4, 10, 25, 60, 150, 400, 1_000, 2_500, 6_000];

impl Mcts {
    /// Creates an engine with a tree of at most `hash` MiB.
    pub fn new(hash: usize, seed: u64) -> Mcts {
        let max_nodes = (hash.saturating_mul(1 << 20) / 64).clamp(1024, MAX_NODES);
        Mcts { seed, max_nodes, playouts: u64::MAX }
    }

    /// Creates an engine that plays at the level given by the options.
    pub fn at_level(options: &EngineOptions) -> Mcts {
        let playouts = PLAYOUTS.get(options.level.index()).copied().unwrap_or(u64::MAX);
        Mcts { playouts, ..Mcts::new(options.hash, options.seed) }
    }
}

/// The proof status of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    Open,
    /// The result is known: the winner and the number of plies.
    Closed(Option<Side>, u32),
}

struct Node<M> {
    /// The move that leads to this node.
    m: Option<M>,
    /// The side that made the move.
    mover: Side,
    /// The range of the node's children; empty until it is expanded on its second visit.
    children: Range<u32>,
    visits: u32,
    /// The sum of the results in half points for `mover`.
    points: u32,
    proof: Proof,
}

struct Tree<P: Position> {
    nodes: Vec<Node<P::Move>>,
    max_nodes: usize,
    rng: Rng,
}

impl<G: Game> Engine<G> for Mcts {
    fn think(&mut self, record: &Record<G>, limit: &Limit, on_thought: OnThought<Mv<G>>) -> Thought<Mv<G>> {
        let spent = AtomicBool::new(false);
        let only_depth = limit.depth.is_some() && limit.nodes.is_none() && limit.time.is_none();
        let most = if only_depth { MOMENT } else { u64::MAX };
        let nodes = limit.nodes.unwrap_or(most).min(self.playouts);
        let limit = Limit { nodes: (nodes < u64::MAX).then_some(nodes), ..limit.clone() };
        let mut budget = Budget::new(&limit, &spent);
        let position = record.position();
        let mut tree = Tree::<G::Position>::new(position, self.max_nodes, self.seed);
        self.seed = self.seed.wrapping_add(1);
        if let Some(outcome) = record.outcome() {
            tree.nodes[0].proof = Proof::Closed(outcome.winner, 0);
            return tree.thought(position, &budget, limit.lines);
        }
        let mut next_report = 1000;
        loop {
            tree.descend(0, &mut position.clone());
            if !budget.visit_long() || tree.nodes[0].proof != Proof::Open {
                break;
            }
            if budget.nodes() >= next_report {
                next_report *= 2;
                let thought = tree.thought(position, &budget, limit.lines);
                // The depth of a search is the length of its principal variation.
                let is_deep = limit.depth.is_some_and(|depth| thought.depth >= depth);
                if on_thought(&thought).is_break() || is_deep {
                    break;
                }
            }
        }
        let thought = tree.thought(position, &budget, limit.lines);
        let _ = on_thought(&thought);
        thought
    }
}

/// Returns two points for a win, one for a draw.
fn points(winner: Option<Side>, side: Side) -> u32 {
    match winner {
        None => 1,
        Some(winner) => 2 * u32::from(winner == side),
    }
}

impl<P: Position> Tree<P> {
    fn new(position: &P, max_nodes: usize, seed: u64) -> Self {
        let root = Node {
            m: None,
            mover: position.turn().other(),
            children: 0..0,
            visits: 0,
            points: 0,
            proof: Proof::Open,
        };
        Tree { nodes: vec![root], max_nodes, rng: Rng::new(seed) }
    }

    /// Runs one playout through this node and returns the winner.
    fn descend(&mut self, index: usize, position: &mut P) -> Option<Side> {
        if let Proof::Closed(winner, _) = self.nodes[index].proof {
            return self.back_up(index, winner);
        }
        let turn = position.turn();
        if self.nodes[index].children.is_empty() {
            if let Some(Outcome { winner, .. }) = position.outcome() {
                self.nodes[index].proof = Proof::Closed(winner, 0);
                return self.back_up(index, winner);
            }
            if (self.nodes[index].visits == 0 && index != 0) || !self.expand(index, position) {
                let winner = self.play_out(position);
                return self.back_up(index, winner);
            }
        }
        let child = self.select(index, turn);
        if let Some(m) = self.nodes[child].m {
            position.apply(m);
        }
        let winner = self.descend(child, position);
        if self.nodes[child].proof != Proof::Open {
            self.prove(index, turn);
        }
        self.back_up(index, winner)
    }

    fn back_up(&mut self, index: usize, winner: Option<Side>) -> Option<Side> {
        let node = &mut self.nodes[index];
        node.visits += 1;
        node.points += points(winner, node.mover);
        winner
    }

    /// Expands a node, if there is room for its children.
    fn expand(&mut self, index: usize, position: &P) -> bool {
        let moves = position.moves();
        if self.nodes.len() + moves.len() > self.max_nodes {
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

    /// Returns the child with the highest upper confidence bound (UCB1); proven children have their exact
    /// value.
    fn select(&self, index: usize, turn: Side) -> usize {
        let logarithm = (self.nodes[index].visits.max(1) as f32).ln();
        let bound = |child: usize| {
            let node = &self.nodes[child];
            match node.proof {
                Proof::Closed(winner, _) => points(winner, turn) as f32 / 2.0 - 0.5,
                Proof::Open if node.visits == 0 => f32::INFINITY,
                Proof::Open => {
                    let visits = node.visits as f32;
                    node.points as f32 / visits / 2.0 + EXPLORATION * (logarithm / visits).sqrt()
                }
            }
        };
        self.children(index).max_by(|&a, &b| bound(a).total_cmp(&bound(b))).unwrap_or(index)
    }

    /// Closes a node once its children prove its value: one wins, or all are closed.
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
        for _ in 0..MAX_PLAYOUT {
            let count = position.count_moves();
            if count == 0 {
                break;
            }
            let mut skip = self.rng.below(count as usize);
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

    /// Ranks a child by its merit for the side to move: proven wins first, then by visits, proven losses
    /// last.
    fn worth(&self, child: usize, turn: Side) -> (u8, u32) {
        let node = &self.nodes[child];
        match node.proof {
            Proof::Open => (1, node.visits),
            Proof::Closed(winner, plies) => match points(winner, turn) {
                2 => (2, u32::MAX - plies),
                1 => (1, node.visits),
                _ => (0, plies),
            },
        }
    }

    /// Returns the best child of a node.
    fn best(&self, index: usize, turn: Side) -> Option<usize> {
        self.children(index).max_by_key(|&child| self.worth(child, turn))
    }

    /// Returns the principal variation that starts with this child of the root.
    fn line(&self, position: &P, first: usize) -> Vec<P::Move> {
        let mut line = Vec::new();
        let (mut next, mut at) = (Some(first), position.clone());
        while let Some(index) = next.filter(|_| line.len() < 40) {
            // If all visited moves lose, an unvisited one would be better, so the line ends.
            let tried = self.nodes[index].visits > 0 || line.is_empty();
            let Some(m) = self.nodes[index].m.filter(|_| tried) else { break };
            at.apply(m);
            line.push(m);
            next = self.best(index, at.turn());
        }
        line
    }

    /// Returns the score of a proof that is `away` plies from the root.
    fn proven(proof: Proof, turn: Side, away: u32) -> Option<Score> {
        match proof {
            Proof::Open => None,
            Proof::Closed(None, _) => Some(Score::Draw),
            Proof::Closed(Some(winner), plies) if winner == turn => Some(Score::Win(plies + away)),
            Proof::Closed(Some(_), plies) => Some(Score::Loss(plies + away)),
        }
    }

    /// Returns the score of a root move for the side that makes it.
    fn score(&self, child: usize, turn: Side) -> Score {
        let node = &self.nodes[child];
        Self::proven(node.proof, turn, 1).unwrap_or_else(|| {
            // Convert the share of points to hundredths, on the scale of a rating difference.
            let share = (node.points as f32 + 1.0) / (2.0 * node.visits as f32 + 2.0);
            let share = share.clamp(0.001, 0.999);
            Score::Guess(((share / (1.0 - share)).ln() * 100.0) as i32)
        })
    }

    fn thought(&self, position: &P, budget: &Budget, lines: usize) -> Thought<P::Move> {
        let turn = position.turn();
        let mut children: Vec<usize> = self.children(0).collect();
        children.sort_by_key(|&child| Reverse((self.worth(child, turn), child)));
        let variation =
            |child: usize| Variation { score: self.score(child, turn), line: self.line(position, child) };
        let mut children = children.into_iter().take(lines.max(1));
        let best = children.next().map(variation);
        let proven = Self::proven(self.nodes[0].proof, turn, 0);
        let score = proven.or(best.as_ref().map(|best| best.score)).unwrap_or(Score::Guess(0));
        let line = best.map(|best| best.line).unwrap_or_default();
        Thought {
            best: line.first().copied(),
            score,
            depth: line.len() as u32,
            nodes: budget.nodes(),
            time: budget.time(),
            line,
            others: children.map(variation).collect(),
        }
    }
}
