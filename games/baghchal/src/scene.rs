//! How Bagh Chal looks.

use std::sync::LazyLock;

use chautari_game::{Board, Game, Look, Mark, MarkKind, Piece, Position as _, Record, Scene, Shape, Tally};

use crate::board::{DIRECTIONS, points};
use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::{Baghchal, GOATS, Move, Point};

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let point = |point: Point| chautari_game::Point {
        x: 2 * u16::from(point.column()),
        y: 2 * u16::from(point.row()),
        label: point.to_string(),
        shape: Shape::Crossing,
    };
    let lines = Point::all().flat_map(|from| {
        let later = move |to: &Point| to.number() > from.number();
        DIRECTIONS
            .iter()
            .filter_map(move |&d| from.step(d).filter(later))
            .map(move |to| [number(from), number(to)])
    });
    let letter = |i: u8| (2 * u16::from(i), ((b'A' + i) as char).to_string());
    let digit = |i: u8| (2 * u16::from(i), (i + 1).to_string());
    Board {
        look: Look::Lines,
        width: 9,
        height: 9,
        points: Point::all().map(point).collect(),
        lines: lines.collect(),
        columns: (0..5).map(letter).collect(),
        rows: (0..5).map(digit).collect(),
    }
});

fn number(point: Point) -> u16 {
    point.number().into()
}

pub(crate) fn scene(game: Baghchal, record: &Record<Baghchal>) -> Scene {
    let info = game.info();
    let position = record.position();
    let piece = |point: Point| {
        let owner = position.occupant(point)?;
        let (kind, glyph) = if owner == GOAT_SIDE { ("goat", 'G') } else { ("tiger", 'T') };
        Some(Piece { at: number(point), kind, side: info.side(owner), glyph })
    };
    let mut marks = Vec::new();
    if let Some(last) = record.last() {
        marks.push(Mark { kind: MarkKind::LastMove, points: last.touched() });
        if let Move::Leap { over, .. } = last {
            marks.push(Mark { kind: MarkKind::Captured, points: vec![number(over)] });
        }
    }
    if record.outcome().and_then(|outcome| outcome.winner) == Some(GOAT_SIDE) {
        let trapped = points(position.tigers).map(number).collect();
        marks.push(Mark { kind: MarkKind::Winning, points: trapped });
    }
    let tallies = vec![
        Tally {
            label: "goats in hand",
            side: info.side(GOAT_SIDE),
            count: position.in_hand().into(),
            of: GOATS.into(),
        },
        Tally {
            label: "goats captured",
            side: info.side(TIGER_SIDE),
            count: position.captured().into(),
            of: game.captures_to_win().into(),
        },
    ];
    Scene {
        board: &BOARD,
        pieces: Point::all().filter_map(piece).collect(),
        marks,
        tallies,
        turn: info.side(position.turn()),
        action: position.action(),
    }
}
