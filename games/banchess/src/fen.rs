//! Extended FEN: the six fields of chess and a seventh with the ply and the ban.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2:e2e4
//! pieces, from a8                             │ │    │ │ │ │ └ the ban in force
//!                                             │ │    │ │ │ └ the number of the next ply
//!                                             │ │    │ │ └ the number of the current move
//!                                             │ │    │ └ half-moves without capture or pawn move
//!                                             │ │    └ the en passant square
//!                                             │ └ castling rights
//!                                             └ the side to move
//! ```

use std::fmt::Write;

use chautari_game::{Fault, Moment, Scan};
use cozy_chess::{BitBoard, Color, File, Piece, Rank, Square};

use crate::setup::CORNERS;
use crate::token::{eat, read_count, read_pair, read_square};
use crate::{Pair, Phase, Position, Setup, chess, indicator};

/// Parses and validates a position.
pub(crate) fn read(text: &str) -> Result<Moment<Position>, Fault> {
    read_setup(text)?.vet().map_err(|reasons| Fault::refused(&reasons))
}

fn read_setup(text: &str) -> Result<Setup, Fault> {
    let mut scan = Scan::new(text);
    scan.blanks();
    let pieces = read_pieces(&mut scan)?;
    blank(&mut scan)?;
    let turn = read_color(&mut scan).ok_or_else(|| scan.fault("the side to move, `w` or `b`"))?;
    blank(&mut scan)?;
    let castling = read_castling(&mut scan)?;
    blank(&mut scan)?;
    let en_passant = if scan.eat('-') {
        None
    } else {
        let expected = "the square a pawn has just passed over, or `-`";
        Some(read_square(&mut scan).ok_or_else(|| scan.fault(expected))?)
    };
    blank(&mut scan)?;
    let halfmove = read_count(&mut scan).ok_or_else(|| scan.fault("the halfmove clock"))?;
    blank(&mut scan)?;
    let fullmove = read_count(&mut scan).ok_or_else(|| scan.fault("the move number"))?;
    let phase = if scan.blanks() && !scan.at_end() { read_phase(&mut scan)? } else { Phase::Unsaid };
    scan.finish()?;
    Ok(Setup { pieces, turn, castling, en_passant, halfmove, fullmove, phase })
}

fn blank(scan: &mut Scan) -> Result<(), Fault> {
    if scan.blanks() { Ok(()) } else { Err(scan.fault("a blank")) }
}

type Pieces = [Option<(Piece, Color)>; Square::NUM];

fn read_pieces(scan: &mut Scan) -> Result<Pieces, Fault> {
    let mut pieces = [None; Square::NUM];
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth && !scan.eat('/') {
            return Err(scan.fault("`/` between ranks of eight squares"));
        }
        read_rank(scan, rank, &mut pieces)?;
    }
    Ok(pieces)
}

fn read_rank(scan: &mut Scan, rank: Rank, pieces: &mut Pieces) -> Result<(), Fault> {
    let mut file = 0;
    // Two digits in a row would be a second way to write their sum.
    let mut after_gap = false;
    while file < File::NUM {
        let left = File::NUM - file;
        let fits = |c: char| c.to_digit(10).map(|gap| gap as usize).filter(|gap| (1..=left).contains(gap));
        if let Some(gap) = scan.take(|c| !after_gap && fits(c).is_some()).and_then(fits) {
            file += gap;
            after_gap = true;
        } else if let Some(piece) = scan.take(|c| read_piece(c).is_some()).and_then(read_piece) {
            pieces[Square::new(File::index(file), rank) as usize] = Some(piece);
            file += 1;
            after_gap = false;
        } else if after_gap {
            return Err(scan.fault("a piece"));
        } else {
            return Err(scan.fault(format!("a piece, or a number of empty squares up to {left}")));
        }
    }
    Ok(())
}

fn read_piece(letter: char) -> Option<(Piece, Color)> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Piece::try_from(letter.to_ascii_lowercase()).ok().map(|piece| (piece, color))
}

