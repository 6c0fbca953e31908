//! The core vocabulary of Chautari: games, positions, records, scenes, engines.
//!
//! Every game has two interfaces. Its author writes the first; this crate derives the second:
//!
//! * **Static.** [`Game`] and [`Position`] are small values and generic code. Search, solving, playouts and
//!   [`perft`] use this interface, in which a move costs nanoseconds.
//! * **Erased.** [`AnyGame`] and [`AnyRecord`] are object-safe, with text for arguments and results. The command
//!   line, servers and bots use this interface, in which listing a move costs a fraction of a microsecond and no
//!   caller knows a game by name. Every [`Game`] implements [`AnyGame`] automatically.
//!
//! A position contains only what the board determines; rules about sequences, such as repetition, belong to the
//! [`Record`]. User interfaces draw a [`Scene`] and its [`Offer`]s. Learning programs use the planes and actions of
//! a [`Dense`] position, in a [`Batch`] for many games at once. Texts are dialects of the game's [`Notation`].

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
mod plain_line;
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
pub use plain_line::is_plain_line;
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
