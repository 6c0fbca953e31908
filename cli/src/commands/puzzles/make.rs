//! Generates puzzles: plays games with some random moves and examines their positions.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::ops::ControlFlow;

use chautari_game::{AnyEngine, AnyGame, AnyRecord, EngineOptions, Limit, Puzzle, Rng, Score};
use rayon::prelude::*;

use super::prover::PuzzleProver;
use super::solution::{self, Solution};
use super::themes::themes;
use crate::output::{CommandResult, Failure};

/// Number of games played in parallel before their puzzles are collected, in a fixed order.
const BATCH: u64 = 8;
/// Give up after this many games in a row without a new puzzle.
const GIVE_UP_AFTER: u64 = 2000;
/// The most puzzles taken from one game, so that they differ.
const MAX_PER_GAME: usize = 2;
/// The most plies of a game.
const MAX_GAME_PLIES: usize = 160;
/// Plies played before the first position is examined.
const OPENING_PLIES: usize = 6;
/// Plies played after each puzzle, because the next positions are too similar.
const PLIES_BETWEEN: usize = 4;
/// Nodes of the search that chooses moves and finds positions that are worth proving.
const MOVE_NODES: u64 = 3000;
/// Nodes of the search that rates the difficulty of a puzzle.
const RATING_NODES: u64 = 100_000;
/// The longest win, in plies, proven by an exhaustive search.
const MAX_PROOF_PLIES: u32 = 7;
/// The fewest legal moves in a puzzle's position.
const MIN_MOVES: usize = 4;

/// At most two puzzles in this many have the same number of solver moves, so that there are short and long ones.
const LENGTH_GROUP: usize = 5;

/// A generated puzzle.
struct NewPuzzle {
    text: String,
    key: u64,
    /// The number of the solver's moves.
    own: usize,
}

/// Generates `count` puzzles and prints them.
pub(super) fn make(
    game: &dyn AnyGame,
    prover: &PuzzleProver,
    count: usize,
    seed: u64,
    out: &mut dyn Write,
) -> CommandResult {
    let (mut known, mut made, mut games_without) = (HashSet::new(), 0, 0);
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for batch in 0.. {
        let games = (batch * BATCH..(batch + 1) * BATCH).into_par_iter();
        let found: Vec<_> =
            games.map(|number| play(game, prover, Rng::stream(seed, number))).collect::<Result<_, _>>()?;
        games_without += BATCH;
        for puzzle in found.into_iter().flatten() {
            let same_length = lengths.entry(puzzle.own).or_default();
            if made < count && *same_length * LENGTH_GROUP < 2 * count && known.insert(puzzle.key) {
                *same_length += 1;
                writeln!(out, "{}", puzzle.text)?;
                made += 1;
                games_without = 0;
            }
        }
        out.flush()?;
        anstream::eprintln!("{made} of {count} from {} games", (batch + 1) * BATCH);
        if made >= count {
            return Ok(());
        }
        if games_without > GIVE_UP_AFTER {
            return Err(Failure::no(format!("Found only {made} puzzles; the games yield no more.")));
        }
    }
    Ok(())
}

/// Plays one game and returns the puzzles in it.
fn play(game: &dyn AnyGame, prover: &PuzzleProver, mut dice: Rng) -> Result<Vec<NewPuzzle>, Failure> {
    let mut player = game.engine(&EngineOptions { hash: 2, ..EngineOptions::default() });
    let mut record = game.start();
    let mut found = Vec::new();
    // Random moves make games differ and lead to mistakes that can be punished.
    let random_percent = 5 + dice.below(30);
    let mut plies_to_skip = OPENING_PLIES;
    while record.outcome().is_none() && record.len() < MAX_GAME_PLIES && found.len() < MAX_PER_GAME {
        let limit = Limit { nodes: Some(MOVE_NODES), ..Limit::default() };
        let (best, score, _) = think(&mut *player, &*record, &limit)?;
        if plies_to_skip > 0 {
            plies_to_skip -= 1;
        } else if let Some(puzzle) = find_puzzle(game, prover, &*record, score, &mut dice)? {
            found.push(puzzle);
            plies_to_skip = PLIES_BETWEEN;
        }
        let percent = if record.len() < OPENING_PLIES { 60 } else { random_percent };
        let is_random = dice.below(100) < percent;
        let random = dice.pick(&record.offers()).map(|offer| offer.text);
        solution::play(&mut *record, &if is_random { random } else { best }.unwrap_or_default())?;
    }
    Ok(found)
}

