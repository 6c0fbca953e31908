//! Creeper: pins that leap, and the octagons they turn on the way.
//!
//! ```
//! use chautari_creeper::Creeper;
//! use chautari_game::AnyGame;
//!
//! //   a b c d e f g     The pin on a5 leaps to b4
//! // 4 · · · · · · ·     and turns the octagon it crosses,
//! //    . . . . . .      the fourth from the top at the left edge.
//! // 5 x · · · · · o
//! let mut game = AnyGame::start(&Creeper);
//! game.play("a5b4")?;
//! let (pins, octagons) =
//!     (".oo.xx.o.....xo.....x.x...........ox.....o.xx.oo.", "o....x............x...........x....o");
//! assert_eq!(game.position(), format!("{pins}{octagons}o"));
//! # Ok::<(), chautari_game::Fault>(())
//! ```

mod board;
mod chain;
mod dense;
mod eval;
pub mod learn;
mod lesson;
mod levels;
mod nepali;
mod network;
mod position;
mod refusal;
mod remarks;
mod scene;
mod setup;
mod softserve;

use chautari_game::{
    Arrangement, Engine, EngineOptions, Fault, Game, Gesture, Info, Level, MarkKind, Moment, Mv, Reason,
    Record, Scene, Side,
};

use levels::LEVELS;
use network::NETWORK;

pub use board::{Octagon, Pin, Square};
pub use eval::{CreeperEvaluator, Evaluation, Handcrafted, Learned};
pub use position::{Move, Position};
pub use refusal::Refusal;
pub use setup::{Cell, Setup, SetupRefusal};
pub use softserve::Softserve;

/// The number of pins per side at the start.
pub const PINS: u8 = 8;

/// The game of Creeper. It has a single rule profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Creeper;

const INFO: Info = Info {
    id: "creeper",
    name: "Creeper",
    about: "pins leap across octagons and turn them; join your two bases by your colour",
    sides: ["x", "o"],
    called: ["Teal", "Orange"],
    rule_version: 1,
    marks: &[MarkKind::LastMove, MarkKind::Captured, MarkKind::Winning],
    rulebook: include_str!("../RULES.md"),
    lesson: Some(&lesson::LESSON),
    puzzles: if cfg!(feature = "puzzles") { include_str!("../puzzles.txt") } else { "" },
    translations: &[nepali::NEPALI],
    repetition: Some("the third occurrence of a position with one side to move is a draw"),
};

/// Returns the name of a side in notations and APIs; `INFO.called` has the display names.
const fn name(side: Side) -> &'static str {
    INFO.side(side)
}

impl Game for Creeper {
    type Position = Position;
    type Text = Softserve;

    fn info(self) -> &'static Info {
        &INFO
    }

    fn start(self) -> Position {
        Position::START
    }

    fn scene(self, record: &Record<Self>) -> Scene {
        scene::scene(record)
    }

    fn arrange(self, board: &Arrangement) -> Result<Moment<Position>, Fault> {
        let setup = Setup::try_from(board).map_err(|reasons| Fault::refused(&reasons))?;
        let position = setup.vet().map_err(|reasons| Fault::refused(&reasons))?;
        Ok(Moment { position, last: None, plies: None })
    }

    fn gesture(self, _: &Position, m: Mv<Self>) -> Gesture {
        Gesture { points: m.touched(), label: None }
    }

    fn remarks(self, position: &Position, m: Mv<Self>) -> Vec<Reason> {
        remarks::remarks(position, m)
    }

    fn engine(self, options: &EngineOptions) -> Box<dyn Engine<Self>> {
        // The levels below full strength were measured with the hand-crafted evaluation.
        if options.level == Level::FULL {
            chautari_search::engine(CreeperEvaluator(Learned(&NETWORK)), &LEVELS, options)
        } else {
            chautari_search::engine(CreeperEvaluator(Handcrafted), &LEVELS, options)
        }
    }
}
