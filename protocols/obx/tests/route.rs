//! The endpoint over a real socket.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::sync::LazyLock;
use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_games::GAMES;
use chautari_http::{Bodies, Rates, Shutdown};
use chautari_server::{App, Config, Server};
use chautari_testing::send_stalled_body;
use reqwest::{Client, Method};
use serde_json::{Value, json};

/// The routes as they are described.
static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&chautari_server::openapi(chautari_obx::routes())).unwrap());

struct Served {
    url: String,
    line: Client,
    shutdown: Shutdown,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.shutdown.request();
    }
}

impl Served {
    async fn open() -> Served {
        Served::open_with(Config::default()).await
    }

    async fn open_with(config: Config) -> Served {
        let listen = "127.0.0.1:0".parse().unwrap();
        let config = Config {
            http: chautari_http::Config { listen, ..config.http },
            database: "sqlite::memory:".to_owned(),
            ..config
        };
        let app = App::open(config, GAMES).await.unwrap();
        let bound = Server::bind(app.clone(), chautari_obx::routes()).unwrap();
        let url = format!("http://{}/obx", bound.address().unwrap());
        tokio::spawn(bound.serve());
        Served { url, line: Client::new(), shutdown: app.http().shutdown().clone() }
    }

    async fn send(&self, method: Method, query: &str, body: String) -> (u16, Value) {
        let method_name = method.clone();
        let request = self.line.request(method, format!("{}{query}", self.url)).body(body);
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        chautari_testing::assert_documented(&DOCUMENT, method_name.as_str(), "/obx", status);
        (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or(Value::Null))
    }
}

const ASKED: &str = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t c0 mB1 #g1";
const QUERY: &str = "?obx=TGXXT/XXXXX/XXXXX/XXXXX/TXXXT+t+c0+mB1+%23g1";

#[tokio::test(flavor = "multi_thread")]
async fn the_request_of_the_document_in_every_form() {
    let server = Served::open().await;
    let right = json!({
        "input": ASKED,
        "obx": "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c1 mA1C1(B1) #t1",
        "move": "mA1C1(B1)",
    });
    let body = json!({"obx": ASKED, "time_ms": 200}).to_string();
    assert_eq!(server.send(Method::GET, "", body.clone()).await, (200, right.clone()));
    assert_eq!(server.send(Method::POST, "", body).await, (200, right.clone()));
    assert_eq!(server.send(Method::GET, &format!("{QUERY}&time_ms=200"), String::new()).await, (200, right));
}

/// A refusal of the whole request in OBX's form.
fn malformed(text: &str) -> Value {
    let detail = json!({"field": null, "offset": 0, "expected": "", "text": text});
    json!({"error": "Invalid OBX format.", "detail": detail})
}

const LATE: &str = "The body did not arrive within 0.2 seconds.";
const LARGE: &str = "The body is larger than 1000 bytes.";

