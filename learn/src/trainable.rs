//! The adapters between games and training.

use std::path::Path;

use anyhow::Context as _;
use chautari_baghchal::{Baghchal, learn as baghchal};
use chautari_banchess::{Banchess, learn as banchess};
use chautari_creeper::{Creeper, learn as creeper};
use chautari_game::{Engine, EngineOptions, Game, Mv, Position as _, Record, Rng, Side};
use chautari_gomoku::{Gomoku, learn as gomoku};

/// A game whose evaluations can play against each other.
pub(crate) trait Playable: Game {
    /// The evaluation: a network, or weights.
    type Network: Sync;

    fn read(bytes: &[u8]) -> anyhow::Result<Self::Network>;
    fn engine_with(
        self,
        options: &EngineOptions,
        network: Option<&'static Self::Network>,
    ) -> Box<dyn Engine<Self>>;

    /// Returns the moves from which random openings are made.
    fn opening_moves(position: &Self::Position) -> Vec<Mv<Self>> {
        position.moves()
    }
}

/// A game with a trainable network.
pub(crate) trait Trainable: Playable {
    /// The encoding of a position, defined by the trainer.
    type Board: AsRef<[u8]>;

    /// The number of actions of the principal variation to play at once.
    const STEP: usize = 1;

    /// Returns the side whose point of view samples have.
    fn viewer(position: &Self::Position) -> Side {
        position.turn()
    }

    /// Encodes a position from the viewer's perspective; `None` if it is unsuitable for training.
    fn board(position: &Self::Position, line: &[Mv<Self>]) -> Option<Self::Board>;

    /// Returns the hand-crafted evaluation for the viewer.
    fn handcrafted(position: &Self::Position) -> i32;

    /// Returns the evaluation of a network for the viewer.
    fn evaluate(position: &Self::Position, network: &Self::Network) -> i32;
}

impl Playable for Baghchal {
    type Network = baghchal::EvalWeights;

    fn read(bytes: &[u8]) -> anyhow::Result<baghchal::EvalWeights> {
        Ok(baghchal::EvalWeights::read(std::str::from_utf8(bytes)?)?)
    }

    fn engine_with(
        self,
        options: &EngineOptions,
        weights: Option<&'static baghchal::EvalWeights>,
    ) -> Box<dyn Engine<Self>> {
        baghchal::engine(self, options, weights)
    }
}

impl Playable for Banchess {
    type Network = banchess::Net;

    fn read(bytes: &[u8]) -> anyhow::Result<banchess::Net> {
        Ok(banchess::Net::read(bytes, banchess::FEATURES, banchess::BUCKETS)?)
    }

    fn engine_with(
        self,
        options: &EngineOptions,
        network: Option<&'static banchess::Net>,
    ) -> Box<dyn Engine<Self>> {
        banchess::engine(options, network)
    }
}

impl Playable for Creeper {
    type Network = creeper::Net;

    fn read(bytes: &[u8]) -> anyhow::Result<creeper::Net> {
        Ok(creeper::Net::read(bytes, creeper::FEATURES, creeper::BUCKETS)?)
    }

    fn engine_with(
        self,
        options: &EngineOptions,
        network: Option<&'static creeper::Net>,
    ) -> Box<dyn Engine<Self>> {
        creeper::engine(options, network)
    }
}

impl Playable for Gomoku {
    type Network = gomoku::Net;

    fn read(bytes: &[u8]) -> anyhow::Result<gomoku::Net> {
        Ok(gomoku::Net::read(bytes)?)
    }

    fn engine_with(
        self,
        options: &EngineOptions,
        network: Option<&'static gomoku::Net>,
    ) -> Box<dyn Engine<Self>> {
        gomoku::engine(options, network)
    }

    /// Only the middle of the board, because scattered stones are not an opening.
    fn opening_moves(position: &Self::Position) -> Vec<Mv<Self>> {
        position
            .moves()
            .into_iter()
            .filter(|cell| [cell.row(), cell.column()].iter().all(|n| (6..13).contains(n)))
            .collect()
    }
}

impl Trainable for Banchess {
    type Board = [u8; banchess::BOARD];

    /// A ban and the move after it belong to one node of the search.
    const STEP: usize = 2;

    /// Before a ban, the position belongs to the other side, which is about to move.
    fn viewer(position: &Self::Position) -> Side {
        position.turn().other()
    }

    fn board(position: &Self::Position, line: &[Mv<Self>]) -> Option<Self::Board> {
        banchess::board(position, line)
    }

    fn handcrafted(position: &Self::Position) -> i32 {
        banchess::handcrafted(position)
    }

    fn evaluate(position: &Self::Position, network: &banchess::Net) -> i32 {
        banchess::evaluate(position, network)
    }
}

impl Trainable for Creeper {
    type Board = [u8; creeper::BOARD];

    fn board(position: &Self::Position, line: &[Mv<Self>]) -> Option<Self::Board> {
        creeper::board(position, line)
    }

    fn handcrafted(position: &Self::Position) -> i32 {
        creeper::handcrafted(position)
    }

    fn evaluate(position: &Self::Position, network: &creeper::Net) -> i32 {
        creeper::evaluate(position, network)
    }
}

impl Trainable for Gomoku {
    type Board = [u8; gomoku::BOARD];

    fn board(position: &Self::Position, line: &[Mv<Self>]) -> Option<Self::Board> {
        gomoku::board(position, line)
    }

    fn handcrafted(position: &Self::Position) -> i32 {
        gomoku::handcrafted(position)
    }

    fn evaluate(position: &Self::Position, network: &gomoku::Net) -> i32 {
        gomoku::evaluate(position, network)
    }
}

/// Reads a network from a file and leaks it for the rest of the process.
pub(crate) fn network<G: Playable>(path: &Path) -> anyhow::Result<&'static G::Network> {
    let read = || G::read(&std::fs::read(path)?);
    let network = read().with_context(|| format!("{} cannot be used", path.display()))?;
    Ok(Box::leak(Box::new(network)))
}

/// Starts a game with random moves that do not end it.
pub(crate) fn opening<G: Playable>(game: G, plies: usize, rng: &mut Rng) -> Record<G> {
    loop {
        let mut record = Record::new(game);
        for _ in 0..plies {
            let Some(m) = rng.pick(&G::opening_moves(record.position())) else { break };
            if record.play(m).is_err() {
                break;
            }
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// The hash table size of an engine in MiB: small, because searches are short and many run at once.
pub(crate) const HASH: usize = 8;

pub(crate) fn engine_options(seed: u64) -> EngineOptions {
    EngineOptions { hash: HASH, seed, ..EngineOptions::default() }
}
