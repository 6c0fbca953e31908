//! Engine speed: nodes per second compared with the machine's perft, the search depth of Gomoku in half a
//! second, and the speedup by a second thread. Takes half an hour; select one part by its name, or one game,
//! or both, as in `cargo bench -p chautari-bench --bench search -- threads creeper`.
//!
//! Alternatives are measured alternately, and the fastest single-threaded run counts. On Linux single threads
//! are timed by processor time rather than wall time, so that other load costs them only cache space. Two
//! threads need two idle cores, and are compared with two independent engines, because the cores of a rented
//! machine may be hyperthreads of one. On a busy machine only the work is meaningful: the nodes of both
//! threads relative to those of one.

use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use chautari_game::{AnyEngine, AnyGame, EngineOptions, Limit, Rng, Score, Thought};
use chautari_games::GAMES;

const GOMOKU: &str = include_str!("../../spec/gomoku/playthrough.txt");

type Games = Vec<&'static dyn AnyGame>;

/// A part of the measurements, with its name.
type Part = (&'static str, fn(&Games));

const PARTS: [Part; 3] = [("speed", speed), ("depth", depth_of_gomoku), ("threads", threads)];

fn main() {
    // `cargo test --benches` also runs this, without optimisation and without the flag.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let parts = || PARTS.iter().map(|(name, _)| *name);
    let ids = || GAMES.iter().map(|game| game.info().id);
    let mut words = arguments.iter().filter(|argument| !argument.starts_with('-'));
    if let Some(name) = words.find(|name| parts().chain(ids()).all(|known| known != *name)) {
        let known: Vec<&str> = parts().chain(ids()).collect();
        eprintln!("{name} is neither a part nor a game; there are {}", known.join(", "));
        std::process::exit(2);
    }
    let named = |name: &str| arguments.iter().any(|argument| argument == name);
    let (all_parts, all_games) = (!parts().any(named), !ids().any(named));
    let games: Games = GAMES.iter().copied().filter(|game| all_games || named(game.info().id)).collect();
    println!("load of the machine: {}", std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());
    for (_, part) in PARTS.iter().filter(|(name, _)| all_parts || named(name)) {
        part(&games);
    }
}

/// Returns the processor time of this thread, or the wall time if the system does not report it.
fn now() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds: Option<u64> = schedule.and_then(|schedule| schedule.split(' ').next()?.parse().ok());
    nanoseconds.filter(|&nanoseconds| nanoseconds > 0).map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

/// Returns the result of a function and the seconds it took.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let begun = now();
    let result = run();
    (result, now().saturating_sub(begun).as_secs_f64())
}

fn think(
    engine: &mut dyn AnyEngine,
    (start, moves): (Option<&str>, &[String]),
    limit: &Limit,
) -> Thought<String> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    engine.think(start, &moves, limit, &mut |_| ControlFlow::Continue(())).expect("the moves are legal")
}

/// Plays a self-play game with a node limit per move; returns its moves and the total nodes. Opening 0 is the
/// engine's choice, the others are four random plies.
fn self_play(game: &dyn AnyGame, opening: u64, plies: usize, nodes: u64) -> (Vec<String>, u64) {
    let mut rng = Rng::new(opening);
    let mut engine = game.engine(&EngineOptions { hash: 16, ..EngineOptions::default() });
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    let mut record = game.start();
    let mut nodes = 0;
    while opening > 0 && record.len() < 4 {
        let (m, _) = rng.pick(&record.divide(1)).expect("no game is over that soon");
        record.play(&m).expect("the move is listed");
    }
    while record.len() < plies && record.outcome().is_none() {
        let thought = think(&mut *engine, (None, &record.moves()), &limit);
        nodes += thought.nodes;
        record.play(&thought.best.expect("the game goes on")).expect("the engine plays by the rules");
    }
    (record.moves(), nodes)
}

fn speed(games: &Games) {
    println!("\n{:20} {:>16} {:>16} {:>7}", "one thread", "perft, M/s", "nodes, M/s", "ratio");
    for game in games {
        let start = game.start();
        let is_long = |depth: &u32| timed(|| start.perft(*depth)).1 > 0.02;
        let depth = (1..12).find(is_long).unwrap_or(12);
        let (mut leaves, mut nodes) = (0.0_f64, 0.0_f64);
        for _ in 0..5 {
            let (counted, seconds) = timed(|| start.perft(depth));
            leaves = leaves.max(counted as f64 / seconds);
            let ((_, visited), seconds) = timed(|| self_play(*game, 0, 12, 100_000));
            nodes = nodes.max(visited as f64 / seconds);
        }
        let name = game.info().id;
        println!("{name:20} {:16.1} {:16.2} {:7.4}", leaves / 1e6, nodes / 1e6, nodes / leaves);
    }
}

