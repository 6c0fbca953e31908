//! A/B matches between two evaluations, from the same openings with both colours.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use chautari_arena::{Estimate, GameSetup, Sprt, Tally, Worth};
use chautari_game::{Limit, Position as _, Rng};

use crate::Match;
use crate::trainable::{self, Playable, opening};

/// Longer games are drawn.
const MOST_PLIES: usize = 600;

pub(crate) fn run<G: Playable>(game: G, options: &Match) -> anyhow::Result<()> {
    let networks = [
        Some(trainable::network::<G>(&options.net)?),
        options.against.as_deref().map(trainable::network::<G>).transpose()?,
    ];
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let next = AtomicU64::new(0);
    let (results, inbox) = mpsc::channel();
    let (next, mut tally, mut nodes, mut times) = (&next, Tally::default(), [0; 2], [Duration::ZERO; 2]);
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            let results = results.clone();
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // Finish the pair: each opening is also played with colours exchanged.
                    if number >= options.games || number.is_multiple_of(2) && Instant::now() >= end {
                        break;
                    }
                    if results.send((number, play(game, options, networks, number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(results);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (number, result) in inbox {
            early.insert(number, result);
            while let Some(Game { worth, visited, spent }) = early.remove(&due) {
                tally.count(worth);
                for side in 0..2 {
                    nodes[side] += visited[side];
                    times[side] += spent[side];
                }
                due += 1;
            }
        }
    });
    let Some(estimate) = Estimate::of(tally.sample()) else { anyhow::bail!("no game was played") };
    let standing = Sprt::new(0.0, 10.0).judge(tally.sample());
    let rate = |side: usize| nodes[side] as f64 / times[side].as_secs_f64() / 1e6;
    println!(
        "{} won, {} drawn, {} lost: {:+.0} Elo ({:+.0} to {:+.0}); SPRT(0, 10) {:.2} {:?}; {:.2} against {:.2} M nodes/s",
        tally.wins(),
        tally.draws(),
        tally.losses(),
        estimate.elo,
        estimate.low,
        estimate.high,
        standing.llr,
        standing.decision,
        rate(0),
        rate(1),
    );
    Ok(())
}

/// The result of a game for the first player, with the nodes and the time of both.
struct Game {
    worth: Worth,
    visited: [u64; 2],
    spent: [Duration; 2],
}

fn play<G: Playable>(
    game: G,
    options: &Match,
    networks: [Option<&'static G::Network>; 2],
    number: u64,
) -> Game {
    let pairing = GameSetup::of(number);
    let mut record = opening(game, options.plies, &mut Rng::stream(options.seed, pairing.opening));
    let mut engines = networks.map(|network| game.engine_with(&trainable::engine_options(number), network));
    let begun = record.moves().len();
    let (mut visited, mut spent) = ([0; 2], [Duration::ZERO; 2]);
    while record.outcome().is_none() && record.moves().len() < begun + MOST_PLIES {
        let player = usize::from(record.position().turn() != pairing.first);
        let limit = Limit { time: options.time(), nodes: options.nodes, ..Limit::default() };
        let thought = engines[player].think(&record, &limit, &mut |_| ControlFlow::Continue(()));
        visited[player] += thought.nodes;
        spent[player] += thought.time;
        if thought.best.is_none_or(|m| record.play(m).is_err()) {
            break;
        }
    }
    let winner = record.outcome().and_then(|outcome| outcome.winner);
    Game { worth: Worth::of(winner, pairing.first), visited, spent }
}
