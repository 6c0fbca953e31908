//! Proofs of wins: a proof-number search over threats, and certificates that other programs can check.
//!
//! The attacker plays only threats: fours, free threes, captures. The defender may play any legal move. So
//! proven wins are true, but positions without a proof may still be won by quiet moves.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chautari_game::{Key, Limit, Position as _, Side};
use chautari_search::Budget;
use chautari_search::dfpn::{Dfpn, NodeStatus, ProofProblem, ProofResult};

use crate::eval::{Need, need};
use crate::line_state::Node;
use crate::threats::{Prover, all_threats};
use crate::{Cell, CellSet, Position, text};

/// The maximum number of stored nodes: about a gigabyte.
const MOST_KNOWN: usize = 20_000_000;

/// The maximum length of the win threatened by a three.
const THREAT_PLIES: u32 = 7;

/// The result of an attempt to prove a win for the side to move.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// The side to move wins; contains the proof.
    Won(Proof),
    /// Threats alone do not win.
    NotByThreats,
    /// Time or memory ran out.
    Open,
}

/// A proof that the side to move wins against every defence.
///
/// Every node is a position. An attacker's node has the winning move; a defender's node has the outcome of
/// every legal move.
#[derive(Clone, Debug)]
pub struct Proof {
    start: Position,
    nodes: Vec<ProofNode>,
}

#[derive(Clone, Debug)]
enum ProofNode {
    Attack(Cell, After),
    Defence(Vec<(Cell, After)>),
}

/// The outcome of a move.
#[derive(Clone, Copy, Debug)]
enum After {
    /// The attacker has won.
    Won,
    /// The attacker wins at once with this move.
    Answer(Cell),
    /// Play continues at this node.
    Node(usize),
}

impl Proof {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: there is at least one position.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the winning move.
    pub fn first(&self) -> Option<Cell> {
        match self.nodes.first()? {
            ProofNode::Attack(cell, _) => Some(*cell),
            ProofNode::Defence(_) => None,
        }
    }

    /// Returns the certificate in the format of docs/PROOFS.md.
    pub fn text(&self) -> String {
        let mut out = format!("chautari proof 1\ngomoku {}\n", text::write_position(&self.start));
        let after = |after: After| match after {
            After::Won => "!".to_owned(),
            After::Answer(cell) => format!(">{}", cell.number()),
            After::Node(node) => format!(":{node}"),
        };
        for (number, node) in self.nodes.iter().enumerate() {
            let _ = write!(out, "{number}");
            match node {
                ProofNode::Attack(cell, next) => {
                    let _ = write!(out, " a {}{}", cell.number(), after(*next));
                }
                ProofNode::Defence(replies) => {
                    out.push_str(" d");
                    for &(cell, next) in replies {
                        let _ = write!(out, " {}{}", cell.number(), after(next));
                    }
                }
            }
            out.push('\n');
        }
        out
    }
}

/// Tries for `time` to prove that the side to move wins.
pub fn prove(position: &Position, time: Duration) -> Attempt {
    if position.outcome().is_some() {
        return Attempt::NotByThreats;
    }
    let spent = AtomicBool::new(false);
    let limit = Limit { time: Some(time), ..Limit::default() };
    let budget = RefCell::new(Budget::new(&limit, &spent));
    let problem = Threats { attacker: position.turn(), budget: &budget };
    let root = Node::new(position);
    let mut goes_on = || budget.borrow_mut().visit();
    let mut search = Dfpn::new(&problem, MOST_KNOWN, &mut goes_on);
    match search.solve(&root) {
        // If time ran out, a threat may have been overlooked, so the position is not disproven.
        ProofResult::Disproven if budget.borrow_mut().visit() => Attempt::NotByThreats,
        ProofResult::Disproven | ProofResult::Open => Attempt::Open,
        ProofResult::Proven => {
            let mut writing =
                Writing { problem: &problem, search: &search, nodes: Vec::new(), numbers: HashMap::new() };
            match writing.attack(&root) {
                Some(After::Node(0)) => Attempt::Won(Proof { start: *position, nodes: writing.nodes }),
                _ => Attempt::Open,
            }
        }
    }
}

