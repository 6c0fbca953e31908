//! Dense encoding: action numbers and planes, described in `docs/ACTIONS.md`.

use chautari_game::{Dense, Planes, Position as _};

use crate::{Cell, CellSet, PAIRS_TO_WIN, Position, SIZE};

const CELLS: usize = Cell::COUNT as usize;

fn write(plane: &mut [f32], set: CellSet) {
    plane.fill(0.0);
    set.iter().for_each(|cell| plane[usize::from(cell.number())] = 1.0);
}

fn share(pairs: u8) -> f32 {
    // The last capture of a game can take more pairs than needed.
    f32::from(pairs.min(PAIRS_TO_WIN)) / f32::from(PAIRS_TO_WIN)
}

impl Dense for Position {
    const ACTION_COUNT: usize = CELLS;

    const PLANES: Planes = Planes {
        names: &["own stones", "enemy stones", "own pairs", "enemy pairs"],
        rows: SIZE as usize,
        columns: SIZE as usize,
    };

    #[inline]
    fn action_id(&self, cell: Cell) -> Option<usize> {
        Some(cell.number().into())
    }

    #[inline]
    fn action_move(&self, id: usize) -> Option<Cell> {
        Cell::new(id.try_into().ok()?)
    }

    fn planes(&self, out: &mut [f32]) {
        let [own, enemy, own_pairs, enemy_pairs] = Self::PLANES.split(out);
        let (us, them) = (self.turn(), self.turn().other());
        write(own, self.stones(us));
        write(enemy, self.stones(them));
        own_pairs.fill(share(self.pairs(us)));
        enemy_pairs.fill(share(self.pairs(them)));
    }

    fn action_image(id: usize, symmetry: usize) -> usize {
        let cell = Cell::new(id as u16).expect("an action is a cell");
        Position::move_image(cell, symmetry).number().into()
    }

    fn plane_image(index: usize, symmetry: usize) -> usize {
        index / CELLS * CELLS + Self::action_image(index % CELLS, symmetry)
    }
}
