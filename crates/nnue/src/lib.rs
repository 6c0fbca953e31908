//! Efficiently updatable neural networks (NNUE): a learned evaluation that is fast enough for a search.
//!
//! A game describes a position by binary features, from the perspective of the side to move and of its
//! opponent. The first layer is the sum of one column per active feature, kept in an [`Accumulator`]: a move
//! changes few features, so it costs a few additions of columns. The rest, a squared clipped ReLU and one
//! output, is computed when a position is evaluated.
//!
//! ```
//! use chautari_nnue::Network;
//!
//! // 64 features, 32 hidden values per perspective, one bucket; untrained.
//! let network: Network<32> = Network::random(64, 1);
//! let (mut own, mut other) = (network.start(), network.start());
//! for (feature, seen_by_the_other) in [(3, 60), (17, 42)] {
//!     network.update(&mut own).add(feature);
//!     network.update(&mut other).add(seen_by_the_other);
//! }
//! let before = network.evaluate(&own, &other, 0, 0);
//! // Move a piece away and back: two columns each way, and the same evaluation.
//! let (from, to) = (17, 25);
//! for (gone, come) in [(from, to), (to, from)] {
//!     let mut update = network.update(&mut own);
//!     update.remove(gone);
//!     update.add(come);
//! }
//! assert_eq!(network.evaluate(&own, &other, 0, 0), before);
//! ```
//!
//! All arithmetic is in integers, so every machine and every vector width gives bit-identical results;
//! `learn/` describes how networks are trained and computes the same integers in Python.

mod file;
mod vector;

pub use file::Damage;

/// The value 1.0 of a column entry in the first layer, and the ceiling of the clipped ReLU.
pub const ACTIVATION_ONE: i16 = 255;

/// The value 1.0 of a weight in the output layer.
pub const OUTPUT_ONE: i16 = 64;

/// The largest output weight; times the largest activation it still fits into 16 bits.
pub const MOST_OUTPUT_WEIGHT: i16 = 127;

/// The divisor of the weighted hand-crafted evaluation.
pub const HANDCRAFTED_ONE: i32 = 256;

/// The values of the hidden layer before activation, for one perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Accumulator<const HIDDEN: usize>([i16; HIDDEN]);

impl<const WIDTH: usize> Accumulator<WIDTH> {
    /// Concatenates two accumulators.
    pub fn joined<const HALF: usize>(halves: [&Accumulator<HALF>; 2]) -> Self {
        const { assert!(WIDTH == 2 * HALF) };
        Accumulator(joined(halves.map(|half| &half.0)))
    }

    /// Splits a concatenated accumulator.
    #[inline]
    pub fn halves<const HALF: usize>(&self) -> [Accumulator<HALF>; 2] {
        const { assert!(WIDTH == 2 * HALF) };
        [0, HALF].map(|first| Accumulator(std::array::from_fn(|i| self.0[first + i])))
    }
}

fn joined<const HALF: usize, const WIDTH: usize>(halves: [&[i16; HALF]; 2]) -> [i16; WIDTH] {
    std::array::from_fn(|i| halves[i / HALF][i % HALF])
}

impl<const HIDDEN: usize> Default for Accumulator<HIDDEN> {
    /// Creates an accumulator of zeros, which belongs to no position.
    fn default() -> Self {
        Accumulator([0; HIDDEN])
    }
}

/// One output: weights for the hidden values of both perspectives.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Output<const HIDDEN: usize> {
    /// The weights, the side to move first.
    weights: [[i16; HIDDEN]; 2],
    bias: i32,
}

/// The column each feature adds to an accumulator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns<const WIDTH: usize>(Vec<[i16; WIDTH]>);

impl<const WIDTH: usize> Columns<WIDTH> {
    /// Starts an update that removes and adds features.
    #[inline]
    pub fn update<'a>(&'a self, accumulator: &'a mut Accumulator<WIDTH>) -> Update<'a, WIDTH> {
        Update { columns: self, accumulator, removed: Features::default(), added: Features::default() }
    }
}

