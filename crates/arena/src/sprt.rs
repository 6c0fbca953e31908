//! The sequential probability ratio test: play until one of two hypotheses is accepted.

use crate::Sample;
use crate::elo::score_of;

/// A test between two hypotheses about a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The null hypothesis: a gain of at most this many Elo.
    pub elo0: f64,
    /// The alternative hypothesis: a gain of at least this many Elo.
    pub elo1: f64,
    /// The probability of accepting a gain that does not exist.
    pub alpha: f64,
    /// The probability of rejecting a gain that exists.
    pub beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Undecided: play on.
    Open,
    /// The gain is rejected.
    Rejected,
    /// The gain is accepted.
    Accepted,
}

/// The current state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The logarithm of the likelihood ratio of the two hypotheses.
    pub llr: f64,
    /// The bound at or below which the gain is rejected.
    pub lower: f64,
    /// The bound at or above which the gain is accepted.
    pub upper: f64,
    /// The decision that follows.
    pub decision: Decision,
}

/// Results that have not occurred count as this much, so that no result is impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Creates a test with error probabilities of 5 %.
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Whether the parameters make sense: `elo0` below `elo1`, error probabilities between 0 and ½.
    pub fn is_sound(&self) -> bool {
        let risk = |p: f64| p > 0.0 && p < 0.5;
        let bounded = self.elo0.abs() <= 2000.0 && self.elo1.abs() <= 2000.0;
        bounded && self.elo0 < self.elo1 && risk(self.alpha) && risk(self.beta)
    }

    /// Evaluates the test on a sample.
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

/// The logarithm of the likelihood ratio of two distributions: the most likely one with mean `score1`, and the
/// most likely one with mean `score0`, given the sample.
fn log_likelihood_ratio(sample: Sample, score0: f64, score1: f64) -> f64 {
    if sample.size() == 0 {
        return 0.0;
    }
    let counts: Vec<_> = sample.results().map(|(share, n)| (share, (n as f64).max(UNSEEN))).collect();
    let (likely0, likely1) = (tilt(&counts, score0), tilt(&counts, score1));
    // The most likely probabilities are n / (1 + tilt·(share − mean)), so their ratio needs only the tilts.
    let term = |&(share, n): &(f64, f64)| {
        n * ((1.0 + likely0 * (share - score0)) / (1.0 + likely1 * (share - score1))).ln()
    };
    counts.iter().map(term).sum()
}

/// How far the most likely distribution with this mean is tilted against the sample: the root of Σ n·(share −
/// mean) / (1 + tilt·(share − mean)), which decreases between its poles.
fn tilt(counts: &[(f64, f64)], mean: f64) -> f64 {
    let slope = |tilt: f64| -> f64 {
        counts.iter().map(|&(share, n)| n * (share - mean) / (1.0 + tilt * (share - mean))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Bisection; 80 steps exhaust the precision of the numbers.
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
    fn bounds_are_those_of_wald() {
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
    fn ratio_without_draws_is_that_of_coin_tosses() {
        let (score0, score1) = (score_of(0.0), score_of(100.0));
        for (wins, losses) in [(60, 40), (40, 60), (7, 0)] {
            let plain = f64::from(wins) * (score1 / score0).ln()
                + f64::from(losses) * ((1.0 - score1) / (1.0 - score0)).ln();
            let counts = [u64::try_from(losses).unwrap(), u64::try_from(wins).unwrap()];
            near(log_likelihood_ratio(Sample(&counts), score0, score1), plain, 0.01);
        }
    }

    #[test]
    fn ratio_near_zero_matches_the_normal_approximation() {
        // n·(s1 − s0)·(2s − s0 − s1) / (2·variance), a good approximation for small differences and many games.
        let sample = Sample(&[150, 900, 2000, 1000, 200]);
        let (score0, score1) = (score_of(0.0), score_of(4.0));
        let approximation =
            sample.size() as f64 * (score1 - score0) * (2.0 * sample.mean() - score0 - score1)
                / (2.0 * sample.variance());
        near(log_likelihood_ratio(sample, score0, score1), approximation, 0.02 * approximation.abs());
        assert!(approximation > 2.0);
    }

    #[test]
    fn test_decides_both_ways_and_only_with_evidence() {
        let sprt = Sprt::new(0.0, 50.0);
        assert_eq!(sprt.judge(Sample(&[1, 1, 2])).decision, Decision::Open);
        assert_eq!(sprt.judge(Sample(&[20, 20, 60])).decision, Decision::Accepted);
        assert_eq!(sprt.judge(Sample(&[60, 20, 20])).decision, Decision::Rejected);
        assert_eq!(sprt.judge(Sample(&[0, 0, 0, 0, 500])).decision, Decision::Accepted);
        assert_eq!(sprt.judge(Sample(&[500, 0, 0, 0, 0])).decision, Decision::Rejected);
    }

    #[test]
    fn unsound_parameters_are_detected() {
        assert!(Sprt::new(-5.0, 0.0).is_sound());
        for bad in [Sprt::new(5.0, 5.0), Sprt::new(5.0, 0.0), Sprt::new(f64::NAN, 5.0)] {
            assert!(!bad.is_sound());
        }
        assert!(!Sprt { alpha: 0.0, ..Sprt::new(0.0, 5.0) }.is_sound());
    }
}
