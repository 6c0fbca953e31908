//! Load attacks while an honest client plays: each row in docs/server/secure.md about load, one after the other. What
//! an attack leaves behind (tournaments, matches, events) stays during the next ones.
//!
//! In its short form the test checks that every attack has the intended effect, that everything else gets a
//! response, that memory is bounded, and that the server recovers. With `CHAUTARI_ATTACK=SECONDS` each attack
//! lasts that long, and the honest client's waiting times must also stay below three times those without an
//! attack:
//!
//! ```sh
//! CHAUTARI_ATTACK=20 cargo test --profile dist -p chautari-e2e attack:: -- --nocapture
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a failing test may panic, and the test prints measurements"
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

/// The memory limit of a server with default options, in bytes.
const MEMORY: u64 = 512 << 20;

/// Number of concurrent attackers.
const ATTACKERS: u64 = 8;

/// A client with its own address, because limits apply per address.
#[derive(Clone)]
struct ApiClient {
    http: reqwest::Client,
    url: String,
    gomoku: String,
    /// Legal lines of play, by game. Illegal ones would be refused before they cost anything.
    lines: Arc<BTreeMap<&'static str, Vec<String>>>,
    /// The path of a tournament with as many entrants as possible.
    tournament: String,
}

/// The token for Softserve's `/think`.
const THINK_TOKEN: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

impl ApiClient {
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
            tournament: String::new(),
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

    /// Posts a request and returns the status only.
    async fn post_status(&self, path: &str, body: &Value) -> u16 {
        self.post(path, None, body).await.map_or(NO_RESPONSE, |(status, _)| status)
    }

    async fn get(&self, path: &str) -> Value {
        self.http.get(format!("{}{path}", self.url)).send().await.unwrap().json().await.unwrap()
    }

    /// Returns the memory that the server has reserved for request bodies, in bytes.
    async fn reserved_for_bodies(&self) -> u64 {
        let text = self.http.get(format!("{}/metrics", self.url)).send().await.unwrap().text().await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("chautari_body_bytes "));
        line.unwrap().parse().unwrap()
    }

    /// Downloads a response, compressed, to its end.
    async fn fetch(&self, path: &str) -> u16 {
        let asked = self.http.get(format!("{}{path}", self.url)).header("accept-encoding", "gzip");
        let Ok(answer) = asked.send().await else { return NO_RESPONSE };
        let status = answer.status().as_u16();
        if answer.bytes().await.is_ok() { status } else { NO_RESPONSE }
    }

    /// Creates a tournament that does not start, with as many entrants as possible. Returns its path.
    async fn large_tournament(&self) -> String {
        let players = vec![json!({"kind": "random"}); 256];
        let cup =
            json!({"name": "large", "game": "creeper", "format": "swiss", "players": players, "waits": true});
        let (status, created) = self.post("/api/v1/tournaments", None, &cup).await.unwrap();
        assert_eq!(status, 201, "{created}");
        format!("/api/v1/tournaments/{}", created["tournament"].as_str().unwrap())
    }

    /// Sends a request and disconnects before the response, unless it comes at once.
    async fn get_and_disconnect(&self, path: &str) -> u16 {
        let asked = self.http.get(format!("{}{path}", self.url)).timeout(Duration::from_millis(100));
        asked.send().await.map_or(NO_RESPONSE, |answer| answer.status().as_u16())
    }

    /// Opens a WebSocket. Errors with the status if the server refuses.
    async fn socket(&self, path: &str) -> Result<Socket, u16> {
        let url = format!("ws{}{path}", self.url.strip_prefix("http").unwrap());
        match tokio_tungstenite::connect_async(url).await {
            Ok((socket, _)) => Ok(socket),
            Err(Error::Http(refused)) => Err(refused.status().as_u16()),
            Err(_) => Err(NO_RESPONSE),
        }
    }

    /// Finds a legal line of play of this length by asking for the legal moves.
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
            panic!("{game} always ends after {} plies", moves.len());
        }
        moves
    }
}

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// Stands for a status if there was no response, or if the client did not wait for it.
const NO_RESPONSE: u16 = 0;

/// The length of the attackers' lines of play. The server does not replay that much at once.
const LONG: usize = 120;

type AttackFn = fn(ApiClient, u64) -> BoxFuture<'static, u16>;

