//! Stateless questions: what can be played at the start of each game.

use std::time::{Duration, Instant};

use chautari_e2e::Server;

use crate::http::{Line, post};
use crate::report::Meter;

/// Asks on so many connections for so long.
pub(crate) async fn run(server: &Server, game: &str, connections: usize, time: Duration) {
    let request = post(&format!("/api/v1/games/{game}/position"), None, "{}");
    let mut lines = Vec::new();
    for _ in 0..connections {
        let mut line = Line::open(server.address()).await.expect("the server listens");
        let status = line.ask(&request).await.expect("the server answers");
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(&line.body));
        lines.push(line);
    }
    let meter = Meter::start(server);
    let begun = Instant::now();
    let tasks: Vec<_> = lines
        .into_iter()
        .map(|mut line| {
            let request = request.clone();
            tokio::spawn(async move {
                let mut waits = Vec::new();
                while begun.elapsed() < time {
                    let asked = Instant::now();
                    assert_eq!(line.ask(&request).await.expect("the server answers"), 200);
                    waits.push(asked.elapsed());
                }
                waits
            })
        })
        .collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await.expect("a connection that was not refused"));
    }
    meter.report(&format!("{game}, {connections} lines"), waits);
}
