//! Ledger labels used to index matches.

use chautari_ledger::Label;
use chautari_platform::quota::QuotaKind;
use chautari_platform::{PersonId, TournamentId};
use serde::Deserialize;

/// Whether a match is in progress or finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchStatus {
    /// The match is in progress.
    Live,
    /// The match is finished.
    Ended,
}

impl MatchStatus {
    fn value(self) -> &'static str {
        match self {
            MatchStatus::Live => "live",
            MatchStatus::Ended => "ended",
        }
    }
}

/// Listed matches with this status.
pub fn by_status(status: MatchStatus) -> Label {
    Label::new("match", status.value())
}

/// Listed matches of a game with this status.
pub(crate) fn by_game(game: &str, status: MatchStatus) -> Label {
    Label::new(format!("match-of-{game}"), status.value())
}

/// Matches of a bot with this status.
pub(crate) fn by_bot(name: &str, status: MatchStatus) -> Label {
    Label::new(format!("match-by-{name}"), status.value())
}

/// Matches of a person with this status.
pub fn by_person(id: &PersonId, status: MatchStatus) -> Label {
    Label::new(format!("match-of-person-{id}"), status.value())
}

/// Matches of a tournament with this status.
pub(crate) fn by_tournament(id: &TournamentId, status: MatchStatus) -> Label {
    Label::new(format!("match-in-{id}"), status.value())
}

/// Matches that must stay in memory because a clock runs.
pub(super) fn clock_running() -> Label {
    Label::new("match-clock", "running")
}

/// Whether a match with these labels must not be removed: it is in progress, or a person, a bot or a tournament took
/// part. An unlisted match has no status label, but it counts against a quota while it is in progress.
pub fn is_retained(labels: &[Label]) -> bool {
    let named = ["match-by-", "match-of-person-", "match-in-", "match-clock"];
    labels.iter().any(|label| {
        label.value == MatchStatus::Live.value()
            || named.iter().any(|prefix| label.key.starts_with(prefix))
            || QuotaKind::OF_MATCHES.iter().any(|kind| kind.counts(label))
    })
}
