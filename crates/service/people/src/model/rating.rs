//! Ratings of people and bots, one per game.

use std::collections::BTreeMap;

use chautari_arena::Rating;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The rating in one game, as it is stored in the events of people and bots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredRating {
    /// The game, with its rules.
    pub(crate) game: String,
    rating: f64,
    deviation: f64,
    volatility: f64,
}

impl StoredRating {
    pub(crate) fn new(game: &str, rating: Rating) -> StoredRating {
        let Rating { rating, deviation, volatility } = rating;
        StoredRating { game: game.to_owned(), rating, deviation, volatility }
    }

    pub(crate) fn rating(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

/// The current ratings of a person or a bot, by game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ratings(BTreeMap<String, StoredRating>);

impl Ratings {
    /// The rating in a game; that of a newcomer if there is none yet.
    pub(crate) fn get(&self, game: &str) -> Rating {
        self.find(game).unwrap_or_default()
    }

    /// The rating in a game, if there is one.
    pub(crate) fn find(&self, game: &str) -> Option<Rating> {
        self.0.get(game).map(StoredRating::rating)
    }

    /// The rating after games against opponents of these ratings, each with the points won.
    pub(crate) fn after(&self, game: &str, games: &[(Rating, f64)]) -> StoredRating {
        StoredRating::new(game, self.get(game).after(games))
    }

    pub(crate) fn set(&mut self, rating: StoredRating) {
        self.0.insert(rating.game.clone(), rating);
    }

    /// The games with a rating.
    pub(crate) fn games(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// All ratings, rounded, by game.
    pub(crate) fn views(&self) -> BTreeMap<String, RatingView> {
        self.0.iter().map(|(game, stored)| (game.clone(), RatingView::new(stored.rating()))).collect()
    }
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