/// A network with one hidden layer for each perspective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const HIDDEN: usize> {
    columns: Columns<HIDDEN>,
    bias: [i16; HIDDEN],
    /// One output for each bucket, a class of positions the game distinguishes.
    outputs: Vec<Output<HIDDEN>>,
    /// The value of an output of 1.0, in hundredths of the game's unit.
    scale: i32,
    /// The weight of the hand-crafted evaluation in 256ths; the network corrects that evaluation.
    handcrafted_weight: i32,
}

impl<const HIDDEN: usize> Network<HIDDEN> {
    /// Creates an untrained network with pseudorandom weights, for tests and benchmarks.
    pub fn random(features: usize, buckets: usize) -> Self {
        let mut state = 1_u32;
        let mut next = |most: i32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 8) as i32 % (2 * most + 1)) - most
        };
        let mut row = |most| std::array::from_fn(|_| next(most) as i16);
        let columns = Columns((0..features).map(|_| row(300)).collect());
        let bias = row(50);
        let output = |i| Output { weights: [row(127), row(127)], bias: 100 * i as i32 - 100 };
        let outputs = (0..buckets).map(output).collect();
        Network { columns, bias, outputs, scale: 400, handcrafted_weight: 128 }
    }

    /// Returns the number of features.
    pub fn features(&self) -> usize {
        self.columns.0.len()
    }

    /// Returns the number of buckets.
    pub fn buckets(&self) -> usize {
        self.outputs.len()
    }

    /// Whether [`evaluate`](Self::evaluate) needs the hand-crafted evaluation.
    pub fn uses_handcrafted(&self) -> bool {
        self.handcrafted_weight != 0
    }

    /// Returns the accumulator of a position without features.
    pub fn start(&self) -> Accumulator<HIDDEN> {
        Accumulator(self.bias)
    }

    /// Starts an update that removes and adds features.
    pub fn update<'a>(&'a self, accumulator: &'a mut Accumulator<HIDDEN>) -> Update<'a, HIDDEN> {
        self.columns.update(accumulator)
    }

    /// Returns columns for both perspectives in one, if a feature is always active for both: each pair gives
    /// its number from either perspective. `None` gives a column of zeros.
    pub fn joined<const WIDTH: usize>(
        &self,
        features: impl IntoIterator<Item = Option<[u16; 2]>>,
    ) -> Columns<WIDTH> {
        const { assert!(WIDTH == 2 * HIDDEN) };
        let column = |feature: u16| &self.columns.0[usize::from(feature)];
        let both = |pair: Option<[u16; 2]>| pair.map_or([0; WIDTH], |pair| joined(pair.map(column)));
        Columns(features.into_iter().map(both).collect())
    }

    /// Returns the evaluation for the side to move, in hundredths. `own` is its accumulator, `other` its
    /// opponent's; `handcrafted` is the hand-crafted evaluation.
    pub fn evaluate(
        &self,
        own: &Accumulator<HIDDEN>,
        other: &Accumulator<HIDDEN>,
        bucket: usize,
        handcrafted: i32,
    ) -> i32 {
        let output = &self.outputs[bucket];
        let [own_weights, other_weights] = &output.weights;
        let sum = vector::activate([&own.0, &other.0], [own_weights, other_weights]);
        let activation = i64::from(ACTIVATION_ONE);
        let value = sum.div_euclid(activation) + i64::from(output.bias);
        let value = (value * i64::from(self.scale)).div_euclid(activation * i64::from(OUTPUT_ONE));
        let handcrafted = i64::from(handcrafted) * i64::from(self.handcrafted_weight);
        (value + handcrafted.div_euclid(HANDCRAFTED_ONE.into())) as i32
    }
}

