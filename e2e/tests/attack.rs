//! An attacker does his worst while somebody plays: every row of docs/SERVER.md that is about load.
//!
//! In short form it is seen that everything is answered, that memory stays bounded and that afterwards the server
//! is as before. With `CHAUTARI_ATTACK=SECONDS` each attack lasts so long, and the honest client's waits must also
//! stay below three times what they are alone:
//!
//! ```sh
//! CHAUTARI_ATTACK=20 cargo test --profile dist -p chautari-e2e --test attack -- --nocapture
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may fail where it stands, and says what it saw"
)]

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chautari_e2e::{Server, Store};
use futures_util::SinkExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio_tungstenite::tungstenite::Message;

/// What a server with usual options may need.
const MEMORY: u64 = 512 << 20;

/// How many attack at once.
const ATTACKERS: u64 = 8;

/// The server, as somebody sees it from an address of his own: limits count by address.
#[derive(Clone)]
struct Somebody {
    http: reqwest::Client,
    url: String,
    gomoku: String,
}

impl Somebody {
    fn new(address: [u8; 4], server: &Server, gomoku: &str) -> Self {
        let http = reqwest::Client::builder()
            .local_address(IpAddr::V4(Ipv4Addr::from(address)))
            .timeout(Duration::from_mins(1))
            .no_proxy()
            .build();
        Self { http: http.unwrap(), url: format!("http://{}", server.address()), gomoku: gomoku.to_owned() }
    }

    async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Option<(u16, Value)> {
        let mut asked = self.http.post(format!("{}{path}", self.url)).json(body);
        if let Some(token) = token {
            asked = asked.bearer_auth(token);
        }
        let answer = asked.send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.unwrap_or_default()))
    }

    /// Asks for something and leaves before the answer.
    async fn abandon(&self, path: &str) {
        let asked = self.http.get(format!("{}{path}", self.url)).timeout(Duration::from_millis(100));
        let _ = asked.send().await;
    }

    async fn socket(&self, path: &str, frame: Message) {
        let url = format!("ws{}{path}", self.url.strip_prefix("http").unwrap());
        if let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await {
            let _ = socket.send(frame).await;
            let _ = socket.close(None).await;
        }
    }
}

/// Moves of a long game of Bagh Chal: goats are placed, then tigers go to and fro.
fn long_line() -> Vec<&'static str> {
    vec!["mC3"; 300]
}

type Attack = fn(Somebody, u64) -> BoxFuture<'static, ()>;

