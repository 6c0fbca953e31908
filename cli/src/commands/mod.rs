//! What each command does.

mod bench;
mod convert;
mod games;
mod matches;
mod moves;
mod perft;
mod play;
mod probe;
mod replay;
mod score;
mod show;
mod solve;
mod tables;
mod think;
mod ugi;

use std::io::Write;

use clap::CommandFactory;

use crate::Done;
use crate::args::{Args, Command};

pub(crate) fn run(command: Command, out: &mut dyn Write) -> Done {
    match command {
        Command::Games { json } => games::run(json.json, out),
        Command::Perft { game, depth, position, divide, json } => {
            perft::run(&game, depth, position.position.as_deref(), divide, json.json, out)
        }
        Command::Moves { game, position, stdin, json } => {
            moves::run(&game, position.or(stdin).as_deref(), json.json, out)
        }
        Command::Replay { game, position, moves, json } => {
            replay::run(&game, position.position.as_deref(), &moves, json.json, out)
        }
        Command::Convert { game, from, to, moves, position, text, json } => {
            let request = convert::Request { from, to, moves, position: position.position, json: json.json };
            convert::run(&game, &request, &text, out)
        }
        Command::Show { game, position, moves, json } => {
            show::run(&game, position.position.as_deref(), &moves, json.json, out)
        }
        Command::Play { game, position, load, level, side, time } => {
            let request = play::Request { position: position.position, load, level, side, time };
            play::run(&game, &request, &mut std::io::stdin().lock(), out)
        }
        Command::Think { game, position, moves, thinking, json } => {
            think::run(&game, position.position.as_deref(), &moves, &thinking, json.json, out)
        }
        Command::Match { game, plan, json } => matches::run(&game, &plan, json.json, out),
        Command::Ugi { game, means } => ugi::run(&game, &means, out),
        Command::Bench { nodes, json } => bench::run(nodes, json.json, out),
        Command::Solve { game, phase, tables, verify, stats, json } => {
            let request = solve::Request { phase, verify, stats, json: json.json };
            solve::run(&game, &tables, &request, out)
        }
        Command::Probe { game, position, stdin, tables, json } => {
            probe::run(&game, position.or(stdin).as_deref(), &tables, json.json, out)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "chautari", &mut script);
            Ok(out.write_all(&script)?)
        }
        Command::Man => Ok(clap_mangen::Man::new(Args::command()).render(&mut &mut *out)?),
    }
}
