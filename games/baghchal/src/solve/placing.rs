//! The placement phase, layer by layer from the last goat to the first.
//!
//! With `placed` goats placed, those on the board tell how many are captured; so one cube a tiger
//! class holds every position of a layer with one side to move. Goats placed lead to the next layer
//! with the tigers to move, inside the class. Tigers that move stay in the layer, and lead from
//! cube to cube.
//!
//! Both questions asked of a position are the tigers': can they win, can they at least draw? Either
//! is answered by yes if any move of theirs leads to yes, and if all moves of the goats do.

use chautari_solve::{Mapping, Pair, Remap, add_smaller, all_one_more, clear_where};

use super::atlas::{Class, SLOTS, Step};
use crate::{Baghchal, Capture};

/// Words in a cube.
pub(crate) const WORDS: usize = 1 << (SLOTS - 6);

/// For every set of goats of a class: whether the tigers win, and whether they at least draw.
pub(crate) type Cube = [Pair; WORDS];

/// An empty cube, made where it stays.
pub(crate) fn empty_cube() -> Box<Cube> {
    let words = vec![[0; 2]; WORDS].into_boxed_slice();
    words.try_into().unwrap_or_else(|_| unreachable!("the slice was made with the length of a cube"))
}

/// The least and the most goats on the board, with this many placed, while the game goes on.
pub(crate) fn sizes(rules: Baghchal, placed: u8) -> (u32, u32) {
    ((placed + 1).saturating_sub(rules.captures_to_win()).into(), placed.into())
}

/// What the tigers can do in a class when it is their turn, from what they can when it is not.
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
        // Where a tiger can capture, no step counts.
        let leaps: Vec<(u8, u8)> = class.leaps.iter().map(|leap| (leap.over, leap.step.to)).collect();
        clear_where(answer, &leaps);
    }
    for leap in &class.leaps {
        join(&leap.step, Some(leap.over), answer);
    }
    // With fewer goats the tigers have captured enough.
    add_smaller(answer, sizes.0);
}

/// What the tigers can do in a class when a goat is to be placed, from what they can after it is.
pub(crate) fn goats_to_move(next: &Cube, answer: &mut Cube) {
    all_one_more(next, answer);
}
