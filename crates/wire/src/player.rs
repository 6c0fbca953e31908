//! Players: people, bots, engines, and open seats.

use std::fmt;

use chautari_arena::live;
use chautari_game::Level;
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InvalidInput};

/// A player, in a match and in a tournament alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", try_from = "PlayerFields")]
pub enum Player {
    /// Anyone who has the token of the seat.
    Human,
    /// An engine of the server.
    Engine {
        /// The level, 1 to 10.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 10))]
        level: u8,
        /// The time for a move, in milliseconds [default: by level].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
        /// Whether the engine resigns when it is certain to lose [default: it plays to the end].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
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
        #[cfg_attr(feature = "schema", schema(value_type = String))]
        id: PersonId,
        /// The name of the person.
        name: String,
    },
    /// An open seat, for the first client that takes it.
    Open,
}

/// The fields of a player as clients send them: by `kind`, or in the short forms `{"engine":5}`, `{"bot":"name"}` and
/// `{"random":true}`. Read by hand so that the error message says what is missing.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PlayerFields {
    kind: Option<String>,
    level: Option<u8>,
    time_ms: Option<u64>,
    resigns: Option<bool>,
    id: Option<PersonId>,
    name: Option<String>,
    engine: Option<u8>,
    bot: Option<String>,
    random: Option<bool>,
}

const KINDS: &str = "`human`, `engine` (with `level`), `random`, `bot` (with `name`), `person` or `open`";

impl TryFrom<PlayerFields> for Player {
    type Error = String;

    fn try_from(fields: PlayerFields) -> Result<Player, String> {
        let PlayerFields { kind, level, time_ms, resigns, id, name, engine, bot, random } = fields;
        let (kind, level, name) = match (kind, engine, bot, random) {
            (Some(kind), None, None, None) => (kind, level, name),
            (None, Some(level), None, None) => ("engine".to_owned(), Some(level), name),
            (None, None, Some(name), None) => ("bot".to_owned(), level, Some(name)),
            (None, None, None, Some(true)) => ("random".to_owned(), level, name),
            _ => return Err(format!("A player needs `kind`: {KINDS}.")),
        };
        let has_no = |field: &str| Err(format!("A player of kind `{kind}` has no `{field}`."));
        match (&*kind, level, time_ms, name) {
            ("engine", Some(level), time_ms, None) => {
                Ok(Player::Engine { level, time_ms, resigns: resigns.unwrap_or(false) })
            }
            (_, _, _, _) if resigns.is_some() && kind != "engine" => has_no("resigns"),
            // In a request the key identifies the person; only stored players and responses have an id.
            ("person", None, None, name) => {
                Ok(Player::Person { id: id.unwrap_or_else(PersonId::nobody), name: name.unwrap_or_default() })
            }
            (_, _, _, _) if id.is_some() => has_no("id"),
            ("engine", None, _, _) => Err("A player of kind `engine` needs `level`.".to_owned()),
            ("bot", None, None, Some(name)) => Ok(Player::Bot { name }),
            ("bot", None, None, None) => Err("A player of kind `bot` needs `name`.".to_owned()),
            ("human", None, None, None) => Ok(Player::Human),
            ("random", None, None, None) => Ok(Player::Random),
            ("open", None, None, None) => Ok(Player::Open),
            ("human" | "random" | "bot" | "person" | "open", Some(_), _, _) => has_no("level"),
            ("human" | "random" | "bot" | "person" | "open", _, Some(_), _) => has_no("time_ms"),
            ("human" | "random" | "engine" | "open", _, _, Some(_)) => has_no("name"),
            _ => Err(format!("The kind of a player is {KINDS}, not `{kind}`.")),
        }
    }
}

impl Player {
    /// Whether the side is played by a client or by the program itself.
    pub fn party(&self) -> live::Player {
        match self {
            Player::Human | Player::Bot { .. } | Player::Person { .. } | Player::Open => live::Player::Guest,
            Player::Engine { .. } | Player::Random => live::Player::House,
        }
    }

    /// The name of the bot, if the player is one.
    pub fn bot(&self) -> Option<&str> {
        if let Player::Bot { name } = self { Some(name) } else { None }
    }

    /// The id of the person, if the player is one.
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

    /// A name to show for the player.
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
    pub fn vet(&self) -> Result<(), InvalidInput> {
        match self {
            Player::Engine { level, .. } if Level::new(*level).is_none() => Err(InvalidInput::new(
                ErrorCode::Level,
                format!("There is no level {level}; levels are 1 to 10."),
            )),
            Player::Engine { time_ms: Some(0), .. } => {
                Err(InvalidInput::new(ErrorCode::Time, "An engine needs at least one millisecond to think."))
            }
            _ => Ok(()),
        }
    }
}

/// The id of a person: 16 letters, digits, `-` and `_`. It stays the same when the person changes their name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(String);

impl PersonId {
    /// Parses an id from untrusted text; `None` if no person can have it.
    pub fn read(text: &str) -> Option<PersonId> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        (text.len() == 16 && text.chars().all(fits)).then(|| PersonId(text.to_owned()))
    }

    /// The id in a request that does not say who the person is. No person has it.
    pub fn nobody() -> PersonId {
        PersonId("nobody".to_owned())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn players_are_written_by_kind_and_read_in_short_forms_too() {
        let engine = Player::Engine { level: 5, time_ms: None, resigns: false };
        let bot = Player::Bot { name: "b".to_owned() };
        assert_eq!(serde_json::to_value(&engine).unwrap(), json!({"kind": "engine", "level": 5}));
        for (text, player) in [
            (json!({"kind": "engine", "level": 5}), &engine),
            (json!({"engine": 5}), &engine),
            (json!({"kind": "bot", "name": "b"}), &bot),
            (json!({"bot": "b"}), &bot),
            (json!({"random": true}), &Player::Random),
        ] {
            assert_eq!(serde_json::from_value::<Player>(text).unwrap(), *player);
        }
        let wrong = |text| serde_json::from_value::<Player>(text).unwrap_err().to_string();
        assert_eq!(wrong(json!({"kind": "engine"})), "A player of kind `engine` needs `level`.");
        assert_eq!(wrong(json!({"kind": "open", "name": "x"})), "A player of kind `open` has no `name`.");
        assert!(wrong(json!({"random": false})).starts_with("A player needs `kind`"));
    }

    #[test]
    fn engine_settings_are_checked() {
        let vet =
            |level, time_ms| Player::Engine { level, time_ms, resigns: false }.vet().map_err(|e| e.code);
        assert_eq!(vet(1, Some(1)), Ok(()));
        assert_eq!(vet(11, None), Err(ErrorCode::Level));
        assert_eq!(vet(1, Some(0)), Err(ErrorCode::Time));
    }

    #[test]
    fn ids_are_sixteen_url_safe_characters() {
        assert!(PersonId::read("abcdefgh-_012345").is_some());
        for text in ["", "short", "sixteen letters!", "../../../etc/pas", "ééééééééé"] {
            assert_eq!(PersonId::read(text), None, "{text}");
        }
    }
}
