//! Glicko-2 ratings, after Mark Glickman's description of 2013.

use std::f64::consts::PI;

/// Constrains the change of volatility per period; the description suggests 0.3 to 1.2.
const SYSTEM: f64 = 0.5;
/// Points of the rating scale per unit of the internal scale.
const SCALE: f64 = 173.717_8;
/// The deviation of a new player, which is also the largest one.
const MAX_DEVIATION: f64 = 350.0;

/// The estimated strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating on the Elo scale; 1500 for a new player.
    pub rating: f64,
    /// The standard deviation: the true strength is within two deviations with a probability of 95 %.
    pub deviation: f64,
    /// The expected fluctuation of the player's strength.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: MAX_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// Returns the rating after a period with these games: for each the opponent's rating before the period,
    /// and the points scored, 0 to 1. Without games only the deviation grows.
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
        // Avoids a division by zero: a game against a far weaker opponent carries no information.
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
    (phi * phi + volatility * volatility).sqrt().min(MAX_DEVIATION / SCALE)
}

/// The weight of a game against an opponent with this deviation.
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
    // It converges in a few steps; the limit is for extreme input.
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
    fn example_of_the_description_is_reproduced() {
        let games = [(rated(1400.0, 30.0), 1.0), (rated(1550.0, 100.0), 0.0), (rated(1700.0, 300.0), 0.0)];
        let after = rated(1500.0, 200.0).after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn deviation_grows_without_games_up_to_that_of_a_new_player() {
        let idle = rated(1700.0, 50.0).after(&[]);
        assert!((idle.rating - 1700.0).abs() < 1e-9 && idle.deviation > 50.0);
        assert!(Rating::default().after(&[]).deviation <= MAX_DEVIATION);
    }

    #[test]
    fn extreme_ratings_stay_finite() {
        let mut strong = Rating::default();
        for _ in 0..500 {
            strong = strong.after(&[(rated(100.0, 30.0), 1.0), (rated(4000.0, 350.0), 1.0)]);
            assert!(strong.rating.is_finite() && strong.deviation > 0.0 && strong.volatility > 0.0);
        }
        let beaten = strong.after(&[(rated(0.0, 350.0), 0.0); 50]);
        assert!(beaten.rating.is_finite() && beaten.rating < strong.rating);
    }
}
