//! The route over a real socket: three ways to ask, one answer.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "../../../crates/server/tests/server/documented.rs"]
mod documented;
#[path = "../../../e2e/src/slow_client.rs"]
mod slow_client;

use std::sync::LazyLock;
use std::time::Duration;

use chautari_compute::EnginePoolConfig;
use chautari_games::GAMES;
use chautari_http::{Bodies, Rates, Shutdown};
use chautari_server::{App, Config, Server};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use slow_client::send_stalled_body;

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
        let server = Server::bind(app.clone(), chautari_obx::routes()).await.unwrap();
        let url = format!("http://{}/obx", server.address().unwrap());
        tokio::spawn(server.serve());
        Served { url, line: Client::new(), shutdown: app.http().shutdown().clone() }
    }

    async fn send(&self, method: Method, query: &str, body: String) -> (u16, Value) {
        let method_name = method.clone();
        let request = self.line.request(method, format!("{}{query}", self.url)).body(body);
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        documented::vet(&DOCUMENT, method_name.as_str(), "/obx", status);
        (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap_or(Value::Null))
    }
}

const ASKED: &str = "TGXXT/XXXXX/XXXXX/XXXXX/TXXXT t c0 mB1 #g1";
const QUERY: &str = "?obx=TGXXT/XXXXX/XXXXX/XXXXX/TXXXT+t+c0+mB1+%23g1";

#[tokio::test(flavor = "multi_thread")]
async fn the_request_of_the_document_in_every_form() {
    let hall = Served::open().await;
    let right = json!({
        "input": ASKED,
        "obx": "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c1 mA1C1(B1) #t1",
        "move": "mA1C1(B1)",
    });
    let body = json!({"obx": ASKED, "time_ms": 200}).to_string();
    assert_eq!(hall.send(Method::GET, "", body.clone()).await, (200, right.clone()));
    assert_eq!(hall.send(Method::POST, "", body).await, (200, right.clone()));
    assert_eq!(hall.send(Method::GET, &format!("{QUERY}&time_ms=200"), String::new()).await, (200, right));
}

const LATE: &str = "The body did not arrive within 0.2 seconds.";
const LARGE: &str = "The body is larger than 1000 bytes.";

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_late_or_too_large_is_told_so() {
    let hall = Served::open_with(Config {
        http: chautari_http::Config {
            bodies: Bodies { bytes: 1000, timeout: Duration::from_millis(200), ..Bodies::default() },
            ..chautari_http::Config::default()
        },
        ..Config::default()
    })
    .await;
    let address = hall.url.strip_prefix("http://").unwrap().strip_suffix("/obx").unwrap();
    assert_eq!(
        send_stalled_body(address, "/obx").await,
        (408, json!({"error": {"code": "slow", "text": LATE}}))
    );
    for method in [Method::GET, Method::POST] {
        let large = hall.send(method, "", "x".repeat(1001)).await;
        assert_eq!(large, (413, json!({"error": {"code": "large", "text": LARGE}})));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_and_moves() {
    let hall = Served::open().await;
    let (status, told) = hall.send(Method::GET, &format!("{QUERY}&move=mA1A2"), String::new()).await;
    assert_eq!((status, told["move"].as_str()), (200, Some("mA1A2")));
    let (status, told) =
        hall.send(Method::GET, &format!("{QUERY}&move=mA1A2&rules=compulsory"), String::new()).await;
    assert_eq!((status, &told["error"]), (422, &json!("Illegal move detected.")));
    assert_eq!(told["detail"][0]["code"], "must-capture");
    for (query, body) in [("", ""), ("", "{"), ("?obx=x", ""), ("?obx=x&level=many", ""), ("?level=3", "{}")]
    {
        let (status, told) = hall.send(Method::POST, query, body.to_owned()).await;
        assert_eq!((status, &told["error"]), (400, &json!("Invalid OBX format.")), "{query} {body}");
        assert!(told["detail"]["offset"].is_u64() && told["detail"]["text"].is_string(), "{told}");
    }
    assert_eq!(hall.send(Method::DELETE, "", String::new()).await.0, 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_query_goes_before_the_body() {
    let hall = Served::open().await;
    let body = json!({"obx": "not read", "move": "mE1E2"}).to_string();
    let (status, told) = hall.send(Method::POST, QUERY, body).await;
    assert_eq!((status, told["move"].as_str(), told["input"].as_str()), (200, Some("mE1E2"), Some(ASKED)));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_is_refused_with_when_to_come_again() {
    let hall = Served::open().await;
    let long = json!({"obx": "T".repeat(1 << 20)}).to_string();
    assert_eq!(hall.send(Method::POST, "", long).await.0, 413);
    let full =
        Config { engines: EnginePoolConfig { queue: 0, ..EnginePoolConfig::default() }, ..Config::default() };
    let rates = Rates { think: "1/h".parse().unwrap(), ..Rates::default() };
    // The first question has no engine; the second is not even asked.
    let hall = Served::open_with(Config { http: chautari_http::Config { rates, ..full.http }, ..full }).await;
    for expected in [503, 429] {
        let answer = hall.line.get(format!("{}{QUERY}", hall.url)).send().await.unwrap();
        assert_eq!(answer.status(), expected);
        assert!(answer.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() >= 1);
        let told: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        assert!(told["error"]["code"].is_string() && told["error"]["text"].is_string(), "{told}");
    }
}

/// The author's own library writes captures without brackets and asks with a slash.
#[tokio::test(flavor = "multi_thread")]
async fn a_capture_without_brackets_and_a_slash() {
    let hall = Served::open().await;
    let body_of = |way: &str| json!({"obx": ASKED, "move": way}).to_string();
    let (status, answer) = hall.send(Method::POST, "/", body_of("mA1C1")).await;
    assert_eq!((status, answer["move"].as_str()), (200, Some("mA1C1(B1)")));
    assert_eq!(hall.send(Method::GET, "/", body_of("mA1C1")).await, (status, answer));
    let last = "XXTXT/XXXXX/XXXXX/XXXXX/TXXXT g c1 mA1C1 #t1";
    let (status, answer) = hall.send(Method::POST, "", json!({"obx": last, "move": "mC3"}).to_string()).await;
    assert_eq!((status, answer["input"].as_str()), (200, Some(last)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_has_bounds_here_too() {
    let hall = Served::open().await;
    let long = json!({"obx": "X".repeat(70_000)}).to_string();
    assert_eq!(hall.send(Method::POST, "", long).await.0, 413);
    let many = json!({"obx": ASKED, "unknown": vec![0; 20_000]}).to_string();
    assert_eq!(hall.send(Method::POST, "", many).await.0, 413);
}
