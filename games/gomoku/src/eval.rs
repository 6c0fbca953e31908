//! Static evaluation, move ordering, and detection of forced moves.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use chautari_game::{Position as _, Side};
use chautari_search::{Budget, Evaluator, ScoredMove, Selection, Urgency};

use crate::line_state::{LineState, Node};
use crate::network::{Net, State};
use crate::patterns::effect;
use crate::threats::Prover;
use crate::{Cell, CellSet, PAIRS_TO_WIN, Position, SIZE, lines};

/// The hand-crafted evaluation: weights for lines and pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handcrafted {
    /// A window of five with one, two or three own stones and no stone of the opponent; all weights are in
    /// hundredths.
    pub(crate) windows: [i32; 3],
    /// Like `windows`, for the side to move.
    pub(crate) windows_to_move: [i32; 3],
    /// A three that becomes an open four, for the side to move and for the other side.
    pub(crate) open_three_to_move: i32,
    pub(crate) open_three: i32,
    /// The number of captured pairs.
    pub(crate) pairs: [i32; PAIRS_TO_WIN as usize],
    /// A cell where a pair can be captured, for the side to move and for the other side.
    pub(crate) capture_to_move: i32,
    pub(crate) capture: i32,
    /// The number of quiet moves searched per node.
    pub(crate) max_quiet: usize,
}

impl Handcrafted {
    /// The weights that won the most games.
    pub(crate) const BEST: Handcrafted = Handcrafted {
        windows: [1, 8, 24],
        windows_to_move: [1, 10, 36],
        open_three_to_move: 1500,
        open_three: 120,
        pairs: [0, 80, 190, 360, 700],
        capture_to_move: 50,
        capture: 20,
        max_quiet: 10,
    };
}

/// The granularity of the evaluation: smaller differences are ignored.
const GRAIN: i32 = 4;

/// The maximum length of wins in the threat-space search.
const MAX_PLIES: u32 = 31;

/// Returns the cells where a side captures as many pairs as it still needs.
fn takes_enough(position: &Position, state: &LineState, side: Side) -> CellSet {
    state.takes_of(side, PAIRS_TO_WIN.saturating_sub(position.pairs(side)).into())
}

/// Returns the cells where the side to move wins at once.
fn winning<'a>(position: &'a Position, state: &'a LineState) -> impl Iterator<Item = Cell> + 'a {
    let turn = position.turn();
    let captures = takes_enough(position, state, turn);
    let wins = move |cell: &Cell| {
        !state.forbids(turn, *cell)
            && position.after(*cell).outcome().is_some_and(|outcome| outcome.winner == Some(turn))
    };
    (*state.fives(turn) | captures).iter().filter(wins)
}

/// Returns every move that may prevent the opponent from winning at once on these cells; all others fail.
fn stops(position: &Position, state: &LineState, wins: CellSet) -> CellSet {
    let (turn, other) = (position.turn(), position.turn().other());
    let (stones, empty) = (position.stones(other), position.empty());
    let mut stops = wins | *state.takes(turn) | *state.fives(turn);
    for cell in &wins {
        if !state.takes(other).contains(cell) {
            // The five can be made breakable by threatening to capture one of its stones, or the fifth pair.
            let stone = CellSet::from_iter([cell]);
            stops = stops | lines::flanks(stones | stone, empty - stone);
        } else if state.fives(other).contains(cell) {
            // The five also captures stones, and the effect of their cells is hard to predict.
            stops = empty;
        }
    }
    stops.iter().filter(|&cell| !state.forbids(turn, cell)).collect()
}

/// Returns the cells where the opponent, if it were its turn, would make a five that is broken in vain: after
/// every reply that breaks it, it wins at once, mostly by remaking the five.
fn lasting_fives(position: &Position, state: &LineState) -> CellSet {
    let other = position.turn().other();
    if state.fives(other).is_empty() {
        return CellSet::EMPTY;
    }
    let Some(passed) = position.passed() else { return CellSet::EMPTY };
    let now = Node { position: passed, state: state.clone() };
    let lasts = |cell: &Cell| {
        let five = now.after(*cell);
        five.position.pending_five() == Some(other)
            && five.position.stopping_replies().iter().all(|reply| {
                let broken = five.after(reply);
                broken.position.outcome().is_none()
                    && winning(&broken.position, &broken.state).next().is_some()
            })
    };
    state.fives(other).iter().filter(|&cell| !state.forbids(other, cell)).filter(lasts).collect()
}

/// The forced moves of a position.
pub(crate) enum Need {
    /// No move is forced.
    None,
    /// A winning move.
    Win(Cell),
    /// Only these moves may avoid an immediate loss.
    Stop(CellSet),
}

