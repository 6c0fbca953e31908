//! The numbering of positions in a table.
//!
//! The two kings select the chunk, the other men the place in it. A position and its reflection are the same.
//! Left and right are exchanged so that White's king is on the files a to d; without pawns also top and
//! bottom. No man can be on an axis of these reflections, so all positions have equally many images, and a
//! way from one position to another has an image too: counting ways backwards needs no exceptions. (The
//! diagonals would halve the endings without pawns once more, but a man can be on a diagonal, and then two
//! ways can be images of each other.)
//!
//! A pawn that has just moved two squares beside an enemy pawn makes a different position from the same men
//! otherwise. These few positions come after the others of their chunk.

use std::sync::LazyLock;

use chautari_solve::{Arrangements, Kind, Node};
use cozy_chess::{Color, File, Piece, Rank, Square, get_king_moves};

use super::material::{MOST_MEN, Material};
use super::men::{Man, Men};

/// The number of ways in which two pawns can be side by side.
const PASSINGS: usize = 14;

/// The placements of the two kings up to reflection.
struct Kings {
    pairs: Vec<[Square; 2]>,
    /// The number of each placement by the squares of the kings, White's first.
    numbers: Vec<u16>,
}

impl Kings {
    fn new(may_stand: impl Fn(Square) -> bool) -> Kings {
        let mut kings = Kings { pairs: Vec::new(), numbers: vec![0; 64 * 64] };
        for white in Square::ALL.into_iter().filter(|&square| may_stand(square)) {
            for black in Square::ALL {
                if black != white && !get_king_moves(white).has(black) {
                    kings.numbers[64 * white as usize + black as usize] = kings.pairs.len() as u16;
                    kings.pairs.push([white, black]);
                }
            }
        }
        kings
    }
}

fn is_left(square: Square) -> bool {
    square.file() < File::E
}

fn is_low(square: Square) -> bool {
    square.rank() < Rank::Fifth
}

static WITH_PAWNS: LazyLock<Kings> = LazyLock::new(|| Kings::new(is_left));
static WITHOUT_PAWNS: LazyLock<Kings> =
    LazyLock::new(|| Kings::new(|square| is_left(square) && is_low(square)));

/// The numbering of an ending's positions.
pub(super) struct Layout {
    pub(super) material: Material,
    has_pawns: bool,
    kings: &'static Kings,
    /// The men besides the kings, in the order of their places.
    men: Vec<(Piece, Color)>,
    places: Arrangements,
    /// The men besides two pawns side by side, if each side has one.
    passing: Option<(Vec<(Piece, Color)>, Arrangements)>,
}

impl Layout {
    pub(super) fn new(material: Material) -> Layout {
        let men: Vec<_> = material.kinds().collect();
        let has_pawns = men.iter().any(|&(piece, ..)| piece == Piece::Pawn);
        let pawns_meet = Color::ALL.into_iter().all(|color| material.pawns(color) > 0);
        let passing = pawns_meet.then(|| {
            let less = |&(piece, color, men)| (piece, color, men - u8::from(piece == Piece::Pawn));
            arranged(&men.iter().map(less).collect::<Vec<_>>())
        });
        let (men, places) = arranged(&men);
        let kings = if has_pawns { &WITH_PAWNS } else { &WITHOUT_PAWNS };
        Layout { material, has_pawns, kings, men, places, passing }
    }

    pub(super) fn chunks(&self) -> usize {
        self.kings.pairs.len()
    }

    /// Returns the number of places in a chunk with one side to move.
    pub(super) fn chunk_len(&self) -> usize {
        self.places.len() + self.passing.as_ref().map_or(0, |(_, rest)| PASSINGS * rest.len())
    }

    /// Returns the number of reflections of each position, including itself.
    pub(super) fn images(&self) -> u64 {
        if self.has_pawns { 2 } else { 4 }
    }

    /// Returns the place of a position of this ending, with White as the stronger side.
    #[inline]
    pub(super) fn node(&self, men: &Men) -> Node {
        let king = men.king(Color::White);
        let across = if is_left(king) { 0 } else { 0b111 };
        let mirror = if self.has_pawns || is_low(king) { across } else { across | 0b11_1000 };
        let image = |square: Square| square as u8 ^ mirror;
        let pair = 64 * image(king) as usize + image(men.king(Color::Black)) as usize;
        let offset = match (&self.passing, passing(men, mirror)) {
            (Some((kinds, rest)), Some((number, pawns))) => {
                self.places.len() + number * rest.len() + rank(kinds, rest, men, &pawns, image)
            }
            _ => rank(&self.men, &self.places, men, &[], image),
        };
        Node { chunk: self.kings.numbers[pair].into(), offset: offset as u32 }
    }

