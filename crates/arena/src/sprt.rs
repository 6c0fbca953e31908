//! The sequential probability ratio test: play on until one of two claims is proven.

use crate::Sample;
use crate::elo::score_of;

/// A test between two claims about a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The claim of no gain: so much Elo or less.
    pub elo0: f64,
    /// The claim of a gain: so much Elo or more.
    pub elo1: f64,
    /// How often the gain may be accepted where there is none.
    pub alpha: f64,
    /// How often the gain may be rejected where there is one.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Play on.
    Open,
    /// There is no gain.
    Rejected,
    /// There is a gain.
    Accepted,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The logarithm of how much likelier the results are if there is a gain.
    pub llr: f64,
    /// Reject at or below this.
    pub lower: f64,
    /// Accept at or above this.
    pub upper: f64,
    /// What follows.
    pub decision: Decision,
}

/// A result that has not occurred counts as this much of one, so that nothing is impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test that errs one time in twenty either way.
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Whether the numbers make a test: `elo0` below `elo1`, risks between 0 and ½.
    pub fn is_sound(&self) -> bool {
        let risk = |p: f64| p > 0.0 && p < 0.5;
        let bounded = self.elo0.abs() <= 2000.0 && self.elo1.abs() <= 2000.0;
        bounded && self.elo0 < self.elo1 && risk(self.alpha) && risk(self.beta)
    }

    /// How the test stands.
    pub fn judge(&self, sample: Sample) -> Standing {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = log_likelihood_ratio(sample, score_of(self.elo0), score_of(self.elo1));
        let decision = match llr {
            llr if llr <= lower => Decision::Rejected,
            llr if llr >= upper => Decision::Accepted,
            _ => Decision::Open,
        };
        Standing { llr, lower, upper, decision }
    }
}

/// The logarithm of the ratio of two likelihoods: of the likeliest distribution with mean `score1`
/// and of the likeliest with mean `score0`, given the sample.
fn log_likelihood_ratio(sample: Sample, score0: f64, score1: f64) -> f64 {
    if sample.size() == 0 {
        return 0.0;
    }
    let counts: Vec<_> = sample.results().map(|(share, n)| (share, (n as f64).max(UNSEEN))).collect();
    let (likely0, likely1) = (tilt(&counts, score0), tilt(&counts, score1));
    // The likeliest probabilities are n / (1 + tilt·(share − mean)), so their ratio needs no more.
    let term = |&(share, n): &(f64, f64)| {
        n * ((1.0 + likely0 * (share - score0)) / (1.0 + likely1 * (share - score1))).ln()
    };
    counts.iter().map(term).sum()
}

/// How far the likeliest distribution with this mean leans away from the sample: the root of
/// Σ n·(share − mean) / (1 + tilt·(share − mean)), which falls all the way between its poles.
fn tilt(counts: &[(f64, f64)], mean: f64) -> f64 {
    let slope = |tilt: f64| -> f64 {
        counts.iter().map(|&(share, n)| n * (share - mean) / (1.0 + tilt * (share - mean))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Bisection; 80 steps use up the precision of the numbers.
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn the_bounds_are_walds() {
        let standing = Sprt::new(0.0, 5.0).judge(Sample(&[0, 0, 0]));
        // ln(0.05/0.95) = −ln 19.
        near(standing.lower, -(19_f64.ln()), 1e-12);
        near(standing.upper, 19_f64.ln(), 1e-12);
        assert_eq!((standing.llr, standing.decision), (0.0, Decision::Open));
        let strict = Sprt { alpha: 0.01, beta: 0.1, ..Sprt::new(0.0, 5.0) }.judge(Sample(&[0, 0, 0]));
        near(strict.lower, (0.1_f64 / 0.99).ln(), 1e-12);
        near(strict.upper, 90_f64.ln(), 1e-12);
    }

    #[test]
    fn without_draws_it_is_the_plain_test_of_two_coins() {
        let (score0, score1) = (score_of(0.0), score_of(100.0));
        for (wins, losses) in [(60, 40), (40, 60), (7, 0)] {
            let plain = f64::from(wins) * (score1 / score0).ln()
                + f64::from(losses) * ((1.0 - score1) / (1.0 - score0)).ln();
            let counts = [u64::try_from(losses).unwrap(), u64::try_from(wins).unwrap()];
            near(log_likelihood_ratio(Sample(&counts), score0, score1), plain, 0.01);
        }
    }

    #[test]
    fn near_zero_it_is_the_normal_approximation() {
        // n·(s1 − s0)·(2s − s0 − s1) / (2·variance), good for small differences and many games.
        let sample = Sample(&[150, 900, 2000, 1000, 200]);
        let (score0, score1) = (score_of(0.0), score_of(4.0));
        let approximation =
            sample.size() as f64 * (score1 - score0) * (2.0 * sample.mean() - score0 - score1)
                / (2.0 * sample.variance());
        near(log_likelihood_ratio(sample, score0, score1), approximation, 0.02 * approximation.abs());
        assert!(approximation > 2.0);
    }

    #[test]
    fn it_decides_both_ways_and_only_when_sure() {
        let sprt = Sprt::new(0.0, 50.0);
        assert_eq!(sprt.judge(Sample(&[1, 1, 2])).decision, Decision::Open);
        assert_eq!(sprt.judge(Sample(&[20, 20, 60])).decision, Decision::Accepted);
        assert_eq!(sprt.judge(Sample(&[60, 20, 20])).decision, Decision::Rejected);
        assert_eq!(sprt.judge(Sample(&[0, 0, 0, 0, 500])).decision, Decision::Accepted);
        assert_eq!(sprt.judge(Sample(&[500, 0, 0, 0, 0])).decision, Decision::Rejected);
    }

    #[test]
    fn tests_that_make_no_sense_are_told_apart() {
        assert!(Sprt::new(-5.0, 0.0).is_sound());
        for bad in [Sprt::new(5.0, 5.0), Sprt::new(5.0, 0.0), Sprt::new(f64::NAN, 5.0)] {
            assert!(!bad.is_sound());
        }
        assert!(!Sprt { alpha: 0.0, ..Sprt::new(0.0, 5.0) }.is_sound());
    }
}
