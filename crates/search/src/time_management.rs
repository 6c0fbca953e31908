//! Time management: whether another iteration is worth its time.

use std::time::Duration;

use chautari_game::{Limit, Score};

use crate::Value;

/// Decides after each iteration whether to continue. A search whose best move changes or whose score falls
/// gets more time; a stable one stops early. Active only if the limit has an aim.
pub struct TimeManager<M> {
    aim: Option<Duration>,
    best: Option<M>,
    value: Value,
    /// How often the best move has changed recently; halved with every iteration.
    unrest: f64,
}

/// The share of the aim after which a stable search stops, and the addition for each change of the best move.
/// An iteration takes longer than all previous ones together, so none is started after half of the time.
const CALM: f64 = 0.35;
const UNREST: f64 = 0.6;

/// A fall of the score by this many hundredths extends the time by half.
const FALL: i32 = 40;

impl<M: PartialEq> TimeManager<M> {
    /// Creates a time manager before the first iteration.
    pub fn new(limit: &Limit) -> TimeManager<M> {
        TimeManager { aim: limit.aim, best: None, value: Value::MIN, unrest: 0.0 }
    }

    /// Whether unused time is saved for later moves.
    pub fn is_by_clock(&self) -> bool {
        self.aim.is_some()
    }

    /// Records the result of an iteration; returns whether the search should stop after `spent`.
    pub fn is_enough(&mut self, best: Option<M>, score: Score, spent: Duration) -> bool {
        let Some(aim) = self.aim else { return false };
        let value = Value::of_score(score);
        let changed = self.best.is_some() && self.best != best;
        self.unrest = self.unrest / 2.0 + f64::from(u8::from(changed));
        let falls = value.shifted(FALL) <= self.value;
        (self.best, self.value) = (best, value);
        let share = (CALM + UNREST * self.unrest) * if falls { 1.5 } else { 1.0 };
        spent >= aim.mul_f64(share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AIM: Duration = Duration::from_secs(1);

    /// Returns after how many milliseconds a search with these iterations stops.
    fn patience(thoughts: &[(u8, i32)]) -> u128 {
        let mut manager = TimeManager::new(&Limit { aim: Some(AIM), ..Limit::default() });
        let (&(best, score), before) = thoughts.split_last().unwrap();
        for &(best, score) in before {
            assert!(!manager.is_enough(Some(best), Score::Guess(score), Duration::ZERO));
        }
        let TimeManager { aim, best: known, value, unrest } = manager;
        let enough = |millis: &u64| {
            TimeManager { aim, best: known, value, unrest }.is_enough(
                Some(best),
                Score::Guess(score),
                Duration::from_millis(*millis),
            )
        };
        Duration::from_millis((0..10_000).find(enough).unwrap()).as_millis()
    }

    #[test]
    fn changing_best_move_extends_the_search() {
        let calm = patience(&[(1, 0), (1, 3), (1, -5)]);
        let changed = patience(&[(1, 0), (1, 3), (2, 5)]);
        let changed_twice = patience(&[(1, 0), (2, 3), (3, 5)]);
        assert!(calm < 500 && calm < changed && changed < changed_twice && changed_twice < 2000);
        assert_eq!(patience(&[(1, 0)]), calm, "the first thought is no change");
    }

    #[test]
    fn falling_score_extends_the_search() {
        assert!(patience(&[(1, 0), (1, -80)]) > patience(&[(1, 0), (1, -10)]));
    }

    #[test]
    fn search_without_aim_ends_at_its_limit() {
        let mut manager = TimeManager::new(&Limit { time: Some(AIM), ..Limit::default() });
        assert!(!manager.is_enough(Some(1), Score::Guess(0), AIM * 9));
    }
}
