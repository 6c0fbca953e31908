//! Positions, with their legal moves and the moves that led to them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use chautari_arena::live;
use chautari_game::{AnyGame, AnyRecord, Fault, Info, MarkKind, Offer, Scene};
use serde::{Deserialize, Serialize};

use crate::{MoveValue, PositionValue};

/// A position, with its legal moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Position {
    /// The position, in the canonical notation.
    pub position: String,
    /// The side to move.
    pub turn: &'static str,
    /// The number of plies played so far; `null` if unknown.
    #[cfg_attr(feature = "schema", schema(required))]
    pub ply: Option<u32>,
    /// How the game ended; `null` while it is in progress.
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome: Option<Outcome>,
    /// Whether the side to move is in check; `null` in games without check.
    #[cfg_attr(feature = "schema", schema(required))]
    pub check: Option<bool>,
    /// The board and everything on it.
    #[serde(serialize_with = "crate::scene::serialize")]
    pub scene: Scene,
    /// The legal moves, with the points a hand touches.
    pub offers: Vec<Offer>,
    /// The position in other dialects; `null` if a dialect cannot express it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, Option<String>>,
    /// Every ply since the start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Ply>,
    /// The value of the position, if requested; `null` if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<PositionValue>))]
    #[allow(clippy::option_option, reason = "not requested is not the same as not known")]
    pub value: Option<Option<PositionValue>>,
    /// The values of the moves, as far as tables have them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub move_values: Vec<MoveValue>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The winning side; `null` is a draw, or a match that does not count.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<Cow<'static, str>>,
    /// Stable, for programs: the ending of the rules; in a match also `resignation`, `agreement`, `time`, `forfeit`,
    /// `abandoned` or `too-long`.
    pub reason: Cow<'static, str>,
    /// The reason in words, without a full stop.
    pub text: Cow<'static, str>,
}

impl Outcome {
    /// The outcome of a game by its rules.
    pub fn of_game(info: &Info, outcome: chautari_game::Outcome) -> Outcome {
        Outcome {
            winner: outcome.winner.map(|side| info.side(side).into()),
            reason: outcome.ending.code.into(),
            text: outcome.ending.text.into(),
        }
    }

    /// The outcome of a match.
    pub fn of_match(info: &Info, verdict: &live::Verdict) -> Outcome {
        Outcome {
            winner: verdict.winner.map(|side| info.side(side).into()),
            reason: verdict.code.clone().into(),
            text: verdict.text.clone().into(),
        }
    }
}

/// A ply of a game: a move, or a ban.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Ply {
    /// The move, in the canonical notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The move as people write it.
    pub human: String,
    /// The side that made it. Sides need not alternate.
    pub side: Cow<'static, str>,
    /// The kind of action, as a verb: `move`, `place`, `ban`.
    pub action: Cow<'static, str>,
    /// The move in a notation that other programs use, such as SAN, if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub san: Option<String>,
    /// The position after the move.
    pub position: String,
}

/// Replays a record and yields each of its plies with the position after it. An iterator, so that a caller can stop
/// between two plies of a long game.
pub fn history(record: &dyn AnyRecord) -> impl Iterator<Item = Result<Ply, Fault>> {
    let moves = record.moves();
    let mut record = start_of(record);
    moves.into_iter().map(move |text| {
        let (side, action) = (record.info().side(record.turn()), record.action());
        let played = record.play(&text)?;
        Ok(Ply {
            text,
            human: played.human,
            side: side.into(),
            action: action.into(),
            san: played.further,
            position: record.position(),
        })
    })
}

/// Copies a record and takes all its moves back.
pub fn start_of(record: &dyn AnyRecord) -> Box<dyn AnyRecord> {
    let mut record = record.fork();
    while record.undo().is_some() {}
    record
}

impl Position {
    /// Describes the position a record has reached, without `texts`, `history` and `value`, which take longer and are
    /// filled in by the caller.
    pub fn new(record: &dyn AnyRecord) -> Position {
        let info = record.info();
        Position {
            position: record.position(),
            turn: info.side(record.turn()),
            ply: record.plies(),
            outcome: record.outcome().map(|outcome| Outcome::of_game(info, outcome)),
            check: record.is_marked(MarkKind::Check),
            scene: record.scene(),
            offers: record.offers(),
            texts: BTreeMap::new(),
            history: Vec::new(),
            value: None,
            move_values: Vec::new(),
        }
    }
}

/// Writes a record in each of these dialects; `None` if a dialect cannot express it.
///
/// # Errors
/// If the game has no such dialect.
pub fn texts(
    game: &dyn AnyGame,
    record: &dyn AnyRecord,
    dialects: &[String],
) -> Result<BTreeMap<String, Option<String>>, Fault> {
    let mut texts = BTreeMap::new();
    for dialect in dialects {
        let text = record.write(dialect);
        if text.is_err() && !game.dialects().iter().any(|known| known.id == dialect) {
            text?;
        } else {
            texts.insert(dialect.clone(), text.ok());
        }
    }
    Ok(texts)
}