/// A kind of attack: a request that is repeated, and its expected status.
struct Attack {
    name: &'static str,
    request: AttackFn,
    /// The status that occurs at least once; otherwise the attack has no effect.
    hits: u16,
    /// Other possible statuses, besides 429.
    or: &'static [u16],
}

/// If the request is refused before its long body was read, the connection may be closed instead.
const MAY_DISCONNECT: &[u16] = &[NO_RESPONSE];

const ATTACKS: &[Attack] = &[
    Attack {
        name: "a game's name with 250,000 commas",
        hits: 422,
        or: MAY_DISCONNECT,
        request: |attacker, _| {
            Box::pin(async move {
                let game = format!("creeper:{}", ",".repeat(250_000));
                let event = json!({"players": ["random", "chautari-1"], "game_pairs": 500, "game": game});
                attacker.post_status("/event/create", &event).await
            })
        },
    },
    Attack {
        name: "one notation asked for 41,000 times",
        hits: 413,
        or: MAY_DISCONNECT,
        request: |attacker, _| {
            Box::pin(async move {
                let body = json!({"write": vec!["pgn"; 41_000]});
                attacker.post_status("/api/v1/games/banchess/position", &body).await
            })
        },
    },
    Attack {
        name: "a tournament's opening of 10,000 plies",
        hits: 422,
        or: MAY_DISCONNECT,
        request: |attacker, _| {
            Box::pin(async move {
                let opening = format!("{} ", attacker.lines["gomoku"].join(" ")).repeat(10_000 / LONG);
                let engines = json!([{"kind": "random"}, {"kind": "random"}]);
                let cup = json!({
                    "name": "long", "game": "gomoku", "format": "swiss", "players": engines, "openings": [opening],
                });
                attacker.post_status("/api/v1/tournaments", &cup).await
            })
        },
    },
    Attack {
        name: "matches with a clock after long games",
        hits: 201,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let moves = &attacker.lines["baghchal"];
                let clock = json!({"initial_ms": 80_000_000});
                let asked = json!({"game": "baghchal", "moves": moves, "clock": clock});
                attacker.post_status("/api/v1/matches", &asked).await
            })
        },
    },
    Attack {
        name: "versions of a study",
        hits: 200,
        // If the refusal comes before the long study was sent, the connection may be closed.
        or: &[NO_RESPONSE],
        request: |attacker, _| {
            Box::pin(async move {
                let made = attacker.post("/api/v1/studies", None, &long_study(&attacker, 0)).await;
                let Some((201, made)) = made else { return made.map_or(NO_RESPONSE, |(status, _)| status) };
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
                looked.map_or(NO_RESPONSE, |answer| answer.status().as_u16())
            })
        },
    },
    Attack {
        name: "searches of 30 s",
        hits: 200,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let asked = attacker.http.post(format!("{}/api/v1/games/gomoku/analysis", attacker.url));
                let asked = asked.json(&json!({"time_ms": 30_000}));
                let Ok(mut thoughts) = asked.send().await else { return NO_RESPONSE };
                let listen = async { while let Ok(Some(_)) = thoughts.chunk().await {} };
                let _ = tokio::time::timeout(Duration::from_secs(2), listen).await;
                thoughts.status().as_u16()
            })
        },
    },
    Attack {
        name: "tournaments of slow engines",
        hits: 201,
        // Eight are enough.
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                let players: Vec<_> =
                    (0..16).map(|_| json!({"kind": "engine", "level": 10, "time_ms": 30_000})).collect();
                let cup = json!({"name": format!("slow {number}"), "game": "creeper", "format": "round_robin", "players": players});
                let status = attacker.post_status("/api/v1/tournaments", &cup).await;
                tokio::time::sleep(Duration::from_millis(100)).await;
                status
            })
        },
    },
    Attack {
        name: "matches against slow engines",
        hits: 201,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let slow = json!({"kind": "engine", "level": 10, "time_ms": 30_000});
                let asked = json!({"game": "gomoku", "seats": {"black": slow}});
                attacker.post_status("/api/v1/matches", &asked).await
            })
        },
    },
    Attack {
        name: "frames of 15 MiB",
        hits: 101,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let mut socket = match attacker.socket("/gomoku").await {
                    Ok(socket) => socket,
                    Err(status) => return status,
                };
                let _ = socket.send(Message::text("x".repeat(15 << 20))).await;
                101
            })
        },
    },
    Attack {
        name: "frames of 15 MiB to the Gomoku port",
        hits: 101,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let url = format!("ws://{}/", attacker.gomoku);
                let Ok((mut socket, _)) = tokio_tungstenite::connect_async(url).await else { return 429 };
                let _ = socket.send(Message::text("x".repeat(15 << 20))).await;
                101
            })
        },
    },
    Attack {
        name: "the same pages, to be compressed for each",
        hits: 200,
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                let pages = ["/openapi.json", "/docs/guide/search.js", "/docs/guide/server.html"];
                attacker.fetch(pages[number as usize % pages.len()]).await
            })
        },
    },
    Attack {
        name: "lists of what is over",
        hits: 200,
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                let lists = ["/api/v1/matches", "/api/v1/tournaments", "/api/v1/matches.ndjson"];
                let list = lists[number as usize % lists.len()];
                attacker.fetch(&format!("{list}?state=ended&limit=100")).await
            })
        },
    },
    Attack {
        name: "a large tournament, looked at",
        hits: 200,
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                let views = ["", "/export.json", "/export.csv?table=crosstable"];
                attacker
                    .fetch(&format!("{}{}", attacker.tournament, views[number as usize % views.len()]))
                    .await
            })
        },
    },
    Attack {
        name: "positions of 40 plies",
        hits: 200,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let moves = &attacker.lines["baghchal"][..40];
                attacker.post_status("/api/v1/games/baghchal/position", &json!({"moves": moves})).await
            })
        },
    },
    Attack {
        name: "pings without end",
        hits: 101,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let begun = attacker.post("/api/v1/matches", None, &json!({"game": "baghchal"})).await;
                let Some((201, begun)) = begun else {
                    return begun.map_or(NO_RESPONSE, |(status, _)| status);
                };
                let path = format!("/api/v1/matches/{}/live", begun["match"].as_str().unwrap());
                let mut socket = match attacker.socket(&path).await {
                    Ok(socket) => socket,
                    Err(status) => return status,
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
    Attack {
        name: "animations, abandoned",
        hits: NO_RESPONSE,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                let moves = attacker.lines["baghchal"].join("+");
                let path = format!("/api/v1/games/baghchal/picture.gif?size=1024&moves={moves}");
                attacker.get_and_disconnect(&path).await
            })
        },
    },
    Attack {
        name: "sockets to games that do not exist",
        hits: 404,
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                attacker
                    .socket(&format!("/api/game/none-{number}/ws"))
                    .await
                    .map_or_else(|status| status, |_| 101)
            })
        },
    },
    Attack {
        name: "events of many games",
        hits: 200,
        or: &[],
        request: |attacker, _| {
            Box::pin(async move {
                // The games go on without any client.
                let event = json!({"players": ["random", "chautari-1"], "game_pairs": 500});
                attacker.post_status("/event/create", &event).await
            })
        },
    },
    Attack {
        name: "games against oneself, respelled",
        hits: 200,
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                let name = format!("m{number}");
                let made = attacker.post("/player/create", None, &json!({"name": name, "email": ""})).await;
                let Some((200, made)) = made else { return made.map_or(NO_RESPONSE, |(status, _)| status) };
                let mut status = NO_RESPONSE;
                for commas in 0..50 {
                    let game = format!("creeper:{}", ",".repeat(commas));
                    let asked =
                        json!({"player": name, "token": made["token"], "event": "mirror", "game": game});
                    status = attacker.post_status("/aivai/play-state", &asked).await;
                }
                status
            })
        },
    },
    Attack {
        name: "thinking by the server's token",
        hits: 200,
        // The server allows four searches at a time for this token.
        or: &[503],
        request: |attacker, _| {
            Box::pin(async move {
                let start = attacker.get("/state/initial").await;
                let Some(state) = start["state"].as_str() else { return 429 };
                let asked = json!({"token": THINK_TOKEN, "iterations": 100_000});
                attacker.post_status(&format!("/think/action/{state}"), &asked).await
            })
        },
    },
    Attack {
        name: "positions of 120 plies",
        hits: 200,
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                let game = if number.is_multiple_of(2) { "baghchal" } else { "gomoku" };
                let moves = &attacker.lines[game];
                attacker
                    .post_status(&format!("/api/v1/games/{game}/position"), &json!({"moves": moves}))
                    .await
            })
        },
    },
    // The last attack, because it leaves the maximum number of matches per address.
    Attack {
        name: "names made by the dozen, a rate each",
        hits: 201,
        or: &[],
        request: |attacker, number| {
            Box::pin(async move {
                let named = json!({"name": format!("n{number}")});
                let made = attacker.post("/api/v1/people", None, &named).await;
                let Some((201, made)) = made else { return made.map_or(NO_RESPONSE, |(status, _)| status) };
                let asked = json!({"game": "baghchal"});
                let mut status = NO_RESPONSE;
                for _ in 0..40 {
                    let begun = attacker.post("/api/v1/matches", made["token"].as_str(), &asked).await;
                    status = begun.map_or(NO_RESPONSE, |(status, _)| status);
                }
                status
            })
        },
    },
];

