//! An attacker does his worst while somebody plays: every row of docs/server/secure.md that is about load, one after the
//! other, and what each leaves behind (tournaments, matches, events) goes on during the rest.
//!
//! In short form it is seen that every attack meets what it means to, that everything else is answered, that memory
//! stays bounded and that afterwards the server is as before. With `CHAUTARI_ATTACK=SECONDS` each attack lasts so long, and the honest client's waits must also
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

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chautari_e2e::{Server, Store};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::{Error, Message};

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
    /// Real lines of play, by game: what is not legal is refused before it costs anything.
    lines: Arc<BTreeMap<&'static str, Vec<String>>>,
    /// Where a tournament is that many have entered.
    cup: String,
}

/// What opens `/think` of Softserve here.
const THINK_TOKEN: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

impl Somebody {
    fn new(address: [u8; 4], server: &Server, gomoku: &str) -> Self {
        let http = reqwest::Client::builder()
            .local_address(IpAddr::V4(Ipv4Addr::from(address)))
            .timeout(Duration::from_mins(1))
            .no_proxy()
            .build();
        Self {
            http: http.unwrap(),
            url: format!("http://{}", server.address()),
            gomoku: gomoku.to_owned(),
            lines: Arc::default(),
            cup: String::new(),
        }
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

    /// The status of an answer that is not looked at.
    async fn told(&self, path: &str, body: &Value) -> u16 {
        self.post(path, None, body).await.map_or(GONE, |(status, _)| status)
    }

    async fn get(&self, path: &str) -> Value {
        self.http.get(format!("{}{path}", self.url)).send().await.unwrap().json().await.unwrap()
    }

    /// Has something sent, compressed, to the end of it.
    async fn fetch(&self, path: &str) -> u16 {
        let asked = self.http.get(format!("{}{path}", self.url)).header("accept-encoding", "gzip");
        let Ok(answer) = asked.send().await else { return GONE };
        let status = answer.status().as_u16();
        if answer.bytes().await.is_ok() { status } else { GONE }
    }

    /// Sets up a tournament that does not begin, with as many as may enter; where it is.
    async fn large_cup(&self) -> String {
        let players = vec![json!({"kind": "random"}); 256];
        let cup =
            json!({"name": "large", "game": "creeper", "format": "swiss", "players": players, "waits": true});
        let (status, told) = self.post("/api/v1/tournaments", None, &cup).await.unwrap();
        assert_eq!(status, 201, "{told}");
        format!("/api/v1/tournaments/{}", told["tournament"].as_str().unwrap())
    }

    /// Asks for something and leaves before the answer, unless it comes at once.
    async fn abandon(&self, path: &str) -> u16 {
        let asked = self.http.get(format!("{}{path}", self.url)).timeout(Duration::from_millis(100));
        asked.send().await.map_or(GONE, |answer| answer.status().as_u16())
    }

    /// Opens a socket; the status where there is none.
    async fn socket(&self, path: &str) -> Result<Socket, u16> {
        let url = format!("ws{}{path}", self.url.strip_prefix("http").unwrap());
        match tokio_tungstenite::connect_async(url).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(refused)) => Err(refused.status().as_u16()),
            Err(_) => Err(GONE),
        }
    }

    /// A real line of play that goes on for so long, found by asking what can be played.
    async fn long_line(&self, game: &str, plies: usize) -> Vec<String> {
        let path = format!("/api/v1/games/{game}/position");
        let mut moves: Vec<String> = Vec::new();
        let mut offers = self.post(&path, None, &json!({})).await.unwrap().1["offers"].clone();
        'plies: while moves.len() < plies {
            let choices = offers.as_array().unwrap().clone();
            for number in 0..choices.len() {
                let choice = &choices[(moves.len() * 7 + number) % choices.len()];
                moves.push(choice["move"].as_str().unwrap().to_owned());
                let (status, position) = self.post(&path, None, &json!({"moves": moves})).await.unwrap();
                assert_eq!(status, 200, "{position}");
                if position["outcome"].is_null() {
                    offers = position["offers"].clone();
                    continue 'plies;
                }
                moves.pop();
            }
            panic!("{game} ends after {} plies whatever is played", moves.len());
        }
        moves
    }
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// In place of a status: no answer came, or it was not waited for.
const GONE: u16 = 0;

