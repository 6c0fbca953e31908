//! Events and their pairings, and mirror games, in which a player plays against itself.
//!
//! The games of an event are not stored one by one because they follow from its players. Events and games are
//! numbered in the order they are created, games across all events.

use std::collections::BTreeMap;

use chautari_game::Side;
use serde::{Deserialize, Serialize};

use crate::{EventId, GameId, Refusal, Verdict};

/// The event in which a player plays itself.
pub const MIRROR: &str = "mirror";
/// Stands for all events a player is in, but for [`MIRROR`].
pub const ANY: &str = "*";
/// The prefix of the name of an unnamed event, before its number.
const UNNAMED: &str = "tournament-";

/// Running totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The number of events and mirror games created,
    pub made: u64,
    /// The number of events among them.
    pub events: u64,
    /// The number of games in them.
    pub games: u64,
}

/// The settings of an event, fixed when it is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The totals before it.
    pub before: Count,
    /// The name; `None` for a mirror game.
    pub name: Option<String>,
    /// The game, with its rules.
    pub game: String,
    /// The side that acts first in it.
    pub first: Side,
    /// The players, each once; a mirror game has one.
    pub players: Vec<String>,
    /// How many times each pair plays with each colour.
    pub game_pairs: u64,
    /// The hash of its token.
    pub token: Option<String>,
    /// The pseudonymous quota account that pays for engine time of the built-in players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<String>,
    /// The id derived from the `Idempotency-Key` of its creation. A key creates one event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// An entry in the log of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EventLogEntry {
    /// The event was created.
    #[serde(rename = "made")]
    Created(Plan),
    /// One of its games has ended.
    Settled {
        /// The id of the game.
        game: GameId,
        /// The result of the game.
        #[serde(rename = "ending")]
        result: GameResult,
    },
    /// A deadline was set. The latest one counts.
    #[serde(rename = "deadline")]
    DeadlineSet {
        /// The deadline, in milliseconds since 1970.
        at_ms: u64,
    },
    /// The event was closed: its players can no longer act, and unfinished games are forfeited.
    Closed {
        /// The time, in milliseconds since 1970.
        at_ms: u64,
    },
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner by the rules; `None` for a draw.
    pub winner: Option<Side>,
    /// The side that first exceeded the time limit, if any.
    pub late: Option<Side>,
}

impl GameResult {
    /// Returns the result as a verdict.
    pub fn verdict(self) -> Verdict {
        self.winner.map_or(Verdict::Draw, Verdict::Win)
    }
}

/// The state of an event.
#[derive(Clone, Debug)]
pub struct Event {
    /// The settings of the event.
    pub plan: Plan,
    /// The time of its creation, in milliseconds since 1970.
    pub at_ms: u64,
    /// The games that have ended.
    pub settled: BTreeMap<GameId, GameResult>,
    /// The deadline, if there is one, in milliseconds since 1970.
    pub deadline_ms: Option<u64>,
    /// The time at which it was closed, if it was, in milliseconds since 1970.
    pub closed_ms: Option<u64>,
}

/// Returns `true` for a reserved name: one with a meaning, or the default name of a later event.
#[cfg(any(feature = "serve", test))]
pub(crate) fn is_reserved(name: &str) -> bool {
    let number = name.strip_prefix(UNNAMED);
    name == MIRROR || name == ANY || number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// Removes duplicate players. Errors if fewer than two remain.
pub(crate) fn each_once(players: Vec<String>) -> Result<Vec<String>, Refusal> {
    let mut each: Vec<String> = Vec::with_capacity(players.len());
    for player in players {
        if !each.contains(&player) {
            each.push(player);
        }
    }
    if each.len() < 2 { Err(Refusal::FewPlayers) } else { Ok(each) }
}

/// Returns the number of games: each pair of players meets `game_pairs` times with each colour.
pub(crate) fn games_in(players: usize, game_pairs: u64) -> Option<u64> {
    let players = players as u64;
    (players * players.saturating_sub(1)).checked_mul(game_pairs)
}

impl Plan {
    /// Creates the settings of an event, with a default name if it has none.
    pub fn event(
        before: Count,
        name: Option<String>,
        (game, first): (String, Side),
        players: Vec<String>,
        game_pairs: u64,
        token: String,
    ) -> Plan {
        let name = name.unwrap_or_else(|| format!("{UNNAMED}{}", before.events + 1));
        let (name, token) = (Some(name), Some(token));
        Plan { before, name, game, first, players, game_pairs, token, payer: None, key: None }
    }

    /// A game of a player against itself.
    pub fn mirror(before: Count, player: String, (game, first): (String, Side)) -> Plan {
        let players = vec![player];
        let (name, token) = (None, None);
        Plan { before, name, game, first, players, game_pairs: 1, token, payer: None, key: None }
    }

    /// How many games it has.
    pub fn count(&self) -> u64 {
        if self.is_mirror() { 1 } else { games_in(self.players.len(), self.game_pairs).unwrap_or(0) }
    }

    /// Whether it is one game of a player against itself.
    pub fn is_mirror(&self) -> bool {
        self.name.is_none()
    }

    /// Where the counting stands with it.
    pub fn after(&self) -> Count {
        Count {
            made: self.before.made + 1,
            events: self.before.events + u64::from(!self.is_mirror()),
            games: self.before.games + self.count(),
        }
    }

    /// Its number among all that was made.
    pub fn number(&self) -> u64 {
        self.after().made
    }

    /// Its number among events; none for a mirror game.
    pub fn id(&self) -> Option<EventId> {
        (!self.is_mirror()).then_some(EventId(self.after().events))
    }

    /// Returns the display name.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(MIRROR)
    }

    /// Returns its games.
    pub fn games(&self) -> impl Iterator<Item = GameId> + use<> {
        (self.before.games + 1..=self.after().games).map(GameId)
    }

    /// Returns the players of a game, those of its first and second side.
    pub fn seats(&self, game: GameId) -> Option<[&str; 2]> {
        let index = game.0.checked_sub(self.before.games + 1).filter(|index| *index < self.count())?;
        let name = |index: usize| self.players.get(index).map(String::as_str);
        if self.is_mirror() {
            return Some([name(0)?; 2]);
        }
        let players = self.players.len() as u64;
        let (mut pair, swapped) = (index % (players * (players - 1)) / 2, index % 2 == 1);
        for one in 0..players {
            let others = players - 1 - one;
            if pair < others {
                let (one, other) = (name(one as usize)?, name((one + 1 + pair) as usize)?);
                return Some(if swapped { [other, one] } else { [one, other] });
            }
            pair -= others;
        }
        None
    }
}

