//! Stateless requests: the legal moves at the start of each game.

use std::time::{Duration, Instant};

use chautari_e2e::Server;

use crate::http::{HttpLine, post};
use crate::report::Meter;

/// Sends requests on `connections` connections for `time`.
pub(crate) async fn run(server: &Server, game: &str, connections: usize, time: Duration) {
    let request = post(&format!("/api/v1/games/{game}/position"), None, "{}");
    let mut lines = Vec::new();
    for _ in 0..connections {
        let mut line = HttpLine::open(server.address()).await.expect("the server listens");
        line.expect(&request, 200).await.expect("the server answers");
        lines.push(line);
    }
    let meter = Meter::start(server);
    let begun = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for mut line in lines {
        let request = request.clone();
        tasks.spawn(async move {
            let mut waits = Vec::new();
            while begun.elapsed() < time {
                let asked = Instant::now();
                line.expect(&request, 200).await.expect("the server answers");
                waits.push(asked.elapsed());
            }
            waits
        });
    }
    meter.report(&format!("{game}, {connections} lines"), tasks.join_all().await.concat());
}
