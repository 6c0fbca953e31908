//! The vocabulary of Chautari.
//!
//! Every game is written twice over, once by its author and once by this crate:
//!
//! * **Static.** [`Game`] and [`Position`] are small values and generic code. Search, solving,
//!   playouts and [`perft`] live here, where a move costs nanoseconds.
//! * **Erased.** [`AnyGame`] and [`AnyRecord`] are object-safe, text in and text out. The command
//!   line, servers and bots live here, where a listed move costs a fraction of a microsecond and no caller
//!   knows a game by name. Nothing is written by hand for it: every [`Game`] is an [`AnyGame`].
//!
//! A position answers what can be known from the board alone; laws about sequences, such as
//! repetition, belong to the [`Record`]. What people see and touch is a [`Scene`] and its
//! [`Offer`]s. What programs that learn see and choose are the planes and actions of a [`Dense`] position,
//! of many games at once in a [`Batch`]. What people write is a dialect of the game's [`Notation`].

mod arrangement;
mod batch;
mod brute_force;
#[cfg(feature = "conformance")]
pub mod conformance;
mod dense;
mod engine;
mod erased;
mod fault;
mod game;
mod game_text;
mod lesson;
mod level;
mod lookup;
mod oracle;
mod perft;
mod pieces;
mod position;
mod puzzle;
mod record;
mod rng;
mod scan;
mod scene;
mod translation;

pub use arrangement::{Arrangement, PieceRefusal, Placed};
pub use batch::{AnyBatch, Batch, Seen};
pub use brute_force::{ForcedWinSearch, ForcedWins, OutOfBudget};
pub use dense::{Dense, DenseInfo, Permutation, Planes, write_bits};
pub use engine::{
    AnyEngine, EngineKind, EngineOptions, Limit, OnThought, Score, Stop, Thought, Variation, YieldHook,
};
pub use erased::{AnyGame, AnyRecord, Played, ReplayFault};
pub use fault::{Explain, Fault, Reason};
pub use game::{Dialect, Engine, Game, Info, Mv, Notation, Rule, Scope};
pub use lesson::{Lesson, Step};
pub use level::Level;
pub use lookup::{canonical, find};
pub use oracle::{AnyOracle, Exact, Oracle, OracleError, Prepared, Progress, Prospect, Remote, Verdict};
pub use perft::{divide, perft};
pub use position::{Ending, Key, Outcome, Position, Side};
pub use puzzle::Puzzle;
pub use record::{Moment, Record, RecordRefusal};
pub use rng::{Rng, mix64};
pub use scan::Scan;
pub use scene::{
    Board, Counted, Fit, Gesture, Look, Mark, MarkKind, Offer, Piece, Point, Scene, Shape, SideLook, Tally,
    Tone,
};
pub use translation::Translation;