/// Each kind of attack: one request of it, over and over.
const ATTACKS: [(&str, Attack); 10] = [
    ("a game's name with 250,000 commas", |attacker, _| {
        Box::pin(async move {
            let game = format!("creeper:{}", ",".repeat(250_000));
            let event = json!({"players": ["random", "chautari-1"], "game_pairs": 500, "game": game});
            attacker.post("/event/create", None, &event).await;
        })
    }),
    ("one notation asked for 41,000 times", |attacker, _| {
        Box::pin(async move {
            let body = json!({"write": vec!["pgn"; 41_000]});
            attacker.post("/api/v1/games/banchess/position", None, &body).await;
        })
    }),
    ("searches of 30 s", |attacker, _| {
        Box::pin(async move {
            let asked = attacker.http.post(format!("{}/api/v1/games/gomoku/analysis", attacker.url));
            let _ = asked.json(&json!({"time_ms": 30_000})).timeout(Duration::from_secs(2)).send().await;
        })
    }),
    ("tournaments of slow engines", |attacker, number| {
        Box::pin(async move {
            let players: Vec<_> =
                (0..16).map(|_| json!({"kind": "engine", "level": 10, "time_ms": 30_000})).collect();
            let cup = json!({"name": format!("slow {number}"), "game": "creeper", "format": "round_robin", "players": players});
            attacker.post("/api/v1/tournaments", None, &cup).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        })
    }),
    ("frames of 15 MiB", |attacker, _| {
        Box::pin(async move {
            let frame = Message::text("x".repeat(15 << 20));
            attacker.socket("/gomoku", frame).await;
        })
    }),
    ("animations, abandoned", |attacker, _| {
        Box::pin(async move {
            let moves = "mB1+mA1B1+mC1+mB1A1".to_owned();
            attacker.abandon(&format!("/api/v1/games/baghchal/picture.gif?size=1024&moves={moves}")).await;
        })
    }),
    ("sockets to games that do not exist", |attacker, number| {
        Box::pin(
            async move { attacker.socket(&format!("/api/game/none-{number}/ws"), Message::text("x")).await },
        )
    }),
    ("events of many games", |attacker, number| {
        Box::pin(async move {
            let name = format!("a{number}");
            attacker.post("/player/create", None, &json!({"name": name, "email": ""})).await;
            let event = json!({"players": [name, "random"], "game_pairs": 500});
            attacker.post("/event/create", None, &event).await;
        })
    }),
    ("places of the Gomoku port", |attacker, _| {
        Box::pin(async move {
            if let Ok(mut line) = tokio::net::TcpStream::connect(&attacker.gomoku).await {
                let _ = line.write_all(b"garbage\n").await;
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        })
    }),
    ("positions of 300 plies", |attacker, _| {
        Box::pin(async move {
            attacker.post("/api/v1/games/baghchal/position", None, &json!({"moves": long_line()})).await;
            let moves: Vec<String> = (0..300)
                .map(|ply| format!("{}{}", char::from(b'a' + (ply % 19) as u8), ply / 19 + 1))
                .collect();
            attacker.post("/api/v1/games/gomoku/position", None, &json!({"moves": moves})).await;
        })
    }),
];

/// Somebody who plays a match against himself and looks at positions, and how long each answer took.
async fn play(somebody: &Somebody, time: Duration) -> Vec<Duration> {
    let mut waits = Vec::new();
    let begun = Instant::now();
    'matches: loop {
        let (status, begun_match) =
            somebody.post("/api/v1/matches", None, &json!({"game": "baghchal"})).await.unwrap();
        assert_eq!(status, 201, "{begun_match}");
        let path = format!("/api/v1/matches/{}", begun_match["match"].as_str().unwrap());
        for number in 0..40 {
            if begun.elapsed() > time && waits.len() >= 15 {
                break 'matches;
            }
            let since = Instant::now();
            let state: Value = somebody
                .http
                .get(format!("{}{path}", somebody.url))
                .send()
                .await
                .unwrap()
                .json()
                .await
                .unwrap();
            waits.push(since.elapsed());
            let Some(turn) = state["turn"].as_str() else { continue 'matches };
            let token = begun_match["seats"][turn]["token"].as_str().unwrap();
            let since = Instant::now();
            let (status, position) = somebody
                .post("/api/v1/games/baghchal/position", None, &json!({"moves": state["moves"]}))
                .await
                .unwrap();
            waits.push(since.elapsed());
            assert_eq!(status, 200, "{position}");
            let moves = position["offers"].as_array().unwrap();
            let text = &moves[number % moves.len()]["move"];
            let act = json!({"command": format!("c{number}"), "action": {"type": "move", "move": text}});
            let since = Instant::now();
            let (status, told) = somebody.post(&format!("{path}/actions"), Some(token), &act).await.unwrap();
            waits.push(since.elapsed());
            assert_eq!(status, 200, "{told}");
            // As fast as a quick person with a quick program; it is not he who is to be held up.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    waits.sort_unstable();
    waits
}

/// Attacks until it is to stop, on a thread of its own: whoever waits is to wait for the server, not for him.
fn attack_until(stop: &AtomicBool, attacker: &Somebody, attack: Attack, count: &AtomicU64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let attackers = (0..ATTACKERS).map(|_| async {
        while !stop.load(Ordering::Relaxed) {
            attack(attacker.clone(), count.fetch_add(1, Ordering::Relaxed)).await;
        }
    });
    runtime.block_on(async {
        tokio::select! {
            _ = futures_util::future::join_all(attackers) => {}
            () = async { while !stop.load(Ordering::Relaxed) { tokio::time::sleep(Duration::from_millis(20)).await } } => {}
        }
    });
}

fn at(waits: &[Duration], percent: usize) -> Duration {
    waits[(waits.len() * percent / 100).min(waits.len() - 1)]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_plays_is_served_whatever_others_ask_for() {
    let seconds: Option<u64> = std::env::var("CHAUTARI_ATTACK").ok().and_then(|text| text.parse().ok());
    let time = seconds.map_or(Duration::from_millis(400), Duration::from_secs);
    let store = Store::file();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let gomoku = free.to_string();
    let mut server = Server::start_as_usual(
        store.folder(),
        &store.database,
        &[&format!("--gomoku={gomoku}"), "--tables=none"],
    )
    .await;
    let honest = Somebody::new([127, 0, 0, 2], &server, &gomoku);
    let attacker = Somebody::new([127, 0, 0, 1], &server, &gomoku);
    let alone = play(&honest, time).await;
    println!("{:40} p50 {:?} p99 {:?}", "alone", at(&alone, 50), at(&alone, 99));
    for (name, attack) in ATTACKS {
        let stop = Arc::new(AtomicBool::new(false));
        let count = Arc::new(AtomicU64::new(0));
        let attackers = std::thread::spawn({
            let (attacker, stop, count) = (attacker.clone(), stop.clone(), count.clone());
            move || attack_until(&stop, &attacker, attack, &count)
        });
        let waits = play(&honest, time).await;
        stop.store(true, Ordering::Relaxed);
        attackers.join().unwrap();
        let memory = server.peak_memory();
        println!(
            "{name:40} p50 {:?} p99 {:?}, {} attacks, {} MiB at most so far",
            at(&waits, 50),
            at(&waits, 99),
            count.load(Ordering::Relaxed),
            memory >> 20
        );
        assert!(memory < MEMORY, "{name}: {} MiB", memory >> 20);
        if seconds.is_some() {
            let bound = 3 * at(&alone, 99).max(Duration::from_millis(5));
            assert!(at(&waits, 99) < bound, "{name}: {:?} beside {:?} alone", at(&waits, 99), at(&alone, 99));
        }
    }
    // What was left behind is no burden for a server that starts again.
    server.restart().await;
    let after = play(&honest, time).await;
    println!(
        "{:40} p50 {:?} p99 {:?}, {} MiB",
        "afterwards",
        at(&after, 50),
        at(&after, 99),
        server.memory() >> 20
    );
    assert!(server.peak_memory() < MEMORY);
}
