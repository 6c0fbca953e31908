//! Backups are complete, can be restored into either store, and reveal damage.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fs;
use std::time::Duration;

use chautari_ledger::{
    Append, AppendError, AppendStatus, BackupError, CommandId, Count, DryRun, Label, LabelChange, Ledger,
    NewJob, Prune, StreamId, Version,
};
use serde_json::{Value, json};

use crate::stores::{Store, append, event, step};

/// More events than one query fetches.
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
    assert_eq!((again.status, again.reply), (AppendStatus::Duplicate, json!({"reply": 7})));
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

async fn copy_by_backup(from: &Store, to: &Store) {
    let ledger = from.open().await;
    fill(&ledger).await;
    let path = from.beside("backup");
    // The ledger stays open during the backup.
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
async fn backup_restores_from_file_to_file() {
    copy_by_backup(&Store::file(), &Store::file()).await;
}

#[tokio::test]
async fn backup_restores_between_sqlite_and_postgres() {
    for to_file in [true, false] {
        let Some(postgres) = Store::postgres().await else { return };
        let file = Store::file();
        if to_file {
            copy_by_backup(&postgres, &file).await;
        } else {
            copy_by_backup(&file, &postgres).await;
        }
        postgres.remove().await;
    }
}

#[tokio::test]
async fn damaged_backup_is_rejected_and_nothing_restored() {
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
        (lines[0].replace('1', "2"), 1, "newer version"),
        (lines[..lines.len() - 1].join("\n"), 3, "ends here"),
        (whole.replace("moved", "mowed"), 4, "changed"),
        ([lines[0], lines[1], lines[3]].join("\n"), 3, "some are missing"),
        (whole[..60].to_owned(), 2, "EOF"),
        ([lines[0], lines[0]].join("\n"), 2, "second header"),
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
async fn missing_ledger_is_not_backed_up() {
    let store = Store::file();
    let path = store.beside("backup");
    assert!(Ledger::backup(&store.url, &path).await.is_err());
    assert!(!path.exists() && !store.beside("ledger.db").exists());
    let error = Ledger::backup("sqlite::memory:", &path).await.unwrap_err();
    assert!(matches!(error, BackupError::Memory));
    let error = Ledger::restore(&store.url, &path).await.unwrap_err();
    assert!(matches!(error, BackupError::File { .. }));
}

/// The contents of a ledger that these tests compare: labelled streams, versions and jobs.
async fn contents(store: &Store) -> (Vec<StreamId>, Vec<Option<Version>>, Vec<u64>) {
    let ledger = store.open().await;
    let found = ledger.find(&Label::new("state", "live")).await.unwrap();
    let mut versions = Vec::new();
    for stream in ["a", "b", "c"] {
        let events = ledger.read(&StreamId::new(stream), Version::START).await.unwrap();
        versions.push(events.last().map(|event| event.version));
    }
    let mut jobs = Vec::new();
    while let Some(job) = ledger.take("q", Duration::from_mins(10)).await.unwrap() {
        jobs.push(job.body.as_u64().unwrap());
    }
    ledger.close().await;
    (found, versions, jobs)
}

#[tokio::test]
async fn increments_restore_each_point_in_time() {
    let from = Store::file();
    let ledger = from.open().await;
    let live = || LabelChange::Set(Label::new("state", "live"));
    let named = |stream, at| step(stream, at).command(CommandId::new(format!("c{at}")), json!(at));
    ledger.append(named("a", 0).label(live()).job(NewJob::new("q", json!(1)))).await.unwrap();
    let counted = |mut append: Append| {
        append.counts = vec![Count { key: "k".to_owned(), item: "i".to_owned() }];
        append
    };
    ledger.append(counted(named("b", 0).label(live()))).await.unwrap();
    let files = ["whole", "one", "two"].map(|name| from.beside(name));
    assert_eq!(Ledger::backup(&from.url, &files[0]).await.unwrap().events, 2);

    let done = ledger.take("q", Duration::from_mins(1)).await.unwrap().unwrap();
    let gone = LabelChange::Clear(Label::new("state", "live"));
    ledger.append(named("a", 1).label(gone).finishing(done)).await.unwrap();
    ledger.append(named("c", 0).label(live())).await.unwrap();
    // A command without events is stored, too.
    ledger.append(append("b", 1).command(CommandId::new("idle"), json!("nothing"))).await.unwrap();
    assert_eq!(Ledger::backup_since(&from.url, &files[..1], &files[1]).await.unwrap().events, 2);

    ledger.append(counted(named("c", 1).job(NewJob::new("q", json!(2))))).await.unwrap();
    let prune = Prune { prefix: "b", followers: &[], before_ms: u64::MAX, is_wanted: |_| false };
    let pruned = Ledger::prune(&from.url, &prune, DryRun::No).await.unwrap();
    assert_eq!(pruned.removed, [StreamId::new("b")]);
    let copied = Ledger::backup_since(&from.url, &files[..2], &files[2]).await.unwrap();
    assert_eq!(copied.events, 1, "only what is new");

    let (v, ids) = (|n| Some(Version(n)), |names: &[&str]| names.iter().map(|n| StreamId::new(*n)).collect());
    let expected = [
        (ids(&["a", "b"]), vec![v(1), v(1), None], vec![1]),
        (ids(&["b", "c"]), vec![v(2), v(1), v(1)], vec![]),
        (ids(&["c"]), vec![v(2), None, v(2)], vec![2]),
    ];
    for (number, expected) in expected.into_iter().enumerate() {
        let to = Store::file();
        Ledger::restore_all(&to.url, &files[..=number]).await.unwrap();
        assert_eq!(contents(&to).await, expected, "at instant {number}");
        if number == 1 {
            let ledger = to.open().await;
            let again =
                ledger.append(append("b", 1).command(CommandId::new("idle"), Value::Null)).await.unwrap();
            assert_eq!((again.status, again.reply), (AppendStatus::Duplicate, json!("nothing")));
        }
        let counts = to.open().await.counts("k").await.unwrap();
        assert_eq!(counts, [("i".to_owned(), if number == 2 { 2 } else { 1 })]);
        assert!(Ledger::check(&to.url).await.unwrap().is_intact());
    }
    // An increment on the full backup alone contains more, and the one in between is not needed.
    let straight = from.beside("straight");
    Ledger::backup_since(&from.url, &files[..1], &straight).await.unwrap();
    let to = Store::file();
    Ledger::restore_all(&to.url, &[files[0].clone(), straight]).await.unwrap();
    assert_eq!(contents(&to).await.1, vec![v(2), None, v(2)]);

    let to = Store::file();
    for wrong in [&files[1..2], &[files[0].clone(), files[2].clone()], &[files[0].clone(), files[0].clone()]]
    {
        let error = Ledger::restore_all(&to.url, wrong).await.unwrap_err();
        assert!(matches!(error, BackupError::Order { .. }), "{error}");
    }
    assert!(Ledger::backup_since(&from.url, &files[1..2], &from.beside("x")).await.is_err());
}

/// After a restore to an earlier state the ledger diverges from the later backups, so no increment may follow
/// those.
#[tokio::test]
async fn increment_after_a_diverged_backup_is_refused() {
    let named = |stream: &str, at| step(stream, at).command(CommandId::new(format!("c{at}")), json!(at));
    let counted = |item: &str| {
        let mut append = named("new", 0);
        append.counts = vec![Count { key: "k".to_owned(), item: item.to_owned() }];
        append
    };
    let other = |stream: &str, at| append(stream, at).event(event("moved", json!({"another": 0.1})));
    let idle = |reply: &str| append("a", 1).command(CommandId::new("idle"), json!(reply));
    // Appends before the restore, which it loses; appends after it; and the expected error.
    let rows = [
        (vec![named("a", 1)], vec![other("a", 1)], "event 2 of `a` differs"),
        (vec![named("a", 1)], vec![], "2 events of `a`, and the ledger has 1"),
        (vec![named("new", 0)], vec![other("new", 0)], "event 1 of `new` differs"),
        (vec![idle("one")], vec![], "a command on `a`"),
        (vec![idle("one")], vec![idle("two")], "a command on `a`"),
        (vec![counted("i")], vec![], "1 counts"),
        (vec![counted("b")], vec![other("b", 1)], "`b` 2 times"),
        (vec![named("new", 0)], vec![other("b", 1)], ""),
        (vec![], vec![other("a", 1), other("new", 0), idle("two")], ""),
    ];
    for (lost, instead, words) in rows {
        let from = Store::file();
        let ledger = from.open().await;
        let mut first = counted("b");
        first.stream = StreamId::new("b");
        // A stream with a command and no events: a restore creates no row for it.
        let only = append("only", 0).command(CommandId::new("idle"), json!("only"));
        for append in [named("a", 0), first, only] {
            ledger.append(append).await.unwrap();
        }
        let files = ["whole", "one", "two"].map(|name| from.beside(name));
        Ledger::backup(&from.url, &files[0]).await.unwrap();
        for append in lost {
            ledger.append(append).await.unwrap();
        }
        Ledger::backup_since(&from.url, &files[..1], &files[1]).await.unwrap();

        let to = Store::file();
        Ledger::restore(&to.url, &files[0]).await.unwrap();
        let ledger = to.open().await;
        for mut append in instead {
            append.expected = ledger.version(&append.stream).await.unwrap();
            ledger.append(append).await.unwrap();
        }
        let made = Ledger::backup_since(&to.url, &files[..2], &files[2]).await;
        let chain = if words.is_empty() {
            made.unwrap();
            files.to_vec()
        } else {
            let error = made.unwrap_err().to_string();
            assert!(error.contains(words) && error.contains("full backup"), "{error}");
            assert!(!files[2].exists());
            // An increment on the backup that was restored is possible.
            Ledger::backup_since(&to.url, &files[..1], &files[2]).await.unwrap();
            vec![files[0].clone(), files[2].clone()]
        };
        let back = Store::file();
        Ledger::restore_all(&back.url, &chain).await.unwrap();
        let back = back.open().await;
        for stream in ["a", "b", "new", "only"].map(StreamId::new) {
            let events = ledger.read(&stream, Version::START).await.unwrap();
            assert_eq!(back.read(&stream, Version::START).await.unwrap(), events, "{words}");
            let command = CommandId::new("idle");
            let recalled = ledger.find_reply(&stream, &command).await.unwrap();
            assert_eq!(back.find_reply(&stream, &command).await.unwrap(), recalled);
        }
        assert_eq!(back.counts("k").await.unwrap(), ledger.counts("k").await.unwrap());
    }
}

#[tokio::test]
async fn pruning_removes_unwanted_streams_with_all_their_data() {
    let mut stores = vec![Store::file()];
    stores.extend(Store::postgres().await);
    for store in stores {
        let ledger = store.open().await;
        let label = |value: &str| LabelChange::Claim(Label::new("owner", value));
        for n in 0..450 {
            let append = step(&format!("game-{n}"), 0).command(CommandId::new("c"), json!(n));
            let append = if n % 3 == 0 { append.label(label(&format!("p{n}"))) } else { append };
            ledger.append(append).await.unwrap();
        }
        ledger.append(step("gamer", 0)).await.unwrap();
        for n in [1, 3] {
            let said = |value: String| LabelChange::Set(Label::new("said-of", value));
            let append = step(&format!("word-{n}"), 0).label(said(format!("game-{n}")));
            ledger.append(append.command(CommandId::new("asked"), Value::Null)).await.unwrap();
        }
        ledger.append(step("alpha", 0)).await.unwrap();
        let is_wanted = |labels: &[Label]| labels.iter().any(|label| label.value != "p0");
        let prune = |before_ms| Prune { prefix: "game-", followers: &["word-"], before_ms, is_wanted };
        let none = Ledger::prune(&store.url, &prune(1), DryRun::No).await.unwrap();
        assert_eq!((none.seen, none.removed.len()), (450, 0), "all are younger");
        let would = Ledger::prune(&store.url, &prune(u64::MAX), DryRun::Yes).await.unwrap();
        let did = Ledger::prune(&store.url, &prune(u64::MAX), DryRun::No).await.unwrap();
        assert_eq!((did.seen, did.removed.len()), (450, 301));
        assert_eq!(would, did);
        assert_eq!(ledger.read(&StreamId::new("game-1"), Version::START).await.unwrap(), []);
        assert_eq!(ledger.version(&StreamId::new("game-3")).await.unwrap(), Version(1));
        // A follower is removed together with its stream.
        let word = |n| StreamId::new(format!("word-{n}"));
        let asked = CommandId::new("asked");
        assert_eq!(ledger.read(&word(1), Version::START).await.unwrap(), []);
        assert_eq!(ledger.find_reply(&word(1), &asked).await.unwrap(), None);
        assert_eq!(ledger.find(&Label::new("said-of", "game-1")).await.unwrap(), []);
        assert_eq!(ledger.version(&word(3)).await.unwrap(), Version(1));
        assert_eq!(ledger.find(&Label::new("said-of", "game-3")).await.unwrap(), [word(3)]);
        // The claim is free, and the stream id can be used again.
        let again = step("game-0", 0).command(CommandId::new("c"), json!("new")).label(label("p0"));
        let again = ledger.append(again).await.unwrap();
        assert_eq!((again.status, again.reply), (AppendStatus::New, json!("new")));
        assert!(Ledger::check(&store.url).await.unwrap().is_intact());
        ledger.close().await;
        drop(ledger);
        store.remove().await;
    }
}
