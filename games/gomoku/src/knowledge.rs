//! What a player knows: what cannot wait, which cells matter, how the lines stand.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use chautari_game::{Position as _, Side};
use chautari_search::{Budget, Choice, Knowledge, Prospect, Urgency};

use crate::patterns::deed;
use crate::sight::Sight;
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
    pub(crate) most_quiet: usize,
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
fn winning<'a>(position: &'a Position, sight: &'a Sight) -> impl Iterator<Item = Cell> + 'a {
    let turn = position.turn();
    // More than two pairs by one stone are too rare to look for.
    let captures = if position.pairs(turn) + 2 >= PAIRS_TO_WIN { *sight.takes(turn) } else { CellSet::EMPTY };
    let wins = move |cell: &Cell| {
        !sight.forbids(turn, *cell)
            && position.after(*cell).outcome().is_some_and(|outcome| outcome.winner == Some(turn))
    };
    (*sight.fives(turn) | captures).iter().filter(wins)
}

/// Every move that may keep the other side from winning at once on these cells; all others do not.
fn stops(position: &Position, sight: &Sight, wins: CellSet) -> CellSet {
    let (turn, other) = (position.turn(), position.turn().other());
    let (stones, empty) = (position.stones(other), position.empty());
    let mut stops = wins | *sight.takes(turn) | *sight.fives(turn);
    for cell in &wins {
        if !sight.takes(other).contains(cell) {
            // The five can be made breakable by threatening one of its stones, or the fifth pair.
            let stone = CellSet::from_iter([cell]);
            stops = stops | lines::flanks(stones | stone, empty - stone);
        } else if sight.fives(other).contains(cell) {
            // The five takes stones with it; what their cells are good for then is hard to say.
            stops = empty;
        }
    }
    stops.iter().filter(|&cell| !sight.forbids(turn, cell)).collect()
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
pub(crate) fn need(position: &Position, sight: &Sight) -> Need {
    if is_calm(position, sight) || position.outcome().is_some() {
        return Need::None;
    }
    if let Some(cell) = winning(position, sight).next() {
        return Need::Win(cell);
    }
    let Some(passed) = position.passed() else {
        return Need::Stop(position.stopping_replies());
    };
    let wins: CellSet = winning(&passed, sight).collect();
    if wins.is_empty() { Need::None } else { Need::Stop(stops(position, sight, wins)) }
}

/// Whether nobody can win by the next move: what cannot wait shows in the fives to be made, or in the pairs.
fn is_calm(position: &Position, sight: &Sight) -> bool {
    position.pending_five().is_none()
        && Side::ALL.into_iter().all(|side| !sight.has_fives(side) && position.pairs(side) + 2 < PAIRS_TO_WIN)
}

impl Knowledge<Position> for Instinct {
    type Sight = Sight;
    const CODES: usize = Cell::COUNT as usize;
    const CHOICE: Choice = Choice::Best;
    const QUIET_CHANGE: Option<i32> = Some(60);

    fn look(&self, position: &Position) -> Sight {
        Sight::new(position)
    }

    fn follow(&self, sight: &mut Sight, before: &Position, cell: Cell, after: &Position) {
        sight.follow(before, cell, after);
    }

    fn code(cell: Cell) -> u16 {
        cell.number()
    }

    fn recall(&self, position: &Position, sight: &Sight, code: u16) -> Option<Cell> {
        let cell = Cell::new(code)?;
        let playable = position.outcome().is_none()
            && position.stone_at(cell).is_none()
            && !sight.forbids(position.turn(), cell);
        playable.then_some(cell)
    }

    fn evaluate(&self, position: &Position, sight: &Sight) -> i32 {
        let (turn, other) = (position.turn(), position.turn().other());
        let pairs = |side: Side| self.pairs[usize::from(position.pairs(side).min(PAIRS_TO_WIN - 1))];
        let captures = self.capture_to_move * sight.takes(turn).len() as i32
            - self.capture * sight.takes(other).len() as i32;
        let tempo = if sight.open_threes(turn) > 0 { self.open_three_to_move } else { 0 };
        let lines = weigh(sight.windows(turn), self.windows_to_move)
            - weigh(sight.windows(other), self.windows)
            + tempo
            - self.open_three * sight.open_threes(other);
        (lines + pairs(turn) - pairs(other) + captures) / GRAIN
    }

    fn promise(&self, _: &Position, _: Cell) -> i32 {
        0
    }

    fn is_noisy(&self, position: &Position, sight: &Sight, cell: Cell) -> bool {
        let turn = position.turn();
        sight.takes(turn).contains(cell) || sight.is_strong(turn, cell)
    }

    /// Fours that do more than force an answer.
    fn each_noisy<B>(
        &self,
        position: &Position,
        sight: &Sight,
        visit: impl FnMut(Cell) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let turn = position.turn();
        let wanted = |cell: &Cell| sight.is_strong(turn, *cell) && !sight.forbids(turn, *cell);
        sight.fours(turn).iter().filter(wanted).try_for_each(visit)
    }

    fn each_prospect<B>(
        &self,
        position: &Position,
        sight: &Sight,
        mut visit: impl FnMut(Prospect<Cell>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if position.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let (turn, other) = (position.turn(), position.turn().other());
        let mut worth = sight.worth(turn);
        let mut prospect = |m, worth: u8, noisy| visit(Prospect { m, promise: i32::from(worth) << 6, noisy });
        let forced = match need(position, sight) {
            Need::None => None,
            Need::Win(cell) => Some(CellSet::from_iter([cell])),
            Need::Stop(stops) => Some(stops),
        };
        if let Some(forced) = forced {
            // Where nothing helps, anything will do; but something must be played.
            let forced = if forced.is_empty() { position.legal().iter().take(1).collect() } else { forced };
            let mut forced: Vec<(u8, Cell)> =
                forced.iter().map(|cell| (worth.of(cell).wrapping_add(1), cell)).collect();
            forced.sort_by_key(|&(worth, _)| Reverse(worth));
            return forced
                .into_iter()
                .filter(|&(worth, _)| worth > 0)
                .try_for_each(|(worth, cell)| prospect(cell, worth, self.is_noisy(position, sight, cell)));
        }
        let wards_off = sight.open_threes(turn) == 0 && sight.open_threes(other) > 0;
        let defence = if wards_off {
            let flanks = sight.cells(turn, deed::FLANK);
            *sight.fours(other) | *sight.fours(turn) | *sight.takes(turn) | flanks
        } else {
            CellSet::FULL
        };
        let strong = sight.fours(turn).iter().filter(|&cell| sight.is_strong(turn, cell));
        let noisy = *sight.takes(turn) | strong.collect();
        let mut first: Vec<(u8, Cell)> = (noisy & defence)
            .iter()
            .map(|cell| (worth.of(cell), cell))
            .filter(|&(worth, _)| worth > 0)
            .collect();
        first.sort_by_key(|&(worth, _)| Reverse(worth));
        noisy.iter().for_each(|cell| worth.forget(cell));
        if wards_off {
            worth.keep(&defence);
        }
        let mut quiet = worth.descending().take(self.most_quiet).peekable();
        if first.is_empty() && quiet.peek().is_none() {
            // Far from every line, as on an empty board: towards the middle.
            let away = |cell: &Cell| cell.row().abs_diff(SIZE / 2).max(cell.column().abs_diff(SIZE / 2));
            let middle = position.legal().iter().min_by_key(away);
            return middle.into_iter().try_for_each(|cell| prospect(cell, 0, false));
        }
        first.into_iter().try_for_each(|(worth, cell)| prospect(cell, worth, true))?;
        quiet.try_for_each(|(worth, cell)| prospect(cell, worth, false))
    }

    fn prove(&self, position: &Position, most_plies: u32, budget: &mut Budget) -> Option<(Cell, u32)> {
        Prover::new(budget).prove(position, most_plies.min(MOST_PLIES))
    }

    fn urgency(&self, position: &Position, sight: &Sight) -> Urgency<Cell> {
        match need(position, sight) {
            Need::None => Urgency::None,
            Need::Win(cell) => Urgency::Win(cell),
            Need::Stop(_) => Urgency::Threat,
        }
    }
}

fn weigh(windows: [i32; 3], weights: [i32; 3]) -> i32 {
    windows.into_iter().zip(weights).map(|(windows, weight)| windows * weight).sum()
}
