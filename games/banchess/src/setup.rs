//! Setups: positions as written down, and their validation.

use chautari_game::{Arrangement, Explain, Moment, Side};
use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square,
    get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use crate::action::piece_name;
use crate::{Action, Pair, Player, Position, chess};

/// The maximum of numbers in a text. No game lasts long enough to overflow from there, because a capture or
/// pawn move occurs at least every hundred half-moves.
pub const COUNT_MAX: u32 = 1_000_000_000;

/// The corners of castling rooks, as FEN lists them.
pub(crate) const CORNERS: [(char, Square); 4] =
    [('K', Square::H1), ('Q', Square::A1), ('k', Square::H8), ('q', Square::A8)];

/// A position as written down, possible or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each square, a1 first, then b1.
    pub pieces: [Option<(Piece, Color)>; Square::NUM],
    /// The side to move.
    pub turn: Color,
    /// The corners of rooks that may still castle.
    pub castling: BitBoard,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove: u64,
    /// The number of the current move.
    pub fullmove: u64,
    /// The contents of the seventh field.
    pub phase: Phase,
}

/// The contents of the seventh field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Missing: a ban is due.
    Unsaid,
    /// `3` or `2:e2e4`.
    Ply {
        /// The number of the next ply.
        ply: u64,
        /// The ban in force.
        ban: Option<Pair>,
    },
    /// `w:ban` in older texts: this side has to ban now.
    MustBan(Color),
    /// `b:e2e4` in older texts: this ban is in force.
    InForce(Pair),
}

impl From<&Arrangement> for Setup {
    /// A ban is due, and castling rights exist where king and rook are at home.
    fn from(board: &Arrangement) -> Setup {
        let color = |side: Side| if side == Side::One { Color::White } else { Color::Black };
        let mut pieces = [None; Square::NUM];
        for placed in &board.pieces {
            let kind = Piece::ALL.into_iter().find(|piece| piece_name(*piece) == placed.kind);
            pieces[usize::from(placed.at)] = kind.map(|kind| (kind, color(placed.side)));
        }
        let mut setup = Setup {
            pieces,
            turn: !color(board.turn),
            castling: BitBoard::EMPTY,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
            phase: Phase::Unsaid,
        };
        let corners = CORNERS.into_iter().map(|(_, corner)| corner);
        setup.castling = corners.filter(|&corner| setup.is_home(corner)).collect();
        setup
    }
}

impl Setup {
    /// Returns the position, or all reasons why it is impossible.
    pub fn vet(&self) -> Result<Moment<Position>, Vec<SetupRefusal>> {
        let mut reasons = Vec::new();
        self.vet_pieces(&mut reasons);
        self.vet_castling(&mut reasons);
        self.vet_en_passant(&mut reasons);
        let board = if reasons.is_empty() { self.build(&mut reasons) } else { None };
        let [halfmove, fullmove] = self.vet_counts(&mut reasons);
        let (ply, ban) = self.vet_phase(&mut reasons);
        if let (Some(board), Some(pair)) = (&board, ban)
            && !chess::is_pair(board, pair)
        {
            reasons.push(SetupRefusal::BanIllegal { pair });
        }
        match board {
            Some(board) if reasons.is_empty() => {
                let position = Position { board, halfmove, fullmove, ply, ban };
                Ok(Moment { position, last: ban.map(Action::Ban), plies: Some(ply - 1) })
            }
            _ => Err(reasons),
        }
    }

    fn squares(&self, wanted: impl Fn(Piece, Color) -> bool) -> BitBoard {
        let stands = |square: &Square| {
            self.pieces[*square as usize].is_some_and(|(piece, color)| wanted(piece, color))
        };
        Square::ALL.into_iter().filter(stands).collect()
    }

