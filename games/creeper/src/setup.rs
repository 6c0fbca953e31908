//! Setups: positions as written down, and their validation.

use chautari_game::{Arrangement, Explain, PieceRefusal, Placed, Side};

use crate::board::{BASES, pins};
use crate::scene::{OCTAGON, PIN};
use crate::{INFO, Octagon, PINS, Pin, Position, Square, chain};

/// The contents of one place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Empty.
    Empty,
    /// A pin or octagon of a side.
    Of(Side),
    /// An unknown letter.
    Foreign(char),
}

/// A position as written down, possible or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pins, row by row, including the missing corners.
    pub pins: [[Cell; 7]; 7],
    /// The octagons, row by row.
    pub octagons: [[Cell; 6]; 6],
    /// The side to move.
    pub turn: Cell,
}

impl TryFrom<&Arrangement> for Setup {
    type Error = Vec<PieceRefusal>;

    /// Bases are added whether or not they were placed.
    fn try_from(board: &Arrangement) -> Result<Setup, Vec<PieceRefusal>> {
        let turn = Cell::Of(board.turn);
        let mut setup = Setup { pins: [[Cell::Empty; 7]; 7], octagons: [[Cell::Empty; 6]; 6], turn };
        for octagon in Octagon::all() {
            *setup.octagon(octagon) = octagon.base().map_or(Cell::Empty, Cell::Of);
        }
        let mut reasons = Vec::new();
        for &Placed { at, kind, side } in &board.pieces {
            let pin = Pin::all().find(|pin| kind == PIN && pin.point() == at);
            let octagon = Octagon::all().find(|octagon| kind == OCTAGON && octagon.point() == at);
            match (pin, octagon) {
                (Some(pin), _) => {
                    setup.pins[usize::from(pin.row())][usize::from(pin.column())] = Cell::Of(side);
                }
                (None, Some(octagon)) => *setup.octagon(octagon) = Cell::Of(side),
                (None, None) => reasons.push(PieceRefusal::Misplaced { at, kind }),
            }
        }
        if reasons.is_empty() { Ok(setup) } else { Err(reasons) }
    }
}

impl Setup {
    fn octagon(&mut self, octagon: Octagon) -> &mut Cell {
        &mut self.octagons[usize::from(octagon.row())][usize::from(octagon.column())]
    }

    /// The number of cells.
    pub const CELLS: usize = 7 * 7 + 6 * 6 + 1;

    /// Returns the position, or all reasons why it is impossible, in the order of the cells.
    ///
    /// Finished positions are accepted, even if the side to move has its bases connected. Both sides can
    /// never have, because their chains would have to cross.
    pub fn vet(&self) -> Result<Position, Vec<SetupRefusal>> {
        let mut reasons = Vec::new();
        let pins = self.vet_pins(&mut reasons);
        let octagons = self.vet_octagons(&mut reasons);
        let turn = match self.turn {
            Cell::Of(side) => Ok(side),
            Cell::Empty => Err(SetupRefusal::NobodyToMove),
            Cell::Foreign(letter) => {
                Err(SetupRefusal::ForeignLetter { letter, number: Setup::CELLS, point: None })
            }
        };
        match turn {
            Ok(turn) if reasons.is_empty() => Ok(position(pins, octagons, turn)),
            turn => {
                reasons.extend(turn.err());
                Err(reasons)
            }
        }
    }

    /// Checks and returns the pins of each side.
    fn vet_pins(&self, reasons: &mut Vec<SetupRefusal>) -> [u64; 2] {
        let mut sets = [0; 2];
        for (number, &cell) in (1..).zip(self.pins.as_flattened()) {
            let square = Square { row: (number - 1) / 7, column: (number - 1) % 7 };
            let pin = Pin::at(square.row, square.column);
            match (cell, pin) {
                (Cell::Empty, _) => {}
                (Cell::Of(side), Some(pin)) => sets[side.index()] |= pin.bit(),
                (Cell::Of(_), None) => reasons.push(SetupRefusal::MissingCorner { square }),
                (Cell::Foreign(letter), _) => {
                    let point = pin.map(Pin::point);
                    reasons.push(SetupRefusal::ForeignLetter { letter, number: number.into(), point });
                }
            }
        }
        for side in Side::ALL {
            let set = sets[side.index()];
            if set.count_ones() > PINS.into() {
                reasons.push(SetupRefusal::TooManyPins { side, pins: pins(set).collect() });
            }
        }
        sets
    }

