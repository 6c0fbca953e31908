//! The settings of a tournament, and its entries.

use chautari_arena::live::{Player as Party, TimeControl};
use chautari_arena::{Format, Rating, TournamentSize};
use chautari_http::TokenHash;
use chautari_matches::model::Seat;
use chautari_platform::quota::QuotaAccount;
use chautari_platform::{PersonId, SeasonId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The players who may enter a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentEntrance)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntryPolicy {
    /// Only players whom the host enters.
    #[default]
    Closed,
    /// Anyone with the join code.
    Code,
    /// Anyone. The join code is public.
    Anybody,
}

/// When the rounds after the first begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentNextRound)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NextRound {
    /// As soon as all games of the round before have ended.
    #[default]
    WhenDone,
    /// When the host starts it, after all games of the round before have ended.
    ByHost,
    /// After a break, which begins when all games of the round before have ended.
    AfterBreak,
}

/// The settings of a tournament, fixed when it is created.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TournamentSettings {
    pub(crate) name: String,
    /// The game, with its rules.
    pub(crate) game: String,
    pub(crate) format: Format,
    /// The number of rounds, in a format that [sets it](Format::sets_rounds); `None` for the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rounds: Option<u32>,
    /// The number of games per pairing.
    pub(crate) games: u32,
    /// The players entered at the creation.
    pub(crate) players: Vec<Entry>,
    pub(crate) control: Option<TimeControl>,
    /// The openings. Each is used for two games of a pairing, with sides exchanged.
    pub(crate) openings: Vec<OpeningMoves>,
    /// The hash of the host's token.
    pub(crate) hash: TokenHash,
    /// The person who is the host, if the tournament was created with a person's key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) host: Option<PersonId>,
    #[serde(default)]
    pub(crate) entrance: EntryPolicy,
    /// The join code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<String>,
    /// Whether it waits for its host or its start time. Otherwise it starts at once.
    #[serde(default)]
    pub(crate) waits: bool,
    /// The time at which it starts by itself, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) starts_ms: Option<u64>,
    /// The time after which a player without a first move is withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) no_show_ms: Option<u64>,
    /// The duration, in a format that is paired by the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lasts_ms: Option<u64>,
    #[serde(default)]
    pub(crate) next_round: NextRound,
    /// The break between rounds; 0 unless rounds begin [after a break](NextRound::AfterBreak).
    #[serde(default)]
    pub(crate) break_ms: u64,
    /// Whether its games are rated for people. They always are for bots.
    #[serde(default)]
    pub(crate) rated: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) season: Option<SeasonId>,
    /// The account that engine time is billed to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) payer: Option<QuotaAccount>,
}

impl TournamentSettings {
    /// Returns the number of rounds for this many players, in a format that sets it.
    pub(crate) fn rounds_for(&self, players: usize) -> u32 {
        self.rounds.unwrap_or_else(|| Format::default_rounds(players as u32))
    }

    /// Returns the size of the tournament with this many players, of whom the server plays for `engines`.
    pub(crate) fn size(&self, players: usize, engines: usize) -> TournamentSize {
        TournamentSize {
            players: players as u32,
            engines: engines as u32,
            rounds: self.rounds,
            games_per_pairing: self.games,
        }
    }
}

/// The start of a game: a position, or moves from the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpeningMoves {
    #[serde(default)]
    pub(crate) start: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A player's entry.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The player's name, unique in the tournament.
    pub(crate) name: String,
    pub(crate) seat: Seat,
    /// The rating at the time of entry: rating, deviation, volatility.
    pub(crate) rating: [f64; 3],
    /// Whether the host made a card for this person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) card: bool,
}

impl Entry {
    /// Returns the rating at the time of entry. Engines have fixed ratings.
    pub(crate) fn rating(&self) -> Rating {
        let [rating, deviation, volatility] = self.rating;
        self.seat.player.fixed_rating().unwrap_or(Rating { rating, deviation, volatility })
    }

    /// Whether the server does not play for this entry, so that it may have to be waited for.
    pub(crate) fn is_guest(&self) -> bool {
        self.seat.player.party() == Party::Guest
    }
}