impl Event {
    /// Creates an event without results.
    pub fn new(plan: Plan, at_ms: u64) -> Event {
        Event { plan, at_ms, settled: BTreeMap::new(), deadline_ms: None, closed_ms: None }
    }

    /// Applies the result of a game.
    pub fn settle(&mut self, game: GameId, result: GameResult) {
        self.settled.insert(game, result);
    }

    /// Returns `true` if the event no longer accepts actions at that time: it is closed, or its deadline has
    /// passed and closing it is still to be stored.
    pub fn is_closed_by(&self, at_ms: u64) -> bool {
        self.closed_ms.or(self.deadline_ms).is_some_and(|end_ms| end_ms <= at_ms)
    }

    /// Returns `true` if all its games have ended.
    pub fn is_over(&self) -> bool {
        self.settled.len() as u64 >= self.plan.count()
    }

    /// Returns the unfinished games of a player, oldest first.
    pub fn open_games_of<'a>(&'a self, player: &'a str) -> impl Iterator<Item = (GameId, [&'a str; 2])> {
        let open = self.plan.games().filter(|game| !self.settled.contains_key(game));
        open.filter_map(|game| Some((game, self.plan.seats(game)?)))
            .filter(move |(_, seats)| seats.contains(&player))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    fn event(before: Count, players: &[&str], pairs: u64) -> Plan {
        Plan::event(before, None, ("creeper".to_owned(), Side::One), names(players), pairs, "t".to_owned())
    }

    #[test]
    fn every_pair_meets_with_both_colours() {
        let players = each_once(names(&["a", "b", "random", "a"])).unwrap();
        assert_eq!(players, ["a", "b", "random"]);
        let before = Count { made: 4, events: 1, games: 10 };
        let plan = event(before, &["a", "b", "random"], 2);
        assert_eq!((plan.title(), plan.id(), plan.number()), ("tournament-2", Some(EventId(2)), 5));
        let seats: Vec<String> = plan.games().map(|id| plan.seats(id).unwrap().join("-")).collect();
        let once = ["a-b", "b-a", "a-random", "random-a", "b-random", "random-b"];
        assert_eq!(seats, [once, once].concat());
        assert_eq!((plan.seats(GameId(10)), plan.seats(GameId(23))), (None, None));
        assert_eq!(plan.after(), Count { made: 5, events: 2, games: 22 });
    }

    #[test]
    fn an_event_is_over_with_its_last_game() {
        let mut event = Event::new(event(Count::default(), &["a", "b"], 1), 5);
        let open = |event: &Event| event.open_games_of("a").map(|(id, _)| id.0).collect::<Vec<_>>();
        assert_eq!((open(&event), event.open_games_of("c").count()), (vec![1, 2], 0));
        event.settle(GameId(1), GameResult { winner: None, late: None });
        assert_eq!((open(&event), event.is_over()), (vec![2], false));
        event.settle(GameId(2), GameResult { winner: Some(Side::One), late: None });
        assert!(event.is_over());
    }

    #[test]
    fn an_event_is_closed_from_its_deadline_on_or_before() {
        let mut event = Event::new(event(Count::default(), &["a", "b"], 1), 5);
        assert!(!event.is_closed_by(u64::MAX), "it lasts");
        event.deadline_ms = Some(10);
        assert_eq!([9, 10].map(|at_ms| event.is_closed_by(at_ms)), [false, true]);
        event.closed_ms = Some(7);
        assert_eq!([6, 7].map(|at_ms| event.is_closed_by(at_ms)), [false, true]);
    }

    #[test]
    fn a_mirror_game_has_one_player() {
        let plan = Plan::mirror(
            Count { made: 1, events: 1, games: 2 },
            "a".to_owned(),
            ("creeper".to_owned(), Side::One),
        );
        assert_eq!((plan.title(), plan.id(), plan.count()), ("mirror", None, 1));
        assert_eq!(plan.seats(GameId(3)), Some(["a", "a"]));
        assert_eq!(plan.after(), Count { made: 2, events: 1, games: 3 });
    }

    #[test]
    fn some_names_and_sizes_cannot_be() {
        for name in ["mirror", "*", "tournament-7"] {
            assert!(is_reserved(name), "{name}");
        }
        assert!(!is_reserved("cup") && !is_reserved("tournament-x"));
        assert_eq!(each_once(names(&["a", "a"])), Err(Refusal::FewPlayers));
        assert_eq!((games_in(2, 500), games_in(2, u64::MAX)), (Some(1000), None));
    }
}
