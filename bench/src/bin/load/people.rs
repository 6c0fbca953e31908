//! A whole user population: users with a page open, many in the lobby, some playing.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chautari_e2e::Server;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::board::{Board, PACE, Played};
use crate::http::{HttpLine, post, text};
use crate::lobby::{Observer, Offers, offer};
use crate::report::quantile;
use crate::thresholds::Thresholds;

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The size of the population by activity.
#[derive(Clone, Copy)]
pub(crate) struct Crowd {
    pub(crate) people: usize,
    pub(crate) in_lobby: usize,
    pub(crate) games: usize,
}

/// A user with a name.
#[derive(Clone)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) key: String,
}

/// One in this many users in the lobby measures delays.
const OBSERVERS: usize = 50;

/// The number of concurrent requests while users arrive.
const QUEUES: usize = 32;

/// Lets all users connect to these addresses and act for `time`. Measurement starts when all are connected.
pub(crate) async fn run(
    servers: &[Server],
    doors: &[SocketAddr],
    crowd: Crowd,
    time: Duration,
) -> Thresholds {
    let arrival = Instant::now();
    let door = |n: usize| doors[n % doors.len()];
    let people = arrive(doors, crowd.people).await;
    println!("{} people have a name after {:.1} s", people.len(), arrival.elapsed().as_secs_f64());

    let (offers, dropped) = (Arc::new(Offers::default()), Arc::new(AtomicUsize::new(0)));
    let mut pages = JoinSet::new();
    for (n, Account { key, .. }) in people.iter().enumerate() {
        // Players come last; the others are in the lobby.
        let is_in_lobby = n < crowd.in_lobby;
        let hello = format!(r#"{{"type":"hello","token":"{key}","lobby":{is_in_lobby}}}"#);
        let socket = open(door(n), "/api/v1/lobby", &hello).await;
        let watching = (is_in_lobby && n % OBSERVERS == 0).then(|| Observer::new(&offers));
        let dropped = dropped.clone();
        pages.spawn(async move {
            look(socket, watching).await;
            dropped.fetch_add(1, Ordering::Relaxed);
        });
    }
    println!("{} pages are open after {:.1} s", people.len(), arrival.elapsed().as_secs_f64());

    let mut boards = Vec::new();
    for (n, pair) in people[people.len() - 2 * crowd.games..].chunks_exact(2).enumerate() {
        boards.push(Board::begin(door(n), &pair[0].key, &pair[1].key).await);
    }
    println!("{} games have begun after {:.1} s", crowd.games, arrival.elapsed().as_secs_f64());

    let before: Vec<_> = servers.iter().map(Server::cpu).collect();
    let begun = Instant::now();
    let offering = tokio::spawn(offer(door(0), people[..crowd.in_lobby].to_vec(), offers.clone(), time));
    let mut playing = JoinSet::new();
    for (n, board) in boards.into_iter().enumerate() {
        // Spread the moves over time.
        let wait = PACE * n as u32 / crowd.games as u32;
        playing.spawn(async move {
            sleep(wait).await;
            board.play(begun + time).await
        });
    }
    let mut played = Played::default();
    while let Some(board) = playing.join_next().await {
        played.add(board.expect("a board does not panic"));
    }
    offering.await.expect("offering ends");
    let wall = begun.elapsed().as_secs_f64();

    let mut thresholds = Thresholds::default();
    let mut seen = offers.seen();
    let waits = [
        ("moves, acknowledged", &mut played.acknowledged, 100.0),
        ("moves, seen by the other", &mut played.seen, 100.0),
        ("offers, seen in the lobby", &mut seen.added, 300.0),
        ("offers, gone from the lobby", &mut seen.gone, 300.0),
    ];
    for (what, waits, most_ms) in waits {
        report(what, waits, wall);
        thresholds.below(&format!("99 % of {what}"), quantile(waits, 99).as_secs_f64() * 1e3, most_ms, "ms");
        thresholds.none(&format!("nothing measured of {what}"), usize::from(waits.is_empty()));
    }
    println!("{} offers, each before the eyes of {} who look at the clock", seen.offers, seen.observers);
    thresholds.none("changes in the lobby not seen", seen.missed);
    for (server, before) in servers.iter().zip(before) {
        let peak = server.peak_memory() as f64 / 1e6;
        let cores = server.cpu().saturating_sub(before).as_secs_f64() / wall;
        println!("{}: at most {peak:.0} MB, {cores:.2} of a core", server.address());
        thresholds.below(&format!("memory of {}", server.address()), peak, 1000.0, "MB");
    }
    thresholds.none("pages dropped", dropped.load(Ordering::Relaxed));
    thresholds.none("boards dropped", played.dropped);
    pages.abort_all();
    thresholds
}

fn report(what: &str, waits: &mut [Duration], wall: f64) {
    waits.sort_unstable();
    let ms = |percent| quantile(waits, percent).as_secs_f64() * 1e3;
    println!(
        "{what:<28} {:>7} ({:>5.0} a second)   median {:>7.1} ms   99 % {:>7.1} ms   all {:>7.1} ms",
        waits.len(),
        waits.len() as f64 / wall,
        ms(50),
        ms(99),
        ms(100),
    );
}

/// Lets every user choose a name.
async fn arrive(doors: &[SocketAddr], people: usize) -> Vec<Account> {
    let mut queues = JoinSet::new();
    for queue in 0..QUEUES {
        let address = doors[queue % doors.len()];
        queues.spawn(async move {
            let mut line = HttpLine::open(address).await.expect("the server takes a connection");
            let mut named = Vec::new();
            for n in (queue..people).step_by(QUEUES) {
                let asked = post("/api/v1/people", None, &format!(r#"{{"name":"Player {n}"}}"#));
                line.expect(&asked, 201).await.expect("the name is free");
                named.push(Account { name: text(&line, "name"), key: text(&line, "token") });
            }
            named
        });
    }
    queues.join_all().await.concat()
}

/// Opens a socket and completes its greeting.
pub(crate) async fn open(address: SocketAddr, path: &str, hello: &str) -> Socket {
    let (mut socket, _) =
        connect_async(format!("ws://{address}{path}")).await.expect("the server takes a socket");
    socket.send(Message::text(hello)).await.expect("the server listens");
    socket
}

/// Reads a socket until it is closed; observers record when offers appear and disappear.
async fn look(mut socket: Socket, mut watching: Option<Observer>) {
    while let Some(Ok(message)) = socket.next().await {
        if message.is_close() {
            return;
        }
        if let (Some(watching), Message::Text(text)) = (&mut watching, message) {
            watching.hear(&text);
        }
    }
}
