//! Self-play: positions with the result of a search and of the game.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use chautari_game::{Limit, Mv, Position as _, Record, Rng, Score};

use crate::Selfplay;
use crate::trainable::{self, Trainable, opening};

/// The size of a sample without its board: in 16 bits each the score of the search and the hand-crafted
/// evaluation, the result of the game (lost, drawn or won), and three zero bytes.
const BESIDES: usize = 8;

/// Returns the size of a sample.
const fn sample<G: Trainable>() -> usize {
    size_of::<G::Board>() + BESIDES
}

/// Longer games are drawn.
const MOST_PLIES: usize = 400;

/// Games from openings with a larger score are discarded, because they teach little.
const MOST_UNFAIR: i32 = 600;

/// A score beyond this decides the game.
const DECISIVE: i32 = 3_000;

pub(crate) fn run<G: Trainable>(game: G, options: &Selfplay) -> anyhow::Result<()> {
    let network = options.net.as_deref().map(trainable::network::<G>).transpose()?;
    let out = Mutex::new(BufWriter::new(File::create(&options.out)?));
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let (games, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = |_thread: usize| -> anyhow::Result<()> {
        while Instant::now() < end {
            let number = games.fetch_add(1, Ordering::Relaxed);
            let mut rng = Rng::stream(options.seed, number);
            let plies = options.plies / 2 + rng.below(options.plies / 2 + 1);
            let mut engine = game.engine_with(&trainable::engine_options(rng.next_u64()), network);
            let think = |record: &Record<G>| {
                let limit = Limit { nodes: Some(options.nodes), ..Limit::default() };
                let thought = engine.think(record, &limit, &mut |_| ControlFlow::Continue(()));
                (thought.score, thought.line)
            };
            let samples = play(opening(game, plies, &mut rng), think);
            positions.fetch_add((samples.len() / sample::<G>()) as u64, Ordering::Relaxed);
            out.lock().expect("no thread has panicked").write_all(&samples)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread has panicked"))
    })?;
    out.into_inner().expect("no thread has panicked").flush()?;
    println!("{} games, {} positions", games.into_inner(), positions.into_inner());
    Ok(())
}

/// Plays a game to its end and returns its samples.
fn play<G: Trainable>(
    mut record: Record<G>,
    mut think: impl FnMut(&Record<G>) -> (Score, Vec<Mv<G>>),
) -> Vec<u8> {
    let mut samples = Vec::new();
    let mut viewers = Vec::new();
    let begun = record.moves().len();
    let winner = loop {
        if let Some(outcome) = record.outcome() {
            break outcome.winner;
        }
        if record.moves().len() >= begun + MOST_PLIES {
            break None;
        }
        let position = record.position();
        let (turn, viewer) = (position.turn(), G::viewer(position));
        let (score, line) = think(&record);
        let value = match score {
            Score::Win(_) | Score::Won => break Some(turn),
            Score::Loss(_) | Score::Lost => break Some(turn.other()),
            Score::Draw => 0,
            Score::Guess(value) => value,
        };
        if samples.is_empty() && value.abs() > MOST_UNFAIR {
            break None;
        }
        if value.abs() > DECISIVE {
            break Some(if value > 0 { turn } else { turn.other() });
        }
        if let Some(board) = G::board(position, &line) {
            let value = if viewer == turn { value } else { -value };
            samples.extend(board.as_ref());
            samples.extend((value as i16).to_le_bytes());
            samples.extend((G::handcrafted(position).clamp(-30_000, 30_000) as i16).to_le_bytes());
            samples.extend([0; 4]);
            viewers.push(viewer);
        }
        for m in line.into_iter().take(G::STEP) {
            if record.play(m).is_err() {
                break;
            }
        }
    };
    for (bytes, viewer) in samples.chunks_exact_mut(sample::<G>()).zip(viewers) {
        bytes[size_of::<G::Board>() + 4] = winner.map_or(1, |winner| if winner == viewer { 2 } else { 0 });
    }
    samples
}
