//! Gomoku with captures: an unbreakable five in a row or five captured pairs win.
//!
//! ```
//! use chautari_game::AnyGame;
//! use chautari_gomoku::Gomoku;
//!
//! //     J K L M         Black at J10 has white between itself and M10,
//! // 10  a O O X         and takes both stones.
//! let board = "19/19/19/19/19/19/19/19/19/9oox7/19/19/19/19/19/19/19/19/19 b 0 0";
//! let mut game = Gomoku.read_position(board)?;
//! game.play_in("grid", "J10")?;
//! assert_eq!(game.position(), "19/19/19/19/19/19/19/19/19/8x2x7/19/19/19/19/19/19/19/19/19 w 1 0");
//! # Ok::<(), chautari_game::Fault>(())
//! ```

mod board;
mod dense;
mod eval;
#[cfg(test)]
mod exhaustive;
mod forced_wins;
mod key;
pub mod learn;
mod lesson;
mod levels;
mod line_state;
mod lines;
mod nepali;
mod network;
mod patterns;
mod position;
mod prove;
mod refusal;
mod remarks;
mod scene;
mod set;
mod setup;
mod text;
mod threats;

use chautari_game::{
    Arrangement, Engine, EngineOptions, Fault, ForcedWins, Game, Gesture, Info, Level, MarkKind, Moment,
    OutOfBudget, Reason, Record, Scene,
};

use eval::{Handcrafted, Learned};
use levels::LEVELS;
use network::NETWORK;

pub use board::{Cell, SIZE};
pub use position::{BLACK, MOST_PAIRS, PAIRS_TO_WIN, Position, WHITE};
pub use prove::{Attempt, Proof, prove};
pub use refusal::Refusal;
pub use set::{CellSet, Cells};
pub use setup::{Setup, SetupRefusal};
pub use text::Text;

/// Gomoku with captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gomoku;

const INFO: Info = Info {
    id: "gomoku",
    name: "Gomoku with captures",
    about: "19×19; an unbroken five or five pairs win, double-threes are forbidden",
    sides: ["black", "white"],
    called: ["Black", "White"],
    rule_version: 1,
    marks: &[MarkKind::LastMove, MarkKind::Captured, MarkKind::Forbidden, MarkKind::Winning],
    rulebook: include_str!("../RULES.md"),
    lesson: Some(&lesson::LESSON),
    puzzles: if cfg!(feature = "puzzles") { include_str!("../puzzles.txt") } else { "" },
    translations: &[nepali::NEPALI],
    repetition: None,
};

impl Game for Gomoku {
    type Position = Position;
    type Text = Text;

    fn info(self) -> &'static Info {
        &INFO
    }

    fn start(self) -> Position {
        Position::start()
    }

    fn scene(self, record: &Record<Self>) -> Scene {
        scene::scene(self, record)
    }

    fn arrange(self, board: &Arrangement) -> Result<Moment<Position>, Fault> {
        let position = Setup::from(board).vet().map_err(|reasons| Fault::refused(&reasons))?;
        Ok(Moment { position, last: None, plies: None })
    }

    fn remarks(self, position: &Position, cell: Cell) -> Vec<Reason> {
        remarks::remarks(position, cell)
    }

    fn forced(self, position: &Position, plies: u32, budget: u64) -> Result<ForcedWins<Cell>, OutOfBudget> {
        forced_wins::forced(position, plies, budget)
    }

    fn engine(self, options: &EngineOptions) -> Box<dyn Engine<Self>> {
        // The levels below full strength were measured with the hand-crafted evaluation.
        if options.level == Level::FULL {
            chautari_search::engine(Learned::new(&NETWORK), &LEVELS, options)
        } else {
            chautari_search::engine(Handcrafted::BEST, &LEVELS, options)
        }
    }

    fn gesture(self, _: &Position, cell: Cell) -> Gesture {
        Gesture { points: vec![cell.number()], label: None }
    }
}
