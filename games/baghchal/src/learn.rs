//! The interface for `learn/`: features, weights and engines for fitting and testing an evaluation.

use chautari_game::{Engine, EngineOptions, Position as _};

use crate::engine::BaghchalEngine;
use crate::position::TIGER_SIDE;
use crate::{Baghchal, Position};

pub use crate::EvalWeights;
pub use crate::eval::{Counts, FINENESS, InvalidWeights, NAMES, counts};

/// Creates a full-strength engine without tables that uses these weights, or the hand-crafted ones.
pub fn engine(
    rules: Baghchal,
    options: &EngineOptions,
    weights: Option<&'static EvalWeights>,
) -> Box<dyn Engine<Baghchal>> {
    let weights = weights.unwrap_or(EvalWeights::by_hand(rules.capture()));
    Box::new(BaghchalEngine::with_weights(weights, rules, options))
}

/// Whether a position is suitable for static evaluation: no tiger can capture now.
pub fn is_quiet(position: &Position) -> bool {
    position.outcome().is_none()
        && (position.turn() != TIGER_SIDE || position.leapers().iter().all(|&leapers| leapers == 0))
}

/// Returns the hand-crafted evaluation for the tigers, in hundredths of a goat.
pub fn handcrafted(position: &Position) -> i32 {
    EvalWeights::by_hand(position.rules().capture()).of(position)
}
