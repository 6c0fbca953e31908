//! Threat-space search for forced wins: the attacker plays threats, the defender tries all replies.

use std::cmp::Reverse;
use std::collections::HashMap;

use chautari_game::{Key, OutOfBudget, Position as _};
use chautari_search::Budget;

use crate::board::Axis;
use crate::eval::{Need, need};
use crate::line_state::Node;
use crate::patterns::effect;
use crate::{Cell, CellSet, PAIRS_TO_WIN, Position, lines};

/// The kinds of threats the attacker may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ThreatKind {
    /// Threats to win with the next move: fours, and a pair if four have been captured.
    Fours,
    /// Also threats to win by force: threes, and all captures.
    Threes,
    /// Also moves that may lead to a win in two further moves: those that join two stones, come next to an
    /// actual or possible pair, or prevent a capture. There are many of them, so they are searched only once,
    /// if nothing else has won.
    Twos,
}

/// A search for wins in which every move of the attacker threatens to win, shortest first.
///
/// Its results are proven. Only the attacker's moves are selected; of the defender's moves only those are
/// omitted that allow the attacker to win at once. Captures, breakable fives and forbidden cells need no
/// special treatment, because every move is played by the rules.
pub(crate) struct Prover<'a, 'b> {
    budget: &'a mut Budget<'b>,
    /// The number of plies within which the side to move is known not to win.
    hopeless: HashMap<(Key, ThreatKind), u32>,
}

impl<'a, 'b> Prover<'a, 'b> {
    /// Up to this length all kinds of threats are tried, so that no win is missed.
    pub(crate) const SURE_PLIES: u32 = 5;

    pub(crate) fn new(budget: &'a mut Budget<'b>) -> Self {
        Prover { budget, hopeless: HashMap::new() }
    }

    /// Returns the first move of a win and its number of plies.
    pub(crate) fn prove(&mut self, position: &Position, most_plies: u32) -> Option<(Cell, u32)> {
        let node = Node::new(position);
        for plies in (1..=most_plies).step_by(2) {
            for kind in [ThreatKind::Fours, ThreatKind::Threes, ThreatKind::Twos] {
                if kind == ThreatKind::Twos && plies != Self::SURE_PLIES {
                    continue;
                }
                match self.attack(&node, plies, kind, None) {
                    Ok(Some(cell)) => return Some((cell, plies)),
                    Ok(None) => {}
                    Err(OutOfBudget) => return None,
                }
            }
        }
        None
    }