/// Returns the forced moves of a position.
pub(crate) fn need(position: &Position, state: &LineState) -> Need {
    if is_calm(position, state) || position.outcome().is_some() {
        return Need::None;
    }
    if let Some(cell) = winning(position, state).next() {
        return Need::Win(cell);
    }
    let Some(passed) = position.passed() else {
        return Need::Stop(position.stopping_replies());
    };
    let wins: CellSet = winning(&passed, state).collect();
    if wins.is_empty() { Need::None } else { Need::Stop(stops(position, state, wins)) }
}

/// Whether neither side can win with its next move, judged by possible fives and captured pairs.
fn is_calm(position: &Position, state: &LineState) -> bool {
    position.pending_five().is_none()
        && Side::ALL
            .into_iter()
            .all(|side| !state.has_fives(side) && takes_enough(position, state, side).is_empty())
}

impl Evaluator<Position> for Handcrafted {
    type State = LineState;
    const CODES: usize = Cell::COUNT as usize;
    const SELECTION: Selection = Selection::Selective;
    const FUTILITY_MARGIN: Option<i32> = Some(60);

    fn start(&self, position: &Position) -> LineState {
        LineState::new(position)
    }

    fn step(&self, state: &mut LineState, before: &Position, cell: Cell, after: &Position) {
        state.step(before, cell, after);
    }

    fn code(_: &Position, cell: Cell) -> u16 {
        cell.number()
    }

    fn decode(&self, position: &Position, state: &LineState, code: u16) -> Option<Cell> {
        let cell = Cell::new(code)?;
        let playable = position.outcome().is_none()
            && position.stone_at(cell).is_none()
            && !state.forbids(position.turn(), cell);
        playable.then_some(cell)
    }

    fn evaluate(&self, position: &Position, state: &LineState) -> i32 {
        let (turn, other) = (position.turn(), position.turn().other());
        let pairs = |side: Side| self.pairs[usize::from(position.pairs(side).min(PAIRS_TO_WIN - 1))];
        let captures = self.capture_to_move * state.takes(turn).len() as i32
            - self.capture * state.takes(other).len() as i32;
        let tempo = if state.open_threes(turn) > 0 { self.open_three_to_move } else { 0 };
        let lines = weigh(state.windows(turn), self.windows_to_move)
            - weigh(state.windows(other), self.windows)
            + tempo
            - self.open_three * state.open_threes(other);
        (lines + pairs(turn) - pairs(other) + captures) / GRAIN
    }

    fn is_noisy(&self, position: &Position, state: &LineState, cell: Cell) -> bool {
        let turn = position.turn();
        state.takes(turn).contains(cell) || state.fives(turn).contains(cell) || state.is_strong(turn, cell)
    }

