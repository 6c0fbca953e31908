//! Dense encoding: action numbers and planes, described in `docs/ACTIONS.md`.

use chautari_game::{Dense, Planes};

use crate::board::{self, octagons, pins, reflected};
use crate::{Move, Octagon, Pin, Position};

/// 152 steps, 136 leaps, 124 jumps.
const COUNT: usize = 412;
const PINS: usize = Pin::COUNT as usize;

/// All moves, and the number of each by start and destination.
struct Numbers {
    moves: [Move; COUNT],
    ids: [[u16; PINS]; PINS],
}

/// Marks entries without a number.
const NONE: u16 = u16::MAX;

/// Steps, then leaps, then jumps, each by start and then by destination.
const NUMBERS: Numbers = {
    let places: [Pin; PINS] = board::ALL_PINS;
    let first = Move { from: places[0], to: places[0] };
    let mut numbers = Numbers { moves: [first; COUNT], ids: [[NONE; PINS]; PINS] };
    let mut id = 0;
    // The squared distances of steps, leaps and jumps.
    let kinds = [1, 2, 4];
    let mut kind = 0;
    while kind < kinds.len() {
        let mut pair = 0;
        while pair < PINS * PINS {
            let m = Move { from: places[pair / PINS], to: places[pair % PINS] };
            let (rows, columns) =
                (m.from.row().abs_diff(m.to.row()), m.from.column().abs_diff(m.to.column()));
            if rows * rows + columns * columns == kinds[kind] {
                numbers.moves[id] = m;
                numbers.ids[pair / PINS][pair % PINS] = id as u16;
                id += 1;
            }
            pair += 1;
        }
        kind += 1;
    }
    assert!(id == COUNT);
    numbers
};

static MOVES: &Numbers = &NUMBERS;

#[inline]
fn number(m: Move) -> Option<usize> {
    let id = MOVES.ids[usize::from(m.from.number())][usize::from(m.to.number())];
    (id != NONE).then_some(id.into())
}

/// The size of a plane. An octagon uses the cell of the pin at its upper left, so the last row and column of
/// octagon planes are always empty.
const SIDE: usize = 7;

const fn cell(row: u8, column: u8) -> usize {
    row as usize * SIDE + column as usize
}

impl Dense for Position {
    const ACTION_COUNT: usize = COUNT;

    const PLANES: Planes = Planes {
        names: &["own pins", "enemy pins", "own octagons", "enemy octagons"],
        rows: SIDE,
        columns: SIDE,
    };

    #[inline]
    fn action_id(&self, m: Move) -> Option<usize> {
        number(m)
    }

    #[inline]
    fn action_move(&self, id: usize) -> Option<Move> {
        MOVES.moves.get(id).copied()
    }

    fn planes(&self, out: &mut [f32]) {
        out.fill(0.0);
        let [own, enemy, ours, theirs] = Self::PLANES.split(out);
        for (plane, set) in [own, enemy].into_iter().zip(self.pins) {
            pins(set).for_each(|pin| plane[cell(pin.row(), pin.column())] = 1.0);
        }
        for (plane, set) in [ours, theirs].into_iter().zip(self.octagons) {
            octagons(set).for_each(|octagon| plane[cell(octagon.row(), octagon.column())] = 1.0);
        }
    }

    fn action_image(id: usize, symmetry: usize) -> usize {
        let image = <Position as chautari_game::Position>::move_image(MOVES.moves[id], symmetry);
        number(image).expect("a symmetry keeps distances")
    }

    fn plane_image(index: usize, symmetry: usize) -> usize {
        let (plane, at) = (index / (SIDE * SIDE), index % (SIDE * SIDE));
        let (row, column) = ((at / SIDE) as u8, (at % SIDE) as u8);
        let last = if plane < 2 { 6 } else { 5 };
        // Cells without an octagon are always empty and can stay where they are.
        let (row, column) = if plane >= 2 && Octagon::at(row, column).is_none() {
            (row, column)
        } else {
            reflected(row, column, last, symmetry)
        };
        plane * SIDE * SIDE + cell(row, column)
    }
}
