//! Guarantees of appends, checked on every store.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use chautari_ledger::{
    AppendError, AppendStatus, CommandId, Count, Label, LabelChange, NewJob, Notice, StreamId, Unavailable,
    Version,
};
use serde_json::{Value, json};

use crate::stores;
use stores::{Store, append, event, on_every_store, step};

on_every_store! {
    appended_events_can_be_read,
    repeated_command_gets_its_stored_reply,
    hundred_copies_of_a_command_are_written_once,
    one_of_many_concurrent_writers_wins,
    refused_append_writes_nothing,
    claimed_label_is_unique,
    one_of_many_concurrent_claims_wins,
    labelled_streams_are_paginated,
    subscribers_are_notified,
    counters_are_incremented_once_per_command,
    concurrent_increments_add_up,
    invalid_names_are_refused,
    closing_writes_queued_appends,
    full_write_queue_refuses_at_once,
    commits_are_observed,
}

async fn appended_events_can_be_read(store: &Store) {
    let ledger = store.open().await;
    let events = [event("began", json!({"size": 5})), event("moved", json!({"to": "B1 \u{0} é \\"}))];
    let first = append("a", 0).event(events[0].clone()).event(events[1].clone());
    let done = ledger.append(first).await.unwrap();
    assert_eq!((done.version, done.status), (Version(2), AppendStatus::New));
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

async fn repeated_command_gets_its_stored_reply(store: &Store) {
    let ledger = store.open().await;
    let command = CommandId::new("c-1");
    let stream = StreamId::new("a");
    assert_eq!(ledger.find_reply(&stream, &command).await.unwrap(), None);
    let first = ledger.append(step("a", 0).command(command.clone(), json!({"ok": [1, "é"]}))).await.unwrap();
    ledger.append(step("a", 1)).await.unwrap();
    // The stream has changed and the copy has another reply, but the command id decides.
    let again = ledger.append(step("a", 0).command(command.clone(), json!("other"))).await.unwrap();
    assert_eq!(again.status, AppendStatus::Duplicate);
    assert_eq!((again.version, &again.reply), (first.version, &first.reply));
    let recalled = ledger.find_reply(&stream, &command).await.unwrap().unwrap();
    assert_eq!((recalled.version, &recalled.reply), (first.version, &first.reply));
    assert_eq!(ledger.version(&stream).await.unwrap(), Version(2));
    // Command ids are per stream.
    let other = ledger.append(step("b", 0).command(command, json!(0))).await.unwrap();
    assert_eq!(other.status, AppendStatus::New);
}

async fn hundred_copies_of_a_command_are_written_once(store: &Store) {
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
    let firsts = answers.iter().filter(|answer| answer.status == AppendStatus::New).count();
    assert_eq!(firsts, 1);
    assert!(answers.iter().all(|answer| answer.reply == answers[0].reply && answer.version == Version(1)));
    assert_eq!(ledger.read(&StreamId::new("a"), Version::START).await.unwrap().len(), 1);
}

async fn one_of_many_concurrent_writers_wins(store: &Store) {
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

async fn refused_append_writes_nothing(store: &Store) {
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
    assert_eq!(ledger.find_reply(&stream, &command).await.unwrap(), None);
    assert_eq!(ledger.find(&Label::new("state", "live")).await.unwrap(), []);
    assert_eq!(ledger.take("q", std::time::Duration::from_secs(1)).await.unwrap(), None);
    ledger.append(step("c", 0).label(LabelChange::Claim(free))).await.unwrap();
}

async fn claimed_label_is_unique(store: &Store) {
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

async fn one_of_many_concurrent_claims_wins(store: &Store) {
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

async fn labelled_streams_are_paginated(store: &Store) {
    let ledger = store.open().await;
    let live = Label::new("state", "live");
    let names: Vec<_> = (0..7).map(|n| StreamId::new(format!("s{n}"))).collect();
    for name in &names {
        let set = LabelChange::Set(live.clone());
        // Setting a label twice has no further effect.
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

async fn subscribers_are_notified(store: &Store) {
    let ledger = store.open().await;
    let mut watch = ledger.watch();
    ledger.append(step("a", 0)).await.unwrap();
    ledger.append(step("a", 0)).await.unwrap_err();
    let label_alone = append("a", 1).label(LabelChange::Set(Label::new("k", "v")));
    assert!(matches!(ledger.append(label_alone).await, Err(AppendError::InvalidName { .. })));
    ledger.append(step("a", 1).event(event("ended", Value::Null))).await.unwrap();
    for version in [1, 3] {
        let notice = watch.next().await.unwrap();
        assert_eq!(notice, Notice::Appended { stream: StreamId::new("a"), version: Version(version) });
    }
}

#[tokio::test]
async fn lagging_subscriber_is_notified_of_missed_notices() {
    let ledger = Store::memory().open().await;
    // A subscriber that lags behind the buffer is notified of the loss.
    let mut lagging = ledger.watch();
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
    assert_eq!(lagging.next().await, Some(Notice::Missed));
}

fn count(key: &str, item: &str) -> Count {
    Count { key: key.to_owned(), item: item.to_owned() }
}

async fn counters_are_incremented_once_per_command(store: &Store) {
    let ledger = store.open().await;
    ledger.append(step("a", 0)).await.unwrap();
    let mut counting = append("a", 1).command(CommandId::new("counted"), Value::Null);
    counting.counts =
        vec![count("place", "b"), count("place", "a"), count("place", "b"), count("other", "a")];
    assert_eq!(ledger.append(counting.clone()).await.unwrap().version, Version(1), "nothing happened");
    assert_eq!(ledger.append(counting.clone()).await.unwrap().status, AppendStatus::Duplicate);
    let counted = ledger.counts("place").await.unwrap();
    assert_eq!(counted, [("a".to_owned(), 1), ("b".to_owned(), 2)]);
    // A refused append increments nothing.
    counting.command = None;
    counting.expected = Version(7);
    assert!(matches!(ledger.append(counting).await, Err(AppendError::Conflict { .. })));
    assert_eq!(ledger.counts("place").await.unwrap(), counted);
    assert_eq!(ledger.counts("nowhere").await.unwrap(), []);
    assert_eq!(ledger.counts("").await.unwrap(), []);
}

async fn concurrent_increments_add_up(store: &Store) {
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

async fn invalid_names_are_refused(store: &Store) {
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
            assert!(matches!(error, AppendError::InvalidName { .. }), "{error}");
        }
        let stream = StreamId::new(name);
        assert_eq!(ledger.read(&stream, Version::START).await.unwrap(), []);
        assert_eq!(ledger.version(&stream).await.unwrap(), Version::START);
        assert_eq!(ledger.find_reply(&stream, &CommandId::new(name)).await.unwrap(), None);
        assert_eq!(ledger.find(&label).await.unwrap(), []);
        assert_eq!(ledger.page(&label, None, 5).await.unwrap().streams, []);
        assert_eq!(ledger.take(name, std::time::Duration::ZERO).await.unwrap(), None);
    }
    let error = ledger.append(step("a", 0).command(CommandId::new("\n"), Value::Null)).await.unwrap_err();
    let words = "the command id \"\\n\" must be 1 to 200 bytes long, without control characters";
    assert_eq!(error.to_string(), words);
    ledger.append(step(&"x".repeat(200), 0)).await.unwrap();
}

async fn closing_writes_queued_appends(store: &Store) {
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

async fn full_write_queue_refuses_at_once(store: &Store) {
    let ledger = store.open().await;
    let mut appends = Vec::new();
    for n in 0..100_000 {
        // After one poll the append is queued, or already written if the writer was faster.
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
    // Each queued append is written or times out, which can happen on a busy machine.
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
