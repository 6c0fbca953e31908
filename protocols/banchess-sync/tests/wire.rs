//! The contract over real sockets: seats, races, catching up.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::sync::LazyLock;
use std::time::Duration;

use chautari_games::GAMES;
use chautari_http::{Bodies, Rates, Shutdown};
use chautari_server::{App, Config, Server};
use chautari_testing::send_stalled_body;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The routes as they are described.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(&chautari_server::openapi(chautari_banchess_sync::described())).unwrap()
});

const PATIENCE: Duration = Duration::from_secs(30);

struct Served {
    address: String,
    line: reqwest::Client,
    shutdown: Shutdown,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.shutdown.request();
    }
}

impl Served {
    async fn open() -> Served {
        Served::open_with(Rates::default()).await
    }

    async fn open_with(rates: Rates) -> Served {
        Served::open_by(Config {
            http: chautari_http::Config { rates, ..chautari_http::Config::default() },
            ..Config::default()
        })
        .await
    }

    async fn open_by(config: Config) -> Served {
        let listen = "127.0.0.1:0".parse().unwrap();
        let config = Config {
            http: chautari_http::Config { listen, ..config.http },
            database: "sqlite::memory:".to_owned(),
            ..config
        };
        let app = App::open(config, GAMES).await.unwrap();
        let server = Server::bind(app.clone(), chautari_banchess_sync::routes(app.platform())).unwrap();
        let address = server.address().unwrap().to_string();
        tokio::spawn(server.serve());
        Served { address, line: reqwest::Client::new(), shutdown: app.http().shutdown().clone() }
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let answer =
            self.line.post(format!("http://{}{path}", self.address)).json(&body).send().await.unwrap();
        let status = answer.status().as_u16();
        chautari_testing::assert_documented(&DOCUMENT, "POST", path, status);
        (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or(Value::Null))
    }

    async fn get(&self, path: &str) -> (u16, String) {
        let answer = self.line.get(format!("http://{}{path}", self.address)).send().await.unwrap();
        chautari_testing::assert_documented(&DOCUMENT, "GET", path, answer.status().as_u16());
        (answer.status().as_u16(), answer.text().await.unwrap())
    }

    async fn begin(&self) -> Game {
        let (status, told) = self.post("/api/game", json!({})).await;
        assert_eq!((status, &told["ply"], &told["moveNumber"]), (201, &json!(1), &json!(1)));
        let text = |name: &str| told[name].as_str().unwrap().to_owned();
        Game { id: text("id"), white: text("white"), black: text("black") }
    }

    async fn act(&self, game: &Game, token: &str, action: &str, ply: Option<u32>) -> (u16, Value) {
        let mut body = json!({"game": game.id, "action": action, "token": token});
        if let Some(ply) = ply {
            body["ply"] = json!(ply);
        }
        self.post("/api/game/action", body).await
    }

    async fn watch(&self, game: &Game, query: &str) -> Watch {
        let url = format!("ws://{}/api/game/{}/ws?{query}", self.address, game.id);
        Watch(tokio_tungstenite::connect_async(url).await.unwrap().0)
    }
}

struct Game {
    id: String,
    white: String,
    black: String,
}

