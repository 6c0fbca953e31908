//! Drives one session over a connection: reads, searches and replies until either side closes.

use std::future::pending;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use chautari_compute::{Client, Overload, SearchRequest, ThinkError};
use chautari_game::{Level, Thought};
use chautari_gomoku::Gomoku;
use chautari_http::{Action, Billed, Heartbeat};
use chautari_platform::Platform;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep, timeout, timeout_at};

use crate::{ClientKind, Frame, Limits, Reply, Session, Task};

/// A transport for messages. `receive` is cancel-safe.
pub(crate) trait Wire: Send {
    /// Receives the next messages; `None` if the client is gone.
    fn receive(&mut self) -> impl Future<Output = Option<Vec<Frame>>> + Send;
    /// Sends one message.
    fn say(&mut self, message: &str) -> impl Future<Output = io::Result<()>> + Send;
    /// Sends a ping, if the transport has one.
    fn ping(&mut self) -> impl Future<Output = io::Result<()>> + Send;
    /// The time of the last frame from the client, pongs included; `None` if the transport has no pings.
    fn received(&self) -> Option<Instant>;
    /// Closes the connection.
    fn close(&mut self) -> impl Future<Output = ()> + Send;
}

/// The longest time to send a message to a client that does not read.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// The delay before retrying a busy engine.
const RETRY_DELAY: Duration = Duration::from_millis(100);

type Thinking = Pin<Box<dyn Future<Output = Result<Thought<String>, String>> + Send>>;

/// Runs a session until the connection ends, then cancels its search. `came` is the time of the connection.
pub(crate) async fn run_session(
    app: &Platform,
    client: Client,
    limits: Limits,
    kind: ClientKind,
    came: Instant,
    wire: &mut impl Wire,
) {
    let mut session = Session::with_client(kind);
    let mut thinking: Option<Thinking> = None;
    let mut heartbeat = Heartbeat::new(app.http(), client);
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
                session.thought(thought)
            }
            received = timeout_at(idle, wire.receive()) => {
                idle = Instant::now() + limits.idle;
                match received {
                    Ok(Some(frames)) if frames.iter().any(|_| heartbeat.frame().is_err()) => {
                        Session::dismiss("You send more messages than can be answered; connect again later.")
                    }
                    Ok(Some(frames)) => frames.into_iter().flat_map(|frame| session.receive(frame)).collect(),
                    Ok(None) => return,
                    Err(_) if thinking.is_some() => continue,
                    Err(_) => Session::dismiss("Nothing was received for too long; connect again to play on."),
                }
            }
            _ = ping.tick() => {
                let silent = wire.received().is_some_and(|received| received.elapsed() > limits.ping * 16 / 5);
                if silent || !matches!(timeout(SEND_TIMEOUT, wire.ping()).await, Ok(Ok(()))) {
                    return;
                }
                continue;
            }
            () = app.http().shutdown().requested() => Session::dismiss("The server is stopping; connect again soon."),
        };
        for reply in replies {
            match reply {
                Reply::Think(task) => {
                    thinking = Some(Box::pin(think(app.clone(), client, task, limits.engine_timeout)));
                }
                Reply::Say(message) => match timeout(SEND_TIMEOUT, wire.say(&message)).await {
                    Ok(Ok(())) => {}
                    _ => return,
                },
                Reply::Close => {
                    // Nothing needs the result any more, and closing may take a moment.
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
    engine_timeout: Duration,
) -> Result<Thought<String>, String> {
    let until = Instant::now() + engine_timeout;
    // Searches count against the same rate limit as in the API. A board game can wait for its turn.
    while let Err(problem) = app.http().charge(Billed::address(client), Action::Think) {
        if Instant::now() >= until {
            return Err(problem.text().trim_end_matches('.').to_owned());
        }
        sleep(RETRY_DELAY).await;
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
            // A refusal would not help the client.
            Err(ThinkError::Overload(Overload::Client { .. } | Overload::Server { .. }))
                if Instant::now() < until =>
            {
                sleep(RETRY_DELAY).await;
            }
            Err(e) => return Err(e.to_string()),
        }
    }
}