fn read_color(scan: &mut Scan) -> Option<Color> {
    scan.take(|c| c == 'w' || c == 'b').map(|c| if c == 'w' { Color::White } else { Color::Black })
}

fn read_castling(scan: &mut Scan) -> Result<BitBoard, Fault> {
    if scan.eat('-') {
        return Ok(BitBoard::EMPTY);
    }
    let corners: BitBoard =
        CORNERS.into_iter().filter(|&(letter, _)| scan.eat(letter)).map(|(_, corner)| corner).collect();
    if corners.is_empty() {
        return Err(scan.fault("the rights to castle, some of `KQkq` in this order, or `-`"));
    }
    Ok(corners)
}

fn read_phase(scan: &mut Scan) -> Result<Phase, Fault> {
    if scan.eat('-') {
        return Ok(Phase::Unsaid);
    }
    let phase = if let Some(ply) = read_count(scan) {
        let ban = if scan.eat(':') { Some(read_ban(scan)?) } else { None };
        Phase::Ply { ply, ban }
    } else if let Some(letter) = read_color(scan) {
        read_older_phase(scan, letter)?
    } else {
        return Err(scan.fault("the ply, such as `1`, or ply and ban, such as `2:e2e4`"));
    };
    indicator::skip(scan);
    Ok(phase)
}

/// Parses the rest of an older phase after `w` or `b`; before a ban, `b` stands for the word.
fn read_older_phase(scan: &mut Scan, letter: Color) -> Result<Phase, Fault> {
    if !scan.eat(':') {
        return Err(scan.fault("`:`"));
    }
    // `ban` cannot start with a square, because no rank is called `a`.
    if eat(scan, "ban") {
        return Ok(Phase::MustBan(letter));
    }
    match letter {
        Color::White => Err(scan.fault("`ban`")),
        Color::Black => read_ban(scan).map(Phase::InForce),
    }
}

fn read_ban(scan: &mut Scan) -> Result<Pair, Fault> {
    read_pair(scan).ok_or_else(|| scan.fault("the banned move, such as `e2e4`"))
}

/// Writes a position.
pub(crate) fn write(position: &Position) -> String {
    let board = &position.board;
    let mut text = String::with_capacity(90);
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eighth {
            text.push('/');
        }
        write_rank(position, rank, &mut text);
    }
    text += if board.side_to_move() == Color::White { " w " } else { " b " };
    let corners = chess::castling(board);
    if corners.is_empty() {
        text.push('-');
    }
    text.extend(CORNERS.iter().filter(|(_, corner)| corners.has(*corner)).map(|(letter, _)| letter));
    let en_passant = chess::en_passant(board).map_or("-".to_owned(), |square| square.to_string());
    let Position { halfmove, fullmove, ply, ban, .. } = position;
    let infallible = "writing to a string cannot fail";
    write!(text, " {en_passant} {halfmove} {fullmove} {ply}").expect(infallible);
    if let Some(ban) = ban {
        write!(text, ":{ban}").expect(infallible);
    }
    text
}

fn write_rank(position: &Position, rank: Rank, text: &mut String) {
    let mut gap = 0;
    let flush = |gap: &mut u32, text: &mut String| {
        text.extend(char::from_digit(*gap, 10).filter(|_| *gap > 0));
        *gap = 0;
    };
    for file in File::ALL {
        match letter_on(position, Square::new(file, rank)) {
            None => gap += 1,
            Some(letter) => {
                flush(&mut gap, text);
                text.push(letter);
            }
        }
    }
    flush(&mut gap, text);
}

/// Returns the letter of the piece on a square, upper case for White.
pub(crate) fn letter_on(position: &Position, square: Square) -> Option<char> {
    let letter: char = position.board.piece_on(square)?.into();
    Some(if position.board.colors(Color::White).has(square) { letter.to_ascii_uppercase() } else { letter })
}
