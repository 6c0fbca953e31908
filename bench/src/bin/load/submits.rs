//! Moves in matches, each on disk before it is acknowledged.

use std::time::{Duration, Instant};

use chautari_e2e::Server;

use crate::game::Game;
use crate::report::Meter;

/// Plays `games` matches at once for `time`.
pub(crate) async fn run(server: &Server, games: usize, time: Duration) {
    let mut begun = Vec::new();
    for _ in 0..games {
        begun.push(Game::begin(server.address()).await.expect("the server begins matches"));
    }
    let meter = Meter::start(server);
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for mut game in begun {
        tasks.spawn(async move {
            let mut waits = Vec::new();
            while start.elapsed() < time {
                if game.is_over() {
                    game.begin_anew().await.expect("the server begins matches");
                }
                waits.push(game.play().await.expect("the server takes the move"));
            }
            waits
        });
    }
    meter.report(&format!("moves in {games} matches"), tasks.join_all().await.concat());
}
