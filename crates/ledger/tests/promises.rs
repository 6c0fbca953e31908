//! What a ledger promises about appends, on every store.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use chautari_ledger::{
    AppendError, CommandId, Count, First, Label, LabelChange, NewJob, Notice, StreamId, Unavailable, Version,
};
use serde_json::{Value, json};

mod stores;
use stores::{Store, append, event, on_every_store, step};

on_every_store! {
    what_is_appended_can_be_read,
    a_repeated_command_is_answered_and_not_carried_out,
    a_hundred_copies_of_a_command_are_carried_out_once,
    of_many_writers_of_a_version_one_wins,
    a_refused_append_leaves_nothing,
    a_claimed_label_belongs_to_one_stream,
    of_many_claims_one_wins,
    labelled_streams_come_in_pages,
    watchers_are_told,
    what_is_counted_is_counted_once,
    many_count_at_once,
    names_that_cannot_be_kept_are_refused,
    closing_writes_what_waits,
    more_than_can_wait_is_refused_at_once,
    commits_are_observed,
}

async fn what_is_appended_can_be_read(store: &Store) {
    let ledger = store.open().await;
    let events = [event("began", json!({"size": 5})), event("moved", json!({"to": "B1 \u{0} é \\"}))];
    let first = append("a", 0).event(events[0].clone()).event(events[1].clone());
    let done = ledger.append(first).await.unwrap();
    assert_eq!((done.version, done.first), (Version(2), First::First));
    let done = ledger.append(append("a", 2).event(event("ended", Value::Null))).await.unwrap();
    assert_eq!(done.version, Version(3));

    let stored = ledger.read(&StreamId::new("a"), Version::START).await.unwrap();
    let versions: Vec<_> = stored.iter().map(|stored| stored.version.0).collect();
    assert_eq!(versions, [1, 2, 3]);
    assert_eq!(stored[1].kind, "moved");
    assert_eq!(stored[1].body, events[1].body);
    assert!(stored[0].at_ms > 1_700_000_000_000, "{}", stored[0].at_ms);
    let after = ledger.read(&StreamId::new("a"), Version(2)).await.unwrap();
    assert_eq!(after, stored[2..]);
    assert_eq!(ledger.version(&StreamId::new("a")).await.unwrap(), Version(3));
    assert_eq!(ledger.version(&StreamId::new("b")).await.unwrap(), Version::START);
    assert_eq!(ledger.read(&StreamId::new("b"), Version::START).await.unwrap(), []);
    ledger.ping().await.unwrap();
}

async fn a_repeated_command_is_answered_and_not_carried_out(store: &Store) {
    let ledger = store.open().await;
    let command = CommandId::new("c-1");
    let stream = StreamId::new("a");
    assert_eq!(ledger.recall(&stream, &command).await.unwrap(), None);
    let first = ledger.append(step("a", 0).command(command.clone(), json!({"ok": [1, "é"]}))).await.unwrap();
    ledger.append(step("a", 1)).await.unwrap();
    // The stream has moved on, and the copy says something else: it is still the same command.
    let again = ledger.append(step("a", 0).command(command.clone(), json!("other"))).await.unwrap();
    assert_eq!(again.first, First::Repeated);
    assert_eq!((again.version, &again.reply), (first.version, &first.reply));
    let recalled = ledger.recall(&stream, &command).await.unwrap().unwrap();
    assert_eq!((recalled.version, &recalled.reply), (first.version, &first.reply));
    assert_eq!(ledger.version(&stream).await.unwrap(), Version(2));
    // Another stream knows nothing of it.
    let other = ledger.append(step("b", 0).command(command, json!(0))).await.unwrap();
    assert_eq!(other.first, First::First);
}

async fn a_hundred_copies_of_a_command_are_carried_out_once(store: &Store) {
    let ledger = store.open().await;
    let copies: Vec<_> = (0..100)
        .map(|copy| {
            let ledger = ledger.clone();
            let append = step("a", 0).command(CommandId::new("c"), json!(copy));
            tokio::spawn(async move { ledger.append(append).await.unwrap() })
        })
        .collect();
    let mut answers = Vec::new();
    for copy in copies {
        answers.push(copy.await.unwrap());
    }
    let firsts = answers.iter().filter(|answer| answer.first == First::First).count();
    assert_eq!(firsts, 1);
    assert!(answers.iter().all(|answer| answer.reply == answers[0].reply && answer.version == Version(1)));
    assert_eq!(ledger.read(&StreamId::new("a"), Version::START).await.unwrap().len(), 1);
}

