//! `ugi`: speaks the engine protocol on standard input and output.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use chautari_game::{AnyGame, EngineOptions, Fault, Rng, Stop, Thought};
use chautari_ugi::{Dialogue, Frame, Reply, Task, read_frame};

use crate::commands::think;
use crate::output::CommandResult;
use crate::{args, input};

/// An input of the protocol thread.
enum Signal {
    Received(Frame),
    Better(Thought<String>),
    Finished(Result<Thought<String>, Fault>),
}

/// A command to the search thread.
enum SearchCommand {
    Think(Task),
    /// Drop the engine with everything it has learned.
    Forget,
}

pub(super) fn run(game: &str, args: &args::EngineArgs, out: &mut dyn Write) -> CommandResult {
    let game = input::game(game)?;
    let means = think::engine_options(&*game, args)?;
    // A random seed, so that two processes with random choices play different games.
    let dice = Rng::new(RandomState::new().build_hasher().finish());
    let mut dialogue = Dialogue::new(game.boxed(), means).with_dice(dice);
    let (signals, inbox) = mpsc::channel();
    let (commands, tasks) = mpsc::channel();
    let received = signals.clone();
    // Both threads are detached and end with the process, because the reader may wait for input forever.
    thread::spawn(move || read_frames(&received));
    thread::spawn(move || think(&*game, &tasks, &signals));
    let mut stop = Stop::default();
    for signal in inbox {
        let replies = match signal {
            Signal::Received(frame) => dialogue.hear(&frame),
            Signal::Better(thought) => dialogue.better(&thought),
            Signal::Finished(thought) => dialogue.finished(&thought),
        };
        for reply in replies {
            match reply {
                Reply::Say(line) => writeln!(out, "{line}")?,
                Reply::Stop => stop.stop(),
                Reply::Think(task) => {
                    stop = task.limit.stop.clone();
                    let _ = commands.send(SearchCommand::Think(task));
                }
                Reply::Forget => {
                    let _ = commands.send(SearchCommand::Forget);
                }
                Reply::Quit => return Ok(()),
            }
        }
        out.flush()?;
    }
    Ok(())
}

/// Reads standard input until it ends.
fn read_frames(received: &Sender<Signal>) {
    let mut from = BufReader::new(io::stdin());
    loop {
        // Treat a read error as the end of the input.
        let frame = read_frame(&mut from).unwrap_or(Frame::End);
        let last = frame == Frame::End;
        if received.send(Signal::Received(frame)).is_err() || last {
            return;
        }
    }
}

/// Executes tasks one after the other. The engine is created when it is first needed and again when its options change.
fn think(game: &dyn AnyGame, tasks: &Receiver<SearchCommand>, signals: &Sender<Signal>) {
    let mut current: Option<(EngineOptions, _)> = None;
    for order in tasks {
        let SearchCommand::Think(task) = order else {
            current = None;
            continue;
        };
        if current.as_ref().is_some_and(|(means, _)| *means != task.means) {
            // Free the old hash tables before the new ones are allocated.
            current = None;
        }
        let (_, engine) = current.get_or_insert_with(|| (task.means.clone(), game.engine(&task.means)));
        let moves: Vec<&str> = task.moves.iter().map(String::as_str).collect();
        let thought = engine.think(task.start.as_deref(), &moves, &task.limit, &mut |thought| match signals
            .send(Signal::Better(thought.clone()))
        {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        });
        if signals.send(Signal::Finished(thought)).is_err() {
            return;
        }
    }
}
