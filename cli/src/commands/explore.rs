//! `explore`: browses a game by the exact values of its tables.

use std::cmp::Reverse;
use std::io::Write;

use chautari_game::{AnyGame, AnyOracle, AnyRecord, OracleError, Prospect};

use super::show::board;
use super::tables;
use crate::line_editor::{Line, LineReader};
use crate::output::{CommandResult, Failure, describe_outcome, describe_value, replace_control_chars};
use crate::{args, input};

/// Commands besides moves.
const COMMANDS: [&str; 5] = ["help", "undo", "start", "position", "quit"];

const HELP: &str = "  a move                 in any notation, or its number: play it
  undo                   go back one move
  start                  go back to the starting position
  position               print the position as text
  quit                   leave
Each move is listed with its value, the number of replies that keep that value, and the number of plies the
longest-lasting wrong reply takes to lose.";

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    tables_args: &args::TablesArgs,
    out: &mut dyn Write,
) -> CommandResult {
    let game = tables::game(game, tables_args)?;
    let oracle = tables::oracle(&*game, &tables::required_folder(tables_args.dir.as_deref())?)?;
    let start = input::position(&*game, position, false)?;
    let mut record = start.fork();
    let mut lines = LineReader::new();
    loop {
        board(&*record, out)?;
        let moves = prospects(&*oracle, &*start, &*record)?;
        print_moves(&*game, &*oracle, &*record, &moves, out)?;
        loop {
            let words = || {
                let moves = record.offers().into_iter().map(|offer| offer.human);
                COMMANDS.into_iter().map(str::to_owned).chain(moves).collect()
            };
            let line = match lines.next("> ", words, out)? {
                Line::Typed(line) => line,
                Line::Unreadable(why) => {
                    writeln!(out, "{why}")?;
                    continue;
                }
                Line::End => return Ok(writeln!(out)?),
            };
            match execute(line.trim(), &*start, &mut record, &moves, out)? {
                Next::Quit => return Ok(()),
                Next::ShowPosition => break,
                Next::Prompt => {}
            }
        }
    }
}

/// The step that follows a typed line.
enum Next {
    Quit,
    ShowPosition,
    Prompt,
}

/// Executes a typed line.
fn execute(
    line: &str,
    start: &dyn AnyRecord,
    record: &mut Box<dyn AnyRecord>,
    moves: &[Prospect],
    out: &mut dyn Write,
) -> Result<Next, Failure> {
    match line {
        "" => return Ok(Next::Prompt),
        "quit" | "exit" | "q" => return Ok(Next::Quit),
        "help" | "?" => writeln!(out, "{HELP}")?,
        "position" => writeln!(out, "{}", record.position())?,
        "start" => {
            *record = start.fork();
            return Ok(Next::ShowPosition);
        }
        "undo" if record.undo().is_some() => return Ok(Next::ShowPosition),
        "undo" => writeln!(out, "This is the starting position.")?,
        text => {
            let numbered = text.parse().ok().and_then(|number: usize| moves.get(number.checked_sub(1)?));
            let text = numbered.map_or(text, |prospect| &prospect.text);
            match record.play_typed(text) {
                Ok(_) => return Ok(Next::ShowPosition),
                Err(fault) => writeln!(out, "{}", replace_control_chars(&fault.to_string()))?,
            }
        }
    }
    Ok(Next::Prompt)
}

/// Returns the moves with their values, best first for the side to move.
fn prospects(
    oracle: &dyn AnyOracle,
    start: &dyn AnyRecord,
    record: &dyn AnyRecord,
) -> Result<Vec<Prospect>, Failure> {
    let played = record.moves();
    let played: Vec<&str> = played.iter().map(String::as_str).collect();
    let found = oracle.explore(Some(&start.position()), &played);
    let mut moves = found.map_err(|error: OracleError| Failure::bad(error.to_string()))?;
    let side = record.turn();
    moves.sort_by_key(|prospect| {
        // An unknown value ranks between a draw and a loss. Among equals, moves that are harder to answer come first.
        let merit = prospect.value.map(|value| 2 * value.merit(side));
        (Reverse(merit.unwrap_or(-1)), 1000 * prospect.holding / prospect.replies.max(1))
    });
    Ok(moves)
}

fn print_moves(
    game: &dyn AnyGame,
    oracle: &dyn AnyOracle,
    record: &dyn AnyRecord,
    moves: &[Prospect],
    out: &mut dyn Write,
) -> CommandResult {
    let info = game.info();
    if let Some(outcome) = record.outcome() {
        return Ok(writeln!(out, "{}", describe_outcome(info, outcome))?);
    }
    let value = oracle.value(&record.position()).map_err(|error| Failure::bad(error.to_string()))?;
    writeln!(out, "{} to {}: {}", info.called(record.turn()), record.action(), describe_value(info, value))?;
    for (number, Prospect { text, value, replies, holding, deepest }) in (1..).zip(moves) {
        let human = record.human_line(std::slice::from_ref(text)).pop().unwrap_or_default();
        if value.is_none() {
            writeln!(out, "{number:>4}  {human:<12} {}", describe_value(info, *value))?;
            continue;
        }
        if *replies == 0 {
            writeln!(out, "{number:>4}  {human:<12} {}", describe_value(info, *value))?;
            continue;
        }
        let trap =
            deepest.map(|plies| format!(", the longest of the others loses in {plies}")).unwrap_or_default();
        writeln!(
            out,
            "{number:>4}  {human:<12} {:<28} {holding} of {replies} replies hold{trap}",
            describe_value(info, *value)
        )?;
    }
    if value.is_none() || moves.iter().any(|prospect| prospect.value.is_none()) {
        writeln!(
            out,
            "Unknown values are not in these tables; `chautari solve {}` builds the rest.",
            info.id
        )?;
    }
    Ok(())
}
