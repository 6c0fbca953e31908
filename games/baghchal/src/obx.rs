//! OBX, the Online Baghchal Exchange notation.
//!
//! ```text
//! TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1
//! board, row by row             │ │  │   └ the goats' first move
//!                               │ │  └ the last move: a goat on C3
//!                               │ └ goats captured
//!                               └ tigers to move
//! ```

use std::fmt::Write;

use chautari_game::{Dialect, Fault, Moment, Notation, Record, Scan, Scope, Side};

use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::{Baghchal, Move, Number, Point, Position, Setup};

/// A dialect of OBX. All of them read positions alike and tolerate: lower case, any run of blanks, `n` or `m`
/// or nothing before the last move, a missing last move or number, a bare number of plies (version 1.0),
/// goats in hand as `@N` anywhere after the turn, and a capture without the goat in brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obx {
    /// The standard form.
    Plain,
    /// With the goats in hand: `… t @19 c0 mC3 #g1`.
    WithHand,
    /// As the library baghchal.js reads it: with the goats in hand, and captures as the tiger's path, `mA1C1`. It
    /// recognises a capture only in this form, and assumes 20 goats in hand without `@N`.
    BaghchalJs,
    /// Moves as people write them: `C3`, `B2–C3`, `A1×C1`. Reads any dash or none, `x` for `×`, and a capture
    /// written as the tiger's path alone.
    Points,
    /// Like [`Points`](Self::Points), with rows counted from the bottom, as in some apps.
    FromBelow,
}

impl Notation<Baghchal> for Obx {
    const ALL: &'static [Obx] = &[Obx::Plain, Obx::WithHand, Obx::BaghchalJs, Obx::Points, Obx::FromBelow];
    const HUMAN: Obx = Obx::Points;

    fn dialect(self) -> Dialect {
        let (id, about) = match self {
            Obx::Plain => ("obx", "board, turn, captures, last move and its number"),
            Obx::WithHand => ("obx@", "OBX with the goats in hand"),
            Obx::BaghchalJs => ("baghchal-js", "OBX for baghchal.js: goats in hand, captures as mA1C1"),
            Obx::Points => ("points", "OBX positions; moves as C3, B2–C3, A1×C1"),
            Obx::FromBelow => ("points-from-below", "the same with row 1 at the bottom"),
        };
        Dialect { id, about, scope: Scope::Position }
    }

    fn read(self, game: Baghchal, text: &str) -> Result<Record<Baghchal>, Fault> {
        let mut setup = read_setup(text)?;
        setup.last = setup.last.map(|m| self.seen(m));
        let moment = setup.vet(game).map_err(|reasons| Fault::refused(&reasons))?;
        Ok(Record::from_moment(game, moment))
    }

    fn write(self, record: &Record<Baghchal>) -> Result<String, Fault> {
        let mut moment = record.moment();
        moment.last = moment.last.map(|m| self.seen(m));
        Ok(write_moment(self, &moment))
    }

    fn read_move(self, position: &Position, text: &str) -> Result<Move, Fault> {
        let mut scan = Scan::new(text);
        match self {
            Obx::Plain | Obx::WithHand | Obx::BaghchalJs => {
                let m = read_move(&mut scan)?;
                scan.finish()?;
                Ok(leaping(position, m))
            }
            Obx::Points | Obx::FromBelow => {
                scan.blanks();
                let way = self.seen(read_way(&mut scan)?);
                scan.finish()?;
                Ok(leaping(position, way))
            }
        }
    }

    fn write_move(self, _: &Position, m: Move) -> String {
        match (self, self.seen(m)) {
            (Obx::Plain | Obx::WithHand | Obx::BaghchalJs, m) => write_move(self, m),
            (_, Move::Place { at }) => at.to_string(),
            (_, Move::Step { from, to }) => format!("{from}–{to}"),
            (_, Move::Leap { from, to, .. }) => format!("{from}×{to}"),
        }
    }
}

