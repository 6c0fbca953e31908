//! The notation of Sprint: rows from the top, `P` for White, `p` for Black, and the side to move.

use chautari_game::{Dialect, Explain, Fault, Moment, Notation, Record, Scan, Scope, Side};

use crate::{Move, Position, SIZE, Sprint, Square};

/// The only dialect of Sprint: `ppppp/...../...../...../PPPPP w`, and moves as `c1c2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters;

impl Notation<Sprint> for Letters {
    const ALL: &'static [Letters] = &[Letters];

    fn dialect(self) -> Dialect {
        Dialect { id: "letters", about: "five rows and the side to move", scope: Scope::Position }
    }

    fn read(self, game: Sprint, text: &str) -> Result<Record<Sprint>, Fault> {
        let position = vet(read_setup(text)?).map_err(|reasons| Fault::refused(&reasons))?;
        // The text contains no ply count; the starting position is taken as the start of a game.
        let moment = match position {
            Position::START => Moment::start(position),
            _ => Moment { position, last: None, plies: None },
        };
        Ok(Record::from_moment(game, moment))
    }

    fn write(self, record: &Record<Sprint>) -> Result<String, Fault> {
        let position = record.position();
        let letter = |square| match position.owner(square) {
            None => '.',
            Some(Side::One) => 'P',
            Some(Side::Two) => 'p',
        };
        let row =
            |row| (0..SIZE).filter_map(|column| Square::at(row, column)).map(letter).collect::<String>();
        let rows: Vec<_> = (0..SIZE).map(row).collect();
        let turn = if position.turn == Side::One { 'w' } else { 'b' };
        Ok(format!("{} {turn}", rows.join("/")))
    }

    fn read_move(self, _: &Position, text: &str) -> Result<Move, Fault> {
        let mut scan = Scan::new(text);
        let m = Move { from: read_square(&mut scan)?, to: read_square(&mut scan)? };
        scan.finish()?;
        Ok(m)
    }

    fn write_move(self, _: &Position, m: Move) -> String {
        format!("{}{}", m.from, m.to)
    }
}

fn read_square(scan: &mut Scan) -> Result<Square, Fault> {
    let start = *scan;
    let column = scan.take(|c| ('a'..='e').contains(&c));
    let row = scan.take(|c| ('1'..='5').contains(&c));
    let square = column.zip(row).and_then(|(column, row)| {
        let [column, row] = [(column, 'a'), (row, '1')].map(|(c, first)| c as u8 - first as u8);
        Square::at(SIZE - 1 - row, column)
    });
    square.ok_or_else(|| start.fault("a square from a1 to e5"))
}

fn read_setup(text: &str) -> Result<Position, Fault> {
    let mut scan = Scan::new(text);
    let mut pawns = [0; 2];
    for square in Square::all() {
        if square.column() == 0 && square.row() > 0 && !scan.eat('/') {
            return Err(scan.fault("`/`"));
        }
        match scan.take(|c| matches!(c, '.' | 'P' | 'p')) {
            Some('P') => pawns[0] |= 1 << square.number(),
            Some('p') => pawns[1] |= 1 << square.number(),
            Some(_) => {}
            None => return Err(scan.fault("`P`, `p` or `.`")),
        }
    }
    if !scan.blanks() {
        return Err(scan.fault("a blank"));
    }
    let turn = match scan.take(|c| matches!(c, 'w' | 'b')) {
        Some('w') => Side::One,
        Some(_) => Side::Two,
        None => return Err(scan.fault("`w` or `b`")),
    };
    scan.finish()?;
    Ok(Position { pawns, turn })
}

/// Why a position is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// A side has more than its five pawns.
    TooManyPawns(Side),
    /// The game would have ended before this position.
    WonBefore,
}

impl Explain for SetupRefusal {
    fn code(&self) -> &'static str {
        match self {
            SetupRefusal::TooManyPawns(_) => "too-many-pawns",
            SetupRefusal::WonBefore => "won-before",
        }
    }

    fn text(&self) -> String {
        match self {
            SetupRefusal::TooManyPawns(Side::One) => "White has more than five pawns.".to_owned(),
            SetupRefusal::TooManyPawns(Side::Two) => "Black has more than five pawns.".to_owned(),
            SetupRefusal::WonBefore => "A side with a pawn on its far rank has won already.".to_owned(),
        }
    }

    fn points(&self) -> Vec<u16> {
        Vec::new()
    }
}

/// Validates a position: returns all reasons against it at once.
pub(crate) fn vet(position: Position) -> Result<Position, Vec<SetupRefusal>> {
    let crowded = |side: &Side| position.pawns[side.index()].count_ones() > u32::from(SIZE);
    let mut reasons: Vec<_> = Side::ALL.into_iter().filter(crowded).map(SetupRefusal::TooManyPawns).collect();
    // A pawn can arrive only with the last move, which ends the game.
    let own = Position { pawns: [position.pawns[0], 0], ..position }.arrived().is_some();
    let other = Position { pawns: [0, position.pawns[1]], ..position }.arrived().is_some();
    let mover_arrived = if position.turn == Side::One { own } else { other };
    if mover_arrived || (own && other) {
        reasons.push(SetupRefusal::WonBefore);
    }
    if reasons.is_empty() { Ok(position) } else { Err(reasons) }
}
