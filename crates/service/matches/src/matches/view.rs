//! A match as clients see it.

use std::collections::BTreeMap;

use chautari_arena::live::{
    At, Clocks, Ended, MatchEvent, NamedTimeControls, Rematch, Tick, TimeControl, named,
};
use chautari_game::{Info, MarkKind, Offer, Scene, Side};
use chautari_platform::{MatchId, TournamentId};
use serde::{Deserialize as _, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::chat::{ChatMessage, Phrase};
use super::seat::Sitter;
use super::state::MatchState;

/// A match and everything needed to show it and to play on.
#[derive(Serialize, ToSchema)]
#[schema(as = Match)]
pub struct View {
    /// Its name.
    #[schema(value_type = String)]
    id: MatchId,
    /// How many events it has had.
    version: u64,
    /// The game, with its rules: `baghchal:captures=3`.
    game: String,
    /// Where it began, if not at the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    start: Option<String>,
    /// The position, in the canonical notation.
    position: String,
    /// The moves played, in the canonical notation.
    moves: Vec<String>,
    /// How many of them were played for the sides before they began.
    #[serde(skip_serializing_if = "is_zero")]
    opening: usize,
    /// The side to move; `null` once it is over.
    #[schema(required)]
    turn: Option<&'static str>,
    /// Whether that side is in check, in games that know check.
    #[schema(required)]
    check: Option<bool>,
    /// How it ended; `null` while it goes on.
    #[schema(required)]
    outcome: Option<Ended>,
    /// Who plays which side.
    #[schema(value_type = std::collections::BTreeMap<String, Sitter>)]
    seats: BTreeMap<&'static str, Sitter>,
    /// The clocks; `null` where time is not measured.
    #[schema(required)]
    clock: Option<Clocks>,
    /// The side that offers a draw.
    #[schema(required)]
    draw_offer: Option<&'static str>,
    /// The side that would have its last move back.
    #[schema(required)]
    takeback_offer: Option<&'static str>,
    /// The side that asks for a pause.
    #[schema(required)]
    pause_offer: Option<&'static str>,
    /// Whether it is paused: nobody moves, and no clock runs.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    paused: bool,
    /// The side that is back from a pause, and waits for the other.
    #[schema(required)]
    resume_offer: Option<&'static str>,
    /// How far a rematch has come; `null` where nobody asked for one.
    #[schema(required)]
    rematch: Option<Rematch>,
    /// The tournament it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    tournament: Option<TournamentId>,
    /// Whether its result counts for the ratings of its players.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    rated: bool,
    /// What the players said, the first first; the last twenty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    words: Vec<Spoken>,
    /// When it began, in milliseconds since 1970.
    began_ms: u64,
    /// The legal moves, with the points a hand touches; none while it is paused and once it is over.
    offers: Vec<Offer>,
    /// What to draw.
    scene: Scene,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// Something a player said.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchWord)]
pub(crate) struct Spoken {
    side: &'static str,
    phrase: Phrase,
    /// When, in milliseconds since 1970.
    at_ms: u64,
}

/// How many of the last words are told.
const LAST_WORDS: usize = 20;

fn spoken(story: &MatchState) -> Vec<Spoken> {
    let last = &story.words[story.words.len().saturating_sub(LAST_WORDS)..];
    let spoken = |said: &ChatMessage| Spoken {
        side: story.info().side(said.side),
        phrase: said.phrase,
        at_ms: said.at_ms,
    };
    last.iter().map(spoken).collect()
}

/// The few lines about a match that a list of them shows.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchSummary)]
pub(crate) struct Summary {
    /// Its name.
    #[schema(value_type = String)]
    id: MatchId,
    /// How many events it has had.
    version: u64,
    /// The game, with its rules.
    game: String,
    /// The position, in the canonical notation.
    position: String,
    /// How many moves have been played.
    plies: usize,
    /// The side to move; `null` once it is over.
    #[schema(required)]
    turn: Option<&'static str>,
    /// How it ended; `null` while it goes on.
    #[schema(required)]
    outcome: Option<Ended>,
    /// Who plays which side.
    #[schema(value_type = std::collections::BTreeMap<String, Sitter>)]
    seats: BTreeMap<&'static str, Sitter>,
    /// The tournament it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    tournament: Option<TournamentId>,
    /// What the sides have left now; only while it goes on, and where time is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    time_left: Option<Clocks>,
    /// Whether it is paused.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    paused: bool,
    /// When it began, in milliseconds since 1970.
    began_ms: u64,
    /// When something last happened, in milliseconds since 1970.
    changed_ms: u64,
}

/// A match with its moves, for whoever studies many.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchRecord)]
pub struct Recorded {
    #[serde(flatten)]
    summary: Summary,
    /// Where it began, if not at the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    start: Option<String>,
    /// The moves played, in the canonical notation.
    moves: Vec<String>,
    /// How many of them were played for the sides before they began.
    opening: usize,
    /// What the sides began with; `null` where time is not measured.
    #[schema(required, value_type = Option<TimeControl>)]
    clock: Option<NamedTimeControls>,
}

impl Recorded {
    pub(crate) fn new(story: &MatchState, now: Tick) -> Recorded {
        Recorded {
            summary: Summary::new(story, now),
            start: story.begun.terms.start.clone(),
            moves: story.played.record().moves(),
            opening: story.begun.terms.opening.len(),
            clock: story.begun.terms.control.map(|control| NamedTimeControls::new(story.info(), control)),
        }
    }
}

impl View {
    pub(crate) fn new(story: &MatchState, at: At) -> View {
        let info = story.info();
        let (played, record) = (&story.played, story.played.record());
        let name = |side: Side| info.side(side);
        let over = played.verdict().is_some();
        View {
            id: story.id.clone(),
            version: story.version,
            game: story.begun.game.clone(),
            start: story.begun.terms.start.clone(),
            position: record.position(),
            moves: record.moves(),
            opening: story.begun.terms.opening.len(),
            turn: played.turn().map(name),
            check: record.is_marked(MarkKind::Check),
            outcome: played.ended(),
            seats: seats(story),
            clock: played.clocks(at),
            draw_offer: played.draw_offer().map(name),
            takeback_offer: played.takeback_offer().map(name),
            pause_offer: played.pause_offer().map(name),
            paused: played.is_paused(),
            resume_offer: played.resume_offer().map(name),
            rematch: played.rematch(|| story.rematch().0.to_string()),
            tournament: story.begun.tournament.clone(),
            rated: story.begun.ratings.is_some(),
            words: spoken(story),
            began_ms: story.began_ms,
            // A side that resigned has legal moves; there is nothing to do with them.
            offers: if over || played.is_paused() { Vec::new() } else { record.offers() },
            scene: record.scene(),
        }
    }
}

impl Summary {
    pub(crate) fn new(story: &MatchState, now: Tick) -> Summary {
        let info = story.info();
        let (played, record) = (&story.played, story.played.record());
        Summary {
            id: story.id.clone(),
            version: story.version,
            game: story.begun.game.clone(),
            position: record.position(),
            plies: record.len(),
            turn: played.turn().map(|side| info.side(side)),
            outcome: played.ended(),
            seats: seats(story),
            tournament: story.begun.tournament.clone(),
            time_left: if played.verdict().is_some() { None } else { played.clocks(At::Now(now)) },
            paused: played.is_paused(),
            began_ms: story.began_ms,
            changed_ms: story.changed_ms,
        }
    }
}

fn seats(story: &MatchState) -> BTreeMap<&'static str, Sitter> {
    Side::ALL.map(|side| (story.info().side(side), story.sitter(side))).into()
}

/// An event as clients are told of it: the sides have their names.
pub(crate) fn told(info: &'static Info, event: &MatchEvent) -> Value {
    let mut value = serde_json::to_value(event).unwrap_or_default();
    let name = |value: &mut Value| {
        if let Ok(side) = Side::deserialize(&*value) {
            *value = info.side(side).into();
        }
    };
    if let Some(side) = value.get_mut("side") {
        name(side);
    }
    if let Some(mut verdict) = value.get_mut("verdict").map(Value::take) {
        name(&mut verdict["winner"]);
        let code = verdict["code"].take();
        value["outcome"] =
            serde_json::json!({"winner": verdict["winner"], "reason": code, "text": verdict["text"]});
        value.as_object_mut().map(|fields| fields.remove("verdict"));
    }
    if let Some(left) = event.left {
        value["left"] = serde_json::json!(named(info, left));
    }
    value
}
