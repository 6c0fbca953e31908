//! Games between opponents: engine games, live matches, tournaments, ratings and statistics.
//!
//! Everything here is pure: no I/O, no wall clock, no threads. The caller measures the time, transports the
//! moves and stores the events.
//!
//! * An [`Opening`] is the start of a game; each is played twice, with sides exchanged.
//! * An [`EngineGame`] is a refereed game between two engines.
//! * A [`live::Match`] is a match between people or programs in real time, with clocks, offers and takebacks: a
//!   state machine of commands and events.
//! * A [`TournamentState`] pairs the players of a tournament by its [`Format`] and computes the standings. A
//!   [`Rating`] accumulates over many of them.
//! * A [`Tally`] counts results; [`Estimate`] and [`Sprt`] evaluate them statistically.

mod elo;
mod engine_game;
mod glicko;
pub mod live;
mod opening;
pub mod pgn;
mod sprt;
mod tally;
mod tournament;

pub use elo::{Estimate, elo_of, score_of};
pub use engine_game::{Clock, End, EngineFault, EngineGame};
pub use glicko::Rating;
pub use opening::{GameSetup, Opening, OpeningError};
pub use sprt::{Decision, Sprt, Standing};
pub use tally::{Sample, Tally, Worth};
pub use tournament::{
    Criterion, Entrant, Format, FormatRules, GameCount, GameResult, PairedBy, Pairing, Round, StandingsRow,
    TournamentSize, TournamentState, crosstable,
};
