//! Elo differences estimated from match results.

use crate::Sample;

/// The normal deviate of a two-sided confidence of 95 %.
const DEVIATE_95: f64 = 1.959_963_985;

/// The probability beyond the error bars on either side.
const TAIL: f64 = 0.025;

/// Returns the expected score, 0 to 1, for a difference in Elo.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo that predicts a score; infinite at 0 and 1.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// A difference in strength with its 95 % confidence interval.
///
/// The score is assumed to be normally distributed around its mean with the variance of the sample (pentanomial
/// over pairs, trinomial over single games); mean and bounds are converted to Elo. If all results are equal,
/// the sample has no variance; then the bounds are exact, from the probability of such a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// The difference in Elo; infinite if all results are wins, or all are losses.
    pub elo: f64,
    /// The lower bound of the confidence interval, in Elo.
    pub low: f64,
    /// The upper bound of the confidence interval, in Elo.
    pub high: f64,
    /// The probability that the first player is the stronger one, 0 to 1.
    pub superiority: f64,
}

impl Estimate {
    /// Estimates the difference from a sample; `None` if it is empty.
    pub fn of(sample: Sample) -> Option<Estimate> {
        let n = sample.size() as f64;
        if n == 0.0 {
            return None;
        }
        let (score, variance) = (sample.mean(), sample.variance());
        let (low, high, superiority) = if variance > 0.0 {
            let error = (variance / n).sqrt();
            let bar = DEVIATE_95 * error;
            ((score - bar).max(0.0), (score + bar).min(1.0), below((score - 0.5) / error))
        } else {
            // The smallest probability of this result for which such a sample is still likely enough.
            let sure = TAIL.powf(1.0 / n);
            let doubt = 0.5_f64.powf(n + 1.0);
            let superiority = match score {
                s if s > 0.5 => 1.0 - doubt,
                s if s < 0.5 => doubt,
                _ => 0.5,
            };
            (score * sure, 1.0 - (1.0 - score) * sure, superiority)
        };
        let elo = elo_of(score);
        Some(Estimate { score, elo, low: elo_of(low), high: elo_of(high), superiority })
    }
}

/// The standard normal distribution function. The error is below 2e-7.
fn below(deviate: f64) -> f64 {
    // A rational approximation of the error function: Abramowitz and Stegun, 7.1.26.
    let x = deviate.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = poly.iter().fold(0.0, |sum, factor| (sum + factor) * t) * (-x * x).exp() / 2.0;
    if deviate < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn score_and_elo_are_inverse() {
        near(score_of(0.0), 0.5, 1e-12);
        near(score_of(400.0), 10.0 / 11.0, 1e-12);
        near(elo_of(0.75), 190.848_501_9, 1e-6);
        for elo in [-700.0, -3.0, 0.0, 12.5, 300.0] {
            near(elo_of(score_of(elo)), elo, 1e-9);
        }
        assert_eq!((elo_of(0.0), elo_of(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn sixty_wins_twenty_draws_twenty_losses() {
        // Mean 0.7; variance (60·0.3² + 20·0.2² + 20·0.7²) / 100 = 0.16; error √(0.16/100) = 0.04.
        let estimate = Estimate::of(Sample(&[20, 20, 60])).unwrap();
        near(estimate.score, 0.7, 1e-12);
        near(estimate.elo, 147.190_714, 1e-5);
        // 400·log10 of 0.6216/0.3784 and of 0.7784/0.2216.
        near(estimate.low, 86.226, 0.01);
        near(estimate.high, 218.252, 0.01);
        near(estimate.superiority, 0.999_999_7, 2e-7);
    }

    #[test]
    fn pairs_narrow_the_interval_if_the_opening_decides() {
        // The same 50 wins and 50 losses, decided by the side, or by chance.
        let games = Estimate::of(Sample(&[50, 0, 50])).unwrap();
        near(games.high, 69.0, 0.5);
        let pairs = Estimate::of(Sample(&[1, 0, 48, 0, 1])).unwrap();
        // Variance 2·0.5²/50 = 0.01, error √(0.01/50).
        near(pairs.high, elo_of(0.5 + DEVIATE_95 * (0.01_f64 / 50.0).sqrt()), 1e-9);
        near(pairs.high, 19.3, 0.1);
        near(pairs.superiority, 0.5, 1e-6);
    }

    #[test]
    fn equal_results_have_exact_bounds() {
        let wins = Estimate::of(Sample(&[0, 0, 10])).unwrap();
        assert_eq!((wins.elo, wins.high), (f64::INFINITY, f64::INFINITY));
        // 0.025^(1/10) = 0.6915.
        near(wins.low, elo_of(0.691_503), 1e-3);
        near(wins.superiority, 1.0 - 1.0 / 2048.0, 1e-12);
        let draws = Estimate::of(Sample(&[0, 10, 0])).unwrap();
        assert_eq!((draws.elo, draws.superiority), (0.0, 0.5));
        near(draws.low, -draws.high, 1e-9);
        let pairs = Estimate::of(Sample(&[0, 0, 0, 0, 5])).unwrap();
        assert!(pairs.high.is_infinite());
        let losses = Estimate::of(Sample(&[3, 0, 0])).unwrap();
        assert_eq!((losses.low, losses.superiority), (f64::NEG_INFINITY, 0.0625));
        assert_eq!(Estimate::of(Sample(&[0, 0, 0])), None);
    }

    #[test]
    fn normal_distribution_matches_known_values() {
        for (deviate, part) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.0, 0.158_655_3), (DEVIATE_95, 0.975)] {
            near(below(deviate), part, 2e-7);
        }
    }
}
