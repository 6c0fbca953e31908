//! Parsers for the tokens common to the notations.

use chautari_game::Scan;
use cozy_chess::Square;

use crate::Pair;

/// Reads this text, if it is next.
pub(crate) fn eat(scan: &mut Scan, text: &str) -> bool {
    let mut ahead = *scan;
    let read = text.chars().all(|c| ahead.eat(c));
    if read {
        *scan = ahead;
    }
    read
}

/// Reads a number of any length; one that does not fit is read as the maximum, which no validation accepts.
pub(crate) fn read_count(scan: &mut Scan) -> Option<u64> {
    let digits = scan.take_while(|c| c.is_ascii_digit());
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(u64::MAX))
}

/// Reads a file or a rank.
pub(crate) fn read_line<T: TryFrom<char>>(scan: &mut Scan) -> Option<T> {
    let mut ahead = *scan;
    let line = ahead.take(|_| true)?.try_into().ok()?;
    *scan = ahead;
    Some(line)
}

/// Reads a square: `e2`.
pub(crate) fn read_square(scan: &mut Scan) -> Option<Square> {
    let mut ahead = *scan;
    let square = Square::new(read_line(&mut ahead)?, read_line(&mut ahead)?);
    *scan = ahead;
    Some(square)
}

/// Reads two squares: `e2e4`.
pub(crate) fn read_pair(scan: &mut Scan) -> Option<Pair> {
    let mut ahead = *scan;
    let pair = Pair { from: read_square(&mut ahead)?, to: read_square(&mut ahead)? };
    *scan = ahead;
    Some(pair)
}
