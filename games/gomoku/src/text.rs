//! The dialects of Gomoku.
//!
//! ```text
//! 19/19/19/19/19/19/19/19/19/9x9/9o9/19/19/19/19/19/19/19/19 b 0 0
//! rows from the top: x black, o white, runs of empty cells   │ │ └ pairs captured by white
//!                                                            │ └ pairs captured by black
//!                                                            └ black to move
//! ```

use std::fmt::Write;

use chautari_game::{Dialect, Fault, Moment, Notation, Position as _, Record, Scan, Scope, Side};

use crate::board::{SIZE, column_of};
use crate::{BLACK, Cell, Gomoku, Position, Refusal, Setup, WHITE};

/// A dialect of Gomoku. Both write and read positions alike: in upper or lower case, with any blanks around
/// the four fields, and with leading zeros in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A move is the number of its cell: `180`.
    Cells,
    /// A move is the name of its cell: `K10`.
    Grid,
}

impl Notation<Gomoku> for Text {
    const ALL: &'static [Text] = &[Text::Cells, Text::Grid];
    const HUMAN: Text = Text::Grid;

    fn dialect(self) -> Dialect {
        let (id, about) = match self {
            Text::Cells => ("cells", "rows of stones, turn and pairs; moves as cell numbers, 0 to 360"),
            Text::Grid => ("grid", "the same positions; moves as cell names, A1 to T19 with no column I"),
        };
        Dialect { id, about, scope: Scope::Position }
    }

    fn read(self, game: Gomoku, text: &str) -> Result<Record<Gomoku>, Fault> {
        let position = read_setup(text)?.vet().map_err(|reasons| Fault::refused(&reasons))?;
        Ok(Record::from_moment(game, Moment { position, last: None, plies: None }))
    }

    fn write(self, record: &Record<Gomoku>) -> Result<String, Fault> {
        Ok(write_position(record.position()))
    }

    fn read_move(self, _: &Position, text: &str) -> Result<Cell, Fault> {
        let mut scan = Scan::new(text);
        scan.blanks();
        let start = scan.offset();
        let cell = match self {
            Text::Cells => read_number(&mut scan)?,
            Text::Grid => read_name(&mut scan)?,
        };
        let written = text[start..scan.offset()].to_owned();
        scan.finish()?;
        cell.ok_or_else(|| Fault::refused([&Refusal::OffBoard { written }]))
    }

    fn write_move(self, _: &Position, cell: Cell) -> String {
        match self {
            Text::Cells => cell.number().to_string(),
            Text::Grid => cell.to_string(),
        }
    }
}

/// Reads the number of a cell; `None` if there is no such cell.
fn read_number(scan: &mut Scan) -> Result<Option<Cell>, Fault> {
    let start = *scan;
    let negative = scan.eat('-');
    let digits = scan.take_while(|c| c.is_ascii_digit());
    if digits.is_empty() {
        return Err(start.fault("a cell number from 0 to 360"));
    }
    Ok(if negative { None } else { digits.parse().ok().and_then(Cell::new) })
}

/// Reads the name of a cell; `None` if there is no such cell.
fn read_name(scan: &mut Scan) -> Result<Option<Cell>, Fault> {
    let start = *scan;
    let letter = scan.take(|c| c.is_ascii_alphabetic());
    let digits = scan.take_while(|c| c.is_ascii_digit());
    let Some(letter) = letter.filter(|_| !digits.is_empty()) else {
        return Err(start.fault("a cell name such as `K10`"));
    };
    let row = digits.parse().ok().and_then(|from_below: u16| SIZE.checked_sub(from_below));
    Ok(row.zip(column_of(letter)).and_then(|(row, column)| Cell::at(row, column)))
}

fn read_setup(text: &str) -> Result<Setup, Fault> {
    let mut scan = Scan::new(text);
    scan.blanks();
    let mut stones = [None; Cell::COUNT as usize];
    for (number, row) in stones.chunks_mut(SIZE.into()).enumerate() {
        if number > 0 && !scan.eat('/') {
            return Err(scan.fault(format!("`/` and row {} of {SIZE}", number + 1)));
        }
        read_row(&mut scan, row)?;
    }
    blank(&mut scan, "a blank after the board")?;
    let turn = match scan.take(|c| "bwBW".contains(c)) {
        Some('b' | 'B') => BLACK,
        Some(_) => WHITE,
        None => return Err(scan.fault("the side to move, `b` or `w`")),
    };
    let mut pairs = [0; 2];
    for (pairs, side) in pairs.iter_mut().zip(["black", "white"]) {
        blank(&mut scan, "a blank between fields")?;
        *pairs = scan.number().ok_or_else(|| scan.fault(format!("the pairs {side} has taken")))?;
    }
    scan.finish()?;
    Ok(Setup { stones, turn, pairs })
}

fn blank(scan: &mut Scan, expected: &str) -> Result<(), Fault> {
    if scan.blanks() { Ok(()) } else { Err(scan.fault(expected)) }
}

fn read_row(scan: &mut Scan, row: &mut [Option<Side>]) -> Result<(), Fault> {
    let mut done = 0;
    while done < row.len() {
        let left = row.len() - done;
        let start = *scan;
        let run = match scan.take(|c| "xoXO".contains(c)) {
            Some(stone) => {
                row[done] = Some(if stone.eq_ignore_ascii_case(&'x') { BLACK } else { WHITE });
                Some(1)
            }
            None => scan.number().map(|run| run as usize).filter(|run| (1..=left).contains(run)),
        };
        done += run.ok_or_else(|| start.fault(format!("`x`, `o` or a run of 1 to {left} empty cells")))?;
    }
    Ok(())
}

pub(crate) fn write_position(position: &Position) -> String {
    let mut text = String::with_capacity(160);
    let mut empty = 0;
    let infallible = "writing to a string cannot fail";
    for cell in Cell::all() {
        let stone = position.stone_at(cell);
        empty += u16::from(stone.is_none());
        let row_ends = cell.column() + 1 == SIZE;
        if empty > 0 && (stone.is_some() || row_ends) {
            write!(text, "{empty}").expect(infallible);
            empty = 0;
        }
        match stone {
            Some(BLACK) => text.push('x'),
            Some(WHITE) => text.push('o'),
            None => {}
        }
        if row_ends && cell.row() + 1 < SIZE {
            text.push('/');
        }
    }
    let turn = if position.turn() == BLACK { 'b' } else { 'w' };
    write!(text, " {turn} {} {}", position.pairs(BLACK), position.pairs(WHITE)).expect(infallible);
    text
}