/// How long the lines are that attackers send: longer than what is worked out at once.
const LONG: usize = 120;

type Attack = fn(Somebody, u64) -> BoxFuture<'static, u16>;

/// A kind of attack: one request of it, over and over, and the status it is told.
struct Row {
    name: &'static str,
    attack: Attack,
    /// At least once it is told this: else it attacks something else than it means to.
    hits: u16,
    /// What else it may be told, besides that it asks too often.
    or: &'static [u16],
}

/// Whoever is refused before a long body was read may find the connection closed instead.
const CUT_OFF: &[u16] = &[GONE];

const ATTACKS: &[Row] = &[
    Row {
        name: "a game's name with 250,000 commas",
        hits: 422,
        or: CUT_OFF,
        attack: |attacker, _| {
            Box::pin(async move {
                let game = format!("creeper:{}", ",".repeat(250_000));
                let event = json!({"players": ["random", "chautari-1"], "game_pairs": 500, "game": game});
                attacker.told("/event/create", &event).await
            })
        },
    },
    Row {
        name: "one notation asked for 41,000 times",
        hits: 413,
        or: CUT_OFF,
        attack: |attacker, _| {
            Box::pin(async move {
                let body = json!({"write": vec!["pgn"; 41_000]});
                attacker.told("/api/v1/games/banchess/position", &body).await
            })
        },
    },
    Row {
        name: "a tournament's opening of 10,000 plies",
        hits: 422,
        or: CUT_OFF,
        attack: |attacker, _| {
            Box::pin(async move {
                let opening = format!("{} ", attacker.lines["gomoku"].join(" ")).repeat(10_000 / LONG);
                let engines = json!([{"kind": "random"}, {"kind": "random"}]);
                let cup = json!({
                    "name": "long", "game": "gomoku", "format": "swiss", "players": engines, "openings": [opening],
                });
                attacker.told("/api/v1/tournaments", &cup).await
            })
        },
    },
    Row {
        name: "matches with a clock after long games",
        hits: 201,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let moves = &attacker.lines["baghchal"];
                let clock = json!({"initial_ms": 80_000_000});
                let asked = json!({"game": "baghchal", "moves": moves, "clock": clock});
                attacker.told("/api/v1/matches", &asked).await
            })
        },
    },
    Row {
        name: "versions of a study",
        hits: 200,
        // Where the refusal comes before all of a long sheet has gone, the connection may be cut.
        or: &[GONE],
        attack: |attacker, _| {
            Box::pin(async move {
                let made = attacker.post("/api/v1/studies", None, &long_study(&attacker, 0)).await;
                let Some((201, made)) = made else { return made.map_or(GONE, |(status, _)| status) };
                let url = format!("{}/api/v1/studies/{}", attacker.url, made["study"].as_str().unwrap());
                let token = made["token"].as_str().unwrap();
                for number in 1..60 {
                    let save = json!({"sheet": long_study(&attacker, number)});
                    let saved = attacker.http.put(&url).bearer_auth(token).json(&save).send().await;
                    if saved.is_ok_and(|saved| saved.status() != 200) {
                        break;
                    }
                }
                let looks = (0..8).map(|_| attacker.http.get(&url).send());
                let looked = futures_util::future::join_all(looks).await.pop().unwrap();
                looked.map_or(GONE, |answer| answer.status().as_u16())
            })
        },
    },
    Row {
        name: "searches of 30 s",
        hits: 200,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let asked = attacker.http.post(format!("{}/api/v1/games/gomoku/analysis", attacker.url));
                let asked = asked.json(&json!({"time_ms": 30_000}));
                let Ok(mut thoughts) = asked.send().await else { return GONE };
                let listen = async { while let Ok(Some(_)) = thoughts.chunk().await {} };
                let _ = tokio::time::timeout(Duration::from_secs(2), listen).await;
                thoughts.status().as_u16()
            })
        },
    },
    Row {
        name: "tournaments of slow engines",
        hits: 201,
        // Eight are enough.
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                let players: Vec<_> =
                    (0..16).map(|_| json!({"kind": "engine", "level": 10, "time_ms": 30_000})).collect();
                let cup = json!({"name": format!("slow {number}"), "game": "creeper", "format": "round_robin", "players": players});
                let told = attacker.told("/api/v1/tournaments", &cup).await;
                tokio::time::sleep(Duration::from_millis(100)).await;
                told
            })
        },
    },
    Row {
        name: "matches against slow engines",
        hits: 201,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let slow = json!({"kind": "engine", "level": 10, "time_ms": 30_000});
                let asked = json!({"game": "gomoku", "seats": {"black": slow}});
                attacker.told("/api/v1/matches", &asked).await
            })
        },
    },
    Row {
        name: "frames of 15 MiB",
        hits: 101,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let mut socket = match attacker.socket("/gomoku").await {
                    Ok(socket) => socket,
                    Err(told) => return told,
                };
                let _ = socket.send(Message::text("x".repeat(15 << 20))).await;
                101
            })
        },
    },
    Row {
        name: "frames of 15 MiB to the Gomoku port",
        hits: 101,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let url = format!("ws://{}/", attacker.gomoku);
                let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await else { return 429 };
                let _ = socket.send(Message::text("x".repeat(15 << 20))).await;
                101
            })
        },
    },
    Row {
        name: "the same pages, to be compressed for each",
        hits: 200,
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                let pages = ["/openapi.json", "/docs/guide/search.js", "/docs/guide/server.html"];
                attacker.fetch(pages[number as usize % pages.len()]).await
            })
        },
    },
    Row {
        name: "lists of what is over",
        hits: 200,
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                let lists = ["/api/v1/matches", "/api/v1/tournaments", "/api/v1/matches.ndjson"];
                let list = lists[number as usize % lists.len()];
                attacker.fetch(&format!("{list}?state=ended&limit=100")).await
            })
        },
    },
    Row {
        name: "a large tournament, looked at",
        hits: 200,
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                let views = ["", "/export.json", "/export.csv?table=crosstable"];
                attacker.fetch(&format!("{}{}", attacker.cup, views[number as usize % views.len()])).await
            })
        },
    },
    Row {
        name: "positions of 40 plies",
        hits: 200,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let moves = &attacker.lines["baghchal"][..40];
                attacker.told("/api/v1/games/baghchal/position", &json!({"moves": moves})).await
            })
        },
    },
    Row {
        name: "pings without end",
        hits: 101,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let begun = attacker.post("/api/v1/matches", None, &json!({"game": "baghchal"})).await;
                let Some((201, begun)) = begun else { return begun.map_or(GONE, |(status, _)| status) };
                let path = format!("/api/v1/matches/{}/live", begun["match"].as_str().unwrap());
                let mut socket = match attacker.socket(&path).await {
                    Ok(socket) => socket,
                    Err(told) => return told,
                };
                let _ = socket.send(Message::text(json!({"type": "hello"}).to_string())).await;
                while socket.send(Message::Ping(Vec::new().into())).await.is_ok() {
                    if let Some(Some(Ok(Message::Close(_)) | Err(_)) | None) = socket.next().now_or_never() {
                        break;
                    }
                }
                101
            })
        },
    },
    Row {
        name: "animations, abandoned",
        hits: GONE,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                let moves = attacker.lines["baghchal"].join("+");
                let path = format!("/api/v1/games/baghchal/picture.gif?size=1024&moves={moves}");
                attacker.abandon(&path).await
            })
        },
    },
    Row {
        name: "sockets to games that do not exist",
        hits: 404,
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                attacker
                    .socket(&format!("/api/game/none-{number}/ws"))
                    .await
                    .map_or_else(|told| told, |_| 101)
            })
        },
    },
    Row {
        name: "events of many games",
        hits: 200,
        or: &[],
        attack: |attacker, _| {
            Box::pin(async move {
                // Nobody has to come for them to go on.
                let event = json!({"players": ["random", "chautari-1"], "game_pairs": 500});
                attacker.told("/event/create", &event).await
            })
        },
    },
    Row {
        name: "games against oneself, respelled",
        hits: 200,
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                let name = format!("m{number}");
                let made = attacker.post("/player/create", None, &json!({"name": name, "email": ""})).await;
                let Some((200, made)) = made else { return made.map_or(GONE, |(status, _)| status) };
                let mut told = GONE;
                for commas in 0..50 {
                    let game = format!("creeper:{}", ",".repeat(commas));
                    let asked =
                        json!({"player": name, "token": made["token"], "event": "mirror", "game": game});
                    told = attacker.told("/aivai/play-state", &asked).await;
                }
                told
            })
        },
    },
    Row {
        name: "thinking by the server's token",
        hits: 200,
        // Its share is four questions at a time.
        or: &[503],
        attack: |attacker, _| {
            Box::pin(async move {
                let start = attacker.get("/state/initial").await;
                let Some(state) = start["state"].as_str() else { return 429 };
                let asked = json!({"token": THINK_TOKEN, "iterations": 100_000});
                attacker.told(&format!("/think/action/{state}"), &asked).await
            })
        },
    },
    Row {
        name: "positions of 120 plies",
        hits: 200,
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                let game = if number.is_multiple_of(2) { "baghchal" } else { "gomoku" };
                let moves = &attacker.lines[game];
                attacker.told(&format!("/api/v1/games/{game}/position"), &json!({"moves": moves})).await
            })
        },
    },
    // The last one: it leaves as many matches as there may be from an address.
    Row {
        name: "names made by the dozen, a rate each",
        hits: 201,
        or: &[],
        attack: |attacker, number| {
            Box::pin(async move {
                let named = json!({"name": format!("n{number}")});
                let made = attacker.post("/api/v1/people", None, &named).await;
                let Some((201, made)) = made else { return made.map_or(GONE, |(status, _)| status) };
                let asked = json!({"game": "baghchal"});
                let mut told = GONE;
                for _ in 0..40 {
                    let begun = attacker.post("/api/v1/matches", made["token"].as_str(), &asked).await;
                    told = begun.map_or(GONE, |(status, _)| status);
                }
                told
            })
        },
    },
];

