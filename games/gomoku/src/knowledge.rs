//! What a player knows: what cannot wait, which cells matter, how the lines stand.

use std::ops::ControlFlow;

use chautari_game::{Position as _, Side};
use chautari_search::{Budget, Choice, Knowledge, Prospect, Urgency};

use crate::shapes::{self, Glance, Worth};
use crate::threats::Prover;
use crate::{Cell, CellSet, PAIRS_TO_WIN, Position, SIZE, lines};

/// Judgement from lines and pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instinct {
    /// A window of five with one, two or three stones and none of the other side; all worths are in
    /// hundredths.
    pub(crate) windows: [i32; 3],
    /// The same where it is one's turn.
    pub(crate) windows_to_move: [i32; 3],
    /// A three that becomes an open four, where it is one's turn and where it is not.
    pub(crate) open_three_to_move: i32,
    pub(crate) open_three: i32,
    /// Pairs taken.
    pub(crate) pairs: [i32; PAIRS_TO_WIN as usize],
    /// A cell where a pair can be taken, by the one to move and by the other.
    pub(crate) capture_to_move: i32,
    pub(crate) capture: i32,
    /// How many quiet moves are searched.
    pub(crate) most_quiet: u32,
}

impl Instinct {
    /// What won the most games.
    pub(crate) const BEST: Instinct = Instinct {
        windows: [1, 8, 24],
        windows_to_move: [1, 10, 36],
        open_three_to_move: 1500,
        open_three: 120,
        pairs: [0, 80, 190, 360, 700],
        capture_to_move: 50,
        capture: 20,
        most_quiet: 10,
    };
}

/// Smaller differences are not worth a search.
const GRAIN: i32 = 4;

/// Longer wins are not looked for by threats alone.
const MOST_PLIES: u32 = 31;

/// The cells where the side to move wins at once.
pub(crate) fn winning(position: &Position) -> impl Iterator<Item = Cell> {
    let turn = position.turn();
    let own = position.stones(turn);
    let fives = shapes::fives(own, position.empty());
    // More than two pairs by one stone are too rare to look for.
    let captures =
        if position.pairs(turn) + 2 >= PAIRS_TO_WIN { position.capturing() } else { CellSet::EMPTY };
    let any = fives | captures;
    let any = if any.is_empty() { any } else { any & position.legal() };
    let position = *position;
    any.iter().filter(move |&cell| {
        position.after(cell).outcome().is_some_and(|outcome| outcome.winner == Some(turn))
    })
}

/// Every move that may keep the other side from winning at once on these cells; all others do not.
pub(crate) fn stops(position: &Position, wins: CellSet) -> CellSet {
    let turn = position.turn();
    let (own, other, empty) = (position.stones(turn), position.stones(turn.other()), position.empty());
    let mut stops = wins | position.capturing() | shapes::fives(own, empty);
    for cell in &wins {
        if !lines::captures(other, own, empty).contains(cell) {
            // The five can be made breakable by threatening one of its stones, or the fifth pair.
            let stone = CellSet::from_iter([cell]);
            stops = stops | shapes::flanks(other | stone, empty - stone);
        } else if shapes::fives(other, empty).contains(cell) {
            // The five takes stones with it; what their cells are good for then is hard to say.
            stops = empty;
        }
    }
    stops & position.legal()
}

/// What has to be done now, as far as it is forced.
pub(crate) enum Need {
    /// Nothing.
    None,
    /// This wins.
    Win(Cell),
    /// Only these may not lose at once.
    Stop(CellSet),
}

/// What has to be done now.
pub(crate) fn need(position: &Position) -> Need {
    if position.outcome().is_some() {
        return Need::None;
    }
    if let Some(cell) = winning(position).next() {
        return Need::Win(cell);
    }
    let Some(passed) = position.passed() else {
        return Need::Stop(position.stopping_replies());
    };
    let wins: CellSet = winning(&passed).collect();
    if wins.is_empty() { Need::None } else { Need::Stop(stops(position, wins)) }
}

impl Knowledge<Position> for Instinct {
    const CODES: usize = Cell::COUNT as usize;
    const CHOICE: Choice = Choice::Best;

