//! Incrementally updated patterns along every line, for both sides.

use chautari_game::{Position as _, Side};

use crate::patterns::{Patterns, REACH, WINDOWS, effect, patterns};
use crate::{Cell, CellSet, Position, SIZE};

/// The distance from a cell to the one below it: the columns, and one unused.
const WIDTH: usize = SIZE as usize + 1;
/// The number of cells, rounded up to fill words of any size.
const AREA: usize = (SIZE as usize * WIDTH).next_multiple_of(64);
/// The two bits of a cell in a line.
const CELL: u64 = 0b11;
/// The number of lines along an axis.
const LINES: usize = 2 * SIZE as usize - 1;

/// The place of a cell on a line.
struct LineCell {
    line: usize,
    /// Its number along the line, and the number of cells before and after it, up to [`REACH`].
    number: u16,
    before: u16,
    after: u16,
}

/// The distance from a cell to the next one along each axis: row, column, falling, rising.
const STRIDES: [usize; 4] = [1, WIDTH, WIDTH + 1, WIDTH - 1];

impl LineCell {
    #[inline]
    fn of(cell: Cell, axis: usize) -> LineCell {
        let (row, column, last) = (cell.row(), cell.column(), SIZE - 1);
        let (line, number, before, after) = match axis {
            0 => (row, column, column, last - column),
            1 => (column, row, row, last - row),
            2 => (row + last - column, row, row.min(column), last - row.max(column)),
            _ => (row + column, row, row.min(last - column), column.min(last - row)),
        };
        LineCell { line: line.into(), number, before: before.min(REACH), after: after.min(REACH) }
    }
}

/// The effects for which sets of cells are maintained.
const NOTED: u8 = effect::FIVE | effect::FOUR | effect::OPEN_FOUR | effect::TAKE;

/// The state of all lines of a position.
///
/// Adding or removing a stone affects the four lines through it, up to [`REACH`] cells away; everything else
/// is unchanged. The state contains what the search needs at every node, and is small enough to be copied for
/// every move.
#[derive(Clone)]
pub(crate) struct LineState {
    patterns: &'static Patterns,
    /// By axis and line: two bits per cell, for black and white, or both for a wall; [`REACH`] wall cells
    /// come first.
    lines: [[u64; LINES]; 4],
    /// By side, axis and cell: the effects of a stone there. Zero on occupied cells.
    effects: [[[u8; AREA]; 4]; 2],
    /// The number of windows of five cells with one, two, three and four black stones and no white one; then
    /// the same for white.
    windows: [i16; 8],
    /// By side: the number of lines on which one stone makes an open four.
    open_threes: [u16; 2],
    fives: [CellSet; 2],
    fours: [CellSet; 2],
    takes: [CellSet; 2],
}

impl Default for LineState {
    /// The state of an empty board.
    fn default() -> LineState {
        LineState::empty()
    }
}

impl LineState {
    pub(crate) fn new(position: &Position) -> LineState {
        let mut state = LineState::empty();
        for side in Side::ALL {
            position.stones(side).iter().for_each(|cell| state.change(side, cell));
        }
        state
    }

    fn empty() -> LineState {
        let mut lines = [[u64::MAX; LINES]; 4];
        for cell in Cell::all() {
            for (axis, lines) in lines.iter_mut().enumerate() {
                let LineCell { line, number, .. } = LineCell::of(cell, axis);
                lines[line] ^= CELL << (2 * (number + REACH));
            }
        }
        LineState {
            patterns: patterns(),
            lines,
            effects: [[[0; AREA]; 4]; 2],
            windows: [0; 8],
            open_threes: [0; 2],
            fives: [CellSet::EMPTY; 2],
            fours: [CellSet::EMPTY; 2],
            takes: [CellSet::EMPTY; 2],
        }
    }

    /// Updates the state for a move.
    #[inline]
    pub(crate) fn step(&mut self, before: &Position, cell: Cell, after: &Position) {
        let (mover, other) = (before.turn(), before.turn().other());
        self.change(mover, cell);
        if before.pairs(mover) != after.pairs(mover) {
            for stone in &(before.stones(other) - after.stones(other)) {
                self.change(other, stone);
            }
        }
    }

