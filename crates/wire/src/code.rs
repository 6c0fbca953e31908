//! Error codes of the native API.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $Code:ident = $text:tt,)+) => {
        /// The error codes of the API itself; the rules of each game have codes of their own.
        ///
        /// A code is stable. The same code can come with different statuses: the status says what a client can do
        /// about it, the code says why.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ #[serde(rename = $text)] $Code,)+
        }

        impl ErrorCode {
            /// Every code.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$Code,)+];

            /// Returns the code's text in JSON.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$Code => $text,)+
                }
            }
        }
    };
}

error_codes! {
    // Requests
    /// The request is malformed.
    BadRequest = "form",
    /// A position or a move cannot be read.
    Syntax = "syntax",
    /// There is no such dialect, or the text asks for something that it cannot express.
    Unsupported = "unsupported",
    /// The token is missing or not valid.
    Token = "token",
    /// The token does not allow this.
    Forbidden = "forbidden",
    /// The resource, game or rule does not exist.
    NotFound = "missing",
    /// This address does not take this method.
    Method = "method",
    /// The request took too long to arrive.
    Timeout = "slow",
    /// The state has changed since the client saw it.
    Conflict = "conflict",
    /// The request is too large.
    TooLarge = "large",
    /// The rules of the game refuse this.
    Refused = "refused",
    /// This address takes WebSocket connections only.
    WebSocket = "websocket",
    /// The idempotency key or command id was used for another request.
    Reused = "reused",

    // Limits
    /// Too many requests of this kind.
    Rate = "rate",
    /// The engines or the compute pool are busy.
    Overload = "overload",
    /// Too many matches, tournaments, reviews or invitations are in progress.
    Quota = "quota",
    /// Too many connections.
    Connections = "connections",
    /// No more events of this kind fit into the resource.
    Full = "full",

    // The server
    /// An internal error; it has been logged.
    Internal = "broken",
    /// A part of the server is unavailable at the moment.
    Unavailable = "away",
    /// The server is shutting down.
    Stopping = "stopping",

    // Names and settings
    /// The name is not valid.
    Name = "name",
    /// The name, or one that looks like it, is taken.
    Taken = "taken",
    /// The game has no such side.
    Side = "side",
    /// The time control is too short or too long.
    Clock = "clock",
    /// There is no such engine level.
    Level = "level",
    /// The time for the move has run out, or an engine is given no time to think.
    Time = "time",
    /// The match cannot be rated.
    Rated = "rated",
    /// The picture would be too large.
    Size = "size",
    /// The match is too short or too long to be reviewed.
    Plies = "plies",

    // Matches
    /// The game is over.
    GameOver = "game-over",
    /// The other side is to move.
    NotYourTurn = "not-your-turn",
    /// There is no offer to answer.
    NoOffer = "no-offer",
    /// The offer has already been made.
    OfferedAlready = "offered-already",
    /// There is no move to take back.
    NothingToTakeBack = "nothing-to-take-back",
    /// Games for points and rated games do not allow this.
    ForPoints = "for-points",
    /// The game is paused.
    Paused = "paused",
    /// The game is not paused.
    NotPaused = "not-paused",
    /// A rematch is possible only after the end.
    NotOver = "not-over",
    /// The rematch has already begun.
    RematchBegun = "rematch-begun",
    /// The seat is taken.
    Seated = "seated",
    /// The player has sent the most chat messages that a match allows.
    Chat = "words",
    /// The other player has deleted their account.
    Gone = "gone",

    // Invitations
    /// Others have to be invited; they cannot be seated.
    Invite = "invite",
    /// The bot has to be invited first.
    Ask = "ask",
    /// The bot takes no invitations.
    Closed = "closed",
    /// The invitation is the client's own.
    Yourself = "yourself",
    /// The invitation has already been answered or withdrawn.
    Answered = "answered",

    // Accounts
    /// This person cannot be blocked.
    Block = "block",
    /// Too many devices or device links.
    Devices = "devices",
    /// The passkey was not accepted.
    Passkey = "passkey",
    /// The push subscription was not accepted.
    Push = "push",

    // Tournaments
    /// The list of players is not valid.
    Players = "players",
    /// The number of games in a pairing is not valid.
    Games = "games",
    /// The number of rounds is not valid.
    Rounds = "rounds",
    /// The openings are not valid.
    Opening = "opening",
    /// The start time is not valid.
    Starts = "starts",
    /// The duration is not valid.
    Lasts = "lasts",
    /// The time to wait for a player who does not show up is not valid.
    NoShow = "no-show",
    /// The tournament would cost more than the server allows.
    Cost = "cost",
    /// The pairing is not possible.
    Pairing = "pairing",
    /// The tournament takes no more players.
    Late = "late",
    /// Players are missing at the start.
    NotHere = "not-here",
    /// The tournament cannot be added to this season.
    Season = "season",
    /// Too many seasons.
    Seasons = "seasons",

    // Studies
    /// The title is not valid.
    Title = "title",
    /// The study has too few or too many positions.
    Nodes = "nodes",
    /// A position of the study is not valid.
    Node = "node",
    /// The comments are too long.
    Comment = "comment",
    /// The arrows are not valid.
    Arrows = "arrows",
    /// The question does not say what to do.
    Question = "question",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The `code` of an error: one of the API's, or that of a rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Code {
    /// A code of the API.
    Api(ErrorCode),
    /// A code of the game, such as `occupied`; each game documents its own.
    Rule(Cow<'static, str>),
}

impl Code {
    /// Returns the code's text in JSON.
    pub fn as_str(&self) -> &str {
        match self {
            Code::Api(code) => code.as_str(),
            Code::Rule(code) => code,
        }
    }
}

impl From<ErrorCode> for Code {
    fn from(code: ErrorCode) -> Code {
        Code::Api(code)
    }
}

impl PartialEq<ErrorCode> for Code {
    fn eq(&self, other: &ErrorCode) -> bool {
        matches!(self, Code::Api(code) if code == other)
    }
}

/// Written by hand: a derived schema would be a `oneOf`, which a code of the API would match twice.
#[cfg(feature = "schema")]
mod schema {
    use utoipa::openapi::schema::{AnyOfBuilder, Schema};
    use utoipa::openapi::{Ref, RefOr};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Code, ErrorCode};

    impl PartialSchema for Code {
        fn schema() -> RefOr<Schema> {
            AnyOfBuilder::new()
                .description(Some("A code of the API, or that of a rule of the game."))
                .item(Ref::from_schema_name(ErrorCode::name()))
                .item(String::schema())
                .into()
        }
    }

    impl ToSchema for Code {
        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push((ErrorCode::name().into_owned(), ErrorCode::schema()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_read_back() {
        let mut texts: Vec<_> = ErrorCode::ALL.iter().map(|code| code.as_str()).collect();
        for code in ErrorCode::ALL {
            let json = serde_json::to_value(code).unwrap();
            assert_eq!(json, code.as_str());
            assert_eq!(serde_json::from_value::<Code>(json).unwrap(), *code);
        }
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), ErrorCode::ALL.len());
    }

    #[test]
    fn unknown_code_is_one_of_the_rules() {
        let read: Code = serde_json::from_str("\"occupied\"").unwrap();
        assert_eq!(read, Code::Rule("occupied".into()));
        assert_eq!(serde_json::to_string(&read).unwrap(), "\"occupied\"");
    }
}
