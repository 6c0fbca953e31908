//! Forced wins: the attacker threatens at every move, the defender tries everything.

use std::collections::HashMap;
use std::ops::ControlFlow;

use chautari_game::{Key, Position as _};
use chautari_search::Budget;

use crate::knowledge::{Need, need};
use crate::shapes::{self, Worth};
use crate::{Cell, CellSet, PAIRS_TO_WIN, Position};

/// What the attacker may threaten with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Means {
    /// Winning by the next move: fours, and a pair where four are taken.
    Fours,
    /// Winning by force as well: threes, and any capture.
    Threes,
}

/// Looks for wins where every move of the attacker threatens to win, shorter ones first.
///
/// What it finds is a proof. Only the attacker's moves are chosen; of the defender's moves only those are
/// left out that let the attacker win at once. Captures,
/// breakable fives and forbidden cells need no care here: every move is played by the rules.
pub(crate) struct Prover<'a, 'b> {
    budget: &'a mut Budget<'b>,
    /// In how many plies there is no win for the side to move.
    hopeless: HashMap<(Key, Means), u32>,
}

/// Thinking has to end.
pub(crate) struct Spent;

impl<'a, 'b> Prover<'a, 'b> {
    pub(crate) fn new(budget: &'a mut Budget<'b>) -> Self {
        Prover { budget, hopeless: HashMap::new() }
    }

    /// The first move of a win, and in how many plies.
    pub(crate) fn prove(&mut self, position: &Position, most_plies: u32) -> Option<(Cell, u32)> {
        for plies in (1..=most_plies).step_by(2) {
            for means in [Means::Fours, Means::Threes] {
                match self.attack(position, plies, means, None) {
                    Ok(Some(cell)) => return Some((cell, plies)),
                    Ok(None) => {}
                    Err(Spent) => return None,
                }
            }
        }
        None
    }

    /// A move by which the side to move wins within some plies. Where it has won already, any.
    fn attack(
        &mut self,
        position: &Position,
        plies: u32,
        means: Means,
        first: Option<Cell>,
    ) -> Result<Option<Cell>, Spent> {
        if !self.budget.visit() {
            return Err(Spent);
        }
        let stops = match need(position) {
            Need::Win(cell) => return Ok(Some(cell)),
            Need::Stop(stops) => stops,
            Need::None => CellSet::FULL,
        };
        if plies < 3 {
            return Ok(None);
        }
        let key = (position.key(), means);
        if self.hopeless.get(&key).is_some_and(|&hopeless| plies <= hopeless) {
            return Ok(None);
        }
        let turn = position.turn();
        let (own, other, empty) = (position.stones(turn), position.stones(turn.other()), position.empty());
        let mut worth = Worth::default();
        let plans = shapes::plans(own, empty, |joined| worth.add_joined(joined, [0, 2, 4]));
        let captures = position.capturing();
        let mut threats = plans.fours | captures;
        if position.pairs(turn) + 1 >= PAIRS_TO_WIN {
            threats = threats | shapes::flanks(other, empty);
        }
        if means == Means::Threes && plies >= 5 {
            threats = threats | plans.threes;
        }
        let threats = threats & stops & position.legal();
        worth.add(threats, 0);
        worth.add(plans.open_fours | plans.doubles, 6);
        let again = first.filter(|&cell| threats.contains(cell));
        if let Some(cell) = again
            && self.defend(&position.after(cell), plies - 1, means)?
        {
            return Ok(again);
        }
        let found = worth.each_from_best(threats, u32::MAX, &mut |cell, _| {
            if again == Some(cell) {
                return ControlFlow::Continue(());
            }
            match self.defend(&position.after(cell), plies - 1, means) {
                Ok(false) => ControlFlow::Continue(()),
                Ok(true) => ControlFlow::Break(Ok(cell)),
                Err(Spent) => ControlFlow::Break(Err(Spent)),
            }
        });
        match found {
            ControlFlow::Break(found) => found.map(Some),
            ControlFlow::Continue(()) => {
                self.hopeless.insert(key, plies);
                Ok(None)
            }
        }
    }

    /// Whether the side to move loses within some plies, whatever it does.
    fn defend(&mut self, position: &Position, plies: u32, means: Means) -> Result<bool, Spent> {
        if !self.budget.visit() {
            return Err(Spent);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(position.turn().other()));
        }
        match need(position) {
            Need::Win(_) => Ok(false),
            Need::Stop(stops) => {
                for cell in &stops {
                    if !self.refutes(position, cell, plies, means, None)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Need::None if means == Means::Fours || plies < 4 => Ok(false),
            Need::None => {
                let Some(passed) = position.passed() else { return Ok(false) };
                let Some(threat) = self.attack(&passed, plies - 1, means, None)? else { return Ok(false) };
                self.defend_all(position, plies, means, threat)
            }
        }
    }

    /// The same for a side that has to do something about a threat, by trying everything; what is near
    /// to anything first.
    fn defend_all(
        &mut self,
        position: &Position,
        plies: u32,
        means: Means,
        threat: Cell,
    ) -> Result<bool, Spent> {
        let turn = position.turn();
        let (own, other, empty) = (position.stones(turn), position.stones(turn.other()), position.empty());
        let mut worth = Worth::default();
        shapes::plans(other, empty, |joined| worth.add_joined(joined, [0, 2, 4]));
        shapes::plans(own, empty, |joined| worth.add_joined(joined, [0, 1, 4]));
        worth.add(position.capturing(), 6);
        worth.add(shapes::flanks(other, empty), 5);
        worth.add(CellSet::FULL, 0);
        let escape = worth.each_from_best(position.legal(), u32::MAX, &mut |cell, _| match self.refutes(
            position,
            cell,
            plies,
            means,
            Some(threat),
        ) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(Ok(())),
            Err(Spent) => ControlFlow::Break(Err(Spent)),
        });
        match escape {
            ControlFlow::Continue(()) => Ok(true),
            ControlFlow::Break(result) => result.map(|()| false),
        }
    }

    /// Whether a defence fails.
    fn refutes(
        &mut self,
        position: &Position,
        defence: Cell,
        plies: u32,
        means: Means,
        threat: Option<Cell>,
    ) -> Result<bool, Spent> {
        let after = position.after(defence);
        if let Some(outcome) = after.outcome() {
            return Ok(outcome.winner == Some(after.turn()));
        }
        Ok(self.attack(&after, plies - 1, means, threat)?.is_some())
    }
}
