//! Many watchers and some players.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chautari_e2e::Server;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::game::Game;
use crate::report::quantile;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The number of matches among which passive watchers are spread.
const QUIET: usize = 50;

/// The interval between the moves of a match.
const PACE: Duration = Duration::from_millis(500);

/// Watches quiet matches on `idle` sockets while `active` matches are played, for `time`.
pub(crate) async fn run(server: &Server, idle: usize, active: usize, time: Duration) {
    let before = server.memory();
    let mut quiet = Vec::new();
    for _ in 0..QUIET {
        quiet.push(Game::begin(server.address()).await.expect("the server begins matches").id().to_owned());
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    let opened = Instant::now();
    let mut watchers = tokio::task::JoinSet::new();
    for n in 0..idle {
        let mut socket = watch(server, &quiet[n % QUIET]).await;
        let dropped = dropped.clone();
        watchers.spawn(async move {
            while let Some(Ok(message)) = socket.next().await {
                if message.is_close() {
                    break;
                }
            }
            dropped.fetch_add(1, Ordering::Relaxed);
        });
    }
    let full = server.memory();
    println!(
        "{idle} sockets opened in {:.1} s; the server has {:.1} MiB more, {:.1} KiB each",
        opened.elapsed().as_secs_f64(),
        (full - before.min(full)) as f64 / 1024.0 / 1024.0,
        (full - before.min(full)) as f64 / 1024.0 / idle as f64,
    );
    let cpu = server.cpu();
    let mut players = tokio::task::JoinSet::new();
    for n in 0..active {
        let game = Game::begin(server.address()).await.expect("the server begins matches");
        let socket = watch(server, game.id()).await;
        // Spread the moves over time.
        let wait = PACE * n as u32 / active as u32;
        players.spawn(async move {
            tokio::time::sleep(wait).await;
            play(game, socket, time).await
        });
    }
    let mut waits = players.join_all().await.concat();
    waits.sort_unstable();
    println!(
        "{} moves in {active} matches were seen by a watcher after: median {:.2} ms, 99 % {:.2} ms, all {:.2} ms",
        waits.len(),
        quantile(&waits, 50).as_secs_f64() * 1e3,
        quantile(&waits, 99).as_secs_f64() * 1e3,
        quantile(&waits, 100).as_secs_f64() * 1e3,
    );
    println!(
        "{} of {idle} sockets were dropped; the server has {:.1} MiB and used {:.2} s of processor time meanwhile",
        dropped.load(Ordering::Relaxed),
        server.memory() as f64 / 1024.0 / 1024.0,
        server.cpu().saturating_sub(cpu).as_secs_f64(),
    );
    watchers.abort_all();
}

/// Watches a match from now on.
pub(crate) async fn watch(server: &Server, id: &str) -> Socket {
    let url = format!("ws://{}/api/v1/matches/{id}/live", server.address());
    let (mut socket, _) = connect_async(url).await.expect("the server takes a watcher");
    socket.send(Message::text(r#"{"type":"hello"}"#)).await.expect("the server listens");
    let state = socket.next().await.expect("the server greets").expect("the server greets");
    assert!(state.to_text().is_ok_and(|text| text.contains(r#""type":"state""#)), "{state}");
    socket
}

/// Plays at a steady pace; returns how long after being sent each move reached a watcher.
async fn play(mut game: Game, mut socket: Socket, time: Duration) -> Vec<Duration> {
    let begun = Instant::now();
    let mut waits = Vec::new();
    while begun.elapsed() < time && !game.is_over() {
        let next = Instant::now() + PACE;
        let sent = Instant::now();
        let seen = async {
            while let Some(Ok(message)) = socket.next().await {
                if message.to_text().is_ok_and(|text| text.contains(r#""type":"event""#)) {
                    return sent.elapsed();
                }
            }
            panic!("an active watcher was dropped");
        };
        let (played, seen) = tokio::join!(game.play(), seen);
        played.expect("the server takes the move");
        waits.push(seen);
        tokio::time::sleep_until(next.into()).await;
    }
    waits
}
