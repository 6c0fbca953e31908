//! `puzzle`: a puzzle to solve at the terminal.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::SystemTime;

use chautari_game::{AnyGame, AnyRecord, Puzzle, Rng};

use super::show::board;
use crate::input;
use crate::line_editor::{Line, LineReader};
use crate::output::{CommandResult, Failure, replace_control_chars};

/// Commands besides moves.
const COMMANDS: [&str; 4] = ["help", "hint", "show", "quit"];

const HELP: &str = "  a move   as people or programs write it
  hint     the point to start from
  show     the solution
  quit     leave";

/// Selects a puzzle.
pub(super) struct PuzzleRequest {
    pub(super) number: Option<usize>,
    pub(super) theme: Option<String>,
    /// The approximate rating.
    pub(super) rating: Option<u32>,
}

pub(super) fn run(game: &str, request: &PuzzleRequest, out: &mut dyn Write) -> CommandResult {
    let game = input::game(game)?;
    let all = Puzzle::read_all(game.info().puzzles);
    let index = choose(&*game, &all, request)?;
    let puzzle = &all[index];
    let mut record = read(&*game, puzzle)?;
    let solver = record.turn();
    let goal = goal(&*record, puzzle)?;
    writeln!(out, "Puzzle {} of {}, rated {}: {goal}.", index + 1, all.len(), puzzle.difficulty)?;
    board(&*record, out)?;
    let mut lines = LineReader::new();
    while record.len() < puzzle.moves.len() && record.outcome().is_none() {
        let solution = puzzle.moves[record.len()];
        if record.turn() != solver {
            let played = input::play(&mut *record, solution, false)?;
            writeln!(out, "The reply is {}.", played.human)?;
            board(&*record, out)?;
            continue;
        }
        let prompt = format!("{}> ", game.info().called(solver));
        let line = match lines.next(&prompt, || words(&*record), out)? {
            Line::Typed(line) => line,
            Line::Unreadable(why) => {
                writeln!(out, "{why}")?;
                continue;
            }
            Line::End => return Ok(writeln!(out)?),
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "hint" => writeln!(out, "{}", hint(&*record, solution))?,
            "show" => {
                let rest: Vec<_> = puzzle.moves[record.len()..].iter().map(|&text| text.to_owned()).collect();
                return Ok(writeln!(out, "The solution: {}.", record.human_line(&rest).join(" "))?);
            }
            typed => attempt(&mut *record, typed, solution, out)?,
        }
    }
    Ok(writeln!(out, "Solved.")?)
}

/// Completions of a line: commands and the legal moves.
fn words(record: &dyn AnyRecord) -> Vec<String> {
    let moves = record.offers().into_iter().map(|offer| offer.human);
    COMMANDS.into_iter().map(str::to_owned).chain(moves).collect()
}

/// Describes the goal. A solution that ends the game is the quickest win, so the number of moves is given. If the game
/// continues after the solution, tables prove that no other move wins.
fn goal(start: &dyn AnyRecord, puzzle: &Puzzle) -> Result<String, Failure> {
    let solver = start.turn();
    let mover = start.info().called(solver);
    if puzzle.themes[0] == Puzzle::HOLD {
        return Ok(format!("{mover} to move: one move draws, all others lose"));
    }
    let (mut record, mut turns, mut before) = (start.fork(), 0, None);
    for text in &puzzle.moves {
        let side = record.turn();
        turns += usize::from(side == solver && before != Some(solver));
        before = Some(side);
        input::play(&mut *record, text, false)?;
    }
    Ok(match turns {
        _ if record.outcome().is_none() => format!("{mover} to move: one move wins"),
        1 => format!("{mover} to move: win in one move"),
        turns => format!("{mover} to move: win in {turns} moves"),
    })
}

/// Plays the typed move if it is right. A move that wins at once always is.
fn attempt(record: &mut dyn AnyRecord, typed: &str, solution: &str, out: &mut dyn Write) -> CommandResult {
    let side = record.turn();
    let mut attempt = record.fork();
    if let Err(fault) = attempt.play_typed(typed) {
        return Ok(writeln!(out, "{}", replace_control_chars(&fault.to_string()))?);
    }
    let wins = attempt.outcome().is_some_and(|outcome| outcome.winner == Some(side));
    let is_solution = attempt.moves().last().is_some_and(|text| text == solution);
    if !wins && !is_solution {
        return Ok(writeln!(out, "Not the solution. Try again, or type hint or show.")?);
    }
    let text = attempt.moves().pop().unwrap_or_default();
    input::play(record, &text, false)?;
    board(record, out)
}

/// Names the first point of the solution's move.
fn hint(record: &dyn AnyRecord, solution: &str) -> String {
    let scene = record.scene();
    let offer = record.offers().into_iter().find(|offer| offer.text == solution);
    let first = offer.and_then(|offer| offer.points.first().copied());
    let label = first.and_then(|at| scene.board.points.get(usize::from(at))).map(|point| &point.label);
    label.map_or_else(|| "There is no hint.".to_owned(), |label| format!("Look at {label}."))
}

/// Returns the start of a puzzle.
fn read(game: &dyn AnyGame, puzzle: &Puzzle) -> Result<Box<dyn AnyRecord>, Failure> {
    game.read_position(puzzle.position).map_err(|fault| Failure::bad(fault.to_string()))
}

/// Chooses the index of a puzzle: by number, by theme and rating at random, or the puzzle of the day.
fn choose(game: &dyn AnyGame, all: &[Puzzle], request: &PuzzleRequest) -> Result<usize, Failure> {
    let name = game.info().name;
    let none = || Failure::bad(format!("There are no puzzles for {name} yet."));
    if let Some(number) = request.number {
        let index = number.checked_sub(1).filter(|&index| index < all.len());
        return index.ok_or_else(|| Failure::bad(format!("{name} has puzzles 1 to {}.", all.len())));
    }
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    if request.theme.is_none() && request.rating.is_none() {
        return Puzzle::of_day(now.as_secs() / 86_400, all.len()).ok_or_else(none);
    }
    let fits = |puzzle: &Puzzle| request.theme.as_deref().is_none_or(|theme| puzzle.themes.contains(&theme));
    let mut fitting: Vec<_> = (0..all.len()).filter(|&index| fits(&all[index])).collect();
    if let (Some(theme), true, false) = (&request.theme, fitting.is_empty(), all.is_empty()) {
        let known: BTreeSet<_> = all.iter().flat_map(|puzzle| puzzle.themes.iter().copied()).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        return Err(Failure::bad(format!(
            "{name} has no puzzles with the theme `{theme}`; themes are: {known}."
        )));
    }
    if let Some(rating) = request.rating {
        fitting.sort_by_key(|&index| all[index].difficulty.abs_diff(rating));
        fitting.truncate(20);
    }
    Rng::new(now.as_nanos() as u64).pick(&fitting).ok_or_else(none)
}
