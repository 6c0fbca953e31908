//! `trials`: experiments behind the engines' weights, proof search and puzzles. Their results are printed, not
//! asserted; run them after a change of the evaluation or the search.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chautari_banchess::{Banchess, learn as banchess};
use chautari_game::{
    AnyGame, AnyRecord, Engine, EngineOptions, Game, Limit, Position as _, Record, Rng, Score, Side,
};
use chautari_gomoku::{Attempt, Cell, Gomoku, learn as gomoku, prove};
use clap::{Parser, Subcommand, ValueEnum};

/// Experiments with the engines
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    trial: Trial,
}

#[derive(Subcommand)]
enum Trial {
    /// Finds forced wins in self-play, as rows for `spec/GAME/puzzles.txt`
    Puzzles {
        /// The game, with its rules
        game: String,
        /// How many to find
        #[arg(long, default_value_t = 30)]
        count: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Plays variants of the hand-crafted evaluation against the original
    Weights {
        game: Handcrafted,
        /// Only variants whose name contains this
        #[arg(long, default_value = "")]
        only: String,
        /// Openings per variant, each played with both colours
        #[arg(long, default_value_t = 40)]
        openings: u64,
        /// Nodes per move
        #[arg(long, default_value_t = 1500)]
        nodes: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Compares Gomoku's threat search with its proof-number search, in equal time
    Proofs {
        /// Games from which the positions are taken
        #[arg(long, default_value_t = 30)]
        games: u64,
    },
}

/// The games with variants of their hand-crafted evaluation.
#[derive(Clone, Copy, ValueEnum)]
enum Handcrafted {
    Banchess,
    Gomoku,
}

type Player<G> = Box<dyn Engine<G>>;

fn main() -> Result<(), String> {
    match Cli::parse().trial {
        Trial::Puzzles { game, count, seed } => puzzles(&*chautari_games::find(&game)?, count, seed),
        Trial::Weights { game: Handcrafted::Banchess, only, openings, nodes, seed } => {
            let opening = |number| random_opening(Banchess, 12, &mut Rng::stream(seed, number));
            for (name, weights) in
                banchess::weight_variants().into_iter().filter(|(name, _)| name.contains(&only))
            {
                let players = [&weights, &banchess::Weights::OURS]
                    .map(|weights| banchess::engine_with(&small(), weights));
                report(name, compete(players, openings, nodes, opening));
            }
            Ok(())
        }
        Trial::Weights { game: Handcrafted::Gomoku, only, openings, nodes, seed } => {
            let opening = |number| stones(&mut Rng::stream(seed, number));
            for (name, weights) in
                gomoku::weight_variants().into_iter().filter(|(name, _)| name.contains(&only))
            {
                let players =
                    [weights, gomoku::Weights::OURS].map(|weights| gomoku::engine_with(&small(), weights));
                report(name, compete(players, openings, nodes, opening));
            }
            Ok(())
        }
        Trial::Proofs { games } => {
            proofs(games);
            Ok(())
        }
    }
}

/// Options for many short searches.
fn small() -> EngineOptions {
    EngineOptions { hash: 4, ..EngineOptions::default() }
}

fn nodes(nodes: u64) -> Limit {
    Limit { nodes: Some(nodes), ..Limit::default() }
}

/// The numbers of plies of the wins to find.
const PUZZLE_PLIES: std::ops::RangeInclusive<u32> = 3..=8;

/// The maximum number of winning moves; with more the win is too easy.
const MAX_WINNING: usize = 3;

/// Positions to search for the proof of one puzzle.
const PROOF_BUDGET: u64 = 20_000_000;

fn puzzles(game: &dyn AnyGame, count: usize, seed: u64) -> Result<(), String> {
    let mut rng = Rng::new(seed);
    let mut engine = game.engine(&small());
    let mut found = 0;
    while found < count {
        let mut record = game.start();
        // One side makes more random moves than the other, because otherwise neither would lose.
        let careless = Side::ALL[rng.below(2)];
        while record.outcome().is_none() && record.len() < 300 {
            let moves = record.moves();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let thought = engine
                .think(None, &moves, &nodes(3000), &mut |_| ControlFlow::Continue(()))
                .map_err(|fault| fault.to_string())?;
            if let Score::Win(plies) = thought.score {
                if let Some(row) = puzzle(&*record, plies) {
                    println!("{row}");
                    found += 1;
                }
                break;
            }
            let one_in = if record.turn() == careless { 4 } else { 40 };
            let offers = record.offers();
            let random = record.len() < 6 || rng.below(one_in) == 0;
            let m = if random { rng.pick(&offers).map(|offer| offer.text) } else { thought.best };
            record.play(&m.ok_or("the game is over")?).map_err(|fault| fault.to_string())?;
        }
    }
    Ok(())
}

/// The row of a position with a forced win; `None` if it is too short, too long or too easy.
fn puzzle(record: &dyn AnyRecord, plies: u32) -> Option<String> {
    if !PUZZLE_PLIES.contains(&plies) {
        return None;
    }
    let forced = record.forced(plies, PROOF_BUDGET).ok()?;
    let winning: Vec<(String, u32)> =
        forced.into_iter().filter_map(|(m, within)| Some((m, within?))).collect();
    let is_shortest = winning.iter().all(|(_, within)| *within == plies);
    let moves: Vec<&str> = winning.iter().map(|(m, _)| m.as_str()).collect();
    (is_shortest && (1..=MAX_WINNING).contains(&moves.len()))
        .then(|| format!("{} ; {plies} ; {}", record.position(), moves.join(" ")))
}

/// Starts a game with random moves that do not end it.
fn random_opening<G: Game>(game: G, plies: usize, rng: &mut Rng) -> Record<G> {
    loop {
        let mut record = Record::new(game);
        for _ in 0..plies {
            let Some(m) = rng.pick(&record.position().moves()) else { break };
            let _ = record.play(m);
        }
        if record.outcome().is_none() {
            return record;
        }
    }
}

/// Starts a game of Gomoku with five stones near the middle.
fn stones(rng: &mut Rng) -> Record<Gomoku> {
    let mut record = Record::new(Gomoku);
    while record.moves().len() < 5 {
        if let Some(cell) = Cell::at(6 + rng.below(7) as u16, 6 + rng.below(7) as u16) {
            let _ = record.play(cell);
        }
    }
    record
}

/// Plays each opening with both colours; returns the games the first player won, drew and lost.
fn compete<G: Game>(
    mut players: [Player<G>; 2],
    openings: u64,
    most_nodes: u64,
    opening: impl Fn(u64) -> Record<G>,
) -> [u32; 3] {
    let mut results = [0; 3];
    for game in 0..2 * openings {
        let first = if game % 2 == 0 { Side::One } else { Side::Two };
        let mut record = opening(game / 2);
        while record.outcome().is_none() && record.moves().len() < 500 {
            let player = &mut players[usize::from(record.position().turn() != first)];
            let thought = player.think(&record, &nodes(most_nodes), &mut |_| ControlFlow::Continue(()));
            if thought.best.is_none_or(|m| record.play(m).is_err()) {
                break;
            }
        }
        match record.outcome().and_then(|outcome| outcome.winner) {
            Some(winner) if winner == first => results[0] += 1,
            None => results[1] += 1,
            Some(_) => results[2] += 1,
        }
    }
    results
}

fn report(name: &str, [won, drawn, lost]: [u32; 3]) {
    println!("{name}: won {won}, drew {drawn}, lost {lost}");
}

/// The time for a proof in a search of a tenth of a second and of one second.
const SLICES: [Duration; 2] = [Duration::from_millis(12), Duration::from_millis(125)];

fn proofs(games: u64) {
    let mut counts = [[0; 4]; 2];
    for game in 0..games {
        let mut record = stones(&mut Rng::stream(1, game));
        let mut player = gomoku::engine_with(&small(), gomoku::Weights::OURS);
        while record.outcome().is_none() {
            for (slice, counts) in SLICES.into_iter().zip(&mut counts) {
                let (limit, spent) =
                    (Limit { time: Some(slice), ..Limit::default() }, AtomicBool::new(false));
                let by_threats = gomoku::wins_by_threats(record.position(), &limit, &spent);
                let by_numbers = matches!(prove(record.position(), slice), Attempt::Won(_));
                counts[usize::from(by_threats) + 2 * usize::from(by_numbers)] += 1;
            }
            let thought = player.think(&record, &nodes(3000), &mut |_| ControlFlow::Continue(()));
            if thought.best.is_none_or(|m| record.play(m).is_err()) {
                break;
            }
        }
    }
    for (slice, [neither, threats, numbers, both]) in SLICES.into_iter().zip(counts) {
        println!(
            "{} ms: threats alone {threats}, proof numbers alone {numbers}, both {both}, neither {neither}",
            slice.as_millis()
        );
    }
}
