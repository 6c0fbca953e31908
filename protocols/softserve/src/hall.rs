//! Who plays, and what for: players, events and the games they are made of.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::{EventId, GameId, House, Refusal};

/// The event in which a player plays itself.
pub const MIRROR: &str = "mirror";
/// Stands for all events a player is in, but for [`MIRROR`].
pub const ANY: &str = "*";
/// What an event without a name is called, before its number.
const UNNAMED: &str = "tournament-";

/// Something that happened in the hall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum HallEvent {
    /// Somebody came.
    PlayerCreated {
        /// The name.
        name: String,
        /// Where mail reaches its owner.
        email: String,
        /// What is kept of its token.
        token: String,
    },
    /// An event was made, with all its games.
    EventCreated {
        /// The name.
        name: String,
        /// What is played, with its rules.
        game: String,
        /// Who plays, each once.
        players: Vec<String>,
        /// How many times each pair plays with each colour.
        game_pairs: u64,
        /// What is kept of its token.
        token: String,
    },
    /// A player began a game against itself.
    MirrorStarted {
        /// The player.
        player: String,
        /// What is played.
        game: String,
    },
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    /// Where mail reaches its owner.
    pub email: String,
    /// What is kept of its token.
    pub token: String,
}

/// An event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its number.
    pub id: EventId,
    /// Its name.
    pub name: String,
    /// Who plays.
    pub players: Vec<String>,
    /// What is kept of its token.
    pub token: String,
    /// Its games: from this one,
    first: u64,
    /// so many.
    count: u64,
}

impl Event {
    /// Its games.
    pub fn games(&self) -> impl Iterator<Item = GameId> + use<> {
        (self.first..self.first + self.count).map(GameId)
    }
}

/// A game as the hall knows it: who plays what.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The event it belongs to; none for a mirror game.
    pub event: Option<EventId>,
    /// What is played, with its rules.
    pub game: String,
    /// Who plays the side named first, and who the other.
    pub seats: [String; 2],
    /// When it was made, in milliseconds since 1970.
    pub at_ms: u64,
}

/// The hall as it stands.
#[derive(Clone, Debug, Default)]
pub struct Hall {
    players: HashMap<String, Player>,
    events: Vec<Event>,
    by_name: HashMap<String, EventId>,
    games: Vec<Pairing>,
    of_player: HashMap<String, Vec<GameId>>,
    mirrors: HashMap<(String, String), GameId>,
}

/// How many games an event has: each pair of players, so many times, with both colours.
fn games_in(players: usize, game_pairs: u64) -> Option<u64> {
    let players = players as u64;
    (players * players.saturating_sub(1)).checked_mul(game_pairs)
}

/// The seats of an event's games, in the order of their numbers.
fn pairings(players: &[String], game_pairs: u64) -> impl Iterator<Item = [String; 2]> {
    let pairs = players.iter().enumerate().flat_map(|(i, a)| players[i + 1..].iter().map(move |b| (a, b)));
    let pairs: Vec<_> = pairs.map(|(a, b)| (a.clone(), b.clone())).collect();
    (0..game_pairs)
        .flat_map(move |_| pairs.clone().into_iter().flat_map(|(a, b)| [[a.clone(), b.clone()], [b, a]]))
}

/// What may happen.
impl Hall {
    /// Somebody comes.
    pub fn create_player(&self, name: String, email: String, token: String) -> Result<HallEvent, Refusal> {
        if self.knows(&name) {
            return Err(Refusal::PlayerExists);
        }
        Ok(HallEvent::PlayerCreated { name, email, token })
    }