    /// Fours that do more than force a reply, and fives, even breakable ones, because what breaks them may
    /// allow them to be remade.
    fn each_noisy<B>(
        &self,
        position: &Position,
        state: &LineState,
        visit: impl FnMut(Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let turn = position.turn();
        let fives = state.fives(turn);
        let wanted = |cell: &Cell| {
            (fives.contains(*cell) || state.is_strong(turn, *cell)) && !state.forbids(turn, *cell)
        };
        (*state.fours(turn) | *fives).iter().filter(wanted).try_for_each(visit)
    }

    fn each_scored_move<B>(
        &self,
        position: &Position,
        state: &LineState,
        mut visit: impl FnMut(ScoredMove<Cell>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if position.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let (turn, other) = (position.turn(), position.turn().other());
        let mut scores = state.move_scores(turn);
        let mut visit = |m, worth: u8, noisy| visit(ScoredMove { m, score: i32::from(worth) << 6, noisy });
        let forced = match need(position, state) {
            Need::None => None,
            Need::Win(cell) => Some(CellSet::from_iter([cell])),
            Need::Stop(stops) => Some(stops),
        };
        if let Some(forced) = forced {
            // If no move helps, any legal one will do.
            let forced = if forced.is_empty() { position.legal().iter().take(1).collect() } else { forced };
            let mut forced: Vec<(u8, Cell)> = forced.iter().map(|cell| (scores.of(cell), cell)).collect();
            forced.sort_by_key(|&(worth, _)| Reverse(worth));
            return forced
                .into_iter()
                .try_for_each(|(worth, cell)| visit(cell, worth, self.is_noisy(position, state, cell)));
        }
        let mut defence = CellSet::FULL;
        if state.open_threes(turn) == 0 && state.open_threes(other) > 0 {
            let flanks = state.cells(turn, effect::FLANK);
            let own = *state.fours(turn) | *state.fives(turn) | *state.takes(turn);
            defence = *state.fours(other) | own | flanks;
        }
        let lasting = lasting_fives(position, state);
        if !lasting.is_empty() {
            defence = defence & (stops(position, state, lasting) | *state.fours(turn));
        }
        let strong = state.fours(turn).iter().filter(|&cell| state.is_strong(turn, cell));
        let noisy = *state.takes(turn) | *state.fives(turn) | strong.collect();
        let mut first: Vec<(u8, Cell)> = (noisy & defence)
            .iter()
            .map(|cell| (scores.of(cell), cell))
            .filter(|&(worth, _)| worth > 0)
            .collect();
        first.sort_by_key(|&(worth, _)| Reverse(worth));
        noisy.iter().for_each(|cell| scores.forget(cell));
        if defence != CellSet::FULL {
            scores.keep(&defence);
        }
        let mut quiet = scores.descending().take(self.max_quiet).peekable();
        if first.is_empty() && quiet.peek().is_none() {
            // Far from every line, as on an empty board: towards the middle.
            let away = |cell: &Cell| cell.row().abs_diff(SIZE / 2).max(cell.column().abs_diff(SIZE / 2));
            let middle = position.legal().iter().min_by_key(away);
            return middle.into_iter().try_for_each(|cell| visit(cell, 0, false));
        }
        first.into_iter().try_for_each(|(worth, cell)| visit(cell, worth, true))?;
        quiet.try_for_each(|(worth, cell)| visit(cell, worth, false))
    }

    fn prove(&self, position: &Position, max_plies: u32, budget: &mut Budget) -> Option<(Cell, u32)> {
        Prover::new(budget).prove(position, max_plies.min(MAX_PLIES))
    }

    fn urgency(&self, position: &Position, state: &LineState) -> Urgency<Cell> {
        match need(position, state) {
            Need::None => Urgency::None,
            Need::Win(cell) => Urgency::Win(cell),
            Need::Stop(_) => Urgency::Threat,
        }
    }
}

/// The hand-crafted evaluation, corrected by a network; move ordering is unchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learned {
    pub(crate) network: &'static Net,
    pub(crate) by_hand: Handcrafted,
}

impl Learned {
    pub(crate) fn new(network: &'static Net) -> Learned {
        Learned { network, by_hand: Handcrafted::BEST }
    }
}

impl Evaluator<Position> for Learned {
    type State = State;
    const CODES: usize = Handcrafted::CODES;
    const SELECTION: Selection = Handcrafted::SELECTION;
    const FUTILITY_MARGIN: Option<i32> = Handcrafted::FUTILITY_MARGIN;

    fn start(&self, position: &Position) -> State {
        State::new(self.network, position)
    }

    fn step(&self, state: &mut State, before: &Position, cell: Cell, after: &Position) {
        state.step(self.network, before, cell, after);
    }

    fn code(position: &Position, cell: Cell) -> u16 {
        Handcrafted::code(position, cell)
    }

    fn decode(&self, position: &Position, state: &State, code: u16) -> Option<Cell> {
        self.by_hand.decode(position, &state.lines, code)
    }

    fn evaluate(&self, position: &Position, state: &State) -> i32 {
        let handcrafted =
            if self.network.uses_handcrafted() { self.by_hand.evaluate(position, &state.lines) } else { 0 };
        state.evaluate(self.network, position, handcrafted)
    }

    fn is_noisy(&self, position: &Position, state: &State, cell: Cell) -> bool {
        self.by_hand.is_noisy(position, &state.lines, cell)
    }

    fn each_noisy<B>(
        &self,
        position: &Position,
        state: &State,
        visit: impl FnMut(Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.by_hand.each_noisy(position, &state.lines, visit)
    }

    fn each_scored_move<B>(
        &self,
        position: &Position,
        state: &State,
        visit: impl FnMut(ScoredMove<Cell>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.by_hand.each_scored_move(position, &state.lines, visit)
    }

    fn prove(&self, position: &Position, max_plies: u32, budget: &mut Budget) -> Option<(Cell, u32)> {
        self.by_hand.prove(position, max_plies, budget)
    }

    fn urgency(&self, position: &Position, state: &State) -> Urgency<Cell> {
        self.by_hand.urgency(position, &state.lines)
    }
}

fn weigh(windows: [i32; 3], weights: [i32; 3]) -> i32 {
    windows.into_iter().zip(weights).map(|(windows, weight)| windows * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Gomoku;
    use crate::network::NETWORK;

    #[test]
    fn evaluator_conforms() {
        chautari_search::conformance::check(Gomoku, &Handcrafted::BEST, 20).unwrap();
        chautari_search::conformance::check(Gomoku, &Learned::new(&NETWORK), 10).unwrap();
    }
}