/// Searches undecided positions from the middle of recorded games, to depth 10 or a proof.
fn depth_of_gomoku(games: &Games) {
    const DEPTH: u32 = 10;
    let Some(game) = games.iter().find(|game| game.info().id == "gomoku") else { return };
    let limit = Limit { depth: Some(DEPTH), nodes: Some(4_000_000), ..Limit::default() };
    let mut results = Vec::new();
    for line in GOMOKU.lines().filter(|line| line.starts_with("gomoku ; ")) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let moves: Vec<String> = fields[2].split_whitespace().map(str::to_owned).collect();
        let start = Some(fields[1]).filter(|&start| start != "start");
        for ply in [12, 18, 24] {
            if ply + 8 < moves.len() {
                let mut engine = game.engine(&EngineOptions::default());
                let (thought, seconds) = timed(|| think(&mut *engine, (start, &moves[..ply]), &limit));
                let found = matches!(thought.score, Score::Win(_) | Score::Loss(_));
                let seconds = if thought.depth >= DEPTH || found { seconds } else { f64::INFINITY };
                results.push((seconds, thought.nodes));
            }
        }
    }
    let count = |most: f64| results.iter().filter(|(seconds, _)| *seconds <= most).count();
    println!("\ngomoku, depth {DEPTH} or a proof, one thread, {} positions from games:", results.len());
    for seconds in [0.1, 0.25, 0.5, 1.0, 2.0] {
        println!("  within {seconds:4} s: {:3} %", 100 * count(seconds) / results.len().max(1));
    }
    let mut nodes: Vec<u64> = results.iter().map(|&(_, nodes)| nodes).collect();
    nodes.sort_unstable();
    let share = |percent: usize| nodes[(nodes.len() - 1) * percent / 100];
    println!("  nodes: half need up to {}, nine of ten up to {}", share(50), share(90));
}

/// Searches the same positions to the same depth with one thread, with two, and for a sample with two
/// independent engines at once, which do twice the work and so show the value of the second core. They take
/// turns because the speed of the machine varies. Two threads never search the same tree twice, and the tree
/// of one thread is one of many too, many positions are needed, rather than many runs, to separate luck from
/// speedup; the rest is reported as standard error. One thread takes about as long as in `chautari play`, but
/// the depth is the same for all positions, because a depth chosen per position would prefer lucky trees. The
/// result is the ratio of total times, and next to it the mean of the positions' ratios, in which a short
/// search weighs as much as a long one.
fn threads(games: &Games) {
    /// One in this many positions is used to choose the depth and to measure the value of the cores.
    const SOME: usize = 4;
    let usual = Limit { time: Some(Duration::from_secs(1)), ..Limit::default() };
    println!(
        "\n{:20} {:>14} {:>14} {:>14} {:>14} {:>9}",
        "two threads", "time, ratio", "of each", "cores, ratio", "work, ratio", "positions"
    );
    for game in games {
        let search = |threads, moves: &[String], limit: &Limit| {
            let options = EngineOptions { threads, hash: 64, ..EngineOptions::default() };
            think(&mut *game.engine(&options), (None, moves), limit)
        };
        let mut positions: Vec<Vec<String>> = Vec::new();
        for opening in 1..=32 {
            let moves = self_play(*game, opening, 17, 20_000).0;
            // An odd step, because every other ply of Ban Chess is a ban.
            positions.extend((4..moves.len()).step_by(3).map(|ply| moves[..ply].to_vec()));
        }
        // Five positions per game, so that every fourth one samples all stages.
        let some = positions.iter().step_by(SOME);
        let mut depths: Vec<u32> = some.map(|moves| search(1, moves, &usual).depth).collect();
        depths.sort_unstable();
        let limit = Limit { depth: depths.get(depths.len() / 2).copied(), ..Limit::default() };
        // For each position the two numbers to compare, the larger one first as a rule.
        let (mut time, mut cores, mut work) = (Vec::new(), Vec::new(), Vec::new());
        for (i, moves) in positions.iter().enumerate() {
            let [one, two] = [1, 2].map(|threads| search(threads, moves, &limit));
            // Proofs end a search early, often by luck.
            if [&one, &two].iter().any(|thought| !matches!(thought.score, Score::Guess(_))) {
                continue;
            }
            time.push((one.time.as_secs_f64(), two.time.as_secs_f64()));
            work.push((two.nodes as f64, one.nodes as f64));
            if i % SOME == 0 {
                let apart = std::thread::scope(|scope| {
                    let other = scope.spawn(|| search(1, moves, &limit).time);
                    search(1, moves, &limit).time + other.join().expect("it does not panic")
                });
                cores.push((one.time.as_secs_f64(), apart.as_secs_f64() / 4.0));
            }
        }
        let [total, cores, work] = [&time, &cores, &work].map(|pairs| ratio_of_totals(pairs));
        let (name, each, count) = (game.info().id, mean_of_ratios(&time), time.len());
        println!("{name:20} {total:>14} {each:>14} {cores:>14} {work:>14} {count:9}");
    }
}

/// Returns the ratio of the sums of both columns, with its standard error.
fn ratio_of_totals(pairs: &[(f64, f64)]) -> String {
    let second: f64 = pairs.iter().map(|(_, second)| second).sum();
    let ratio = pairs.iter().map(|(first, _)| first).sum::<f64>() / second;
    let spread: f64 = pairs.iter().map(|(first, second)| (first - ratio * second).powi(2)).sum();
    format!("{ratio:.2} ± {:.2}", spread.sqrt() / second)
}

/// Returns the geometric mean of the ratios, with its standard error.
fn mean_of_ratios(pairs: &[(f64, f64)]) -> String {
    let logarithms: Vec<f64> = pairs.iter().map(|(first, second)| (first / second).ln()).collect();
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let spread: f64 = logarithms.iter().map(|logarithm| (logarithm - mean).powi(2)).sum();
    format!("{:.2} ± {:.2}", mean.exp(), mean.exp() * spread.sqrt() / count)
}
