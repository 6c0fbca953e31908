//! Who sits where, and who may speak for them.

use chautari_arena::Rating;
use chautari_arena::live::Player;
use chautari_game::{Level, Side};
use chautari_http::{Problem, Token, TokenHash};
use chautari_people::bots;
use chautari_people::people::Presence;
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Matches;

/// A player, in a match and in a tournament alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Player)]
#[serde(tag = "kind", rename_all = "snake_case", try_from = "PlayerFields")]
pub enum Sitter {
    /// Whoever has the token of the seat.
    Human,
    /// An engine of the server's.
    Engine {
        /// How strong it plays, 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
        /// How long it may think over a move [default: what its level takes].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_ms: Option<u64>,
        /// Whether it resigns when it sees for certain that it loses [default: it plays to the end].
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        resigns: bool,
    },
    /// Nobody: moves fall by chance.
    Random,
    /// A bot, by its own token.
    Bot {
        /// Its name.
        name: String,
    },
    /// A person, by any key of theirs.
    Person {
        /// Who it is, whatever they are called.
        #[schema(value_type = String)]
        id: PersonId,
        /// What they are called.
        name: String,
    },
    /// Nobody yet: the first who comes sits down.
    Open,
}

/// A player as clients say it: by its kind, or as tournaments took it first, `{"engine":5}`, `{"bot":"name"}`
/// and `{"random":true}`.
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

/// What chance is worth: level 1 takes 92 to 100 per cent of the points from it.
const CHANCE: u16 = 250;

/// How sure it is what an engine is worth: levels are not equally far apart in all games.
const DOUBT: f64 = 60.0;

const KINDS: &str = "`human`, `engine` (with `level`), `random`, `bot` (with `name`), `person` or `open`";

impl TryFrom<PlayerFields> for Sitter {
    type Error = String;

    fn try_from(said: PlayerFields) -> Result<Sitter, String> {
        let PlayerFields { kind, level, time_ms, resigns, id, name, engine, bot, random } = said;
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
                Ok(Sitter::Engine { level, time_ms, resigns: resigns.unwrap_or(false) })
            }
            (_, _, _, _) if resigns.is_some() && kind != "engine" => has_no("resigns"),
            // Whose seat it is, the key of the request says; what is kept says it by itself.
            ("person", None, None, name) => {
                Ok(Sitter::Person { id: id.unwrap_or_else(PersonId::nobody), name: name.unwrap_or_default() })
            }
            (_, _, _, _) if id.is_some() => has_no("id"),
            ("engine", None, _, _) => Err("A player of kind `engine` needs `level`.".to_owned()),
            ("bot", None, None, Some(name)) => Ok(Sitter::Bot { name }),
            ("bot", None, None, None) => Err("A player of kind `bot` needs `name`.".to_owned()),
            ("human", None, None, None) => Ok(Sitter::Human),
            ("random", None, None, None) => Ok(Sitter::Random),
            ("open", None, None, None) => Ok(Sitter::Open),
            ("human" | "random" | "bot" | "person" | "open", Some(_), _, _) => has_no("level"),
            ("human" | "random" | "bot" | "person" | "open", _, Some(_), _) => has_no("time_ms"),
            ("human" | "random" | "engine" | "open", _, _, Some(_)) => has_no("name"),
            _ => Err(format!("The kind of a player is {KINDS}, not `{kind}`.")),
        }
    }
}

impl Sitter {
    /// Returns whether the server or a client plays this seat.
    pub fn player(&self) -> Player {
        match self {
            Sitter::Human | Sitter::Bot { .. } | Sitter::Person { .. } | Sitter::Open => Player::Guest,
            Sitter::Engine { .. } | Sitter::Random => Player::House,
        }
    }

    /// The bot it is.
    pub fn bot(&self) -> Option<&str> {
        if let Sitter::Bot { name } = self { Some(name) } else { None }
    }

    /// The person it is.
    pub fn person(&self) -> Option<&PersonId> {
        if let Sitter::Person { id, .. } = self { Some(id) } else { None }
    }

    /// The same, by the name they have now.
    pub(crate) fn as_called(&self, presence: &Presence) -> Sitter {
        match self {
            Sitter::Person { id, name } => {
                Sitter::Person { id: id.clone(), name: presence.display_name(id, name).to_owned() }
            }
            other => other.clone(),
        }
    }

    /// What a player of the house is worth: a fixed point, by which others are measured.
    pub fn fixed_rating(&self) -> Option<Rating> {
        let rating = match self {
            Sitter::Engine { level, .. } => Level::new(*level)?.rating(),
            Sitter::Random => CHANCE,
            Sitter::Human | Sitter::Bot { .. } | Sitter::Person { .. } | Sitter::Open => return None,
        };
        Some(Rating { rating: rating.into(), deviation: DOUBT, volatility: Rating::default().volatility })
    }

    /// What a player of this kind is called where nobody says otherwise.
    pub fn title(&self) -> String {
        match self {
            Sitter::Bot { name } | Sitter::Person { name, .. } => name.clone(),
            Sitter::Engine { level, .. } => format!("engine {level}"),
            Sitter::Random => "random".to_owned(),
            Sitter::Human => "human".to_owned(),
            Sitter::Open => "nobody".to_owned(),
        }
    }

    /// One there can be, or why not.
    pub fn vet(&self) -> Result<(), Problem> {
        match self {
            Sitter::Engine { level, .. } if Level::new(*level).is_none() => Err(Problem::unprocessable(
                "level",
                format!("There is no level {level}; levels are 1 to 10."),
            )),
            Sitter::Engine { time_ms: Some(0), .. } => {
                Err(Problem::unprocessable("time", "An engine needs at least one millisecond to think."))
            }
            _ => Ok(()),
        }
    }
}

/// A seat as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player in this seat.
    pub sitter: Sitter,
    /// The hash of the token that speaks for whoever has no name; bots and people have tokens of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<TokenHash>,
}

/// The side a token speaks for. Where it speaks for both, the one whose turn it is.
pub(crate) async fn speaks_for(
    app: &Matches,
    seats: &[Seat; 2],
    token: &Token,
    turn: Option<Side>,
) -> Result<Option<Side>, Problem> {
    let mut admitted = [false; 2];
    // Both are always compared, so that the time taken does not tell which was.
    for (seat, admitted) in seats.iter().zip(&mut admitted) {
        let hash = match &seat.sitter {
            // A bot's token may be another by now than when it sat down.
            Sitter::Bot { name } => bots::find(app.people(), name).await?.hash,
            _ => seat.hash,
        };
        *admitted = hash.is_some_and(|hash| hash.admits(token));
    }
    Ok(match admitted {
        [true, true] => Some(turn.unwrap_or(Side::One)),
        [true, false] => Some(Side::One),
        [false, true] => Some(Side::Two),
        [false, false] => None,
    })
}

#[cfg(test)]
mod tests {
    use chautari_http::read_json;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Request {
        #[allow(dead_code, reason = "only parsed")]
        seat: Sitter,
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
            let error = read_json::<Request>("The body", text.as_bytes()).unwrap_err();
            assert_eq!(error.text, *expected, "{text}");
        }
    }
}
