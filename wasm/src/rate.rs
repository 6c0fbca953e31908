//! Ratings: the rating of a player after one game, or of a solver after one puzzle.

use chautari_arena::Rating;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::response::{Response, json};

/// A result to rate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    own: RatingView,
    /// The rating of the opponent, or of the puzzle.
    opponent: RatingView,
    /// The points scored, 0 to 1.
    points: f64,
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RatingView {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

impl RatingView {
    fn read(self) -> Result<Rating, Problem> {
        let RatingView { rating, deviation, volatility } = self;
        let is_valid =
            rating.abs() < 1e6 && deviation > 0.0 && deviation < 1e6 && volatility > 0.0 && volatility < 1e3;
        if is_valid {
            Ok(Rating { rating, deviation, volatility })
        } else {
            Err(Problem::bad_request("This is no rating."))
        }
    }
}

impl Request {
    /// Returns the rating after the game.
    pub(crate) fn rate(self) -> Response {
        if !(0.0..=1.0).contains(&self.points) {
            return Err(Problem::bad_request("Points go from 0 to 1."));
        }
        let own = self.own.read()?;
        let Rating { rating, deviation, volatility } = own.after(&[(self.opponent.read()?, self.points)]);
        json(&RatingView { rating, deviation, volatility })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use serde_json::{Value, json};

    fn rate(own: &Value, opponent: &Value, points: f64) -> Value {
        let request = json!({"ask": "rate", "own": own, "opponent": opponent, "points": points});
        let mut dispatcher = crate::Dispatcher::default();
        let response = dispatcher.handle(&request.to_string(), &mut |_| ControlFlow::Continue(()));
        serde_json::from_str(&response).unwrap()
    }

    fn rated(rating: f64, deviation: f64) -> Value {
        json!({"rating": rating, "deviation": deviation, "volatility": 0.06})
    }

    #[test]
    fn win_against_a_weaker_player_raises_the_rating() {
        let after = rate(&rated(1500.0, 200.0), &rated(1400.0, 30.0), 1.0);
        assert!((after["rating"].as_f64().unwrap() - 1563.564).abs() < 0.01, "{after}");
        assert!((after["deviation"].as_f64().unwrap() - 175.403).abs() < 0.01, "{after}");
    }

    #[test]
    fn impossible_input_is_refused() {
        let fine = rated(1500.0, 200.0);
        for (own, opponent, points) in
            [(&fine, &fine, 2.0), (&rated(1e9, 200.0), &fine, 1.0), (&fine, &rated(1500.0, 0.0), 1.0)]
        {
            assert_eq!(rate(own, opponent, points)["status"], 400);
        }
    }
}
