//! One dialogue on one wire: reads, thinks and answers until either end has had enough.

use std::future::pending;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use chautari_compute::{Client, Overload, SearchRequest, ThinkError};
use chautari_game::{Level, Thought};
use chautari_gomoku::Gomoku;
use chautari_http::{Action, Heartbeat};
use chautari_platform::Platform;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout, timeout_at};

use crate::{Dialogue, Frame, Limits, Reply, Task, Words};

/// What carries messages. Hearing may be given up half-way and taken up again.
pub(crate) trait Wire: Send {
    /// The next messages; `None` when the other end is gone.
    fn hear(&mut self) -> impl Future<Output = Option<Vec<Frame>>> + Send;
    /// Sends one message.
    fn say(&mut self, message: &str) -> impl Future<Output = io::Result<()>> + Send;
    /// Asks whether the other end is there, where that can be asked.
    fn ping(&mut self) -> impl Future<Output = io::Result<()>> + Send;
    /// When it last said anything, an answer to that included; `None` where it cannot be asked.
    fn heard(&self) -> Option<Instant>;
    /// Says that this was all.
    fn close(&mut self) -> impl Future<Output = ()> + Send;
}

/// How long a client may take nothing of what it is sent.
const STALL: Duration = Duration::from_secs(20);
/// How long until an engine that had no time is asked again.
const PAUSE: Duration = Duration::from_millis(100);

type Thinking = Pin<Box<dyn Future<Output = Result<Thought<String>, String>> + Send>>;

/// Talks until the wire is gone or closed, with somebody who came then. What is being thought at the end is stopped.
pub(crate) async fn converse(
    app: &Platform,
    client: Client,
    limits: Limits,
    words: Words,
    came: Instant,
    wire: &mut impl Wire,
) {
    let mut dialogue = Dialogue::with_words(words);
    let mut thinking: Option<Thinking> = None;
    let mut hearing = Heartbeat::new(app.http(), client);
    let mut ping = interval_at(Instant::now() + limits.ping, limits.ping);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut idle = came + limits.idle;
    loop {
        let thought = async {
            match &mut thinking {
                Some(thinking) => thinking.await,
                None => pending().await,
            }
        };
        let replies = tokio::select! {
            thought = thought => {
                thinking = None;
                idle = Instant::now() + limits.idle;
                dialogue.thought(thought)
            }
            heard = timeout_at(idle, wire.hear()) => {
                idle = Instant::now() + limits.idle;
                match heard {
                    Ok(Some(frames)) if frames.iter().any(|_| hearing.frame().is_err()) => {
                        Dialogue::dismiss("You send more messages than can be answered; connect again later.")
                    }
                    Ok(Some(frames)) => frames.into_iter().flat_map(|frame| dialogue.hear(frame)).collect(),
                    Ok(None) => return,
                    Err(_) if thinking.is_some() => continue,
                    Err(_) => Dialogue::dismiss("Nothing was heard for too long; connect again to play on."),
                }
            }
            _ = ping.tick() => {
                let silent = wire.heard().is_some_and(|heard| heard.elapsed() > limits.ping * 16 / 5);
                if silent || !matches!(timeout(STALL, wire.ping()).await, Ok(Ok(()))) {
                    return;
                }
                continue;
            }
            () = app.http().shutdown().requested() => Dialogue::dismiss("The server is stopping; connect again soon."),
        };
        for reply in replies {
            match reply {
                Reply::Think(task) => {
                    thinking = Some(Box::pin(think(app.clone(), client, task, limits.patience)));
                }
                Reply::Say(message) => match timeout(STALL, wire.say(&message)).await {
                    Ok(Ok(())) => {}
                    _ => return,
                },
                Reply::Close => {
                    // Nobody waits for the answer any more, and closing may take a moment.
                    drop(thinking);
                    return wire.close().await;
                }
            }
        }
    }
}

async fn think(
    app: Platform,
    client: Client,
    task: Task,
    patience: Duration,
) -> Result<Thought<String>, String> {
    let until = Instant::now() + patience;
    // Counted as everywhere, by whatever door it is asked for. A board game can wait for its turn.
    while let Err(problem) = app.http().admit(client, Action::Think) {
        if Instant::now() >= until {
            return Err(problem.text().trim_end_matches('.').to_owned());
        }
        sleep(PAUSE).await;
    }
    loop {
        let question = SearchRequest {
            game: Box::new(Gomoku),
            start: task.start.clone(),
            moves: task.moves.clone(),
            level: Level::FULL,
            limit: task.limit.clone(),
            seed: 0,
        };
        match app.engines().think(client, question).await {
            Ok(thought) => return Ok(thought),
            // A refusal would be no use to anybody.
            Err(ThinkError::Overload(Overload::Client { .. } | Overload::Server { .. }))
                if Instant::now() < until =>
            {
                sleep(PAUSE).await;
            }
            Err(e) => return Err(e.to_string()),
        }
    }
}
