//! What `learn/` needs to fit a judgement to the exact values, and to try it.

use chautari_game::{Engine, Means, Position as _};

use crate::engine::Opponent;
use crate::position::TIGER_SIDE;
use crate::{Baghchal, Position};

pub use crate::Judgement;
pub use crate::judgement::{Counts, FINENESS, NAMES, NotAJudgement, counts};

/// An engine at full strength without tables that judges by this, or by hand.
pub fn engine(
    rules: Baghchal,
    means: &Means,
    judgement: Option<&'static Judgement>,
) -> Box<dyn Engine<Baghchal>> {
    let judgement = judgement.unwrap_or(Judgement::by_hand(rules.capture()));
    Box::new(Opponent::judging_by(judgement, rules, means))
}

/// Whether a position is one to judge by a glance: no tiger can take anything now.
pub fn is_quiet(position: &Position) -> bool {
    position.outcome().is_none()
        && (position.turn() != TIGER_SIDE || position.leapers().iter().all(|&leapers| leapers == 0))
}

/// What the judgement by hand says of a position to the tigers, in hundredths of a goat.
pub fn guess(position: &Position) -> i32 {
    Judgement::by_hand(position.rules().capture()).of(position)
}