#[tokio::test(flavor = "multi_thread")]
async fn late_and_large_bodies_are_refused_in_obx_form() {
    let server = Served::open_with(Config {
        http: chautari_http::Config {
            bodies: Bodies { bytes: 1000, timeout: Duration::from_millis(200), ..Bodies::default() },
            ..chautari_http::Config::default()
        },
        ..Config::default()
    })
    .await;
    let address = server.url.strip_prefix("http://").unwrap().strip_suffix("/obx").unwrap();
    assert_eq!(send_stalled_body(address, "/obx").await, (408, malformed(LATE)));
    for method in [Method::GET, Method::POST] {
        let large = server.send(method, "", "x".repeat(1001)).await;
        assert_eq!(large, (413, malformed(LARGE)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_and_moves() {
    let server = Served::open().await;
    let (status, answer) = server.send(Method::GET, &format!("{QUERY}&move=mA1A2"), String::new()).await;
    assert_eq!((status, answer["move"].as_str()), (200, Some("mA1A2")));
    let (status, answer) =
        server.send(Method::GET, &format!("{QUERY}&move=mA1A2&rules=compulsory"), String::new()).await;
    assert_eq!((status, &answer["error"]), (422, &json!("Illegal move detected.")));
    assert_eq!(answer["detail"][0]["code"], "must-capture");
    for (query, body) in [("", ""), ("", "{"), ("?obx=x", ""), ("?obx=x&level=many", ""), ("?level=3", "{}")]
    {
        let (status, answer) = server.send(Method::POST, query, body.to_owned()).await;
        assert_eq!((status, &answer["error"]), (400, &json!("Invalid OBX format.")), "{query} {body}");
        assert!(answer["detail"]["offset"].is_u64() && answer["detail"]["text"].is_string(), "{answer}");
    }
    for path in ["", "/"] {
        let wrong = server.send(Method::DELETE, path, String::new()).await;
        assert_eq!(wrong, (405, malformed("Use GET or POST here, not DELETE.")), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_query_goes_before_the_body() {
    let server = Served::open().await;
    let body = json!({"obx": "not read", "move": "mE1E2"}).to_string();
    let (status, answer) = server.send(Method::POST, QUERY, body).await;
    assert_eq!(
        (status, answer["move"].as_str(), answer["input"].as_str()),
        (200, Some("mE1E2"), Some(ASKED))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_is_refused_with_when_to_come_again() {
    let server = Served::open().await;
    let long = json!({"obx": "T".repeat(1 << 20)}).to_string();
    assert_eq!(server.send(Method::POST, "", long).await.0, 413);
    let full =
        Config { engines: EnginePoolConfig { queue: 0, ..EnginePoolConfig::default() }, ..Config::default() };
    let rates = Rates { think: "1/h".parse().unwrap(), ..Rates::default() };
    // The first search has no engine; the second is over the rate limit.
    let server =
        Served::open_with(Config { http: chautari_http::Config { rates, ..full.http }, ..full }).await;
    for expected in [503, 429] {
        let answer = server.line.get(format!("{}{QUERY}", server.url)).send().await.unwrap();
        assert_eq!(answer.status(), expected);
        assert!(answer.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() >= 1);
        let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        assert_eq!(answer["error"], "Try again later.");
        assert!(answer["detail"]["text"].is_string(), "{answer}");
    }
}

/// The reference library writes captures without brackets and requests `/obx/`. It recognises a capture in a response
/// only in the dialect `baghchal-js`.
#[tokio::test(flavor = "multi_thread")]
async fn a_capture_without_brackets_and_a_slash() {
    let server = Served::open().await;
    let body_of = |way: &str| json!({"obx": ASKED, "move": way}).to_string();
    let (status, answer) = server.send(Method::POST, "/", body_of("mA1C1")).await;
    assert_eq!((status, answer["move"].as_str()), (200, Some("mA1C1(B1)")));
    assert_eq!(server.send(Method::GET, "/", body_of("mA1C1")).await, (status, answer));
    let body = json!({"obx": ASKED, "move": "mA1C1", "dialect": "baghchal-js"}).to_string();
    let (_, answer) = server.send(Method::POST, "/", body).await;
    assert_eq!(
        (&answer["move"], &answer["obx"]),
        (&json!("mA1C1"), &json!("XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g @19 c1 mA1C1 #t1"))
    );
    let last = "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c1 mA1C1 #t1";
    let (status, answer) =
        server.send(Method::POST, "", json!({"obx": last, "move": "mC3"}).to_string()).await;
    assert_eq!((status, answer["input"].as_str()), (200, Some(last)));
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_requests_are_refused() {
    let server = Served::open().await;
    let long = json!({"obx": "X".repeat(100_000)}).to_string();
    let many = json!({"obx": ASKED, "unknown": vec![0; 20_000]}).to_string();
    for body in [long, many] {
        let (status, refusal) = server.send(Method::POST, "", body).await;
        assert_eq!((status, &refusal["error"]), (400, &json!("Invalid OBX format.")));
        assert!(refusal["detail"]["offset"].as_u64() > Some(0), "{refusal}");
    }
}
