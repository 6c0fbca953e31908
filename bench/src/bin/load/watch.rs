//! The cost of a watcher: the same moves are played with many watchers and with none.

use std::time::{Duration, Instant};

use chautari_e2e::Server;
use futures_util::StreamExt;
use tokio::task::JoinSet;

use crate::game::Game;
use crate::sockets::watch;

/// The number of matches.
const MATCHES: usize = 10;

/// The interval between the moves of a match.
const PACE: Duration = Duration::from_millis(100);

/// Plays matches for `time` with `watchers` watchers in total, and with none.
pub(crate) async fn run(server: &Server, watchers: usize, time: Duration) {
    let (alone, moves) = play(server, 0, time).await;
    let (seen, again) = play(server, watchers / MATCHES, time).await;
    let per_move = |cpu: Duration, moves: usize| cpu.as_secs_f64() / moves.max(1) as f64;
    let told = (watchers / MATCHES).max(1) as f64;
    let each = (per_move(seen, again) - per_move(alone, moves)) / told;
    println!(
        "{MATCHES} matches, {} watchers each: a move costs {:.0} µs of processor time before nobody, {:.0} before them; an event \
         told to one who watches costs {:.1} µs",
        watchers / MATCHES,
        per_move(alone, moves) * 1e6,
        per_move(seen, again) * 1e6,
        each * 1e6,
    );
}

/// Plays with watchers; returns the server's processor time and the number of moves.
async fn play(server: &Server, watchers: usize, time: Duration) -> (Duration, usize) {
    let mut eyes = JoinSet::new();
    let mut games = Vec::new();
    for _ in 0..MATCHES {
        let game = Game::begin(server.address()).await.expect("the server begins matches");
        for _ in 0..watchers {
            let mut socket = watch(server, game.id()).await;
            eyes.spawn(async move { while let Some(Ok(_)) = socket.next().await {} });
        }
        games.push(game);
    }
    let (cpu, begun) = (server.cpu(), Instant::now());
    let mut playing = JoinSet::new();
    for mut game in games {
        playing.spawn(async move {
            let mut moves = 0;
            while begun.elapsed() < time && !game.is_over() {
                let next = Instant::now() + PACE;
                game.play().await.expect("the server takes the move");
                moves += 1;
                tokio::time::sleep_until(next.into()).await;
            }
            moves
        });
    }
    let moves = playing.join_all().await.into_iter().sum();
    let spent = server.cpu().saturating_sub(cpu);
    eyes.abort_all();
    (spent, moves)
}
