//! `puzzle`: one to solve at the terminal.

use std::io::{BufRead, Read, Write};
use std::time::SystemTime;

use chautari_game::{AnyGame, AnyRecord, Dice, Puzzle};

use super::show::board;
use crate::report::Failure;
use crate::{Done, input};

/// No line anybody types is longer.
const MOST_TYPED: u64 = 4096;

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

pub(super) fn run(game: &str, request: &Request, input: &mut dyn BufRead, out: &mut dyn Write) -> Done {
    let game = input::game(game)?;
    let all = Puzzle::read_all(game.info().puzzles);
    let index = choose(&*game, &all, request)?;
    let puzzle = &all[index];
    let mut record = read(&*game, puzzle)?;
    let solver = record.turn();
    let goal =
        if puzzle.themes[0] == Puzzle::HOLD { "one move draws, all others lose" } else { "one move wins" };
    writeln!(out, "Puzzle {} of {}, rated {}: {goal}.", index + 1, all.len(), puzzle.difficulty)?;
    board(&*record, out)?;
    while record.len() < puzzle.moves.len() && record.outcome().is_none() {
        let wanted = puzzle.moves[record.len()];
        if record.turn() != solver {
            let played = input::play(&mut *record, wanted, false)?;
            writeln!(out, "The answer is {}.", played.human)?;
            board(&*record, out)?;
            continue;
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.take(MOST_TYPED).read_line(&mut line)? == 0 {
            return Ok(writeln!(out)?);
        }
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

/// Plays what was typed if it is right; a move that wins at once always is.
fn attempt(record: &mut dyn AnyRecord, typed: &str, wanted: &str, out: &mut dyn Write) -> Done {
    let side = record.turn();
    let mut tried = record.fork();
    if let Err(fault) = tried.play_typed(typed) {
        return Ok(writeln!(out, "{fault}")?);
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
    if let Some(near) = request.near {
        fitting.sort_by_key(|&index| all[index].difficulty.abs_diff(near));
        fitting.truncate(20);
    }
    Dice::new(now.as_nanos() as u64).pick(&fitting).ok_or_else(none)
}
