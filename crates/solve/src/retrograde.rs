//! Distances by going backwards from the ends.
//!
//! Two sides move in turn, and whoever made the last move has won: a node without a way out is lost
//! for the side to move. One number says everything about a node: how many plies the game lasts when
//! both play their best, or [`DRAW`] if neither can force the end. Every way takes the same number of
//! plies ([`AlternatingGraph::PLIES`]), and an end comes within fewer, so that the number tells who wins, too: see
//! [`is_lost`].
//!
//! The sweep goes by plies. At ply `n` every node of distance `n` tells its predecessors: a lost node
//! makes them a way to win, a won node takes one way out from them. Each edge is walked once. A node's
//! distance is written before its ply comes, so that ways out of the graph, into tables known already,
//! need no queue: they are just distances that are waiting.
//!
//! Where the opponent forbids one way before each move ([`AlternatingGraph::BANS`]), a node is worth its
//! second-best way: it is won by the second way to win, and lost once all ways but one lose. The best
//! of several ways is told by when it comes, since the sweep goes by plies; only where ways leave the
//! graph are their distances looked up again.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

use chautari_game::Side;
use rayon::prelude::*;

/// The distance of a node that neither side can win.
pub const DRAW: u16 = u16::MAX;

/// The longest distance there is room for.
const LONGEST: u16 = 1023;
const WORDS: usize = LONGEST as usize / 64 + 1;

/// A place in a graph: which chunk, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The chunk.
    pub chunk: u32,
    /// Where in it.
    pub offset: u32,
}

/// What is known of a node before the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// Nothing is left to choose: it is lost in this many plies, fewer than a way takes.
    Lost(u16),
    /// Nothing is left to choose: it is a draw. What is no position is none of anybody's ways, and may
    /// call itself one too.
    Drawn,
    /// It depends on where the ways out of it lead.
    Open(Ways),
}

/// The ways out of a node. Where [`AlternatingGraph::BANS`] says that one is forbidden, there are at least two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// How many stay inside the graph.
    inside: u8,
    /// How many leave it and do not lose.
    kept: u8,
    /// In how many plies the two quickest ways win that leave the graph and win.
    wins: [Option<u16>; 2],
    /// In how many plies the two slowest ways lose that leave the graph and lose; 0 for none.
    losses: [u16; 2],
}

impl Ways {
    /// This many more ways stay inside.
    pub fn stay(&mut self, ways: u8) {
        self.inside += ways;
    }

    /// A way leaves the graph and draws.
    pub fn draw(&mut self) {
        self.kept += 1;
    }

    /// A way leaves the graph and wins in this many plies, itself included.
    pub fn win(&mut self, plies: u16) {
        self.kept += 1;
        let [first, second] = self.wins;
        if first.is_none_or(|first| plies < first) {
            self.wins = [Some(plies), first];
        } else if second.is_none_or(|second| plies < second) {
            self.wins[1] = Some(plies);
        }
    }

    /// A way leaves the graph and loses in this many plies, itself included.
    pub fn lose(&mut self, plies: u16) {
        let [first, second] = self.losses;
        self.losses = if plies > first { [plies, first] } else { [first, second.max(plies)] };
    }

    fn leave(&self) -> bool {
        self.kept > 0 || self.losses[0] > 0
    }
}

/// A graph of positions whose moves alternate, with both sides to move at each node.
///
/// Nodes come in chunks of one size; neighbours should be near, since a chunk is what a thread
/// works on at a time.
pub trait AlternatingGraph: Sync {
    /// How many ways, the best ones, the opponent takes away before each move: none or one.
    const BANS: usize = 0;
    /// How many plies a way takes.
    const PLIES: u16 = 1;
    /// How many chunks there are.
    fn chunks(&self) -> usize;
    /// How many nodes each has.
    fn chunk_len(&self) -> usize;
    /// What is known of a node before the sweep.
    fn seed(&self, side: Side, node: Node) -> Seed;
    /// Visits every node of the other side that has a way to this one, once for each way. Nodes whose
    /// seed is not open may be visited in vain.
    fn each_predecessor(&self, side: Side, node: Node, visit: impl FnMut(Node));
}

