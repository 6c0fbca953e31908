//! What is shown of a match, by a server and by a page alike: the sides have their names.

use std::collections::BTreeMap;

use chautari_game::{Info, Side};
use serde::Serialize;

use super::{Control, Left, Match, Tick, Verdict};

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchOutcome))]
pub struct Ended {
    /// The winning side; `null` is a draw, or a match that does not count.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<&'static str>,
    /// Stable, for programs: the ending of the rules, or `resignation`, `agreement`, `time`,
    /// `forfeit`, `abandoned`, `too-long`.
    pub reason: String,
    /// The same in words.
    pub text: String,
}

impl Ended {
    /// A verdict, with the winner's name.
    pub fn new(info: &Info, verdict: &Verdict) -> Ended {
        Ended {
            winner: verdict.winner.map(|side| info.side(side)),
            reason: verdict.code.clone(),
            text: verdict.text.clone(),
        }
    }
}

/// The clocks: what each side has left in milliseconds, under its name, and which one runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchClock))]
pub struct Clocks {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, u64>))]
    left: BTreeMap<&'static str, u64>,
    /// The side whose clock runs.
    #[cfg_attr(feature = "schema", schema(required))]
    running: Option<&'static str>,
    /// What the sides began with.
    control: Control,
}

/// How far a rematch has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchRematch))]
#[serde(rename_all = "snake_case")]
pub enum Rematch {
    /// This side offers a rematch.
    Offered(&'static str),
    /// They play again in the match of this name.
    Match(String),
}

/// Which moment the clocks are shown at.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// Now.
    Now(Tick),
    /// The last event, so that the same version always looks the same.
    LastEvent,
}

/// What each side has left, under its name.
pub fn named(info: &Info, left: Left) -> BTreeMap<&'static str, u64> {
    Side::ALL.map(|side| (info.side(side), left[side.index()])).into()
}

impl Match {
    /// How it ended, once it has.
    pub fn ended(&self) -> Option<Ended> {
        self.verdict().map(|verdict| Ended::new(self.record().info(), verdict))
    }

    /// Its clocks, where time is measured.
    pub fn clocks(&self, at: At) -> Option<Clocks> {
        let info = self.record().info();
        let left = match at {
            At::Now(now) => self.left(now)?,
            At::LastEvent => self.left_then()?,
        };
        Some(Clocks {
            left: named(info, left),
            running: self.running().map(|side| info.side(side)),
            control: self.terms().control?,
        })
    }

    /// How far a rematch has come; `next` is the name it would have. The same name however often it is asked for:
    /// nobody sets it up twice.
    pub fn rematch(&self, next: impl FnOnce() -> String) -> Option<Rematch> {
        if self.rematch_agreed() {
            return Some(Rematch::Match(next()));
        }
        self.rematch_offer().map(|side| Rematch::Offered(self.record().info().side(side)))
    }
}
