//! `solve` for the endings of Ban Chess.

use std::io::Write;

use chautari_banchess::endings::{self, Longest, Material, Tables};
use chautari_banchess::{Banchess, Color};
use chautari_game::{AnyRecord, Game, Moment, Record, Side};
use serde::Serialize;

use super::SolveRequest;
use super::progress::SolveProgress;
use crate::args;
use crate::commands::tables;
use crate::output::{CommandResult, Failure};

/// Default number of values to check per ending.
const SAMPLES: u64 = 10_000;

/// Default number of men, kings included.
const MEN: u8 = 4;

pub(super) fn run(
    tables_args: &args::TablesArgs,
    request: &SolveRequest,
    out: &mut dyn Write,
) -> CommandResult {
    if request.phase.is_some() || request.list.is_some() || tables_args.captures.is_some() {
        return Err(Failure::bad("--phase, --list and --captures are for Bagh Chal; use --men or --ending."));
    }
    let (to_build, to_report) = match &request.ending {
        None => {
            let all = Material::up_to(request.men.unwrap_or(MEN).into());
            (all.clone(), all)
        }
        Some(name) => {
            let ending: Material =
                name.parse().map_err(|e: endings::NoMaterial| Failure::bad(e.to_string()))?;
            (ending.with_all_it_leads_to(), vec![ending])
        }
    };
    let folder = tables::required_folder(tables_args.dir.as_deref())?;
    let bar = SolveProgress::new();
    let tables = endings::build(&to_build, &folder, &bar).map_err(|e| Failure::bad(e.to_string()))?;
    bar.finish(tables.bytes(), &folder);
    if request.verify {
        verify(&tables, &to_report, request.samples.unwrap_or(SAMPLES), out)?;
    }
    if request.stats {
        stats(&tables, &to_report, request.json, out)?;
    }
    Ok(())
}

/// Checks random values against those one ply later.
fn verify(tables: &Tables, endings: &[Material], samples: u64, out: &mut dyn Write) -> CommandResult {
    let bar = SolveProgress::checking(samples.saturating_mul(endings.len() as u64));
    for &ending in endings {
        let found = tables.verify(ending, samples, 0).map_err(|e| Failure::bad(e.to_string()))?;
        if let Some(wrong) = found {
            return Err(Failure::no(format!("{ending}: {wrong:?}")));
        }
        bar.checked(&ending.to_string(), samples, "ply", out)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct CountLine {
    ending: String,
    turn: &'static str,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest_win: Option<LongestLine>,
    longest_loss: Option<LongestLine>,
}

#[derive(Serialize)]
struct LongestLine {
    plies: u16,
    positions: u64,
    position: String,
}

impl LongestLine {
    fn new(longest: Longest) -> LongestLine {
        let Longest { plies, positions, position } = longest;
        let moment = Moment { position, last: None, plies: Some(0) };
        LongestLine {
            plies,
            positions,
            position: AnyRecord::position(&Record::from_moment(Banchess, moment)),
        }
    }
}

/// Prints the number of wins, draws and losses per ending and side.
fn stats(tables: &Tables, endings: &[Material], json: bool, out: &mut dyn Write) -> CommandResult {
    if !json {
        writeln!(
            out,
            "{:<6} {:<5} {:>9} {:>9} {:>9} {:>9}  longest win, longest loss",
            "ending", "turn", "positions", "wins", "draws", "losses"
        )?;
    }
    for &ending in endings {
        for (color, side) in [(Color::White, Side::One), (Color::Black, Side::Two)] {
            let count = tables.count(ending, color).map_err(|e| Failure::bad(e.to_string()))?;
            let line = CountLine {
                ending: ending.to_string(),
                turn: Banchess.info().side(side),
                positions: count.total(),
                wins: count.wins,
                draws: count.draws,
                losses: count.losses,
                longest_win: count.longest_win.map(LongestLine::new),
                longest_loss: count.longest_loss.map(LongestLine::new),
            };
            print_count(&line, json, out)?;
        }
        out.flush()?;
    }
    Ok(())
}

fn print_count(line: &CountLine, json: bool, out: &mut dyn Write) -> CommandResult {
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(line)?)?);
    }
    let CountLine { ending, turn, positions, wins, draws, losses, .. } = line;
    let longest = |longest: &Option<LongestLine>| match longest {
        None => "-".to_owned(),
        Some(LongestLine { plies, position, .. }) => format!("{plies} {position}"),
    };
    let (win, loss) = (longest(&line.longest_win), longest(&line.longest_loss));
    Ok(writeln!(out, "{ending:<6} {turn:<5} {positions:>9} {wins:>9} {draws:>9} {losses:>9}  {win}, {loss}")?)
}
