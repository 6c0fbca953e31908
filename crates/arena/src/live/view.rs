//! The public view of a match, shared by the server and the page. Sides appear under their names.

use std::collections::BTreeMap;

use chautari_game::{Info, Side};
use serde::Serialize;

#[cfg(feature = "schema")]
use super::TimeControl;
use super::{Match, NamedTimeControls, RemainingTime, Tick, Verdict};

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchOutcome))]
pub struct Ended {
    /// The winning side; `null` for a draw, or a match that does not count.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<&'static str>,
    /// A stable code for programs: the ending of the rules, or `resignation`, `agreement`, `time`, `forfeit`,
    /// `abandoned`, `too-long`.
    pub reason: String,
    /// The result in words.
    pub text: String,
}

impl Ended {
    /// Converts a verdict, with the name of the winner.
    pub fn new(info: &Info, verdict: &Verdict) -> Ended {
        Ended {
            winner: verdict.winner.map(|side| info.side(side)),
            reason: verdict.code.clone(),
            text: verdict.text.clone(),
        }
    }
}

/// The clocks: the remaining time of each side in milliseconds under its name, and which one runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchClock))]
pub struct Clocks {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, u64>))]
    left: BTreeMap<&'static str, u64>,
    /// The side whose clock runs.
    #[cfg_attr(feature = "schema", schema(required))]
    running: Option<&'static str>,
    /// The time control.
    #[cfg_attr(feature = "schema", schema(value_type = TimeControl))]
    control: NamedTimeControls,
}

/// The state of a rematch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MatchRematch))]
#[serde(rename_all = "snake_case")]
pub enum Rematch {
    /// This side offers a rematch.
    Offered(&'static str),
    /// The rematch is the match with this id.
    Match(String),
}

/// The time as of which the clocks are shown.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// The current time.
    Now(Tick),
    /// The time of the last event, so that the view of a version is always the same.
    LastEvent,
}

/// Returns the remaining time of each side under its name.
pub fn named(info: &Info, left: RemainingTime) -> BTreeMap<&'static str, u64> {
    Side::ALL.map(|side| (info.side(side), left[side.index()])).into()
}

impl Match {
    /// Returns the result; `None` while the match is in progress.
    pub fn ended(&self) -> Option<Ended> {
        self.verdict().map(|verdict| Ended::new(self.record().info(), verdict))
    }

    /// Returns the clocks; `None` if time is unlimited.
    pub fn clocks(&self, at: At) -> Option<Clocks> {
        let info = self.record().info();
        let left = match at {
            At::Now(now) => self.left(now)?,
            At::LastEvent => self.left_at_last_event()?,
        };
        Some(Clocks {
            left: named(info, left),
            running: self.running().map(|side| info.side(side)),
            control: NamedTimeControls::new(info, self.terms().control?),
        })
    }

    /// Returns the state of a rematch. `next` returns the id of the rematch; it must always return the same
    /// one, so that only one is created.
    pub fn rematch(&self, next: impl FnOnce() -> String) -> Option<Rematch> {
        if self.rematch_agreed() {
            return Some(Rematch::Match(next()));
        }
        self.rematch_offer().map(|side| Rematch::Offered(self.record().info().side(side)))
    }
}
