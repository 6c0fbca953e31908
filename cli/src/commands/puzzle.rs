//! `puzzle`: one to solve at the terminal.

use std::collections::BTreeSet;
use std::io::Write;
use std::time::SystemTime;

use chautari_game::{AnyGame, AnyRecord, Puzzle, Rng};

use super::show::board;
use crate::lines::{Line, Lines, harmless};
use crate::report::Failure;
use crate::{Done, input};

/// What one can type besides moves.
const WORDS: [&str; 4] = ["help", "hint", "show", "quit"];

const HELP: &str = "  a move   as people or programs write it
  hint     where to look
  show     the solution
  quit     leave";

/// Which puzzle.
pub(super) struct Request {
    pub(super) number: Option<usize>,
    pub(super) theme: Option<String>,
    pub(super) near: Option<u32>,
}

pub(super) fn run(game: &str, request: &Request, out: &mut dyn Write) -> Done {
    let game = input::game(game)?;
    let all = Puzzle::read_all(game.info().puzzles);
    let index = choose(&*game, &all, request)?;
    let puzzle = &all[index];
    let mut record = read(&*game, puzzle)?;
    let solver = record.turn();
    let goal = goal(&*record, puzzle)?;
    writeln!(out, "Puzzle {} of {}, rated {}: {goal}.", index + 1, all.len(), puzzle.difficulty)?;
    board(&*record, out)?;
    let mut lines = Lines::new();
    while record.len() < puzzle.moves.len() && record.outcome().is_none() {
        let wanted = puzzle.moves[record.len()];
        if record.turn() != solver {
            let played = input::play(&mut *record, wanted, false)?;
            writeln!(out, "The answer is {}.", played.human)?;
            board(&*record, out)?;
            continue;
        }
        let prompt = format!("{}> ", game.info().called(solver));
        let line = match lines.next(&prompt, || words(&*record), out)? {
            Line::Typed(line) => line,
            Line::Garbled(why) => {
                writeln!(out, "{why}")?;
                continue;
            }
            Line::End => return Ok(writeln!(out)?),
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(()),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "hint" => writeln!(out, "{}", hint(&*record, wanted))?,
            "show" => {
                let rest: Vec<_> = puzzle.moves[record.len()..].iter().map(|&text| text.to_owned()).collect();
                return Ok(writeln!(out, "The solution: {}.", record.human_line(&rest).join(" "))?);
            }
            typed => attempt(&mut *record, typed, wanted, out)?,
        }
    }
    Ok(writeln!(out, "Solved.")?)
}

/// What a line may begin with: words and the legal moves.
fn words(record: &dyn AnyRecord) -> Vec<String> {
    let moves = record.offers().into_iter().map(|offer| offer.human);
    WORDS.into_iter().map(str::to_owned).chain(moves).collect()
}

/// What is asked for. A win to the end is the quickest one, and others may take longer; of what goes on after the
/// solution, tables know that nothing else wins.
fn goal(begun: &dyn AnyRecord, puzzle: &Puzzle) -> Result<String, Failure> {
    let solver = begun.turn();
    let mover = begun.info().called(solver);
    if puzzle.themes[0] == Puzzle::HOLD {
        return Ok(format!("{mover} to move: one move draws, all others lose"));
    }
    let (mut record, mut turns, mut before) = (begun.fork(), 0, None);
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

/// Plays what was typed if it is right; a move that wins at once always is.
fn attempt(record: &mut dyn AnyRecord, typed: &str, wanted: &str, out: &mut dyn Write) -> Done {
    let side = record.turn();
    let mut tried = record.fork();
    if let Err(fault) = tried.play_typed(typed) {
        return Ok(writeln!(out, "{}", harmless(&fault.to_string()))?);
    }
    let wins = tried.outcome().is_some_and(|outcome| outcome.winner == Some(side));
    let is_wanted = tried.moves().last().is_some_and(|text| text == wanted);
    if !wins && !is_wanted {
        return Ok(writeln!(out, "That is not it. Try again, or type hint or show.")?);
    }
    let text = tried.moves().pop().unwrap_or_default();
    input::play(record, &text, false)?;
    board(record, out)
}

fn hint(record: &dyn AnyRecord, wanted: &str) -> String {
    let scene = record.scene();
    let offer = record.offers().into_iter().find(|offer| offer.text == wanted);
    let first = offer.and_then(|offer| offer.points.first().copied());
    let label = first.and_then(|at| scene.board.points.get(usize::from(at))).map(|point| &point.label);
    label.map_or_else(|| "There is nothing to say.".to_owned(), |label| format!("Look at {label}."))
}

fn read(game: &dyn AnyGame, puzzle: &Puzzle) -> Result<Box<dyn AnyRecord>, Failure> {
    game.read_position(puzzle.position).map_err(|fault| Failure::bad(fault.to_string()))
}

fn choose(game: &dyn AnyGame, all: &[Puzzle], request: &Request) -> Result<usize, Failure> {
    let name = game.info().name;
    let none = || Failure::bad(format!("There are no puzzles of {name} yet."));
    if let Some(number) = request.number {
        let index = number.checked_sub(1).filter(|&index| index < all.len());
        return index.ok_or_else(|| Failure::bad(format!("{name} has the puzzles 1 to {}.", all.len())));
    }
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    if request.theme.is_none() && request.near.is_none() {
        return Puzzle::of_day(now.as_secs() / 86_400, all.len()).ok_or_else(none);
    }
    let fits = |puzzle: &Puzzle| request.theme.as_deref().is_none_or(|theme| puzzle.themes.contains(&theme));
    let mut fitting: Vec<_> = (0..all.len()).filter(|&index| fits(&all[index])).collect();
    if let (Some(theme), true, false) = (&request.theme, fitting.is_empty(), all.is_empty()) {
        let known: BTreeSet<_> = all.iter().flat_map(|puzzle| puzzle.themes.iter().copied()).collect();
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        return Err(Failure::bad(format!(
            "{name} has no puzzles with the theme `{theme}`; there are: {known}."
        )));
    }
    if let Some(near) = request.near {
        fitting.sort_by_key(|&index| all[index].difficulty.abs_diff(near));
        fitting.truncate(20);
    }
    Rng::new(now.as_nanos() as u64).pick(&fitting).ok_or_else(none)
}
