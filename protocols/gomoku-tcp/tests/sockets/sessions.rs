//! Sessions over both transports, with any fragmentation and many clients.

use std::time::Duration;

use chautari_gomoku_tcp::Limits;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::test_server::{Peer, TIMEOUT, cells, open};

const FIXTURE: &str = r#"{"type":"start","cpu":true,"player":"white","depth":7}{"type":"move","move":123}"#;

fn holds_fixture(state: &Value) {
    assert_eq!((&state["type"], &state["type2"]), (&json!("game_state"), &json!("AI_move")));
    assert_eq!(cells(state, "white_board"), [123]);
    assert_eq!(cells(state, "black_board").len(), 1);
    assert_eq!((&state["player"], &state["winner"]), (&json!("white"), &json!("no")));
    assert!(state["thinking_time"].is_u64());
}

/// The score must fit the bar of the web client.
fn has_bar_score(state: &Value) -> bool {
    state["score"].as_f64().is_some_and(|score| (-5.0..=5.0).contains(&score))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fixture_in_one_packet_and_byte_by_byte() {
    let server = open(Limits::default()).await;
    for piece in [FIXTURE.len(), 1] {
        let mut line = Peer::open(&server).await;
        for bytes in FIXTURE.as_bytes().chunks(piece) {
            line.send(bytes).await;
            if piece == 1 {
                // Long enough for most bytes to travel alone.
                sleep(Duration::from_micros(300)).await;
            }
        }
        assert_eq!(line.receive().await["type"], "game_start");
        assert_eq!(line.receive().await["type2"], "player_move");
        let state = line.receive().await;
        holds_fixture(&state);
        assert!(state.get("score").is_none(), "the contract has no score: {state}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn split_at_every_byte() {
    let server = open(Limits::default()).await;
    let text = r#"{"type":"start","cpu":false,"depth":1} {"type":"move","move":-1}"#;
    for at in 1..text.len() {
        let mut line = Peer::open(&server).await;
        line.send(&text.as_bytes()[..at]).await;
        sleep(Duration::from_millis(2)).await;
        line.send(&text.as_bytes()[at..]).await;
        assert_eq!(line.receive().await["type"], "game_start", "split at {at}");
        assert_eq!(line.receive().await["illegal"], true, "split at {at}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_without_an_end_is_told_and_closed_and_others_play_on() {
    let server = open(Limits::default()).await;
    let mut other = Peer::open(&server).await;
    other.send(br#"{"type":"start","cpu":true,"depth":1}"#).await;
    other.receive().await;
    let mut line = Peer::open(&server).await;
    let flood = vec![b'['; 1 << 20];
    // The other end may stop listening before all of it has gone out.
    let _ = line.0.get_mut().write_all(&flood).await;
    let message = line.receive().await;
    assert_eq!(message, json!({"error": "A message has at most 65536 bytes.", "type": "error"}));
    assert!(line.closed().await);
    other.send(br#"{"type":"move","move":180}"#).await;
    assert_eq!(other.receive().await["type2"], "player_move");
    assert_eq!(other.receive().await["type2"], "AI_move");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_at_once() {
    let server = open(Limits { per_client: 200, ..Limits::default() }).await;
    let games = (0..200).map(|i| {
        let server = &server;
        async move {
            let mut line = Peer::open(server).await;
            line.send(br#"{"type":"start","cpu":true,"depth":1}"#).await;
            assert_eq!(line.receive().await["type"], "game_start");
            let mut taken = Vec::new();
            for step in 0..2_u64 {
                let cell =
                    (0..361).map(|n| (n * 7 + i + step as usize) % 361).find(|n| !taken.contains(n)).unwrap();
                line.send(json!({"type": "move", "move": cell}).to_string().as_bytes()).await;
                assert_eq!(line.receive().await["type2"], "player_move");
                let state = line.receive().await;
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
    let server = open(Limits::default()).await;
    let mut socket = server.socket().await;
    let mut ask = async |text: &str| -> Value {
        socket.send(Message::text(text)).await.unwrap();
        let received = timeout(TIMEOUT, socket.next()).await.unwrap().unwrap().unwrap();
        serde_json::from_str(received.to_text().unwrap()).unwrap()
    };
    assert_eq!(ask("not JSON").await["type"], "error");
    assert_eq!(ask(r#"{"type":"move","move":1}"#).await["type"], "error");
    assert_eq!(ask(r#"{"type":"start","cpu":true,"player":"white","depth":7}"#).await["type"], "game_start");
    assert_eq!(ask(r#"{"type":"move","move":123}"#).await["type2"], "player_move");
    let received = timeout(TIMEOUT, socket.next()).await.unwrap().unwrap().unwrap();
    let text = received.to_text().unwrap();
    assert!(!text.ends_with('\n'), "a frame needs no line feed");
    let state: Value = serde_json::from_str(text).unwrap();
    holds_fixture(&state);
    assert!(has_bar_score(&state), "{state}");
    socket.send(Message::text("[".repeat(70_000))).await.unwrap();
    let received = timeout(TIMEOUT, socket.next()).await.unwrap().unwrap().unwrap();
    assert!(received.to_text().unwrap().contains("at most 65536 bytes"), "{received}");
    assert!(matches!(timeout(TIMEOUT, socket.next()).await.unwrap(), Some(Ok(Message::Close(_))) | None));
}

/// The bytes of the web client this protocol was written for: it connects to the port itself, lets two people
/// play with its beam setting's depth, and shows the score as a bar.
#[tokio::test(flavor = "multi_thread")]
async fn the_web_client_is_served_at_the_port_itself() {
    let server = open(Limits::default()).await;
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{}/", server.gomoku)).await.unwrap();
    for text in
        [r#"{"type":"start","cpu":false,"player":"black","depth":10}"#, r#"{"type":"move","move":180}"#]
    {
        socket.send(Message::Text(text.into())).await.unwrap();
    }
    let mut receive = async || {
        let Message::Text(text) = timeout(TIMEOUT, socket.next()).await.unwrap().unwrap().unwrap() else {
            panic!("not a text")
        };
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let started = receive().await;
    assert_eq!((&started["type"], &started["depth"]), (&json!("game_start"), &json!(7)));
    assert!(started["note"].as_str().unwrap().contains("depth of 10"), "{started}");
    assert_eq!(receive().await["type2"], "player_move");
    let suggested = receive().await;
    assert_eq!(suggested["type2"], "AI_move_suggestion");
    assert!(has_bar_score(&suggested) && suggested["suggested_move"].is_u64(), "{suggested}");
}

/// Clients that read 1,024 bytes at a time take what one read gives for one message: none is written in two.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_one_write() {
    use tokio::io::AsyncReadExt;
    let server = open(Limits::default()).await;
    let mut stream = tokio::net::TcpStream::connect(server.gomoku).await.unwrap();
    stream.write_all(br#"{"type":"start","cpu":true,"depth":1}"#).await.unwrap();
    let mut buffer = [0; 1024];
    let count = timeout(TIMEOUT, stream.read(&mut buffer)).await.unwrap().unwrap();
    assert_eq!(buffer[count - 1], b'\n', "its end comes with it");
    let answer: Value = serde_json::from_slice(&buffer[..count]).unwrap();
    assert_eq!(answer["type"], "game_start");
    // A state is longer than one read. Since it is one write, the first read is full, and the rest is
    // complete. If it were written in pieces, some of 50 would arrive in pieces.
    for _ in 0..50 {
        stream.write_all(br#"{"type":"move","move":-1}"#).await.unwrap();
        let mut answer = Vec::new();
        for expected in [Some(1024), None] {
            let count = timeout(TIMEOUT, stream.read(&mut buffer)).await.unwrap().unwrap();
            assert!(expected.is_none_or(|expected| expected == count), "{count} bytes in the first read");
            answer.extend_from_slice(&buffer[..count]);
        }
        assert_eq!(answer.last(), Some(&b'\n'), "its end comes with it");
        let state: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!((&state["type"], &state["illegal"]), (&json!("game_state"), &json!(true)));
    }
}