    /// Adds a stone to a cell or removes it.
    fn change(&mut self, side: Side, cell: Cell) {
        let (mut windows_before, mut windows_after) = (0_u64, 0_u64);
        let home = index(cell);
        // Changes are collected first, so that the loop below stays simple.
        let mut changes = [Change::default(); 4 * (2 * REACH as usize + 1)];
        let mut count = 0;
        for axis in 0..4 {
            let LineCell { line, number, before, after } = LineCell::of(cell, axis);
            let old = self.lines[axis][line];
            let new = old ^ (1 + side.index() as u64) << (2 * (number + REACH));
            self.lines[axis][line] = new;
            let (mut was, mut is) = (old >> (2 * number), new >> (2 * number));
            for _ in 0..=REACH {
                windows_before += WINDOWS[was as usize % WINDOWS.len()];
                windows_after += WINDOWS[is as usize % WINDOWS.len()];
                (was, is) = (was >> 2, is >> 2);
            }
            let [black, white] = &mut self.effects;
            let (black, white) = (&mut black[axis], &mut white[axis]);
            let mut at = home - usize::from(before) * STRIDES[axis];
            let mut around = new >> (2 * (number - before));
            let reached = before + after + 1;
            for _ in 0..reached {
                let empty = around >> (2 * REACH) & CELL == 0;
                let found = self.patterns[usize::from(around as u8) | (around >> 2) as usize & 0xff00];
                let found = if empty { found } else { [0; 2] };
                let known = [black[at], white[at]];
                (black[at], white[at]) = (found[0], found[1]);
                if ((found[0] ^ known[0]) | (found[1] ^ known[1])) & NOTED != 0 {
                    changes[count] = Change { at: at as u16, known, found };
                    count += 1;
                }
                at += STRIDES[axis];
                around >>= 2;
            }
        }
        changes[..count].iter().for_each(|&change| self.note(change));
        let (before, after) = (windows_before.to_le_bytes(), windows_after.to_le_bytes());
        for (windows, (before, after)) in self.windows.iter_mut().zip(before.into_iter().zip(after)) {
            *windows += i16::from(after) - i16::from(before);
        }
    }

    /// Updates the sets for a change on a cell along one axis.
    fn note(&mut self, Change { at, known, found }: Change) {
        let cell = cell_at(at.into());
        for side in 0..2 {
            let open = |effects: u8| u16::from(effects & effect::OPEN_FOUR != 0);
            self.open_threes[side] = self.open_threes[side] + open(found[side]) - open(known[side]);
            let [one, two, three, four] = self.effects[side].each_ref().map(|axis| axis[usize::from(at)]);
            let effects = one | two | three | four;
            self.fives[side].set(cell, effects & effect::FIVE != 0);
            self.fours[side].set(cell, effects & effect::FOUR != 0);
            self.takes[side].set(cell, effects & effect::TAKE != 0);
        }
    }
}

/// The effects of a stone on a cell along one axis, before and after another stone changed.
#[derive(Clone, Copy, Default)]
struct Change {
    at: u16,
    known: [u8; 2],
    found: [u8; 2],
}

/// Returns the cells of a line up to `arm` away from the one with this number.
#[inline]
fn excerpt(line: u64, number: u16, arm: u16) -> usize {
    (line >> (2 * (number + REACH - arm))) as usize & ((1 << (2 * (2 * arm + 1))) - 1)
}

fn index(cell: Cell) -> usize {
    usize::from(cell.row()) * WIDTH + usize::from(cell.column())
}

fn cell_at(at: usize) -> Cell {
    Cell::at((at / WIDTH) as u16, (at % WIDTH) as u16).expect("only cells of the board are looked at")
}

/// Queries.
impl LineState {
    /// Returns the cells up to `arm` away from a cell along an axis, from first to last: two bits each, as in
    /// a line.
    #[inline]
    pub(crate) fn pattern(&self, cell: Cell, axis: usize, arm: u16) -> usize {
        let LineCell { line, number, .. } = LineCell::of(cell, axis);
        excerpt(self.lines[axis][line], number, arm)
    }

