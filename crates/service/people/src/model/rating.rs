//! Ratings of people and bots, one per game.

use std::collections::{BTreeMap, BTreeSet};

use chautari_arena::Rating;
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rating_policy::{self, MIN_OPPONENTS, PERIOD_MS};

/// The stable name of an opponent in rated games.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OpponentId(String);

impl OpponentId {
    /// A person.
    pub fn person(id: &PersonId) -> OpponentId {
        OpponentId(format!("person-{id}"))
    }

    /// A bot.
    pub fn bot(name: &str) -> OpponentId {
        OpponentId(format!("bot-{name}"))
    }

    /// An engine of the server, by its level; 0 for random moves.
    pub fn engine(level: u8) -> OpponentId {
        OpponentId(format!("engine-{level}"))
    }
}

/// A rated game of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// The opponent.
    pub opponent: OpponentId,
    /// The opponent's rating before the game.
    pub rating: Rating,
    /// The points of the player, 0 to 1.
    pub points: f64,
}

/// The rating in one game, as it is stored in the events of people and bots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredRating {
    /// The game, with its rules.
    pub(crate) game: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
    /// The opponent of each game since the rating before; empty in events of earlier versions and of bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    opponents: Vec<OpponentId>,
}

impl StoredRating {
    pub(crate) fn new(game: &str, rating: Rating) -> StoredRating {
        let Rating { rating, deviation, volatility } = rating;
        StoredRating { game: game.to_owned(), rating, deviation, volatility, opponents: Vec::new() }
    }

