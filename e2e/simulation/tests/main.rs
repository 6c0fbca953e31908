//! Many seeds without a failure, and every planted mistake found.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::thread;

use chautari_simulation::{Bug, Failure, Summary, run};

/// The number of seeds, unless CHAUTARI_SEEDS says otherwise.
const SEEDS: u64 = 500;

/// The seeds within which a planted mistake must be found.
const SEEDS_PER_BUG: u64 = 300;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Runs seeds on all cores; returns the first failure by seed, and the sums.
fn run_all(first: u64, count: u64) -> Result<(u64, usize, usize), Failure> {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let results = thread::scope(|scope| {
        let part = |thread| {
            let seeds = (first..first + count).filter(move |seed| seed % threads == thread);
            scope.spawn(move || seeds.map(|seed| run(seed, None)).collect::<Result<Vec<Summary>, Failure>>())
        };
        let running: Vec<_> = (0..threads).map(part).collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).collect::<Vec<_>>()
    });
    let mut summaries = Vec::new();
    let mut failures: Vec<Failure> = Vec::new();
    for result in results {
        match result {
            Ok(some) => summaries.extend(some),
            Err(failure) => failures.push(failure),
        }
    }
    failures.sort_by_key(|failure| failure.seed);
    match failures.into_iter().next() {
        Some(failure) => Err(failure),
        None => Ok(summaries.iter().fold((0, 0, 0), |(appends, matches, tournaments), summary| {
            (appends + summary.appends, matches + summary.matches, tournaments + summary.tournaments)
        })),
    }
}

#[test]
fn many_seeds_violate_no_invariant() {
    let (first, count) = match number("CHAUTARI_SEED") {
        Some(seed) => (seed, 1),
        None => (1, number("CHAUTARI_SEEDS").unwrap_or(SEEDS)),
    };
    match run_all(first, count) {
        Ok((appends, matches, tournaments)) => {
            eprintln!("{count} seeds: {appends} appends, {matches} matches, {tournaments} tournaments");
            assert!(count < 10 || matches as u64 > count && tournaments > 0, "hardly anything was played");
        }
        Err(failure) => panic!(
            "{failure}\nto repeat it: CHAUTARI_SEED={} cargo nextest run -p chautari-simulation many_seeds",
            failure.seed
        ),
    }
}

#[test]
fn every_planted_mistake_is_found() {
    let missed: Vec<_> = thread::scope(|scope| {
        let search = |bug| {
            scope.spawn(move || {
                let found = (1..=SEEDS_PER_BUG).find_map(|seed| run(seed, Some(bug)).err());
                match &found {
                    Some(failure) => eprintln!("{bug:?}: found with seed {}: {}", failure.seed, failure.what),
                    None => eprintln!("{bug:?}: not found"),
                }
                found.is_none().then_some(bug)
            })
        };
        let searches: Vec<_> = Bug::ALL.into_iter().map(search).collect();
        searches.into_iter().filter_map(|search| search.join().expect("no thread panics")).collect()
    });
    assert!(missed.is_empty(), "not found within {SEEDS_PER_BUG} seeds: {missed:?}");
}

#[test]
fn a_seed_determines_every_step() {
    for seed in [1, 2, 3] {
        assert_eq!(run(seed, None), run(seed, None), "seed {seed}");
    }
}
