//! What `learn/` needs to fit a judgement to the exact values, and to try it.

use chautari_game::{Engine, EngineOptions, Position as _};

use crate::engine::BaghchalEngine;
use crate::position::TIGER_SIDE;
use crate::{Baghchal, Position};

pub use crate::EvalWeights;
pub use crate::eval::{Counts, FINENESS, InvalidWeights, NAMES, counts};

/// An engine at full strength without tables that judges by this, or by hand.
pub fn engine(
    rules: Baghchal,
    options: &EngineOptions,
    weights: Option<&'static EvalWeights>,
) -> Box<dyn Engine<Baghchal>> {
    let weights = weights.unwrap_or(EvalWeights::by_hand(rules.capture()));
    Box::new(BaghchalEngine::with_weights(weights, rules, options))
}

/// Whether a position is one to judge by a glance: no tiger can take anything now.
pub fn is_quiet(position: &Position) -> bool {
    position.outcome().is_none()
        && (position.turn() != TIGER_SIDE || position.leapers().iter().all(|&leapers| leapers == 0))
}

/// What the judgement by hand says of a position to the tigers, in hundredths of a goat.
pub fn handcrafted(position: &Position) -> i32 {
    EvalWeights::by_hand(position.rules().capture()).of(position)
}
