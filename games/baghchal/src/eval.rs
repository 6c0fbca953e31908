//! The static evaluation: a weighted sum of features.
//!
//! Levels 1 to 9 use hand-crafted weights; full strength uses weights fitted to the exact values of the
//! solved game (`learn baghchal fit`, see learn/README.md). For compulsory captures there are only
//! hand-crafted weights so far.

use std::fmt;
use std::sync::LazyLock;

use crate::board::{BOARD, DIRECTIONS, Direction};
use crate::position::TIGER_SIDE;
use crate::{Capture, Position};

/// The names of the features; see [`counts`].
pub const NAMES: [&str; 12] = [
    "always",
    "tigers-to-move",
    "captured",
    "two-short",
    "one-short",
    "trapped",
    "room",
    "at-risk",
    "on-rim",
    "exposed",
    "inside",
    "in-hand",
];

/// The feature counts of a position, or a weight per feature.
pub type Counts = [i32; NAMES.len()];

/// The unit of the weights: this many of them are a hundredth of a goat.
pub const FINENESS: i32 = 16;

/// The weight of each feature for the tigers, in the placement phase and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalWeights {
    placing: Counts,
    sliding: Counts,
}

const BY_HAND: EvalWeights = EvalWeights::by_hand_with(0);

/// An exposed goat counts only under compulsory captures, because there even careless tigers take it.
const BY_HAND_COMPULSORY: EvalWeights = EvalWeights::by_hand_with(5);

static FITTED: LazyLock<EvalWeights> = LazyLock::new(|| {
    EvalWeights::read(include_str!("../eval_weights.txt")).expect("a test reads what is part of the program")
});

impl EvalWeights {
    /// Returns the hand-crafted weights.
    pub fn by_hand(capture: Capture) -> &'static EvalWeights {
        match capture {
            Capture::Optional => &BY_HAND,
            Capture::Compulsory => &BY_HAND_COMPULSORY,
        }
    }

    /// Returns the strongest weights available.
    pub fn best(capture: Capture) -> &'static EvalWeights {
        match capture {
            Capture::Optional => &FITTED,
            Capture::Compulsory => &BY_HAND_COMPULSORY,
        }
    }

    const fn by_hand_with(exposed: i32) -> EvalWeights {
        let mut worths = [0, 0, 100, 0, 0, -55, 6, 20, -4, exposed, 0, 0];
        let mut i = 0;
        while i < worths.len() {
            worths[i] *= FINENESS;
            i += 1;
        }
        EvalWeights { placing: worths, sliding: worths }
    }

    /// Creates weights for the placement phase and for the sliding phase.
    pub fn new(placing: Counts, sliding: Counts) -> EvalWeights {
        EvalWeights { placing, sliding }
    }

    /// Parses the format written by [`Display`](fmt::Display).
    pub fn read(text: &str) -> Result<EvalWeights, InvalidWeights> {
        let mut weights = EvalWeights { placing: Counts::default(), sliding: Counts::default() };
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        for (i, name) in NAMES.into_iter().enumerate() {
            let line = lines.next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let mut number = || words.next()?.parse::<i16>().ok().map(i32::from);
            let numbers = number().zip(number());
            let (Some((placing, sliding)), Some(said), None) = (numbers, words.next(), words.next()) else {
                return Err(InvalidWeights);
            };
            if said != name {
                return Err(InvalidWeights);
            }
            (weights.placing[i], weights.sliding[i]) = (placing, sliding);
        }
        if lines.next().is_none() { Ok(weights) } else { Err(InvalidWeights) }
    }

    /// Returns the evaluation for the tigers, in hundredths of a goat.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> i32 {
        let worths = if position.in_hand() > 0 { &self.placing } else { &self.sliding };
        counts(position).iter().zip(worths).map(|(count, worth)| count * worth).sum::<i32>() / FINENESS
    }
}

/// One line per feature: its weight in the placement phase, its weight after it, its name.
impl fmt::Display for EvalWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((placing, sliding), name) in self.placing.iter().zip(&self.sliding).zip(NAMES) {
            writeln!(f, "{placing:6} {sliding:6} {name}")?;
        }
        Ok(())
    }
}

/// The error for text that does not have the format of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidWeights;

impl fmt::Display for InvalidWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a line with two numbers and a name for each of: {}", NAMES.join(", "))
    }
}

impl std::error::Error for InvalidWeights {}

/// The sixteen points along the edge.
pub(crate) const RIM: u32 = {
    let mut set = 0;
    let mut i = 0;
    while i < 25 {
        if i / 5 == 0 || i / 5 == 4 || i % 5 == 0 || i % 5 == 4 {
            set |= 1 << i;
        }
        i += 1;
    }
    set
};

/// Returns the features of a position: a constant one; the side to move; goats captured, and whether one or
/// two more win; trapped tigers, moves of all tigers, goats at risk; goats on the rim, which cannot be
/// captured across it; lines on which a goat could be captured, wherever the tigers are; tigers away from the
/// rim; goats in hand.
#[inline]
pub fn counts(position: &Position) -> Counts {
    let (mut free, mut room, mut at_risk) = (0, 0, 0);
    let steppers = position.steppers(position.tigers);
    for (d, (step, leap)) in DIRECTIONS.into_iter().zip(steppers.into_iter().zip(position.leapers())) {
        free |= step | leap;
        room += (step | leap).count_ones();
        at_risk |= d.forward(leap);
    }
    let number = |set: u32| set.count_ones() as i32;
    let short = position.rules().captures_to_win().saturating_sub(position.captured);
    [
        1,
        if position.turn == TIGER_SIDE { 1 } else { -1 },
        i32::from(position.captured),
        i32::from(short == 2),
        i32::from(short == 1),
        number(position.tigers & !free),
        room as i32,
        number(at_risk),
        number(position.goats & RIM),
        exposed(position.goats),
        number(position.tigers & !RIM),
        i32::from(position.in_hand()),
    ]
}

/// Returns the number of lines on which a goat stands between two points without one.
fn exposed(goats: u32) -> i32 {
    let free = BOARD & !goats;
    let [east, south, .., southeast, southwest, _, _] = DIRECTIONS;
    let on = |d: Direction| (free & d.leaps & d.backward(goats & d.backward(free))).count_ones();
    [east, south, southeast, southwest].map(on).iter().sum::<u32>() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_weights_are_read_back() {
        for weights in [&BY_HAND, &BY_HAND_COMPULSORY, &*FITTED] {
            assert_eq!(EvalWeights::read(&weights.to_string()).as_ref(), Ok(weights));
        }
        for text in ["", "1 2 always", "1 2 3 always", &format!("{BY_HAND}1 2 more\n")] {
            assert_eq!(EvalWeights::read(text), Err(InvalidWeights), "{text}");
        }
    }

    #[test]
    fn a_goat_is_exposed_on_every_line_without_another_at_either_side() {
        let exposed = |goats: &[u8]| exposed(goats.iter().fold(0, |set, number| set | 1 << number));
        // In the middle there are four such lines, beside it two, on the rim one, in a corner none.
        assert_eq!([&[12][..], &[11], &[2], &[0]].map(exposed), [4, 2, 1, 0]);
        assert_eq!(exposed(&[12, 13]), 3 + 1);
        assert_eq!(exposed(&[11, 12, 13]), 1 + 3 + 1);
    }
}
