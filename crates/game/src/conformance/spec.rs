//! Tables of expected results, one folder per game under `spec/`.
//!
//! Each line is a row with fields separated by ` ; `; `#` starts a comment line.
//!
//! | file | fields |
//! |---|---|
//! | `perft.txt` | game; position or `start`; leaves at depth 1, 2, 3… |
//! | `accept.txt` | game; dialect; text; the text as written in that dialect, if different |
//! | `refuse.txt` | game; dialect; text; all codes, or `syntax@` with the offset |
//! | | game; `play`; position or `start`; move; the code |
//! | `actions.txt` | game; position or `start`; move; its number |
//! | `playthrough.txt` | game; position or `start`; moves; the last position; winner, `draw` or `-`; reason |
//!
//! The game may have changed rules: `baghchal:captures=3`.

use std::fs;
use std::path::Path;

use crate::{AnyGame, AnyRecord, Fault};

/// Finds a game by the first field of a row.
pub type Find<'a> = &'a dyn Fn(&str) -> Result<Box<dyn AnyGame>, String>;

/// Limits for running a table.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Larger leaf counts are skipped.
    pub leaves: u64,
}

/// Runs every table in a folder and returns the number of rows checked.
pub fn run(folder: &Path, find: Find, limits: Limits) -> Result<usize, String> {
    let mut rows = 0;
    for (file, test) in TABLES {
        let path = folder.join(file);
        if !path.exists() {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split(" ; ").collect();
            let result = find(fields[0]).and_then(|game| test(&*game, &fields[1..], limits));
            result.map_err(|e| format!("{}:{}: {e}", path.display(), number + 1))?;
            rows += 1;
        }
    }
    Ok(rows)
}

type Test = fn(&dyn AnyGame, &[&str], Limits) -> Result<(), String>;

const TABLES: [(&str, Test); 5] = [
    ("perft.txt", perft),
    ("accept.txt", accept),
    ("refuse.txt", refuse),
    ("actions.txt", action),
    ("playthrough.txt", playthrough),
];

fn position(game: &dyn AnyGame, text: &str) -> Result<Box<dyn AnyRecord>, String> {
    match text {
        "start" => Ok(game.start()),
        text => game.read_position(text).map_err(|e| e.to_string()),
    }
}

fn same(what: &str, found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found `{found}`, expected `{expected}`")) }
}

fn perft(game: &dyn AnyGame, fields: &[&str], limits: Limits) -> Result<(), String> {
    let &[start, counts] = fields else { return Err("a perft row has three fields".to_owned()) };
    let record = position(game, start)?;
    for (depth, count) in (1..).zip(counts.split_whitespace()) {
        let expected: u64 = count.parse().map_err(|e| format!("`{count}`: {e}"))?;
        if expected > limits.leaves {
            break;
        }
        let found = record.perft(depth);
        same(&format!("depth {depth}"), &found.to_string(), count)?;
        let divided: u64 = record.divide(depth).into_iter().map(|(_, leaves)| leaves).sum();
        same(&format!("depth {depth}, divided"), &divided.to_string(), count)?;
    }
    Ok(())
}

fn accept(game: &dyn AnyGame, fields: &[&str], _: Limits) -> Result<(), String> {
    let (dialect, text, expected) = match *fields {
        [dialect, text] => (dialect, text, text),
        [dialect, text, expected] => (dialect, text, expected),
        _ => return Err("an accept row has three or four fields".to_owned()),
    };
    let record = game.read(dialect, text).map_err(|e| e.to_string())?;
    same("written", &record.write(dialect).map_err(|e| e.to_string())?, expected)
}

fn codes(fault: &Fault) -> String {
    match fault {
        Fault::Syntax { offset, .. } => format!("syntax@{offset}"),
        other => other.reasons().iter().map(|r| r.code).collect::<Vec<_>>().join(" "),
    }
}

fn refuse(game: &dyn AnyGame, fields: &[&str], _: Limits) -> Result<(), String> {
    let (result, expected) = match *fields {
        ["play", start, m, code] => (position(game, start)?.play(m).map(drop), code),
        [dialect, text, codes] => (game.read(dialect, text).map(drop), codes),
        _ => return Err("a refuse row has four or five fields".to_owned()),
    };
    match result {
        Ok(()) => Err(format!("accepted, expected `{expected}`")),
        Err(fault) => same("refused", &codes(&fault), expected),
    }
}

fn action(game: &dyn AnyGame, fields: &[&str], _: Limits) -> Result<(), String> {
    let &[start, m, expected] = fields else { return Err("an action row has four fields".to_owned()) };
    let record = position(game, start)?;
    let found = record.action_id(m).map_err(|e| e.to_string())?;
    same("number", &found.to_string(), expected)?;
    same("move", &record.action_text(found).map_err(|e| e.to_string())?, m)
}

fn playthrough(game: &dyn AnyGame, fields: &[&str], _: Limits) -> Result<(), String> {
    let &[start, moves, last, winner, reason] = fields else {
        return Err("a playthrough row has six fields".to_owned());
    };
    let mut record = position(game, start)?;
    for m in moves.split_whitespace() {
        record.play(m).map_err(|e| format!("{m}: {e}"))?;
    }
    same("last position", &record.position(), last)?;
    let (found_winner, found_reason) = match record.outcome() {
        None => ("-", "-"),
        Some(outcome) => (outcome.winner.map_or("draw", |side| game.info().side(side)), outcome.ending.code),
    };
    same("winner", found_winner, winner)?;
    same("reason", found_reason, reason)
}