    /// Visits the patterns of all cells up to `arm` away from a cell along an axis, which are those that
    /// contain it.
    #[inline]
    pub(crate) fn each_pattern(&self, cell: Cell, axis: usize, arm: u16, mut visit: impl FnMut(usize)) {
        let LineCell { line, number, before, after } = LineCell::of(cell, axis);
        let whole = self.lines[axis][line];
        for number in number - before.min(arm)..=number + after.min(arm) {
            visit(excerpt(whole, number, arm));
        }
    }

    /// Returns the number of windows of five cells with one, two and three stones of a side and none of the
    /// opponent.
    pub(crate) fn windows(&self, side: Side) -> [i32; 3] {
        let first = 4 * side.index();
        [0, 1, 2].map(|i| self.windows[first + i].into())
    }

    /// Returns the number of lines on which one stone of a side makes an open four.
    pub(crate) fn open_threes(&self, side: Side) -> i32 {
        self.open_threes[side.index()].into()
    }

    /// Whether a side can make a five somewhere.
    pub(crate) fn has_fives(&self, side: Side) -> bool {
        self.windows[4 * side.index() + 3] > 0
    }

    /// Returns the empty cells where a stone makes a five.
    pub(crate) fn fives(&self, side: Side) -> &CellSet {
        &self.fives[side.index()]
    }

    /// Returns the empty cells where a stone makes a four.
    pub(crate) fn fours(&self, side: Side) -> &CellSet {
        &self.fours[side.index()]
    }

    /// Returns the empty cells where a stone captures a pair.
    pub(crate) fn takes(&self, side: Side) -> &CellSet {
        &self.takes[side.index()]
    }

    /// Returns the empty cells where a stone may capture this many pairs; along each axis it captures at most
    /// two.
    pub(crate) fn takes_of(&self, side: Side, pairs: usize) -> CellSet {
        let takes = self.takes(side);
        if pairs <= 2 || takes.is_empty() {
            return *takes;
        }
        takes.iter().filter(|&cell| 2 * along(self.effects(side, cell), effect::TAKE) >= pairs).collect()
    }

    /// Returns the effects of a side's stone on a cell along each axis.
    #[inline]
    pub(crate) fn effects(&self, side: Side, cell: Cell) -> [u8; 4] {
        let at = index(cell);
        self.effects[side.index()].each_ref().map(|axis| axis[at])
    }

    /// Whether a cell is forbidden to a side: a double-three without a capture.
    pub(crate) fn forbids(&self, side: Side, cell: Cell) -> bool {
        let effects = self.effects(side, cell);
        along(effects, effect::FREE_THREE) >= 2 && along(effects, effect::TAKE) == 0
    }

    /// Whether a stone makes a four that normally wins: one open at both ends, two fours, or a four and a
    /// free-three along different axes.
    pub(crate) fn is_strong(&self, side: Side, cell: Cell) -> bool {
        let effects = self.effects(side, cell);
        let threes = |but: usize| (0..4).any(|axis| axis != but && effects[axis] & effect::FREE_THREE != 0);
        along(effects, effect::OPEN_FOUR) > 0
            || along(effects, effect::FOUR) >= 2
            || (0..4).any(|axis| effects[axis] & effect::FOUR != 0 && threes(axis))
    }

    /// Returns the empty cells where a side's stone has an effect along any axis.
    pub(crate) fn cells(&self, side: Side, effect: u8) -> CellSet {
        let [one, two, three, four] = &self.effects[side.index()];
        let mut cells = CellSet::EMPTY;
        for start in (0..AREA).step_by(LANES) {
            let lanes = start..start + LANES;
            let found = |at: usize| (one[at] | two[at] | three[at] | four[at]) & effect;
            if lanes.clone().fold(0, |any, at| any | found(at)) != 0 {
                lanes.filter(|&at| found(at) != 0).for_each(|at| cells.insert(cell_at(at)));
            }
        }
        cells
    }

