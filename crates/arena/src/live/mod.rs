//! A live match: clocks, offers, resignations, takebacks.
//!
//! [`Match`] is a pure state machine. [`Match::decide`] turns an action into [`MatchEvent`]s or refuses it;
//! [`Match::apply`] applies an event. A match can be rebuilt from its events at any time. Time is passed in as
//! a [`Tick`], and every event carries the remaining times, so that time during which the match was not in
//! memory counts for neither side.

mod clock;
mod event;
mod machine;
mod refusal;
#[cfg(test)]
mod tests;
mod view;

pub use clock::{
    InvalidTimeControl, NamedTimeControls, RemainingTime, Tick, TimeControl, TimeControls, WrongSides,
};
pub use event::{Action, MatchEvent, MatchEventKind, Player, Stakes, Terms, Verdict};
pub use machine::{Match, Ply};
pub use refusal::{Refusal, ReplayError};
pub use view::{At, Clocks, Ended, Rematch, named};