    /// Returns the position at a place; `None` if there is none.
    pub(super) fn men(&self, turn: Color, node: Node) -> Option<Men> {
        let [white, black] = self.kings.pairs[node.chunk as usize];
        let mut men = Men::new(turn);
        men.add(Man { piece: Piece::King, color: Color::White, at: white });
        men.add(Man { piece: Piece::King, color: Color::Black, at: black });
        let mut at = [0; MOST_MEN];
        let offset = node.offset as usize;
        let kinds = match &self.passing {
            Some((kinds, rest)) if offset >= self.places.len() => {
                let (number, offset) =
                    ((offset - self.places.len()) / rest.len(), (offset - self.places.len()) % rest.len());
                let files = [number / 2, number / 2 + 1].map(File::index);
                let [file, beside] = if number.is_multiple_of(2) { [files[1], files[0]] } else { files };
                let rank = |rank: Rank| rank.relative_to(!turn);
                men.add(Man { piece: Piece::Pawn, color: !turn, at: Square::new(file, rank(Rank::Fourth)) });
                men.add(Man { piece: Piece::Pawn, color: turn, at: Square::new(beside, rank(Rank::Fourth)) });
                men.passed = Some(Square::new(file, rank(Rank::Third)));
                rest.places(offset, &mut at);
                kinds
            }
            _ => {
                self.places.places(offset, &mut at);
                &self.men
            }
        };
        for (&(piece, color), place) in kinds.iter().zip(at) {
            let at = if piece == Piece::Pawn { place + 8 } else { place };
            men.add(Man { piece, color, at: Square::index(at.into()) });
        }
        let apart = men.occupied().len() as usize == men.all().len();
        // If several pawns may capture en passant, only one of them defines the place.
        let is_it = || men.passed.is_none() || men.could_pass() && self.node(&men) == node;
        (apart && is_it()).then_some(men)
    }
}

/// Returns how and where two pawns are side by side, if one may capture the other en passant.
fn passing(men: &Men, mirror: u8) -> Option<(usize, [Square; 2])> {
    let passed = men.passed?;
    let image = |square: Square| Square::index((square as u8 ^ mirror).into());
    // If two may capture, the left one counts.
    let taker = men.takers().into_iter().min_by_key(|&taker| image(taker).file())?;
    let pawn = Square::new(passed.file(), taker.rank());
    let [file, beside] = [pawn, taker].map(|square| image(square).file() as usize);
    Some((2 * file.min(beside) + usize::from(beside > file), [pawn, taker]))
}

/// Returns the men one by one, and the numbering of their places.
fn arranged(kinds: &[(Piece, Color, u8)]) -> (Vec<(Piece, Color)>, Arrangements) {
    let single = |&(piece, color, men): &(Piece, Color, u8)| std::iter::repeat_n((piece, color), men.into());
    let kind = |&(piece, _, men): &(Piece, Color, u8)| Kind {
        points: if piece == Piece::Pawn { 48 } else { 64 },
        men,
    };
    (kinds.iter().flat_map(single).collect(), Arrangements::new(kinds.iter().map(kind).collect()))
}

/// Returns the number of an arrangement without some of the men.
#[inline]
fn rank(
    kinds: &[(Piece, Color)],
    places: &Arrangements,
    men: &Men,
    without: &[Square],
    image: impl Fn(Square) -> u8,
) -> usize {
    let mut at = [0; MOST_MEN];
    let place = |piece: Piece, square: u8| if piece == Piece::Pawn { square - 8 } else { square };
    // Men read from a table are in its order.
    let others = &men.all()[2..];
    if without.is_empty() && others.iter().zip(kinds).all(|(man, &kind)| (man.piece, man.color) == kind) {
        for (at, man) in at.iter_mut().zip(others) {
            *at = place(man.piece, image(man.at));
        }
        return places.rank(&at[..kinds.len()]);
    }
    let mut used = 0_u8;
    for (at, &(piece, color)) in at.iter_mut().zip(kinds) {
        let found = men.all().iter().enumerate().find(|(i, man)| {
            man.piece == piece && man.color == color && used >> i & 1 == 0 && !without.contains(&man.at)
        });
        let Some((i, man)) = found else { continue };
        used |= 1 << i;
        *at = place(piece, image(man.at));
    }
    places.rank(&at[..kinds.len()])
}
