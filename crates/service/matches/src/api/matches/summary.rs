//! Matches in lists: summary, record with moves, own match.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chautari_arena::live::{NamedTimeControls, Tick};
use chautari_game::Side;
use chautari_people::people::Presence;
use chautari_platform::{MatchId, PersonId, TournamentId};
use chautari_wire::{At, Clocks, Outcome};
use serde::Serialize;
use utoipa::ToSchema;

use crate::model::{MatchState, player_view};

/// A match in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct MatchSummary {
    /// The id of the match.
    #[schema(value_type = String)]
    id: MatchId,
    /// The number of events so far.
    version: u64,
    /// The game, with its rules.
    game: String,
    /// The position, in the canonical notation.
    position: String,
    /// The number of moves played.
    plies: usize,
    /// The side to move; `null` once the match is over.
    #[schema(required)]
    turn: Option<&'static str>,
    /// How the match ended; `null` while it is in progress.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// The player of each side.
    #[schema(value_type = BTreeMap<String, chautari_wire::Player>)]
    seats: BTreeMap<&'static str, chautari_wire::Player>,
    /// The id of the tournament the match belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    tournament: Option<TournamentId>,
    /// The clocks now; only while the match is in progress and if it has a time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    time_left: Option<Clocks>,
    /// Whether the match is paused.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    paused: bool,
    /// When the match began, in milliseconds since 1970.
    began_ms: u64,
    /// The time of the last event, in milliseconds since 1970.
    changed_ms: u64,
}

impl MatchSummary {
    pub(super) fn new(state: &MatchState, presence: &Presence, now: Tick) -> MatchSummary {
        let info = state.info();
        let (played, record) = (&state.played, state.played.record());
        let is_over = played.verdict().is_some();
        MatchSummary {
            id: state.id.clone(),
            version: state.version,
            game: state.created.game.clone(),
            position: record.position(),
            plies: record.len(),
            turn: played.turn().map(|side| info.side(side)),
            outcome: played.verdict().map(|verdict| Outcome::of_match(info, verdict)),
            seats: Side::ALL.map(|side| (info.side(side), player_view(state.player(side), presence))).into(),
            tournament: state.created.tournament.clone(),
            time_left: if is_over { None } else { Clocks::new(played, At::Now(now)) },
            paused: played.is_paused(),
            began_ms: state.began_ms,
            changed_ms: state.changed_ms,
        }
    }
}

/// A match with its moves, for the study of many matches.
#[derive(Serialize, ToSchema)]
pub struct MatchRecord {
    #[serde(flatten)]
    summary: MatchSummary,
    /// The start position, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    start: Option<String>,
    /// The moves played, in the canonical notation.
    moves: Vec<String>,
    /// The number of moves that were given as an opening.
    opening: usize,
    /// The time control: one for both sides, or one per side under its name; `null` for unlimited time.
    #[schema(required)]
    clock: Option<NamedTimeControls>,
}

impl MatchRecord {
    pub(super) fn new(state: &MatchState, presence: &Presence, now: Tick) -> MatchRecord {
        let terms = &state.created.terms;
        MatchRecord {
            summary: MatchSummary::new(state, presence, now),
            start: terms.start.clone(),
            moves: state.played.record().moves(),
            opening: terms.opening.len(),
            clock: terms.control.map(|control| NamedTimeControls::new(state.info(), control)),
        }
    }
}

/// A match of the client.
#[derive(Serialize, ToSchema)]
#[schema(as = YourMatch)]
pub(crate) struct MyMatch {
    /// The client's side.
    side: Cow<'static, str>,
    /// Whether the client is to move.
    your_turn: bool,
    #[serde(flatten)]
    summary: MatchSummary,
}

impl MyMatch {
    /// Describes a match of a person; `None` if they do not play in it.
    pub(crate) fn new(
        state: &MatchState,
        person: &PersonId,
        presence: &Presence,
        now: Tick,
    ) -> Option<MyMatch> {
        let plays = |side: &Side| state.player(*side).person() == Some(person);
        let side = Side::ALL.into_iter().find(plays)?;
        // A person who plays both sides is always to move.
        let your_turn = !state.played.is_paused() && state.played.turn().is_some_and(|turn| plays(&turn));
        let summary = MatchSummary::new(state, presence, now);
        Some(MyMatch { side: state.info().side(side).into(), your_turn, summary })
    }
}
