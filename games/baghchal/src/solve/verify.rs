//! Verifying the tables against the rules.

use chautari_game::{Exact, Position as _, Rng, Side};
use chautari_solve::{TableError, rederive};
use rayon::prelude::*;

use super::atlas::ATLAS;
use super::layer::Layer;
use super::placing::sizes;
use super::tables::{SUBSETS, Tables};
use crate::{GOATS, Position};

/// A value that does not follow from the values of the next positions.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// The value in the table.
    pub said: Option<Exact>,
    /// The value derived from the next positions.
    pub follows: Option<Exact>,
}

/// The number of samples per random stream.
const BATCH: u64 = 1 << 12;

impl Tables {
    /// Derives `samples` random values of a layer with one side to move from the values of the next
    /// positions, and returns the first mismatch.
    pub fn verify(
        &self,
        layer: Layer,
        turn: Side,
        samples: u64,
        seed: u64,
    ) -> Result<Option<Mismatch>, TableError> {
        let found = (0..samples.div_ceil(BATCH)).into_par_iter().map(|batch| {
            let mut rng = Rng::new(seed ^ batch << 32);
            for _ in 0..BATCH.min(samples - batch * BATCH) {
                let position = self.sample(layer, turn, &mut rng);
                if let Some(mismatch) = self.verify_one(&position)? {
                    return Ok(Some(mismatch));
                }
            }
            Ok(None)
        });
        found.find_any(|found| !matches!(found, Ok(None))).unwrap_or(Ok(None))
    }

    /// Verifies the value of one position.
    pub fn verify_one(&self, position: &Position) -> Result<Option<Mismatch>, TableError> {
        let said = self.value(position)?;
        let follows = rederive(position, |next| self.value(next))?;
        let agree = match (said, follows) {
            // The placement phase stores no distances, even if they could be derived.
            (Some(said), Some(follows)) => {
                said.winner == follows.winner && (said.plies.is_none() || said.plies == follows.plies)
            }
            _ => false,
        };
        Ok((!agree).then_some(Mismatch { position: *position, said, follows }))
    }

    /// Returns a random position of a layer.
    pub fn sample(&self, layer: Layer, turn: Side, rng: &mut Rng) -> Position {
        let class = &ATLAS.classes[rng.below(ATLAS.classes.len())];
        let (placed, goats) = match layer {
            Layer::Sliding { captured } => (GOATS, u32::from(GOATS - captured)),
            Layer::Placing { placed } => {
                let (least, most) = sizes(self.rules(), placed);
                // Sizes are weighted by the number of their sets.
                let among = (least..=most).map(|size| SUBSETS[size as usize].len());
                let mut number = rng.below(among.sum());
                let mut size = least;
                while number >= SUBSETS[size as usize].len() {
                    number -= SUBSETS[size as usize].len();
                    size += 1;
                }
                (placed, size)
            }
        };
        let sets = SUBSETS[goats as usize].masks();
        Position {
            tigers: class.tigers,
            goats: class.points(sets[rng.below(sets.len())]),
            captured: placed - goats as u8,
            turn,
            rules: self.rules(),
        }
        .image(rng.below(Position::SYMMETRIES))
    }
}