impl Obx {
    /// Converts a move between the row order of this dialect and the standard one.
    fn seen(self, m: Move) -> Move {
        if self != Obx::FromBelow {
            return m;
        }
        match m {
            Move::Place { at } => Move::Place { at: at.upside_down() },
            Move::Step { from, to } => Move::Step { from: from.upside_down(), to: to.upside_down() },
            Move::Leap { from, over, to } => {
                Move::Leap { from: from.upside_down(), over: over.upside_down(), to: to.upside_down() }
            }
        }
    }
}

/// Reads the points of a move, or of a placement.
fn read_way(scan: &mut Scan) -> Result<Move, Fault> {
    let first = read_point(scan).ok_or_else(|| scan.fault("a move, such as `C3`, `B2-C3` or `A1xC1`"))?;
    scan.take_while(|c| c.is_whitespace() || "-–—→x×X".contains(c));
    if scan.at_end() {
        return Ok(Move::Place { at: first });
    }
    let to = read_point(scan).ok_or_else(|| scan.fault("the point the piece goes to"))?;
    Ok(Move::Step { from: first, to })
}

/// Interprets a two-step path across a goat as its capture.
fn leaping(position: &Position, way: Move) -> Move {
    match way {
        Move::Step { from, to } => match from.midpoint(to) {
            Some(over) if position.occupant(over) == Some(GOAT_SIDE) => Move::Leap { from, over, to },
            _ => way,
        },
        _ => way,
    }
}

fn read_setup(text: &str) -> Result<Setup, Fault> {
    let mut scan = Scan::new(text);
    scan.blanks();
    let (tigers, goats) = read_board(&mut scan)?;
    let turn = read_turn(&mut scan)?;
    let mut setup = Setup { tigers, goats, turn, captured: 0, in_hand: None, last: None, number: None };
    let mut captured = None;
    // Whether the fields after the captures have been read.
    let (mut past_last, mut past_number) = (false, false);
    loop {
        let blank = scan.blanks();
        let Some(next) = scan.peek() else { break };
        if !blank {
            return Err(scan.fault("a blank"));
        }
        if next == '@' && setup.in_hand.is_none() {
            scan.eat('@');
            let count = scan.number().ok_or_else(|| scan.fault("the number of goats in hand"))?;
            setup.in_hand = Some(count);
        } else if captured.is_none() {
            captured = Some(read_captured(&mut scan)?);
        } else if next == '-' && !past_number {
            scan.eat('-');
            (past_last, past_number) = (true, past_last);
        } else if (next == '#' || next.is_ascii_digit()) && !past_number {
            setup.number = read_number(&mut scan)?;
            (past_last, past_number) = (true, true);
        } else if !past_last {
            setup.last = Some(read_move(&mut scan)?);
            past_last = true;
        } else {
            return Err(scan.fault(if past_number {
                "nothing more"
            } else {
                "the move number, such as `#g1`"
            }));
        }
    }
    setup.captured = captured.ok_or_else(|| scan.fault("the goats captured, such as `c0`"))?;
    // The reference library of the notation omits the brackets.
    if setup.turn == GOAT_SIDE
        && setup.captured > 0
        && let Some(Move::Step { from, to }) = setup.last
        && let Some(over) = from.midpoint(to)
    {
        setup.last = Some(Move::Leap { from, over, to });
    }
    Ok(setup)
}

fn read_board(scan: &mut Scan) -> Result<(u32, u32), Fault> {
    let (mut tigers, mut goats) = (0, 0);
    for point in Point::all() {
        if point.column() == 0 && point.row() > 0 && !scan.eat('/') {
            return Err(scan.fault("`/` between rows of five"));
        }
        match scan.peek().map(|c| c.to_ascii_uppercase()) {
            Some('T') => tigers |= point.bit(),
            Some('G') => goats |= point.bit(),
            Some('X') => {}
            _ => return Err(scan.fault(format!("`T`, `G` or `X` for {point}"))),
        }
        scan.take(|_| true);
    }
    Ok((tigers, goats))
}

