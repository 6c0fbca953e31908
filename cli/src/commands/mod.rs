//! What each command does.

mod bench;
#[cfg(feature = "serve")]
mod bot;
mod convert;
#[cfg(feature = "serve")]
mod docs_site;
mod explore;
mod games;
pub(crate) mod help;
mod matches;
mod moves;
#[cfg(feature = "serve")]
mod page;
mod perft;
mod play;
mod preparing;
mod probe;
mod prove;
mod puzzle;
mod puzzles;
mod replay;
mod score;
#[cfg(feature = "serve")]
pub(crate) mod serve;
mod show;
mod solve;
mod tables;
mod think;
mod tournament;
mod ugi;
mod verify;

use std::io::Write;

use crate::args::Command;
use crate::{Done, completed};

pub(crate) fn run(command: Command, out: &mut dyn Write) -> Done {
    match command {
        Command::Games { json } => games::run(json.json, out),
        Command::Perft { game, depth, position, divide, json } => {
            perft::run(&game, depth, position.text()?.as_deref(), divide, json.json, out)
        }
        Command::Moves { game, position, stdin, json } => {
            moves::run(&game, position.or(stdin).as_deref(), json.json, out)
        }
        Command::Replay { game, position, moves, json } => {
            replay::run(&game, position.text()?.as_deref(), &moves, json.json, out)
        }
        Command::Convert { game, from, to, moves, position, text, json } => {
            let request = convert::Request { from, to, moves, position: position.text()?, json: json.json };
            convert::run(&game, &request, &text, out)
        }
        Command::Show { game, position, moves, pictures, json } => {
            show::run(&game, position.text()?.as_deref(), &moves, &pictures, json.json, out)
        }
        Command::Play { game, position, load, level, side, time, tables } => {
            let request = play::Request { position: position.text()?, load, level, side, time, tables };
            play::run(&game, &request, out)
        }
        Command::Think { game, position, moves, lines, thinking, json } => {
            think::run(&game, position.text()?.as_deref(), &moves, &thinking, lines, json.json, out)
        }
        Command::Match { game, plan, json } => matches::run(&game, &plan, json.json, out),
        Command::Tournament { game, plan, json } => tournament::run(&game, &plan, json.json, out),
        Command::Ugi { game, means } => ugi::run(&game, &means, out),
        Command::Bench { nodes, json } => bench::run(nodes, json.json, out),
        Command::Solve { game, phase, men, ending, tables, verify, samples, stats, list, limit, json } => {
            let json = json.json;
            let request = solve::Request { phase, men, ending, verify, samples, stats, list, limit, json };
            solve::run(&game, &tables, &request, out)
        }
        Command::Probe { game, position, stdin, tables, json } => {
            probe::run(&game, position.or(stdin).as_deref(), &tables, json.json, out)
        }
        Command::Prove { game, position, moves, time, out: file, json } => {
            let request =
                prove::Request { position: position.text()?, moves, time, out: file, json: json.json };
            prove::run(&game, &request, out)
        }
        Command::VerifyProof { file, json } => verify::proof(&file, json.json, out),
        Command::VerifyTables { folder, samples, all, json } => {
            verify::run(&folder, &verify::Request { samples, all, json: json.json }, out)
        }
        Command::Explore { game, position, tables } => {
            explore::run(&game, position.text()?.as_deref(), &tables, out)
        }
        Command::Puzzles { game, count, seed, prove, tables, json } => {
            puzzles::run(&game, &tables, &puzzles::Request { count, seed, prove, json: json.json }, out)
        }
        Command::Puzzle { game, number, theme, near } => {
            let request = puzzle::Request { number, theme, near };
            puzzle::run(&game, &request, out)
        }
        #[cfg(feature = "serve")]
        Command::Serve(options) => serve::run(*options),
        #[cfg(feature = "serve")]
        Command::Page { folder, tables, dir } => {
            let tables = tables.then(|| tables::needed(dir.as_deref())).transpose()?;
            page::run(&folder, tables.as_deref(), out)
        }
        #[cfg(feature = "serve")]
        Command::Docs { folder } => docs_site::run(&folder, out),
        #[cfg(feature = "serve")]
        Command::Bot { game, options } => bot::run(&game, *options, out),
        #[cfg(feature = "serve")]
        Command::Backup { store, since, file } => serve::backup(&store, &since, &file),
        #[cfg(feature = "serve")]
        Command::CheckLedger { store } => serve::check(&store, out),
        #[cfg(feature = "serve")]
        Command::Restore { store, files } => serve::restore(&store, &files),
        #[cfg(feature = "serve")]
        Command::Prune { store, older_than, dry_run } => serve::prune(&store, older_than, dry_run, out),
        #[cfg(feature = "serve")]
        Command::Openapi => serve::openapi(out),
        #[cfg(feature = "serve")]
        Command::Systemd { unit, user } => serve::systemd(unit, user.as_deref(), out),
        Command::Completions { shell } => Ok(out.write_all(&completed::script(shell))?),
        Command::Man { folder } => help::manual(folder.as_deref(), out),
        Command::Help { about } => help::run(about.as_deref(), out),
    }
}
