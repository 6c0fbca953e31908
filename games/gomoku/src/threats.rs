//! Forced wins: the attacker threatens at every move, the defender tries everything.

use std::cmp::Reverse;
use std::collections::HashMap;

use chautari_game::{Key, Position as _};
use chautari_search::Budget;

use crate::knowledge::{Need, need};
use crate::patterns::deed;
use crate::sight::Sight;
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
/// left out that let the attacker win at once. Captures, breakable fives and forbidden cells need no care
/// here: every move is played by the rules.
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
        let seen = Seen::new(position);
        for plies in (1..=most_plies).step_by(2) {
            for means in [Means::Fours, Means::Threes] {
                match self.attack(&seen, plies, means, None) {
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
        seen: &Seen,
        plies: u32,
        means: Means,
        first: Option<Cell>,
    ) -> Result<Option<Cell>, Spent> {
        if !self.budget.visit() {
            return Err(Spent);
        }
        let Seen { position, sight } = seen;
        let stops = match need(position, sight) {
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
        let mut threats = *sight.fours(turn) | *sight.takes(turn);
        if position.pairs(turn) + 1 >= PAIRS_TO_WIN {
            threats = threats | sight.cells(turn, deed::FLANK);
        }
        if means == Means::Threes && plies >= 5 {
            threats = threats | sight.cells(turn, deed::FREE_THREE);
        }
        let allowed = |cell: &Cell| !sight.forbids(turn, *cell);
        let mut threats: Vec<Cell> = (threats & stops).iter().filter(allowed).collect();
        let worth = |&cell: &Cell| {
            let strong = if sight.is_strong(turn, cell) { 64 } else { 0 };
            Reverse(join(sight.deeds(turn, cell), [1, 4, 16]) + strong)
        };
        threats.sort_by_cached_key(worth);
        if let Some(again) = first.and_then(|first| threats.iter().position(|&cell| cell == first)) {
            threats[..=again].rotate_right(1);
        }
        for cell in threats {
            if self.defend(&seen.after(cell), plies - 1, means)? {
                return Ok(Some(cell));
            }
        }
        self.hopeless.insert(key, plies);
        Ok(None)
    }

    /// Whether the side to move loses within some plies, whatever it does.
    fn defend(&mut self, seen: &Seen, plies: u32, means: Means) -> Result<bool, Spent> {
        if !self.budget.visit() {
            return Err(Spent);
        }
        let Seen { position, sight } = seen;
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner == Some(position.turn().other()));
        }
        match need(position, sight) {
            Need::Win(_) => Ok(false),
            Need::Stop(stops) => {
                for cell in &stops {
                    if !self.refutes(seen, cell, plies, means, None)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Need::None if means == Means::Fours || plies < 4 => Ok(false),
            Need::None => {
                let Some(passed) = position.passed() else { return Ok(false) };
                let passed = Seen { position: passed, sight: sight.clone() };
                let Some(threat) = self.attack(&passed, plies - 1, means, None)? else { return Ok(false) };
                self.defend_all(seen, plies, means, threat)
            }
        }
    }

    /// The same for a side that has to do something about a threat, by trying everything; what is near
    /// to anything first.
    fn defend_all(&mut self, seen: &Seen, plies: u32, means: Means, threat: Cell) -> Result<bool, Spent> {
        let Seen { position, sight } = seen;
        let turn = position.turn();
        let worth = |&cell: &Cell| {
            let (own, other) = (sight.deeds(turn, cell), sight.deeds(turn.other(), cell));
            let any = own.into_iter().fold(0, |any, deeds| any | deeds);
            let takes = if any & deed::TAKE == 0 { 0 } else { 64 };
            let flanks = if any & deed::FLANK == 0 { 0 } else { 32 };
            Reverse(join(other, [1, 4, 16]) + join(own, [1, 2, 16]) + takes + flanks)
        };
        let mut defences: Vec<Cell> =
            position.empty().iter().filter(|&cell| !sight.forbids(turn, cell)).collect();
        defences.sort_by_cached_key(worth);
        for cell in defences {
            if !self.refutes(seen, cell, plies, means, Some(threat))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a defence fails.
    fn refutes(
        &mut self,
        seen: &Seen,
        defence: Cell,
        plies: u32,
        means: Means,
        threat: Option<Cell>,
    ) -> Result<bool, Spent> {
        let after = seen.after(defence);
        if let Some(outcome) = after.position.outcome() {
            return Ok(outcome.winner == Some(after.position.turn()));
        }
        Ok(self.attack(&after, plies - 1, means, threat)?.is_some())
    }
}

/// A position and what is seen of it.
struct Seen {
    position: Position,
    sight: Sight,
}

impl Seen {
    fn new(position: &Position) -> Seen {
        Seen { position: *position, sight: Sight::new(position) }
    }

    fn after(&self, cell: Cell) -> Seen {
        let position = self.position.after(cell);
        let mut sight = self.sight.clone();
        sight.follow(&self.position, cell, &position);
        Seen { position, sight }
    }
}

/// The sum over all axes of what joining one, two and three stones is worth.
fn join(deeds: [u8; 4], worth: [u32; 3]) -> u32 {
    let joins = [deed::ONE, deed::TWO, deed::FOUR];
    let along = |deeds: u8| {
        joins
            .iter()
            .zip(worth)
            .map(move |(join, worth)| if deeds & join == 0 { 0 } else { worth })
            .sum::<u32>()
    };
    deeds.into_iter().map(along).sum()
}