    /// An event is made.
    pub fn create_event(
        &self,
        name: Option<String>,
        game: String,
        players: &[String],
        game_pairs: u64,
        token: String,
        most: u64,
    ) -> Result<HallEvent, Refusal> {
        if let Some(stranger) = players.iter().find(|name| !self.knows(name)) {
            return Err(Refusal::NoSuchPlayer(stranger.clone()));
        }
        let mut each: Vec<String> = Vec::with_capacity(players.len());
        for player in players {
            if !each.contains(player) {
                each.push(player.clone());
            }
        }
        if each.len() < 2 {
            return Err(Refusal::FewPlayers);
        }
        let name = match name {
            Some(name) if self.is_taken(&name) => return Err(Refusal::EventExists),
            Some(name) => name,
            None => format!("{UNNAMED}{}", self.events.len() + 1),
        };
        if games_in(each.len(), game_pairs).is_none_or(|games| games > most) {
            return Err(Refusal::TooManyGames { most });
        }
        Ok(HallEvent::EventCreated { name, game, players: each, game_pairs, token })
    }

    /// A player begins a game against itself.
    pub fn start_mirror(&self, player: String, game: String) -> HallEvent {
        HallEvent::MirrorStarted { player, game }
    }

    /// Names that are nobody's and never will be: those with a meaning, and those of events to come.
    fn is_taken(&self, name: &str) -> bool {
        let number = name.strip_prefix(UNNAMED);
        let reserved = number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()));
        name == MIRROR || name == ANY || reserved || self.by_name.contains_key(name)
    }
}

/// What has happened.
impl Hall {
    /// Takes in what happened, at that time.
    pub fn apply(&mut self, event: HallEvent, at_ms: u64) {
        match event {
            HallEvent::PlayerCreated { name, email, token } => {
                self.players.insert(name, Player { email, token });
            }
            HallEvent::EventCreated { name, game, players, game_pairs, token } => {
                let id = EventId(self.events.len() as u64 + 1);
                let first = self.games.len() as u64 + 1;
                for seats in pairings(&players, game_pairs) {
                    self.seat(Pairing { event: Some(id), game: game.clone(), seats, at_ms });
                }
                let count = self.games.len() as u64 + 1 - first;
                self.by_name.insert(name.clone(), id);
                self.events.push(Event { id, name, players, token, first, count });
            }
            HallEvent::MirrorStarted { player, game } => {
                let seats = [player.clone(), player.clone()];
                let id = self.seat(Pairing { event: None, game: game.clone(), seats, at_ms });
                self.mirrors.insert((player, game), id);
            }
        }
    }

    fn seat(&mut self, pairing: Pairing) -> GameId {
        let id = GameId(self.games.len() as u64 + 1);
        let [x, o] = &pairing.seats;
        for player in std::iter::once(x).chain((x != o).then_some(o)) {
            self.of_player.entry(player.clone()).or_default().push(id);
        }
        self.games.push(pairing);
        id
    }
}

/// What there is.
impl Hall {
    /// Whether somebody goes by that name.
    pub fn knows(&self, name: &str) -> bool {
        House::named(name).is_some() || self.players.contains_key(name)
    }

    /// The player of that name, if it is not of the house.
    pub fn player(&self, name: &str) -> Option<&Player> {
        self.players.get(name)
    }

    /// The event of that number.
    pub fn event(&self, id: EventId) -> Option<&Event> {
        self.events.get(usize::try_from(id.0).ok()?.checked_sub(1)?)
    }

    /// The event of that name.
    pub fn event_named(&self, name: &str) -> Option<&Event> {
        self.event(*self.by_name.get(name)?)
    }

    /// The event whose token has this hash.
    pub fn event_with(&self, token: &str) -> Option<&Event> {
        self.events.iter().rev().find(|event| event.token == token)
    }

    /// The game of that number.
    pub fn pairing(&self, id: GameId) -> Option<&Pairing> {
        self.games.get(usize::try_from(id.0).ok()?.checked_sub(1)?)
    }

    /// All games of a player.
    pub fn games_of(&self, player: &str) -> &[GameId] {
        self.of_player.get(player).map_or(&[], Vec::as_slice)
    }

    /// The last game a player began against itself.
    pub fn mirror_of(&self, player: &str, game: &str) -> Option<GameId> {
        self.mirrors.get(&(player.to_owned(), game.to_owned())).copied()
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games.len() as u64
    }

