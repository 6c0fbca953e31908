//! Ban Chess: before every move, the opponent bans one way of making it.
//!
//! ```
//! use chautari_banchess::Banchess;
//! use chautari_game::AnyGame;
//!
//! // 4 │ · · · · · · · ·      Black bans e2-e4 before White's first move,
//! // 3 │ · · · · · · · ·      so that White plays another.
//! // 2 │ P P P P P P P P
//! // 1 │ R N B Q K B N R
//! //   └─a─b─c─d─e─f─g─h
//! let mut game = AnyGame::start(&Banchess);
//! game.play("b:e2e4")?;
//! assert_eq!(game.play("m:e2e4").unwrap_err().to_string(), "The move from e2 to e4 is banned.");
//! game.play("m:d2d4")?;
//! assert_eq!(game.position(), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1 3");
//! # Ok::<(), chautari_game::Fault>(())
//! ```
//!
//! The rules of chess without bans come from `cozy-chess`. [`BanChess`] is a game as a single object, for
//! programs that play only this game.

mod action;
mod bcn;
mod chess;
mod dense;
pub mod endings;
mod engine;
mod eval;
mod exchange;
mod facade;
mod fen;
mod indicator;
pub mod learn;
mod lesson;
mod levels;
mod nepali;
mod network;
mod order;
mod pgn;
mod position;
mod refusal;
mod remarks;
mod san;
mod scene;
mod search;
mod setup;
mod text;
mod token;

use std::path::Path;
use std::sync::Arc;

use chautari_game::{
    Arrangement, Engine, EngineKind, EngineOptions, Fault, Game, Gesture, Info, MarkKind, Moment, Mv, Oracle,
    OracleError, Prepared, Progress, Reason, Record, Scene,
};

use chautari_search::Mcts;

pub use cozy_chess::{BitBoard, Color, Piece, Square};

pub use action::{Action, ActionType, Pair, Player, Promotion};
pub use facade::{ActionResult, BanChess, HistoryEntry, IndicatorConfig, PlayError, ReplayError, SyncState};
pub use indicator::Indicators;
pub use position::{Position, Recurrence};
pub use refusal::Refusal;
pub use setup::{COUNT_MAX, Phase, Setup, SetupRefusal};
pub use text::Text;

/// Ban Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Banchess;

const INFO: Info = Info {
    id: "banchess",
    name: "Ban Chess",
    about: "chess in which the opponent bans a move before each move",
    sides: ["white", "black"],
    called: ["White", "Black"],
    rule_version: 1,
    marks: &[MarkKind::LastMove, MarkKind::Banned, MarkKind::Check, MarkKind::Winning],
    rulebook: include_str!("../RULES.md"),
    lesson: Some(&lesson::LESSON),
    puzzles: if cfg!(feature = "puzzles") { include_str!("../puzzles.txt") } else { "" },
    translations: &[nepali::NEPALI],
    repetition: Some(
        "the third occurrence of a position before a ban is a draw, if more than one move can be banned",
    ),
};

impl Game for Banchess {
    type Position = Position;
    type Text = Text;

    fn info(self) -> &'static Info {
        &INFO
    }

    fn start(self) -> Position {
        Position::default()
    }

    fn scene(self, record: &Record<Self>) -> Scene {
        scene::scene(record)
    }

    fn arrange(self, board: &Arrangement) -> Result<Moment<Position>, Fault> {
        Setup::from(board).vet().map_err(|reasons| Fault::refused(&reasons))
    }

    fn remarks(self, position: &Position, m: Mv<Self>) -> Vec<Reason> {
        remarks::remarks(position, m)
    }

    fn engine(self, options: &EngineOptions) -> Box<dyn Engine<Self>> {
        match options.kind {
            EngineKind::AlphaBeta => Box::new(engine::BanchessEngine::new(options)),
            EngineKind::MonteCarlo => Box::new(Mcts::new(options.hash, options.seed)),
        }
    }

    fn oracle(self, tables: &Path) -> Result<Option<Arc<dyn Oracle<Position>>>, OracleError> {
        let tables = endings::tables::find(tables).map_err(|e| OracleError::Tables(e.to_string()))?;
        Ok((!tables.is_empty()).then_some(tables as _))
    }

    fn prepare(self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError> {
        endings::prepare(tables, progress)
    }

    fn gesture(self, _: &Position, m: Mv<Self>) -> Gesture {
        let label = match m {
            Action::Move(_, promotion) => promotion.map(Promotion::name),
            Action::Ban(_) => None,
        };
        Gesture { points: m.pair().points(), label }
    }
}