    /// Checks and returns the octagons of each side.
    fn vet_octagons(&self, reasons: &mut Vec<SetupRefusal>) -> [u64; 2] {
        let mut sets = [0; 2];
        for (octagon, &cell) in Octagon::all().zip(self.octagons.as_flattened()) {
            match (cell, octagon.base()) {
                (Cell::Foreign(letter), _) => {
                    let number = 7 * 7 + usize::from(octagon.number()) + 1;
                    let point = Some(octagon.point());
                    reasons.push(SetupRefusal::ForeignLetter { letter, number, point });
                }
                (cell, Some(owner)) if cell != Cell::Of(owner) => {
                    reasons.push(SetupRefusal::WrongBase { base: octagon, owner });
                }
                (Cell::Of(side), _) => sets[side.index()] |= octagon.bit(),
                (Cell::Empty, _) => {}
            }
        }
        sets
    }
}

/// Creates the position with these sets per side.
fn position(pins: [u64; 2], octagons: [u64; 2], turn: Side) -> Position {
    let view = |[one, two]: [u64; 2]| if turn == Side::One { [one, two] } else { [two, one] };
    let joined = |side: &Side| chain::connects(octagons[side.index()], BASES[side.index()]);
    Position {
        pins: view(pins),
        octagons: view(octagons),
        turn,
        connected: Side::ALL.into_iter().find(joined),
    }
}

/// Why a setup, or a text that should have been one, is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// The text does not have one character per cell.
    WrongLength {
        /// The length of the text.
        length: usize,
    },
    /// An unknown letter.
    ForeignLetter {
        /// The letter.
        letter: char,
        /// Its position in the text, counted from 1.
        number: usize,
        /// The point of the letter, if its cell is a point.
        point: Option<u16>,
    },
    /// A pin at a corner, where there is no place.
    MissingCorner {
        /// The corner.
        square: Square,
    },
    /// A side has more pins than at the start.
    TooManyPins {
        /// The side.
        side: Side,
        /// Its pins.
        pins: Vec<Pin>,
    },
    /// A base does not belong to its owner.
    WrongBase {
        /// The base.
        base: Octagon,
        /// The side that owns it.
        owner: Side,
    },
    /// The side to move is missing.
    NobodyToMove,
}

impl Explain for SetupRefusal {
    fn code(&self) -> &'static str {
        match self {
            SetupRefusal::WrongLength { .. } => "wrong-length",
            SetupRefusal::ForeignLetter { .. } => "foreign-letter",
            SetupRefusal::MissingCorner { .. } => "missing-corner",
            SetupRefusal::TooManyPins { .. } => "too-many-pins",
            SetupRefusal::WrongBase { .. } => "wrong-base",
            SetupRefusal::NobodyToMove => "nobody-to-move",
        }
    }

    fn text(&self) -> String {
        match self {
            SetupRefusal::WrongLength { length } => {
                format!("A state has {} characters, and this text has {length}.", Setup::CELLS)
            }
            SetupRefusal::ForeignLetter { letter, number, .. } => {
                let letter = letter.escape_debug();
                format!("Character {number} is `{letter}`, and a state has only `x`, `o` and `.`.")
            }
            SetupRefusal::MissingCorner { square } => {
                format!("There is no place for a pin on {square}.")
            }
            SetupRefusal::TooManyPins { side, pins } => {
                format!("No side has more than {PINS} pins, and {} has {}.", INFO.called(*side), pins.len())
            }
            SetupRefusal::WrongBase { base, owner } => {
                format!("The octagon {base} is a base of {} and never changes.", INFO.called(*owner))
            }
            SetupRefusal::NobodyToMove => {
                format!("Character {} names the side to move, `x` or `o`.", Setup::CELLS)
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        match self {
            SetupRefusal::WrongLength { .. } | SetupRefusal::NobodyToMove => Vec::new(),
            SetupRefusal::ForeignLetter { point, .. } => point.iter().copied().collect(),
            SetupRefusal::MissingCorner { square } => vec![square.octagon().point()],
            SetupRefusal::TooManyPins { pins, .. } => pins.iter().map(|pin| pin.point()).collect(),
            SetupRefusal::WrongBase { base, .. } => vec![base.point()],
        }
    }
}
