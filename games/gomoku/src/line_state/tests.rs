//! The incrementally updated state equals one computed from scratch.

#![allow(clippy::option_option, reason = "there is no cell, no stone, or a stone")]

use super::*;
use crate::board::Axis;
use crate::lines;
use proptest::prelude::*;

/// Returns the stone `steps` along an axis; `None` beyond the edge.
fn mark(position: &Position, cell: Cell, axis: Axis, steps: i16) -> Option<Option<Side>> {
    cell.along(axis, steps).map(|cell| position.stone_at(cell))
}

/// Returns the number of a side's stones in a run of cells; `None` if one of them is beyond the edge or has a
/// stone of the opponent.
fn count(
    position: &Position,
    side: Side,
    cell: Cell,
    axis: Axis,
    steps: std::ops::Range<i16>,
) -> Option<usize> {
    let mut stones = 0;
    for step in steps {
        match mark(position, cell, axis, step)? {
            Some(owner) if owner == side => stones += 1,
            Some(_) => return None,
            None => {}
        }
    }
    Some(stones)
}

/// Computes the effects of a stone directly from the definitions in [`effect`].
fn effects(position: &Position, side: Side, cell: Cell, axis: Axis) -> u8 {
    let mut effects = 0;
    for first in -4..=0 {
        effects |= match count(position, side, cell, axis, first..first + 5) {
            Some(1) => effect::ONE,
            Some(2) => effect::TWO,
            Some(3) => effect::FOUR,
            Some(4) => effect::FIVE,
            _ => 0,
        };
    }
    for first in -4..0 {
        let is_empty = |steps| mark(position, cell, axis, steps) == Some(None);
        if is_empty(first) && is_empty(first + 5) {
            effects |= match count(position, side, cell, axis, first..first + 6) {
                Some(2) => effect::FREE_THREE,
                Some(3) => effect::OPEN_FOUR,
                _ => 0,
            };
        }
    }
    for way in [1, -1] {
        let [near, next, far] = [way, 2 * way, 3 * way].map(|steps| mark(position, cell, axis, steps));
        if near == Some(Some(side.other())) && next == near {
            effects |= match far {
                Some(Some(owner)) if owner == side => effect::TAKE,
                Some(None) => effect::FLANK,
                _ => 0,
            };
        }
    }
    effects
}

fn agrees(position: &Position, state: &LineState) {
    let fresh = LineState::new(position);
    assert_eq!(state.lines, fresh.lines, "{position:?}");
    assert_eq!(state.effects, fresh.effects, "{position:?}");
    for side in Side::ALL {
        let (own, other, empty) = (position.stones(side), position.stones(side.other()), position.empty());
        let mut windows = [0; 5];
        let (mut open_threes, mut fives, mut fours) = (0, CellSet::EMPTY, CellSet::EMPTY);
        for (number, axis) in Axis::ALL.into_iter().enumerate() {
            for cell in Cell::all() {
                if let Some(stones) = count(position, side, cell, axis, 0..5) {
                    windows[stones % 5] += 1;
                }
                let expected = if empty.contains(cell) { effects(position, side, cell, axis) } else { 0 };
                assert_eq!(state.effects(side, cell)[number], expected, "{position:?} {cell} {axis:?}");
                open_threes += i32::from(expected & effect::OPEN_FOUR != 0);
                if expected & effect::FIVE != 0 {
                    fives.insert(cell);
                }
                if expected & effect::FOUR != 0 {
                    fours.insert(cell);
                }
            }
        }
        assert_eq!(state.windows(side), [windows[1], windows[2], windows[3]], "{position:?}");
        assert_eq!(state.open_threes(side), open_threes, "{position:?}");
        assert_eq!((*state.fives(side), *state.fours(side)), (fives, fours), "{position:?}");
        assert_eq!(state.has_fives(side), !fives.is_empty(), "{position:?}");
        assert_eq!(*state.takes(side), lines::captures(own, other, empty), "{position:?}");
        assert_eq!(state.cells(side, effect::FLANK), lines::flanks(other, empty), "{position:?}");
        let forbidden: CellSet = empty.iter().filter(|&cell| state.forbids(side, cell)).collect();
        let threes = lines::double_threes(own, empty) - lines::captures(own, other, empty);
        assert_eq!(forbidden, threes, "{position:?}");
    }
}

/// Returns the cells with a positive score, ordered by a plain sort.
fn descending(worth: &MoveScores) -> Vec<(u8, Cell)> {
    let mut cells: Vec<_> =
        Cell::all().map(|cell| (worth.of(cell), cell)).filter(|&(worth, _)| worth > 0).collect();
    cells.sort_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    cells
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// On a part of the board, so that stones meet and many are captured.
    #[test]
    fn incremental_state_equals_a_fresh_one(
        (row, column, size) in (0_u16..12, 0_u16..12, 5_u16..8),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1..90),
    ) {
        let mut position = Position::start();
        let mut state = LineState::new(&position);
        let near = |cell: &Cell| (row..row + size).contains(&cell.row()) && (column..column + size).contains(&cell.column());
        for (ply, choice) in choices.into_iter().enumerate() {
            let cells: Vec<Cell> = position.legal().iter().filter(near).collect();
            if cells.is_empty() {
                break;
            }
            let cell = cells[choice.index(cells.len())];
            let after = position.after(cell);
            state.step(&position, cell, &after);
            position = after;
            if ply % 8 == 7 {
                agrees(&position, &state);
                let worth = state.move_scores(position.turn());
                let expected = descending(&worth);
                prop_assert_eq!(worth.descending().collect::<Vec<_>>(), expected);
            }
        }
        agrees(&position, &state);
    }
}
