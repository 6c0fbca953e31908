//! What is asked of a match, and what happens in it.

use chautari_game::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::{Control, Left};

/// What a match is played by; settled before it begins and never changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// Where it begins, in the canonical notation; the usual start if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Moves played for both sides before they begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The time they have; without one they have all they want.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// What it is played for.
    pub stakes: Stakes,
    /// Who plays, in the order of [`Side::ALL`].
    pub players: [Player; 2],
}

/// What a match is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stakes {
    /// For fun: moves may be taken back, a pause and a rematch agreed on, and a side's clock waits for
    /// its first move.
    Friendly,
    /// For points: none of these.
    Points,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// Somebody who speaks for themselves, and whose time is measured.
    Guest,
    /// An opponent of the house. It agrees to a takeback and to a rematch at once; a draw it thinks
    /// over. How long it waits for a free processor is not its doing, so its clock stands still.
    House,
}

/// What a side asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// To play this move.
    Move {
        /// In the canonical notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// To give up.
    Resign,
    /// To call it a draw.
    OfferDraw,
    /// To agree to a draw.
    AcceptDraw,
    /// To play on.
    DeclineDraw,
    /// To have its last move back.
    OfferTakeback,
    /// To let the other side have its last move back.
    AcceptTakeback,
    /// To let it stand.
    DeclineTakeback,
    /// To stop the clocks and play on later.
    OfferPause,
    /// To agree to a pause.
    AcceptPause,
    /// To play on without one.
    DeclinePause,
    /// To play on after a pause; both must be there.
    Resume,
    /// To play again with sides exchanged, once it is over.
    Rematch,
}

/// Something that happened, and the clocks as they stood then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchEvent {
    /// What it was.
    #[serde(flatten)]
    pub what: What,
    /// What both sides had left after it, where time is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum What {
    /// A side played a move.
    Moved {
        /// Which.
        side: Side,
        /// In the canonical notation.
        #[serde(rename = "move")]
        text: String,
    },
    /// A side offered a draw.
    DrawOffered {
        /// Which.
        side: Side,
    },
    /// A side declined the draw it was offered.
    DrawDeclined {
        /// Which.
        side: Side,
    },
    /// A side asked for its last move back.
    TakebackOffered {
        /// Which.
        side: Side,
    },
    /// A side would not let the other have its move back.
    TakebackDeclined {
        /// Which.
        side: Side,
    },
    /// A side has its last move back.
    TakenBack {
        /// Which side asked for it.
        side: Side,
        /// How many plies are gone, those of the other side since then among them.
        plies: usize,
    },
    /// A side asked for a pause.
    PauseOffered {
        /// Which.
        side: Side,
    },
    /// A side would rather play on.
    PauseDeclined {
        /// Which.
        side: Side,
    },
    /// Clocks stand still and nobody moves, for as long as both like: also an adjournment.
    Paused,
    /// A side is there again and would play on.
    ResumeOffered {
        /// Which.
        side: Side,
    },
    /// Both are there again.
    Resumed,
    /// The match is over.
    Ended {
        /// How.
        verdict: Verdict,
    },
    /// A side offers a rematch.
    RematchOffered {
        /// Which.
        side: Side,
    },
    /// Both would, and do.
    RematchAgreed,
}

impl What {
    /// Its name, for whoever files events by kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            What::Moved { .. } => "moved",
            What::DrawOffered { .. } => "draw_offered",
            What::DrawDeclined { .. } => "draw_declined",
            What::TakebackOffered { .. } => "takeback_offered",
            What::TakebackDeclined { .. } => "takeback_declined",
            What::TakenBack { .. } => "taken_back",
            What::PauseOffered { .. } => "pause_offered",
            What::PauseDeclined { .. } => "pause_declined",
            What::Paused => "paused",
            What::ResumeOffered { .. } => "resume_offered",
            What::Resumed => "resumed",
            What::Ended { .. } => "ended",
            What::RematchOffered { .. } => "rematch_offered",
            What::RematchAgreed => "rematch_agreed",
        }
    }

    /// Whether another position stands on the board after it, or none that can be played.
    pub const fn moves_on(&self) -> bool {
        matches!(self, What::Moved { .. } | What::TakenBack { .. } | What::Ended { .. })
    }
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The winner, or nobody.
    pub winner: Option<Side>,
    /// Stable, for programs: the ending of the rules, or `resignation`, `agreement`, `time`,
    /// `forfeit`, `abandoned`, `too-long`.
    pub code: String,
    /// A clause for people, without its full stop.
    pub text: String,
}

impl Verdict {
    /// The code of a match that does not count: nobody won, and it is no draw either.
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

    /// A side lost without playing on.
    pub(super) fn forfeited(side: Side, why: &str) -> Verdict {
        Verdict::new(Some(side.other()), "forfeit", why)
    }

    pub(super) fn abandoned(why: &str) -> Verdict {
        Verdict::new(None, Verdict::ABANDONED, why)
    }
}