    fn vet_pieces(&self, reasons: &mut Vec<SetupRefusal>) {
        for color in Color::ALL {
            let kings = self.squares(|p, c| p == Piece::King && c == color);
            if kings.len() != 1 {
                reasons.push(SetupRefusal::KingCount { side: color.into(), kings });
            }
            let pawns = self.squares(|p, c| p == Piece::Pawn && c == color);
            if pawns.len() > 8 {
                reasons.push(SetupRefusal::TooManyPawns { side: color.into(), pawns });
            }
            let all = self.squares(|_, c| c == color);
            if all.len() > 16 {
                reasons.push(SetupRefusal::TooManyPieces { side: color.into(), count: all.len() });
            }
        }
        let lost = self.squares(|p, _| p == Piece::Pawn).into_iter().filter(|&at| chess::is_last_rank(at));
        let pawns: BitBoard = lost.collect();
        if !pawns.is_empty() {
            reasons.push(SetupRefusal::PawnRank { pawns });
        }
        let waiting = self.squares(|p, c| p == Piece::King && c != self.turn);
        if let (1, Some(king)) = (waiting.len(), waiting.next_square()) {
            let attackers = self.attackers(king);
            if !attackers.is_empty() {
                reasons.push(SetupRefusal::OpponentInCheck { king, attackers });
            }
        }
    }

    /// Returns the pieces of the side to move that attack a square, including its king.
    fn attackers(&self, at: Square) -> BitBoard {
        let all = self.squares(|_, _| true);
        let own = |wanted: &[Piece]| self.squares(|p, c| c == self.turn && wanted.contains(&p));
        get_bishop_moves(at, all) & own(&[Piece::Bishop, Piece::Queen])
            | get_rook_moves(at, all) & own(&[Piece::Rook, Piece::Queen])
            | get_knight_moves(at) & own(&[Piece::Knight])
            | get_pawn_attacks(at, !self.turn) & own(&[Piece::Pawn])
            | get_king_moves(at) & own(&[Piece::King])
    }

    fn vet_castling(&self, reasons: &mut Vec<SetupRefusal>) {
        for (letter, corner) in CORNERS {
            if self.castling.has(corner) && !self.is_home(corner) {
                let king = Square::new(File::E, corner.rank());
                reasons.push(SetupRefusal::Castling { letter, king, corner });
            }
        }
    }

    /// Whether the rook of this corner and its king are on their starting squares.
    fn is_home(&self, corner: Square) -> bool {
        let color = if corner.rank() == Rank::First { Color::White } else { Color::Black };
        let king = Square::new(File::E, corner.rank());
        self.pieces[king as usize] == Some((Piece::King, color))
            && self.pieces[corner as usize] == Some((Piece::Rook, color))
    }

    fn vet_en_passant(&self, reasons: &mut Vec<SetupRefusal>) {
        let Some(square) = self.en_passant else { return };
        let mover = !self.turn;
        let on = |rank: Rank| self.pieces[Square::new(square.file(), rank.relative_to(mover)) as usize];
        let passed = square.rank() == Rank::Third.relative_to(mover)
            && on(Rank::Second).is_none()
            && on(Rank::Third).is_none()
            && on(Rank::Fourth) == Some((Piece::Pawn, mover));
        if !passed {
            reasons.push(SetupRefusal::EnPassant { square });
        }
    }

    fn build(&self, reasons: &mut Vec<SetupRefusal>) -> Option<Board> {
        let rights = |color: Color| {
            let right = |file: File| {
                let corner = Square::new(file, Rank::First.relative_to(color));
                self.castling.has(corner).then_some(file)
            };
            CastleRights { short: right(File::H), long: right(File::A) }
        };
        let built = BoardBuilder {
            board: self.pieces,
            side_to_move: self.turn,
            castle_rights: Color::ALL.map(rights),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove.min(100) as u8,
            fullmove_number: self.fullmove.clamp(1, u16::MAX.into()) as u16,
        }
        .build();
        match (built, self.en_passant) {
            (Ok(board), _) => Some(board),
            // A pawn has passed, but the check cannot result from its move.
            (Err(BoardBuilderError::InvalidEnPassant), Some(square)) => {
                reasons.push(SetupRefusal::EnPassant { square });
                None
            }
            (Err(_), _) => {
                reasons.push(SetupRefusal::Impossible);
                None
            }
        }
    }

    fn vet_counts(&self, reasons: &mut Vec<SetupRefusal>) -> [u32; 2] {
        if self.fullmove == 0 {
            reasons.push(SetupRefusal::FullmoveZero);
        }
        [("halfmove clock", self.halfmove), ("move number", self.fullmove)]
            .map(|(what, count)| vet_count(what, count, reasons))
    }

