//! The commands, one module each.

mod background_tables;
mod bench;
#[cfg(feature = "serve")]
mod bot;
mod completions;
mod convert;
#[cfg(feature = "serve")]
mod docs_site;
mod explore;
#[cfg(feature = "serve")]
mod export_page;
mod games;
mod help;
mod match_progress;
mod matches;
mod moves;
mod new_bot;
mod perft;
mod play;
mod probe;
mod prove;
mod puzzle;
mod puzzles;
mod replay;
#[cfg(feature = "serve")]
mod runtime;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod tables;
mod think;
mod tournament;
mod ugi;
mod verify;

use std::io::Write;

use crate::args::Command;
use crate::output::CommandResult;

/// Executes a command and writes its output to `out`.
pub(crate) fn run(command: Command, out: &mut dyn Write) -> CommandResult {
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
            let request =
                convert::ConvertRequest { from, to, moves, position: position.text()?, json: json.json };
            convert::run(&game, &request, &text, out)
        }
        Command::Show { game, position, moves, pictures, json } => {
            show::run(&game, position.text()?.as_deref(), &moves, &pictures, json.json, out)
        }
        Command::Play { game, position, load, level, side, time, tables } => {
            let request = play::PlayRequest { position: position.text()?, load, level, side, time, tables };
            play::run(&game, &request, out)
        }
        Command::Think { game, position, moves, lines, search, json } => {
            think::run(&game, position.text()?.as_deref(), &moves, &search, lines, json.json, out)
        }
        Command::Match { game, args, json } => matches::run(&game, &args, json.json, out),
        Command::Tournament { game, args, json } => tournament::run(&game, &args, json.json, out),
        Command::Ugi { game, engine } => ugi::run(&game, &engine, out),
        Command::Bench { nodes, json } => bench::run(nodes, json.json, out),
        Command::Solve { game, phase, men, ending, tables, verify, samples, stats, list, limit, json } => {
            let json = json.json;
            let request =
                solve::SolveRequest { phase, men, ending, verify, samples, stats, list, limit, json };
            solve::run(&game, &tables, &request, out)
        }
        Command::Probe { game, position, stdin, tables, json } => {
            probe::run(&game, position.or(stdin).as_deref(), &tables, json.json, out)
        }
        Command::Prove { game, position, moves, time, out: file, json } => {
            let request =
                prove::ProveRequest { position: position.text()?, moves, time, out: file, json: json.json };
            prove::run(&game, &request, out)
        }
        Command::VerifyProof { file, json } => verify::proof(&file, json.json, out),
        Command::VerifyTables { folder, samples, all, json } => {
            verify::run(&folder, &verify::VerifyRequest { samples, all, json: json.json }, out)
        }
        Command::Explore { game, position, tables } => {
            explore::run(&game, position.text()?.as_deref(), &tables, out)
        }
        Command::Puzzles { game, count, seed, prove, tables, json } => puzzles::run(
            &game,
            &tables,
            &puzzles::PuzzlesRequest { count, seed, prove, json: json.json },
            out,
        ),
        Command::Puzzle { game, number, theme, rating } => {
            let request = puzzle::PuzzleRequest { number, theme, rating };
            puzzle::run(&game, &request, out)
        }
        #[cfg(feature = "serve")]
        Command::Serve(options) => serve::run(*options),
        #[cfg(feature = "serve")]
        Command::Page { folder, tables, dir } => {
            let tables = tables.then(|| tables::required_folder(dir.as_deref())).transpose()?;
            export_page::run(&folder, tables.as_deref(), out)
        }
        #[cfg(feature = "serve")]
        Command::Docs { folder } => docs_site::run(&folder, out),
        #[cfg(feature = "serve")]
        Command::Bot { game, options } => bot::run(&game, *options, out),
        Command::NewBot { language, name, game, server, folder } => {
            new_bot::run(&new_bot::NewBotRequest { language, name, game, server, folder }, out)
        }
        #[cfg(feature = "serve")]
        Command::Backup { store, since, file } => serve::backup(&store, &since, &file),
        #[cfg(feature = "serve")]
        Command::CheckLedger { store, repair } => serve::check(&store, repair, out),
        #[cfg(feature = "serve")]
        Command::Restore { store, files } => serve::restore(&store, &files),
        #[cfg(feature = "serve")]
        Command::Prune { store, older_than, dry_run } => serve::prune(&store, older_than, dry_run, out),
        #[cfg(feature = "serve")]
        Command::Openapi => serve::openapi(out),
        #[cfg(feature = "serve")]
        Command::Systemd { unit, user } => serve::print_unit(unit, user.as_deref(), out),
        Command::Completions { shell } => completions::run(shell, out),
        Command::Man { folder } => help::manual(folder.as_deref(), out),
        Command::Help { about } => help::run(about.as_deref(), out),
    }
}
