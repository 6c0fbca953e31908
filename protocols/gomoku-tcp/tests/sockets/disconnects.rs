//! Timeouts, connection limits, disconnects, and the cancellation of searches.

use std::time::{Duration, Instant};

use chautari_gomoku_tcp::Limits;
use chautari_http::Rates;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::test_server::{Peer, QUEUE, Served, TIMEOUT, open, open_under, open_with};

const START: &str = r#"{"type":"start","cpu":true,"depth":7}"#;
const MOVE: &str = r#"{"type":"move","move":180}"#;

#[tokio::test(flavor = "multi_thread")]
async fn one_too_many_is_told_so() {
    let server = open(Limits { connections: 2, ..Limits::default() }).await;
    let mut kept = [Peer::open(&server).await, Peer::open(&server).await];
    for line in &mut kept {
        line.send(br#"{"type":"start"}"#).await;
        assert_eq!(line.receive().await["type"], "game_start");
    }
    let mut line = Peer::open(&server).await;
    assert!(line.receive().await["error"].as_str().unwrap().contains("Too many games"));
    assert!(line.closed().await);
    let [first, _] = kept;
    drop(first);
    // A slot is free as soon as a client has disconnected.
    for _ in 0..100 {
        let mut line = Peer::open(&server).await;
        line.send(br#"{"type":"start"}"#).await;
        if line.receive().await["type"] == "game_start" {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody gets in any more");
}

/// One client that would have every permit.
#[tokio::test(flavor = "multi_thread")]
async fn one_client_has_its_share_of_the_places() {
    let server = open(Limits { per_client: 2, ..Limits::default() }).await;
    let mut kept = [Peer::open(&server).await, Peer::open(&server).await];
    for line in &mut kept {
        line.send(br#"{"type":"start"}"#).await;
        assert_eq!(line.receive().await["type"], "game_start");
    }
    let mut line = Peer::open(&server).await;
    assert!(line.receive().await["error"].as_str().unwrap().contains("Too many games"));
    assert_eq!((Limits::default().per_client, Limits::default().connections), (64, 1024));
}

#[test]
fn ten_minutes_of_silence_are_allowed() {
    assert_eq!(Limits::default().idle, Duration::from_mins(10));
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connection_gets_an_error_and_is_closed() {
    let silence = Duration::from_secs(1);
    let server = open(Limits { idle: silence, ..Limits::default() }).await;
    let (mut line, mut socket) = (Peer::open(&server).await, server.socket().await);
    // Any message restarts the timeout.
    sleep(silence / 2).await;
    let spoke = Instant::now();
    line.send(START.as_bytes()).await;
    socket.send(Message::text(START)).await.unwrap();
    assert_eq!(line.receive().await["type"], "game_start");
    let message =
        json!({"error": "Nothing was received for too long; connect again to play on.", "type": "error"});
    assert_eq!(line.receive().await, message);
    assert!(spoke.elapsed() >= silence, "{:?}", spoke.elapsed());
    assert!(line.closed().await);
    assert_eq!(rest(&mut socket).await.last(), Some(&message));
}

#[tokio::test(flavor = "multi_thread")]
async fn connection_without_a_message_has_the_same_timeout() {
    let silence = Duration::from_secs(2);
    let server = open(Limits { idle: silence, ..Limits::default() }).await;
    let mut line = Peer::open(&server).await;
    sleep(silence / 2).await;
    // A connection that came later times out later.
    let mut later = server.socket().await;
    tokio::select! {
        // Where both are, on a busy machine, it was the first.
        biased;
        message = line.receive() => assert_eq!(message["type"], "error"),
        _ = rest(&mut later) => panic!("the first to come is the first to go"),
    }
    assert!(line.closed().await);
}

/// Everything that is received until the server closes.
async fn rest(
    socket: &mut (impl StreamExt<Item = Result<Message, impl std::fmt::Debug>> + Unpin),
) -> Vec<Value> {
    let mut received = Vec::new();
    loop {
        match timeout(TIMEOUT, socket.next()).await.expect("the server closes") {
            Some(Ok(Message::Text(text))) => received.push(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(_))) | None => return received,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so_to_everybody() {
    let server = open(Limits::default()).await;
    let (mut idle, mut socket) = (Peer::open(&server).await, server.socket().await);
    idle.send(START.as_bytes()).await;
    idle.receive().await;
    let mut thinking = Peer::open(&server).await;
    thinking.send(format!("{START}{MOVE}").as_bytes()).await;
    thinking.receive().await;
    thinking.receive().await;
    server.app.http().shutdown().request();
    let message = json!({"error": "The server is stopping; connect again soon.", "type": "error"});
    assert_eq!(idle.receive().await, message);
    assert!(idle.closed().await);
    assert_eq!(rest(&mut socket).await.last(), Some(&message));
    // The answer may still have come, or the news that there will be none.
    while thinking.receive().await != message {}
    assert!(thinking.closed().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_no_engine_has_time_for_is_taken_back() {
    let limits = Limits { engine_timeout: Duration::from_millis(300), ..Limits::default() };
    let server = open_with(limits, 0).await;
    let mut line = Peer::open(&server).await;
    line.send(START.as_bytes()).await;
    line.receive().await;
    for _ in 0..2 {
        // The move can be sent again, since the cell is still empty.
        line.send(MOVE.as_bytes()).await;
        let state = line.receive().await;
        assert_eq!((&state["type2"], &state["illegal"]), (&json!("player_move"), &json!(false)));
        let message = line.receive().await["error"].as_str().unwrap().to_owned();
        assert!(message.contains("all engines are busy") && message.contains("taken back"), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn more_waiting_than_allowed_is_told_and_closed() {
    let server = open(Limits::default()).await;
    let mut line = Peer::open(&server).await;
    // All in one packet, so that they are there before the first answer is.
    line.send(format!("{START}{MOVE}{}", "{}".repeat(33)).as_bytes()).await;
    assert_eq!(line.receive().await["type"], "game_start");
    assert_eq!(line.receive().await["type2"], "player_move");
    let message = line.receive().await["error"].as_str().unwrap().to_owned();
    assert_eq!(message, "At most 32 messages may wait while the computer thinks.");
    assert!(line.closed().await);
    idle(&server).await;
}

/// Waits until nothing is thought about.
async fn idle(server: &Served) {
    let begun = Instant::now();
    while server.app.platform().engines().load() != (0, 0) {
        assert!(begun.elapsed() < TIMEOUT, "it still thinks");
        sleep(Duration::from_millis(1)).await;
    }
}

/// Many ask at once, and all of them leave: nothing of theirs waits or is thought about for long.
#[tokio::test(flavor = "multi_thread")]
async fn disconnecting_stops_the_search() {
    let server = open(Limits::default()).await;
    let (mut lines, mut sockets) = (Vec::new(), Vec::new());
    for _ in 0..QUEUE / 2 {
        let mut line = Peer::open(&server).await;
        line.send(format!("{START}{MOVE}").as_bytes()).await;
        lines.push(line);
        let mut socket = server.socket().await;
        socket.send(Message::text(START)).await.unwrap();
        socket.send(Message::text(MOVE)).await.unwrap();
        sockets.push(socket);
    }
    for line in &mut lines {
        line.receive().await;
        line.receive().await;
    }
    drop(sockets);
    // A client that closes its sending half counts as gone.
    lines.truncate(QUEUE / 4);
    for line in &mut lines {
        line.0.get_mut().shutdown().await.unwrap();
    }
    idle(&server).await;
}

/// A door of its own is no way round the rates.
#[tokio::test(flavor = "multi_thread")]
async fn thinking_is_counted_here_as_everywhere() {
    let limits = Limits { engine_timeout: Duration::from_millis(300), ..Limits::default() };
    let rates = Rates { think: "1/h".parse().unwrap(), ..Rates::default() };
    let server = open_under(limits, QUEUE, rates).await;
    let mut line = Peer::open(&server).await;
    line.send(format!("{}{MOVE}", START.replace('7', "1")).as_bytes()).await;
    line.receive().await;
    line.receive().await;
    assert_eq!(line.receive().await["type2"], "AI_move");
    line.send(br#"{"type":"move","move":0}"#).await;
    line.receive().await;
    let message = line.receive().await["error"].as_str().unwrap().to_owned();
    assert!(message.contains("Too many questions to engines") && message.contains("taken back"), "{message}");
}

/// Messages that cost nothing to send and something to answer.
#[tokio::test(flavor = "multi_thread")]
async fn messages_without_end_are_told_and_closed() {
    let server = open(Limits::default()).await;
    let mut line = Peer::open(&server).await;
    line.send("{}".repeat(2000).as_bytes()).await;
    let mut complaints = 0;
    loop {
        let message = line.receive().await["error"].as_str().unwrap().to_owned();
        if message.starts_with("You send more messages") {
            break;
        }
        complaints += 1;
    }
    assert!(complaints < 2000, "each of them was answered");
    assert!(line.closed().await);
}

/// Opens the port in a browser, or with an unsupported WebSocket handshake.
#[tokio::test(flavor = "multi_thread")]
async fn plain_http_request_is_answered_with_a_hint() {
    let server = open(Limits::default()).await;
    for head in ["", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\n"] {
        let mut stream = TcpStream::connect(server.gomoku).await.unwrap();
        stream.write_all(format!("GET / HTTP/1.1\r\nHost: x\r\n{head}\r\n").as_bytes()).await.unwrap();
        let mut received = String::new();
        timeout(TIMEOUT, stream.read_to_string(&mut received)).await.expect("it is closed").unwrap();
        assert!(received.starts_with("HTTP/1.1 426 Upgrade Required\r\n"), "{received}");
        let (_, text) = received.split_once("\r\n\r\n").unwrap();
        assert!(text.contains("`Upgrade: websocket`"), "{received}");
        assert!(received.contains(&format!("Content-Length: {}\r\n", text.len())), "{received}");
    }
}

/// A browser that has gone without a word: its pongs do not come.
#[tokio::test(flavor = "multi_thread")]
async fn connection_without_pongs_is_closed() {
    let server = open(Limits { ping: Duration::from_millis(50), ..Limits::default() }).await;
    for (address, path) in [(server.http, "/gomoku"), (server.gomoku, "/")] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let asked = format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(asked.as_bytes()).await.unwrap();
        // Everything is read and nothing is said.
        let mut received = Vec::new();
        let ended = timeout(TIMEOUT, stream.read_to_end(&mut received)).await;
        assert!(ended.is_ok(), "it is kept for ever");
        assert!(received.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&received));
        // A frame of two bytes, a ping without anything in it.
        assert!(received.windows(2).any(|bytes| bytes == [0x89, 0]), "it was never asked");
    }
    // A client that answers pings stays connected without playing.
    let mut socket = server.socket().await;
    let listening = timeout(Duration::from_secs(1), async {
        while let Some(Ok(received)) = socket.next().await {
            assert!(received.is_ping(), "{received:?}");
        }
    });
    assert!(listening.await.is_err(), "it was let go");
}

/// The head of a frame says how long it is: what is too long is not waited for, and takes no memory.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_by_either_door_take_no_frame_of_15_mib() {
    let server = open(Limits::default()).await;
    for url in [format!("ws://{}/", server.gomoku), format!("ws://{}/gomoku", server.http)] {
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        let mut head = vec![0x81, 0xff];
        head.extend((15_u64 << 20).to_be_bytes());
        head.extend([0; 4]);
        socket.get_mut().write_all(&head).await.unwrap();
        let mut message = Vec::new();
        let listening = async {
            while let Some(Ok(Message::Text(text))) = socket.next().await {
                message.push(text);
            }
        };
        timeout(TIMEOUT, listening).await.expect("the rest of it is waited for");
        assert!(message.iter().all(|text| text.contains("at most 65536 bytes")), "{message:?}");
    }
}

/// Sockets are one client's together: many of them carry no more than one.
#[tokio::test(flavor = "multi_thread")]
async fn messages_count_once_on_all_sockets_together() {
    let rates = Rates { request: "60/h".parse().unwrap(), ..Rates::default() };
    let server = open_under(Limits::default(), QUEUE, rates).await;
    let mut answered = 0;
    for _ in 0..3 {
        let url = format!("ws://{}/", server.gomoku);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        for _ in 0..25 {
            if socket.send(Message::text(r#"{"type":"move","move":1}"#)).await.is_err() {
                break;
            }
            let Ok(Some(Ok(Message::Text(text)))) = timeout(TIMEOUT, socket.next()).await else { break };
            if text.contains("more messages") {
                break;
            }
            answered += 1;
        }
    }
    // Three of the sixty began the sockets.
    assert!((57..=59).contains(&answered), "{answered}");
}
