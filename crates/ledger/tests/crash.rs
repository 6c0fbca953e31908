//! Acknowledged appends survive a kill of the process at any moment.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::time::Duration;

use chautari_ledger::{
    Append, AppendStatus, CommandId, Label, LabelChange, Ledger, NewJob, StreamId, Version,
};
use serde_json::json;

use crate::stores::{Store, append, event};

/// Number of streams that the process writes concurrently.
const WRITERS: u64 = 6;

/// Every n-th event comes with a job.
const EVERY: u64 = 20;

/// Environment variable that makes a test process the writer, and names its ledger.
const LEDGER: &str = "CHAUTARI_TEST_CRASH_LEDGER";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_appends_survive_twenty_kills() {
    check_survival(&Store::file(), 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute: a hundred kills"]
async fn acknowledged_appends_survive_a_hundred_kills() {
    check_survival(&Store::file(), 100).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_appends_survive_twenty_kills_on_postgres() {
    let Some(store) = Store::postgres().await else { return };
    check_survival(&store, 20).await;
    store.remove().await;
}

async fn check_survival(store: &Store, rounds: u64) {
    // The last acknowledged version of each stream.
    let mut acknowledged = BTreeMap::new();
    let mut total = 0;
    for round in 0..rounds {
        // From just started to well under way.
        let life = Duration::from_millis(20 + round * 7919 % 130);
        let before = total;
        for (stream, version) in run_and_kill(&store.url, life) {
            let last: u64 = acknowledged.insert(stream, version).unwrap_or(0);
            assert_eq!(version, last.max(version - 1) + 1, "nobody else writes this stream");
            total += 1;
        }
        check(store, &acknowledged).await;
        assert!(round > 0 || total > before, "the process appends something before it is killed");
    }
    assert!(total >= rounds * WRITERS, "only {total} appends were acknowledged");
    eprintln!("{total} acknowledged appends over {rounds} kills, all there");
}

/// Runs the writer process for a while and kills it. Returns the acknowledgements in order.
fn run_and_kill(url: &str, life: Duration) -> Vec<(String, u64)> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--nocapture", "--include-ignored", "crash::writer_process"])
        .env(LEDGER, url)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut acks = Vec::new();
    // Time counts from the first acknowledgement: before it there is nothing to lose.
    for line in lines.by_ref() {
        acks.extend(read_ack(&line.unwrap()));
        if !acks.is_empty() {
            break;
        }
    }
    std::thread::sleep(life);
    child.kill().unwrap();
    child.wait().unwrap();
    // A torn last line was not acknowledged.
    acks.extend(lines.map_while(Result::ok).filter_map(|line| read_ack(&line)));
    acks
}

fn read_ack(line: &str) -> Option<(String, u64)> {
    // The test harness prints its own text before the first acknowledgement.
    let (_, ack) = line.split_once("ack ")?;
    let mut words = ack.strip_suffix('.')?.split(' ');
    Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
}

async fn check(store: &Store, acknowledged: &BTreeMap<String, u64>) {
    let ledger = store.open().await;
    let live = ledger.find(&Label::new("state", "live")).await.unwrap();
    let mut expected = 0;
    // Appends that were written but not acknowledged may be stored, but only completely.
    for stream in (0..WRITERS).map(|writer| format!("s{writer}")) {
        let version = acknowledged.get(&stream).copied().unwrap_or(0);
        let id = StreamId::new(&stream);
        let stored = ledger.read(&id, Version::START).await.unwrap();
        assert!(stored.len() as u64 >= version, "{stream}: {} of {version}", stored.len());
        assert_eq!(live.contains(&id), !stored.is_empty(), "the label of {stream}");
        assert_eq!(ledger.version(&id).await.unwrap().0, stored.len() as u64);
        for (n, event) in stored.iter().enumerate() {
            assert_eq!((event.version.0, &event.body), (n as u64 + 1, &json!({"n": n})));
        }
        // A client that missed the reply gets it when it repeats the command.
        for n in 0..stored.len() as u64 {
            let command = CommandId::new(format!("c{n}"));
            let recalled = ledger.find_reply(&id, &command).await.unwrap().unwrap();
            assert_eq!((recalled.version.0, recalled.reply), (n + 1, json!({"made": n})));
        }
        expected += (stored.len() as u64).div_ceil(EVERY);
    }
    // Every job was stored together with its event.
    let mut jobs = Vec::new();
    while let Some(job) = ledger.take("q", Duration::from_mins(10)).await.unwrap() {
        jobs.push(job);
    }
    assert_eq!(jobs.len() as u64, expected);
    for job in jobs {
        ledger.renew(&job, Duration::ZERO).await.unwrap();
    }
    ledger.close().await;
}

/// Not a test but the process that [`run_and_kill`] starts. It appends until it is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "started by the tests that kill it"]
async fn writer_process() {
    let Ok(url) = std::env::var(LEDGER) else { return };
    let ledger = Ledger::open(&url).await.unwrap();
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let ledger = ledger.clone();
        writers.spawn(async move {
            let stream = format!("s{writer}");
            let mut version = ledger.version(&StreamId::new(&stream)).await.unwrap();
            loop {
                let n = version.0;
                let append = append(&stream, n)
                    .event(event("moved", json!({"n": n})))
                    .label(LabelChange::Set(Label::new("state", "live")))
                    .command(CommandId::new(format!("c{n}")), json!({"made": n}));
                let job = n.is_multiple_of(EVERY).then(|| NewJob::new("q", json!(n)));
                let append = job.into_iter().fold(append, Append::job);
                let done = ledger.append(append).await.unwrap();
                assert_eq!(done.status, AppendStatus::New);
                version = done.version;
                let mut out = std::io::stdout().lock();
                writeln!(out, "ack {stream} {version}.").unwrap();
                out.flush().unwrap();
            }
        });
    }
    // The writers never return, except by a panic.
    writers.join_all().await;
}
