//! Exact values of random positions of Bagh Chal, in requests of maximum size.

use std::time::{Duration, Instant};

use chautari_baghchal::Baghchal;
use chautari_e2e::Server;
use chautari_game::{AnyRecord, Game, Moment, Position as _, Record, Rng};
use serde_json::json;

use crate::http::{HttpLine, body, post};
use crate::report::Meter;

/// The number of positions per request, the maximum allowed.
const BATCH: usize = 1000;

/// The number of different requests, sent repeatedly; enough that their data does not fit into near caches.
const BATCHES: usize = 50;

/// The maximum number of plies to a random position.
const FARTHEST: usize = 100;

/// The maximum number of concurrent requests per client.
const MOST_LINES: usize = 8;

/// Sends requests on `connections` connections for `time`.
pub(crate) async fn run(server: &Server, connections: usize, time: Duration) {
    let connections = connections.min(MOST_LINES);
    let mut rng = Rng::new(1);
    let batch = |_| {
        let positions: Vec<String> = (0..BATCH).map(|_| position(&mut rng)).collect();
        post("/api/v1/games/baghchal/values", None, &json!({"positions": positions}).to_string())
    };
    let batches: Vec<Vec<u8>> = (0..BATCHES).map(batch).collect();
    let mut line = HttpLine::open(server.address()).await.expect("the server listens");
    let mut known = 0;
    for batch in &batches {
        line.expect(batch, 200).await.expect("the server answers");
        let answer = body(&line);
        let values = answer["values"].as_array().expect("there are values");
        known += values.iter().filter(|value| !value.is_null()).count();
    }
    println!("{known} of {} positions are in the tables", BATCHES * BATCH);
    let mut lines = Vec::new();
    for _ in 0..connections {
        lines.push(HttpLine::open(server.address()).await.expect("the server listens"));
    }
    let meter = Meter::start(server);
    let begun = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for (number, mut line) in lines.into_iter().enumerate() {
        let mut batches = batches.clone();
        batches.rotate_left(number % BATCHES);
        tasks.spawn(async move {
            let mut waits = Vec::new();
            for batch in batches.iter().cycle().take_while(|_| begun.elapsed() < time) {
                let asked = Instant::now();
                line.expect(batch, 200).await.expect("the server answers");
                waits.push(asked.elapsed());
            }
            waits
        });
    }
    meter.report_each(&format!("values, {connections} lines"), BATCH, tasks.join_all().await.concat());
}

/// Returns a random unfinished position.
fn position(rng: &mut Rng) -> String {
    loop {
        let mut position = Baghchal::OPTIONAL.start();
        for _ in 0..rng.below(FARTHEST) {
            let Some(m) = rng.pick(&position.moves()) else { break };
            position.apply(m);
        }
        if position.outcome().is_none() {
            let moment = Moment { position, last: None, plies: None };
            return AnyRecord::position(&Record::from_moment(Baghchal::OPTIONAL, moment));
        }
    }
}
