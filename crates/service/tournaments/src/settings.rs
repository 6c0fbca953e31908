//! What is settled about a tournament before it starts.

use chautari_arena::live::{Player as Party, TimeControl};
use chautari_arena::{Format, Rating};
use chautari_http::TokenHash;
use chautari_matches::model::Seat;
use chautari_platform::quota::QuotaAccount;
use chautari_platform::{PersonId, SeasonId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentFormat)]
#[serde(rename_all = "snake_case")]
pub(super) enum Form {
    /// Everybody meets everybody once.
    RoundRobin,
    /// Everybody meets everybody twice, with sides exchanged.
    DoubleRoundRobin,
    /// Equals meet, for a number of rounds.
    Swiss,
    /// The first player meets each of the others.
    Gauntlet,
    /// Whoever loses a meeting is out. One that is level goes on for two games at most; then the one who entered
    /// first goes on.
    Knockout,
    /// For so long a time whoever is free meets whoever is free: two points for a win, one for a draw, double after
    /// two wins in a row.
    Arena,
}

/// Who may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TournamentEntrance)]
#[serde(rename_all = "snake_case")]
pub(super) enum EntryPolicy {
    /// Whom the host enters.
    #[default]
    Closed,
    /// Whoever has the code.
    Code,
    /// Anybody: the code is shown to everybody.
    Anybody,
}

/// What was settled before it began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TournamentSettings {
    pub(super) name: String,
    /// The game, with its rules.
    pub(super) game: String,
    pub(super) format: Form,
    /// How many rounds a Swiss tournament has; 0 for as many as find one winner among those who are there.
    pub(super) rounds: u32,
    /// How many games a meeting has.
    pub(super) games: u32,
    /// Those who were entered with it.
    pub(super) players: Vec<Entry>,
    pub(super) control: Option<TimeControl>,
    /// Where games begin; each is used for two games of a meeting, with sides exchanged.
    pub(super) openings: Vec<OpeningChoice>,
    /// The hash of the token that steers it.
    pub(super) hash: TokenHash,
    /// The person who steers it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) host: Option<PersonId>,
    #[serde(default)]
    pub(super) entrance: EntryPolicy,
    /// What opens it to those who come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<String>,
    /// It waits for its host or its time before it starts.
    #[serde(default)]
    pub(super) waits: bool,
    /// When it starts by itself, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) starts_ms: Option<u64>,
    /// Whoever makes no first move for this long is dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) no_show_ms: Option<u64>,
    /// How long an arena lasts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lasts_ms: Option<u64>,
    /// Whether its games count for the ratings of people; bots are always rated.
    #[serde(default)]
    pub(super) rated: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) season: Option<SeasonId>,
    /// For whom the house plays in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) payer: Option<QuotaAccount>,
}

impl TournamentSettings {
    /// The format of the pairings.
    pub(super) fn format(&self) -> Format {
        match self.format {
            Form::RoundRobin => Format::RoundRobin,
            Form::DoubleRoundRobin => Format::DoubleRoundRobin,
            Form::Swiss => Format::Swiss,
            Form::Gauntlet => Format::Gauntlet,
            Form::Knockout => Format::Knockout,
            Form::Arena => Format::Arena,
        }
    }

    /// How many rounds a Swiss tournament of this many players has.
    pub(super) fn rounds_for(&self, players: usize) -> u32 {
        let enough = players.next_power_of_two().trailing_zeros().max(1);
        if self.rounds == 0 { enough } else { self.rounds }
    }
}

/// Where games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpeningChoice {
    #[serde(default)]
    pub(super) start: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
}

/// Somebody who has entered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Unlike those of the others.
    pub(super) name: String,
    pub(super) seat: Seat,
    /// What it was thought to be worth when it entered: rating, deviation, volatility.
    pub(super) rating: [f64; 3],
    /// The host made a card for this person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) card: bool,
}

impl Entry {
    /// What it was worth when it entered. The house is worth the same whatever happens.
    pub(super) fn rating(&self) -> Rating {
        let [rating, deviation, volatility] = self.rating;
        self.seat.player.fixed_rating().unwrap_or(Rating { rating, deviation, volatility })
    }

    /// Whether it has to be waited for.
    pub(super) fn is_guest(&self) -> bool {
        self.seat.player.party() == Party::Guest
    }
}
