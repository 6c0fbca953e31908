//! The placement phase, layer by layer from the last goat to the first.
//!
//! With `placed` goats placed, those on the board tell how many are captured; so one cube a tiger
//! class holds every position of a layer with one side to move. Goats placed lead to the next layer
//! with the tigers to move, inside the class. Tigers that move stay in the layer, and lead from
//! cube to cube.
//!
//! Both questions asked of a position are the tigers': can they win, can they at least draw? Either
//! is answered by yes if any move of theirs leads to yes, and if all moves of the goats do.

use chautari_solve::{Carry, Pair, Renaming, all_one_more, of_size};

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
        let carry = Carry::new(&Renaming { from: &step.map, absent: step.to, removed, sizes });
        carry.join(&next[usize::from(step.class)], answer);
    };
    answer.fill([0; 2]);
    for step in &class.steps {
        join(step, None, answer);
    }
    if rules.capture() == Capture::Compulsory {
        forbid_steps(class, answer);
    }
    for leap in &class.leaps {
        join(&leap.step, Some(leap.over), answer);
    }
    // With fewer goats the tigers have captured enough.
    claim_smaller(sizes.0, answer);
}

/// Where a tiger can capture, no step counts.
fn forbid_steps(class: &Class, answer: &mut Cube) {
    for (word, pair) in answer.iter_mut().enumerate() {
        let leaps = class
            .leaps
            .iter()
            .fold(0, |leaps, leap| leaps | having(leap.over, word) & !having(leap.step.to, word));
        pair[0] &= !leaps;
        pair[1] &= !leaps;
    }
}

/// The bits of a word whose masks have this slot.
fn having(slot: u8, word: usize) -> u64 {
    const INSIDE: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match slot.checked_sub(6) {
        None => INSIDE[usize::from(slot)],
        Some(above) if word >> above & 1 == 1 => !0,
        Some(_) => 0,
    }
}

/// Gives the tigers everything with fewer goats than this.
pub(crate) fn claim_smaller(least: u32, cube: &mut Cube) {
    for (word, pair) in cube.iter_mut().enumerate() {
        let smaller = of_size(word, 0, least as i32 - 1);
        pair[0] |= smaller;
        pair[1] |= smaller;
    }
}

/// What the tigers can do in a class when a goat is to be placed, from what they can after it is.
pub(crate) fn goats_to_move(next: &Cube, answer: &mut Cube) {
    all_one_more(next, answer);
}