/// Searches a position. Returns the best move, its score and the number of nodes after which the move did not change.
fn think(
    engine: &mut dyn AnyEngine,
    record: &dyn AnyRecord,
    limit: &Limit,
) -> Result<(Option<String>, Score, u64), Failure> {
    let mut chosen: (Option<String>, u64) = (None, 0);
    let thought = engine.think(Some(&record.position()), &[], limit, &mut |thought| {
        if chosen.0 != thought.best {
            chosen = (thought.best.clone(), thought.nodes);
        }
        ControlFlow::Continue(())
    });
    let thought = thought.map_err(|fault| Failure::bad(fault.to_string()))?;
    let nodes = if chosen.0 == thought.best { chosen.1 } else { thought.nodes };
    Ok((thought.best, thought.score, nodes))
}

/// Returns the puzzle of a position, if it is a good one.
fn find_puzzle(
    game: &dyn AnyGame,
    prover: &PuzzleProver,
    record: &dyn AnyRecord,
    score: Score,
    dice: &mut Rng,
) -> Result<Option<NewPuzzle>, Failure> {
    let moves = record.offers().len();
    if moves < MIN_MOVES {
        return Ok(None);
    }
    let is_known = prover.look_up(record)?.is_some();
    let prover = if is_known { prover } else { &PuzzleProver::BRUTE_FORCE };
    let plies = match score {
        _ if is_known => 0,
        Score::Win(within) if (2..=MAX_PROOF_PLIES).contains(&within) => within,
        _ => return Ok(None),
    };
    // Puzzles are stored as positions, without the moves before.
    let start = game.read_position(&record.position()).map_err(|fault| Failure::bad(fault.to_string()))?;
    let Some(solution) = solution::find(prover, &*start, plies)? else { return Ok(None) };
    // An exhaustive search proves only solutions that end the game.
    if !is_known && !solution.ends {
        return Ok(None);
    }
    let themes = themes(game, &*start, &solution)?;
    if !is_wanted(&themes, &solution, dice) {
        return Ok(None);
    }
    let mut engine = game.engine(&EngineOptions { hash: 4, ..EngineOptions::default() });
    let limit = Limit { nodes: Some(RATING_NODES), ..Limit::default() };
    let (best, _, nodes) = think(&mut *engine, &*start, &limit)?;
    let nodes = if best.as_deref() == Some(solution.moves[0].as_str()) { nodes } else { 4 * RATING_NODES };
    let position = start.position();
    let text = Puzzle {
        difficulty: difficulty(nodes, moves, solution.own),
        themes,
        moves: solution.moves.iter().map(String::as_str).collect(),
        position: &position,
    };
    Ok(Some(NewPuzzle { text: text.line(), key: start.key().0, own: solution.own }))
}

/// Drops most one-move captures and half of the holds, because quiet moves make better puzzles.
fn is_wanted(themes: &[&str], solution: &Solution, dice: &mut Rng) -> bool {
    let is_plain = themes.contains(&"capture") && solution.own == 1;
    let is_hold = solution.goal == Puzzle::HOLD;
    !is_plain && !is_hold || dice.below(100) < if is_plain { 15 } else { 50 }
}

/// Estimates the difficulty of a puzzle as a rating, from the nodes the engine needs, the number of legal moves and the
/// number of moves to find.
fn difficulty(nodes: u64, moves: usize, own: usize) -> u32 {
    let depth = 200.0 * (nodes.max(1) as f64).log10();
    let width = 60.0 * (moves.max(1) as f64).log2();
    let length = 80.0 * (own.saturating_sub(1) as f64);
    (500.0 + depth + width + length).clamp(400.0, 2800.0) as u32
}
