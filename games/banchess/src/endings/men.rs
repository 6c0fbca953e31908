//! A compact position of a few men, with fast generation of its ways.
//!
//! With so few men, iterating over them is faster than setting up a full chess position, and a build visits
//! hundreds of millions of positions.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::material::{MOST_MEN, PIECES};
use crate::chess;

/// A man: its piece, colour and square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) color: Color,
    pub(super) at: Square,
}

impl Man {
    /// Returns the squares it attacks.
    fn attacks(self, occupied: BitBoard) -> BitBoard {
        match self.piece {
            Piece::Pawn => get_pawn_attacks(self.at, self.color),
            Piece::Knight => get_knight_moves(self.at),
            Piece::Bishop => get_bishop_moves(self.at, occupied),
            Piece::Rook => get_rook_moves(self.at, occupied),
            Piece::Queen => get_bishop_moves(self.at, occupied) | get_rook_moves(self.at, occupied),
            Piece::King => get_king_moves(self.at),
        }
    }
}

/// A position before a ban, without counters and castling rights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men {
    list: [Man; MOST_MEN],
    len: usize,
    pub(super) turn: Color,
    /// The square a pawn has just passed over, if a pawn beside it may capture it, ignoring pins.
    pub(super) passed: Option<Square>,
}

/// The result of a way.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// No change of material; counts this many ways at once.
    Same(u8),
    /// A capture, with the remaining men.
    Fewer(Men),
    /// A pawn on the last rank that has yet to be promoted, possibly after a capture.
    Promotion(Men),
}

impl Men {
    /// Creates a position without men.
    pub(super) fn new(turn: Color) -> Men {
        let nobody = Man { piece: Piece::King, color: turn, at: Square::A1 };
        Men { list: [nobody; MOST_MEN], len: 0, turn, passed: None }
    }

    /// Converts a position with few enough men and no castling rights.
    pub(super) fn of(board: &Board) -> Option<Men> {
        if board.occupied().len() as usize > MOST_MEN || !chess::castling(board).is_empty() {
            return None;
        }
        let mut men = Men::new(board.side_to_move());
        for color in Color::ALL {
            for piece in Piece::ALL {
                for at in board.colored_pieces(color, piece) {
                    men.add(Man { piece, color, at });
                }
            }
        }
        men.passed = chess::en_passant(board);
        men.forget_passed();
        Some(men)
    }

    pub(super) fn add(&mut self, man: Man) {
        self.list[self.len] = man;
        self.len += 1;
    }

    pub(super) fn all(&self) -> &[Man] {
        &self.list[..self.len]
    }

    /// Returns the position with colours exchanged and the board turned.
    pub(super) fn exchanged(&self) -> Men {
        let mut men = *self;
        for man in &mut men.list[..self.len] {
            man.color = !man.color;
            man.at = man.at.flip_rank();
        }
        men.turn = !self.turn;
        men.passed = self.passed.map(Square::flip_rank);
        men
    }

    pub(super) fn occupied(&self) -> BitBoard {
        self.all().iter().map(|man| man.at).collect()
    }

    /// Returns the square of a side's king; every position has one.
    pub(super) fn king(&self, color: Color) -> Square {
        let king = self.all().iter().find(|man| man.piece == Piece::King && man.color == color);
        king.map_or(Square::A1, |king| king.at)
    }

    /// Whether the king of a side is attacked.
    pub(super) fn in_check(&self, color: Color) -> bool {
        let (king, occupied) = (self.king(color), self.occupied());
        self.all().iter().any(|man| man.color != color && man.attacks(occupied).has(king))
    }

    /// Whether the rules call the material insufficient.
    pub(super) fn is_insufficient(&self) -> bool {
        let (mut knights, mut bishops) = (0, BitBoard::EMPTY);
        for man in self.all() {
            match man.piece {
                Piece::King => {}
                Piece::Knight => knights += 1,
                Piece::Bishop => bishops |= man.at.bitboard(),
                Piece::Pawn | Piece::Rook | Piece::Queen => return false,
            }
        }
        if knights == 0 {
            bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
        } else {
            knights == 1 && bishops.is_empty()
        }
    }

    /// Visits every legal way of the side to move; promotions to one square count as one.
    pub(super) fn each_way(&self, mut visit: impl FnMut(Way)) {
        let occupied = self.occupied();
        let of = |color| self.all().iter().filter(move |man: &&Man| man.color == color);
        let own: BitBoard = of(self.turn).map(|man| man.at).collect();
        let passed = self.passed.map_or(BitBoard::EMPTY, Square::bitboard);
        let king = self.king(self.turn);
        // A king does not shield squares behind itself from a sliding piece.
        let attacked =
            |occupied: BitBoard| of(!self.turn).fold(BitBoard::EMPTY, |all, man| all | man.attacks(occupied));
        let unsafe_for_king = attacked(occupied ^ king.bitboard());
        let in_check = unsafe_for_king.has(king);
        for (i, man) in self.all().iter().enumerate().filter(|(_, man)| man.color == self.turn) {
            let mut targets = match man.piece {
                Piece::Pawn => {
                    let quiets = get_pawn_quiets(man.at, man.color, occupied);
                    quiets | man.attacks(occupied) & (occupied & !own | passed)
                }
                Piece::King => man.attacks(occupied) & !own & !unsafe_for_king,
                _ => man.attacks(occupied) & !own,
            };
            let is_free =
                man.piece == Piece::King || !in_check && !attacked(occupied ^ man.at.bitboard()).has(king);
            if is_free {
                // If only the place of this man changes, the ways need not be visited one by one.
                let last = if man.piece == Piece::Pawn { chess::LAST_RANKS } else { BitBoard::EMPTY };
                let plain = targets & !(occupied | last | passed);
                visit(Way::Same(plain.len() as u8));
                targets ^= plain;
            }
            for to in targets {
                let mut after = *self;
                after.list[i].at = to;
                let mut taken = to;
                if man.piece == Piece::Pawn && passed.has(to) {
                    taken = Square::new(to.file(), man.at.rank());
                }
                let captures = occupied.has(taken) && after.take(taken, !self.turn);
                if after.in_check(self.turn) {
                    continue;
                }
                after.turn = !self.turn;
                after.passed = None;
                visit(if man.piece == Piece::Pawn && chess::is_last_rank(to) {
                    Way::Promotion(after)
                } else if captures {
                    Way::Fewer(after)
                } else {
                    Way::Same(1)
                });
            }
        }
    }