/// Whether a node of this distance, not [`DRAW`], is lost for the side to move, where each way takes so
/// many plies.
pub const fn is_lost(distance: u16, plies: u16) -> bool {
    (distance / plies).is_multiple_of(2)
}

/// Why there are no distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepError {
    /// A win takes more plies than there is room for.
    TooLong,
    /// The work is no longer wanted.
    Stopped,
}

/// The distance of every node, for [`Side::One`] and [`Side::Two`] to move, chunk by chunk.
///
/// Each node is looked at when it is planted and, unless it is a draw, once more when its ply comes.
/// `goes_on` is told of these looks, many at a time, and says whether the work is still wanted.
pub fn sweep<G: AlternatingGraph>(
    graph: &G,
    goes_on: impl Fn(u64) -> bool + Sync,
) -> Result<[Vec<u16>; 2], SweepError> {
    const { assert!(G::BANS < 2, "the third-best way is nobody's rule") };
    let sweep = Sweep::new(graph, goes_on);
    for ply in 0..=LONGEST {
        let done = !sweep.ply(ply) && !sweep.waiting(ply);
        // Work that was cut short looks done; so this comes first.
        if sweep.is_stopped() {
            return Err(SweepError::Stopped);
        }
        if sweep.too_long.load(Relaxed) {
            return Err(SweepError::TooLong);
        }
        if done {
            break;
        }
    }
    Ok(sweep.distances())
}

struct Sweep<'a, G, F> {
    graph: &'a G,
    sides: [Half; 2],
    goes_on: F,
    too_long: AtomicBool,
}

/// What is known with one side to move.
struct Half {
    distance: Vec<AtomicU16>,
    state: Vec<AtomicU16>,
    /// For each chunk, the set of distances written into it.
    written: Vec<[AtomicU64; WORDS]>,
}

/// How a node stands: in the lower byte, how many ways are not yet known to lose, those that leave the
/// graph and do not lose among them for ever. Above it:
const OPEN: u16 = 0xff;
/// One way inside is known to win.
const WON_ONCE: u16 = 1 << 8;
/// Some ways leave the graph.
const LEAVES: u16 = 1 << 9;
/// Nothing is left to find out.
const CLOSED: u16 = 1 << 10;

impl Half {
    fn new(chunks: usize, len: usize) -> Half {
        let fresh = |value| (0..chunks * len).into_par_iter().map(move |_| AtomicU16::new(value)).collect();
        Half {
            distance: fresh(DRAW),
            state: fresh(CLOSED),
            written: (0..chunks).map(|_| std::array::from_fn(|_| AtomicU64::new(0))).collect(),
        }
    }

    fn has(&self, chunk: usize, distance: u16) -> bool {
        self.written[chunk][usize::from(distance / 64)].load(Relaxed) >> (distance % 64) & 1 == 1
    }
}

