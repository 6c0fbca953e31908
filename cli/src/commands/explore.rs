//! `explore`: a walk through a game by exact values.

use std::cmp::Reverse;
use std::io::Write;

use chautari_game::{AnyGame, AnyOracle, AnyRecord, OracleError, Prospect};

use super::show::board;
use super::tables;
use crate::lines::{Line, Lines, harmless};
use crate::report::{Failure, verdict, worth};
use crate::{Done, args, input};

/// What one can type besides moves.
const WORDS: [&str; 5] = ["help", "undo", "start", "position", "quit"];

const HELP: &str = "  a move                 as people or programs write it, or its number: go there
  undo                   one move back
  start                  back to where the walk began
  position               the position as text
  quit                   leave
Of each move: its value; how many answers hold that value, of how many there are; and how many plies the
slowest of the wrong answers takes to lose.";

pub(super) fn run(game: &str, position: Option<&str>, place: &args::Tables, out: &mut dyn Write) -> Done {
    let game = tables::game(game, place)?;
    let oracle = tables::oracle(&*game, &tables::needed(place.dir.as_deref())?)?;
    let start = input::position(&*game, position, false)?;
    let mut record = start.fork();
    let mut lines = Lines::new();
    loop {
        board(&*record, out)?;
        let moves = prospects(&*oracle, &*start, &*record)?;
        tell(&*game, &*oracle, &*record, &moves, out)?;
        loop {
            let words = || {
                let moves = record.offers().into_iter().map(|offer| offer.human);
                WORDS.into_iter().map(str::to_owned).chain(moves).collect()
            };
            let line = match lines.next("> ", words, out)? {
                Line::Typed(line) => line,
                Line::Garbled(why) => {
                    writeln!(out, "{why}")?;
                    continue;
                }
                Line::End => return Ok(writeln!(out)?),
            };
            match obey(line.trim(), &*start, &mut record, &moves, out)? {
                Next::Quit => return Ok(()),
                Next::Show => break,
                Next::Ask => {}
            }
        }
    }
}

enum Next {
    Quit,
    Show,
    Ask,
}

fn obey(
    line: &str,
    start: &dyn AnyRecord,
    record: &mut Box<dyn AnyRecord>,
    moves: &[Prospect],
    out: &mut dyn Write,
) -> Result<Next, Failure> {
    match line {
        "" => return Ok(Next::Ask),
        "quit" | "exit" | "q" => return Ok(Next::Quit),
        "help" | "?" => writeln!(out, "{HELP}")?,
        "position" => writeln!(out, "{}", record.position())?,
        "start" => {
            *record = start.fork();
            return Ok(Next::Show);
        }
        "undo" if record.undo().is_some() => return Ok(Next::Show),
        "undo" => writeln!(out, "This is where the walk began.")?,
        text => {
            let numbered = text.parse().ok().and_then(|number: usize| moves.get(number.checked_sub(1)?));
            let text = numbered.map_or(text, |prospect| &prospect.text);
            match record.play_typed(text) {
                Ok(_) => return Ok(Next::Show),
                Err(fault) => writeln!(out, "{}", harmless(&fault.to_string()))?,
            }
        }
    }
    Ok(Next::Ask)
}

/// What each move leads to, the best for the side to move first.
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
        // What is not known stands between a draw and a loss. Of equals, what is harder to answer comes first.
        let merit = prospect.value.map(|value| 2 * value.merit(side));
        (Reverse(merit.unwrap_or(-1)), 1000 * prospect.holding / prospect.replies.max(1))
    });
    Ok(moves)
}

fn tell(
    game: &dyn AnyGame,
    oracle: &dyn AnyOracle,
    record: &dyn AnyRecord,
    moves: &[Prospect],
    out: &mut dyn Write,
) -> Done {
    let info = game.info();
    if let Some(outcome) = record.outcome() {
        return Ok(writeln!(out, "{}", verdict(info, outcome))?);
    }
    let value = oracle.value(&record.position()).map_err(|error| Failure::bad(error.to_string()))?;
    writeln!(out, "{} to {}: {}", info.called(record.turn()), record.action(), worth(info, value))?;
    for (number, Prospect { text, value, replies, holding, deepest }) in (1..).zip(moves) {
        let human = record.human_line(std::slice::from_ref(text)).pop().unwrap_or_default();
        if value.is_none() {
            writeln!(out, "{number:>4}  {human:<12} {}", worth(info, *value))?;
            continue;
        }
        if *replies == 0 {
            writeln!(out, "{number:>4}  {human:<12} {}", worth(info, *value))?;
            continue;
        }
        let trap =
            deepest.map(|plies| format!(", the worst of the others loses in {plies}")).unwrap_or_default();
        writeln!(
            out,
            "{number:>4}  {human:<12} {:<28} {holding} of {replies} answers hold{trap}",
            worth(info, *value)
        )?;
    }
    if value.is_none() || moves.iter().any(|prospect| prospect.value.is_none()) {
        writeln!(
            out,
            "What is not known is in none of these tables; `chautari solve {}` makes the rest.",
            info.id
        )?;
    }
    Ok(())
}