/// Pending changes of an accumulator, collected so that it is read and written once for several of them.
pub struct Update<'a, const WIDTH: usize> {
    columns: &'a Columns<WIDTH>,
    accumulator: &'a mut Accumulator<WIDTH>,
    removed: Features,
    added: Features,
}

impl<const WIDTH: usize> Update<'_, WIDTH> {
    /// Removes a feature.
    #[inline]
    pub fn remove(&mut self, feature: u16) {
        if self.removed.is_full() {
            self.apply();
        }
        self.removed.push(feature);
    }

    /// Adds a feature.
    #[inline]
    pub fn add(&mut self, feature: u16) {
        if self.added.is_full() {
            self.apply();
        }
        self.added.push(feature);
    }

    fn apply(&mut self) {
        let (removed, added) = (std::mem::take(&mut self.removed), std::mem::take(&mut self.added));
        vector::update(&mut self.accumulator.0, &self.columns.0, removed.as_slice(), added.as_slice());
    }
}

impl<const WIDTH: usize> Drop for Update<'_, WIDTH> {
    fn drop(&mut self) {
        self.apply();
    }
}

/// A fixed-size list, long enough for the changes of most moves.
#[derive(Default)]
struct Features {
    list: [u16; 32],
    len: usize,
}

impl Features {
    fn is_full(&self) -> bool {
        self.len == self.list.len()
    }

    fn push(&mut self, feature: u16) {
        self.list[self.len] = feature;
        self.len += 1;
    }

    fn as_slice(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network() -> Network<64> {
        Network::random(40, 3)
    }

    /// A straightforward implementation for comparison.
    fn slow(network: &Network<64>, features: [&[usize]; 2], bucket: usize, handcrafted: i32) -> i32 {
        let output = &network.outputs[bucket];
        let mut sum = 0_i64;
        for (side, weights) in features.iter().zip(&output.weights) {
            for (i, &weight) in weights.iter().enumerate() {
                let columns = side.iter().map(|&feature| i64::from(network.columns.0[feature][i]));
                let hidden = (i64::from(network.bias[i]) + columns.sum::<i64>()).clamp(0, 255);
                sum += hidden * hidden * i64::from(weight);
            }
        }
        let value = (sum.div_euclid(255) + i64::from(output.bias)) * i64::from(network.scale);
        (value.div_euclid(255 * 64) + i64::from(handcrafted * network.handcrafted_weight).div_euclid(256))
            as i32
    }

    #[test]
    fn incremental_updates_equal_a_fresh_start() {
        let network = network();
        let (mut own, mut other) = (network.start(), network.start());
        let mut update = network.update(&mut own);
        for feature in [3, 7, 39, 1, 2, 4, 5, 6, 8, 9] {
            update.add(feature);
        }
        drop(update);
        let mut update = network.update(&mut own);
        for feature in [7, 1, 2, 4, 5, 6, 8, 9] {
            update.remove(feature);
        }
        update.add(11);
        drop(update);
        network.update(&mut other).add(0);
        for bucket in 0..network.buckets() {
            for handcrafted in [-1000, -1, 0, 77] {
                let evaluated = network.evaluate(&own, &other, bucket, handcrafted);
                assert_eq!(evaluated, slow(&network, [&[3, 11, 39], &[0]], bucket, handcrafted));
            }
        }
    }

    #[test]
    fn vector_widths_agree() {
        let network = network();
        for (first, second) in (0..40_u16).zip(1..40) {
            let (mut wide, mut narrow) = (network.start(), network.start());
            vector::update(&mut wide.0, &network.columns.0, &[second], &[first]);
            vector::plain::update(&mut narrow.0, &network.columns.0, &[second], &[first]);
            assert_eq!(wide, narrow);
            let [own, other] = &network.outputs[usize::from(first % 3)].weights;
            let (hidden, weights) = ([&wide.0, &network.bias], [own, other]);
            assert_eq!(vector::activate(hidden, weights), vector::plain::activate(hidden, weights));
        }
    }
}