    /// Checks the seventh field; returns the ply and the ban, as far as they are consistent.
    fn vet_phase(&self, reasons: &mut Vec<SetupRefusal>) -> (u32, Option<Pair>) {
        let cycle = match self.turn {
            Color::White => 1,
            Color::Black => 3,
        };
        let ban_ply = self.fullmove.saturating_sub(1).saturating_mul(4).saturating_add(cycle);
        let (ply, ban) = match self.phase {
            Phase::Unsaid => (ban_ply, None),
            Phase::InForce(ban) => (ban_ply.saturating_add(1), Some(ban)),
            Phase::MustBan(color) => {
                if color == self.turn {
                    reasons.push(SetupRefusal::BanTurn { side: color.into() });
                }
                (ban_ply, None)
            }
            Phase::Ply { ply, ban } => {
                self.vet_ply(ply, ban, reasons);
                (ply, ban)
            }
        };
        (vet_count("ply", ply, reasons), ban)
    }

    fn vet_ply(&self, ply: u64, ban: Option<Pair>, reasons: &mut Vec<SetupRefusal>) {
        if ply == 0 {
            reasons.push(SetupRefusal::PlyZero);
            return;
        }
        let mover = if matches!(ply % 4, 1 | 2) { Color::White } else { Color::Black };
        if mover != self.turn {
            reasons.push(SetupRefusal::PlyTurn { ply, mover: mover.into() });
        }
        match ban {
            Some(pair) if ply % 2 == 1 => reasons.push(SetupRefusal::BanAtOddPly { ply, pair }),
            None if ply.is_multiple_of(2) => reasons.push(SetupRefusal::NoBanAtEvenPly { ply }),
            _ => {}
        }
    }
}

fn vet_count(what: &'static str, count: u64, reasons: &mut Vec<SetupRefusal>) -> u32 {
    if count > COUNT_MAX.into() {
        reasons.push(SetupRefusal::TooLarge { what });
    }
    count.min(COUNT_MAX.into()) as u32
}

/// Why a setup is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupRefusal {
    /// A side has not exactly one king.
    KingCount {
        /// The side concerned.
        side: Player,
        /// The squares of its kings.
        kings: BitBoard,
    },
    /// A side has more than eight pawns.
    TooManyPawns {
        /// The side concerned.
        side: Player,
        /// The squares of its pawns.
        pawns: BitBoard,
    },
    /// A side has more than sixteen pieces.
    TooManyPieces {
        /// The side concerned.
        side: Player,
        /// The number of its pieces.
        count: u32,
    },
    /// A pawn is on the first or last rank.
    PawnRank {
        /// The squares of these pawns.
        pawns: BitBoard,
    },
    /// The side to move could capture the king.
    OpponentInCheck {
        /// The square of the king.
        king: Square,
        /// The squares of the attackers.
        attackers: BitBoard,
    },
    /// A castling right without king and rook on their starting squares.
    Castling {
        /// The letter of the right in FEN.
        letter: char,
        /// The starting square of the king.
        king: Square,
        /// The starting square of the rook.
        corner: Square,
    },
    /// No pawn can just have passed over this square.
    EnPassant {
        /// The en passant square.
        square: Square,
    },
    /// The move generator rejects the position for another reason. No text is known to cause this.
    Impossible,
    /// The move number is 0; moves are counted from 1.
    FullmoveZero,
    /// A number exceeds [`COUNT_MAX`].
    TooLarge {
        /// The name of the number.
        what: &'static str,
    },
    /// The ply is 0; plies are counted from 1.
    PlyZero,
    /// The ply belongs to the other side.
    PlyTurn {
        /// The number of the ply.
        ply: u64,
        /// The player whose move it would be.
        mover: Player,
    },
    /// A ban is in force, although one is due.
    BanAtOddPly {
        /// The number of the ply.
        ply: u64,
        /// The ban given.
        pair: Pair,
    },
    /// No ban is in force, although a move is due.
    NoBanAtEvenPly {
        /// The number of the ply.
        ply: u64,
    },
    /// A side would ban its own move.
    BanTurn {
        /// The side concerned.
        side: Player,
    },
    /// The banned move is not legal.
    BanIllegal {
        /// The banned move.
        pair: Pair,
    },
}

