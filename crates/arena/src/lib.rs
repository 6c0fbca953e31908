//! Matches between opponents: who plays what, who has won, and what that proves.
//!
//! Everything here is pure: no input or output, no clock on the wall, no thread. What happened goes
//! in, what follows from it comes out. Whoever runs a match measures the time and carries the moves.
//!
//! * An [`Opening`] is where a game begins; each is played twice, with sides exchanged.
//! * A [`Bout`] is one game and its referee.
//! * A [`live::Match`] is one between people or programs that speak when they like: clocks, offers,
//!   takebacks, as a machine of commands and events.
//! * A [`Field`] is a tournament: its [`Format`] says who meets, its standings who is ahead; a
//!   [`Rating`] outlives it.
//! * A [`Tally`] counts results; an [`Estimate`] and an [`Sprt`] say what they mean.

mod bout;
mod elo;
mod glicko;
pub mod live;
mod opening;
pub mod pgn;
mod sprt;
mod tally;
mod tournament;

pub use bout::{Bout, Clock, End, Lapse};
pub use elo::{Estimate, elo_of, score_of};
pub use glicko::Rating;
pub use opening::{NoOpening, Opening, Pairing};
pub use sprt::{Decision, Sprt, Standing};
pub use tally::{Sample, Tally, Worth};
pub use tournament::{Entrant, Field, Format, Meeting, Place, Round, Settled, crosstable};
