//! Results of games, and their totals in an event.

use std::collections::BTreeMap;

use chautari_game::Side;
use serde::Serialize;

use crate::GameId;

/// The state of a game by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is in progress.
    Ongoing,
    /// This side has won.
    Win(Side),
    /// The game is drawn.
    Draw,
}

/// Whether being too slow loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forfeits {
    /// The side that first exceeded the limit has lost, no matter how the game continues.
    Count,
    /// Only the rules decide.
    Ignored,
}

/// How a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As the rules say.
    Ruled(Verdict),
    /// This side was too slow.
    Forfeit(Side),
}

impl Outcome {
    /// Combines a verdict with the side that exceeded the time limit.
    pub fn of(verdict: Verdict, late: Option<Side>, forfeits: Forfeits) -> Outcome {
        match (late, forfeits) {
            (Some(side), Forfeits::Count) => Outcome::Forfeit(side),
            _ => Outcome::Ruled(verdict),
        }
    }

    /// Returns the text in event data: `x` is the first side, `y` the second.
    pub fn text(self) -> &'static str {
        match self {
            Outcome::Ruled(Verdict::Ongoing) => "ongoing",
            Outcome::Ruled(Verdict::Draw) => "draw",
            Outcome::Ruled(Verdict::Win(Side::One)) => "x win",
            Outcome::Ruled(Verdict::Win(Side::Two)) => "y win",
            Outcome::Forfeit(Side::One) => "x forfeit",
            Outcome::Forfeit(Side::Two) => "y forfeit",
        }
    }

    /// Returns the counters of the first and the second side.
    fn counted(self) -> [&'static str; 2] {
        let for_side = |side, own, other| if side == Side::One { [own, other] } else { [other, own] };
        match self {
            Outcome::Ruled(Verdict::Ongoing) => ["ongoing"; 2],
            Outcome::Ruled(Verdict::Draw) => ["draws"; 2],
            Outcome::Ruled(Verdict::Win(side)) => for_side(side, "wins", "losses"),
            Outcome::Forfeit(side) => for_side(side, "forfeit_losses", "forfeit_wins"),
        }
    }
}

/// The results of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = SoftserveTally))]
pub struct Tally {
    /// The counters of each player; only those that are not 0.
    pub players: BTreeMap<String, BTreeMap<&'static str, u64>>,
    /// Its games.
    pub games: Vec<GameRow>,
}

/// A game of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema), schema(as = SoftserveGame))]
pub struct GameRow {
    /// Its number.
    #[cfg_attr(feature = "serve", schema(value_type = u64))]
    pub id: GameId,
    /// The player of the first side.
    pub x: String,
    /// The player of the second side.
    pub y: String,
    /// How it counts.
    pub result: &'static str,
}

impl Tally {
    /// Nothing yet, for these players.
    pub fn new(players: &[String]) -> Tally {
        let players = players.iter().map(|player| (player.clone(), BTreeMap::new())).collect();
        Tally { players, games: Vec::new() }
    }

    /// Adds a game.
    pub fn add(&mut self, id: GameId, [x, y]: &[String; 2], outcome: Outcome) {
        for (player, counter) in [x, y].into_iter().zip(outcome.counted()) {
            *self.players.entry(player.clone()).or_default().entry(counter).or_default() += 1;
        }
        self.games.push(GameRow { id, x: x.clone(), y: y.clone(), result: outcome.text() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_late_side_loses_if_forfeits_count() {
        let won = Verdict::Win(Side::One);
        let counted = |late, forfeits| Outcome::of(won, late, forfeits).text();
        assert_eq!(counted(Some(Side::One), Forfeits::Count), "x forfeit");
        assert_eq!(counted(Some(Side::One), Forfeits::Ignored), "x win");
        assert_eq!(counted(None, Forfeits::Count), "x win");
        assert_eq!(Outcome::of(Verdict::Ongoing, Some(Side::Two), Forfeits::Count).text(), "y forfeit");
    }

    #[test]
    fn only_what_happened_is_counted() {
        let seats = ["a".to_owned(), "b".to_owned()];
        let mut tally = Tally::new(&seats);
        tally.add(GameId(1), &seats, Outcome::Ruled(Verdict::Win(Side::Two)));
        tally.add(GameId(2), &seats, Outcome::Forfeit(Side::Two));
        tally.add(GameId(3), &seats, Outcome::Ruled(Verdict::Ongoing));
        assert_eq!(
            serde_json::to_value(&tally).unwrap(),
            serde_json::json!({
                "players": {
                    "a": {"losses": 1, "forfeit_wins": 1, "ongoing": 1},
                    "b": {"wins": 1, "forfeit_losses": 1, "ongoing": 1},
                },
                "games": [
                    {"id": 1, "x": "a", "y": "b", "result": "y win"},
                    {"id": 2, "x": "a", "y": "b", "result": "y forfeit"},
                    {"id": 3, "x": "a", "y": "b", "result": "ongoing"},
                ],
            })
        );
    }
}