    /// The games that something to happen brings, in the order of their numbers.
    pub fn games_from(&self, event: &HallEvent) -> Vec<(GameId, [String; 2])> {
        let numbers = (self.games() + 1..).map(GameId);
        match event {
            HallEvent::PlayerCreated { .. } => Vec::new(),
            HallEvent::EventCreated { players, game_pairs, .. } => {
                numbers.zip(pairings(players, *game_pairs)).collect()
            }
            HallEvent::MirrorStarted { player, .. } => {
                numbers.zip([[player.clone(), player.clone()]]).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hall(players: &[&str]) -> Hall {
        let mut hall = Hall::default();
        for name in players {
            let event = hall.create_player((*name).to_owned(), "a@b".to_owned(), "t".to_owned()).unwrap();
            hall.apply(event, 1);
        }
        hall
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    fn create(hall: &Hall, name: Option<&str>, players: &[&str], pairs: u64) -> Result<HallEvent, Refusal> {
        let name = name.map(ToOwned::to_owned);
        hall.create_event(name, "creeper".to_owned(), &names(players), pairs, "t".to_owned(), 1000)
    }

    #[test]
    fn every_pair_meets_with_both_colours_so_many_times() {
        let mut hall = hall(&["a", "b"]);
        let event = create(&hall, None, &["a", "b", "random", "a"], 2).unwrap();
        hall.apply(event, 5);
        let event = hall.event_named("tournament-1").unwrap();
        assert_eq!(event.players, names(&["a", "b", "random"]));
        let seats: Vec<String> = event.games().map(|id| hall.pairing(id).unwrap().seats.join("-")).collect();
        let once = ["a-b", "b-a", "a-random", "random-a", "b-random", "random-b"];
        assert_eq!(seats, [once, once].concat());
        assert_eq!(hall.games_of("a").len(), 8);
        assert_eq!(hall.pairing(GameId(1)).unwrap().at_ms, 5);
    }

    #[test]
    fn what_an_event_needs_is_asked_in_this_order() {
        let mut hall = hall(&["a", "b"]);
        hall.apply(create(&hall, Some("cup"), &["a", "b"], 1).unwrap(), 1);
        let refused = |name, players: &[&str], pairs| create(&hall, name, players, pairs).unwrap_err();
        assert_eq!(refused(Some("cup"), &["nobody"], 9999), Refusal::NoSuchPlayer("nobody".to_owned()));
        assert_eq!(refused(Some("cup"), &["a", "a"], 9999), Refusal::FewPlayers);
        for name in ["cup", "mirror", "*", "tournament-7"] {
            assert_eq!(refused(Some(name), &["a", "b"], 9999), Refusal::EventExists, "{name}");
        }
        for pairs in [501, u64::MAX] {
            assert_eq!(refused(None, &["a", "b"], pairs), Refusal::TooManyGames { most: 1000 });
        }
        assert!(create(&hall, None, &["a", "b"], 500).is_ok());
    }

    #[test]
    fn names_of_the_house_are_taken() {
        let hall = hall(&["a"]);
        for name in ["a", "random", "chautari-1", "chautari-10"] {
            let refused = hall.create_player(name.to_owned(), String::new(), String::new());
            assert_eq!(refused, Err(Refusal::PlayerExists), "{name}");
        }
    }

    #[test]
    fn a_mirror_game_is_nobody_elses() {
        let mut hall = hall(&["a", "b"]);
        hall.apply(hall.start_mirror("a".to_owned(), "creeper".to_owned()), 3);
        assert_eq!(hall.mirror_of("a", "creeper"), Some(GameId(1)));
        assert_eq!(hall.mirror_of("a", "gomoku"), None);
        assert_eq!(hall.mirror_of("b", "creeper"), None);
        assert_eq!(hall.games_of("a"), [GameId(1)]);
    }
}
