//! Dense encoding: action numbers and planes, described in `docs/ACTIONS.md`.

use chautari_game::{Dense, Planes, write_bits};

use crate::position::TIGER_SIDE;
use crate::{GOATS, Move, Point, Position};

/// 25 placements, 112 steps, 80 jumps.
const COUNT: usize = 217;
const POINTS: usize = Point::COUNT as usize;

/// All moves, and the numbers of steps and jumps by their start and destination.
struct Numbers {
    moves: [Move; COUNT],
    steps: [[u8; POINTS]; POINTS],
    leaps: [[u8; POINTS]; POINTS],
}

/// Marks entries without a number.
const NONE: u8 = u8::MAX;

/// Placements by point, then steps, then jumps, the latter two by start and then by destination.
const NUMBERS: Numbers = {
    let corner = Point::at(0, 0).expect("the board has corners");
    let mut numbers = Numbers {
        moves: [Move::Place { at: corner }; COUNT],
        steps: [[NONE; POINTS]; POINTS],
        leaps: [[NONE; POINTS]; POINTS],
    };
    let mut id = 0;
    while id < POINTS {
        numbers.moves[id] = Move::Place { at: point(id) };
        id += 1;
    }
    let mut pair = 0;
    while pair < POINTS * POINTS {
        let (from, to) = (point(pair / POINTS), point(pair % POINTS));
        if from.joins(to) {
            numbers.moves[id] = Move::Step { from, to };
            numbers.steps[pair / POINTS][pair % POINTS] = id as u8;
            id += 1;
        }
        pair += 1;
    }
    pair = 0;
    while pair < POINTS * POINTS {
        let (from, to) = (point(pair / POINTS), point(pair % POINTS));
        if let Some(over) = from.midpoint(to) {
            numbers.moves[id] = Move::Leap { from, over, to };
            numbers.leaps[pair / POINTS][pair % POINTS] = id as u8;
            id += 1;
        }
        pair += 1;
    }
    assert!(id == COUNT);
    numbers
};

const fn point(number: usize) -> Point {
    Point::new(number as u8).expect("a number below 25")
}

static MOVES: &Numbers = &NUMBERS;

#[inline]
fn number(m: Move) -> Option<usize> {
    let id = match m {
        Move::Place { at } => at.number(),
        Move::Step { from, to } => MOVES.steps[from.index()][to.index()],
        Move::Leap { from, over, to } => {
            let id = MOVES.leaps[from.index()][to.index()];
            // The midpoint of two points is the mean of their numbers.
            if id != NONE && over.number() * 2 == from.number() + to.number() { id } else { NONE }
        }
    };
    (id != NONE).then_some(id.into())
}

impl Dense for Position {
    const ACTION_COUNT: usize = COUNT;

    const PLANES: Planes = Planes {
        names: &["tigers", "goats", "goats in hand", "goats captured", "tigers to move"],
        rows: 5,
        columns: 5,
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
        let [tigers, goats, in_hand, captured, turn] = Self::PLANES.split(out);
        write_bits(tigers, self.tigers.into());
        write_bits(goats, self.goats.into());
        in_hand.fill(f32::from(self.in_hand()) / f32::from(GOATS));
        captured.fill(f32::from(self.captured) / f32::from(self.rules.captures_to_win()));
        turn.fill(if self.turn == TIGER_SIDE { 1.0 } else { 0.0 });
    }

    fn action_image(id: usize, symmetry: usize) -> usize {
        let image = <Position as chautari_game::Position>::move_image(MOVES.moves[id], symmetry);
        number(image).expect("a symmetry keeps the lines of the board")
    }

    fn plane_image(index: usize, symmetry: usize) -> usize {
        let (plane, cell) = (index / POINTS, index % POINTS);
        plane * POINTS + point(cell).image(symmetry).index()
    }
}