/// A study of maximum size, different for each number.
fn long_study(attacker: &ApiClient, number: u64) -> Value {
    let line = attacker.lines["gomoku"].iter().take(15).enumerate();
    let comment = "x".repeat(3900);
    let moves = line.map(|(at, text)| json!({"parent": at, "move": text, "comment": comment}));
    let nodes: Vec<_> = std::iter::once(json!({"comment": number.to_string()})).chain(moves).collect();
    json!({"title": "long", "game": "gomoku", "nodes": nodes})
}

/// Attacks the Gomoku port, which does not speak HTTP. Returns the kind of response.
async fn attack_gomoku_port(attacker: &ApiClient) -> &'static str {
    let Ok(mut line) = tokio::net::TcpStream::connect(&attacker.gomoku).await else { return "" };
    let _ = line.write_all(b"garbage\n").await;
    let mut reply = vec![0; 512];
    let count = line.read(&mut reply).await.unwrap_or_default();
    tokio::time::sleep(Duration::from_millis(500)).await;
    let reply = String::from_utf8_lossy(&reply[..count]);
    if reply.contains("Too many games") { "crowded" } else { "complaint" }
}

/// Plays a match against itself and asks for positions. Returns the sorted response times.
async fn play(player: &ApiClient, time: Duration) -> Vec<Duration> {
    let mut waits = Vec::new();
    let begun = Instant::now();
    'matches: loop {
        let (status, begun_match) =
            player.post("/api/v1/matches", None, &json!({"game": "baghchal"})).await.unwrap();
        assert_eq!(status, 201, "{begun_match}");
        let path = format!("/api/v1/matches/{}", begun_match["match"].as_str().unwrap());
        for number in 0..40 {
            if begun.elapsed() > time && waits.len() >= 15 {
                break 'matches;
            }
            let since = Instant::now();
            let state = player.get(&path).await;
            waits.push(since.elapsed());
            let Some(turn) = state["turn"].as_str() else { continue 'matches };
            let token = begun_match["seats"][turn]["token"].as_str().unwrap();
            let since = Instant::now();
            let (status, position) = player
                .post("/api/v1/games/baghchal/position", None, &json!({"moves": state["moves"]}))
                .await
                .unwrap();
            waits.push(since.elapsed());
            assert_eq!(status, 200, "{position}");
            let moves = position["offers"].as_array().unwrap();
            let text = &moves[number % moves.len()]["move"];
            let act = json!({"command": format!("c{number}"), "action": {"type": "move", "move": text}});
            let since = Instant::now();
            let (status, response) =
                player.post(&format!("{path}/actions"), Some(token), &act).await.unwrap();
            waits.push(since.elapsed());
            assert_eq!(status, 200, "{response}");
            // The pace of a quick player; more would be an attack of its own.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    waits.sort_unstable();
    waits
}

/// Plays against an engine. Returns the sorted times until the engine had moved.
async fn play_engine(player: &ApiClient, time: Duration) -> Vec<Duration> {
    let mut waits = Vec::new();
    let begun = Instant::now();
    let seats = json!({"tigers": {"kind": "engine", "level": 1}});
    'matches: loop {
        let asked = json!({"game": "baghchal", "seats": seats});
        let (status, begun_match) = player.post("/api/v1/matches", None, &asked).await.unwrap();
        assert_eq!(status, 201, "{begun_match}");
        let path = format!("/api/v1/matches/{}", begun_match["match"].as_str().unwrap());
        let token = begun_match["seats"]["goats"]["token"].as_str().unwrap();
        for number in 0..10 {
            if begun.elapsed() > time && waits.len() >= 3 {
                break 'matches;
            }
            let state = player.get(&path).await;
            if !state["outcome"].is_null() {
                continue 'matches;
            }
            let line = json!({"moves": state["moves"]});
            let position = player.post("/api/v1/games/baghchal/position", None, &line).await.unwrap().1;
            let text = &position["offers"][0]["move"];
            let act = json!({"command": format!("c{number}"), "action": {"type": "move", "move": text}});
            let since = Instant::now();
            let (status, response) =
                player.post(&format!("{path}/actions"), Some(token), &act).await.unwrap();
            assert_eq!(status, 200, "{response}");
            loop {
                let state = player.get(&path).await;
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
        player.post(&format!("{path}/actions"), Some(token), &resign).await.unwrap();
    }
    waits.sort_unstable();
    waits
}

/// The responses to attackers and their numbers.
type Responses = Arc<Mutex<BTreeMap<String, u64>>>;

/// Attacks until `stop` is set, on a thread of its own, so that the honest client waits for the server and not
/// for the attackers.
fn attack_until<F: Future<Output = String>>(
    stop: &AtomicBool,
    responses: &Responses,
    attack: impl Fn(u64) -> F,
) {
    // Attackers normally have their own machine; here their work must not take time from the server.
    rustix::process::nice(19).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let count = AtomicU64::new(0);
    let attackers = (0..ATTACKERS).map(|_| async {
        while !stop.load(Ordering::Relaxed) {
            let seen = attack(count.fetch_add(1, Ordering::Relaxed)).await;
            *responses.lock().unwrap().entry(seen).or_default() += 1;
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

/// The addresses of the attackers with unfinished bodies, and the time after which the server gives up on a body.
const BODY_ADDRESSES: usize = 50;
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// Routes and the length of the bodies sent to them: the limits of the routes.
const BODIES: [(&str, usize); 3] = [
    ("/api/v1/people", 4 << 10),
    ("/api/v1/games/baghchal/position", 64 << 10),
    ("/api/v1/studies", 256 << 10),
];

/// Holds `count` requests open whose bodies lack the last byte, from 50 addresses, until `stop` is set. Sends them again
/// whenever the server has given up on them.
fn hold_bodies(server: std::net::SocketAddr, count: usize, stop: &AtomicBool) -> u64 {
    rustix::process::nice(19).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sent = AtomicU64::new(0);
    let hold = async |number: usize| {
        let (path, length) = BODIES[number % BODIES.len()];
        let head = format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(([127, 0, 2, (number % BODY_ADDRESSES) as u8 + 1], 0).into())?;
        let mut stream = socket.connect(server).await?;
        sent.fetch_add(1, Ordering::Relaxed);
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(&vec![b' '; length - 1]).await?;
        stream.read_to_end(&mut Vec::new()).await
    };
    let attackers = (0..count).map(|number| async move {
        loop {
            let begun = tokio::time::Instant::now();
            let _ = tokio::time::timeout(BODY_TIMEOUT, hold(number)).await;
            tokio::time::sleep_until(begun + BODY_TIMEOUT).await;
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
    sent.into_inner()
}

/// Each process may have as many open files as the system allows, in this one and in the server.
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}

/// 1,000 unfinished bodies in the short form, 20,000 in the long one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_bodies_take_bounded_memory() {
    let seconds: Option<u64> = std::env::var("CHAUTARI_ATTACK").ok().and_then(|text| text.parse().ok());
    let time = seconds.map_or(Duration::from_millis(400), Duration::from_secs);
    let count = if seconds.is_some() { 20_000 } else { 1000 };
    raise_file_limit();
    let store = Store::file();
    let server =
        Server::start_with_limits(store.folder(), &store.database, &["--gomoku=off", "--tables=none"]).await;
    let honest = ApiClient::new([127, 0, 0, 2], &server, "");
    let alone = Waits::measure(&honest, time).await;
    alone.print("alone", "");
    let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
    let attackers = std::thread::spawn({
        let stop = stop.clone();
        move || hold_bodies(address, count, &stop)
    });
    let waits = Waits::measure(&honest, time).await;
    // Even on a busy machine, wait until the attack has had its effect once.
    for _ in 0..1000 {
        if server.peak_memory() > 0 && honest.reserved_for_bodies().await > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let reserved = honest.reserved_for_bodies().await;
    stop.store(true, Ordering::Relaxed);
    let sent = attackers.join().unwrap();
    let memory = server.peak_memory();
    let name = "unfinished bodies";
    waits.print(
        name,
        &format!(", {sent} bodies, {} KiB reserved, {} MiB at most", reserved >> 10, memory >> 20),
    );
    assert!((1..=64 << 20).contains(&reserved), "{reserved} bytes reserved");
    assert!(memory < MEMORY, "{} MiB", memory >> 20);
    if seconds.is_some() {
        assert!(sent >= count as u64, "only {sent} bodies");
        let faults = waits.faults(&alone, name);
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

fn at(waits: &[Duration], percent: usize) -> Duration {
    waits[(waits.len() * percent / 100).min(waits.len() - 1)]
}

/// Response times of a player, and of an engine opponent, during an attack.
struct Waits {
    play: Vec<Duration>,
    face: Vec<Duration>,
}

impl Waits {
    async fn measure(player: &ApiClient, time: Duration) -> Waits {
        let (play, face) = tokio::join!(play(player, time), play_engine(player, time));
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

    /// Compares with three times the response times without an attack, but not below a floor, which would
    /// measure the scheduler: a turn of another thread takes 3 to 5 ms, and an engine's move needs four of them
    /// and two commits.
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

/// The smallest response time that limits are derived from.
const FLOOR: Duration = Duration::from_millis(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn honest_clients_are_served_during_load_attacks() {
    let seconds: Option<u64> = std::env::var("CHAUTARI_ATTACK").ok().and_then(|text| text.parse().ok());
    let time = seconds.map_or(Duration::from_millis(400), Duration::from_secs);
    let store = Store::file();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let gomoku = free.to_string();
    let think_token = format!("--think-token={THINK_TOKEN}");
    let options = [&format!("--gomoku={gomoku}"), "--tables=none", &think_token];
    let mut server = Server::start_with_limits(store.folder(), &store.database, &options).await;
    let honest = ApiClient::new([127, 0, 0, 2], &server, &gomoku);
    let mut attacker = ApiClient::new([127, 0, 0, 1], &server, &gomoku);
    let mut lines = BTreeMap::new();
    for game in ["baghchal", "gomoku"] {
        lines.insert(game, attacker.long_line(game, LONG).await);
    }
    attacker.lines = Arc::new(lines);
    attacker.tournament = attacker.large_tournament().await;
    let alone = Waits::measure(&honest, time).await;
    alone.print("alone", "");
    let mut faults = Vec::new();
    // One after the other. What each leaves behind stays during the next ones.
    for row in ATTACKS.iter().map(Some).chain([None]) {
        let (stop, responses) = (Arc::new(AtomicBool::new(false)), Responses::default());
        let attackers = std::thread::spawn({
            let (attacker, stop, responses) = (attacker.clone(), stop.clone(), responses.clone());
            move || match row {
                Some(row) => attack_until(&stop, &responses, |number| {
                    let status = (row.request)(attacker.clone(), number);
                    async { status.await.to_string() }
                }),
                None => attack_until(&stop, &responses, |_| async {
                    attack_gomoku_port(&attacker).await.to_owned()
                }),
            }
        });
        let waits = Waits::measure(&honest, time).await;
        // Even on a busy machine, wait until the attack has had its effect once.
        let answer = row.map_or("complaint".to_owned(), |row| row.hits.to_string());
        for _ in 0..1000 {
            if responses.lock().unwrap().contains_key(&answer) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stop.store(true, Ordering::Relaxed);
        attackers.join().unwrap();
        let (memory, responses) = (server.peak_memory(), responses.lock().unwrap().clone());
        let name = row.map_or("connections to the Gomoku port", |row| row.name);
        waits.print(name, &format!(", responses {responses:?}, {} MiB at most so far", memory >> 20));
        assert!(memory < MEMORY, "{name}: {} MiB", memory >> 20);
        if let Some(row) = row {
            let known = |status: &String| {
                let status = status.parse().unwrap();
                status == row.hits || status == 429 || row.or.contains(&status)
            };
            assert!(responses.contains_key(&answer), "{name} has no effect: {responses:?}");
            assert!(responses.keys().all(known), "{name}: {responses:?}");
        } else {
            assert!(responses.contains_key(&answer), "{name}: {responses:?}");
        }
        if seconds.is_some() {
            faults.extend(waits.faults(&alone, name));
        }
    }
    // A restart is not slowed down by what was left behind.
    server.restart().await;
    let after = Waits::measure(&honest, time).await;
    after.print("afterwards", &format!(", {} MiB", server.memory() >> 20));
    assert!(server.peak_memory() < MEMORY);
    assert!(faults.is_empty(), "{faults:#?}");
}