    fn code(cell: Cell) -> u16 {
        cell.number()
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let turn = position.turn();
        let (own, other, empty) = (position.stones(turn), position.stones(turn.other()), position.empty());
        let (mine, theirs) = (shapes::glance(own, empty), shapes::glance(other, empty));
        let pairs = |side: Side| self.pairs[usize::from(position.pairs(side).min(PAIRS_TO_WIN - 1))];
        let captures = self.capture_to_move * lines::captures(own, other, empty).len() as i32
            - self.capture * lines::captures(other, own, empty).len() as i32;
        let tempo = if mine.open_threes > 0 { self.open_three_to_move } else { 0 };
        let lines = weigh(mine, self.windows_to_move) - weigh(theirs, self.windows) + tempo
            - self.open_three * theirs.open_threes as i32;
        (lines + pairs(turn) - pairs(turn.other()) + captures) / GRAIN
    }

    fn promise(&self, _: &Position, _: Cell) -> i32 {
        0
    }

    fn is_noisy(&self, position: &Position, cell: Cell) -> bool {
        position.capturing().contains(cell) || strong_fours(position).contains(cell)
    }

    /// Fours that do more than force an answer.
    fn each_noisy<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let fours = strong_fours(position);
        let fours = if fours.is_empty() { fours } else { fours & position.legal() };
        fours.iter().try_for_each(visit)
    }

    fn each_prospect<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Prospect<Cell>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let legal = position.legal();
        let turn = position.turn();
        let (own, other, empty) = (position.stones(turn), position.stones(turn.other()), position.empty());
        let captures = lines::captures(own, other, empty);
        let mut worth = Worth::default();
        let theirs = shapes::plans(other, empty, |joined| worth.add_joined(joined, [0, 2, 4]));
        let mine = shapes::plans(own, empty, |joined| worth.add_joined(joined, [0, 3, 5]));
        worth.add(captures, 4);
        worth.add(lines::captures(other, own, empty), 3);
        worth.add(shapes::flanks(other, empty), 2);
        let noisy = (captures | mine.open_fours | mine.doubles) & legal;
        let mut prospect =
            |m, worth: i32| visit(Prospect { m, promise: worth << 6, noisy: noisy.contains(m) });
        // What cannot wait shows in what was found already, or in the pairs.
        let calm = (mine.fives | theirs.fives).is_empty()
            && position.pending_five().is_none()
            && Side::ALL.into_iter().all(|side| position.pairs(side) + 2 < PAIRS_TO_WIN);
        let forced = match if calm { Need::None } else { need(position) } {
            Need::None => None,
            Need::Win(cell) => Some(CellSet::from_iter([cell])),
            Need::Stop(stops) => Some(stops),
        };
        if let Some(forced) = forced {
            // Where nothing helps, anything will do; but something must be played.
            let forced = if forced.is_empty() { legal.iter().take(1).collect() } else { forced };
            worth.add(forced, 0);
            return worth.each_from_best(forced, u32::MAX, &mut prospect);
        }
        let mut among = legal & worth.any();
        if mine.open_fours.is_empty() && !theirs.open_fours.is_empty() {
            among = among & (theirs.fours | mine.fours | captures | shapes::flanks(other, empty));
        }
        if among.is_empty() {
            // Far from every line, as on an empty board: towards the middle.
            let away = |cell: &Cell| cell.row().abs_diff(SIZE / 2).max(cell.column().abs_diff(SIZE / 2));
            return legal.iter().min_by_key(away).into_iter().try_for_each(|cell| prospect(cell, 0));
        }
        worth.each_from_best(among & noisy, u32::MAX, &mut prospect)?;
        worth.each_from_best(among - noisy, self.most_quiet, &mut prospect)
    }

    fn prove(&self, position: &Position, most_plies: u32, budget: &mut Budget) -> Option<(Cell, u32)> {
        Prover::new(budget).prove(position, most_plies.min(MOST_PLIES))
    }

    fn urgency(&self, position: &Position) -> Urgency<Cell> {
        match need(position) {
            Need::None => Urgency::None,
            Need::Win(cell) => Urgency::Win(cell),
            Need::Stop(_) => Urgency::Threat,
        }
    }
}

/// Where the side to move makes a four that wins unless something is special.
fn strong_fours(position: &Position) -> CellSet {
    let own = position.stones(position.turn());
    let plans = shapes::plans(own, position.empty(), |_| {});
    plans.open_fours | plans.doubles
}

fn weigh(glance: Glance, weights: [i32; 3]) -> i32 {
    glance.windows.into_iter().zip(weights).map(|(windows, weight)| windows as i32 * weight).sum()
}