async fn of_many_writers_of_a_version_one_wins(store: &Store) {
    let ledger = store.open().await;
    for version in 0..5 {
        let writers: Vec<_> = (0..20)
            .map(|writer| {
                let ledger = ledger.clone();
                let append = append("a", version).event(event("moved", json!(writer)));
                tokio::spawn(async move { ledger.append(append).await })
            })
            .collect();
        let mut won = 0;
        for writer in writers {
            match writer.await.unwrap() {
                Ok(done) => {
                    won += 1;
                    assert_eq!(done.version, Version(version + 1));
                }
                Err(error) => assert_eq!(error, AppendError::Conflict { current: Version(version + 1) }),
            }
        }
        assert_eq!(won, 1);
    }
    let ahead = ledger.append(step("a", 9)).await.unwrap_err();
    assert_eq!(ahead, AppendError::Conflict { current: Version(5) });
    let absent = ledger.append(step("b", 1)).await.unwrap_err();
    assert_eq!(absent, AppendError::Conflict { current: Version::START });
}

async fn a_refused_append_leaves_nothing(store: &Store) {
    let ledger = store.open().await;
    let name = Label::new("name", "tiger");
    let free = Label::new("name", "goat");
    ledger.append(step("a", 0).label(LabelChange::Claim(name.clone()))).await.unwrap();
    let command = CommandId::new("c");
    let refused = step("b", 0)
        .command(command.clone(), json!(1))
        .label(LabelChange::Set(Label::new("state", "live")))
        .label(LabelChange::Claim(free.clone()))
        .label(LabelChange::Claim(name.clone()))
        .job(NewJob::new("q", json!(1)));
    let error = ledger.append(refused).await.unwrap_err();
    assert_eq!(error, AppendError::Taken { label: name });
    assert_eq!(error.to_string(), "name=tiger is taken");
    let stream = StreamId::new("b");
    assert_eq!(ledger.version(&stream).await.unwrap(), Version::START);
    assert_eq!(ledger.recall(&stream, &command).await.unwrap(), None);
    assert_eq!(ledger.find(&Label::new("state", "live")).await.unwrap(), []);
    assert_eq!(ledger.take("q", std::time::Duration::from_secs(1)).await.unwrap(), None);
    ledger.append(step("c", 0).label(LabelChange::Claim(free))).await.unwrap();
}

async fn a_claimed_label_belongs_to_one_stream(store: &Store) {
    let ledger = store.open().await;
    let label = Label::new("name", "Tiger \"é\"");
    let claim = || LabelChange::Claim(label.clone());
    ledger.append(step("a", 0).label(claim())).await.unwrap();
    ledger.append(step("a", 1).label(claim())).await.unwrap();
    assert!(matches!(ledger.append(step("b", 0).label(claim())).await, Err(AppendError::Taken { .. })));
    assert_eq!(ledger.find(&label).await.unwrap(), [StreamId::new("a")]);
    ledger.append(step("a", 2).label(LabelChange::Clear(label.clone()))).await.unwrap();
    assert_eq!(ledger.find(&label).await.unwrap(), []);
    ledger.append(step("b", 0).label(claim())).await.unwrap();
    assert_eq!(ledger.find(&label).await.unwrap(), [StreamId::new("b")]);
}

async fn of_many_claims_one_wins(store: &Store) {
    let ledger = store.open().await;
    let claims: Vec<_> = (0..20)
        .map(|n| {
            let ledger = ledger.clone();
            let append = step(&format!("s{n}"), 0).label(LabelChange::Claim(Label::new("name", "x")));
            tokio::spawn(async move { ledger.append(append).await })
        })
        .collect();
    let mut won = 0;
    for claim in claims {
        match claim.await.unwrap() {
            Ok(_) => won += 1,
            Err(error) => assert_eq!(error, AppendError::Taken { label: Label::new("name", "x") }),
        }
    }
    assert_eq!(won, 1);
    assert_eq!(ledger.find(&Label::new("name", "x")).await.unwrap().len(), 1);
}