impl Explain for SetupRefusal {
    fn code(&self) -> &'static str {
        match self {
            SetupRefusal::KingCount { .. } => "king-count",
            SetupRefusal::TooManyPawns { .. } => "too-many-pawns",
            SetupRefusal::TooManyPieces { .. } => "too-many-pieces",
            SetupRefusal::PawnRank { .. } => "pawn-rank",
            SetupRefusal::OpponentInCheck { .. } => "opponent-in-check",
            SetupRefusal::Castling { .. } => "castling-rights",
            SetupRefusal::EnPassant { .. } => "en-passant",
            SetupRefusal::Impossible => "impossible-position",
            SetupRefusal::FullmoveZero => "move-number-zero",
            SetupRefusal::TooLarge { .. } => "too-large",
            SetupRefusal::PlyZero => "ply-zero",
            SetupRefusal::PlyTurn { .. } => "ply-turn",
            SetupRefusal::BanAtOddPly { .. } => "ban-at-odd-ply",
            SetupRefusal::NoBanAtEvenPly { .. } => "no-ban-at-even-ply",
            SetupRefusal::BanTurn { .. } => "ban-turn",
            SetupRefusal::BanIllegal { .. } => "ban-illegal",
        }
    }

    fn text(&self) -> String {
        match self {
            SetupRefusal::KingCount { side, kings } => {
                format!("A side has one king; {side} has {}.", kings.len())
            }
            SetupRefusal::TooManyPawns { side, pawns } => {
                format!("A side has at most eight pawns; {side} has {}.", pawns.len())
            }
            SetupRefusal::TooManyPieces { side, count } => {
                format!("A side has at most sixteen pieces; {side} has {count}.")
            }
            SetupRefusal::PawnRank { .. } => "No pawn can stand on the first or the last rank.".to_owned(),
            SetupRefusal::OpponentInCheck { king, .. } => {
                format!("The king on {king} is in check, but it is the other side's move.")
            }
            SetupRefusal::Castling { letter, king, corner } => {
                format!("The right `{letter}` needs its king on {king} and its rook on {corner}.")
            }
            SetupRefusal::EnPassant { square } => format!("No pawn can just have passed over {square}."),
            SetupRefusal::Impossible => "No game of chess leads to this position.".to_owned(),
            SetupRefusal::FullmoveZero => "Moves are counted from 1.".to_owned(),
            SetupRefusal::TooLarge { what } => format!("The {what} is larger than {COUNT_MAX}."),
            SetupRefusal::PlyZero => "Plies are counted from 1.".to_owned(),
            SetupRefusal::PlyTurn { ply, mover } => {
                format!("At ply {ply} it is {mover}'s move, not the other side's.")
            }
            SetupRefusal::BanAtOddPly { ply, pair } => {
                format!("At ply {ply} a ban is still to be played, so {pair} cannot be in force.")
            }
            SetupRefusal::NoBanAtEvenPly { ply } => {
                format!("At ply {ply} a move is to be played, so a ban must be in force.")
            }
            SetupRefusal::BanTurn { side } => format!("It is {side}'s move, so the other side bans."),
            SetupRefusal::BanIllegal { pair } => {
                format!("No legal move goes from {} to {}, so it cannot be banned.", pair.from, pair.to)
            }
        }
    }

    fn points(&self) -> Vec<u16> {
        let squares = match self {
            SetupRefusal::KingCount { kings: squares, .. }
            | SetupRefusal::TooManyPawns { pawns: squares, .. }
            | SetupRefusal::PawnRank { pawns: squares } => *squares,
            SetupRefusal::OpponentInCheck { king, attackers } => *attackers | king.bitboard(),
            SetupRefusal::Castling { king, corner, .. } => king.bitboard() | corner.bitboard(),
            SetupRefusal::EnPassant { square } => square.bitboard(),
            SetupRefusal::BanAtOddPly { pair, .. } | SetupRefusal::BanIllegal { pair } => {
                return pair.points();
            }
            _ => BitBoard::EMPTY,
        };
        squares.into_iter().map(|square| square as u16).collect()
    }
}
