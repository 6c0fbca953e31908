//! Which way to try first: what cut before will cut again.

use chautari_search::Lessons;
use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

use crate::chess::{self, is_last_rank};
use crate::exchange::{exchange, worth};

/// One more than the largest code of a way.
pub(crate) const CODES: usize = 1 << 12;

/// No line of search has more moves.
pub(crate) const MOST_HEIGHT: usize = 100;

/// All moves from one square to another: what one ban takes away. Squares as the generator writes them.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotes: bool,
    /// Takes without loss, promotes, or gives check.
    pub(crate) noisy: bool,
    /// Its number among the ways of its position.
    pub(crate) number: u8,
    rank: i32,
}

impl Way {
    /// Its moves: one, or a promotion to each piece, the strongest first.
    pub(crate) fn moves(self) -> impl Iterator<Item = Move> {
        const PIECES: [Option<Piece>; 5] =
            [None, Some(Piece::Queen), Some(Piece::Knight), Some(Piece::Rook), Some(Piece::Bishop)];
        let pieces = if self.promotes { &PIECES[1..] } else { &PIECES[..1] };
        pieces.iter().map(move |&promotion| Move { from: self.from, to: self.to, promotion })
    }

    /// It was to be tried at this index, and is tried after all others.
    pub(crate) fn put_off(&mut self, index: usize) {
        self.rank = LATE - index as i32;
    }

    /// When it was to be tried, if it has been put off.
    pub(crate) fn late(self) -> Option<usize> {
        usize::try_from(LATE - self.rank).ok()
    }

    /// Its number among all ways there are.
    fn code(self) -> usize {
        (self.from as usize) << 6 | self.to as usize
    }

    fn is(self, other: (Square, Square)) -> bool {
        (self.from, self.to) == other
    }
}

/// The two ways to look at first, by their numbers: the one to ban, and the one then to be played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pick(pub(crate) u16);

impl Pick {
    pub(crate) const NONE: Pick = Pick(u16::MAX);

    pub(crate) fn new(top: u8, second: u8) -> Pick {
        Pick(u16::from(top) << 8 | u16::from(second))
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

/// What one thread has learnt about ways.
pub(crate) struct Order<'a> {
    killers: [[(Square, Square); 2]; MOST_HEIGHT + 1],
    lessons: Lessons<'a>,
}

/// Every rank of a way that was not put off is above this.
const LATE: i32 = -(1 << 30);

impl<'a> Order<'a> {
    pub(crate) fn new(lessons: Lessons<'a>) -> Order<'a> {
        Order { killers: [[(Square::A1, Square::A1); 2]; MOST_HEIGHT + 1], lessons }
    }

    /// All ways, not yet sorted.
    pub(crate) fn all(&self, board: &Board, height: usize, pick: Pick, into: &mut Vec<Way>) {
        into.clear();
        let enemies = board.colors(!board.side_to_move());
        let credits = self.lessons.credits(board.side_to_move() as usize);
        let killers = self.killers[height];
        let checks = Checks::new(board);
        board.generate_moves(|moves| {
            for to in moves.to {
                let mut way = Way::new(moves.piece, moves.from, to, into.len());
                let taken = board.piece_on(to).filter(|_| enemies.has(to));
                let check = checks.by(moves.piece).has(to);
                way.rank = if let Some(rank) = pick.rank(way.number) {
                    way.noisy = taken.is_some() || way.promotes || check;
                    rank
                } else if let Some(taken) = taken {
                    way.rank_capture(board, moves.piece, taken)
                } else if way.promotes {
                    (1 << 24) + worth(Piece::Queen)
                } else if check {
                    way.noisy = true;
                    (1 << 22) + credits.of(way.code())
                } else if way.is(killers[0]) {
                    1 << 20
                } else if way.is(killers[1]) {
                    1 << 19
                } else {
                    credits.of(way.code())
                };
                into.push(way);
            }
            false
        });
    }

    /// The captures that lose nothing, and the promotions.
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

    /// Of the ways tried at this node these two, by number, made the cut.
    pub(crate) fn reward(
        &mut self,
        color: Color,
        height: usize,
        depth: i32,
        tried: &[Way],
        winners: [u8; 2],
    ) {
        for way in tried.iter().filter(|way| !way.noisy) {
            let won = winners.contains(&way.number);
            self.lessons.learn(color as usize, way.code(), depth, won);
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

    /// Good captures before everything quiet, bad ones after.
    fn rank_capture(&mut self, board: &Board, piece: Piece, taken: Piece) -> i32 {
        let won = exchange(board, Move { from: self.from, to: self.to, promotion: None });
        self.noisy = won >= 0 || self.promotes;
        let rank = won * 16 + worth(taken) - worth(piece) / 16;
        if self.noisy { (1 << 24) + rank } else { rank - (1 << 24) }
    }
}

/// From where pieces of the side to move would give check.
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

/// Brings the way of this number to `index`, if it is there or later.
pub(crate) fn take(ways: &mut [Way], index: usize, number: u16) -> Option<Way> {
    let place = place_of(&ways[index..], number)?;
    ways.swap(index, index + place);
    Some(ways[index])
}

/// Where the way of this number is.
pub(crate) fn place_of(ways: &[Way], number: u16) -> Option<usize> {
    ways.iter().position(|way| u16::from(way.number) == number)
}

/// Brings the best of the ways from `index` on to `index`.
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
