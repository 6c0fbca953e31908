//! Retrograde analysis: distances computed backwards from the ends of a game.
//!
//! Two sides move alternately, and the side that made the last move has won: a node without a move is lost
//! for the side to move. One number describes a node: how many plies the game lasts with best play, or
//! [`DRAW`] if neither side can force an end. Every move takes the same number of plies
//! ([`AlternatingGraph::PLIES`]), and an end comes within fewer, so that the number also gives the winner:
//! see [`is_lost`].
//!
//! The sweep proceeds by plies. At ply `n` every node of distance `n` updates its predecessors: a lost node
//! gives them a winning move, a won node removes one of their moves. Each edge is visited once. A node's
//! distance is written before its ply comes, so that moves out of the graph, into tables already known, need
//! no queue: they are distances written in advance.
//!
//! If the opponent forbids one move before each turn ([`AlternatingGraph::BANS`]), a node has the value of
//! its second-best move: it is won by the second winning move, and lost once all moves but one lose. Moves
//! are ordered by the ply at which they are found, because the sweep proceeds by plies; only if moves leave
//! the graph are their distances looked up again.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering::Relaxed};

use chautari_game::Side;
use rayon::prelude::*;

/// The distance of a node at which neither side can force a win.
pub const DRAW: u16 = u16::MAX;

/// The longest distance that can be stored.
const LONGEST: u16 = 1023;
const WORDS: usize = LONGEST as usize / 64 + 1;

/// A node of a graph, by its chunk and offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of the chunk.
    pub chunk: u32,
    /// The offset in the chunk.
    pub offset: u32,
}

/// The initial state of a node before the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seed {
    /// A lost end in this many plies, fewer than a move takes.
    Lost(u16),
    /// A drawn end. Offsets without a valid position, which no move leads to, may return this too.
    Drawn,
    /// A node whose value depends on its moves.
    Open(Ways),
}

/// The moves of a node, called ways. If [`AlternatingGraph::BANS`] forbids one, there are at least two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// The number of moves that stay inside the graph.
    inside: u8,
    /// The number of moves that leave the graph and do not lose.
    kept: u8,
    /// The plies of the two quickest wins among the moves that leave the graph.
    wins: [Option<u16>; 2],
    /// The plies of the two slowest losses among the moves that leave the graph; 0 if there are none.
    losses: [u16; 2],
}

impl Ways {
    /// Adds moves that stay inside the graph.
    pub fn stay(&mut self, ways: u8) {
        self.inside += ways;
    }

    /// Adds a move that leaves the graph and draws.
    pub fn draw(&mut self) {
        self.kept += 1;
    }

    /// Adds a move that leaves the graph and wins in this many plies, the move included.
    pub fn win(&mut self, plies: u16) {
        self.kept += 1;
        let [first, second] = self.wins;
        if first.is_none_or(|first| plies < first) {
            self.wins = [Some(plies), first];
        } else if second.is_none_or(|second| plies < second) {
            self.wins[1] = Some(plies);
        }
    }

    /// Adds a move that leaves the graph and loses in this many plies, the move included.
    pub fn lose(&mut self, plies: u16) {
        let [first, second] = self.losses;
        self.losses = if plies > first { [plies, first] } else { [first, second.max(plies)] };
    }

    fn leave(&self) -> bool {
        self.kept > 0 || self.losses[0] > 0
    }
}

/// A graph of positions with alternating moves; each node can have either side to move.
///
/// Nodes are grouped in chunks of equal size. Neighbours should be close, because threads work on one chunk
/// at a time.
pub trait AlternatingGraph: Sync {
    /// How many of its best moves a node loses to the opponent's ban before each turn: none or one.
    const BANS: usize = 0;
    /// The number of plies per move.
    const PLIES: u16 = 1;
    /// Returns the number of chunks.
    fn chunks(&self) -> usize;
    /// Returns the number of nodes per chunk.
    fn chunk_len(&self) -> usize;
    /// Returns the initial state of a node.
    fn seed(&self, side: Side, node: Node) -> Seed;
    /// Visits every node of the other side with a move to this one, once per move. Nodes whose seed is not
    /// open may be visited too.
    fn each_predecessor(&self, side: Side, node: Node, visit: impl FnMut(Node));
}

