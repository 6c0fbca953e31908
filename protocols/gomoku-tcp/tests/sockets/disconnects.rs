//! Who is sent away, who leaves, and what happens to the thinking.

use std::time::{Duration, Instant};

use chautari_gomoku_tcp::Limits;
use chautari_http::Rates;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::test_server::{PATIENCE, Peer, QUEUE, Served, open, open_under, open_with};

const START: &str = r#"{"type":"start","cpu":true,"depth":7}"#;
const MOVE: &str = r#"{"type":"move","move":180}"#;

#[tokio::test(flavor = "multi_thread")]
async fn one_too_many_is_told_so() {
    let hall = open(Limits { connections: 2, ..Limits::default() }).await;
    let mut kept = [Peer::open(&hall).await, Peer::open(&hall).await];
    for line in &mut kept {
        line.send(br#"{"type":"start"}"#).await;
        assert_eq!(line.hear().await["type"], "game_start");
    }
    let mut line = Peer::open(&hall).await;
    assert!(line.hear().await["error"].as_str().unwrap().contains("Too many games"));
    assert!(line.closed().await);
    let [first, _] = kept;
    drop(first);
    // A place is free as soon as somebody has left.
    for _ in 0..100 {
        let mut line = Peer::open(&hall).await;
        line.send(br#"{"type":"start"}"#).await;
        if line.hear().await["type"] == "game_start" {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody gets in any more");
}

/// One client that would have every place.
#[tokio::test(flavor = "multi_thread")]
async fn one_client_has_its_share_of_the_places() {
    let hall = open(Limits { per_client: 2, ..Limits::default() }).await;
    let mut kept = [Peer::open(&hall).await, Peer::open(&hall).await];
    for line in &mut kept {
        line.send(br#"{"type":"start"}"#).await;
        assert_eq!(line.hear().await["type"], "game_start");
    }
    let mut line = Peer::open(&hall).await;
    assert!(line.hear().await["error"].as_str().unwrap().contains("Too many games"));
    assert_eq!((Limits::default().per_client, Limits::default().connections), (64, 1024));
}

#[test]
fn ten_minutes_of_silence_are_allowed() {
    assert_eq!(Limits::default().idle, Duration::from_mins(10));
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connection_gets_an_error_and_is_closed() {
    let silence = Duration::from_secs(1);
    let hall = open(Limits { idle: silence, ..Limits::default() }).await;
    let (mut line, mut socket) = (Peer::open(&hall).await, hall.socket().await);
    // Whatever is said begins the silence anew.
    sleep(silence / 2).await;
    let spoke = Instant::now();
    line.send(START.as_bytes()).await;
    socket.send(Message::text(START)).await.unwrap();
    assert_eq!(line.hear().await["type"], "game_start");
    let told = json!({"error": "Nothing was heard for too long; connect again to play on.", "type": "error"});
    assert_eq!(line.hear().await, told);
    assert!(spoke.elapsed() >= silence, "{:?}", spoke.elapsed());
    assert!(line.closed().await);
    assert_eq!(rest(&mut socket).await.last(), Some(&told));
}

#[tokio::test(flavor = "multi_thread")]
async fn connection_without_a_message_has_the_same_timeout() {
    let silence = Duration::from_secs(2);
    let hall = open(Limits { idle: silence, ..Limits::default() }).await;
    let mut line = Peer::open(&hall).await;
    sleep(silence / 2).await;
    // Who came later and is as silent is let go later.
    let mut later = hall.socket().await;
    tokio::select! {
        // Where both are, on a busy machine, it was the first.
        biased;
        told = line.hear() => assert_eq!(told["type"], "error"),
        _ = rest(&mut later) => panic!("the first to come is the first to go"),
    }
    assert!(line.closed().await);
}

/// Everything that is heard until the server closes.
async fn rest(
    socket: &mut (impl StreamExt<Item = Result<Message, impl std::fmt::Debug>> + Unpin),
) -> Vec<Value> {
    let mut heard = Vec::new();
    loop {
        match timeout(PATIENCE, socket.next()).await.expect("the server closes") {
            Some(Ok(Message::Text(text))) => heard.push(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(_))) | None => return heard,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_says_so_to_everybody() {
    let hall = open(Limits::default()).await;
    let (mut idle, mut socket) = (Peer::open(&hall).await, hall.socket().await);
    idle.send(START.as_bytes()).await;
    idle.hear().await;
    let mut thinking = Peer::open(&hall).await;
    thinking.send(format!("{START}{MOVE}").as_bytes()).await;
    thinking.hear().await;
    thinking.hear().await;
    hall.app.http().shutdown().request();
    let told = json!({"error": "The server is stopping; connect again soon.", "type": "error"});
    assert_eq!(idle.hear().await, told);
    assert!(idle.closed().await);
    assert_eq!(rest(&mut socket).await.last(), Some(&told));
    // The answer may still have come, or the news that there will be none.
    while thinking.hear().await != told {}
    assert!(thinking.closed().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_no_engine_has_time_for_is_taken_back() {
    let limits = Limits { patience: Duration::from_millis(300), ..Limits::default() };
    let hall = open_with(limits, 0).await;
    let mut line = Peer::open(&hall).await;
    line.send(START.as_bytes()).await;
    line.hear().await;
    for _ in 0..2 {
        // It can be sent again: nothing stands there.
        line.send(MOVE.as_bytes()).await;
        let state = line.hear().await;
        assert_eq!((&state["type2"], &state["illegal"]), (&json!("player_move"), &json!(false)));
        let told = line.hear().await["error"].as_str().unwrap().to_owned();
        assert!(told.contains("all engines are busy") && told.contains("taken back"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn more_waiting_than_allowed_is_told_and_closed() {
    let hall = open(Limits::default()).await;
    let mut line = Peer::open(&hall).await;
    // All in one packet, so that they are there before the first answer is.
    line.send(format!("{START}{MOVE}{}", "{}".repeat(33)).as_bytes()).await;
    assert_eq!(line.hear().await["type"], "game_start");
    assert_eq!(line.hear().await["type2"], "player_move");
    let told = line.hear().await["error"].as_str().unwrap().to_owned();
    assert_eq!(told, "At most 32 messages may wait while the computer thinks.");
    assert!(line.closed().await);
    idle(&hall).await;
}

/// Waits until nothing is thought about.
async fn idle(hall: &Served) {
    let begun = Instant::now();
    while hall.app.platform().engines().load() != (0, 0) {
        assert!(begun.elapsed() < PATIENCE, "it still thinks");
        sleep(Duration::from_millis(1)).await;
    }
}

/// Many ask at once, and all of them leave: nothing of theirs waits or is thought about for long.
#[tokio::test(flavor = "multi_thread")]
async fn disconnecting_stops_the_search() {
    let hall = open(Limits::default()).await;
    let (mut lines, mut sockets) = (Vec::new(), Vec::new());
    for _ in 0..QUEUE / 2 {
        let mut line = Peer::open(&hall).await;
        line.send(format!("{START}{MOVE}").as_bytes()).await;
        lines.push(line);
        let mut socket = hall.socket().await;
        socket.send(Message::text(START)).await.unwrap();
        socket.send(Message::text(MOVE)).await.unwrap();
        sockets.push(socket);
    }
    for line in &mut lines {
        line.hear().await;
        line.hear().await;
    }
    drop(sockets);
    // Whoever closes the sending half counts as gone.
    lines.truncate(QUEUE / 4);
    for line in &mut lines {
        line.0.get_mut().shutdown().await.unwrap();
    }
    idle(&hall).await;
}

/// A door of its own is no way round the rates.
#[tokio::test(flavor = "multi_thread")]
async fn thinking_is_counted_here_as_everywhere() {
    let limits = Limits { patience: Duration::from_millis(300), ..Limits::default() };
    let rates = Rates { think: "1/h".parse().unwrap(), ..Rates::default() };
    let hall = open_under(limits, QUEUE, rates).await;
    let mut line = Peer::open(&hall).await;
    line.send(format!("{}{MOVE}", START.replace('7', "1")).as_bytes()).await;
    line.hear().await;
    line.hear().await;
    assert_eq!(line.hear().await["type2"], "AI_move");
    line.send(br#"{"type":"move","move":0}"#).await;
    line.hear().await;
    let told = line.hear().await["error"].as_str().unwrap().to_owned();
    assert!(told.contains("Too many questions to engines") && told.contains("taken back"), "{told}");
}

/// Messages that cost nothing to send and something to answer.
#[tokio::test(flavor = "multi_thread")]
async fn messages_without_end_are_told_and_closed() {
    let hall = open(Limits::default()).await;
    let mut line = Peer::open(&hall).await;
    line.send("{}".repeat(2000).as_bytes()).await;
    let mut complaints = 0;
    loop {
        let told = line.hear().await["error"].as_str().unwrap().to_owned();
        if told.starts_with("You send more messages") {
            break;
        }
        complaints += 1;
    }
    assert!(complaints < 2000, "each of them was answered");
    assert!(line.closed().await);
}

/// Whoever opens the port in a browser, or asks for a WebSocket in another way than there is.
#[tokio::test(flavor = "multi_thread")]
async fn plain_http_request_is_answered_with_a_hint() {
    let hall = open(Limits::default()).await;
    for head in ["", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\n"] {
        let mut stream = TcpStream::connect(hall.gomoku).await.unwrap();
        stream.write_all(format!("GET / HTTP/1.1\r\nHost: x\r\n{head}\r\n").as_bytes()).await.unwrap();
        let mut heard = String::new();
        timeout(PATIENCE, stream.read_to_string(&mut heard)).await.expect("it is closed").unwrap();
        assert!(heard.starts_with("HTTP/1.1 426 Upgrade Required\r\n"), "{heard}");
        let (_, text) = heard.split_once("\r\n\r\n").unwrap();
        assert!(text.contains("`Upgrade: websocket`"), "{heard}");
        assert!(heard.contains(&format!("Content-Length: {}\r\n", text.len())), "{heard}");
    }
}

/// A browser that has gone without a word: its pongs do not come.
#[tokio::test(flavor = "multi_thread")]
async fn connection_without_pongs_is_closed() {
    let hall = open(Limits { ping: Duration::from_millis(50), ..Limits::default() }).await;
    for (address, path) in [(hall.http, "/gomoku"), (hall.gomoku, "/")] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let asked = format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(asked.as_bytes()).await.unwrap();
        // Everything is read and nothing is said.
        let mut heard = Vec::new();
        let ended = timeout(PATIENCE, stream.read_to_end(&mut heard)).await;
        assert!(ended.is_ok(), "it is kept for ever");
        assert!(heard.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&heard));
        // A frame of two bytes, a ping without anything in it.
        assert!(heard.windows(2).any(|bytes| bytes == [0x89, 0]), "it was never asked");
    }
    // Whoever answers stays, however little is played.
    let mut socket = hall.socket().await;
    let listening = timeout(Duration::from_secs(1), async {
        while let Some(Ok(heard)) = socket.next().await {
            assert!(heard.is_ping(), "{heard:?}");
        }
    });
    assert!(listening.await.is_err(), "it was let go");
}

/// The head of a frame says how long it is: what is too long is not waited for, and takes no memory.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_by_either_door_take_no_frame_of_15_mib() {
    let hall = open(Limits::default()).await;
    for url in [format!("ws://{}/", hall.gomoku), format!("ws://{}/gomoku", hall.http)] {
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        let mut head = vec![0x81, 0xff];
        head.extend((15_u64 << 20).to_be_bytes());
        head.extend([0; 4]);
        socket.get_mut().write_all(&head).await.unwrap();
        let mut told = Vec::new();
        let listening = async {
            while let Some(Ok(Message::Text(text))) = socket.next().await {
                told.push(text);
            }
        };
        timeout(PATIENCE, listening).await.expect("the rest of it is waited for");
        assert!(told.iter().all(|text| text.contains("at most 65536 bytes")), "{told:?}");
    }
}

/// Sockets are one client's together: many of them carry no more than one.
#[tokio::test(flavor = "multi_thread")]
async fn messages_count_once_on_all_sockets_together() {
    let rates = Rates { request: "60/h".parse().unwrap(), ..Rates::default() };
    let hall = open_under(Limits::default(), QUEUE, rates).await;
    let mut answered = 0;
    for _ in 0..3 {
        let url = format!("ws://{}/", hall.gomoku);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        for _ in 0..25 {
            if socket.send(Message::text(r#"{"type":"move","move":1}"#)).await.is_err() {
                break;
            }
            let Ok(Some(Ok(Message::Text(text)))) = timeout(PATIENCE, socket.next()).await else { break };
            if text.contains("more messages") {
                break;
            }
            answered += 1;
        }
    }
    // Three of the sixty began the sockets.
    assert!((57..=59).contains(&answered), "{answered}");
}
