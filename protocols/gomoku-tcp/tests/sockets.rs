//! The contract over real sockets: how it is cut, what is too much, who leaves.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::{Duration, Instant};

use chautari_games::GAMES;
use chautari_gomoku_tcp::{Limits, listen, routes};
use chautari_server::{App, Config, Server, Thinkers};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

struct Hall {
    app: App,
    gomoku: std::net::SocketAddr,
    http: std::net::SocketAddr,
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.app.shutdown().request();
    }
}

async fn open(limits: Limits) -> Hall {
    let engines = Thinkers { threads: 2, queue: 16, hash: 4, ..Thinkers::default() };
    let listen_at = "127.0.0.1:0".parse().unwrap();
    let database = "sqlite::memory:".to_owned();
    let config = Config { listen: listen_at, database, engines, ..Config::default() };
    let app = App::open(config, GAMES).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let gomoku = listener.local_addr().unwrap();
    app.spawn(listen(app.clone(), listener, limits));
    let server = Server::bind(app.clone(), routes()).await.unwrap();
    let http = server.address().unwrap();
    tokio::spawn(server.serve());
    Hall { app, gomoku, http }
}

struct Line(BufReader<TcpStream>);

impl Line {
    async fn open(hall: &Hall) -> Line {
        Line(BufReader::new(TcpStream::connect(hall.gomoku).await.unwrap()))
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        let mut line = String::new();
        let read = timeout(PATIENCE, self.0.read_line(&mut line)).await.expect("an answer comes").unwrap();
        assert!(read > 0, "the connection was closed");
        assert!(line.ends_with('\n'));
        serde_json::from_str(&line).unwrap()
    }

    async fn closed(&mut self) -> bool {
        let mut rest = Vec::new();
        timeout(PATIENCE, self.0.read_to_end(&mut rest)).await.is_ok_and(|read| read.is_ok_and(|n| n == 0))
    }
}

fn cells(state: &Value, board: &str) -> Vec<usize> {
    let text = state[board].as_str().unwrap();
    assert_eq!((text.len(), text.as_bytes()[361]), (362, b'\n'));
    (0..361).filter(|&cell| text.as_bytes()[360 - cell] == b'1').collect()
}

const FIXTURE: &str = r#"{"type":"start","cpu":true,"player":"white","depth":7}{"type":"move","move":123}"#;

