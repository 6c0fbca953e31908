//! `ugi`: speaks the engine protocol on standard input and output.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use chautari_game::{AnyEngine, AnyGame, EngineOptions, Fault, Limit, Rng, Stop, Thought};
use chautari_ugi::{Frame, Reply, Session, Task, read_frame};

use crate::commands::think;
use crate::output::CommandResult;
use crate::{args, input};

/// The size of the warm-up search: enough to use the evaluation and the move ordering, some milliseconds at most.
const WARM_UP_NODES: u64 = 500;

/// An input of the protocol thread.
enum Signal {
    Received(Frame),
    Loaded,
    Better(Thought<String>),
    Finished(Result<Thought<String>, Fault>),
}

/// A command to the search thread.
enum SearchCommand {
    /// Create the engine and load everything that it needs.
    Load(EngineOptions),
    Think(Task),
    /// Drop the engine with everything it has learned.
    Forget,
}

pub(super) fn run(game: &str, args: &args::EngineArgs, out: &mut dyn Write) -> CommandResult {
    let game = input::game(game)?;
    let means = think::engine_options(&*game, args)?;
    // A random seed, so that two processes with random choices play different games.
    let rng = Rng::new(RandomState::new().build_hasher().finish());
    let mut session = Session::new(game.boxed(), means).with_rng(rng);
    let (signals, inbox) = mpsc::channel();
    let (commands, tasks) = mpsc::channel();
    let received = signals.clone();
    // Both threads are detached and end with the process, because the reader may wait for input forever.
    thread::spawn(move || read_frames(&received));
    thread::spawn(move || think(&*game, &tasks, &signals));
    let mut stop = Stop::default();
    for signal in inbox {
        let replies = match signal {
            Signal::Received(frame) => session.receive(&frame),
            Signal::Loaded => session.loaded(),
            Signal::Better(thought) => session.better(&thought),
            Signal::Finished(thought) => session.finished(&thought),
        };
        for reply in replies {
            match reply {
                Reply::Say(line) => writeln!(out, "{line}")?,
                Reply::Load(options) => {
                    let _ = commands.send(SearchCommand::Load(options));
                }
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

/// The engine, kept between searches with the same options.
type Loaded = Option<(EngineOptions, Box<dyn AnyEngine>)>;

/// Executes commands one after the other. The engine is created when it is first needed and again when its options
/// change.
fn think(game: &dyn AnyGame, commands: &Receiver<SearchCommand>, signals: &Sender<Signal>) {
    let mut current: Loaded = None;
    let mut is_warm = false;
    for command in commands {
        let signal = match command {
            SearchCommand::Forget => {
                current = None;
                continue;
            }
            SearchCommand::Load(options) => {
                if !is_warm {
                    warm_up(game, &options);
                    is_warm = true;
                }
                engine(game, &mut current, &options);
                Signal::Loaded
            }
            SearchCommand::Think(task) => {
                let engine = engine(game, &mut current, &task.means);
                let moves: Vec<&str> = task.moves.iter().map(String::as_str).collect();
                let thought =
                    engine.think(task.start.as_deref(), &moves, &task.limit, &mut |thought| match signals
                        .send(Signal::Better(thought.clone()))
                    {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    });
                Signal::Finished(thought)
            }
        };
        if signals.send(signal).is_err() {
            return;
        }
    }
}

/// Returns the engine with these options.
fn engine<'a>(game: &dyn AnyGame, current: &'a mut Loaded, options: &EngineOptions) -> &'a mut dyn AnyEngine {
    if current.as_ref().is_some_and(|(loaded, _)| loaded != options) {
        // Free the old hash tables before the new ones are allocated.
        *current = None;
    }
    let (_, engine) = current.get_or_insert_with(|| (options.clone(), game.engine(options)));
    engine.as_mut()
}

/// Loads what all engines of a game share, such as networks and tables, by a short search with an engine that is
/// dropped afterwards: the real engine must not remember anything from it.
fn warm_up(game: &dyn AnyGame, options: &EngineOptions) {
    let small = EngineOptions { threads: 1, hash: 1, ..options.clone() };
    let limit = Limit { nodes: Some(WARM_UP_NODES), ..Limit::default() };
    // The start of a game can be searched; a failure would show again in the first real search.
    let _ = game.engine(&small).think(None, &[], &limit, &mut |_| ControlFlow::Continue(()));
}