    pub(crate) fn rating(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

/// The current ratings of a person or a bot, by game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ratings(BTreeMap<String, Standing>);

/// The rating in one game, with what bounds its next change.
#[derive(Clone, Debug)]
struct Standing {
    rating: Rating,
    /// The highest rating that was not provisional.
    peak: Option<f64>,
    /// The first [`MIN_OPPONENTS`] different opponents.
    opponents: BTreeSet<OpponentId>,
    /// The number of changes without opponents, which earlier versions stored.
    unnamed: usize,
    /// The opponents of the last [`PERIOD_MS`], with the times of the games in milliseconds since 1970.
    recent: Vec<(OpponentId, u64)>,
}

impl Standing {
    fn new(rating: Rating) -> Standing {
        Standing { rating, peak: None, opponents: BTreeSet::new(), unnamed: 0, recent: Vec::new() }
    }

    /// Whether there were enough different opponents for a leaderboard.
    fn is_ranked(&self) -> bool {
        self.opponents.len() + self.unnamed >= MIN_OPPONENTS
    }

    fn apply(&mut self, stored: &StoredRating, at_ms: u64) {
        self.rating = stored.rating();
        self.peak = rating_policy::peak(self.peak, &self.rating);
        self.unnamed += usize::from(stored.opponents.is_empty());
        self.recent.retain(|(_, since_ms)| at_ms.saturating_sub(*since_ms) < PERIOD_MS);
        for opponent in &stored.opponents {
            if self.opponents.len() < MIN_OPPONENTS {
                self.opponents.insert(opponent.clone());
            }
            self.recent.push((opponent.clone(), at_ms));
        }
    }

    /// Returns the games with their weights, without those that do not count.
    fn weighted(&self, games: &[RatedGame], now_ms: u64) -> Vec<(OpponentId, (Rating, f64, f64))> {
        let is_recent = |since_ms: u64| now_ms.saturating_sub(since_ms) < PERIOD_MS;
        let mut counted = Vec::new();
        for RatedGame { opponent, rating, points } in games {
            let before = self.recent.iter().filter(|(other, at)| other == opponent && is_recent(*at));
            let same = counted.iter().filter(|(other, _)| other == opponent);
            let weight = rating_policy::weight(before.count() + same.count(), &self.rating, rating);
            if weight > 0.0 {
                counted.push((opponent.clone(), (*rating, *points, weight)));
            }
        }
        counted
    }
}

impl Ratings {
    /// The rating in a game; that of a newcomer if there is none yet.
    pub(crate) fn get(&self, game: &str) -> Rating {
        self.find(game).unwrap_or_default()
    }

    /// The rating in a game, if there is one.
    pub(crate) fn find(&self, game: &str) -> Option<Rating> {
        self.0.get(game).map(|standing| standing.rating)
    }

    /// The rating for a leaderboard, if there were enough different opponents.
    pub(crate) fn ranked(&self, game: &str) -> Option<Rating> {
        self.0.get(game).filter(|standing| standing.is_ranked()).map(|standing| standing.rating)
    }

    /// The rating after games that count as the [policy](rating_policy) says; `None` if none of them counts.
    pub(crate) fn after_bounded(&self, game: &str, games: &[RatedGame], now_ms: u64) -> Option<StoredRating> {
        let newcomer = Standing::new(Rating::default());
        let standing = self.0.get(game).unwrap_or(&newcomer);
        let (opponents, games): (Vec<_>, Vec<_>) = standing.weighted(games, now_ms).into_iter().unzip();
        if games.is_empty() {
            return None;
        }
        let rating = rating_policy::floored(standing.rating.after_weighted(&games), standing.peak);
        Some(StoredRating { opponents, ..StoredRating::new(game, rating) })
    }

    /// The rating after games against opponents of these ratings, each with the points won.
    pub(crate) fn after(&self, game: &str, games: &[(Rating, f64)]) -> StoredRating {
        StoredRating::new(game, self.get(game).after(games))
    }

    /// Applies a stored rating of this time, in milliseconds since 1970.
    pub(crate) fn set(&mut self, stored: &StoredRating, at_ms: u64) {
        let new = || Standing::new(stored.rating());
        self.0.entry(stored.game.clone()).or_insert_with(new).apply(stored, at_ms);
    }

    /// The games with a rating.
    pub(crate) fn games(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// All ratings, rounded, by game.
    pub(crate) fn views(&self) -> BTreeMap<String, RatingView> {
        self.0.iter().map(|(game, standing)| (game.clone(), RatingView::new(standing.rating))).collect()
    }

    /// All ratings of a person, by game.
    pub(crate) fn profile(&self) -> BTreeMap<String, ProfileRating> {
        let view = |(game, standing): (&String, &Standing)| {
            (
                game.clone(),
                ProfileRating { rating: RatingView::new(standing.rating), ranked: standing.is_ranked() },
            )
        };
        self.0.iter().map(view).collect()
    }
}

/// The rating in a game on a profile.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ProfileRating {
    #[serde(flatten)]
    rating: RatingView,
    /// Whether the person has had enough different opponents for the leaderboard.
    ranked: bool,
}

/// A Glicko-2 rating.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Rating)]
pub struct RatingView {
    /// The rating on the Elo scale; 1500 for a newcomer.
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
}

impl RatingView {
    /// Rounds a rating and its deviation to one decimal place. More would only pretend to be exact.
    pub fn new(rating: Rating) -> RatingView {
        let round = |n: f64| (n * 10.0).round() / 10.0;
        RatingView { rating: round(rating.rating), deviation: round(rating.deviation) }
    }

    /// The lower bound of the rating with 95 % confidence: two deviations below it.
    pub(crate) fn lower_bound(&self) -> f64 {
        self.rating - 2.0 * self.deviation
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GAME: &str = "baghchal";

    fn win(opponent: u8) -> RatedGame {
        RatedGame { opponent: OpponentId::engine(opponent), rating: Rating::default(), points: 1.0 }
    }

    /// Applies games one after another, `apart_ms` from each other. Returns the number of those that counted.
    fn play(ratings: &mut Ratings, games: &[RatedGame], apart_ms: u64) -> usize {
        let mut counted = 0;
        for (game, number) in games.iter().zip(1..) {
            let at_ms = number * apart_ms;
            if let Some(stored) = ratings.after_bounded(GAME, std::slice::from_ref(game), at_ms) {
                let text = serde_json::to_string(&stored).unwrap();
                ratings.set(&serde_json::from_str(&text).unwrap(), at_ms);
                counted += 1;
            }
        }
        counted
    }

    #[test]
    fn sixty_quick_games_of_two_names_count_ten_times_and_reach_no_leaderboard() {
        let mut ratings = Ratings::default();
        assert_eq!(play(&mut ratings, &vec![win(1); 60], 130), 10);
        assert!(ratings.find(GAME).is_some() && ratings.ranked(GAME).is_none());
        // The next day they play for ratings again.
        assert!(ratings.after_bounded(GAME, &[win(1)], PERIOD_MS + 10 * 130).is_some());
        for opponent in 2..=5 {
            assert!(ratings.ranked(GAME).is_none());
            play(&mut ratings, &[win(opponent)], 20_000);
        }
        assert!(ratings.ranked(GAME).is_some());
    }

    #[test]
    fn games_of_one_tournament_count_together() {
        let stored = Ratings::default().after_bounded(GAME, &vec![win(1); 40], 5).unwrap();
        assert_eq!(stored.opponents.len(), rating_policy::MAX_GAMES);
        assert_eq!(Ratings::default().after_bounded(GAME, &[], 5), None);
    }

    #[test]
    fn ratings_of_earlier_versions_stay_on_the_leaderboard() {
        let mut ratings = Ratings::default();
        let text = r#"{"game":"baghchal","rating":1600.0,"deviation":80.0,"volatility":0.06}"#;
        for at_ms in 0..5 {
            ratings.set(&serde_json::from_str(text).unwrap(), at_ms);
        }
        assert!(ratings.ranked(GAME).is_some());
    }

    proptest! {
        /// In any period of a day two players have at most ten rated games, however the games are spread.
        #[test]
        fn pairs_have_a_bounded_number_of_rated_games_per_day(gaps in prop::collection::vec(0..PERIOD_MS / 8, 1..80)) {
            let mut ratings = Ratings::default();
            let (mut now, mut counted) = (0, Vec::new());
            for gap in gaps {
                now += gap;
                if let Some(stored) = ratings.after_bounded(GAME, &[win(1)], now) {
                    ratings.set(&stored, now);
                    counted.push(now);
                }
            }
            for at in &counted {
                let period = counted.iter().filter(|other| (*at..at + PERIOD_MS).contains(other));
                prop_assert!(period.count() <= rating_policy::MAX_GAMES);
            }
        }
    }
}