/// Whether a node of this distance, which is not [`DRAW`], is lost for the side to move, if each move takes
/// `plies` plies.
pub const fn is_lost(distance: u16, plies: u16) -> bool {
    (distance / plies).is_multiple_of(2)
}

/// Why a sweep failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepError {
    /// A win takes more plies than can be stored.
    TooLong,
    /// The sweep was stopped.
    Stopped,
}

/// Computes the distance of every node, for [`Side::One`] and [`Side::Two`] to move, chunk by chunk.
///
/// Each node is visited when it is initialised and, unless it is a draw, once more when its ply comes.
/// `goes_on` gets the number of visits in batches and returns whether to continue.
pub fn sweep<G: AlternatingGraph>(
    graph: &G,
    goes_on: impl Fn(u64) -> bool + Sync,
) -> Result<[Vec<u16>; 2], SweepError> {
    const { assert!(G::BANS < 2, "the third-best way is nobody's rule") };
    let sweep = Sweep::new(graph, goes_on);
    for ply in 0..=LONGEST {
        let done = !sweep.ply(ply) && !sweep.waiting(ply);
        // Checked first, because interrupted work looks complete.
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

/// The state of all nodes with one side to move.
struct Half {
    distance: Vec<AtomicU16>,
    state: Vec<AtomicU16>,
    /// For each chunk, the set of distances that occur in it.
    written: Vec<[AtomicU64; WORDS]>,
}

/// The lower byte of a node's state: the number of moves not known to lose. Moves that leave the graph
/// without losing count forever. The bits above it:
const OPEN: u16 = 0xff;
/// One winning move inside the graph has been found.
const WON_ONCE: u16 = 1 << 8;
/// Some moves leave the graph.
const LEAVES: u16 = 1 << 9;
/// The node is solved.
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

    /// Stores a distance, unless a shorter one is stored already.
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

    /// Stores the initial states of a chunk.
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

    /// Updates the predecessors of all nodes of this distance; returns false if there are none.
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

    /// Handles a move to a node that is lost in this many plies.
    fn can_win(&self, side: Side, node: Node, ply: u16) {
        let (half, index) = (&self.sides[side.index()], self.index(node));
        let state = half.state[index].load(Relaxed);
        if state & CLOSED != 0 {
            return;
        }
        let plies = ply + G::PLIES;
        let mut known = Some(plies);
        if G::BANS == 1 && half.state[index].fetch_or(WON_ONCE, Relaxed) & WON_ONCE == 0 {
            // The first such move is banned, unless one that leaves the graph wins sooner.
            let outside = || self.ways(side, node).wins[0];
            known = if state & LEAVES != 0 { outside().map(|win| win.max(plies)) } else { None };
        }
        if let Some(plies) = known {
            self.write(half, node.chunk as usize, index, plies);
        }
    }

    /// Handles a move to a node that is won in this many plies.
    fn can_lose(&self, side: Side, node: Node, ply: u16) {
        let (half, index) = (&self.sides[side.index()], self.index(node));
        if half.state[index].load(Relaxed) & CLOSED != 0 {
            return;
        }
        let state = half.state[index].fetch_sub(1, Relaxed) - 1;
        let Some(rank) = G::BANS.checked_sub((state & OPEN).into()) else { return };
        // A losing move out of the graph may take longer than those found inside.
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

    /// Whether any distance beyond this ply is stored.
    fn waiting(&self, ply: u16) -> bool {
        let beyond = |half: &Half, chunk| (ply + 1..=LONGEST).any(|d| half.has(chunk, d));
        self.sides.iter().any(|half| (0..self.graph.chunks()).any(|chunk| beyond(half, chunk)))
    }

    fn distances(self) -> [Vec<u16>; 2] {
        self.sides.map(|half| half.distance.into_par_iter().map(AtomicU16::into_inner).collect())
    }
}
