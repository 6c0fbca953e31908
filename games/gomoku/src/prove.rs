//! Proving wins: a proof-number search over threats, and the proof written down for others to check.
//!
//! The attacker plays what threatens to win: fours, free threes, captures. The defender may play anything
//! the rules allow. So what is proven is true, and what is not may still be won by a quiet move.

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

/// How many nodes are remembered: about a gigabyte.
const MOST_KNOWN: usize = 20_000_000;

/// How far ahead a threat is looked for that a three makes.
const THREAT_PLIES: u32 = 7;

/// What came of a try to prove a win for the side to move.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// It wins, and this is why.
    Won(Proof),
    /// Threats alone do not win.
    NotByThreats,
    /// There was not enough time or room to tell.
    Open,
}

/// A proof that the side to move wins, whatever the other side does.
///
/// Every node is a position. One of the attacker's has the move that wins; one of the defender's has, for
/// every legal move, what becomes of it.
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

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
enum After {
    /// The attacker has won.
    Won,
    /// The attacker wins at once by this move.
    Answer(Cell),
    /// This node.
    Node(usize),
}

impl Proof {
    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// It has at least one.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The move that wins.
    pub fn first(&self) -> Option<Cell> {
        match self.nodes.first()? {
            ProofNode::Attack(cell, _) => Some(*cell),
            ProofNode::Defence(_) => None,
        }
    }

    /// The certificate: see docs/PROOFS.md.
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

/// Tries for so long to prove that the side to move wins.
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
        // Whoever had no time left to look at a threat has not seen that there is none.
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

/// Does the attacker win by threats?
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
                // Without a threat there is nothing to answer.
                let threatens = position.passed().is_some_and(|passed| {
                    let passed = Node { position: passed, state: state.clone() };
                    Prover::new(&mut self.budget.borrow_mut()).by_fours(&passed, THREAT_PLIES).is_some()
                });
                if threatens { NodeStatus::Open(position.moves()) } else { NodeStatus::Disproven }
            }
        }
    }
}

/// Writes a proof down, each position once.
struct Writing<'a, 'b, 'c, 'd> {
    problem: &'a Threats<'b, 'c>,
    search: &'a Dfpn<'d, Threats<'b, 'c>>,
    nodes: Vec<ProofNode>,
    numbers: HashMap<Key, usize>,
}

impl Writing<'_, '_, '_, '_> {
    /// A place for a node, to be filled once what is below it is there.
    fn reserve(&mut self, key: Key) -> usize {
        self.nodes.push(ProofNode::Defence(Vec::new()));
        self.numbers.insert(key, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The proof from a position the attacker is to move in; `None` if the search has lost it.
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

    /// The proof from a position the defender is to move in.
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
