//! A whole place: people with a page open, many of them in the lobby, some at the board.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chautari_e2e::Server;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::http::{HttpLine, post};
use crate::report::quantile;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How many there are of whom.
#[derive(Clone, Copy)]
pub(crate) struct Crowd {
    pub(crate) people: usize,
    pub(crate) in_lobby: usize,
    pub(crate) games: usize,
}

/// How long somebody thinks about a move.
const PACE: Duration = Duration::from_secs(5);

/// How often somebody offers a game in the lobby.
const OFFERS: Duration = Duration::from_millis(200);

/// Of those in the lobby, one in so many looks at the clock.
const OBSERVERS: usize = 50;

/// How many ask at once while everybody arrives.
const QUEUES: usize = 32;

/// When an offer was made, by the name of who made it; and how long after it was seen.
#[derive(Default)]
struct Offers {
    made: Mutex<HashMap<String, Instant>>,
    seen: Mutex<Vec<Duration>>,
}

/// Has them all arrive at these addresses, and do what they do for so long.
pub(crate) async fn run(servers: &[Server], doors: &[SocketAddr], crowd: Crowd, time: Duration) {
    let arrival = Instant::now();
    let door = |n: usize| doors[n % doors.len()];
    let keys = arrive(doors, crowd.people).await;
    println!("{} people have a name after {:.1} s", keys.len(), arrival.elapsed().as_secs_f64());

    let (offers, dropped) = (Arc::new(Offers::default()), Arc::new(AtomicUsize::new(0)));
    let mut pages = JoinSet::new();
    for (n, key) in keys.iter().enumerate() {
        // Those who play come last: in the lobby are others.
        let is_in_lobby = n < crowd.in_lobby;
        let hello = format!(r#"{{"type":"hello","token":"{key}","lobby":{is_in_lobby}}}"#);
        let socket = open(door(n), "/api/v1/lobby", &hello).await;
        let observed = (is_in_lobby && n % OBSERVERS == 0).then(|| offers.clone());
        let dropped = dropped.clone();
        pages.spawn(async move {
            look(socket, observed).await;
            dropped.fetch_add(1, Ordering::Relaxed);
        });
    }
    println!("{} pages are open after {:.1} s", keys.len(), arrival.elapsed().as_secs_f64());

    let mut boards = JoinSet::new();
    let players = keys[keys.len() - 2 * crowd.games..].chunks_exact(2);
    for (n, pair) in players.enumerate() {
        let board = Board::begin(door(n), &pair[0], &pair[1]).await;
        // Not all at the same moment.
        let wait = PACE * n as u32 / crowd.games as u32;
        boards.spawn(async move {
            sleep(wait).await;
            board.play(time).await
        });
    }
    println!("{} games have begun after {:.1} s", crowd.games, arrival.elapsed().as_secs_f64());

    let before: Vec<_> = servers.iter().map(Server::cpu).collect();
    let begun = Instant::now();
    let offering = tokio::spawn(offer(door(0), keys[..crowd.in_lobby].to_vec(), offers.clone(), time));
    let (mut moves, mut seen) = (Vec::new(), Vec::new());
    for (acknowledged, told) in boards.join_all().await {
        moves.extend(acknowledged);
        seen.extend(told);
    }
    let offered = offering.await.expect("offering ends");
    let wall = begun.elapsed().as_secs_f64();
    report("moves, acknowledged", &mut moves, wall);
    report("moves, seen by the other", &mut seen, wall);
    let mut changes = std::mem::take(&mut *offers.seen.lock().unwrap_or_else(PoisonError::into_inner));
    println!("{offered} offers in the lobby");
    report("offers, seen in the lobby", &mut changes, wall);
    for (server, before) in servers.iter().zip(before) {
        println!(
            "{}: {:.0} MiB, {:.2} of a core",
            server.address(),
            server.memory() as f64 / 1024.0 / 1024.0,
            server.cpu().saturating_sub(before).as_secs_f64() / wall,
        );
    }
    println!("{} pages were dropped", dropped.load(Ordering::Relaxed));
    pages.abort_all();
}

fn report(what: &str, waits: &mut [Duration], wall: f64) {
    waits.sort_unstable();
    let ms = |percent| quantile(waits, percent).as_secs_f64() * 1e3;
    println!(
        "{what:<26} {:>7} ({:>5.0} a second)   median {:>7.1} ms   99 % {:>7.1} ms   all {:>7.1} ms",
        waits.len(),
        waits.len() as f64 / wall,
        ms(50),
        ms(99),
        ms(100),
    );
}

/// Everybody chooses a name; their keys.
async fn arrive(doors: &[SocketAddr], people: usize) -> Vec<String> {
    let mut queues = JoinSet::new();
    for queue in 0..QUEUES {
        let address = doors[queue % doors.len()];
        queues.spawn(async move {
            let mut line = HttpLine::open(address).await.expect("the server takes a connection");
            let mut keys = Vec::new();
            for n in (queue..people).step_by(QUEUES) {
                let asked = post("/api/v1/people", None, &format!(r#"{{"name":"Player {n}"}}"#));
                line.expect(&asked, 201).await.expect("the name is free");
                keys.push(text(&line, "token"));
            }
            keys
        });
    }
    queues.join_all().await.concat()
}

fn body(line: &HttpLine) -> Value {
    serde_json::from_slice(&line.body).expect("the server answers with JSON")
}

fn text(line: &HttpLine, field: &str) -> String {
    body(line)[field].as_str().expect("the answer has the field").to_owned()
}

async fn open(address: SocketAddr, path: &str, hello: &str) -> Socket {
    let (mut socket, _) =
        connect_async(format!("ws://{address}{path}")).await.expect("the server takes a socket");
    socket.send(Message::text(hello)).await.expect("the server listens");
    socket
}

/// Looks at a page until it is closed, and notes when offers appear.
async fn look(mut socket: Socket, offers: Option<Arc<Offers>>) {
    while let Some(Ok(message)) = socket.next().await {
        let (Some(offers), Message::Text(text)) = (&offers, message) else { continue };
        if !text.contains(r#""type":"changed""#) {
            continue;
        }
        let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
        for added in frame["added"].as_array().into_iter().flatten() {
            let made = offers.made.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(made) = added["from"]["name"].as_str().and_then(|name| made.get(name)) {
                offers.seen.lock().unwrap_or_else(PoisonError::into_inner).push(made.elapsed());
            }
        }
    }
}

/// Those in the lobby offer games, one after the other, each once; how many did.
async fn offer(address: SocketAddr, keys: Vec<String>, offers: Arc<Offers>, time: Duration) -> usize {
    let mut line = HttpLine::open(address).await.expect("the server takes a connection");
    let (begun, mut count) = (Instant::now(), 0);
    for key in keys {
        if begun.elapsed() >= time {
            break;
        }
        let next = Instant::now() + OFFERS;
        line.expect(&get("/api/v1/people/me", &key), 200).await.expect("the key opens a name");
        let name = text(&line, "name");
        offers.made.lock().unwrap_or_else(PoisonError::into_inner).insert(name, Instant::now());
        let asked = post("/api/v1/invitations", Some(&key), r#"{"terms":{"game":"baghchal"}}"#);
        line.expect(&asked, 201).await.expect("the lobby takes the offer");
        count += 1;
        tokio::time::sleep_until(next.into()).await;
    }
    // The last ones are seen, too.
    sleep(Duration::from_secs(1)).await;
    count
}

fn get(path: &str, key: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n").into_bytes()
}

/// A game of two people, each with the board open, and a connection for what they do.
struct Board {
    line: HttpLine,
    id: String,
    keys: [String; 2],
    sockets: [Socket; 2],
    /// The side to move, and what it can play.
    turn: usize,
    offer: Option<String>,
    moves: usize,
}

impl Board {
    async fn begin(address: SocketAddr, one: &str, two: &str) -> Board {
        let mut line = HttpLine::open(address).await.expect("the server takes a connection");
        let asked = r#"{"game":"baghchal","seats":{"goats":{"kind":"person"},"tigers":{"kind":"open"}},"clock":{"initial_ms":1800000}}"#;
        line.expect(&post("/api/v1/matches", Some(one), asked), 201).await.expect("a match begins");
        let id = text(&line, "match");
        let seats = post(&format!("/api/v1/matches/{id}/seats"), Some(two), "{}");
        line.expect(&seats, 200).await.expect("there is a free seat");
        let path = format!("/api/v1/matches/{id}/live");
        let hello = r#"{"type":"hello","from":null}"#;
        let sockets = [open(address, &path, hello).await, open(address, &path, hello).await];
        let mut board = Board {
            id,
            keys: [one.to_owned(), two.to_owned()],
            sockets,
            turn: 0,
            offer: None,
            moves: 0,
            line,
        };
        board.take(&body(&board.line)["state"].clone());
        board
    }

    fn take(&mut self, state: &Value) {
        self.turn = usize::from(state["turn"] == "tigers");
        self.offer = state["offers"][self.moves % 3]["move"].as_str().map(str::to_owned);
    }

    /// Plays for so long; how long moves took to be acknowledged, and to be seen by the other.
    async fn play(mut self, time: Duration) -> (Vec<Duration>, Vec<Duration>) {
        let begun = Instant::now();
        let (mut acknowledged, mut seen) = (Vec::new(), Vec::new());
        while begun.elapsed() < time {
            let Some(offer) = self.offer.clone() else { break };
            let next = Instant::now() + PACE;
            self.moves += 1;
            let action =
                format!(r#"{{"command":"c{}","action":{{"type":"move","move":"{offer}"}}}}"#, self.moves);
            let path = format!("/api/v1/matches/{}/actions", self.id);
            let asked = post(&path, Some(&self.keys[self.turn]), &action);
            let Board { line, sockets: [one, two], turn, .. } = &mut self;
            let (own, other) = if *turn == 0 { (one, two) } else { (two, one) };
            let sent = Instant::now();
            let (done, told, _) = tokio::join!(
                async {
                    line.expect(&asked, 200).await.expect("the server takes the move");
                    sent.elapsed()
                },
                hear(other, sent),
                hear(own, sent)
            );
            acknowledged.push(done);
            seen.push(told);
            self.take(&body(&self.line)["state"].clone());
            tokio::time::sleep_until(next.into()).await;
        }
        (acknowledged, seen)
    }
}

/// How long after that moment the next event came.
async fn hear(socket: &mut Socket, since: Instant) -> Duration {
    let mut last = None;
    while let Some(message) = socket.next().await {
        match message {
            Ok(message) if message.to_text().is_ok_and(|text| text.starts_with(r#"{"type":"event""#)) => {
                return since.elapsed();
            }
            other => last = Some(other),
        }
    }
    panic!("the socket of a player was closed: {last:?}");
}
