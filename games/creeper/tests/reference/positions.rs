//! Four kinds of random states that make rare features common.

use super::{Action, State, base, enemy, exists};

/// A random number generator with helpers for these states.
pub(crate) struct Rng(chautari_game::Rng);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(chautari_game::Rng::new(seed))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    /// Returns true once in `times` calls on average.
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

/// The preference of a random player.
pub(crate) const TASTES: [Taste; 3] = [Taste::Anything, Taste::Leaps, Taste::Jumps];

#[derive(Clone, Copy)]
pub(crate) enum Taste {
    Anything,
    Leaps,
    Jumps,
}

impl Taste {
    /// Returns one of the actions, mostly a preferred one.
    pub(crate) fn choose(self, actions: &[Action], rng: &mut Rng) -> Action {
        let wanted = |&[row, column, to_row, to_column]: &Action| match self {
            Taste::Anything => true,
            Taste::Leaps => row != to_row && column != to_column,
            Taste::Jumps => (row - to_row).abs() == 2 || (column - to_column).abs() == 2,
        };
        let liked: Vec<_> = actions.iter().copied().filter(wanted).collect();
        if liked.is_empty() || rng.once_in(5) { rng.pick(actions) } else { rng.pick(&liked) }
    }
}

/// Puts up to `count` pins of a side on empty squares.
fn scatter_pins(state: &mut State, side: char, count: usize, rng: &mut Rng) {
    for _ in 0..count {
        let (row, column) = (rng.below(7), rng.below(7));
        if state.pin(row as i32, column as i32) == Some('.') {
            state.pins[row][column] = side;
        }
    }
}

/// Colours octagons that are neither bases nor coloured yet.
fn scatter_octagons(state: &mut State, rng: &mut Rng) {
    let letters = rng.pick(&[&['.', 'x', 'o'], &['.', '.', '.'], &['x', 'x', 'o'], &['x', 'o', 'o']]);
    for octagon in state.octagons.iter_mut().flatten() {
        if *octagon == '.' {
            *octagon = rng.pick(letters);
        }
    }
}

/// Returns a completely random state.
pub(crate) fn scattered(rng: &mut Rng) -> State {
    let mut state = State::empty(rng.side());
    for side in ['x', 'o'] {
        let count = rng.below(9);
        scatter_pins(&mut state, side, count, rng);
    }
    scatter_octagons(&mut state, rng);
    state
}

/// Returns a state with a chain that lacks one link, with a pin beside the gap.
pub(crate) fn nearly_joined(rng: &mut Rng) -> State {
    let side = rng.side();
    let mut state = State::empty(side);
    let chain = wander(side, rng);
    for &(row, column) in &chain {
        state.octagons[row][column] = side;
    }
    let (row, column) = chain[1 + rng.below(chain.len() - 2)];
    state.octagons[row][column] = enemy(side);
    scatter_octagons(&mut state, rng);
    if rng.once_in(2) {
        state.octagons[row][column] = '.';
    }
    let ends = [(row, column), (row + 1, column + 1), (row + 1, column), (row, column + 1)];
    let (row, column) = rng.pick(&ends);
    if exists(row as i32, column as i32) {
        state.pins[row][column] = side;
    }
    let (own, other) = (rng.below(7), rng.below(8));
    scatter_pins(&mut state, side, own, rng);
    scatter_pins(&mut state, enemy(side), other, rng);
    state
}

/// Returns a path over octagons from one base of a side to the other that crosses neither itself nor an enemy
/// base.
fn wander(side: char, rng: &mut Rng) -> Vec<(usize, usize)> {
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
            let (row, column) = rng.pick(&next);
            seen[row][column] = true;
            way.push((row, column));
        }
    }
    way
}

/// Returns a state with few pins of one side, enclosed by the other as far as its pins suffice.
pub(crate) fn shut_in(rng: &mut Rng) -> State {
    let side = rng.side();
    let mut state = State::empty(side);
    // At a corner six enemies enclose one pin and seven enclose two; in the middle of an edge it takes eight.
    let pairs = [[(0, 1), (1, 0)], [(0, 5), (1, 6)], [(6, 1), (5, 0)], [(6, 5), (5, 6)], [(0, 3), (0, 2)]];
    let [first, second] = rng.pick(&pairs);
    state.pins[first.0][first.1] = side;
    if rng.once_in(3) {
        state.pins[second.0][second.1] = side;
    }
    if rng.once_in(20) {
        scatter_pins(&mut state, side, 1, rng);
    }
    scatter_octagons(&mut state, rng);
    while state.count(enemy(side)) < 8 {
        let actions = state.actions();
        if actions.is_empty() {
            break;
        }
        let [_, _, row, column] = rng.pick(&actions);
        state.pins[row as usize][column as usize] = enemy(side);
    }
    state
}

/// Returns a state just before a side was enclosed: one of the enclosing pins has not moved yet.
pub(crate) fn not_yet_shut_in(rng: &mut Rng) -> State {
    let mut state = shut_in(rng);
    state.turn = enemy(state.turn);
    let actions = state.actions();
    if actions.is_empty() {
        return state;
    }
    let [row, column, to_row, to_column] = rng.pick(&actions);
    state.pins[to_row as usize][to_column as usize] = state.turn;
    state.pins[row as usize][column as usize] = '.';
    state
}
