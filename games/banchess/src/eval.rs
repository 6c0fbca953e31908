//! The static evaluation of Ban Chess.
//!
//! A single way of doing something is banned, so only what can be done in two ways counts: a piece attacked
//! once is safe, a piece defended once is undefended, and a king in check needs two ways out.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// A tapered score: its value in the middlegame and in the endgame, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tapered(pub(crate) i32, pub(crate) i32);

/// The weights of all evaluation terms.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Material by piece, without the king.
    pub(crate) material: [Tapered; 5],
    /// Centralisation by piece, per step from the rim.
    pub(crate) centre: [Tapered; 6],
    /// Mobility by piece, per attacked square without own men and without attack by an enemy pawn.
    pub(crate) mobility: [Tapered; 6],
    /// A pawn's advance, per rank.
    pub(crate) advance: Tapered,
    /// A passed pawn's advance beyond its third rank, per rank.
    pub(crate) passed: Tapered,
    /// A pawn behind another one of its side.
    pub(crate) doubled: Tapered,
    /// A pawn without neighbours.
    pub(crate) isolated: Tapered,
    /// The bishop pair.
    pub(crate) bishops: Tapered,
    /// A rook on a file without own pawns.
    pub(crate) open_file: Tapered,
    /// An enemy man attacked twice and not defended twice, in percent of its material value.
    pub(crate) hanging: i32,
    /// An enemy piece attacked twice and defended twice, in percent of its material value.
    pub(crate) pressed: i32,
    /// An own piece defended twice.
    pub(crate) firm: Tapered,
    /// A square next to the enemy king that is attacked once, and twice.
    pub(crate) zone: [Tapered; 2],
    /// The number of flight squares of the enemy king: none, one, two.
    pub(crate) flight: [Tapered; 3],
    /// A safe checking move, by the number of flight squares; three and more last.
    pub(crate) check: [Tapered; 4],
    /// A pawn in front of the own king.
    pub(crate) shield: Tapered,
    /// The right to move.
    pub(crate) tempo: i32,
}

impl Weights {
    /// The weights of the engine.
    pub const OURS: Weights = Weights {
        material: [
            Tapered(85, 105),
            Tapered(310, 300),
            Tapered(325, 315),
            Tapered(460, 510),
            Tapered(940, 960),
        ],
        centre: [Tapered(4, 0), Tapered(9, 6), Tapered(5, 4), Tapered(1, 2), Tapered(2, 5), Tapered(-12, 9)],
        mobility: [Tapered(0, 0), Tapered(4, 4), Tapered(5, 4), Tapered(3, 5), Tapered(2, 3), Tapered(0, 2)],
        advance: Tapered(3, 6),
        passed: Tapered(8, 18),
        doubled: Tapered(-8, -14),
        isolated: Tapered(-8, -10),
        bishops: Tapered(22, 35),
        open_file: Tapered(16, 8),
        hanging: 25,
        pressed: 6,
        firm: Tapered(3, 3),
        zone: [Tapered(6, 2), Tapered(12, 8)],
        flight: [Tapered(45, 40), Tapered(32, 30), Tapered(12, 12)],
        check: [Tapered(40, 35), Tapered(30, 25), Tapered(14, 12), Tapered(6, 5)],
        shield: Tapered(9, 0),
        tempo: 12,
    };
}

/// The contribution of each piece to the game phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const WHOLE_PHASE: i32 = 24;

/// The distance of each square from the rim, file and rank added: 0 in the corners, 6 in the centre.
const CENTRE: [i32; 64] = {
    let mut steps = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (file, rank) = (i % 8, i / 8);
        let (file, rank) = (if file < 4 { file } else { 7 - file }, if rank < 4 { rank } else { 7 - rank });
        steps[i] = (file + rank) as i32;
        i += 1;
    }
    steps
};

/// The bits of [`CENTRE`] as sets of squares, so that the distances of many pieces are summed at once.
const CENTRE_BITS: [u64; 3] = {
    let mut bits = [0; 3];
    let mut i = 0;
    while i < 3 * 64 {
        bits[i / 64] |= (CENTRE[i % 64] as u64 >> (i / 64) & 1) << (i % 64);
        i += 1;
    }
    bits
};

