//! The scene of Creeper: board, pieces and marks.

use std::sync::LazyLock;

use chautari_game::{
    Board, Counted, Fit, Look, Mark, MarkKind, Piece, Point, Position as _, Record, Scene, Shape, Side,
    SideLook, Tally, Tone,
};

use crate::board::BASES;
use crate::{Creeper, Octagon, PINS, Pin, chain, name};

pub(crate) const PIN: &str = "pin";
pub(crate) const OCTAGON: &str = "octagon";

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    let pin = |pin: Pin| Point {
        x: 2 * u16::from(pin.column()),
        y: 2 * u16::from(pin.row()),
        label: pin.to_string(),
        shape: Shape::Pin,
    };
    let octagon = |octagon: Octagon| Point {
        x: 2 * u16::from(octagon.column()) + 1,
        y: 2 * u16::from(octagon.row()) + 1,
        label: octagon.to_string(),
        shape: if octagon.base().is_some() { Shape::Base } else { Shape::Octagon },
    };
    let letter = |i: u8| (2 * u16::from(i), ((b'a' + i) as char).to_string());
    let digit = |i: u8| (2 * u16::from(i), (i + 1).to_string());
    Board {
        look: Look::Octagons,
        width: 13,
        height: 13,
        points: Pin::all().map(pin).chain(Octagon::all().map(octagon)).collect(),
        lines: Vec::new(),
        columns: (0..7).map(letter).collect(),
        rows: (0..7).map(digit).collect(),
        sides: [
            SideLook { name: "x", tone: Tone::One, sign: PIN, pieces: &[PIN, OCTAGON] },
            SideLook { name: "o", tone: Tone::Two, sign: PIN, pieces: &[PIN, OCTAGON] },
        ],
        fit: Fit::Inside,
    }
});

pub(crate) fn scene(record: &Record<Creeper>) -> Scene {
    let position = record.position();
    let pin = |at: Pin| {
        let owner = position.pin(at)?;
        let glyph = if owner == Side::One { 'x' } else { 'o' };
        Some(Piece { at: at.point(), kind: PIN, side: name(owner), glyph })
    };
    let octagon = |at: Octagon| {
        let owner = position.octagon(at)?;
        let glyph = if owner == Side::One { 'X' } else { 'O' };
        Some(Piece { at: at.point(), kind: OCTAGON, side: name(owner), glyph })
    };
    let mut marks = Vec::new();
    if let Some(last) = record.last() {
        marks.push(Mark { kind: MarkKind::LastMove, points: last.touched() });
        if let Some(taken) = last.taken() {
            marks.push(Mark { kind: MarkKind::Captured, points: vec![taken.point()] });
        }
    }
    if let Some(winner) = position.connected
        && let Some(chain) = chain::shortest(position.octagons_of(winner), BASES[winner.index()])
    {
        let points = chain.into_iter().map(Octagon::point).collect();
        marks.push(Mark { kind: MarkKind::Winning, points });
    }
    let tally = |side: Side| Tally {
        label: "pins",
        side: name(side),
        count: position.pins_of(side).count_ones(),
        of: PINS.into(),
        counted: Counted::OnBoard,
    };
    Scene {
        board: &BOARD,
        pieces: Pin::all().filter_map(pin).chain(Octagon::all().filter_map(octagon)).collect(),
        marks,
        tallies: Side::ALL.map(tally).to_vec(),
        turn: name(position.turn()),
        action: position.action(),
        prompt: "Move a pin",
    }
}