impl<'a, G: AlternatingGraph, F: Fn(u64) -> bool + Sync> Sweep<'a, G, F> {
    fn new(graph: &'a G, goes_on: F) -> Sweep<'a, G, F> {
        let (chunks, len) = (graph.chunks(), graph.chunk_len());
        let sides = [Half::new(chunks, len), Half::new(chunks, len)];
        let sweep = Sweep { graph, sides, goes_on, too_long: AtomicBool::new(false) };
        let wanted = (0..chunks).into_par_iter().take_any_while(|_| !sweep.is_stopped());
        wanted.for_each(|chunk| sweep.plant(chunk));
        sweep
    }

    fn is_stopped(&self) -> bool {
        !(self.goes_on)(0)
    }

    /// Writes a distance down, unless a shorter one is there.
    fn write(&self, half: &Half, chunk: usize, index: usize, distance: u16) {
        if distance > LONGEST {
            self.too_long.store(true, Relaxed);
            return;
        }
        if half.distance[index].load(Relaxed) <= distance {
            return;
        }
        half.distance[index].fetch_min(distance, Relaxed);
        let word = &half.written[chunk][usize::from(distance / 64)];
        let bit = 1 << (distance % 64);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Writes down what is known of a chunk beforehand.
    fn plant(&self, chunk: usize) {
        let len = self.graph.chunk_len();
        for side in Side::ALL {
            let half = &self.sides[side.index()];
            for offset in 0..len {
                let index = chunk * len + offset;
                let ways = match self.graph.seed(side, Node { chunk: chunk as u32, offset: offset as u32 }) {
                    Seed::Drawn => continue,
                    Seed::Lost(plies) => {
                        self.write(half, chunk, index, plies);
                        continue;
                    }
                    Seed::Open(ways) => ways,
                };
                let open = ways.inside + ways.kept;
                let leaves = if ways.leave() { LEAVES } else { 0 };
                half.state[index].store(u16::from(open) | leaves, Relaxed);
                if let Some(win) = ways.wins[G::BANS] {
                    self.write(half, chunk, index, win);
                } else if let Some(rank) = G::BANS.checked_sub(open.into()) {
                    self.write(half, chunk, index, ways.losses[rank]);
                }
            }
        }
        (self.goes_on)(2 * len as u64);
    }

    /// Tells the predecessors of all nodes of this distance. False if there was none.
    fn ply(&self, ply: u16) -> bool {
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

    fn tell(&self, side: Side, chunk: usize, ply: u16) {
        let len = self.graph.chunk_len();
        let distances = &self.sides[side.index()].distance[chunk * len..][..len];
        let mut told = 0;
        for (offset, _) in distances.iter().enumerate().filter(|(_, d)| d.load(Relaxed) == ply) {
            told += 1;
            let node = Node { chunk: chunk as u32, offset: offset as u32 };
            if is_lost(ply, G::PLIES) {
                self.graph.each_predecessor(side, node, |before| self.can_win(side.other(), before, ply));
            } else {
                self.graph.each_predecessor(side, node, |before| self.can_lose(side.other(), before, ply));
            }
        }
        (self.goes_on)(told);
    }

    /// A node has a way to one that is lost in this many plies.
    fn can_win(&self, side: Side, node: Node, ply: u16) {
        let (half, index) = (&self.sides[side.index()], self.index(node));
        let state = half.state[index].load(Relaxed);
        if state & CLOSED != 0 {
            return;
        }
        let plies = ply + G::PLIES;
        let mut known = Some(plies);
        if G::BANS == 1 && half.state[index].fetch_or(WON_ONCE, Relaxed) & WON_ONCE == 0 {
            // The first such way is taken away, unless one that leaves the graph wins sooner.
            let outside = || self.ways(side, node).wins[0];
            known = if state & LEAVES != 0 { outside().map(|win| win.max(plies)) } else { None };
        }
        if let Some(plies) = known {
            self.write(half, node.chunk as usize, index, plies);
        }
    }

    /// A node has a way to one that is won in this many plies.
    fn can_lose(&self, side: Side, node: Node, ply: u16) {
        let (half, index) = (&self.sides[side.index()], self.index(node));
        if half.state[index].load(Relaxed) & CLOSED != 0 {
            return;
        }
        let state = half.state[index].fetch_sub(1, Relaxed) - 1;
        let Some(rank) = G::BANS.checked_sub((state & OPEN).into()) else { return };
        // A losing way out of the graph may last longer than what was found inside.
        let outside = if state & LEAVES != 0 { self.ways(side, node).losses[rank] } else { 0 };
        self.write(half, node.chunk as usize, index, (ply + G::PLIES).max(outside));
    }

    fn ways(&self, side: Side, node: Node) -> Ways {
        match self.graph.seed(side, node) {
            Seed::Open(ways) => ways,
            Seed::Lost(_) | Seed::Drawn => Ways::default(),
        }
    }

    fn index(&self, node: Node) -> usize {
        node.chunk as usize * self.graph.chunk_len() + node.offset as usize
    }

    /// Whether any distance beyond this ply is written anywhere.
    fn waiting(&self, ply: u16) -> bool {
        let beyond = |half: &Half, chunk| (ply + 1..=LONGEST).any(|d| half.has(chunk, d));
        self.sides.iter().any(|half| (0..self.graph.chunks()).any(|chunk| beyond(half, chunk)))
    }

    fn distances(self) -> [Vec<u16>; 2] {
        self.sides.map(|half| half.distance.into_par_iter().map(AtomicU16::into_inner).collect())
    }
}
