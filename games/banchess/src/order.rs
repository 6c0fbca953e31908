//! Move ordering: hash ways, captures by static exchange evaluation, checks, killers, history.

use chautari_search::ThreadHistory;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use crate::chess::{self, is_last_rank};
use crate::exchange::{exchange, worth};

/// One more than the largest code of a way.
pub(crate) const CODES: usize = 1 << 12;

/// The maximum search depth in moves.
pub(crate) const MAX_HEIGHT: usize = 100;

/// A *way*: all moves from one square to another, which one ban removes. Squares in the generator's form.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotes: bool,
    /// Captures without loss, promotes, or gives check.
    pub(crate) noisy: bool,
    /// Its index in generation order.
    pub(crate) number: u8,
    rank: i32,
}

impl Way {
    /// Returns its moves: one, or the promotions to each piece, strongest first.
    pub(crate) fn moves(self) -> impl Iterator<Item = Move> {
        const PIECES: [Option<Piece>; 5] =
            [None, Some(Piece::Queen), Some(Piece::Knight), Some(Piece::Rook), Some(Piece::Bishop)];
        let pieces = if self.promotes { &PIECES[1..] } else { &PIECES[..1] };
        pieces.iter().map(move |&promotion| Move { from: self.from, to: self.to, promotion })
    }

    /// Moves the way behind all others; `count` is the number of ways tried or deferred up to it.
    pub(crate) fn defer(&mut self, count: usize) {
        self.rank = DEFERRED - count as i32;
    }

    /// If it was deferred, returns the number of ways tried or deferred before it.
    pub(crate) fn deferred(self) -> Option<usize> {
        usize::try_from(DEFERRED - self.rank).ok()
    }

    /// Returns its code, which is the same in every position.
    fn code(self) -> usize {
        (self.from as usize) << 6 | self.to as usize
    }

    fn is(self, other: (Square, Square)) -> bool {
        (self.from, self.to) == other
    }
}

/// The two ways to search first, as stored in the transposition table: the one to ban and the one then
/// played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct HashWays(pub(crate) u16);

impl HashWays {
    pub(crate) const NONE: HashWays = HashWays(u16::MAX);

    pub(crate) fn new(top: u8, second: u8) -> HashWays {
        HashWays(u16::from(top) << 8 | u16::from(second))
    }

    fn rank(self, number: u8) -> Option<i32> {
        if number == (self.0 >> 8) as u8 {
            Some(1 << 30)
        } else if number == self.0 as u8 {
            Some(1 << 29)
        } else {
            None
        }
    }
}

/// A thread's move ordering data: killers and history.
pub(crate) struct Order<'a> {
    killers: [[(Square, Square); 2]; MAX_HEIGHT + 1],
    history: ThreadHistory<'a>,
}

/// All ranks of ways that are not deferred are above this.
const DEFERRED: i32 = -(1 << 30);

