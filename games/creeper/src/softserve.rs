//! The notation of Softserve.
//!
//! ```text
//! .oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.   7 rows of pins, missing corners as `.`
//! o....x........................x....o                6 rows of octagons, bases as their owners
//! x                                                   the side to move
//! ```

use std::fmt;

use chautari_game::{Dialect, Fault, Moment, Notation, Record, Scan, Scope, Side};

use crate::{Cell, Creeper, Move, Octagon, Pin, Position, Setup, SetupRefusal, Square};

/// The Softserve notation: a state of 86 characters, an action of 4. Nothing else is accepted except a line
/// end after a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Softserve;

impl Notation<Creeper> for Softserve {
    const ALL: &'static [Softserve] = &[Softserve];

    fn dialect(self) -> Dialect {
        let about = "49 pins, 36 octagons and the side to move, a character each";
        Dialect { id: "softserve", about, scope: Scope::Position }
    }

    fn read(self, game: Creeper, text: &str) -> Result<Record<Creeper>, Fault> {
        let position = read_state(text).map_err(|reasons| Fault::refused(&reasons))?;
        // The text contains no ply count; the starting position is taken as the start of a game.
        let moment = match position {
            Position::START => Moment::start(position),
            _ => Moment { position, last: None, plies: None },
        };
        Ok(Record::from_moment(game, moment))
    }

    fn write(self, record: &Record<Creeper>) -> Result<String, Fault> {
        Ok(record.position().to_string())
    }

    fn read_move(self, _: &Position, text: &str) -> Result<Move, Fault> {
        let mut scan = Scan::new(text);
        let from = read_square(&mut scan)?;
        let to = read_square(&mut scan)?;
        if !scan.at_end() {
            return Err(scan.fault("nothing more"));
        }
        match (pin(from), pin(to)) {
            (Ok(from), Ok(to)) => Ok(Move { from, to }),
            (from, to) => {
                let reasons: Vec<_> = [from.err(), to.err()].into_iter().flatten().collect();
                Err(Fault::refused(&reasons))
            }
        }
    }

    fn write_move(self, _: &Position, m: Move) -> String {
        format!("{}{}", m.from, m.to)
    }
}

fn read_state(text: &str) -> Result<Position, Vec<SetupRefusal>> {
    let letters = || text.trim_end_matches(['\r', '\n']).chars();
    let length = letters().count();
    if length != Setup::CELLS {
        let foreign = (1..).zip(letters().take(Setup::CELLS)).filter_map(|(number, letter)| {
            let foreign = matches!(cell(letter), Cell::Foreign(_));
            foreign.then_some(SetupRefusal::ForeignLetter { letter, number, point: None })
        });
        return Err([SetupRefusal::WrongLength { length }].into_iter().chain(foreign).collect());
    }
    let mut setup = Setup { pins: [[Cell::Empty; 7]; 7], octagons: [[Cell::Empty; 6]; 6], turn: Cell::Empty };
    let pins = setup.pins.as_flattened_mut().iter_mut();
    let cells = pins.chain(setup.octagons.as_flattened_mut()).chain([&mut setup.turn]);
    for (place, letter) in cells.zip(letters()) {
        *place = cell(letter);
    }
    setup.vet()
}

fn cell(letter: char) -> Cell {
    match letter {
        '.' => Cell::Empty,
        'x' => Cell::Of(Side::One),
        'o' => Cell::Of(Side::Two),
        foreign => Cell::Foreign(foreign),
    }
}

fn letter(owner: Option<Side>) -> char {
    match owner {
        None => '.',
        Some(Side::One) => 'x',
        Some(Side::Two) => 'o',
    }
}

/// The state in the Softserve notation.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = (0..49).map(|i| Pin::at(i / 7, i % 7).and_then(|pin| self.pin(pin)));
        let octagons = Octagon::all().map(|octagon| self.octagon(octagon));
        let text: String = squares.chain(octagons).chain([Some(self.turn)]).map(letter).collect();
        f.pad(&text)
    }
}

fn read_square(scan: &mut Scan) -> Result<Square, Fault> {
    let column = scan.take(|c| ('a'..='g').contains(&c)).ok_or_else(|| scan.fault("a column, `a` to `g`"))?;
    let row = scan.take(|c| ('1'..='7').contains(&c)).ok_or_else(|| scan.fault("a row, `1` to `7`"))?;
    Ok(Square { row: row as u8 - b'1', column: column as u8 - b'a' })
}

fn pin(square: Square) -> Result<Pin, SetupRefusal> {
    Pin::at(square.row, square.column).ok_or(SetupRefusal::MissingCorner { square })
}
