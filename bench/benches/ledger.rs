//! Durable appends per second with one, few and many concurrent writers, and the cost of syncing the disk,
//! which is the lower bound for a single writer.
//!
//! On a file; also on PostgreSQL if `CHAUTARI_TEST_POSTGRES` names an empty database (`SYNC=on
//! scripts/postgres with cargo bench -p chautari-bench --bench ledger`).

#![allow(clippy::unwrap_used, reason = "a benchmark may fail where it stands")]

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chautari_ledger::{Append, CommandId, Commit, Event, Ledger, StreamId, Version};
use serde_json::json;

const TIME: Duration = Duration::from_secs(3);

fn main() {
    let place = std::env::var_os("CHAUTARI_BENCH_DIR").unwrap_or(env!("CARGO_TARGET_TMPDIR").into());
    let folder = tempfile::tempdir_in(place).unwrap();
    println!("one write of 4 KiB and its sync: {:.2} ms", sync_cost(folder.path()).as_secs_f64() * 1e3);
    println!(
        "{:>9} {:>8} {:>10} {:>8} {:>10} {:>10}",
        "store", "writers", "appends/s", "a commit", "median ms", "99 % ms"
    );
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for writers in [1, 8, 64, 256] {
        let url = format!("sqlite:{}", folder.path().join(format!("{writers}.db")).display());
        runtime.block_on(measure("sqlite", &url, writers));
    }
    if let Ok(url) = std::env::var("CHAUTARI_TEST_POSTGRES") {
        for writers in [1, 8, 64, 256] {
            runtime.block_on(measure("postgres", &url, writers));
        }
    }
}

/// Returns the minimum time to sync a page to disk.
fn sync_cost(folder: &Path) -> Duration {
    let mut file = File::create(folder.join("sync")).unwrap();
    let rounds = 100;
    let begun = Instant::now();
    for _ in 0..rounds {
        file.seek(SeekFrom::Start(0)).unwrap();
        file.write_all(&[7; 4096]).unwrap();
        file.sync_data().unwrap();
    }
    begun.elapsed() / rounds
}

/// Lets `writers` writers append to separate streams, each waiting for its previous append, as a server does
/// for that many games.
async fn measure(store: &str, url: &str, writers: u64) {
    let ledger = Ledger::open(url).await.unwrap();
    let commits = Arc::new(Mutex::new(Vec::<Commit>::new()));
    let told = commits.clone();
    ledger.on_commit(move |commit| told.lock().unwrap().push(commit));
    let begun = Instant::now();
    let tasks: Vec<_> = (0..writers)
        .map(|writer| {
            let ledger = ledger.clone();
            tokio::spawn(async move {
                // A stream that no other run has used.
                let stream = StreamId::new(format!("bench-{}-{writers}-{writer}", std::process::id()));
                let mut waits = Vec::new();
                let mut version = Version::START;
                while begun.elapsed() < TIME {
                    let asked = Instant::now();
                    let body = json!({"move": "mB1C2", "clock": {"tiger": 60_000, "goat": 59_000}});
                    let append = Append::new(stream.clone(), version)
                        .event(Event { kind: "moved".to_owned(), body: body.clone() })
                        .command(CommandId::new(format!("c{version}")), body);
                    version = ledger.append(append).await.unwrap().version;
                    waits.push(asked.elapsed());
                }
                waits
            })
        })
        .collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await.unwrap());
    }
    let rate = waits.len() as f64 / begun.elapsed().as_secs_f64();
    waits.sort_unstable();
    let at = |part: usize| waits[(waits.len() - 1) * part / 100].as_secs_f64() * 1e3;
    let together = waits.len() as f64 / commits.lock().unwrap().len() as f64;
    println!("{store:>9} {writers:>8} {rate:>10.0} {together:>8.1} {:>10.2} {:>10.2}", at(50), at(99));
    ledger.close().await;
}
