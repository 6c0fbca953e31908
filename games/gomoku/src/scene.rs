//! The scene of Gomoku: board, stones and marks.

use std::sync::LazyLock;

use chautari_game::{
    Board, Counted, Fit, Game, Look, Mark, MarkKind, Piece, Point, Position as _, Record, Scene, Shape, Side,
    SideLook, Tally, Tone,
};

use crate::board::{SIZE, column_letter};
use crate::{BLACK, Cell, CellSet, Gomoku, PAIRS_TO_WIN};

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    // The traditional star points: on the fourth line from each edge, and in the middle.
    let star = |cell: Cell| [cell.row(), cell.column()].iter().all(|line| [3, 9, 15].contains(line));
    let point = |cell: Cell| Point {
        x: 2 * cell.column(),
        y: 2 * cell.row(),
        label: cell.to_string(),
        shape: if star(cell) { Shape::Star } else { Shape::Crossing },
    };
    let last = SIZE - 1;
    let across = |i| [i * SIZE, i * SIZE + last];
    let down = |i| [i, last * SIZE + i];
    Board {
        look: Look::Lines,
        width: 2 * SIZE - 1,
        height: 2 * SIZE - 1,
        points: Cell::all().map(point).collect(),
        lines: (0..SIZE).map(across).chain((0..SIZE).map(down)).collect(),
        columns: (0..SIZE).map(|i| (2 * i, column_letter(i).to_string())).collect(),
        rows: (0..SIZE).map(|i| (2 * i, (SIZE - i).to_string())).collect(),
        sides: [
            SideLook { name: "black", tone: Tone::Dark, sign: "stone", pieces: &["stone"] },
            SideLook { name: "white", tone: Tone::Light, sign: "stone", pieces: &["stone"] },
        ],
        fit: Fit::Covering,
    }
});

/// The tally of both sides.
pub(crate) const PAIRS: &str = "pairs taken";

pub(crate) fn scene(game: Gomoku, record: &Record<Gomoku>) -> Scene {
    let info = game.info();
    let position = record.position();
    let pieces = Cell::all().filter_map(|cell| {
        let owner = position.stone_at(cell)?;
        let glyph = if owner == BLACK { 'x' } else { 'o' };
        Some(Piece { at: cell.number(), kind: "stone", side: info.side(owner), glyph })
    });
    let captured = record.plies().last().map(|(at, cell)| at.captures_at(cell));
    // A win by captures has no winning line; the captured stones are marked instead.
    let five = position.outcome().and_then(|outcome| outcome.winner).map(|winner| position.fives(winner));
    let marks = [
        (MarkKind::LastMove, record.last().into_iter().collect()),
        (MarkKind::Captured, captured.unwrap_or_default()),
        (MarkKind::Forbidden, position.forbidden()),
        (MarkKind::Winning, five.unwrap_or_default()),
    ];
    let mark = |(kind, cells): (MarkKind, CellSet)| {
        (!cells.is_empty()).then(|| Mark { kind, points: cells.iter().map(Cell::number).collect() })
    };
    let tally = |side: Side| Tally {
        label: PAIRS,
        side: info.side(side),
        count: position.pairs(side).into(),
        of: PAIRS_TO_WIN.into(),
        counted: Counted::InPlay,
    };
    Scene {
        board: &BOARD,
        pieces: pieces.collect(),
        marks: marks.into_iter().filter_map(mark).collect(),
        tallies: Side::ALL.map(tally).to_vec(),
        turn: info.side(position.turn()),
        action: position.action(),
        prompt: "Place a stone",
    }
}
