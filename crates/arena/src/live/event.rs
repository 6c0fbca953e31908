//! The terms, actions and events of a match.

use chautari_game::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::{RemainingTime, TimeControls};

/// The terms of a match, fixed before it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The starting position in the canonical notation; `None` for the initial position of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Moves played for both sides before they begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The time controls; `None` if time is unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<TimeControls>,
    /// Whether the match is friendly or for points.
    pub stakes: Stakes,
    /// The kind of player of each side, in the order of [`Side::ALL`].
    pub players: [Player; 2],
}

/// Whether a match is friendly or for points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stakes {
    /// Friendly: takebacks, pauses and rematches are possible, and the clock of a side starts after its first
    /// move.
    Friendly,
    /// For points: none of these are possible, and clocks run from the beginning.
    Points,
}

/// The kind of player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// A person or an external program, whose time is measured.
    Guest,
    /// A built-in engine. It accepts takebacks, pauses and rematches at once, and considers draws on its move.
    /// Its clock does not run, because it cannot influence how long it waits for a free processor.
    House,
}

/// An action of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Plays a move.
    Move {
        /// The move in the canonical notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// Resigns.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Accepts a draw.
    AcceptDraw,
    /// Declines a draw.
    DeclineDraw,
    /// Asks to take back its last move.
    OfferTakeback,
    /// Lets the other side take back its last move.
    AcceptTakeback,
    /// Declines the takeback.
    DeclineTakeback,
    /// Offers a pause, in which the clocks stop.
    OfferPause,
    /// Accepts a pause.
    AcceptPause,
    /// Declines a pause.
    DeclinePause,
    /// Resumes after a pause, once both sides have done so.
    Resume,
    /// Offers or accepts a rematch with sides exchanged, once the match is over.
    Rematch,
}

/// An event of a match, with the clocks at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchEvent {
    /// The change.
    #[serde(flatten)]
    pub what: MatchEventKind,
    /// The remaining times after the event; `None` if time is unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<RemainingTime>,
}

/// A change in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MatchEventKind {
    /// A side played a move.
    Moved {
        /// The side.
        side: Side,
        /// The move in the canonical notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// A side offered a draw.
    DrawOffered {
        /// The side.
        side: Side,
    },
    /// A side declined a draw.
    DrawDeclined {
        /// The side.
        side: Side,
    },
    /// A side asked to take back its last move.
    TakebackOffered {
        /// The side.
        side: Side,
    },
    /// A side declined a takeback.
    TakebackDeclined {
        /// The side.
        side: Side,
    },
    /// The last move of a side was taken back.
    TakenBack {
        /// The side that asked for it.
        side: Side,
        /// The number of plies removed, including those of the other side since then.
        plies: usize,
    },
    /// A side offered a pause.
    PauseOffered {
        /// The side.
        side: Side,
    },
    /// A side declined a pause.
    PauseDeclined {
        /// The side.
        side: Side,
    },
    /// The match was paused: no clock runs and no move is possible.
    Paused,
    /// A side is ready to resume after a pause.
    ResumeOffered {
        /// The side.
        side: Side,
    },
    /// Both sides were ready, so the match was resumed.
    Resumed,
    /// The match ended.
    Ended {
        /// The result.
        verdict: Verdict,
    },
    /// A side offered a rematch.
    RematchOffered {
        /// The side.
        side: Side,
    },
    /// Both sides agreed to a rematch.
    RematchAgreed,
}

impl MatchEventKind {
    /// The stable name of the kind of event.
    pub const fn kind(&self) -> &'static str {
        match self {
            MatchEventKind::Moved { .. } => "moved",
            MatchEventKind::DrawOffered { .. } => "draw_offered",
            MatchEventKind::DrawDeclined { .. } => "draw_declined",
            MatchEventKind::TakebackOffered { .. } => "takeback_offered",
            MatchEventKind::TakebackDeclined { .. } => "takeback_declined",
            MatchEventKind::TakenBack { .. } => "taken_back",
            MatchEventKind::PauseOffered { .. } => "pause_offered",
            MatchEventKind::PauseDeclined { .. } => "pause_declined",
            MatchEventKind::Paused => "paused",
            MatchEventKind::ResumeOffered { .. } => "resume_offered",
            MatchEventKind::Resumed => "resumed",
            MatchEventKind::Ended { .. } => "ended",
            MatchEventKind::RematchOffered { .. } => "rematch_offered",
            MatchEventKind::RematchAgreed => "rematch_agreed",
        }
    }

    /// Whether the event changes the position, or ends the match.
    pub const fn moves_on(&self) -> bool {
        matches!(
            self,
            MatchEventKind::Moved { .. } | MatchEventKind::TakenBack { .. } | MatchEventKind::Ended { .. }
        )
    }
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The winner; `None` for a draw or a match that does not count.
    pub winner: Option<Side>,
    /// A stable code for programs: the ending of the rules, or `resignation`, `agreement`, `time`, `forfeit`,
    /// `abandoned`, `too-long`.
    pub code: String,
    /// A clause for people, without a full stop.
    pub text: String,
}

impl Verdict {
    /// The code of a match that does not count. It has no winner and is not a draw.
    pub const ABANDONED: &'static str = "abandoned";

    fn new(winner: Option<Side>, code: &str, text: impl Into<String>) -> Verdict {
        Verdict { winner, code: code.to_owned(), text: text.into() }
    }

    pub(super) fn rules(outcome: Outcome) -> Verdict {
        Verdict::new(outcome.winner, outcome.ending.code, outcome.ending.text)
    }

    pub(super) fn resigned(side: Side, name: &str) -> Verdict {
        Verdict::new(Some(side.other()), "resignation", format!("{name} resigned"))
    }

    pub(super) fn agreed() -> Verdict {
        Verdict::new(None, "agreement", "both sides agreed to a draw")
    }

    pub(super) fn late(side: Side, name: &str) -> Verdict {
        Verdict::new(Some(side.other()), "time", format!("{name} ran out of time"))
    }

    pub(super) fn too_long(plies: usize) -> Verdict {
        Verdict::new(None, "too-long", format!("no result after {plies} plies"))
    }

    /// A side lost by forfeit.
    pub(super) fn forfeited(side: Side, why: &str) -> Verdict {
        Verdict::new(Some(side.other()), "forfeit", why)
    }

    pub(super) fn abandoned(why: &str) -> Verdict {
        Verdict::new(None, Verdict::ABANDONED, why)
    }
}