fn read_turn(scan: &mut Scan) -> Result<Side, Fault> {
    if !scan.blanks() {
        return Err(scan.fault("a blank after the board"));
    }
    match scan.take(|c| "gtGT".contains(c)) {
        Some('g' | 'G') => Ok(GOAT_SIDE),
        Some(_) => Ok(TIGER_SIDE),
        None => Err(scan.fault("the side to move, `g` or `t`")),
    }
}

fn read_captured(scan: &mut Scan) -> Result<u32, Fault> {
    let start = *scan;
    let expected = "the goats captured, such as `c0`";
    scan.take(|c| c.eq_ignore_ascii_case(&'c'))
        .and_then(|_| scan.number())
        .ok_or_else(|| start.fault(expected))
}

fn read_number(scan: &mut Scan) -> Result<Option<Number>, Fault> {
    if !scan.eat('#') {
        let plies = scan.number().ok_or_else(|| scan.fault("a move number"))?;
        return Ok(Some(Number::Plies(plies)));
    }
    let Some(side) = scan.take(|c| "gtGT".contains(c)) else {
        return Ok(None);
    };
    let side = if side.eq_ignore_ascii_case(&'g') { GOAT_SIDE } else { TIGER_SIDE };
    let count = scan.number().ok_or_else(|| scan.fault("a move number"))?;
    Ok(Some(Number::Own { side, count }))
}

fn read_move(scan: &mut Scan) -> Result<Move, Fault> {
    let start = *scan;
    scan.take(|c| "mnMN".contains(c));
    let Some(first) = read_point(scan) else {
        return Err(start.fault("a move, such as `mC3`, `mA1B1` or `mA1C1(B1)`"));
    };
    if scan.peek().is_none_or(char::is_whitespace) {
        return Ok(Move::Place { at: first });
    }
    let to = read_point(scan).ok_or_else(|| scan.fault("the point the piece goes to"))?;
    if !scan.eat('(') {
        return Ok(Move::Step { from: first, to });
    }
    let over = read_point(scan).ok_or_else(|| scan.fault("the point of the captured goat"))?;
    if !scan.eat(')') {
        return Err(scan.fault("`)`"));
    }
    Ok(Move::Leap { from: first, over, to })
}

fn read_point(scan: &mut Scan) -> Option<Point> {
    let mut ahead = *scan;
    let column = ahead.take(|c| c.is_ascii_alphabetic())?.to_ascii_uppercase() as u8;
    let row = ahead.take(|c| c.is_ascii_digit())? as u8;
    let point = Point::at(row.checked_sub(b'1')?, column.checked_sub(b'A')?)?;
    *scan = ahead;
    Some(point)
}

fn write_moment(form: Obx, moment: &Moment<Position>) -> String {
    let position = &moment.position;
    let mut text = String::with_capacity(60);
    for point in Point::all() {
        if point.column() == 0 && point.row() > 0 {
            text.push('/');
        }
        text.push(match position.occupant(point) {
            Some(GOAT_SIDE) => 'G',
            Some(TIGER_SIDE) => 'T',
            None => 'X',
        });
    }
    text += if position.turn == GOAT_SIDE { " g" } else { " t" };
    let infallible = "writing to a string cannot fail";
    if matches!(form, Obx::WithHand | Obx::BaghchalJs) {
        write!(text, " @{}", position.in_hand()).expect(infallible);
    }
    write!(text, " c{} ", position.captured()).expect(infallible);
    text += &moment.last.map_or("-".to_owned(), |m| write_move(form, m));
    match moment.plies {
        None => text += " -",
        Some(0) => text += " #",
        Some(plies) if plies % 2 == 1 => write!(text, " #g{}", plies / 2 + 1).expect(infallible),
        Some(plies) => write!(text, " #t{}", plies / 2).expect(infallible),
    }
    text
}

fn write_move(form: Obx, m: Move) -> String {
    match m {
        Move::Leap { from, to, .. } if form == Obx::BaghchalJs => format!("m{from}{to}"),
        Move::Place { at } => format!("m{at}"),
        Move::Step { from, to } => format!("m{from}{to}"),
        Move::Leap { from, over, to } => format!("m{from}{to}({over})"),
    }
}
