//! Patterns: the effects of a stone along one line, by the cells around it.

use std::sync::LazyLock;

/// The effects of one side's stone on an empty cell along one axis, as a sum of bits.
///
/// A stone joins others if a window of five cells contains them and no stone of the opponent. The bits are
/// chosen so that [`LineState`](crate::line_state::LineState) can add them up as weights for joining one, two
/// and three stones.
pub(crate) mod effect {
    /// Joins one stone.
    pub(crate) const ONE: u8 = 1;
    /// Makes a free-three.
    pub(crate) const FREE_THREE: u8 = 1 << 1;
    /// Makes a four that is open at both ends.
    pub(crate) const OPEN_FOUR: u8 = 1 << 2;
    /// Joins two stones.
    pub(crate) const TWO: u8 = 1 << 3;
    /// Makes a five.
    pub(crate) const FIVE: u8 = 1 << 4;
    /// Joins three stones: makes a four.
    pub(crate) const FOUR: u8 = 1 << 5;
    /// Captures a pair.
    pub(crate) const TAKE: u8 = 1 << 6;
    /// Threatens to capture a pair: comes next to one whose far side is empty.
    pub(crate) const FLANK: u8 = 1 << 7;
}

/// The distance at which a stone can matter.
pub(crate) const REACH: u16 = 4;

/// The effects of a black and of a white stone, by the [`REACH`] cells before and those after: two bits per
/// cell, the first for black, the second for white, both for a wall.
pub(crate) type Patterns = [[u8; 2]; 1 << 16];

/// Returns the table of all patterns, computed on first use in a few milliseconds.
pub(crate) fn patterns() -> &'static Patterns {
    static PATTERNS: LazyLock<Box<Patterns>> = LazyLock::new(|| {
        let all: Box<[[u8; 2]]> = (0..=u16::MAX)
            .map(|around| {
                let exchanged = (around & 0x5555) << 1 | (around >> 1 & 0x5555);
                [effects(around), effects(exchanged)]
            })
            .collect();
        all.try_into().expect("every pattern was made once")
    });
    &PATTERNS
}

/// Returns the effects of a stone of the side with the first bits.
fn effects(around: u16) -> u8 {
    const WINDOW: u32 = 0b1_1111;
    const RUN: u32 = 0b11_1111;
    // Nine cells; the middle one is empty.
    let (mut firsts, mut seconds) = (0_u32, 0_u32);
    for i in 0..2 * REACH {
        let cell = if i < REACH { i } else { i + 1 };
        firsts |= u32::from(around >> (2 * i) & 1) << cell;
        seconds |= u32::from(around >> (2 * i + 1) & 1) << cell;
    }
    let (own, other, empty) = (firsts & !seconds, seconds & !firsts, !(firsts | seconds));
    let mut effects = 0;
    for first in 0..5 {
        if seconds >> first & WINDOW == 0 {
            effects |= match (own >> first & WINDOW).count_ones() {
                1 => effect::ONE,
                2 => effect::TWO,
                3 => effect::FOUR,
                4 => effect::FIVE,
                _ => 0,
            };
        }
    }
    for first in 0..4 {
        let open = empty >> first & empty >> (first + 5) & 1 == 1;
        if open && seconds >> first & RUN == 0 {
            effects |= match (own >> first & RUN).count_ones() {
                2 => effect::FREE_THREE,
                3 => effect::OPEN_FOUR,
                _ => 0,
            };
        }
    }
    let at = |set: u32, cell: u16| set >> cell & 1 == 1;
    for [near, next, far] in [[3, 2, 1], [5, 6, 7]] {
        if at(other, near) && at(other, next) {
            effects |= if at(own, far) { effect::TAKE } else { 0 };
            effects |= if at(empty, far) { effect::FLANK } else { 0 };
        }
    }
    effects
}

/// For each window of five cells, with two bits each as above, a one in the byte that counts it: one, two,
/// three or four black stones and no white one, then the same for white. Zero otherwise.
pub(crate) const WINDOWS: [u64; 1 << 10] = {
    let mut windows = [0; 1 << 10];
    let mut cells: usize = 0;
    while cells < 1 << 10 {
        let black = (cells & 0b01_0101_0101).count_ones();
        let white = (cells & 0b10_1010_1010).count_ones();
        if white == 0 && black > 0 && black < 5 {
            windows[cells] = 1 << (8 * (black - 1));
        } else if black == 0 && white > 0 && white < 5 {
            windows[cells] = 1 << (8 * (white + 3));
        }
        cells += 1;
    }
    windows
};
