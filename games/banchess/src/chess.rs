//! The legal moves of chess, with castling as the king's move of two files.
//!
//! The move generator writes castling as the king capturing its own rook; only this module knows that form.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use crate::Pair;
use crate::action::Promotion;

/// All squares of the first and last rank.
pub(crate) const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// The legal moves of one piece without the banned one. The generator may list a piece more than once, but
/// never a move.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    moves: PieceMoves,
    own: BitBoard,
}

impl Group {
    /// Returns the piece.
    pub(crate) fn piece(self) -> Piece {
        self.moves.piece
    }

    /// Returns the start square.
    pub(crate) fn from(self) -> Square {
        self.moves.from
    }

    /// Returns the destination squares.
    pub(crate) fn to(self) -> BitBoard {
        let rooks = self.moves.to & self.own;
        if rooks.is_empty() {
            return self.moves.to;
        }
        // Castling moves the king to one file left of the rook on the h-file, or two files right of the one
        // on the a-file.
        let short = BitBoard((rooks & File::H.bitboard()).0 >> 1);
        let long = BitBoard((rooks & File::A.bitboard()).0 << 2);
        self.moves.to ^ rooks | short | long
    }

    /// Returns the number of destinations; promotions to one square count once.
    pub(crate) fn pairs(self) -> u64 {
        self.moves.to.len().into()
    }

    /// Returns the number of moves; every promotion counts.
    pub(crate) fn len(self) -> u64 {
        self.moves.len() as u64
    }
}

/// Whether a pawn moving to this square promotes.
pub(crate) fn is_last_rank(to: Square) -> bool {
    LAST_RANKS.has(to)
}

/// Converts a move to the generator's form.
pub(crate) fn raw(board: &Board, pair: Pair, promotion: Option<Promotion>) -> Move {
    let Pair { from, to } = pair;
    let to = if is_castling(board, pair) {
        let rook = if to.file() == File::G { File::H } else { File::A };
        Square::new(rook, to.rank())
    } else {
        to
    };
    Move { from, to, promotion: promotion.map(Promotion::piece) }
}

/// Converts a move from the generator's form.
pub(crate) fn read(board: &Board, m: Move) -> (Pair, Option<Promotion>) {
    let Move { from, to, promotion } = m;
    let to = if board.colors(board.side_to_move()).has(to) {
        let king = if from.file() < to.file() { File::G } else { File::C };
        Square::new(king, to.rank())
    } else {
        to
    };
    let promotion = promotion.and_then(|piece| Promotion::ALL.into_iter().find(|p| p.piece() == piece));
    (Pair { from, to }, promotion)
}

/// Whether this would be a castling move of the side to move.
pub(crate) fn is_castling(board: &Board, pair: Pair) -> bool {
    let home = Square::new(File::E, Rank::First.relative_to(board.side_to_move()));
    pair.from == home
        && pair.from == board.king(board.side_to_move())
        && pair.to.rank() == home.rank()
        && matches!(pair.to.file(), File::C | File::G)
}

/// Visits the legal moves piece by piece, without the banned one, until `visit` returns true. Returns whether
/// it did.
pub(crate) fn each_group(board: &Board, ban: Option<Pair>, mut visit: impl FnMut(Group) -> bool) -> bool {
    let own = board.colors(board.side_to_move());
    let Some(ban) = ban else {
        return generate(board, |moves| visit(Group { moves, own }));
    };
    let banned = raw(board, ban, None);
    generate(board, |mut moves| {
        if moves.from == banned.from {
            moves.to &= !banned.to.bitboard();
            if moves.to.is_empty() {
                return false;
            }
        }
        visit(Group { moves, own })
    })
}

/// Visits the generator's moves piece by piece, until `listen` returns true.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn generate(board: &Board, listen: impl FnMut(PieceMoves) -> bool) -> bool {
    board.generate_moves(listen)
}

/// Like the other variant, but with dynamic dispatch, so that the generator is compiled only once:
/// WebAssembly modules have to be small.
#[cfg(target_family = "wasm")]
pub(crate) fn generate(board: &Board, mut listen: impl FnMut(PieceMoves) -> bool) -> bool {
    fn shared(board: &Board, listen: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
        board.generate_moves(listen)
    }
    shared(board, &mut listen)
}

/// Whether at least `wanted` ways remain after a ban.
pub(crate) fn has_pairs(board: &Board, ban: Option<Pair>, wanted: u64) -> bool {
    let mut found = 0;
    each_group(board, ban, |group| {
        found += group.pairs();
        found >= wanted
    })
}

/// Whether some legal move has this start and destination.
pub(crate) fn is_pair(board: &Board, pair: Pair) -> bool {
    let promotes = board.piece_on(pair.from) == Some(Piece::Pawn) && is_last_rank(pair.to);
    let is_king = pair.from == board.king(board.side_to_move());
    // A king next to its rook captures it only in the generator's form.
    if is_king && board.colors(board.side_to_move()).has(pair.to) {
        return false;
    }
    board.is_legal(raw(board, pair, promotes.then_some(Promotion::Queen)))
}

/// Returns the pseudo-legal destinations of a piece of the side to move, without castling.
pub(crate) fn reach(board: &Board, from: Square, piece: Piece) -> BitBoard {
    let color = board.side_to_move();
    let all = board.occupied();
    let reach = match piece {
        Piece::Pawn => {
            let passed = en_passant(board).map_or(BitBoard::EMPTY, Square::bitboard);
            let targets = board.colors(!color) | passed;
            get_pawn_quiets(from, color, all) | get_pawn_attacks(from, color) & targets
        }
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, all),
        Piece::Rook => get_rook_moves(from, all),
        Piece::Queen => get_bishop_moves(from, all) | get_rook_moves(from, all),
        Piece::King => get_king_moves(from),
    };
    reach & !board.colors(color)
}

/// Returns the square a pawn has just passed over, whether or not it can be captured.
pub(crate) fn en_passant(board: &Board) -> Option<Square> {
    let rank = Rank::Third.relative_to(!board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

/// Returns the square at which a pawn can legally be captured en passant.
pub(crate) fn legal_en_passant(board: &Board) -> Option<Square> {
    let to = en_passant(board)?;
    let color = board.side_to_move();
    let takers = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
    takers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None })).then_some(to)
}

/// Returns the corners of the rooks that may still castle.
pub(crate) fn castling(board: &Board) -> BitBoard {
    let mut corners = BitBoard::EMPTY;
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        for file in [rights.short, rights.long].into_iter().flatten() {
            corners |= Square::new(file, Rank::First.relative_to(color)).bitboard();
        }
    }
    corners
}

/// Whether the rules consider the material insufficient: bare kings, one knight, or bishops that are all on
/// squares of one colour.
pub(crate) fn is_insufficient(board: &Board) -> bool {
    let mighty = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !mighty.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if knights.is_empty() {
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
    } else {
        knights.len() == 1 && bishops.is_empty()
    }
}
