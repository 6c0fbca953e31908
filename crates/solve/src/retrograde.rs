//! Distances by going backwards from the ends.
//!
//! Two sides move in turn, and whoever made the last move has won: a node without a move is lost
//! for the side to move. Then one byte says everything about a node: how many plies the game lasts
//! when both play their best. An even number is lost for the side to move, an odd one won, and
//! [`DRAW`] means that neither can force the end.
//!
//! The sweep goes by plies. At ply `n` every node of distance `n` tells its predecessors: a lost
//! node makes them won in `n + 1`; a won node takes one way out from them, and the node that has
//! none left is lost in `n + 1`. Each edge is walked once. A node's distance is written before its
//! ply comes, so that ways out of the graph, into tables known already, need no queue: they are
//! just distances that are waiting.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use chautari_game::Side;
use rayon::prelude::*;

/// The distance of a node that neither side can win.
pub const DRAW: u8 = u8::MAX;

/// The longest distance a byte can hold beside [`DRAW`].
const LONGEST: u8 = DRAW - 1;

/// A place in a graph: which chunk, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The chunk.
    pub chunk: u32,
    /// Where in it.
    pub offset: u32,
}

/// What is known of a node before the sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// How many moves stay inside the graph.
    pub inside: u8,
    /// The distance by the best move that leaves it and wins.
    pub win: Option<u8>,
    /// The distance by the move that leaves it, loses, and does so last.
    pub loss: Option<u8>,
    /// Whether a move leaves it and draws.
    pub draw: bool,
}

/// A graph of positions whose moves alternate, with both sides to move at each node.
///
/// Nodes come in chunks of one size; neighbours should be near, since a chunk is what a thread
/// works on at a time.
pub trait Graph: Sync {
    /// How many chunks there are.
    fn chunks(&self) -> usize;
    /// How many nodes each has.
    fn chunk_len(&self) -> usize;
    /// What is known of a node before the sweep.
    fn seed(&self, side: Side, node: Node) -> Seed;
    /// Visits every node of the other side that has a legal move to this one, once for each move.
    fn each_predecessor(&self, side: Side, node: Node, visit: impl FnMut(Node));
}

/// Why there are no distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepError {
    /// A win takes more plies than a byte can say.
    TooLong,
    /// The work is no longer wanted.
    Stopped,
}

/// The distance of every node, for [`Side::One`] and [`Side::Two`] to move, chunk by chunk.
///
/// Each node is looked at when it is planted and, unless it is a draw, once more when its ply comes.
/// `goes_on` is told of these looks, many at a time, and says whether the work is still wanted.
pub fn sweep<G: Graph>(graph: &G, goes_on: impl Fn(u64) -> bool + Sync) -> Result<[Vec<u8>; 2], SweepError> {
    let sweep = Sweep::new(graph, goes_on);
    for ply in 0..LONGEST {
        let done = !sweep.ply(ply) && !sweep.waiting(ply);
        // Work that was cut short looks done; so this comes first.
        if sweep.is_stopped() {
            return Err(SweepError::Stopped);
        }
        if done {
            return Ok(sweep.distances());
        }
    }
    if sweep.waiting(LONGEST - 1) { Err(SweepError::TooLong) } else { Ok(sweep.distances()) }
}

struct Sweep<'a, G, F> {
    graph: &'a G,
    sides: [Half; 2],
    goes_on: F,
}

/// What is known with one side to move.
struct Half {
    distance: Vec<AtomicU8>,
    /// Moves not yet known to lose; one more, never taken away, where a move leaves the graph and
    /// does not lose.
    open: Vec<AtomicU8>,
    /// For each chunk, the set of distances written into it.
    written: Vec<[AtomicU64; 4]>,
}

