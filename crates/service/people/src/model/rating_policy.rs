//! Bounds on the farming and the throwing of ratings, as pure functions.
//!
//! - Games of the same two players count less from the sixth per day on, and not at all from the eleventh on.
//! - An established player's game against a provisional one counts half.
//! - An established rating does not fall further than [`MAX_FALL`] below its peak.

use chautari_arena::Rating;

/// Rated games per day that two players play with full weight.
pub(crate) const FULL_GAMES: usize = 5;

/// Rated games per day after which two players play without ratings.
pub(crate) const MAX_GAMES: usize = 10;

/// The period in which games of the same two players are counted, in milliseconds.
pub(crate) const PERIOD_MS: u64 = 24 * 3_600_000;

/// Different opponents before a person is on a leaderboard.
pub(crate) const MIN_OPPONENTS: usize = 5;

/// The deviation above which a rating is provisional.
const PROVISIONAL_DEVIATION: f64 = 110.0;

/// The weight of a game of an established player against a provisional one.
const PROVISIONAL_WEIGHT: f64 = 0.5;

/// The largest distance of an established rating from its peak, so that losing on purpose does not pay.
const MAX_FALL: f64 = 300.0;

/// Whether too few games have been played for the rating to be reliable.
pub(crate) fn is_provisional(rating: &Rating) -> bool {
    rating.deviation > PROVISIONAL_DEVIATION
}

/// Returns the weight of a game, 0 to 1. `earlier` is the number of rated games of the same two players in the last
/// [`PERIOD_MS`].
pub(crate) fn weight(earlier: usize, own: &Rating, opponent: &Rating) -> f64 {
    let repeated = match earlier {
        0..FULL_GAMES => 1.0,
        FULL_GAMES..MAX_GAMES => (MAX_GAMES - earlier) as f64 / (MAX_GAMES - FULL_GAMES + 1) as f64,
        _ => 0.0,
    };
    let is_new = is_provisional(opponent) && !is_provisional(own);
    if is_new { repeated * PROVISIONAL_WEIGHT } else { repeated }
}

/// Returns the peak after a change of the rating. Provisional ratings have none, because they swing.
pub(crate) fn peak(before: Option<f64>, rating: &Rating) -> Option<f64> {
    if is_provisional(rating) {
        return before;
    }
    Some(before.map_or(rating.rating, |peak| peak.max(rating.rating)))
}

/// Returns a rating that is not below the floor of its peak.
pub(crate) fn floored(rating: Rating, peak: Option<f64>) -> Rating {
    let floor = peak.map_or(f64::NEG_INFINITY, |peak| peak - MAX_FALL);
    Rating { rating: rating.rating.max(floor), ..rating }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, ..Rating::default() }
    }

    #[test]
    fn weight_falls_with_repetition_and_against_newcomers() {
        let (settled, new) = (rating(1500.0, 60.0), Rating::default());
        let weights: Vec<_> = (0..12).map(|earlier| weight(earlier, &settled, &settled)).collect();
        assert!(weights[..5].iter().all(|weight| (weight - 1.0).abs() < 1e-9), "{weights:?}");
        assert!(weights[4..=10].is_sorted_by(|a, b| a > b), "{weights:?}");
        assert_eq!((weights[9] > 0.0, weights[10], weights[11]), (true, 0.0, 0.0));
        assert!((weight(0, &settled, &new) - 0.5).abs() < 1e-9);
        assert!((weight(0, &new, &settled) - 1.0).abs() < 1e-9, "a newcomer learns the most");
        assert!((weight(0, &new, &new) - 1.0).abs() < 1e-9);
    }

    fn any_rating() -> impl Strategy<Value = Rating> {
        (400.0..2800.0, 30.0..350.0).prop_map(|(value, deviation)| rating(value, deviation))
    }

    proptest! {
        /// Two names that play each other all day move a rating no more than the weights allow.
        #[test]
        fn weighted_game_moves_a_rating_no_more_than_a_full_one(own in any_rating(), other in any_rating(), points in 0..=2_u8, earlier in 0..20_usize) {
            let points = f64::from(points) / 2.0;
            let full = own.after(&[(other, points)]).rating - own.rating;
            let weight = weight(earlier, &own, &other);
            let moved = own.after_weighted(&[(other, points, weight)]).rating - own.rating;
            // Volatility depends on the surprise, too, which moves the result by far less than a point.
            prop_assert!(moved.abs() <= full.abs() + 0.5, "{moved} is more than {full}");
            if weight == 0.0 {
                prop_assert_eq!(own.after_weighted(&[(other, points, weight)]), own);
            }
        }

        /// However often a player loses on purpose, the rating stays near its peak, and winning is never punished.
        #[test]
        fn rating_never_falls_further_than_the_floor(start in 1200.0..2600.0_f64, results in prop::collection::vec(0..=2_u8, 1..80)) {
            let mut own = rating(start, 70.0);
            let mut highest = peak(None, &own);
            for points in results {
                let after = own.after(&[(rating(1500.0, 60.0), f64::from(points) / 2.0)]);
                let floored = floored(after, highest);
                prop_assert!(floored.rating >= after.rating && floored.rating >= highest.unwrap() - MAX_FALL);
                own = floored;
                highest = peak(highest, &own);
            }
        }
    }
}
