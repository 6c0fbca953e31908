//! Players and their seats.

use std::borrow::Cow;

use chautari_arena::Rating;
use chautari_arena::live::Player as Party;
use chautari_game::Level;
use chautari_http::TokenHash;
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

/// A player, in a match and in a tournament alike. Its JSON is that of [`chautari_wire::Player`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "chautari_wire::Player", into = "chautari_wire::Player")]
pub enum Player {
    /// Anyone who has the token of the seat.
    Human,
    /// An engine of the server.
    Engine {
        /// The level, 1 to 10.
        level: u8,
        /// The time for a move, in milliseconds; by level if `None`.
        time_ms: Option<u64>,
        /// Whether the engine resigns when it is certain to lose.
        resigns: bool,
    },
    /// Random moves.
    Random,
    /// A bot, by its own token.
    Bot {
        /// The name of the bot.
        name: String,
    },
    /// A person, by any key of theirs.
    Person {
        /// The id of the person; it stays when the name changes.
        id: PersonId,
        /// The name of the person at the time.
        name: String,
    },
    /// An open seat, for the first client that takes it.
    Open,
}

impl From<chautari_wire::Player> for Player {
    fn from(player: chautari_wire::Player) -> Player {
        match player {
            chautari_wire::Player::Human => Player::Human,
            chautari_wire::Player::Engine { level, time_ms, resigns } => {
                Player::Engine { level, time_ms, resigns }
            }
            chautari_wire::Player::Random => Player::Random,
            chautari_wire::Player::Bot { name } => Player::Bot { name },
            chautari_wire::Player::Person { id, name } => {
                Player::Person { id: PersonId::read(id.as_str()).unwrap_or_else(PersonId::nobody), name }
            }
            chautari_wire::Player::Open => Player::Open,
        }
    }
}

impl From<Player> for chautari_wire::Player {
    fn from(player: Player) -> chautari_wire::Player {
        match player {
            Player::Human => chautari_wire::Player::Human,
            Player::Engine { level, time_ms, resigns } => {
                chautari_wire::Player::Engine { level, time_ms, resigns }
            }
            Player::Random => chautari_wire::Player::Random,
            Player::Bot { name } => chautari_wire::Player::Bot { name },
            Player::Person { id, name } => {
                let id = chautari_wire::PersonId::read(id.as_str());
                chautari_wire::Player::Person { id: id.unwrap_or_else(chautari_wire::PersonId::nobody), name }
            }
            Player::Open => chautari_wire::Player::Open,
        }
    }
}

impl PartialSchema for Player {
    fn schema() -> RefOr<Schema> {
        chautari_wire::Player::schema()
    }
}

impl ToSchema for Player {
    fn name() -> Cow<'static, str> {
        chautari_wire::Player::name()
    }
}

/// The rating of random moves. Level 1 scores 92 to 100 per cent against them.
const RANDOM_RATING: u16 = 250;

/// The rating deviation of an engine. Levels are not equally far apart in all games.
const ENGINE_DEVIATION: f64 = 60.0;

impl Player {
    /// Returns whether the server or a client plays this seat.
    pub fn party(&self) -> Party {
        match self {
            Player::Human | Player::Bot { .. } | Player::Person { .. } | Player::Open => Party::Guest,
            Player::Engine { .. } | Player::Random => Party::House,
        }
    }

    /// Returns the name of the bot, if the player is one.
    pub fn bot(&self) -> Option<&str> {
        if let Player::Bot { name } = self { Some(name) } else { None }
    }

    /// Returns the id of the person, if the player is one.
    pub fn person(&self) -> Option<&PersonId> {
        if let Player::Person { id, .. } = self { Some(id) } else { None }
    }

    /// Whether two players are the same person or the same bot, compared by id rather than by name.
    pub fn is_same(&self, other: &Player) -> bool {
        match (self, other) {
            (Player::Person { id: one, .. }, Player::Person { id: other, .. }) => one == other,
            (Player::Bot { name: one }, Player::Bot { name: other }) => one == other,
            _ => false,
        }
    }

    /// Returns the fixed rating of an engine; ratings of others are relative to it.
    pub fn fixed_rating(&self) -> Option<Rating> {
        let rating = match self {
            Player::Engine { level, .. } => Level::new(*level)?.rating(),
            Player::Random => RANDOM_RATING,
            Player::Human | Player::Bot { .. } | Player::Person { .. } | Player::Open => return None,
        };
        let volatility = Rating::default().volatility;
        Some(Rating { rating: rating.into(), deviation: ENGINE_DEVIATION, volatility })
    }

    /// Returns a name to show for the player.
    pub fn title(&self) -> String {
        match self {
            Player::Bot { name } | Player::Person { name, .. } => name.clone(),
            Player::Engine { level, .. } => format!("engine {level}"),
            Player::Random => "random".to_owned(),
            Player::Human => "human".to_owned(),
            Player::Open => "nobody".to_owned(),
        }
    }

    /// Checks the settings of an engine.
    pub fn vet(&self) -> Result<(), InvalidPlayer> {
        match self {
            Player::Engine { level, .. } if Level::new(*level).is_none() => Err(InvalidPlayer::Level(*level)),
            Player::Engine { time_ms: Some(0), .. } => Err(InvalidPlayer::Time),
            _ => Ok(()),
        }
    }
}

/// Settings of an engine that are not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPlayer {
    /// There is no such level.
    #[error("There is no level {0}; levels are 1 to 10.")]
    Level(u8),
    /// The engine has no time to think.
    #[error("An engine needs at least one millisecond to think.")]
    Time,
}

/// A seat of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player in this seat.
    #[serde(rename = "sitter")]
    pub player: Player,
    /// The hash of the token for a player without a name. Bots and people have tokens of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<TokenHash>,
}

impl Seat {
    /// Creates a seat for a player who needs no token.
    pub fn of(player: Player) -> Seat {
        Seat { player, hash: None }
    }
}

#[cfg(test)]
mod tests {
    use chautari_http::read_json;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct SeatRequest {
        #[allow(dead_code, reason = "only parsed")]
        seat: Player,
    }

    #[test]
    fn invalid_players_are_explained() {
        let rows: &[(&str, &str)] = &[
            (
                r#"{"seat":{"kind":"angel"}}"#,
                "`seat`: The kind of a player is `human`, `engine` (with `level`), `random`, `bot` (with `name`), `person` or `open`, not `angel`.",
            ),
            (r#"{"seat":{"kind":"random","level":3}}"#, "`seat`: A player of kind `random` has no `level`."),
            (
                r#"{"seat":{}}"#,
                "`seat`: A player needs `kind`: `human`, `engine` (with `level`), `random`, `bot` (with `name`), `person` or `open`.",
            ),
            (
                r#"{"seat":{"random":false}}"#,
                "`seat`: A player needs `kind`: `human`, `engine` (with `level`), `random`, `bot` (with `name`), `person` or `open`.",
            ),
            (r#"{"seat":{"kind":"engine"}}"#, "`seat`: A player of kind `engine` needs `level`."),
            (r#"{"seat":{"kind":"bot"}}"#, "`seat`: A player of kind `bot` needs `name`."),
            (r#"{"seat":5}"#, "`seat` must be an object, not 5."),
        ];
        for (text, expected) in rows {
            let error = read_json::<SeatRequest>("The body", text.as_bytes()).unwrap_err();
            assert_eq!(error.text, *expected, "{text}");
        }
    }
}