impl Half {
    fn write(&self, chunk: usize, index: usize, distance: u8) {
        self.distance[index].store(distance, Relaxed);
        let word = &self.written[chunk][usize::from(distance / 64)];
        let bit = 1 << (distance % 64);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    fn has(&self, chunk: usize, distance: u8) -> bool {
        self.written[chunk][usize::from(distance / 64)].load(Relaxed) >> (distance % 64) & 1 == 1
    }
}

impl<'a, G: Graph, F: Fn(u64) -> bool + Sync> Sweep<'a, G, F> {
    fn new(graph: &'a G, goes_on: F) -> Sweep<'a, G, F> {
        let (chunks, len) = (graph.chunks(), graph.chunk_len());
        let half = || Half {
            distance: (0..chunks * len).into_par_iter().map(|_| AtomicU8::new(DRAW)).collect(),
            open: (0..chunks * len).into_par_iter().map(|_| AtomicU8::new(0)).collect(),
            written: (0..chunks).map(|_| Default::default()).collect(),
        };
        let sweep = Sweep { graph, sides: [half(), half()], goes_on };
        let wanted = (0..chunks).into_par_iter().take_any_while(|_| !sweep.is_stopped());
        wanted.for_each(|chunk| sweep.plant(chunk));
        sweep
    }

    fn is_stopped(&self) -> bool {
        !(self.goes_on)(0)
    }

    /// Writes down what is known of a chunk beforehand.
    fn plant(&self, chunk: usize) {
        let len = self.graph.chunk_len();
        for side in Side::ALL {
            let half = &self.sides[side.index()];
            for offset in 0..len {
                let seed = self.graph.seed(side, Node { chunk: chunk as u32, offset: offset as u32 });
                let index = chunk * len + offset;
                let kept = u8::from(seed.draw || seed.win.is_some());
                half.open[index].store(seed.inside + kept, Relaxed);
                let distance = match seed.win {
                    None if seed.inside + kept == 0 => Some(seed.loss.unwrap_or(0)),
                    win => win,
                };
                if let Some(distance) = distance {
                    half.write(chunk, index, distance);
                }
            }
        }
        (self.goes_on)(2 * len as u64);
    }

    /// Tells the predecessors of all nodes of this distance. False if there was none.
    fn ply(&self, ply: u8) -> bool {
        let told = Side::ALL.map(|side| {
            let half = &self.sides[side.index()];
            (0..self.graph.chunks())
                .into_par_iter()
                .take_any_while(|_| !self.is_stopped())
                .filter(|&chunk| half.has(chunk, ply))
                .map(|chunk| self.tell(side, chunk, ply))
                .count()
        });
        told != [0, 0]
    }

    fn tell(&self, side: Side, chunk: usize, ply: u8) {
        let len = self.graph.chunk_len();
        let distances = &self.sides[side.index()].distance[chunk * len..][..len];
        let other = &self.sides[side.other().index()];
        let next = ply + 1;
        let mut told = 0;
        for (offset, _) in distances.iter().enumerate().filter(|(_, d)| d.load(Relaxed) == ply) {
            told += 1;
            let node = Node { chunk: chunk as u32, offset: offset as u32 };
            self.graph.each_predecessor(side, node, |before| {
                let index = before.chunk as usize * len + before.offset as usize;
                if ply.is_multiple_of(2) {
                    if other.distance[index].load(Relaxed) > next {
                        other.write(before.chunk as usize, index, next);
                    }
                } else if other.open[index].fetch_sub(1, Relaxed) == 1 {
                    // A losing way out of the graph may last longer than what was found inside.
                    let loss = self.graph.seed(side.other(), before).loss.unwrap_or(0);
                    other.write(before.chunk as usize, index, next.max(loss));
                }
            });
        }
        (self.goes_on)(told);
    }

    /// Whether any distance beyond this ply is written anywhere.
    fn waiting(&self, ply: u8) -> bool {
        self.sides
            .iter()
            .any(|half| (0..self.graph.chunks()).any(|chunk| (ply + 1..=LONGEST).any(|d| half.has(chunk, d))))
    }

    fn distances(self) -> [Vec<u8>; 2] {
        self.sides.map(|half| half.distance.into_par_iter().map(AtomicU8::into_inner).collect())
    }
}
