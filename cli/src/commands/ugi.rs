//! `ugi`: an engine that listens on standard input.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use chautari_game::{AnyGame, EngineOptions, Fault, Rng, Stop, Thought};
use chautari_ugi::{Dialogue, Frame, Reply, Task, read_frame};

use crate::commands::think;
use crate::{Done, args, input};

/// What the talking thread waits for.
enum Signal {
    Heard(Frame),
    Better(Thought<String>),
    Finished(Result<Thought<String>, Fault>),
}

/// What the thinking thread waits for.
enum Order {
    Think(Task),
    Forget,
}

pub(super) fn run(game: &str, means: &args::Means, out: &mut dyn Write) -> Done {
    let game = input::game(game)?;
    let means = think::means(&*game, means)?;
    // Two processes that leave something to chance must not play the same game.
    let dice = Rng::new(RandomState::new().build_hasher().finish());
    let mut dialogue = Dialogue::new(game.boxed(), means).with_dice(dice);
    let (signals, inbox) = mpsc::channel();
    let (orders, tasks) = mpsc::channel();
    let heard = signals.clone();
    // Both threads end with the process: the one may wait for a line that never comes.
    thread::spawn(move || listen(&heard));
    thread::spawn(move || think(&*game, &tasks, &signals));
    let mut stop = Stop::default();
    for signal in inbox {
        let replies = match signal {
            Signal::Heard(frame) => dialogue.hear(&frame),
            Signal::Better(thought) => dialogue.better(&thought),
            Signal::Finished(thought) => dialogue.finished(&thought),
        };
        for reply in replies {
            match reply {
                Reply::Say(line) => writeln!(out, "{line}")?,
                Reply::Stop => stop.stop(),
                Reply::Think(task) => {
                    stop = task.limit.stop.clone();
                    let _ = orders.send(Order::Think(task));
                }
                Reply::Forget => {
                    let _ = orders.send(Order::Forget);
                }
                Reply::Quit => return Ok(()),
            }
        }
        out.flush()?;
    }
    Ok(())
}

fn listen(heard: &Sender<Signal>) {
    let mut from = BufReader::new(io::stdin());
    loop {
        // A pipe that breaks has no more to say.
        let frame = read_frame(&mut from).unwrap_or(Frame::End);
        let last = frame == Frame::End;
        if heard.send(Signal::Heard(frame)).is_err() || last {
            return;
        }
    }
}

/// Thinks about one task after the other. The engine is made when it is first needed, and anew when
/// its means change.
fn think(game: &dyn AnyGame, tasks: &Receiver<Order>, signals: &Sender<Signal>) {
    let mut seated: Option<(EngineOptions, _)> = None;
    for order in tasks {
        let Order::Think(task) = order else {
            seated = None;
            continue;
        };
        if seated.as_ref().is_some_and(|(means, _)| *means != task.means) {
            // The old tables go before the new ones come.
            seated = None;
        }
        let (_, engine) = seated.get_or_insert_with(|| (task.means.clone(), game.engine(&task.means)));
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