/// Returns the sum of the distances of these pieces from the rim.
fn centre(pieces: BitBoard) -> i32 {
    let [ones, twos, fours] = CENTRE_BITS.map(|bits| (pieces.0 & bits).count_ones());
    (ones + 2 * twos + 4 * fours) as i32
}

/// The squares a side attacks once and twice.
#[derive(Clone, Copy, Default)]
struct Reach {
    once: BitBoard,
    twice: BitBoard,
    /// The attacked squares by piece.
    by: [BitBoard; Piece::NUM],
}

impl Reach {
    fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.twice |= self.once & squares;
        self.once |= squares;
        self.by[piece as usize] |= squares;
    }
}

/// Returns the static evaluation of an unfinished position for the side to move, in hundredths of a pawn.
pub(crate) fn evaluate(board: &Board, weights: &Weights) -> i32 {
    let mut sums = [Sum::default(); 2];
    let mut phase = 0;
    let pawns = Color::ALL.map(|color| pawn_attacks(board, color));
    let mut reach = [Reach::default(); 2];
    for color in Color::ALL {
        let sum = &mut sums[color as usize];
        let own = &mut reach[color as usize];
        let [left, right] = pawns[color as usize];
        own.add(Piece::Pawn, left);
        own.add(Piece::Pawn, right);
        let [left, right] = pawns[!color as usize];
        let free = !(board.colors(color) | left | right);
        for piece in Piece::ALL {
            let pieces = board.colored_pieces(color, piece);
            let index = piece as usize;
            if pieces.is_empty() {
                continue;
            }
            sum.add(weights.centre[index], centre(pieces));
            if piece != Piece::Pawn {
                let mut room = 0;
                for square in pieces {
                    let attacks = attacks(piece, square, board.occupied());
                    own.add(piece, attacks);
                    room += (attacks & free).len() as i32;
                }
                sum.add(weights.mobility[index], room);
            }
            phase += PHASE[index] * pieces.len() as i32;
            if piece != Piece::King {
                sum.add(weights.material[index], pieces.len() as i32);
            }
        }
        structure(board, color, weights, sum);
    }
    for color in Color::ALL {
        let (own, other) = (&reach[color as usize], &reach[!color as usize]);
        threats(board, color, weights, own, other, &mut sums[color as usize]);
        siege(board, color, weights, own, other, &mut sums[color as usize]);
    }
    let us = board.side_to_move();
    let (ours, theirs) = (sums[us as usize], sums[!us as usize]);
    let phase = phase.min(WHOLE_PHASE);
    let middle = ours.middle - theirs.middle;
    let end = ours.end - theirs.end;
    (middle * phase + end * (WHOLE_PHASE - phase)) / WHOLE_PHASE + weights.tempo
}

#[derive(Clone, Copy, Default)]
struct Sum {
    middle: i32,
    end: i32,
}

impl Sum {
    fn add(&mut self, worth: Tapered, times: i32) {
        self.middle += worth.0 * times;
        self.end += worth.1 * times;
    }
}

fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

/// Returns the squares a side's pawns attack to the left and to the right.
fn pawn_attacks(board: &Board, color: Color) -> [BitBoard; 2] {
    let pawns = board.colored_pieces(color, Piece::Pawn).0;
    let (left, right) = (pawns & !File::A.bitboard().0, pawns & !File::H.bitboard().0);
    match color {
        Color::White => [BitBoard(left << 7), BitBoard(right << 9)],
        Color::Black => [BitBoard(left >> 9), BitBoard(right >> 7)],
    }
}

/// Returns all squares in front of these pawns.
fn ahead(pawns: BitBoard, color: Color) -> BitBoard {
    let mut set = pawns.0;
    match color {
        Color::White => {
            set |= set << 8;
            set |= set << 16;
            set |= set << 32;
            BitBoard(set << 8)
        }
        Color::Black => {
            set |= set >> 8;
            set |= set >> 16;
            set |= set >> 32;
            BitBoard(set >> 8)
        }
    }
}

/// Returns the squares to the left and to the right of a set.
fn beside(set: BitBoard) -> [BitBoard; 2] {
    let (left, right) = (set.0 & !File::A.bitboard().0, set.0 & !File::H.bitboard().0);
    [BitBoard(left >> 1), BitBoard(right << 1)]
}

