//! Sprint: a small race of pawns.
//!
//! A complete game in three small files: rules, notation, and scene. It has no evaluator, so its engine is Monte
//! Carlo search. It is not part of the program; the tests run it through everything a game can do, and
//! docs/ARCHITECTURE.md says what a fifth game needs.
//!
//! ```
//! use chautari_game::AnyGame;
//! use chautari_sprint::Sprint;
//!
//! //   a b c d e
//! // 5 p p p p p
//! // 4 · · · · ·
//! // 3 · · P · ·     The pawn on c1 has gone ahead.
//! // 2 · · · · ·
//! // 1 P P · P P
//! let mut game = AnyGame::start(&Sprint);
//! for m in ["c1c2", "a5a4", "c2c3"] {
//!     game.play(m)?;
//! }
//! assert_eq!(game.position(), ".pppp/p..../..P../...../PP.PP b");
//! # Ok::<(), chautari_game::Fault>(())
//! ```

mod position;
mod text;

use std::sync::LazyLock;

use chautari_game::{
    Arrangement, Board, Engine, EngineOptions, Fault, Fit, Game, Gesture, Info, Look, Mark, MarkKind, Moment,
    Mv, Piece, Point, Position as _, Record, Scene, Shape, Side, SideLook, Tone,
};

pub use position::{Move, Position, Refusal, SIZE, Square};
pub use text::{Letters, SetupRefusal};

/// Sprint. There is one set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sprint;

const INFO: Info = Info {
    id: "sprint",
    name: "Sprint",
    about: "a race of pawns on five by five squares",
    sides: ["white", "black"],
    called: ["White", "Black"],
    rule_version: 1,
    marks: &[MarkKind::LastMove],
    rulebook: include_str!("../RULES.md"),
    lesson: None,
    puzzles: "",
    translations: &[],
    repetition: None,
};

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let point = |square: Square| Point {
        x: 2 * u16::from(square.column()),
        y: 2 * u16::from(square.row()),
        label: square.to_string(),
        shape: if (square.row() + square.column()).is_multiple_of(2) { Shape::Dark } else { Shape::Light },
    };
    let place = |i: u8| 2 * u16::from(i);
    Board {
        look: Look::Squares,
        width: 2 * u16::from(SIZE) - 1,
        height: 2 * u16::from(SIZE) - 1,
        points: Square::all().map(point).collect(),
        lines: Vec::new(),
        columns: (0..SIZE).map(|i| (place(i), char::from(b'a' + i).to_string())).collect(),
        rows: (0..SIZE).map(|i| (place(i), (SIZE - i).to_string())).collect(),
        sides: [
            SideLook { name: INFO.sides[0], tone: Tone::Light, sign: "pawn", pieces: &["pawn"] },
            SideLook { name: INFO.sides[1], tone: Tone::Dark, sign: "pawn", pieces: &["pawn"] },
        ],
        fit: Fit::Inside,
    }
});

impl Game for Sprint {
    type Position = Position;
    type Text = Letters;

    fn info(self) -> &'static Info {
        &INFO
    }

    fn start(self) -> Position {
        Position::START
    }

    fn scene(self, record: &Record<Self>) -> Scene {
        let position = record.position();
        let piece = |square: Square| {
            let owner = position.owner(square)?;
            let glyph = if owner == Side::One { 'P' } else { 'p' };
            Some(Piece { at: square.number().into(), kind: "pawn", side: INFO.side(owner), glyph })
        };
        let last = record.last().map(|m| Mark { kind: MarkKind::LastMove, points: m.touched() });
        Scene {
            board: &BOARD,
            pieces: Square::all().filter_map(piece).collect(),
            marks: last.into_iter().collect(),
            tallies: Vec::new(),
            turn: INFO.side(position.turn()),
            action: position.action(),
            prompt: "Move a pawn",
        }
    }

    fn arrange(self, board: &Arrangement) -> Result<Moment<Position>, Fault> {
        let pawns = Side::ALL.map(|side| board.points(side).fold(0, |set, at| set | 1 << at));
        let position = text::vet(Position { pawns, turn: board.turn });
        let position = position.map_err(|reasons| Fault::refused(&reasons))?;
        Ok(Moment { position, last: None, plies: None })
    }

    fn gesture(self, _: &Position, m: Mv<Self>) -> Gesture {
        Gesture { points: m.touched(), label: None }
    }

    fn engine(self, options: &EngineOptions) -> Box<dyn Engine<Self>> {
        chautari_search::monte_carlo(options)
    }
}