    /// Whether the side to move wins within `plies` plies, at most [`SURE_PLIES`](Self::SURE_PLIES).
    pub(crate) fn wins_within(&mut self, node: &Node, plies: u32) -> Result<bool, OutOfBudget> {
        for kind in [ThreatKind::Fours, ThreatKind::Threes, ThreatKind::Twos] {
            let is_worth_it = kind != ThreatKind::Twos || plies == Self::SURE_PLIES;
            if is_worth_it && self.attack(node, plies, kind, None)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns a move with which the side to move wins within `most_plies` plies, by fours alone.
    pub(crate) fn by_fours(&mut self, node: &Node, most_plies: u32) -> Option<Cell> {
        let found = |plies| self.attack(node, plies, ThreatKind::Fours, None).ok().flatten();
        (1..=most_plies).step_by(2).find_map(found)
    }

    /// Returns a move with which the side to move wins within `plies` plies; any move if it has won already.
    fn attack(
        &mut self,
        node: &Node,
        plies: u32,
        kind: ThreatKind,
        first: Option<Cell>,
    ) -> Result<Option<Cell>, OutOfBudget> {
        if !self.budget.visit() {
            return Err(OutOfBudget);
        }
        let Node { position, state } = node;
        let stops = match need(position, state) {
            Need::Win(cell) => return Ok(Some(cell)),
            Need::Stop(stops) => stops,
            Need::None => CellSet::FULL,
        };
        if plies < 3 {
            return Ok(None);
        }
        let key = (position.key(), kind);
        if self.hopeless.get(&key).is_some_and(|&hopeless| plies <= hopeless) {
            return Ok(None);
        }
        let mut threats = strongest_first(node, threats(node, plies, kind) & stops);
        if let Some(again) = first.and_then(|first| threats.iter().position(|&cell| cell == first)) {
            threats[..=again].rotate_right(1);
        }
        for cell in threats {
            if self.defend(&node.after(cell), plies - 1, kind)? {
                return Ok(Some(cell));
            }
        }
        self.hopeless.insert(key, plies);
        Ok(None)
    }

    /// Whether the side to move loses within `plies` plies against best play.
    fn defend(&mut self, node: &Node, plies: u32, kind: ThreatKind) -> Result<bool, OutOfBudget> {
        if !self.budget.visit() {
            return Err(OutOfBudget);
        }
        let Node { position, state } = node;
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(position.turn().other()));
        }
        match need(position, state) {
            Need::Win(_) => Ok(false),
            Need::Stop(stops) => {
                for cell in &stops {
                    if !self.refutes(node, cell, plies, kind, None)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Need::None if kind == ThreatKind::Fours || plies < 4 => Ok(false),
            Need::None => {
                let Some(passed) = position.passed() else { return Ok(false) };
                let passed = Node { position: passed, state: state.clone() };
                let Some(threat) = self.attack(&passed, plies - 1, kind, None)? else { return Ok(false) };
                self.defend_all(node, plies, kind, threat)
            }
        }
    }

    /// Like [`defend`](Self::defend), for a side that has to answer a threat, by trying all replies.
    fn defend_all(
        &mut self,
        node: &Node,
        plies: u32,
        kind: ThreatKind,
        threat: Cell,
    ) -> Result<bool, OutOfBudget> {
        for cell in defences(node) {
            if !self.refutes(node, cell, plies, kind, Some(threat))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a defence fails.
    fn refutes(
        &mut self,
        node: &Node,
        defence: Cell,
        plies: u32,
        kind: ThreatKind,
        threat: Option<Cell>,
    ) -> Result<bool, OutOfBudget> {
        let after = node.after(defence);
        if let Some(outcome) = after.position.outcome() {
            return Ok(outcome.winner == Some(after.position.turn()));
        }
        Ok(self.attack(&after, plies - 1, kind, threat)?.is_some())
    }
}

/// Returns all moves of a side that has to answer a threat, those near stones first.
pub(crate) fn defences(Node { position, state }: &Node) -> Vec<Cell> {
    let turn = position.turn();
    let worth = |&cell: &Cell| {
        let (own, other) = (state.effects(turn, cell), state.effects(turn.other(), cell));
        let any = own.into_iter().fold(0, |any, effects| any | effects);
        let takes = if any & effect::TAKE == 0 { 0 } else { 64 };
        let flanks = if any & effect::FLANK == 0 { 0 } else { 32 };
        Reverse(join(other, [1, 4, 16]) + join(own, [1, 2, 16]) + takes + flanks)
    };
    let mut defences: Vec<Cell> =
        position.empty().iter().filter(|&cell| !state.forbids(turn, cell)).collect();
    defences.sort_by_cached_key(worth);
    defences
}

/// Returns the moves among some cells with which the side to move threatens to win, including threes.
pub(crate) fn all_threats(node: &Node, among: CellSet) -> Vec<Cell> {
    strongest_first(node, threats(node, Prover::SURE_PLIES, ThreatKind::Threes) & among)
}

/// Returns the legal cells of a set, those that join the most stones first.
fn strongest_first(Node { position, state }: &Node, cells: CellSet) -> Vec<Cell> {
    let turn = position.turn();
    let mut cells: Vec<Cell> = cells.iter().filter(|&cell| !state.forbids(turn, cell)).collect();
    let worth = |&cell: &Cell| {
        let strong = if state.is_strong(turn, cell) { 64 } else { 0 };
        Reverse(join(state.effects(turn, cell), [1, 4, 16]) + strong)
    };
    cells.sort_by_cached_key(worth);
    cells
}

/// Returns the moves of the side to move that may threaten to win.
fn threats(node: &Node, plies: u32, kind: ThreatKind) -> CellSet {
    let Node { position, state } = node;
    let (turn, other) = (position.turn(), position.turn().other());
    let mut threats = *state.fours(turn) | *state.fives(turn) | *state.takes(turn);
    // A stone next to a pair threatens one pair more than can be captured now.
    let wins_by_one_more = |side| {
        let missing = usize::from(PAIRS_TO_WIN.saturating_sub(position.pairs(side)));
        missing <= 1 || !state.takes_of(side, missing - 1).is_empty()
    };
    if wins_by_one_more(turn) {
        threats = threats | state.cells(turn, effect::FLANK);
    }
    for five in state.fives(turn) {
        threats = threats | securing(position, five);
        if state.forbids(turn, five) {
            threats = threats | permitting(position, five);
        }
    }
    if plies < Prover::SURE_PLIES {
        return threats;
    }
    let threes = threats | state.cells(turn, effect::FREE_THREE);
    match kind {
        ThreatKind::Fours => threats,
        ThreatKind::Threes => threes,
        ThreatKind::Twos => {
            let mut twos = state.cells(turn, effect::TWO | effect::FLANK) | *state.takes(other);
            let (own, others, empty) = (position.stones(turn), position.stones(other), position.empty());
            if wins_by_one_more(turn) {
                // The defender of a later threat may be forced to make the pair.
                twos = twos | lines::beside_pairs_to_be(others, empty, empty);
            }
            if wins_by_one_more(other) {
                // A later threat must neither make the pair nor allow the opponent to attack it.
                twos =
                    twos | lines::beside_pairs_to_be(own, others, empty) | state.cells(other, effect::FLANK);
            }
            twos - threes
        }
    }
}

/// Returns the cells that protect a five from being broken: those from which a capture would break it.
fn securing(position: &Position, five: Cell) -> CellSet {
    let (turn, other) = (position.turn(), position.turn().other());
    let stone = CellSet::from_iter([five]);
    lines::captures(position.stones(other), position.stones(turn) | stone, position.empty() - stone)
}

/// Returns the cells where a stone may make a five legal by spoiling one of the free-threes that forbid it.
fn permitting(position: &Position, five: Cell) -> CellSet {
    let near =
        Axis::ALL.into_iter().flat_map(|axis| (-4..=4).filter_map(move |steps| five.along(axis, steps)));
    near.collect::<CellSet>() & position.empty()
}

/// Sums the weights of joining one, two and three stones over all axes.
fn join(effects: [u8; 4], worth: [u32; 3]) -> u32 {
    let joins = [effect::ONE, effect::TWO, effect::FOUR];
    let along = |effects: u8| {
        joins
            .iter()
            .zip(worth)
            .map(move |(join, worth)| if effects & join == 0 { 0 } else { worth })
            .sum::<u32>()
    };
    effects.into_iter().map(along).sum()
}