    /// Removes a side's man from a square, if there is one.
    fn take(&mut self, at: Square, color: Color) -> bool {
        let Some(i) = self.all().iter().position(|man| man.at == at && man.color == color) else {
            return false;
        };
        self.list.copy_within(i + 1..self.len, i);
        self.len -= 1;
        true
    }

    /// Returns the four positions after promoting the pawn on the last rank.
    pub(super) fn promoted(self) -> impl Iterator<Item = Men> {
        let pawn = self.all().iter().position(|man| man.piece == Piece::Pawn && chess::is_last_rank(man.at));
        PIECES[..4].iter().filter_map(move |&piece| {
            let mut after = self;
            after.list[pawn?].piece = piece;
            Some(after)
        })
    }

    /// Visits the positions before the last move, if that was neither a capture nor a promotion, with the men
    /// in the same order. Positions in which a king could be captured may be among them.
    pub(super) fn each_before(&self, mut visit: impl FnMut(Men)) {
        let occupied = self.occupied();
        let mut before = *self;
        before.turn = !self.turn;
        before.passed = None;
        if let Some(passed) = self.passed {
            // The pawn has come from two squares behind.
            let rank = |rank: Rank| Square::new(passed.file(), rank.relative_to(before.turn));
            if let Some(pawn) = self.all().iter().position(|man| man.at == rank(Rank::Fourth)) {
                before.list[pawn].at = rank(Rank::Second);
                before.and_passed(&mut visit);
            }
            return;
        }
        for (i, man) in self.all().iter().enumerate().filter(|(_, man)| man.color == before.turn) {
            let sources = match man.piece {
                Piece::Pawn => self.pawn_sources(*man, occupied),
                _ => man.attacks(occupied) & !occupied,
            };
            for from in sources {
                before.list[i].at = from;
                before.and_passed(&mut visit);
            }
            before.list[i].at = man.at;
        }
    }

    /// Returns the squares a pawn may have come from without a capture and without an en passant right.
    fn pawn_sources(&self, pawn: Man, occupied: BitBoard) -> BitBoard {
        let forward = if pawn.color == Color::White { 1 } else { -1 };
        let behind =
            |ranks: i8| pawn.at.try_offset(0, -ranks * forward).map_or(BitBoard::EMPTY, Square::bitboard);
        let home = Rank::First.relative_to(pawn.color).bitboard();
        let mut sources = behind(1) & !occupied & !home;
        if pawn.at.rank() == Rank::Fourth.relative_to(pawn.color) && !sources.is_empty() {
            let beside = pawn.at.file().adjacent() & pawn.at.rank().bitboard();
            let takes = |man: &Man| man.piece == Piece::Pawn && man.color != pawn.color && beside.has(man.at);
            if !self.all().iter().any(takes) {
                sources |= behind(2) & !occupied;
            }
        }
        sources
    }

    /// Visits this position, and its variants in which one of the opponent's pawns has just passed a pawn.
    fn and_passed(&self, visit: &mut impl FnMut(Men)) {
        visit(*self);
        let fourth = Rank::Fourth.relative_to(!self.turn);
        for man in self.all() {
            if man.piece == Piece::Pawn && man.color != self.turn && man.at.rank() == fourth {
                let mut men = *self;
                men.passed = Some(Square::new(man.at.file(), Rank::Third.relative_to(!self.turn)));
                men.forget_passed();
                if men.passed.is_some() && men.could_pass() {
                    visit(men);
                }
            }
        }
    }

    /// Whether the pawn could have passed its square: that square and the one before are empty.
    pub(super) fn could_pass(&self) -> bool {
        let Some(passed) = self.passed else { return true };
        let home = Square::new(passed.file(), Rank::Second.relative_to(!self.turn));
        (self.occupied() & (passed.bitboard() | home.bitboard())).is_empty()
    }

    /// Returns the pawns of the side to move that may capture the one that has just passed.
    pub(super) fn takers(&self) -> BitBoard {
        let Some(passed) = self.passed else { return BitBoard::EMPTY };
        let from = get_pawn_attacks(passed, !self.turn);
        let takes = |man: &&Man| man.piece == Piece::Pawn && man.color == self.turn && from.has(man.at);
        self.all().iter().filter(takes).map(|man| man.at).collect()
    }

    /// Removes an en passant right that no pawn can use.
    fn forget_passed(&mut self) {
        if self.takers().is_empty() {
            self.passed = None;
        }
    }
}
