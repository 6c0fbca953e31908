//! The example game on a server: the API, a match, a tournament, a Softserve event, pictures.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_game::AnyGame;
use chautari_server::{App, Config, Server};
use chautari_softserve::{Settings, routes};
use chautari_sprint::Sprint;
use serde_json::{Value, json};

static GAMES: &[&dyn AnyGame] = &[&Sprint];

struct Running {
    url: String,
    client: reqwest::Client,
    app: App,
}

impl Running {
    async fn start() -> Running {
        let config = Config {
            http: chautari_http::Config {
                listen: ([127, 0, 0, 1], 0).into(),
                ..chautari_http::Config::default()
            },
            database: "sqlite::memory:".to_owned(),
            ..Config::default()
        };
        let app = App::open(config, GAMES).await.unwrap();
        let server = Server::bind(app.clone(), routes(app.platform(), Settings::default())).unwrap();
        let url = format!("http://{}", server.address().unwrap());
        tokio::spawn(server.serve());
        Running { url, client: reqwest::Client::builder().no_proxy().build().unwrap(), app }
    }

    async fn get(&self, path: &str) -> Value {
        let answer = self.client.get(format!("{}{path}", self.url)).send().await.unwrap();
        let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap_or(Value::String(text))
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let answer = self.client.post(format!("{}{path}", self.url)).json(&body).send().await.unwrap();
        let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
        assert!(status == 200 || status == 201, "{path} {body}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Polls until something has ended.
    async fn ended(&self, path: &str, is_over: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let told = self.get(path).await;
            if is_over(&told) {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{path} never ends");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.app.http().shutdown().request();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_served() {
    let server = Running::start().await;
    let games = server.get("/api/v1/games").await;
    assert_eq!(games[0]["id"], "sprint");
    assert_eq!(games[0]["translations"], json!({}), "it speaks English only");

    let told = server.post("/api/v1/games/sprint/position", json!({"moves": ["c1c2", "a5a4"]})).await;
    assert_eq!(told["position"], ".pppp/p..../...../..P../PP.PP w");
    let picture = server.get("/api/v1/games/sprint/picture.svg").await;
    assert!(picture.as_str().unwrap().starts_with("<svg"), "{picture}");

    let engine = |level: u8| json!({"kind": "engine", "level": level});
    let seats = json!({"white": engine(1), "black": engine(2)});
    let begun = server.post("/api/v1/matches", json!({"game": "sprint", "seats": seats})).await;
    let path = format!("/api/v1/matches/{}", begun["match"].as_str().unwrap());
    let ended = server.ended(&path, |state| !state["outcome"].is_null()).await;
    assert!(["arrived", "stuck"].contains(&ended["outcome"]["reason"].as_str().unwrap()), "{ended}");

    let cup = json!({
        "name": "a cup", "game": "sprint", "format": "round_robin",
        "players": [engine(1), engine(2), {"kind": "random"}],
    });
    let begun = server.post("/api/v1/tournaments", cup).await;
    let path = format!("/api/v1/tournaments/{}", begun["tournament"].as_str().unwrap());
    server.ended(&path, |state| state["state"] == "ended").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_played_in_an_event() {
    let server = Running::start().await;
    let me = server.post("/player/create", json!({"name": "a", "email": "a@b.example"})).await;
    let event = json!({"players": ["a", "random"], "game_pairs": 1, "game": "sprint", "name": "an event"});
    server.post("/event/create", event).await;
    for _ in 0..200 {
        let asked = json!({"player": "a", "token": me["token"], "event": "an event"});
        let url = format!("{}/aivai/play-state", server.url);
        let answer = server.client.post(url).json(&asked).send().await.unwrap();
        match answer.status().as_u16() {
            204 => return,
            status => assert_eq!(status, 200),
        }
        let turn: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        let state = turn["state"].as_str().unwrap();
        let record = Sprint.read_position(state).unwrap();
        let action = record.offers()[0].text.clone();
        let body =
            json!({"player": "a", "token": me["token"], "action_id": turn["action_id"], "action": action});
        server.post("/aivai/submit-action", body).await;
    }
    panic!("the event never ends");
}