impl<'a> Order<'a> {
    pub(crate) fn new(history: ThreadHistory<'a>) -> Order<'a> {
        Order { killers: [[(Square::A1, Square::A1); 2]; MAX_HEIGHT + 1], history }
    }

    /// Generates all ways, unsorted.
    pub(crate) fn all(&self, board: &Board, height: usize, hash_ways: HashWays, into: &mut Vec<Way>) {
        into.clear();
        let enemies = board.colors(!board.side_to_move());
        let scores = self.history.scores(board.side_to_move() as usize);
        let killers = self.killers[height];
        let checks = Checks::new(board);
        board.generate_moves(|moves| {
            for to in moves.to {
                let mut way = Way::new(moves.piece, moves.from, to, into.len());
                let taken = board.piece_on(to).filter(|_| enemies.has(to));
                let check = checks.by(moves.piece).has(to);
                way.rank = if let Some(rank) = hash_ways.rank(way.number) {
                    way.noisy = taken.is_some() || way.promotes || check;
                    rank
                } else if let Some(taken) = taken {
                    way.rank_capture(board, moves.piece, taken)
                } else if way.promotes {
                    (1 << 24) + worth(Piece::Queen)
                } else if check {
                    way.noisy = true;
                    (1 << 22) + scores.of(way.code())
                } else if way.is(killers[0]) {
                    1 << 20
                } else if way.is(killers[1]) {
                    1 << 19
                } else {
                    scores.of(way.code())
                };
                into.push(way);
            }
            false
        });
    }

    /// Generates the captures that lose nothing, and the promotions.
    pub(crate) fn noisy(board: &Board, into: &mut Vec<Way>) {
        into.clear();
        let enemies = board.colors(!board.side_to_move());
        let passed = chess::en_passant(board).map_or(BitBoard::EMPTY, Square::bitboard);
        board.generate_moves(|moves| {
            let mut wanted = enemies;
            if moves.piece == Piece::Pawn {
                wanted |= chess::LAST_RANKS | passed;
            }
            for to in moves.to & wanted {
                let mut way = Way::new(moves.piece, moves.from, to, into.len());
                if let Some(taken) = board.piece_on(to).filter(|_| enemies.has(to)) {
                    way.rank = way.rank_capture(board, moves.piece, taken);
                } else if way.promotes {
                    way.rank = (1 << 24) + worth(Piece::Queen);
                } else {
                    way.noisy = true;
                }
                if way.noisy {
                    into.push(way);
                }
            }
            false
        });
    }

    /// Updates killers and history after these two ways caused a cutoff.
    pub(crate) fn update(
        &mut self,
        color: Color,
        height: usize,
        depth: i32,
        tried: &[Way],
        winners: [u8; 2],
    ) {
        for way in tried.iter().filter(|way| !way.noisy) {
            let won = winners.contains(&way.number);
            self.history.update(color as usize, way.code(), depth, won);
            let killers = &mut self.killers[height];
            if won && !way.is(killers[0]) {
                *killers = [(way.from, way.to), killers[0]];
            }
        }
    }
}

impl Way {
    fn new(piece: Piece, from: Square, to: Square, number: usize) -> Way {
        let promotes = piece == Piece::Pawn && is_last_rank(to);
        Way { from, to, promotes, noisy: promotes, number: number as u8, rank: 0 }
    }

    /// Ranks good captures before quiet moves, bad ones after them.
    fn rank_capture(&mut self, board: &Board, piece: Piece, taken: Piece) -> i32 {
        let won = exchange(board, Move { from: self.from, to: self.to, promotion: None });
        self.noisy = won >= 0 || self.promotes;
        let rank = won * 16 + worth(taken) - worth(piece) / 16;
        if self.noisy { (1 << 24) + rank } else { rank - (1 << 24) }
    }
}

/// The squares from which pieces of the side to move would give check.
struct Checks([BitBoard; Piece::NUM]);

impl Checks {
    fn new(board: &Board) -> Checks {
        let color = board.side_to_move();
        let king = board.king(!color);
        let diagonal = get_bishop_moves(king, board.occupied());
        let straight = get_rook_moves(king, board.occupied());
        Checks([
            get_pawn_attacks(king, !color),
            get_knight_moves(king),
            diagonal,
            straight,
            diagonal | straight,
            BitBoard::EMPTY,
        ])
    }

    fn by(&self, piece: Piece) -> BitBoard {
        self.0[piece as usize]
    }
}

/// Moves the way with this number to `index`, if it is at or after it.
pub(crate) fn take(ways: &mut [Way], index: usize, number: u16) -> Option<Way> {
    let place = place_of(&ways[index..], number)?;
    ways.swap(index, index + place);
    Some(ways[index])
}

/// Returns the index of the way with this number.
pub(crate) fn place_of(ways: &[Way], number: u16) -> Option<usize> {
    ways.iter().position(|way| u16::from(way.number) == number)
}

/// Moves the best of the ways from `index` on to `index`.
pub(crate) fn select(ways: &mut [Way], index: usize) -> Way {
    let mut best = index;
    for i in index + 1..ways.len() {
        if ways[i].rank > ways[best].rank {
            best = i;
        }
    }
    ways.swap(index, best);
    ways[index]
}
