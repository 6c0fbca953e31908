//! The creation event of a match, and the stored form of its events.

use chautari_arena::live::{MatchEvent, Player as Party, ReplayError, Terms, TimeControls};
use chautari_game::Side;
use chautari_ledger::{self as ledger, Stored};
use chautari_platform::TournamentId;
use chautari_platform::quota::{QuotaAccount, QuotaKind};
use chautari_wire::Phrase;
use serde::{Deserialize, Serialize};

use super::player::Seat;

/// Kinds of stored events.
const CREATED: &str = "begun";
const SEATED: &str = "seated";
const CHAT: &str = "said";

/// A match that begins after more moves than this counts as a long one.
const LONG_OPENING: usize = 100;

/// The visibility of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everyone: the match is listed.
    #[default]
    Everybody,
    /// Its players, and everyone who has the link.
    Friends,
}

impl Audience {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde requires")]
    fn is_everybody(&self) -> bool {
        *self == Audience::Everybody
    }
}

/// The creation of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchCreated {
    /// The game, with its rules: `baghchal:captures=3`.
    pub game: String,
    /// The players, the time control and the opening moves.
    pub terms: Terms,
    /// The seats, in the order of [`Side::ALL`].
    pub seats: [Seat; 2],
    /// The tournament the match belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentId>,
    /// The visibility of the match.
    #[serde(default, skip_serializing_if = "Audience::is_everybody")]
    pub audience: Audience,
    /// Rating, deviation and volatility of both players at the start of a rated match. Stored, so that rating it again
    /// gives the same result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<[[f64; 3]; 2]>,
    /// The time for the first move of each side, in milliseconds, if both players were present at the start. A match
    /// without it is abandoned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_show_ms: Option<u64>,
    /// The quota account this match counts against, and the account billed for engine time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<QuotaAccount>,
}

impl MatchCreated {
    /// Returns the quota that the match counts against while it is in progress.
    pub(crate) fn quota_kind(&self) -> QuotaKind {
        if self.terms.opening.len() > LONG_OPENING {
            QuotaKind::Long
        } else if self.terms.players.contains(&Party::House) {
            QuotaKind::Match
        } else {
            QuotaKind::Board
        }
    }

    /// Returns the rematch: the same match with sides exchanged. Players keep their tokens and their time controls.
    pub(super) fn exchanged(&self) -> MatchCreated {
        let [one, two] = self.seats.clone();
        let [first, second] = self.terms.players;
        let control = self.terms.control.map(TimeControls::exchanged);
        let terms = Terms { players: [second, first], control, ..self.terms.clone() };
        let ratings = self.ratings.map(|[one, two]| [two, one]);
        MatchCreated { terms, seats: [two, one], ratings, ..self.clone() }
    }
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum UnplayableMatch {
    /// There is no such game.
    #[error("{0}")]
    Game(String),
    /// The start, the opening or a stored event is illegal.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The first event does not create the match, or a later one does.
    #[error("a match begins with `begun`, and only once")]
    Beginning,
}

/// An event in the stream of a match.
#[derive(Clone, Debug)]
pub enum MatchLogEvent {
    /// The match was created.
    Created(Box<MatchCreated>),
    /// An event of the play.
    Event(MatchEvent),
    /// A player took an open seat.
    Seated {
        /// The side of the seat.
        side: Side,
        /// The seat with its new player.
        seat: Seat,
    },
    /// A player sent a chat message.
    Said {
        /// The side that sent it.
        side: Side,
        /// The message.
        phrase: Phrase,
    },
}

/// The stored form of [`MatchLogEvent::Seated`].
#[derive(Serialize, Deserialize)]
struct StoredSeat {
    side: Side,
    seat: Seat,
}

/// The stored form of [`MatchLogEvent::Said`].
#[derive(Serialize, Deserialize)]
struct StoredMessage {
    side: Side,
    phrase: Phrase,
}

impl MatchLogEvent {
    /// Parses a stored event.
    pub(super) fn read(stored: &Stored) -> Result<MatchLogEvent, serde_json::Error> {
        let body = stored.body.clone();
        Ok(match stored.kind.as_str() {
            CREATED => MatchLogEvent::Created(serde_json::from_value(body)?),
            SEATED => {
                let StoredSeat { side, seat } = serde_json::from_value(body)?;
                MatchLogEvent::Seated { side, seat }
            }
            CHAT => {
                let StoredMessage { side, phrase } = serde_json::from_value(body)?;
                MatchLogEvent::Said { side, phrase }
            }
            _ => MatchLogEvent::Event(serde_json::from_value(body)?),
        })
    }

    /// Serialises the event for the ledger.
    pub(super) fn write(&self) -> Result<ledger::Event, serde_json::Error> {
        let (kind, body) = match self {
            MatchLogEvent::Created(created) => (CREATED, serde_json::to_value(created)?),
            MatchLogEvent::Event(event) => (event.what.kind(), serde_json::to_value(event)?),
            MatchLogEvent::Seated { side, seat } => {
                (SEATED, serde_json::to_value(StoredSeat { side: *side, seat: seat.clone() })?)
            }
            MatchLogEvent::Said { side, phrase } => {
                (CHAT, serde_json::to_value(StoredMessage { side: *side, phrase: *phrase })?)
            }
        };
        Ok(ledger::Event { kind: kind.to_owned(), body })
    }
}
