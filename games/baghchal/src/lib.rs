//! Bagh Chal: four tigers against twenty goats.
//!
//! ```
//! use chautari_baghchal::{Baghchal, Obx};
//! use chautari_game::{AnyGame, Game};
//!
//! // T · · · T      A goat on B1 stands beside the tiger on A1,
//! // · · · · ·      and C1 behind it is empty.
//! let mut game = AnyGame::start(&Baghchal::OPTIONAL);
//! game.play("mB1")?;
//! game.play("mA1C1(B1)")?;
//! assert_eq!(game.position(), "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c1 mA1C1(B1) #t1");
//! # Ok::<(), chautari_game::Fault>(())
//! ```

mod board;
mod dense;
mod engine;
mod eval;
mod evaluator;
pub mod learn;
mod lesson;
mod levels;
mod nepali;
mod obx;
mod openings;
mod position;
mod refusal;
mod remarks;
mod scene;
mod setup;
pub mod solve;

use std::path::Path;
use std::sync::Arc;

use chautari_game::{
    Arrangement, Engine, EngineKind, EngineOptions, Fault, Game, Gesture, Info, MarkKind, Moment, Mv, Oracle,
    OracleError, Prepared, Progress, Reason, Record, Remote, Rule, Scene,
};
use chautari_search::Mcts;

use solve::remote::RemoteTables;

pub use board::Point;
pub use eval::EvalWeights;
pub use obx::Obx;
pub use position::{Move, Position};
pub use refusal::Refusal;
pub use setup::{Number, Setup, SetupRefusal};

/// The number of goats.
pub const GOATS: u8 = 20;

/// Whether a tiger that can capture has to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Captures are optional.
    Optional,
    /// Captures are compulsory.
    Compulsory,
}

/// Bagh Chal under one rule profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Baghchal {
    capture: Capture,
    captures_to_win: u8,
}

impl Baghchal {
    /// Optional captures; the fifth capture wins.
    pub const OPTIONAL: Baghchal = Baghchal { capture: Capture::Optional, captures_to_win: 5 };
    /// Compulsory captures; the fifth capture wins.
    pub const COMPULSORY: Baghchal = Baghchal { capture: Capture::Compulsory, captures_to_win: 5 };

    /// Returns the game with another number of captures to win, 1 to 20; `None` if out of range.
    pub const fn with_captures_to_win(self, captures: u8) -> Option<Baghchal> {
        if captures >= 1 && captures <= GOATS {
            Some(Baghchal { captures_to_win: captures, ..self })
        } else {
            None
        }
    }

    /// Returns whether captures are compulsory.
    pub const fn capture(self) -> Capture {
        self.capture
    }

    /// Returns the number of captures that win.
    pub const fn captures_to_win(self) -> u8 {
        self.captures_to_win
    }
}

const OPTIONAL: Info = Info {
    id: "baghchal",
    name: "Bagh Chal",
    about: "tigers and goats; a tiger may decline a capture",
    sides: ["goats", "tigers"],
    called: ["Goats", "Tigers"],
    rule_version: 1,
    marks: &[MarkKind::LastMove, MarkKind::Captured, MarkKind::Lost, MarkKind::Must],
    rulebook: include_str!("../RULES.md"),
    lesson: Some(&lesson::LESSON),
    puzzles: if cfg!(feature = "puzzles") { include_str!("../puzzles.txt") } else { "" },
    translations: &[nepali::NEPALI],
    repetition: Some(
        "once no goat is in hand, the third occurrence of a board with one side to move is a draw",
    ),
};

const COMPULSORY: Info = Info {
    id: "baghchal-compulsory",
    name: "Bagh Chal, compulsory captures",
    about: "tigers and goats; a tiger that can capture must",
    // The puzzles assume that a tiger may decline a capture.
    puzzles: "",
    ..OPTIONAL
};

/// The identifier of the rule for the number of captures.
const CAPTURES: &str = "captures";

impl Game for Baghchal {
    type Position = Position;
    type Text = Obx;

    fn info(self) -> &'static Info {
        match self.capture {
            Capture::Optional => &OPTIONAL,
            Capture::Compulsory => &COMPULSORY,
        }
    }

    fn start(self) -> Position {
        Position::start(self)
    }

    fn scene(self, record: &Record<Self>) -> Scene {
        scene::scene(self, record)
    }

    fn arrange(self, board: &Arrangement) -> Result<Moment<Position>, Fault> {
        Setup::from(board).vet(self).map_err(|reasons| Fault::refused(&reasons))
    }

    fn gesture(self, _: &Position, m: Mv<Self>) -> Gesture {
        Gesture { points: m.touched(), label: None }
    }

    fn remarks(self, position: &Position, m: Mv<Self>) -> Vec<Reason> {
        remarks::remarks(position, m)
    }

    fn opening(self, record: &Record<Self>) -> Option<&'static str> {
        openings::opening(record)
    }

    fn engine(self, options: &EngineOptions) -> Box<dyn Engine<Self>> {
        match options.kind {
            EngineKind::AlphaBeta => Box::new(engine::BaghchalEngine::new(self, options)),
            EngineKind::MonteCarlo => Box::new(Mcts::new(options.hash, options.seed)),
        }
    }

    fn oracle(self, tables: &Path) -> Result<Option<Arc<dyn Oracle<Position>>>, OracleError> {
        let tables =
            solve::table_cache::find(self, tables).map_err(|e| OracleError::Tables(e.to_string()))?;
        Ok((!tables.is_empty()).then_some(tables as _))
    }

    fn remote_oracle(self, remote: Arc<dyn Remote>) -> Option<Arc<dyn Oracle<Position>>> {
        Some(Arc::new(RemoteTables { rules: self, remote }))
    }

    fn prepare(self, tables: &Path, progress: &dyn Progress) -> Result<Prepared, OracleError> {
        solve::background::prepare(self, tables, progress)
    }

    fn rules(self) -> Vec<Rule> {
        vec![Rule {
            name: CAPTURES,
            about: "how many captures win for the tigers",
            value: self.captures_to_win.into(),
            min: 1,
            max: GOATS.into(),
        }]
    }

    fn with_rule(self, name: &str, value: u32) -> Option<Self> {
        (name == CAPTURES).then(|| self.with_captures_to_win(value.try_into().ok()?))?
    }
}