fn holds_fixture(state: &Value) {
    assert_eq!((&state["type"], &state["type2"]), (&json!("game_state"), &json!("AI_move")));
    assert_eq!(cells(state, "white_board"), [123]);
    assert_eq!(cells(state, "black_board").len(), 1);
    assert_eq!((&state["player"], &state["winner"]), (&json!("white"), &json!("no")));
    assert!(state["thinking_time"].is_u64());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fixture_in_one_packet_and_byte_by_byte() {
    let hall = open(Limits::default()).await;
    for piece in [FIXTURE.len(), 1] {
        let mut line = Line::open(&hall).await;
        for bytes in FIXTURE.as_bytes().chunks(piece) {
            line.send(bytes).await;
            if piece == 1 {
                // Long enough for most bytes to travel alone.
                sleep(Duration::from_micros(300)).await;
            }
        }
        assert_eq!(line.hear().await["type"], "game_start");
        assert_eq!(line.hear().await["type2"], "player_move");
        holds_fixture(&line.hear().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn split_at_every_byte() {
    let hall = open(Limits::default()).await;
    let text = r#"{"type":"start","cpu":false,"depth":1} {"type":"move","move":-1}"#;
    for at in 1..text.len() {
        let mut line = Line::open(&hall).await;
        line.send(&text.as_bytes()[..at]).await;
        sleep(Duration::from_millis(2)).await;
        line.send(&text.as_bytes()[at..]).await;
        assert_eq!(line.hear().await["type"], "game_start", "split at {at}");
        assert_eq!(line.hear().await["illegal"], true, "split at {at}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_without_an_end_is_told_and_closed_and_others_play_on() {
    let hall = open(Limits::default()).await;
    let mut other = Line::open(&hall).await;
    other.send(br#"{"type":"start","cpu":true,"depth":1}"#).await;
    other.hear().await;
    let mut line = Line::open(&hall).await;
    let flood = vec![b'['; 1 << 20];
    // The other end may stop listening before all of it has gone out.
    let _ = line.0.get_mut().write_all(&flood).await;
    let told = line.hear().await;
    assert_eq!(told, json!({"error": "A message has at most 65536 bytes.", "type": "error"}));
    assert!(line.closed().await);
    other.send(br#"{"type":"move","move":180}"#).await;
    assert_eq!(other.hear().await["type2"], "player_move");
    assert_eq!(other.hear().await["type2"], "AI_move");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_too_many_is_told_so() {
    let hall = open(Limits { connections: 2 }).await;
    let mut kept = [Line::open(&hall).await, Line::open(&hall).await];
    for line in &mut kept {
        line.send(br#"{"type":"start"}"#).await;
        assert_eq!(line.hear().await["type"], "game_start");
    }
    let mut line = Line::open(&hall).await;
    assert!(line.hear().await["error"].as_str().unwrap().contains("Too many games"));
    assert!(line.closed().await);
    let [first, _] = kept;
    drop(first);
    // A place is free as soon as somebody has left.
    for _ in 0..100 {
        let mut line = Line::open(&hall).await;
        line.send(br#"{"type":"start"}"#).await;
        if line.hear().await["type"] == "game_start" {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody gets in any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_stops_the_thinking() {
    let hall = open(Limits::default()).await;
    let mut line = Line::open(&hall).await;
    line.send(br#"{"type":"start","cpu":true,"depth":7,"time_ms":60000}"#).await;
    line.hear().await;
    // A crowded board, so that seven plies take a while: every message waits for the answer before it.
    for cell in [180, 200, 142, 162, 222, 218, 184, 176, 238, 122] {
        let message = json!({"type": "move", "move": cell}).to_string();
        line.send(message.as_bytes()).await;
        let told = line.hear().await;
        if told["illegal"] == true || told["winner"] != "no" {
            continue;
        }
        // Leave as soon as it thinks for longer than a moment.
        sleep(Duration::from_millis(30)).await;
        if hall.app.engines().load().1 == 0 {
            line.hear().await;
            continue;
        }
        drop(line);
        let left = Instant::now();
        while hall.app.engines().load() != (0, 0) {
            assert!(left.elapsed() < PATIENCE, "it still thinks");
            sleep(Duration::from_millis(1)).await;
        }
        let took = left.elapsed();
        println!("the search stopped after {took:?}");
        // 100 ms is promised; a machine with much else to do may take longer to notice.
        assert!(took < Duration::from_secs(2), "{took:?}");
        return;
    }
    println!("every answer came within a moment; there was nothing to stop");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_at_once() {
    let hall = open(Limits::default()).await;
    let games = (0..200).map(|i| {
        let hall = &hall;
        async move {
            let mut line = Line::open(hall).await;
            line.send(br#"{"type":"start","cpu":true,"depth":1}"#).await;
            assert_eq!(line.hear().await["type"], "game_start");
            let mut taken = Vec::new();
            for step in 0..2_u64 {
                let cell =
                    (0..361).map(|n| (n * 7 + i + step as usize) % 361).find(|n| !taken.contains(n)).unwrap();
                line.send(json!({"type": "move", "move": cell}).to_string().as_bytes()).await;
                assert_eq!(line.hear().await["type2"], "player_move");
                let state = line.hear().await;
                assert_eq!(state["type2"], "AI_move", "{state}");
                taken = [cells(&state, "white_board"), cells(&state, "black_board")].concat();
                let pairs = state["w_captures"].as_u64().unwrap() + state["b_captures"].as_u64().unwrap();
                assert_eq!(taken.len() as u64 + 2 * pairs, 2 * (step + 1), "{state}");
            }
        }
    });
    futures_util::future::join_all(games).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_over_websocket() {
    let hall = open(Limits::default()).await;
    let (mut socket, _) =
        tokio_tungstenite::connect_async(format!("ws://{}/gomoku", hall.http)).await.unwrap();
    let mut ask = async |text: &str| -> Value {
        socket.send(Message::text(text)).await.unwrap();
        let heard = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
        serde_json::from_str(heard.to_text().unwrap()).unwrap()
    };
    assert_eq!(ask("not JSON").await["type"], "error");
    assert_eq!(ask(r#"{"type":"move","move":1}"#).await["type"], "error");
    assert_eq!(ask(r#"{"type":"start","cpu":true,"player":"white","depth":7}"#).await["type"], "game_start");
    assert_eq!(ask(r#"{"type":"move","move":123}"#).await["type2"], "player_move");
    let heard = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
    let text = heard.to_text().unwrap();
    assert!(!text.ends_with('\n'), "a frame needs no line feed");
    holds_fixture(&serde_json::from_str(text).unwrap());
    socket.send(Message::text("[".repeat(70_000))).await.unwrap();
    let heard = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
    assert!(heard.to_text().unwrap().contains("at most 65536 bytes"), "{heard}");
    assert!(matches!(timeout(PATIENCE, socket.next()).await.unwrap(), Some(Ok(Message::Close(_))) | None));
}
