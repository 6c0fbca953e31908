//! Solving the placement phase, layer by layer from the last goat to the first.
//!
//! With `placed` goats placed, the number of goats on the board determines the captures, so one cube per
//! tiger class contains all positions of a layer with one side to move. Placing a goat leads to the next
//! layer with the tigers to move, inside the class. Tiger moves stay in the layer and lead from cube to cube.
//!
//! Two bits per position describe it for the tigers: whether they can win, and whether they can at least
//! draw. Either is set if any of their moves leads to it, or if all moves of the goats do.

use chautari_solve::{Mapping, Pair, Remap, add_smaller, all_one_more, clear_where};

use super::atlas::{Class, SLOTS, Step};
use crate::{Baghchal, Capture};

/// The number of words in a cube.
pub(crate) const WORDS: usize = 1 << (SLOTS - 6);

/// For each set of goats of a class, whether the tigers win and whether they at least draw.
pub(crate) type Cube = [Pair; WORDS];

/// Allocates an empty cube directly on the heap.
pub(crate) fn empty_cube() -> Box<Cube> {
    let words = vec![[0; 2]; WORDS].into_boxed_slice();
    words.try_into().unwrap_or_else(|_| unreachable!("the slice was made with the length of a cube"))
}

/// Returns the minimum and maximum number of goats on the board with this many placed, while the game is in
/// progress.
pub(crate) fn sizes(rules: Baghchal, placed: u8) -> (u32, u32) {
    ((placed + 1).saturating_sub(rules.captures_to_win()).into(), placed.into())
}

/// Computes the tigers' results of a class with the tigers to move, from those with the goats to move.
pub(crate) fn tigers_to_move(rules: Baghchal, placed: u8, class: &Class, next: &[Cube], answer: &mut Cube) {
    let sizes = sizes(rules, placed);
    let join = |step: &Step, removed, answer: &mut Cube| {
        let remap = Remap::new(&Mapping { from: &step.map, absent: step.to, removed, sizes });
        remap.join(&next[usize::from(step.class)], answer);
    };
    answer.fill([0; 2]);
    for step in &class.steps {
        join(step, None, answer);
    }
    if rules.capture() == Capture::Compulsory {
        // If a tiger can capture, steps are illegal.
        let leaps: Vec<(u8, u8)> = class.leaps.iter().map(|leap| (leap.over, leap.step.to)).collect();
        clear_where(answer, &leaps);
    }
    for leap in &class.leaps {
        join(&leap.step, Some(leap.over), answer);
    }
    // With fewer goats the tigers have captured enough to win.
    add_smaller(answer, sizes.0);
}

/// Computes the tigers' results of a class with a goat to be placed, from those after the placement.
pub(crate) fn goats_to_move(next: &Cube, answer: &mut Cube) {
    all_one_more(next, answer);
}
