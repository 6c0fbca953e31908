//! The scene of Bagh Chal: board, pieces, marks and tallies.

use std::sync::LazyLock;

use chautari_game::{
    Board, Counted, Fit, Game, Look, Mark, MarkKind, Piece, Position as _, Record, Scene, Shape, SideLook,
    Tally, Tone,
};

use crate::board::{DIRECTIONS, points};
use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::{Baghchal, Capture, GOATS, Move, Point, Position};

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
        sides: [
            SideLook { name: "goats", tone: Tone::One, sign: "goat", pieces: &["goat"] },
            SideLook { name: "tigers", tone: Tone::Two, sign: "tiger", pieces: &["tiger"] },
        ],
        fit: Fit::Inside,
    }
});

/// The tally of the tigers.
pub(crate) const CAPTURED: &str = "goats captured";

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
        marks.push(Mark { kind: MarkKind::Lost, points: trapped });
    }
    let must = if record.outcome().is_none() { must_capture(game, position) } else { Vec::new() };
    let prompt = match (position.turn(), position.action()) {
        (GOAT_SIDE, "place") => "Place a goat",
        (GOAT_SIDE, _) => "Move a goat",
        (TIGER_SIDE, _) if must.is_empty() => "Move a tiger",
        (TIGER_SIDE, _) if must.len() == 1 => "This tiger must capture",
        (TIGER_SIDE, _) => "One of these tigers must capture",
    };
    if !must.is_empty() {
        marks.push(Mark { kind: MarkKind::Must, points: must });
    }
    let tallies = vec![
        Tally {
            label: "goats in hand",
            side: info.side(GOAT_SIDE),
            count: position.in_hand().into(),
            of: GOATS.into(),
            counted: Counted::OnBoard,
        },
        Tally {
            label: CAPTURED,
            side: info.side(TIGER_SIDE),
            count: position.captured().into(),
            of: game.captures_to_win().into(),
            counted: Counted::InPlay,
        },
    ];
    Scene {
        board: &BOARD,
        pieces: Point::all().filter_map(piece).collect(),
        marks,
        tallies,
        turn: info.side(position.turn()),
        action: position.action(),
        prompt,
    }
}

/// Returns the tigers that can capture, if one of them has to.
fn must_capture(game: Baghchal, position: &Position) -> Vec<u16> {
    if game.capture() == Capture::Optional || position.turn() != TIGER_SIDE {
        return Vec::new();
    }
    let leaps = position.moves().into_iter().filter_map(|m| match m {
        Move::Leap { from, .. } => Some(number(from)),
        _ => None,
    });
    let mut tigers: Vec<u16> = leaps.collect();
    tigers.sort_unstable();
    tigers.dedup();
    tigers
}
