//! Dense encoding: action numbers and planes, described in `docs/ACTIONS.md`.

use chautari_game::{Dense, Planes, write_bits};
use cozy_chess::{Color, Piece, Square};

use crate::action::{Action, ActionType, Pair, Promotion};
use crate::chess::{self, is_last_rank};
use crate::{Player, Position};

/// 1456 queen moves, 336 knight moves, and three underpromotions for each of 44 pawn moves.
const PAIRS: usize = 1792;
const COUNT: usize = PAIRS + 44 * LESSER.len();

/// The underpromotions.
const LESSER: [Promotion; 3] = [Promotion::Rook, Promotion::Bishop, Promotion::Knight];

/// All moves and underpromotions, and their numbers by start and destination.
struct Numbers {
    pairs: [Pair; PAIRS],
    promoting: [Pair; 44],
    pair_ids: [[u16; 64]; 64],
    promoting_ids: [[u8; 64]; 64],
}

/// Marks entries without a number and moves without promotion.
const NONE: u16 = u16::MAX;
const NOT_PROMOTING: u8 = u8::MAX;

/// Ordered by start, then by destination.
const NUMBERS: Numbers = {
    let first = Pair { from: Square::A1, to: Square::A1 };
    let mut numbers = Numbers {
        pairs: [first; PAIRS],
        promoting: [first; 44],
        pair_ids: [[NONE; 64]; 64],
        promoting_ids: [[NOT_PROMOTING; 64]; 64],
    };
    let (mut id, mut promoting) = (0, 0);
    let mut way = 0;
    while way < 64 * 64 {
        let (from, to) = (way / 64, way % 64);
        let (files, ranks) = ((from % 8_usize).abs_diff(to % 8), (from / 8_usize).abs_diff(to / 8));
        let queen = way % 65 != 0 && (files == 0 || ranks == 0 || files == ranks);
        if queen || files * ranks == 2 {
            let pair = Pair { from: Square::index_const(from), to: Square::index_const(to) };
            numbers.pairs[id] = pair;
            numbers.pair_ids[from][to] = id as u16;
            id += 1;
            let last = (from / 8 == 6 && to / 8 == 7) || (from / 8 == 1 && to / 8 == 0);
            if last && files <= 1 {
                numbers.promoting[promoting] = pair;
                numbers.promoting_ids[from][to] = promoting as u8;
                promoting += 1;
            }
        }
        way += 1;
    }
    assert!(id == PAIRS && promoting == 44);
    numbers
};

static WAYS: &Numbers = &NUMBERS;

impl Dense for Position {
    const ACTION_COUNT: usize = COUNT;

    const PLANES: Planes = Planes {
        names: &[
            "white pawns",
            "white knights",
            "white bishops",
            "white rooks",
            "white queens",
            "white king",
            "black pawns",
            "black knights",
            "black bishops",
            "black rooks",
            "black queens",
            "black king",
            "rooks that may castle",
            "en passant",
            "banned from",
            "banned to",
            "black's move",
            "to be banned",
            "moves without progress",
        ],
        rows: 8,
        columns: 8,
    };

    #[inline]
    fn action_id(&self, m: Action) -> Option<usize> {
        let Pair { from, to } = m.pair();
        let (from, to) = (from as usize, to as usize);
        let promoting = WAYS.promoting_ids[from][to];
        let id = WAYS.pair_ids[from][to];
        match m {
            Action::Move(_, Some(_)) if promoting == NOT_PROMOTING => None,
            Action::Move(_, Some(promotion)) if promotion != Promotion::Queen => {
                let place = LESSER.iter().position(|&lesser| lesser == promotion)?;
                Some(PAIRS + usize::from(promoting) * LESSER.len() + place)
            }
            _ => (id != NONE).then_some(id.into()),
        }
    }

    #[inline]
    fn action_move(&self, id: usize) -> Option<Action> {
        let bans = self.action_type() == ActionType::Ban;
        if let Some(&pair) = WAYS.pairs.get(id) {
            if bans {
                return Some(Action::Ban(pair));
            }
            let promotes = self.board.piece_on(pair.from) == Some(Piece::Pawn) && is_last_rank(pair.to);
            return Some(Action::Move(pair, promotes.then_some(Promotion::Queen)));
        }
        let pair = WAYS.promoting.get((id - PAIRS) / LESSER.len()).filter(|_| !bans)?;
        Some(Action::Move(*pair, Some(LESSER[(id - PAIRS) % LESSER.len()])))
    }

    fn planes(&self, out: &mut [f32]) {
        let board = &self.board;
        let mut planes = out.chunks_exact_mut(Self::PLANES.cells());
        let mut bits = |bits: u64| write_bits(planes.next().unwrap_or_default(), bits);
        for color in [Color::White, Color::Black] {
            for piece in Piece::ALL {
                bits(board.colored_pieces(color, piece).0);
            }
        }
        let square = |square: Option<Square>| square.map_or(0, |square| square.bitboard().0);
        bits(chess::castling(board).0);
        bits(square(chess::legal_en_passant(board)));
        bits(square(self.ban.map(|ban| ban.from)));
        bits(square(self.ban.map(|ban| ban.to)));
        let everywhere = |holds: bool| if holds { u64::MAX } else { 0 };
        bits(everywhere(self.side_to_move() == Player::Black));
        bits(everywhere(self.action_type() == ActionType::Ban));
        planes.next().unwrap_or_default().fill((self.halfmove as f32 / 100.0).min(1.0));
    }
}
