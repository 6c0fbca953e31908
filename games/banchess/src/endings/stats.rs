//! What there is to tell of an ending: how many positions are won, and which take the longest.

use chautari_game::{Exact, Rng};
use chautari_solve::{DRAW, Node, TableError, is_lost, rederive};
use cozy_chess::Color;
use rayon::prelude::*;

use super::graph::PLIES;
use super::layout::Layout;
use super::material::Material;
use super::men::Men;
use super::tables::Tables;
use crate::Position;
use crate::setup::{Phase, Setup};

/// The positions of an ending with one side to move, before the ban. White is the stronger side.
///
/// Mirror images are counted, those with a pawn that can be taken in passing are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Won for the side to move.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// The wins that take longest.
    pub longest_win: Option<Longest>,
    /// The losses that take longest.
    pub longest_loss: Option<Longest>,
}

/// What takes longest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// How many plies, bans and moves.
    pub plies: u16,
    /// How many positions take so long.
    pub positions: u64,
    /// One of them.
    pub position: Position,
}

impl Longest {
    /// Of two, what takes longer; of what takes as long, the first and how many there are in all.
    fn or(a: Option<Longest>, b: Option<Longest>) -> Option<Longest> {
        match (a, b) {
            (Some(a), Some(b)) if a.plies == b.plies => {
                Some(Longest { positions: a.positions + b.positions, ..a })
            }
            (Some(a), Some(b)) => Some(if a.plies > b.plies { a } else { b }),
            (a, b) => a.or(b),
        }
    }
}

impl Count {
    /// How many positions there are.
    pub fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn with(self, other: Count) -> Count {
        Count {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest_win: Longest::or(self.longest_win, other.longest_win),
            longest_loss: Longest::or(self.longest_loss, other.longest_loss),
        }
    }

    fn add(&mut self, men: &Men, distance: u16, images: u64) {
        if distance == DRAW {
            self.draws += images;
            return;
        }
        let (count, longest) = if is_lost(distance, PLIES) {
            (&mut self.losses, &mut self.longest_loss)
        } else {
            (&mut self.wins, &mut self.longest_win)
        };
        *count += images;
        if let Some(longest) = longest.as_mut().filter(|longest| longest.plies >= distance) {
            longest.positions += if longest.plies == distance { images } else { 0 };
        } else if let Some(position) = position(men) {
            *longest = Some(Longest { plies: distance, positions: images, position });
        }
    }
}

/// A value that does not follow from those of the positions one ply on.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// What the table says.
    pub said: Option<Exact>,
    /// What follows.
    pub follows: Option<Exact>,
}

/// Samples drawn one after the other from the same stream.
const BATCH: u64 = 1 << 10;

impl Tables {
    /// Counts the positions of an ending with a side to move.
    pub fn count(&self, material: Material, turn: Color) -> Result<Count, TableError> {
        let Some(layout) = self.layout(material) else { return Ok(Count::default()) };
        let chunks = (0..layout.chunks()).into_par_iter().map(|chunk| {
            let distances = &self.chunk(material, chunk)?[turn as usize];
            let mut count = Count::default();
            for (offset, &distance) in distances.iter().enumerate() {
                let node = Node { chunk: chunk as u32, offset: offset as u32 };
                if let Some(men) = legal(layout, turn, node).filter(|men| men.passed.is_none()) {
                    count.add(&men, distance, layout.images());
                }
            }
            Ok(count)
        });
        // In order, so that the first is the first whatever the threads do.
        let counts: Result<Vec<Count>, TableError> = chunks.collect();
        Ok(counts?.into_iter().fold(Count::default(), Count::with))
    }

    /// A random position of an ending, before the ban. `None` if there is no such table.
    pub fn sample(&self, material: Material, rng: &mut Rng) -> Option<Position> {
        let layout = self.layout(material)?;
        loop {
            let turn = Color::ALL[rng.below(2)];
            let chunk = rng.below(layout.chunks()) as u32;
            let offset = rng.below(layout.chunk_len()) as u32;
            let found = legal(layout, turn, Node { chunk, offset }).and_then(|men| position(&men));
            if found.is_some() {
                return found;
            }
        }
    }

    /// Derives `samples` random values of an ending again, each by the rules from the values one ply on, and
    /// returns the first that differs.
    pub fn verify(
        &self,
        material: Material,
        samples: u64,
        seed: u64,
    ) -> Result<Option<Mismatch>, TableError> {
        let found = (0..samples.div_ceil(BATCH)).into_par_iter().map(|batch| {
            let mut rng = Rng::new(seed ^ batch << 32);
            for _ in 0..BATCH.min(samples - batch * BATCH) {
                let Some(position) = self.sample(material, &mut rng) else { break };
                let said = self.value(&position)?;
                let follows = rederive(&position, |next| self.value(next))?;
                if said.is_none() || said != follows {
                    return Ok(Some(Mismatch { position, said, follows }));
                }
            }
            Ok(None)
        });
        found.find_any(|found| !matches!(found, Ok(None))).unwrap_or(Ok(None))
    }
}

/// The position at a place, if it is one and the king of the side not to move cannot be taken.
fn legal(layout: &Layout, turn: Color, node: Node) -> Option<Men> {
    layout.men(turn, node).filter(|men| !men.in_check(!turn))
}

/// The same as a position of the game, as if it had just begun.
fn position(men: &Men) -> Option<Position> {
    let mut pieces = [None; 64];
    for man in men.all() {
        pieces[man.at as usize] = Some((man.piece, man.color));
    }
    let setup = Setup {
        pieces,
        turn: men.turn,
        castling: cozy_chess::BitBoard::EMPTY,
        en_passant: men.passed,
        halfmove: 0,
        fullmove: 1,
        phase: Phase::Unsaid,
    };
    setup.vet().ok().map(|moment| moment.position)
}