/// Returns the set and the squares beside it.
fn widened(set: BitBoard) -> BitBoard {
    let [left, right] = beside(set);
    set | left | right
}

/// Returns how many ranks the pawns have advanced, in total.
fn advance(pawns: BitBoard, color: Color) -> i32 {
    // A pawn on its third rank is counted once, on its fourth twice, and so on.
    let beyond = |ranks: u32| match color {
        Color::White => pawns.0 >> (8 * ranks),
        Color::Black => pawns.0 << (8 * ranks),
    };
    (2..7).map(|ranks| beyond(ranks).count_ones() as i32).sum()
}

/// Evaluates pawns, bishops and rooks.
fn structure(board: &Board, color: Color, weights: &Weights, sum: &mut Sum) {
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let enemies = board.colored_pieces(!color, Piece::Pawn);
    let stopped = widened(ahead(enemies, !color));
    let rank = |square: Square| square.rank().relative_to(color) as i32;
    sum.add(weights.advance, advance(pawns, color));
    let files = ahead(pawns, color) | ahead(pawns, !color) | pawns;
    let [left, right] = beside(files);
    sum.add(weights.isolated, (pawns & !left & !right).len() as i32);
    for pawn in pawns & !stopped & !ahead(pawns, !color) {
        sum.add(weights.passed, (rank(pawn) - 2).max(0));
    }
    sum.add(weights.doubled, (pawns & ahead(pawns, color)).len() as i32);
    sum.add(weights.bishops, i32::from(board.colored_pieces(color, Piece::Bishop).len() >= 2));
    sum.add(weights.open_file, (board.colored_pieces(color, Piece::Rook) & !files).len() as i32);
}

/// Evaluates attacked and defended men.
fn threats(board: &Board, color: Color, weights: &Weights, own: &Reach, other: &Reach, sum: &mut Sum) {
    let attacked = board.colors(!color) & own.twice & !board.pieces(Piece::King);
    if !attacked.is_empty() {
        for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            let such = attacked & board.pieces(piece);
            let Tapered(middle, end) = weights.material[piece as usize];
            let hanging = (such & !other.twice).len() as i32 * weights.hanging;
            let pressed = (such & other.twice).len() as i32 * weights.pressed;
            sum.add(Tapered(middle * (hanging + pressed) / 100, end * (hanging + pressed) / 100), 1);
        }
    }
    let men = board.colors(color) & !board.pieces(Piece::King);
    sum.add(weights.firm, (men & own.twice).len() as i32);
}

/// Evaluates the attack on the enemy king, its flight squares, checks, and the pawn shield.
fn siege(board: &Board, color: Color, weights: &Weights, own: &Reach, other: &Reach, sum: &mut Sum) {
    let king = board.king(!color);
    let around = get_king_moves(king);
    sum.add(weights.zone[0], (around & own.once).len() as i32);
    sum.add(weights.zone[1], (around & own.twice & !other.twice).len() as i32);
    let flights = (around & !own.once & !board.colors(!color)).len() as usize;
    if let Some(&worth) = weights.flight.get(flights) {
        sum.add(worth, 1);
    }
    let occupied = board.occupied();
    let diagonal = get_bishop_moves(king, occupied);
    let straight = get_rook_moves(king, occupied);
    let safe = !board.colors(color) & !(other.twice & !own.twice);
    let by = |piece: Piece| own.by[piece as usize];
    let checks = (by(Piece::Knight) & get_knight_moves(king) & safe).len()
        + (by(Piece::Bishop) & diagonal & safe).len()
        + (by(Piece::Rook) & straight & safe).len()
        + (by(Piece::Queen) & (diagonal | straight) & safe).len();
    sum.add(weights.check[flights.min(3)], (checks as i32).min(4));
    let home = board.king(color);
    if home.rank().relative_to(color) <= Rank::Second {
        let front = widened(ahead(home.bitboard(), color)) & widened(get_pawn_attacks(home, color));
        sum.add(weights.shield, (front & board.colored_pieces(color, Piece::Pawn)).len() as i32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn see(fen: &str) -> i32 {
        evaluate(&fen.parse().unwrap(), &Weights::OURS)
    }

    #[test]
    fn both_sides_see_the_same() {
        for (white, black) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b - - 0 1",
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1"),
        ] {
            assert_eq!(see(white), see(black));
        }
    }
}