/// The problem whether the attacker wins by threats.
struct Threats<'a, 'b> {
    attacker: Side,
    budget: &'a RefCell<Budget<'b>>,
}

impl ProofProblem for Threats<'_, '_> {
    type Node = Node;
    type Move = Cell;

    fn key_after(&self, node: &Node, cell: Cell) -> Key {
        node.position.after(cell).key()
    }

    fn after(&self, node: &Node, cell: Cell) -> Node {
        node.after(cell)
    }

    fn attacks(&self, node: &Node) -> bool {
        node.position.turn() == self.attacker
    }

    fn status(&self, node: &Node) -> NodeStatus<Cell> {
        let Node { position, state } = node;
        if let Some(outcome) = position.outcome() {
            return if outcome.winner == Some(self.attacker) {
                NodeStatus::Proven
            } else {
                NodeStatus::Disproven
            };
        }
        let attacks = self.attacks(node);
        match need(position, state) {
            Need::Win(_) if attacks => NodeStatus::Proven,
            Need::Win(_) => NodeStatus::Disproven,
            Need::Stop(stops) if attacks => NodeStatus::Open(all_threats(node, stops)),
            Need::Stop(stops) => NodeStatus::Open(stops.iter().collect()),
            Need::None if attacks => NodeStatus::Open(all_threats(node, CellSet::FULL)),
            Need::None => {
                // Without a threat the defender needs no reply.
                let threatens = position.passed().is_some_and(|passed| {
                    let passed = Node { position: passed, state: state.clone() };
                    Prover::new(&mut self.budget.borrow_mut()).by_fours(&passed, THREAT_PLIES).is_some()
                });
                if threatens { NodeStatus::Open(position.moves()) } else { NodeStatus::Disproven }
            }
        }
    }
}

/// Writes a proof, each position once.
struct Writing<'a, 'b, 'c, 'd> {
    problem: &'a Threats<'b, 'c>,
    search: &'a Dfpn<'d, Threats<'b, 'c>>,
    nodes: Vec<ProofNode>,
    numbers: HashMap<Key, usize>,
}

impl Writing<'_, '_, '_, '_> {
    /// Reserves a node to be filled after the nodes below it.
    fn reserve(&mut self, key: Key) -> usize {
        self.nodes.push(ProofNode::Defence(Vec::new()));
        self.numbers.insert(key, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Returns the proof of a position with the attacker to move; `None` if the search has lost it.
    fn attack(&mut self, node: &Node) -> Option<After> {
        if let Some(&number) = self.numbers.get(&node.position.key()) {
            return Some(After::Node(number));
        }
        let number = self.reserve(node.position.key());
        let cell = if let Need::Win(cell) = need(&node.position, &node.state) {
            cell
        } else {
            let NodeStatus::Open(moves) = self.problem.status(node) else { return None };
            let proven = |&cell: &Cell| self.search.is_proven(self.problem.key_after(node, cell));
            moves.into_iter().find(proven)?
        };
        let next = node.after(cell);
        let after = if next.position.outcome().is_some() { After::Won } else { self.defence(&next)? };
        self.nodes[number] = ProofNode::Attack(cell, after);
        Some(After::Node(number))
    }

    /// Returns the proof of a position with the defender to move.
    fn defence(&mut self, node: &Node) -> Option<After> {
        if let Some(&number) = self.numbers.get(&node.position.key()) {
            return Some(After::Node(number));
        }
        let number = self.reserve(node.position.key());
        let mut replies = Vec::new();
        for cell in node.position.moves() {
            let next = node.after(cell);
            let after = match next.position.outcome() {
                Some(outcome) if outcome.winner == Some(self.problem.attacker) => After::Won,
                Some(_) => return None,
                None => match need(&next.position, &next.state) {
                    Need::Win(answer) => After::Answer(answer),
                    _ => self.attack(&next)?,
                },
            };
            replies.push((cell, after));
        }
        self.nodes[number] = ProofNode::Defence(replies);
        Some(After::Node(number))
    }
}
