//! The rules of Sprint.

use std::fmt;
use std::ops::ControlFlow;

use chautari_game::{Dense, Ending, Explain, Key, Outcome, Planes, Side, mix64, write_bits};

/// The number of squares along an edge.
pub const SIZE: u8 = 5;

const SQUARES: usize = SIZE as usize * SIZE as usize;

/// A square, counted from the top left, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this number.
    pub const fn new(number: u8) -> Option<Square> {
        if (number as usize) < SQUARES { Some(Square(number)) } else { None }
    }

    /// Returns the square in this row from the top and this column from the left.
    pub fn at(row: u8, column: u8) -> Option<Square> {
        (row < SIZE && column < SIZE).then(|| Square(row * SIZE + column))
    }

    /// Returns all squares.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// Returns the number, 0 to 24.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the row, from the top.
    pub const fn row(self) -> u8 {
        self.0 / SIZE
    }

    /// Returns the column, from the left.
    pub const fn column(self) -> u8 {
        self.0 % SIZE
    }

    const fn bit(self) -> u32 {
        1 << self.0
    }

    /// Returns the square one step forward for a side, and this many columns to the right.
    fn ahead(self, side: Side, aside: i8) -> Option<Square> {
        let row = if side == Side::One { self.row().checked_sub(1)? } else { self.row() + 1 };
        Square::at(row, self.column().checked_add_signed(aside)?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), SIZE - self.row())
    }
}

/// A step or a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The start of the move.
    pub from: Square,
    /// The destination of the move.
    pub to: Square,
}

impl Move {
    pub(crate) fn touched(self) -> Vec<u16> {
        vec![self.from.number().into(), self.to.number().into()]
    }
}

/// The far rank of each side.
const FAR: [u32; 2] = [0b11111, 0b11111 << 20];

/// A position of Sprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) pawns: [u32; 2],
    pub(crate) turn: Side,
}

impl Position {
    pub(crate) const START: Position = Position { pawns: [FAR[1], FAR[0]], turn: Side::One };

    /// Returns the side with a pawn on a square.
    pub fn owner(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.pawns[side.index()] & square.bit() != 0)
    }

    /// Returns the side with a pawn on its far rank.
    pub(crate) fn arrived(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.pawns[side.index()] & FAR[side.index()] != 0)
    }

    /// Whether the side to move may move there from one of its pawns.
    fn reaches(&self, Move { from, to }: Move) -> bool {
        [-1, 0, 1].into_iter().any(|aside| {
            let taken = self.owner(to);
            from.ahead(self.turn, aside) == Some(to)
                && (taken.is_none() || (aside != 0 && taken == Some(self.turn.other())))
        })
    }

    fn each_step<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        Square::all().filter(|&from| self.owner(from) == Some(self.turn)).try_for_each(|from| {
            let ways = [-1, 0, 1].into_iter().filter_map(|aside| from.ahead(self.turn, aside));
            ways.map(|to| Move { from, to }).filter(|&m| self.reaches(m)).try_for_each(&mut visit)
        })
    }
}

impl chautari_game::Position for Position {
    type Move = Move;
    type Refusal = Refusal;
    type Recurrence = ();

    fn turn(&self) -> Side {
        self.turn
    }

    fn each_move<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.arrived().is_some() { ControlFlow::Continue(()) } else { self.each_step(visit) }
    }

    fn check(&self, m: Move) -> Result<(), Refusal> {
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        match self.owner(m.from) {
            None => Err(Refusal::NothingThere(m.from)),
            Some(owner) if owner != self.turn => Err(Refusal::NotYours(m.from)),
            Some(_) if !self.reaches(m) => Err(Refusal::CannotReach(m)),
            Some(_) => Ok(()),
        }
    }

    fn apply(&mut self, Move { from, to }: Move) {
        let (own, other) = (self.turn.index(), self.turn.other().index());
        self.pawns[own] = self.pawns[own] & !from.bit() | to.bit();
        self.pawns[other] &= !to.bit();
        self.turn = self.turn.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = self.arrived() {
            let ending = Ending { code: "arrived", text: "a pawn reached the far rank" };
            return Some(Outcome::win(side, ending));
        }
        let stuck = self.each_step(|_| ControlFlow::Break(())).is_continue();
        let ending = Ending { code: "stuck", text: "the side to move has no move" };
        stuck.then(|| Outcome::win(self.turn.other(), ending))
    }

    fn key(&self) -> Key {
        let pawns = u64::from(self.pawns[0]) | u64::from(self.pawns[1]) << 25;
        Key(mix64(pawns | (self.turn.index() as u64) << 50))
    }

    /// Pawns only move forward, so no position recurs.
    fn recurrence(&self) -> Option<()> {
        None
    }

    fn every_move() -> impl Iterator<Item = Move> {
        Square::all().flat_map(|from| Square::all().map(move |to| Move { from, to }))
    }
}

impl Dense for Position {
    const ACTION_COUNT: usize = SQUARES * SQUARES;

    const PLANES: Planes = Planes {
        names: &["white pawns", "black pawns", "white to move"],
        rows: SIZE as usize,
        columns: SIZE as usize,
    };

    fn action_id(&self, m: Move) -> Option<usize> {
        Some(usize::from(m.from.number()) * SQUARES + usize::from(m.to.number()))
    }

    fn action_move(&self, id: usize) -> Option<Move> {
        let square = |number: usize| Square::new(number.try_into().ok()?);
        Some(Move { from: square(id / SQUARES)?, to: square(id % SQUARES)? })
    }

    fn planes(&self, out: &mut [f32]) {
        let [white, black, turn] = Self::PLANES.split(out);
        write_bits(white, self.pawns[0].into());
        write_bits(black, self.pawns[1].into());
        turn.fill(if self.turn == Side::One { 1.0 } else { 0.0 });
    }
}

/// Why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    Over(Outcome),
    /// The square is empty.
    NothingThere(Square),
    /// The pawn belongs to the other side.
    NotYours(Square),
    /// No pawn moves like this.
    CannotReach(Move),
}

impl Explain for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::Over(_) => Outcome::OVER,
            Refusal::NothingThere(_) => "nothing-there",
            Refusal::NotYours(_) => "not-yours",
            Refusal::CannotReach(_) => "cannot-reach",
        }
    }

    fn text(&self) -> String {
        match self {
            Refusal::Over(outcome) => outcome.over(),
            Refusal::NothingThere(from) => format!("There is no pawn on {from}."),
            Refusal::NotYours(from) => format!("The pawn on {from} is not yours."),
            Refusal::CannotReach(Move { from, to }) => {
                format!("A pawn goes one square forward and captures diagonally; {from} to {to} is neither.")
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            Refusal::Over(_) => Vec::new(),
            Refusal::NothingThere(from) | Refusal::NotYours(from) => vec![from.number().into()],
            Refusal::CannotReach(m) => m.touched(),
        }
    }
}