/// A study with as many words as one may have, another for each number.
fn long_study(attacker: &Somebody, number: u64) -> Value {
    let line = attacker.lines["gomoku"].iter().take(15).enumerate();
    let comment = "x".repeat(3900);
    let moves = line.map(|(at, text)| json!({"parent": at, "move": text, "comment": comment}));
    let nodes: Vec<_> = std::iter::once(json!({"comment": number.to_string()})).chain(moves).collect();
    json!({"title": "long", "game": "gomoku", "nodes": nodes})
}

/// Attacks the Gomoku port: not by HTTP, and told in words.
async fn crowd(attacker: &Somebody) -> &'static str {
    let Ok(mut line) = tokio::net::TcpStream::connect(&attacker.gomoku).await else { return "" };
    let _ = line.write_all(b"garbage\n").await;
    let mut told = vec![0; 512];
    let count = line.read(&mut told).await.unwrap_or_default();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let told = String::from_utf8_lossy(&told[..count]);
    if told.contains("Too many games") { "crowded" } else { "complaint" }
}

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
            let state = somebody.get(&path).await;
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

/// The same who faces an engine, and how long it took until the engine had answered.
async fn face(somebody: &Somebody, time: Duration) -> Vec<Duration> {
    let mut waits = Vec::new();
    let begun = Instant::now();
    let seats = json!({"tigers": {"kind": "engine", "level": 1}});
    'matches: loop {
        let asked = json!({"game": "baghchal", "seats": seats});
        let (status, begun_match) = somebody.post("/api/v1/matches", None, &asked).await.unwrap();
        assert_eq!(status, 201, "{begun_match}");
        let path = format!("/api/v1/matches/{}", begun_match["match"].as_str().unwrap());
        let token = begun_match["seats"]["goats"]["token"].as_str().unwrap();
        for number in 0..10 {
            if begun.elapsed() > time && waits.len() >= 3 {
                break 'matches;
            }
            let state = somebody.get(&path).await;
            if !state["outcome"].is_null() {
                continue 'matches;
            }
            let played = json!({"moves": state["moves"]});
            let position = somebody.post("/api/v1/games/baghchal/position", None, &played).await.unwrap().1;
            let text = &position["offers"][0]["move"];
            let act = json!({"command": format!("c{number}"), "action": {"type": "move", "move": text}});
            let since = Instant::now();
            let (status, told) = somebody.post(&format!("{path}/actions"), Some(token), &act).await.unwrap();
            assert_eq!(status, 200, "{told}");
            loop {
                let state = somebody.get(&path).await;
                if state["turn"] == "goats" || !state["outcome"].is_null() {
                    break;
                }
                assert!(since.elapsed() < Duration::from_mins(1), "the engine does not answer: {state}");
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            waits.push(since.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let resign = json!({"command": "enough", "action": {"type": "resign"}});
        somebody.post(&format!("{path}/actions"), Some(token), &resign).await.unwrap();
    }
    waits.sort_unstable();
    waits
}

/// What attackers were told, and how often.
type Told = Arc<Mutex<BTreeMap<String, u64>>>;

/// Attacks until it is to stop, on a thread of its own: whoever waits is to wait for the server, not for him.
fn attack_until<F: Future<Output = String>>(stop: &AtomicBool, told: &Told, attack: impl Fn(u64) -> F) {
    // He would have a machine of his own: here his work waits behind the server's.
    rustix::process::nice(19).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let count = AtomicU64::new(0);
    let attackers = (0..ATTACKERS).map(|_| async {
        while !stop.load(Ordering::Relaxed) {
            let seen = attack(count.fetch_add(1, Ordering::Relaxed)).await;
            *told.lock().unwrap().entry(seen).or_default() += 1;
        }
    });
    let stopped = async {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    runtime.block_on(async {
        tokio::select! {
            _ = futures_util::future::join_all(attackers) => {}
            () = stopped => {}
        }
    });
}

fn at(waits: &[Duration], percent: usize) -> Duration {
    waits[(waits.len() * percent / 100).min(waits.len() - 1)]
}

/// How long somebody waits who plays, and who faces an engine, while something else goes on.
struct Waits {
    play: Vec<Duration>,
    face: Vec<Duration>,
}

impl Waits {
    async fn measure(somebody: &Somebody, time: Duration) -> Waits {
        let (play, face) = tokio::join!(play(somebody, time), face(somebody, time));
        Waits { play, face }
    }

    fn print(&self, name: &str, more: &str) {
        println!(
            "{name:40} p50 {:?} p99 {:?}; an engine answers: p50 {:?} p99 {:?}{more}",
            at(&self.play, 50),
            at(&self.play, 99),
            at(&self.face, 50),
            at(&self.face, 99)
        );
    }

    /// Three times what it is alone. Below the floor that would be a bound on the scheduler of the machine: a turn of
    /// another thread is 3 to 5 ms, and an engine's answer goes through four of them and two commits.
    fn faults(&self, alone: &Waits, name: &str) -> Vec<String> {
        let mut faults = Vec::new();
        for (what, waits, alone, floor) in
            [("a request", &self.play, &alone.play, FLOOR), ("an engine", &self.face, &alone.face, 4 * FLOOR)]
        {
            let bound = 3 * at(alone, 99).max(floor);
            let p99 = at(waits, 99);
            if p99 >= bound {
                faults.push(format!("{name}: {what} took {p99:?}, {:?} alone", at(alone, 99)));
            }
        }
        faults
    }
}

/// Waits are held against three times this at least.
const FLOOR: Duration = Duration::from_millis(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_plays_is_served_whatever_others_ask_for() {
    let seconds: Option<u64> = std::env::var("CHAUTARI_ATTACK").ok().and_then(|text| text.parse().ok());
    let time = seconds.map_or(Duration::from_millis(400), Duration::from_secs);
    let store = Store::file();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let gomoku = free.to_string();
    let think_token = format!("--think-token={THINK_TOKEN}");
    let options = [&format!("--gomoku={gomoku}"), "--tables=none", &think_token];
    let mut server = Server::start_as_usual(store.folder(), &store.database, &options).await;
    let honest = Somebody::new([127, 0, 0, 2], &server, &gomoku);
    let mut attacker = Somebody::new([127, 0, 0, 1], &server, &gomoku);
    let mut lines = BTreeMap::new();
    for game in ["baghchal", "gomoku"] {
        lines.insert(game, attacker.long_line(game, LONG).await);
    }
    attacker.lines = Arc::new(lines);
    attacker.cup = attacker.large_cup().await;
    let alone = Waits::measure(&honest, time).await;
    alone.print("alone", "");
    let mut faults = Vec::new();
    // One after the other; what each leaves behind stays there during those that follow.
    for row in ATTACKS.iter().map(Some).chain([None]) {
        let (stop, told) = (Arc::new(AtomicBool::new(false)), Told::default());
        let attackers = std::thread::spawn({
            let (attacker, stop, told) = (attacker.clone(), stop.clone(), told.clone());
            move || match row {
                Some(row) => attack_until(&stop, &told, |number| {
                    let told = (row.attack)(attacker.clone(), number);
                    async { told.await.to_string() }
                }),
                None => attack_until(&stop, &told, |_| async { crowd(&attacker).await.to_owned() }),
            }
        });
        let waits = Waits::measure(&honest, time).await;
        // However busy the machine is: an attack is one only when it has been answered.
        let answer = row.map_or("complaint".to_owned(), |row| row.hits.to_string());
        for _ in 0..1000 {
            if told.lock().unwrap().contains_key(&answer) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stop.store(true, Ordering::Relaxed);
        attackers.join().unwrap();
        let (memory, told) = (server.peak_memory(), told.lock().unwrap().clone());
        let name = row.map_or("places of the Gomoku port", |row| row.name);
        waits.print(name, &format!(", told {told:?}, {} MiB at most so far", memory >> 20));
        assert!(memory < MEMORY, "{name}: {} MiB", memory >> 20);
        if let Some(row) = row {
            let known = |status: &String| {
                let status = status.parse().unwrap();
                status == row.hits || status == 429 || row.or.contains(&status)
            };
            assert!(told.contains_key(&answer), "{name} attacks nothing: {told:?}");
            assert!(told.keys().all(known), "{name}: {told:?}");
        } else {
            assert!(told.contains_key(&answer), "{name}: {told:?}");
        }
        if seconds.is_some() {
            faults.extend(waits.faults(&alone, name));
        }
    }
    // What was left behind is no burden for a server that starts again.
    server.restart().await;
    let after = Waits::measure(&honest, time).await;
    after.print("afterwards", &format!(", {} MiB", server.memory() >> 20));
    assert!(server.peak_memory() < MEMORY);
    assert!(faults.is_empty(), "{faults:#?}");
}
