//! How many plies a second bots play over Softserve: real sockets, real disk, every action kept before
//! it is acknowledged.
//!
//! Bots play both sides of mirror games and choose the first action there is, so that nearly all the
//! time is the server's. Run with a number of bots behind `--`, two unless said otherwise:
//! `cargo bench -p chautari-bench --bench softserve -- 8`.

#![allow(clippy::unwrap_used, reason = "a benchmark may fail where it stands")]

use std::time::{Duration, Instant};

use chautari_game::Dice;
use chautari_games::GAMES;
use chautari_server::{App, Config, Rate, Rates, Server};
use chautari_softserve::Settings;
use serde_json::{Value, json};

/// How long to play.
const TIME: Duration = Duration::from_secs(10);

struct Bot {
    url: String,
    line: reqwest::Client,
    me: Value,
}

impl Bot {
    async fn post(&self, path: &str, more: Value) -> Value {
        let mut body = self.me.clone();
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        let answer = self.line.post(format!("{}{path}", self.url)).json(&body).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        serde_json::from_str(&answer.text().await.unwrap()).unwrap()
    }

    /// Plays until the time is over; how many plies.
    async fn play(self, seed: u64, until: Instant) -> u64 {
        let (mut plies, mut dice) = (0, Dice::new(seed));
        let creeper = chautari_games::find("creeper").unwrap();
        while Instant::now() < until {
            let turn = self.post("/aivai/play-state", json!({"event": "mirror"})).await;
            let record = creeper.read_position(turn["state"].as_str().unwrap()).unwrap();
            let action = dice.pick(&record.offers()).unwrap().text;
            self.post("/aivai/submit-action", json!({"action_id": turn["action_id"], "action": action}))
                .await;
            plies += 1;
        }
        plies
    }
}

#[tokio::main]
async fn main() {
    let bots: u64 = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(2);
    let folder = tempfile::tempdir().unwrap();
    let off: Rate = "off".parse().unwrap();
    let config = Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        database: format!("sqlite:{}", folder.path().join("bench.db").display()),
        rates: Rates { request: off, create: off, ..Rates::default() },
        ..Config::default()
    };
    let app = App::open(config, GAMES).await.unwrap();
    let routes = chautari_softserve::routes(&app, Settings::default()).await.unwrap();
    let server = Server::bind(app.clone(), routes).await.unwrap();
    let url = format!("http://{}", server.address().unwrap());
    let serving = tokio::spawn(server.serve());
    let begun = Instant::now();
    let mut playing = Vec::new();
    for number in 0..bots {
        let (name, line) = (format!("bot-{number}"), reqwest::Client::new());
        let mut bot = Bot { url: url.clone(), line, me: json!({"name": name, "email": ""}) };
        let token = bot.post("/player/create", json!({})).await["token"].clone();
        bot.me = json!({"player": name, "token": token});
        playing.push(tokio::spawn(bot.play(number, begun + TIME)));
    }
    let mut plies = 0;
    for bot in playing {
        plies += bot.await.unwrap();
    }
    let seconds = begun.elapsed().as_secs_f64();
    let rate = plies as f64 / seconds;
    println!("softserve: {bots} bots on mirror events: {rate:.0} plies/s ({plies} in {seconds:.1} s)");
    app.shutdown().request();
    serving.await.unwrap().unwrap();
}
