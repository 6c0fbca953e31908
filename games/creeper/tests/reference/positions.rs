//! Random states of four kinds, so that what is rare in play is common here.

use super::{Action, State, base, enemy, exists};

/// SplitMix64.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound as u64) as usize
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn side(&mut self) -> char {
        self.pick(&['x', 'o'])
    }
}

/// What a player of random games likes best.
pub(crate) const TASTES: [Taste; 3] = [Taste::Anything, Taste::Leaps, Taste::Jumps];

#[derive(Clone, Copy)]
pub(crate) enum Taste {
    Anything,
    Leaps,
    Jumps,
}

impl Taste {
    /// One of the actions, mostly one to this taste.
    pub(crate) fn choose(self, actions: &[Action], dice: &mut Dice) -> Action {
        let wanted = |&[row, column, to_row, to_column]: &Action| match self {
            Taste::Anything => true,
            Taste::Leaps => row != to_row && column != to_column,
            Taste::Jumps => (row - to_row).abs() == 2 || (column - to_column).abs() == 2,
        };
        let liked: Vec<_> = actions.iter().copied().filter(wanted).collect();
        if liked.is_empty() || dice.once_in(5) { dice.pick(actions) } else { dice.pick(&liked) }
    }
}

/// Puts up to `count` pins of a side on empty squares.
fn scatter_pins(state: &mut State, side: char, count: usize, dice: &mut Dice) {
    for _ in 0..count {
        let (row, column) = (dice.below(7), dice.below(7));
        if state.pin(row as i32, column as i32) == Some('.') {
            state.pins[row][column] = side;
        }
    }
}

/// Colours octagons that are neither bases nor coloured yet.
fn scatter_octagons(state: &mut State, dice: &mut Dice) {
    let letters = dice.pick(&[&['.', 'x', 'o'], &['.', '.', '.'], &['x', 'x', 'o'], &['x', 'o', 'o']]);
    for octagon in state.octagons.iter_mut().flatten() {
        if *octagon == '.' {
            *octagon = dice.pick(letters);
        }
    }
}

/// Anything that can be written down.
pub(crate) fn scattered(dice: &mut Dice) -> State {
    let mut state = State::empty(dice.side());
    for side in ['x', 'o'] {
        let count = dice.below(9);
        scatter_pins(&mut state, side, count, dice);
    }
    scatter_octagons(&mut state, dice);
    state
}

/// A chain that lacks one link, with a pin beside the gap.
pub(crate) fn nearly_joined(dice: &mut Dice) -> State {
    let side = dice.side();
    let mut state = State::empty(side);
    let chain = wander(side, dice);
    for &(row, column) in &chain {
        state.octagons[row][column] = side;
    }
    let (row, column) = chain[1 + dice.below(chain.len() - 2)];
    state.octagons[row][column] = enemy(side);
    scatter_octagons(&mut state, dice);
    if dice.once_in(2) {
        state.octagons[row][column] = '.';
    }
    let ends = [(row, column), (row + 1, column + 1), (row + 1, column), (row, column + 1)];
    let (row, column) = dice.pick(&ends);
    if exists(row as i32, column as i32) {
        state.pins[row][column] = side;
    }
    let (own, other) = (dice.below(7), dice.below(8));
    scatter_pins(&mut state, side, own, dice);
    scatter_pins(&mut state, enemy(side), other, dice);
    state
}

/// A way over octagons from one base of a side to the other, crossing neither itself nor an enemy
/// base.
fn wander(side: char, dice: &mut Dice) -> Vec<(usize, usize)> {
    let (start, goal) = if side == 'x' { ((0, 5), (5, 0)) } else { ((0, 0), (5, 5)) };
    let mut seen = [[false; 6]; 6];
    let mut way = vec![start];
    seen[start.0][start.1] = true;
    while let Some(&(row, column)) = way.last() {
        if (row, column) == goal {
            break;
        }
        let mut next = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (row, column) = (row as i32 + down, column as i32 + right);
            if (0..6).contains(&row) && (0..6).contains(&column) {
                let (row, column) = (row as usize, column as usize);
                if !seen[row][column] && base(row, column) != Some(enemy(side)) {
                    next.push((row, column));
                }
            }
        }
        if next.is_empty() {
            way.pop();
        } else {
            let (row, column) = dice.pick(&next);
            seen[row][column] = true;
            way.push((row, column));
        }
    }
    way
}

/// Few pins of one side, shut in by the other as far as its pins last.
pub(crate) fn shut_in(dice: &mut Dice) -> State {
    let side = dice.side();
    let mut state = State::empty(side);
    // Beside a corner six enemies shut one pin in and seven shut in two; amid an edge it takes eight.
    let pairs = [[(0, 1), (1, 0)], [(0, 5), (1, 6)], [(6, 1), (5, 0)], [(6, 5), (5, 6)], [(0, 3), (0, 2)]];
    let [first, second] = dice.pick(&pairs);
    state.pins[first.0][first.1] = side;
    if dice.once_in(3) {
        state.pins[second.0][second.1] = side;
    }
    if dice.once_in(20) {
        scatter_pins(&mut state, side, 1, dice);
    }
    scatter_octagons(&mut state, dice);
    while state.count(enemy(side)) < 8 {
        let actions = state.actions();
        if actions.is_empty() {
            break;
        }
        let [_, _, row, column] = dice.pick(&actions);
        state.pins[row as usize][column as usize] = enemy(side);
    }
    state
}

/// A state before one in which a side was shut in: one of the pins that do it has not come yet.
pub(crate) fn not_yet_shut_in(dice: &mut Dice) -> State {
    let mut state = shut_in(dice);
    state.turn = enemy(state.turn);
    let actions = state.actions();
    if actions.is_empty() {
        return state;
    }
    let [row, column, to_row, to_column] = dice.pick(&actions);
    state.pins[to_row as usize][to_column as usize] = state.turn;
    state.pins[row as usize][column as usize] = '.';
    state
}
