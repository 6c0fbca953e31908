//! Ratings that know how sure they are: Glicko-2, after Mark Glickman's description of 2013.

use std::f64::consts::PI;

/// How far volatility may change in a period; the description suggests 0.3 to 1.2.
const SYSTEM: f64 = 0.5;
/// Points of the rating scale in one unit of the inner scale.
const SCALE: f64 = 173.717_8;
/// No deviation grows beyond that of a newcomer.
const MOST_DEVIATION: f64 = 350.0;

/// How strong a player is thought to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// On the scale of Elo, 1500 for a newcomer.
    pub rating: f64,
    /// The standard deviation of that: the true strength is within two of them 95 times of 100.
    pub deviation: f64,
    /// How much the player's strength is expected to vary.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: MOST_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// The rating after a period with these games: the opponent as rated before it, and the points
    /// made, 0 to 1. Without games only the doubt grows.
    #[must_use]
    pub fn after(&self, games: &[(Rating, f64)]) -> Rating {
        let phi = self.deviation / SCALE;
        if games.is_empty() {
            return Rating { deviation: widened(phi, self.volatility) * SCALE, ..*self };
        }
        let mu = inner(self.rating);
        let mut information = 0.0;
        let mut surprise = 0.0;
        for (opponent, points) in games {
            let weight = weight(opponent.deviation / SCALE);
            let expected = 1.0 / (1.0 + (-weight * (mu - inner(opponent.rating))).exp());
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (points - expected);
        }
        // Against someone impossibly weaker nothing is learned.
        let variance = 1.0 / information.max(1e-12);
        let volatility = volatility(phi, self.volatility, variance, variance * surprise);
        let before = widened(phi, volatility);
        let deviation = 1.0 / (1.0 / (before * before) + 1.0 / variance).sqrt();
        Rating {
            rating: (mu + deviation * deviation * surprise) * SCALE + 1500.0,
            deviation: deviation * SCALE,
            volatility,
        }
    }
}

fn inner(rating: f64) -> f64 {
    (rating - 1500.0) / SCALE
}

fn widened(phi: f64, volatility: f64) -> f64 {
    (phi * phi + volatility * volatility).sqrt().min(MOST_DEVIATION / SCALE)
}

/// How much a game against an opponent of this deviation counts.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// The new volatility: the root of a monotonic function, by the Illinois variant of false position.
fn volatility(phi: f64, volatility: f64, variance: f64, delta: f64) -> f64 {
    let a = (volatility * volatility).ln();
    let f = |x: f64| {
        let e = x.exp();
        let total = phi * phi + variance + e;
        e * (delta * delta - total) / (2.0 * total * total) - (x - a) / (SYSTEM * SYSTEM)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + variance {
        (delta * delta - phi * phi - variance).ln()
    } else {
        let step = (1..1000).find(|&k| f(a - f64::from(k) * SYSTEM) >= 0.0).unwrap_or(1000);
        a - f64::from(step) * SYSTEM
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    // It converges in a handful of steps; the bound is for numbers nobody has thought of.
    for _ in 0..100 {
        if (high - low).abs() <= 1e-6 {
            break;
        }
        let middle = low + (low - high) * f_low / (f_high - f_low);
        let f_middle = f(middle);
        if f_middle * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (middle, f_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn the_example_of_the_description() {
        let games = [(rated(1400.0, 30.0), 1.0), (rated(1550.0, 100.0), 0.0), (rated(1700.0, 300.0), 0.0)];
        let after = rated(1500.0, 200.0).after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn doubt_grows_without_games_and_stops_at_a_newcomers() {
        let idle = rated(1700.0, 50.0).after(&[]);
        assert!((idle.rating - 1700.0).abs() < 1e-9 && idle.deviation > 50.0);
        assert!(Rating::default().after(&[]).deviation <= MOST_DEVIATION);
    }

    #[test]
    fn extremes_stay_finite() {
        let mut strong = Rating::default();
        for _ in 0..500 {
            strong = strong.after(&[(rated(100.0, 30.0), 1.0), (rated(4000.0, 350.0), 1.0)]);
            assert!(strong.rating.is_finite() && strong.deviation > 0.0 && strong.volatility > 0.0);
        }
        let beaten = strong.after(&[(rated(0.0, 350.0), 0.0); 50]);
        assert!(beaten.rating.is_finite() && beaten.rating < strong.rating);
    }
}
