//! Static exchange evaluation: the gain of a capture after all recaptures.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// Returns the exchange value of a piece, in hundredths of a pawn.
pub(crate) const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 310,
        Piece::Bishop => 320,
        Piece::Rook => 480,
        Piece::Queen => 950,
        Piece::King => 10_000,
    }
}

/// Returns what the side to move wins by this capture, if both sides continue the exchange on the square as
/// long as it pays. A single recapture would be banned, so it takes two attackers to recapture, and the
/// second cheapest does it.
pub(crate) fn exchange(board: &Board, m: Move) -> i32 {
    let Some(mover) = board.piece_on(m.from) else { return 0 };
    // An en passant capture takes a pawn on another square.
    let taken = board.piece_on(m.to).map_or(worth(Piece::Pawn), worth);
    let occupied = board.occupied() ^ m.from.bitboard();
    taken - takes_back(board, m.to, !board.side_to_move(), occupied | m.to.bitboard(), worth(mover))
}

fn takes_back(board: &Board, at: Square, side: Color, occupied: BitBoard, standing: i32) -> i32 {
    let takers = attackers(board, at, occupied);
    let mut own = takers & board.colors(side);
    let others = takers ^ own;
    if !others.is_empty() {
        own &= !board.pieces(Piece::King);
    }
    let mut rest = 2;
    for piece in Piece::ALL {
        let such = own & board.pieces(piece);
        if such.len() < rest {
            rest -= such.len();
        } else if let Some(from) = such.next_square() {
            let next = takes_back(board, at, !side, occupied ^ from.bitboard(), worth(piece));
            return (standing - next).max(0);
        }
    }
    0
}

/// Returns all attackers of a square of either side, if just these squares are occupied.
fn attackers(board: &Board, at: Square, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let pawns = |color: Color| get_pawn_attacks(at, !color) & board.colored_pieces(color, Piece::Pawn);
    let found = get_knight_moves(at) & board.pieces(Piece::Knight)
        | get_king_moves(at) & board.pieces(Piece::King)
        | get_bishop_moves(at, occupied) & (board.pieces(Piece::Bishop) | queens)
        | get_rook_moves(at, occupied) & (board.pieces(Piece::Rook) | queens)
        | pawns(Color::White)
        | pawns(Color::Black);
    found & occupied & !at.bitboard()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(fen: &str, m: &str) -> i32 {
        exchange(&fen.parse().unwrap(), m.parse().unwrap())
    }

    #[test]
    fn a_single_defender_is_none() {
        assert_eq!(wins("4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", "e1e5"), 100);
    }

    #[test]
    fn two_defenders_take_back() {
        assert_eq!(wins("4k3/8/3p1p2/4p3/8/8/8/K3R3 w - - 0 1", "e1e5"), 100 - 480);
    }

    #[test]
    fn the_second_cheapest_takes_back_and_may_be_taken() {
        // The pawn's recapture is banned, and the queen would be captured by the bishop or the rook.
        assert_eq!(wins("4k3/8/3p4/4p1q1/8/4R3/1B6/K3R3 w - - 0 1", "e3e5"), 100);
        // A rook behind a rook does not attack the square yet.
        assert_eq!(wins("4k3/8/3p4/4p1q1/8/4R3/4R3/K3R3 w - - 0 1", "e3e5"), 100 - 480);
    }
}
