//! Statistics of endings: won, drawn and lost positions, and the longest wins.

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
/// Reflections are counted; positions with an en passant right are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions won for the side to move.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions lost for the side to move.
    pub losses: u64,
    /// The longest wins.
    pub longest_win: Option<Longest>,
    /// The longest losses.
    pub longest_loss: Option<Longest>,
}

/// The positions with the longest distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The distance in plies, counting bans and moves.
    pub plies: u16,
    /// The number of positions with this distance.
    pub positions: u64,
    /// One of these positions.
    pub position: Position,
}

impl Longest {
    /// Returns the longer of two; of equal ones the first, with their numbers added.
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
    /// Returns the total number of positions.
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

/// A value that does not follow from the values of the next positions.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// The value in the table.
    pub said: Option<Exact>,
    /// The value derived from the next positions.
    pub follows: Option<Exact>,
}

/// The number of samples per random stream.
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
        // In order, so that the first position does not depend on thread scheduling.
        let counts: Result<Vec<Count>, TableError> = chunks.collect();
        Ok(counts?.into_iter().fold(Count::default(), Count::with))
    }

    /// Returns a random position of an ending before the ban; `None` if there is no table.
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

    /// Derives `samples` random values of an ending from the values of the next positions, and returns the
    /// first mismatch.
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

/// Returns the position at a place, if there is one and the king of the side not to move cannot be captured.
fn legal(layout: &Layout, turn: Color, node: Node) -> Option<Men> {
    layout.men(turn, node).filter(|men| !men.in_check(!turn))
}

/// Converts a position to the type of the game, as at the start of a game.
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
