//! A backup holds everything, fills either store, and is known when it is not whole.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::time::Duration;

use chautari_ledger::{
    AppendError, BackupError, CommandId, Count, First, Label, LabelChange, Ledger, NewJob, StreamId, Version,
};
use serde_json::{Value, json};

mod stores;
use stores::{Store, append, event, step};

/// More events than are fetched at once.
const MANY: u64 = 2345;

async fn fill(ledger: &Ledger) {
    let mut many = append("many", 0);
    many.events = (0..MANY).map(|n| event("moved", json!({"n": n}))).collect();
    ledger.append(many).await.unwrap();
    for n in 0..30 {
        let mut append = step(&format!("s{n}"), 0)
            .command(CommandId::new("c"), json!({"reply": n}))
            .label(LabelChange::Set(Label::new("state", "live")))
            .label(LabelChange::Claim(Label::new("name", format!("n{n}"))))
            .job(NewJob::new("q", json!(n)));
        append.counts = vec![Count { key: "place".to_owned(), item: format!("{}", n % 7) }];
        ledger.append(append).await.unwrap();
    }
    ledger.take("q", Duration::ZERO).await.unwrap().unwrap();
}

async fn compare(ledger: &Ledger, with: &Ledger) {
    let live = Label::new("state", "live");
    let streams = ledger.find(&live).await.unwrap();
    assert_eq!(streams.len(), 30);
    assert_eq!(with.find(&live).await.unwrap(), streams);
    for stream in streams.iter().chain([&StreamId::new("many")]) {
        let events = ledger.read(stream, Version::START).await.unwrap();
        assert_eq!(with.read(stream, Version::START).await.unwrap(), events);
        assert_eq!(with.version(stream).await.unwrap(), ledger.version(stream).await.unwrap());
    }
    let counted = with.counts("place").await.unwrap();
    assert_eq!((counted.len(), &counted), (7, &ledger.counts("place").await.unwrap()));
    let again = with.append(step("s7", 0).command(CommandId::new("c"), Value::Null)).await.unwrap();
    assert_eq!((again.first, again.reply), (First::Repeated, json!({"reply": 7})));
    let taken = with.append(step("new", 0).label(LabelChange::Claim(Label::new("name", "n3")))).await;
    assert!(matches!(taken, Err(AppendError::Taken { .. })));
    let mut attempts = Vec::new();
    while let Some(job) = with.take("q", Duration::from_mins(10)).await.unwrap() {
        attempts.push((job.body.as_u64().unwrap(), job.attempt));
    }
    attempts.sort_unstable();
    let expected: Vec<_> = (0..30).map(|n| (n, if n == 0 { 2 } else { 1 })).collect();
    assert_eq!(attempts, expected);
}

async fn carry(from: &Store, to: &Store) {
    let ledger = from.open().await;
    fill(&ledger).await;
    let path = from.beside("backup");
    // The ledger is open and stays so.
    let copied = Ledger::backup(&from.url, &path).await.unwrap();
    assert_eq!(copied.events, MANY + 30);
    assert_eq!(Ledger::restore(&to.url, &path).await.unwrap(), copied);
    let with = to.open().await;
    compare(&ledger, &with).await;
    with.close().await;

    let error = Ledger::backup(&from.url, &path).await.unwrap_err();
    assert!(matches!(error, BackupError::File { .. }), "{error}");
    drop(with);
    let error = Ledger::restore(&to.url, &path).await.unwrap_err();
    assert!(matches!(error, BackupError::NotEmpty), "{error}");
}

#[tokio::test]
async fn from_a_file_to_a_file() {
    carry(&Store::file(), &Store::file()).await;
}

#[tokio::test]
async fn between_the_stores() {
    for to_file in [true, false] {
        let Some(postgres) = Store::postgres().await else { return };
        let file = Store::file();
        if to_file {
            carry(&postgres, &file).await;
        } else {
            carry(&file, &postgres).await;
        }
        postgres.remove().await;
    }
}

#[tokio::test]
async fn damage_is_found_and_nothing_restored() {
    let from = Store::file();
    let ledger = from.open().await;
    ledger.append(step("a", 0)).await.unwrap();
    ledger.append(step("b", 0)).await.unwrap();
    let path = from.beside("backup");
    Ledger::backup(&from.url, &path).await.unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = whole.lines().collect();
    let damaged = [
        (String::new(), 0, "ends here"),
        ("x".to_owned(), 1, "expected value"),
        (lines[1].to_owned(), 1, "not the head"),
        (lines[0].replace('2', "3"), 1, "newer version"),
        (lines[..lines.len() - 1].join("\n"), 3, "ends here"),
        (whole.replace("moved", "mowed"), 4, "changed"),
        ([lines[0], lines[1], lines[3]].join("\n"), 3, "not all there"),
        (whole[..60].to_owned(), 2, "EOF"),
        ([lines[0], lines[0]].join("\n"), 2, "second head"),
    ];
    let to = Store::file();
    for (text, line, words) in damaged {
        fs::write(&path, text).unwrap();
        let error = Ledger::restore(&to.url, &path).await.unwrap_err();
        let place = format!("{}, line {line}: ", path.display());
        let said = error.to_string();
        assert!(said.starts_with(&place) && said.contains(words), "{said}");
    }
    fs::write(&path, whole).unwrap();
    assert_eq!(Ledger::restore(&to.url, &path).await.unwrap().events, 2);
}

#[tokio::test]
async fn what_is_not_there_is_not_backed_up() {
    let store = Store::file();
    let path = store.beside("backup");
    assert!(Ledger::backup(&store.url, &path).await.is_err());
    assert!(!path.exists() && !store.beside("ledger.db").exists());
    let error = Ledger::backup("sqlite::memory:", &path).await.unwrap_err();
    assert!(matches!(error, BackupError::Memory));
    let error = Ledger::restore(&store.url, &path).await.unwrap_err();
    assert!(matches!(error, BackupError::File { .. }));
}
