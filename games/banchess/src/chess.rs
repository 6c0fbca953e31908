//! What the rules of chess say about one position, in the terms of this crate.
//!
//! The generator writes castling as the king taking its own rook; here it is the king's way, two
//! files to the side. Nothing outside this file knows.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, PieceMoves, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use crate::Pair;
use crate::action::Promotion;

/// Every square of the two last ranks.
pub(crate) const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// The legal moves of one piece, none of them the banned one. The generator may tell of one piece
/// more than once, but never of one move.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    moves: PieceMoves,
    own: BitBoard,
}

impl Group {
    /// The piece.
    pub(crate) fn piece(self) -> Piece {
        self.moves.piece
    }

    /// Where it starts.
    pub(crate) fn from(self) -> Square {
        self.moves.from
    }

    /// Where it goes.
    pub(crate) fn to(self) -> BitBoard {
        let rooks = self.moves.to & self.own;
        if rooks.is_empty() {
            return self.moves.to;
        }
        // From h1 one to the left, from a1 two to the right.
        let short = BitBoard((rooks & File::H.bitboard()).0 >> 1);
        let long = BitBoard((rooks & File::A.bitboard()).0 << 2);
        self.moves.to ^ rooks | short | long
    }

    /// Where it goes; a promotion counts once.
    pub(crate) fn pairs(self) -> u64 {
        self.moves.to.len().into()
    }

    /// How many moves, each promotion counted.
    pub(crate) fn len(self) -> u64 {
        self.moves.len() as u64
    }
}

/// Whether a pawn going to this square promotes.
pub(crate) fn is_last_rank(to: Square) -> bool {
    LAST_RANKS.has(to)
}

/// The move as the generator writes it.
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

/// A move of the generator's in the terms of this crate.
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

/// Whether the king of the side to move would castle this way, if it may.
pub(crate) fn is_castling(board: &Board, pair: Pair) -> bool {
    let home = Square::new(File::E, Rank::First.relative_to(board.side_to_move()));
    pair.from == home
        && pair.from == board.king(board.side_to_move())
        && pair.to.rank() == home.rank()
        && matches!(pair.to.file(), File::C | File::G)
}

/// Visits the legal moves piece by piece, without the banned one, until `visit` says true. Returns
/// whether it did.
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

/// Has the legal moves listed, piece by piece, until `listen` says true.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn generate(board: &Board, listen: impl FnMut(PieceMoves) -> bool) -> bool {
    board.generate_moves(listen)
}

/// The same by one generator for all who listen: it is long, and a module for the web has to travel.
#[cfg(target_family = "wasm")]
pub(crate) fn generate(board: &Board, mut listen: impl FnMut(PieceMoves) -> bool) -> bool {
    fn shared(board: &Board, listen: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
        board.generate_moves(listen)
    }
    shared(board, &mut listen)
}

/// Whether at least this many ways are left when one is banned.
pub(crate) fn has_pairs(board: &Board, ban: Option<Pair>, wanted: u64) -> bool {
    let mut found = 0;
    each_group(board, ban, |group| {
        found += group.pairs();
        found >= wanted
    })
}

/// Whether some legal move goes this way.
pub(crate) fn is_pair(board: &Board, pair: Pair) -> bool {
    let promotes = board.piece_on(pair.from) == Some(Piece::Pawn) && is_last_rank(pair.to);
    let is_king = pair.from == board.king(board.side_to_move());
    // The king beside its rook can take it only in the generator's way of writing.
    if is_king && board.colors(board.side_to_move()).has(pair.to) {
        return false;
    }
    board.is_legal(raw(board, pair, promotes.then_some(Promotion::Queen)))
}

/// Where a piece of the side to move could go if its king did not matter; castling left out.
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

/// The square a pawn has just passed over, taken or not.
pub(crate) fn en_passant(board: &Board) -> Option<Square> {
    let rank = Rank::Third.relative_to(!board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

/// The same, if a pawn can legally be taken there.
pub(crate) fn legal_en_passant(board: &Board) -> Option<Square> {
    let to = en_passant(board)?;
    let color = board.side_to_move();
    let takers = get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn);
    takers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None })).then_some(to)
}

/// The corners whose rook may still castle.
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

/// Whether the rules call the material insufficient: bare kings, one knight, or bishops all on
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