async fn labelled_streams_come_in_pages(store: &Store) {
    let ledger = store.open().await;
    let live = Label::new("state", "live");
    let names: Vec<_> = (0..7).map(|n| StreamId::new(format!("s{n}"))).collect();
    for name in &names {
        let set = LabelChange::Set(live.clone());
        // Said twice, and it counts once.
        ledger.append(step(name.as_str(), 0).label(set.clone()).label(set)).await.unwrap();
    }
    assert_eq!(ledger.find(&live).await.unwrap(), names);
    let newest: Vec<_> = names.iter().rev().cloned().collect();
    for limit in [1, 2, 3, 6, 7, 8] {
        let mut seen = Vec::new();
        let mut before = None;
        loop {
            let page = ledger.page(&live, before, limit).await.unwrap();
            assert!(page.streams.len() <= limit as usize && !page.streams.is_empty());
            seen.extend(page.streams);
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        assert_eq!(seen, newest, "pages of {limit}");
    }
    ledger.append(step("s3", 1).label(LabelChange::Clear(live.clone()))).await.unwrap();
    assert_eq!(ledger.page(&live, None, 100).await.unwrap().streams.len(), 6);
    assert_eq!(ledger.page(&Label::new("state", "dead"), None, 5).await.unwrap().streams, []);
    assert_eq!(ledger.page(&live, None, 0).await.unwrap().streams, []);
}

async fn watchers_are_told(store: &Store) {
    let ledger = store.open().await;
    let mut watch = ledger.watch();
    ledger.append(step("a", 0)).await.unwrap();
    ledger.append(step("a", 0)).await.unwrap_err();
    ledger.append(append("b", 0).label(LabelChange::Set(Label::new("k", "v")))).await.unwrap();
    ledger.append(step("a", 1).event(event("ended", Value::Null))).await.unwrap();
    for version in [1, 3] {
        let notice = watch.next().await.unwrap();
        assert_eq!(notice, Notice::Appended { stream: StreamId::new("a"), version: Version(version) });
    }
}

#[tokio::test]
async fn a_watcher_who_sleeps_is_told_that_he_missed_something() {
    let ledger = Store::memory().open().await;
    // One who does not look for long is told that there was more than is kept for him.
    let mut sleepy = ledger.watch();
    for _ in 0..10 {
        let appends = (0..500).map(|n| {
            let ledger = ledger.clone();
            tokio::spawn(async move {
                let stream = format!("many-{n}");
                let version = ledger.version(&StreamId::new(&stream)).await.unwrap();
                ledger.append(step(&stream, version.0)).await.unwrap();
            })
        });
        for append in appends.collect::<Vec<_>>() {
            append.await.unwrap();
        }
    }
    ledger.close().await;
    assert_eq!(sleepy.next().await, Some(Notice::Missed));
}

fn count(key: &str, item: &str) -> Count {
    Count { key: key.to_owned(), item: item.to_owned() }
}

async fn what_is_counted_is_counted_once(store: &Store) {
    let ledger = store.open().await;
    ledger.append(step("a", 0)).await.unwrap();
    let mut counting = append("a", 1).command(CommandId::new("counted"), Value::Null);
    counting.counts =
        vec![count("place", "b"), count("place", "a"), count("place", "b"), count("other", "a")];
    assert_eq!(ledger.append(counting.clone()).await.unwrap().version, Version(1), "nothing happened");
    assert_eq!(ledger.append(counting.clone()).await.unwrap().first, First::Repeated);
    let counted = ledger.counts("place").await.unwrap();
    assert_eq!(counted, [("a".to_owned(), 1), ("b".to_owned(), 2)]);
    // What is refused is not counted.
    counting.command = None;
    counting.expected = Version(7);
    assert!(matches!(ledger.append(counting).await, Err(AppendError::Conflict { .. })));
    assert_eq!(ledger.counts("place").await.unwrap(), counted);
    assert_eq!(ledger.counts("nowhere").await.unwrap(), []);
    assert_eq!(ledger.counts("").await.unwrap(), []);
}

async fn many_count_at_once(store: &Store) {
    let ledger = store.open().await;
    let counting = |n: u64| {
        let ledger = ledger.clone();
        let mut append = step(&format!("s{n}"), 0);
        append.counts = (0..10).map(|item| count("place", &format!("{}", (item + n) % 10))).collect();
        tokio::spawn(async move { ledger.append(append).await.unwrap() })
    };
    let all: Vec<_> = (0..40).map(counting).collect();
    for one in all {
        one.await.unwrap();
    }
    let counted = ledger.counts("place").await.unwrap();
    assert_eq!(counted.len(), 10);
    assert!(counted.iter().all(|(_, number)| *number == 40), "{counted:?}");
}

async fn names_that_cannot_be_kept_are_refused(store: &Store) {
    let ledger = store.open().await;
    for name in ["", "a\u{0}b", "a\nb", &"x".repeat(201)] {
        let label = Label::new("key", name);
        let unfit = [
            step(name, 0),
            step("a", 0).command(CommandId::new(name), Value::Null),
            step("a", 0).label(LabelChange::Set(label.clone())),
            step("a", 0).job(NewJob::new(name, Value::Null)),
            append("a", 0).event(event(name, Value::Null)),
        ];
        for append in unfit {
            let error = ledger.append(append).await.unwrap_err();
            assert!(matches!(error, AppendError::Unfit { .. }), "{error}");
        }
        let stream = StreamId::new(name);
        assert_eq!(ledger.read(&stream, Version::START).await.unwrap(), []);
        assert_eq!(ledger.version(&stream).await.unwrap(), Version::START);
        assert_eq!(ledger.recall(&stream, &CommandId::new(name)).await.unwrap(), None);
        assert_eq!(ledger.find(&label).await.unwrap(), []);
        assert_eq!(ledger.page(&label, None, 5).await.unwrap().streams, []);
        assert_eq!(ledger.take(name, std::time::Duration::ZERO).await.unwrap(), None);
    }
    let error = ledger.append(step("a", 0).command(CommandId::new("\n"), Value::Null)).await.unwrap_err();
    let words = "the command id \"\\n\" must be 1 to 200 bytes long, without control characters";
    assert_eq!(error.to_string(), words);
    ledger.append(step(&"x".repeat(200), 0)).await.unwrap();
}

async fn closing_writes_what_waits(store: &Store) {
    let ledger = store.open().await;
    let appends: Vec<_> = (0..50)
        .map(|n| {
            let ledger = ledger.clone();
            tokio::spawn(async move { ledger.append(step(&format!("s{n}"), 0)).await })
        })
        .collect();
    tokio::task::yield_now().await;
    ledger.close().await;
    for append in appends {
        let answer = append.await.unwrap();
        assert!(matches!(answer, Ok(_) | Err(AppendError::Unavailable(Unavailable::Closed))), "{answer:?}");
    }
    let late = ledger.append(step("late", 0)).await.unwrap_err();
    assert_eq!(late, AppendError::Unavailable(Unavailable::Closed));
}

async fn more_than_can_wait_is_refused_at_once(store: &Store) {
    let ledger = store.open().await;
    let mut appends = Vec::new();
    for n in 0..100_000 {
        // Polled once, it stands in the queue; or it is written already, where the writer was quicker.
        let mut append = Box::pin(ledger.append(step(&format!("s{n}"), 0)));
        tokio::select! {
            biased;
            answer = &mut append => match answer {
                Ok(_) => {}
                answer => {
                    assert_eq!(answer, Err(AppendError::Unavailable(Unavailable::Busy)));
                    break;
                }
            },
            () = std::future::ready(()) => appends.push(append),
        }
    }
    assert!((1000..100_000).contains(&appends.len()), "{}", appends.len());
    // Each that waits is written, or told that it was not in time: on a busy machine the last may have to be.
    let mut written = 0;
    for append in appends {
        match append.await {
            Ok(_) => written += 1,
            Err(error) => assert_eq!(error, AppendError::Unavailable(Unavailable::Late)),
        }
    }
    assert!(written > 0);
}

async fn commits_are_observed(store: &Store) {
    let ledger = store.open().await;
    let (told, mut commits) = tokio::sync::mpsc::unbounded_channel();
    ledger.on_commit(move |commit| told.send(commit).unwrap());
    ledger.append(step("a", 0)).await.unwrap();
    let commit = commits.recv().await.unwrap();
    assert_eq!(commit.writes, 1);
    assert!(!commit.took.is_zero());
}