struct Watch(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Watch {
    async fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    async fn hear(&mut self) -> String {
        loop {
            let heard = timeout(PATIENCE, self.0.next()).await.expect("something comes").unwrap().unwrap();
            if let Message::Text(text) = heard {
                return text.to_string();
            }
        }
    }

    /// Waits until the server has closed, and hears nothing before that.
    async fn end(&mut self) {
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect("the server closes") {
                None | Some(Err(_) | Ok(Message::Close(_))) => return,
                Some(Ok(Message::Ping(_))) => {}
                Some(Ok(other)) => panic!("{other}"),
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rest() {
    let server = Served::open().await;
    let game = server.begin().await;
    let (status, told) = server.act(&game, &game.black, "b:e2e4", Some(1)).await;
    assert_eq!((status, &told["action"], &told["ply"]), (200, &json!("b:e2e4"), &json!(2)));
    // A retry after a lost response.
    let (status, told) = server.act(&game, &game.black, "b:e2e4", Some(1)).await;
    assert_eq!((status, &told["lastAction"], &told["ply"]), (409, &json!("b:e2e4"), &json!(2)));
    for (token, action, status, error) in [
        (&game.black, "m:d2d4", 403, "It is the turn of white"),
        (&game.white, "d2d4", 400, "Invalid serialized action format: d2d4"),
        (&"x".repeat(43), "m:d2d4", 403, "This token opens no seat of this game"),
        (&game.white, "m:e2e4", 422, "Move e2-e4 is banned"),
        (&game.white, "b:e7e5", 422, "Expected a move, not a ban"),
    ] {
        let refused = server.act(&game, token, action, None).await;
        assert_eq!(refused, (status, json!({"success": false, "error": error})));
    }
    let nowhere = Game { id: "nowhere".to_owned(), ..server.begin().await };
    assert_eq!(server.act(&nowhere, &game.white, "m:d2d4", None).await.0, 404);
    assert_eq!(server.get("/api/game/nowhere").await.0, 404);
    assert_eq!(server.post("/api/game/action", json!({"game": 7})).await.0, 400);
    let (status, told) = server.act(&game, &game.white, "m:d2d4", None).await;
    assert_eq!((status, &told["san"], &told["gameOver"]), (200, &json!("d4"), &json!(false)));
    let (_, sync) = server.get(&format!("/api/game/{}", game.id)).await;
    let sync: Value = serde_json::from_str(&sync).unwrap();
    assert_eq!((&sync["lastAction"], &sync["ply"]), (&json!("m:d2d4"), &json!(3)));
    assert_eq!(server.get(&format!("/api/game/{}/history", game.id)).await.1, r#"["b:e2e4","m:d2d4"]"#);
    let (_, pgn) = server.get(&format!("/api/game/{}/pgn", game.id)).await;
    assert!(pgn.contains("1. {banning: e2e4} d4"), "{pgn}");
    let plain = async |query: &str| server.get(&format!("/api/game/{}/pgn?dialect={query}", game.id)).await;
    assert_eq!(plain("pgn-plain").await, (200, pgn), "no ban has a sign here");
    assert_eq!(plain("bcn").await.0, 400);
}

/// Each request has the expected error and all errors that are checked later.
#[tokio::test(flavor = "multi_thread")]
async fn the_order_of_checks() {
    let server = Served::open().await;
    let game = server.begin().await;
    let nowhere = Game { id: "nowhere".to_owned(), ..server.begin().await };
    let nobody = "x".repeat(43);
    for (game, token, action, ply, status) in [
        (&nowhere, &nobody, "e2e5", Some(7), 400),
        (&nowhere, &nobody, "m:e2e5", Some(7), 404),
        (&game, &nobody, "m:e2e5", Some(7), 403),
        (&game, &game.white, "m:e2e5", Some(7), 409),
        (&game, &game.white, "m:e2e5", Some(1), 403),
        (&game, &game.black, "m:e2e5", Some(1), 422),
        (&game, &game.black, "b:e2e4", Some(1), 200),
    ] {
        assert_eq!(server.act(game, token, action, ply).await.0, status, "{action} {ply:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limit_errors_have_the_form_of_the_contract() {
    let once = "1/h".parse().unwrap();
    let server = Served::open_with(Rates { create: once, act: once, ..Rates::default() }).await;
    let game = server.begin().await;
    let refused = server.line.post(format!("http://{}/api/game", server.address)).send().await.unwrap();
    assert_eq!(refused.status(), 429);
    assert!(refused.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 1);
    let told: Value = serde_json::from_str(&refused.text().await.unwrap()).unwrap();
    assert!(told["success"] == false && told["error"].is_string(), "{told}");
    assert_eq!(server.act(&game, &game.black, "b:e2e4", None).await.0, 200);
    // White has a rate of its own, behind the same router.
    let mut white = server.watch(&game, &format!("token={}&from=2", game.white)).await;
    white.send("m:d2d4").await;
    assert_eq!(white.hear().await, "m:d2d4");
    white.send("b:e7e5").await;
    let told: Value = serde_json::from_str(&white.hear().await).unwrap();
    assert_eq!((&told["type"], &told["ply"]), (&json!("error"), &json!(3)), "{told}");
    assert_eq!(server.act(&game, &game.white, "b:e7e5", None).await.0, 429, "by whatever door");
}

const LATE: &str = "The body did not arrive within 0.2 seconds.";
const LARGE: &str = "The body is larger than 1000 bytes.";

#[tokio::test(flavor = "multi_thread")]
async fn whatever_cannot_be_read_is_refused_in_the_form_of_the_contract() {
    let server = Served::open_by(Config {
        http: chautari_http::Config {
            bodies: Bodies { bytes: 1000, timeout: Duration::from_millis(200), ..Bodies::default() },
            ..chautari_http::Config::default()
        },
        ..Config::default()
    })
    .await;
    let game = server.begin().await;
    for path in ["pgn?dialect=x", "pgn?x=1", "ws?from=x", "ws?frames=x", "ws"] {
        let (status, told) = server.get(&format!("/api/game/{}/{path}", game.id)).await;
        let told: Value = serde_json::from_str(&told).unwrap();
        assert!(status == 400 && told["success"] == false && told["error"].is_string(), "{path}: {told}");
    }
    for path in ["", "/state", "/history", "/pgn", "/ws"] {
        let (status, told) = server.get(&format!("/api/game/%ff{path}")).await;
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!((status, told), (400, json!({"success": false, "error": "The address is not UTF-8"})));
    }
    for path in ["/api/game", "/api/game/action"] {
        let late = send_stalled_body(&server.address, path).await;
        assert_eq!(late, (408, json!({"success": false, "error": LATE})), "{path}");
        let large = server.post(path, json!({"action": "x".repeat(1000)})).await;
        assert_eq!(large, (413, json!({"success": false, "error": LARGE})), "{path}");
    }
}

/// Once the schema of a refusal was one of both kinds at the same time, which none is.
#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_fits_its_schema() {
    let schema = &DOCUMENT["components"]["schemas"]["BanChessRefusal"];
    assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["success", "error"])));
    let server = Served::open().await;
    let game = server.begin().await;
    server.act(&game, &game.black, "b:e2e4", None).await;
    for (ply, expected, fields) in [(None, 403, 2), (Some(7), 409, 6)] {
        let (status, told) = server.act(&game, &game.black, "b:d2d4", ply).await;
        assert_eq!((status, told.as_object().unwrap().len()), (expected, fields), "{told}");
        for (name, value) in told.as_object().unwrap() {
            let fits = match schema["properties"][name]["type"].as_str() {
                Some("boolean") => value.is_boolean(),
                Some("integer") => value.is_u64(),
                Some("string") => value.is_string(),
                _ => false,
            };
            assert!(fits, "{name}: {value}");
        }
    }
}

/// The answer to a creation is lost, and it is sent again.
#[tokio::test(flavor = "multi_thread")]
async fn repeated_creation_returns_the_same_result() {
    let server = Served::open().await;
    let create = async |key: &str, body: Value| {
        let request = server.line.post(format!("http://{}/api/game", server.address));
        let answer = request.header("idempotency-key", key).json(&body).send().await.unwrap();
        (answer.status().as_u16(), serde_json::from_str::<Value>(&answer.text().await.unwrap()).unwrap())
    };
    let first = create("0b2f6c1e-5f0e-4c43", json!({})).await;
    assert_eq!((first.0, create("0b2f6c1e-5f0e-4c43", json!({})).await), (201, first.clone()));
    let other = create("another-key-of-16", json!({})).await;
    assert_eq!(other.0, 201);
    assert!(other.1["id"] != first.1["id"] && other.1["white"] != first.1["white"]);
    let from = json!({"fen": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"});
    let (status, told) = create("0b2f6c1e-5f0e-4c43", from).await;
    assert!(status == 409 && told["success"] == false, "{status} {told}");
    assert_eq!(create("short", json!({})).await.0, 400);
}

/// Watching a game that does not exist is refused. A test of the repository checks that it stores nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_to_a_game_that_does_not_exist_is_refused() {
    let server = Served::open().await;
    for number in 0..50 {
        let url = format!("ws://{}/api/game/none-{number}/ws", server.address);
        match tokio_tungstenite::connect_async(url).await {
            Err(Error::Http(refused)) => assert_eq!(refused.status(), 404),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_requests_are_refused() {
    let server = Served::open().await;
    let (status, told) = server.post("/api/game", json!({"fen": "8/".repeat(40_000)})).await;
    assert!(status == 413 && told["success"] == false, "{status} {told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_end_when_a_frame_is_too_long_or_the_server_stops() {
    let server = Served::open().await;
    let game = server.begin().await;
    let (mut loud, mut calm) = (server.watch(&game, "from=1").await, server.watch(&game, "from=1").await);
    loud.send(&" ".repeat(4096)).await;
    assert!(loud.hear().await.contains("Invalid serialized action format"), "4,096 bytes are a frame");
    loud.send(&" ".repeat(4097)).await;
    loud.end().await;
    assert_eq!(server.act(&game, &game.black, "b:e2e4", None).await.0, 200);
    assert_eq!(calm.hear().await, "b:e2e4", "others do not notice");
    server.shutdown.request();
    calm.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_from_a_position() {
    let server = Served::open().await;
    let fen = "k7/2N5/1K6/8/8/8/8/8 b - - 0 1 3";
    let (status, told) = server.post("/api/game", json!({"fen": fen})).await;
    assert_eq!((status, &told["fen"], told.get("lastAction")), (201, &json!(fen), None));
    let body = json!({"game": told["id"], "action": "b:a8b8", "token": told["white"]});
    let (status, told) = server.post("/api/game/action", body).await;
    assert_eq!((status, &told["checkmate"], &told["action"]), (200, &json!(true), &json!("b:a8b8#")));
    assert_eq!(server.post("/api/game", json!({"fen": "nonsense"})).await.0, 400);
    let (status, told) = server.post("/api/game", json!({"fen": "8/8/8/8/8/8/8/8 w - - 0 1 2"})).await;
    assert_eq!(status, 422);
    assert!(told["reasons"].as_array().unwrap().len() > 1, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_hears_everything_in_order() {
    let server = Served::open().await;
    let game = server.begin().await;
    let mut white = server.watch(&game, &format!("token={}&frames=plain", game.white)).await;
    let mut watcher = server.watch(&game, "from=1").await;
    let sync: Value = serde_json::from_str(&white.hear().await).unwrap();
    assert_eq!((&sync["type"], &sync["ply"]), (&json!("sync"), &json!(1)));
    assert_eq!(server.act(&game, &game.black, "b:e2e4", None).await.0, 200);
    white.send("m:e2e4").await;
    assert_eq!(white.hear().await, "b:e2e4");
    let error: Value = serde_json::from_str(&white.hear().await).unwrap();
    assert_eq!(error, json!({"type": "error", "error": "Move e2-e4 is banned", "ply": 2}));
    white.send(r#"{"type":"action","data":"m:d2d4"}"#).await;
    white.send("b:e7e5").await;
    for action in ["m:d2d4", "b:e7e5"] {
        assert_eq!(white.hear().await, action);
    }
    watcher.send("m:d7d5").await;
    for action in ["b:e2e4", "m:d2d4", "b:e7e5"] {
        assert_eq!(watcher.hear().await, action, "what others do, and no error of theirs");
    }
    assert!(watcher.hear().await.contains("opens no seat"));
    let mut late = server.watch(&game, "from=3").await;
    assert_eq!(late.hear().await, "b:e7e5");
    let mut lost = server.watch(&game, "from=77").await;
    assert!(lost.hear().await.contains(r#""type":"sync""#));
    let wrong = format!("ws://{}/api/game/{}/ws?token=wrong", server.address, game.id);
    assert!(tokio_tungstenite::connect_async(wrong).await.unwrap_err().to_string().contains("403"));
}

/// Addresses end up in logs, so a token need not be part of one.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_taken_by_the_first_frame() {
    let server = Served::open().await;
    let game = server.begin().await;
    let mut black = server.watch(&game, "from=1").await;
    black.send("b:e2e4").await;
    assert!(black.hear().await.contains("opens no seat"));
    black.send(&json!({"type": "hello", "token": "x".repeat(43)}).to_string()).await;
    assert!(black.hear().await.contains("opens no seat"));
    black.send(&json!({"type": "hello", "token": game.black}).to_string()).await;
    assert_eq!(black.hear().await, r#"{"seat":"black","type":"seated"}"#);
    black.send("b:e2e4").await;
    assert_eq!(black.hear().await, "b:e2e4");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_at_once_one_is_played() {
    let server = Served::open().await;
    let game = server.begin().await;
    let bans = ["b:e2e4", "b:d2d4", "b:a2a3", "b:b2b3", "b:c2c3", "b:g1f3", "b:h2h4", "b:f2f4"];
    let sent = bans.map(|ban| server.act(&game, &game.black, ban, Some(1)));
    let told = futures_util::future::join_all(sent).await;
    let count = |wanted| told.iter().filter(|(status, _)| *status == wanted).count();
    assert_eq!((count(200), count(409)), (1, bans.len() - 1), "{told:?}");
}

/// Requests of the library's synchronisation page: its own addresses, and tokens that identify the game.
#[tokio::test(flavor = "multi_thread")]
async fn the_addresses_and_frames_of_the_library() {
    let server = Served::open().await;
    let game = server.begin().await;
    // The token names the game.
    let (status, played) =
        server.post("/api/game/action", json!({"action": "b:e2e4", "token": game.black})).await;
    assert_eq!((status, &played["action"]), (200, &json!("b:e2e4")));
    let path = format!("/api/game/{}", game.id);
    let (status, _) =
        server.post(&format!("{path}/action"), json!({"action": "m:d2d4", "token": game.white})).await;
    assert_eq!(status, 200);
    assert_eq!(server.get(&format!("{path}/state")).await, server.get(&path).await);
    assert_eq!(server.get(&format!("{path}/history")).await.1, r#"["b:e2e4","m:d2d4"]"#);
    let (status, refused) = server.post("/api/game/action", json!({"action": "b:e7e5"})).await;
    assert_eq!(
        (status, refused["error"].as_str()),
        (400, Some("The body needs `game`, or the `token` of a seat."))
    );
    let stranger = "A".repeat(43);
    assert_eq!(server.post("/api/game/action", json!({"action": "b:e7e5", "token": stranger})).await.0, 403);
    // A client that sends objects gets only objects.
    let url = format!("ws://{}{path}/ws?token={}", server.address, game.white);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    let mut hear = async |say: Option<&str>| {
        if let Some(text) = say {
            socket.send(Message::Text(text.into())).await.unwrap();
        }
        loop {
            if let Message::Text(text) = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap() {
                return serde_json::from_str::<Value>(&text).unwrap();
            }
        }
    };
    assert_eq!(hear(None).await["type"], "sync");
    assert_eq!(hear(Some(r#"{"type": "sync-request"}"#)).await["ply"], 3);
    let echo = hear(Some(r#"{"action": "b:e7e5"}"#)).await;
    assert_eq!(echo, json!({"type": "action", "data": "b:e7e5", "action": "b:e7e5"}));
    // A player that has not sent anything yet gets objects, however its token was sent.
    let mut by_address = server.watch(&game, &format!("token={}", game.black)).await;
    let mut by_frame = server.watch(&game, "").await;
    by_frame.send(&json!({"type": "hello", "token": game.black}).to_string()).await;
    // How it stands, and the seat.
    for text in [by_address.hear().await, by_frame.hear().await, by_frame.hear().await] {
        assert!(text.starts_with('{'), "{text}");
    }
    for action in ["m:d7d5", "b:c2c4"] {
        assert_eq!(server.act(&game, &game.black, action, None).await.0, 200);
        for seated in [&mut by_address, &mut by_frame] {
            let told: Value = serde_json::from_str(&seated.hear().await).unwrap();
            assert_eq!((&told["type"], &told["action"]), (&json!("action"), &json!(action)));
        }
    }
    // Wrapped as in the library's guide, an action keeps its form.
    assert_eq!(server.act(&game, &game.white, "m:c2c3", None).await.0, 200);
    let mut wrapping = server.watch(&game, &format!("token={}", game.white)).await;
    assert!(wrapping.hear().await.contains(r#""type":"sync""#));
    wrapping.send(r#"{"type":"action","data":"b:e7e6"}"#).await;
    assert_eq!(wrapping.hear().await, r#"{"action":"b:e7e6","data":"b:e7e6","type":"action"}"#);
    // A client that uses `from` knows the contract and gets plain actions.
    let mut knowing = server.watch(&game, &format!("token={}&from=5", game.black)).await;
    assert_eq!(knowing.hear().await, "b:c2c4");
    assert_eq!(knowing.hear().await, "m:c2c3");
    // A watcher chooses the form in the address.
    let mut silent = server.watch(&game, "frames=json&from=2").await;
    for action in ["m:d2d4", "b:e7e5", "m:d7d5", "b:c2c4", "m:c2c3", "b:e7e6"] {
        let told: Value = serde_json::from_str(&silent.hear().await).unwrap();
        assert_eq!(told["action"], action);
    }
}
