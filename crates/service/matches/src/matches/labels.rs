//! Under what matches are found in the ledger.

use chautari_ledger::Label;
use chautari_platform::quota::QuotaKind;
use chautari_platform::{PersonId, TournamentId};
use serde::Deserialize;

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It does.
    Live,
    /// It does not.
    Ended,
}

impl State {
    fn word(self) -> &'static str {
        match self {
            State::Live => "live",
            State::Ended => "ended",
        }
    }
}

/// Matches in this state.
pub fn by_state(state: State) -> Label {
    Label::new("match", state.word())
}

/// Matches of this game in this state.
pub(super) fn by_game(game: &str, state: State) -> Label {
    Label::new(format!("match-of-{game}"), state.word())
}

/// Matches of this bot in this state.
pub(crate) fn by_bot(name: &str, state: State) -> Label {
    Label::new(format!("match-by-{name}"), state.word())
}

/// Matches of this person in this state.
pub fn by_person(id: &PersonId, state: State) -> Label {
    Label::new(format!("match-of-person-{id}"), state.word())
}

/// Matches of this tournament in this state.
pub(super) fn by_tournament(id: &TournamentId, state: State) -> Label {
    Label::new(format!("match-in-{id}"), state.word())
}

/// Matches whose clocks run.
pub(super) fn timed() -> Label {
    Label::new("match-clock", "running")
}

/// Whether labels say that a match goes on, or that somebody who has a name may look for it. One by link is in no list,
/// and goes on all the same: as long as it does, it is counted for somebody.
pub fn is_wanted(labels: &[Label]) -> bool {
    let named = ["match-by-", "match-of-person-", "match-in-", "match-clock"];
    labels.iter().any(|label| {
        label.value == State::Live.word()
            || named.iter().any(|prefix| label.key.starts_with(prefix))
            || QuotaKind::OF_MATCHES.iter().any(|what| what.counts(label))
    })
}