    /// Returns a score for every cell, for the side to move.
    #[allow(clippy::many_single_char_names, reason = "a letter for each axis of either side")]
    pub(crate) fn move_scores(&self, turn: Side) -> MoveScores {
        let [a, b, c, d] = &self.effects[turn.index()];
        let [e, f, g, h] = &self.effects[turn.other().index()];
        let mut worth = [0; AREA];
        for at in 0..AREA {
            let (a, b, c, d) = (a[at], b[at], c[at], d[at]);
            let (e, f, g, h) = (e[at], f[at], g[at], h[at]);
            let joins = |effects: u8| effects & (effect::ONE | effect::TWO | effect::FOUR);
            let mine = joins(a) + joins(b) + joins(c) + joins(d);
            let ones = |effects: u8| effects & effect::ONE;
            let more = |effects: u8| effects & (effect::TWO | effect::FOUR);
            // Blocking the opponent counts half as much, rounded up.
            let theirs = ones(e) + ones(f) + ones(g) + ones(h) + (more(e) + more(f) + more(g) + more(h)) / 2;
            let (once, other) = (a | b | c | d, e | f | g | h);
            let pairs = (once & effect::TAKE) / 4 + (other & effect::TAKE) / 8 + (once & effect::FLANK) / 32;
            let twice = (a & b) | ((a | b) & c) | ((a | b | c) & d);
            let forbidden = twice & effect::FREE_THREE != 0 && once & effect::TAKE == 0;
            // A breakable five may be remade, and blocks until it is.
            let fives = (once & effect::FIVE) * 2 + (other & effect::FIVE);
            let all = mine.saturating_add(theirs).saturating_add(pairs).saturating_add(fives);
            worth[at] = if forbidden { 0 } else { all };
        }
        MoveScores(worth)
    }
}

/// Returns along how many axes there is an effect.
#[inline]
fn along(effects: [u8; 4], effect: u8) -> usize {
    effects.into_iter().filter(|effects| effects & effect != 0).count()
}

/// The number of cells processed together.
const LANES: usize = 16;

/// A score for every empty cell that is not forbidden: its importance to the side to move.
pub(crate) struct MoveScores([u8; AREA]);

impl MoveScores {
    /// Returns the score of a cell.
    pub(crate) fn of(&self, cell: Cell) -> u8 {
        self.0[index(cell)]
    }

    /// Removes a cell.
    pub(crate) fn forget(&mut self, cell: Cell) {
        self.0[index(cell)] = 0;
    }

    /// Removes all cells but these.
    pub(crate) fn keep(&mut self, cells: &CellSet) {
        let all = std::mem::replace(&mut self.0, [0; AREA]);
        cells.iter().for_each(|cell| self.0[index(cell)] = all[index(cell)]);
    }

    /// Returns the cells with a positive score, best first; equal ones in board order.
    pub(crate) fn descending(mut self) -> impl Iterator<Item = (u8, Cell)> {
        // The maximum of each group, so that the best cell is found and removed quickly.
        let mut tops = [0; AREA / LANES];
        for (highest, lanes) in tops.iter_mut().zip(self.0.as_chunks::<LANES>().0) {
            *highest = top(lanes);
        }
        std::iter::from_fn(move || {
            let worth = top(&tops);
            let group = tops.iter().position(|&top| top == worth)?;
            let lanes = &mut self.0.as_chunks_mut::<LANES>().0[group];
            let lane = lanes.iter().position(|&lane| lane == worth)?;
            lanes[lane] = 0;
            tops[group] = top(lanes);
            (worth > 0).then(|| (worth, cell_at(group * LANES + lane)))
        })
    }
}

/// Returns the highest score.
#[inline]
fn top<const N: usize>(worths: &[u8; N]) -> u8 {
    worths.iter().fold(0, |top, &worth| top.max(worth))
}

/// A position with its line state.
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) state: LineState,
}

impl Node {
    pub(crate) fn new(position: &Position) -> Node {
        Node { position: *position, state: LineState::new(position) }
    }

    pub(crate) fn after(&self, cell: Cell) -> Node {
        let position = self.position.after(cell);
        let mut state = self.state.clone();
        state.step(&self.position, cell, &position);
        Node { position, state }
    }
}

#[cfg(test)]
mod tests;
