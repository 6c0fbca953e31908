//! A match as it is played: clocks, offers, resignations, takebacks.
//!
//! A pure machine. [`Match::decide`] says what would happen, as [`MatchEvent`]s, or why nothing would;
//! [`Match::apply`] takes an event in. Whoever keeps the events can have the match again from
//! them at any time and anywhere. Time comes in as a [`Tick`], and every event carries the clocks as
//! they stood, so that what passes while nobody keeps the match costs nobody time.

mod clock;
mod event;
mod machine;
mod refusal;
mod shown;
#[cfg(test)]
mod tests;

pub use clock::{BadControl, Control, Left, Tick};
pub use event::{Action, MatchEvent, Player, Stakes, Terms, Verdict, What};
pub use machine::{Match, Ply};
pub use refusal::{Broken, Refusal};
pub use shown::{At, Clocks, Ended, Rematch, named};
