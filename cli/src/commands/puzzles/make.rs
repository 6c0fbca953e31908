//! Making puzzles: games are played, some of their moves by chance, and their positions looked at.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::ops::ControlFlow;

use chautari_game::{AnyEngine, AnyGame, AnyRecord, EngineOptions, Limit, Puzzle, Rng, Score};
use rayon::prelude::*;

use super::line::{self, Solution};
use super::themes::themes;
use super::truth::Truth;
use crate::Done;
use crate::report::Failure;

/// Games played side by side before their puzzles are gathered, in the same order every time.
const BATCH: u64 = 8;
/// This many games in a row without a puzzle: there are none to be had.
const PATIENCE: u64 = 2000;
/// One game gives this many puzzles at most, so that they differ.
const MOST_OF_ONE: usize = 2;
/// No game goes on for longer.
const LONGEST: usize = 160;
/// This many plies are played before a position is looked at, and after each puzzle.
const OPENING: usize = 6;
const REST: usize = 4;
/// How much the engine looks at to move, and to say that a position is won and worth proving.
const GLANCE: u64 = 3000;
/// How much it looks at to say how hard a puzzle is.
const LOOK: u64 = 100_000;
/// No win is proven by trying everything that takes more plies than this.
const MOST_PLIES: u32 = 7;
/// Fewer choices than this are no choice.
const FEWEST_MOVES: usize = 4;

/// Of this many the solver makes equally many moves in at most two, so that there are short ones and long ones.
const OF_EQUALS: usize = 5;

struct Made {
    text: String,
    key: u64,
    own: usize,
}

pub(super) fn make(game: &dyn AnyGame, truth: &Truth, count: usize, seed: u64, out: &mut dyn Write) -> Done {
    let (mut known, mut made, mut barren) = (HashSet::new(), 0, 0);
    let mut lengths: HashMap<usize, usize> = HashMap::new();
    for batch in 0.. {
        let games = (batch * BATCH..(batch + 1) * BATCH).into_par_iter();
        let found: Vec<_> =
            games.map(|number| play(game, truth, Rng::stream(seed, number))).collect::<Result<_, _>>()?;
        barren += BATCH;
        for puzzle in found.into_iter().flatten() {
            let alike = lengths.entry(puzzle.own).or_default();
            if made < count && *alike * OF_EQUALS < 2 * count && known.insert(puzzle.key) {
                *alike += 1;
                writeln!(out, "{}", puzzle.text)?;
                made += 1;
                barren = 0;
            }
        }
        out.flush()?;
        anstream::eprintln!("{made} of {count} from {} games", (batch + 1) * BATCH);
        if made >= count {
            return Ok(());
        }
        if barren > PATIENCE {
            return Err(Failure::no(format!("There are no more than {made} to be found this way.")));
        }
    }
    Ok(())
}

/// One game, and the puzzles in it.
fn play(game: &dyn AnyGame, truth: &Truth, mut dice: Rng) -> Result<Vec<Made>, Failure> {
    let mut player = game.engine(&EngineOptions { hash: 2, ..EngineOptions::default() });
    let mut record = game.start();
    let mut found = Vec::new();
    // What is played by chance makes games differ, and mistakes that can be punished.
    let chance = 5 + dice.below(30);
    let mut rest = OPENING;
    while record.outcome().is_none() && record.len() < LONGEST && found.len() < MOST_OF_ONE {
        let glance = Limit { nodes: Some(GLANCE), ..Limit::default() };
        let (best, score, _) = think(&mut *player, &*record, &glance)?;
        if rest > 0 {
            rest -= 1;
        } else if let Some(made) = look(game, truth, &*record, score, &mut dice)? {
            found.push(made);
            // What follows is the same again.
            rest = REST;
        }
        let by_chance = if record.len() < OPENING { 60 } else { chance };
        let strays = dice.below(100) < by_chance;
        let stray = dice.pick(&record.offers()).map(|offer| offer.text);
        line::play(&mut *record, &if strays { stray } else { best }.unwrap_or_default())?;
    }
    Ok(found)
}

/// The engine's choice, its score, and how many positions it had seen when it chose that for good.
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

/// The puzzle that a position is, if it is a good one.
fn look(
    game: &dyn AnyGame,
    truth: &Truth,
    record: &dyn AnyRecord,
    score: Score,
    dice: &mut Rng,
) -> Result<Option<Made>, Failure> {
    let moves = record.offers().len();
    if moves < FEWEST_MOVES {
        return Ok(None);
    }
    let is_known = truth.exactly(record)?.is_some();
    let truth = if is_known { truth } else { &Truth::TRYING };
    let plies = match score {
        _ if is_known => 0,
        Score::Win(within) if (2..=MOST_PLIES).contains(&within) => within,
        _ => return Ok(None),
    };
    // What is written begins anew: without what was played before.
    let begun = game.read_position(&record.position()).map_err(|fault| Failure::bad(fault.to_string()))?;
    let Some(line) = line::find(truth, &*begun, plies)? else { return Ok(None) };
    // What was tried out is known to the end alone.
    if !is_known && !line.ends {
        return Ok(None);
    }
    let about = themes(game, &*begun, &line)?;
    if !is_wanted(&about, &line, dice) {
        return Ok(None);
    }
    let mut fresh = game.engine(&EngineOptions { hash: 4, ..EngineOptions::default() });
    let limit = Limit { nodes: Some(LOOK), ..Limit::default() };
    let (best, _, nodes) = think(&mut *fresh, &*begun, &limit)?;
    let nodes = if best.as_deref() == Some(line.moves[0].as_str()) { nodes } else { 4 * LOOK };
    let position = begun.position();
    let text = Puzzle {
        difficulty: difficulty(nodes, moves, line.own),
        themes: about,
        moves: line.moves.iter().map(String::as_str).collect(),
        position: &position,
    };
    Ok(Some(Made { text: text.line(), key: begun.key().0, own: line.own }))
}

/// Quiet moves are harder to see and worth more; of those that take at once, or are over at once, a few will do.
fn is_wanted(about: &[&str], line: &Solution, dice: &mut Rng) -> bool {
    let plain = about.contains(&"capture") && line.own == 1;
    let held = line.goal == Puzzle::HOLD;
    !plain && !held || dice.below(100) < if plain { 15 } else { 50 }
}

/// How deep and how wide our engine must look, on the scale of a rating.
fn difficulty(nodes: u64, moves: usize, own: usize) -> u32 {
    let depth = 200.0 * (nodes.max(1) as f64).log10();
    let width = 60.0 * (moves.max(1) as f64).log2();
    let length = 80.0 * (own.saturating_sub(1) as f64);
    (500.0 + depth + width + length).clamp(400.0, 2800.0) as u32
}
