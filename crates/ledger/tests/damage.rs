//! Bit flips on disk: an event is returned unchanged, or an error names it.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::time::Duration;

use chautari_ledger::{
    Append, AppendError, BackupError, CommandId, DamagedCommand, Event, Label, LabelChange, Ledger, Stored,
    StreamId, Unavailable, Version,
};
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use crate::stores::Store;

fn stream(number: u64) -> StreamId {
    StreamId::new(format!("stream-{number}"))
}

/// Writes 20 streams of 10 events and closes the ledger.
async fn fill(store: &Store) {
    let ledger = store.open().await;
    for number in 0..20 {
        let mut append = Append::new(stream(number), Version::START);
        for index in 0..10 {
            let body = json!({"move": format!("{number}-{index}"), "text": "A1B2".repeat(8)});
            append = append.event(Event { kind: "moved".to_owned(), body });
        }
        ledger.append(append).await.unwrap();
    }
    ledger.close().await;
}

async fn read(url: &str) -> Result<Vec<Vec<Stored>>, String> {
    let ledger = Ledger::open(url).await.map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for number in 0..20 {
        all.push(ledger.read(&stream(number), Version::START).await.map_err(|error| error.to_string())?);
    }
    ledger.close().await;
    Ok(all)
}

async fn run(store: &Store, sql: &'static str) {
    let path = store.url.strip_prefix("sqlite:").unwrap();
    let mut connection = SqliteConnection::connect(&format!("sqlite://{path}")).await.unwrap();
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn changed_event_is_reported_and_neither_returned_nor_backed_up() {
    for (change, version, fault) in [
        ("UPDATE events SET body = replace(body, '3-4', '3-5') WHERE stream = 'stream-3'", 5, "checksum"),
        ("UPDATE events SET kind = 'lovec' WHERE stream = 'stream-3' AND version = 2", 2, "checksum"),
        ("UPDATE events SET at_ms = at_ms + 1 WHERE stream = 'stream-3' AND version = 7", 7, "checksum"),
        ("UPDATE events SET body = '{' WHERE stream = 'stream-3' AND version = 1", 1, "checksum"),
        ("DELETE FROM events WHERE stream = 'stream-3' AND version = 6", 6, "missing"),
    ] {
        let store = Store::file();
        fill(&store).await;
        assert_eq!(Ledger::check(&store.url).await.unwrap().damaged, []);
        run(&store, change).await;
        let checked = Ledger::check(&store.url).await.unwrap();
        let damage = &checked.damaged[0];
        assert_eq!((damage.stream.as_str(), damage.version), ("stream-3", Version(version)), "{change}");
        assert!(damage.fault.contains(fault), "{damage}");
        let ledger = store.open().await;
        let told = ledger.read(&stream(3), Version::START).await.unwrap_err();
        assert!(matches!(&told, Unavailable::Damaged(text) if text.contains(fault)), "{told}");
        assert_eq!(ledger.read(&stream(4), Version::START).await.unwrap().len(), 10, "others are served");
        ledger.close().await;
        if fault == "checksum" {
            let backup = Ledger::backup(&store.url, &store.beside("backup")).await;
            assert!(matches!(&backup, Err(BackupError::Event(named)) if named == damage), "{backup:?}");
        }
    }
}

#[tokio::test]
async fn truncated_stream_is_found() {
    let store = Store::file();
    fill(&store).await;
    run(&store, "DELETE FROM events WHERE stream = 'stream-9' AND version = 10").await;
    let checked = Ledger::check(&store.url).await.unwrap();
    assert_eq!((checked.damaged[0].stream.as_str(), checked.damaged.len()), ("stream-9", 1));
}

/// A stream with a label and a claim, and the command that created it.
async fn fill_index(store: &Store) {
    let ledger = store.open().await;
    for number in 0..3 {
        let event = Event { kind: "made".to_owned(), body: json!(number) };
        let append = Append::new(stream(number), Version::START).event(event);
        let append = append.label(LabelChange::Set(Label::new("state", "live")));
        let append = append.label(LabelChange::Claim(Label::new("name", format!("n{number}"))));
        ledger.append(append.command(CommandId::new("make"), json!({"about": number}))).await.unwrap();
        let event = Event { kind: "ended".to_owned(), body: json!(number) };
        let append = Append::new(stream(number), Version(1)).event(event);
        let append = append.label(LabelChange::Clear(Label::new("state", "live")));
        ledger.append(append.label(LabelChange::Set(Label::new("state", "ended")))).await.unwrap();
    }
    ledger.close().await;
}

async fn names(store: &Store) -> Vec<Vec<StreamId>> {
    let ledger = store.open().await;
    let mut found = Vec::new();
    for (key, value) in [("state", "ended"), ("state", "live"), ("name", "n1")] {
        found.push(ledger.find(&Label::new(key, value)).await.unwrap());
    }
    ledger.close().await;
    found
}

#[tokio::test]
async fn changed_labels_and_claims_are_recomputed_from_the_events() {
    for (change, faults) in [
        ("UPDATE labels SET value = 'lived' WHERE stream = 'stream-1' AND key = 'state'", 2),
        ("UPDATE labels SET stream = 'stream-9' WHERE stream = 'stream-1' AND key = 'state'", 2),
        ("UPDATE labels SET value = CAST(x'80' AS TEXT) WHERE stream = 'stream-1' AND key = 'state'", 2),
        ("UPDATE claims SET value = 'n5' WHERE stream = 'stream-1'", 2),
        ("UPDATE claims SET stream = CAST(x'80' AS TEXT) WHERE stream = 'stream-1'", 2),
        ("DELETE FROM labels WHERE stream = 'stream-1'", 2),
        ("DELETE FROM claims", 3),
        ("INSERT INTO labels (key, value, stream) VALUES ('state', 'live', 'stream-2')", 1),
    ] {
        let store = Store::file();
        fill_index(&store).await;
        let written = names(&store).await;
        assert!(Ledger::check(&store.url).await.unwrap().is_intact());
        run(&store, change).await;
        let found = Ledger::check(&store.url).await.unwrap();
        assert_eq!((found.index.len(), found.can_be_repaired()), (faults, true), "{change}: {found:?}");
        assert_eq!(Ledger::repair(&store.url).await.unwrap(), found);
        assert!(Ledger::check(&store.url).await.unwrap().is_intact(), "{change}");
        let mut repaired = names(&store).await;
        // A label that was missing is the newest.
        repaired[0].sort();
        assert_eq!(repaired, written, "{change}");
        // The claim holds.
        let ledger = store.open().await;
        let event = Event { kind: "made".to_owned(), body: json!(0) };
        let claim = LabelChange::Claim(Label::new("name", "n1"));
        let taken = ledger.append(Append::new(stream(7), Version::START).event(event).label(claim)).await;
        assert!(matches!(taken, Err(AppendError::Taken { .. })), "{taken:?}");
        ledger.close().await;
    }
}

/// Labels of work in progress, before the first event of its stream.
#[tokio::test]
async fn labels_of_streams_without_events_are_left_alone() {
    let store = Store::file();
    let ledger = store.open().await;
    let waiting = LabelChange::Set(Label::new("state", "live"));
    ledger.append(Append::new(stream(1), Version::START).label(waiting)).await.unwrap();
    ledger.close().await;
    drop(ledger);
    assert!(Ledger::repair(&store.url).await.unwrap().is_intact());
    assert_eq!(names(&store).await[1], [stream(1)]);
    let copy = Store::file();
    Ledger::backup(&store.url, &store.beside("backup")).await.unwrap();
    Ledger::restore(&copy.url, &store.beside("backup")).await.unwrap();
    assert!(Ledger::check(&copy.url).await.unwrap().is_intact());
}

#[tokio::test]
async fn nothing_is_repaired_beside_a_damaged_event() {
    let store = Store::file();
    fill_index(&store).await;
    run(&store, "UPDATE events SET body = '7' WHERE stream = 'stream-1' AND version = 1").await;
    run(&store, "DELETE FROM claims WHERE stream = 'stream-2'").await;
    let found = Ledger::repair(&store.url).await.unwrap();
    assert_eq!((found.damaged.len(), found.index.len()), (1, 1), "{found:?}");
    assert_eq!(Ledger::check(&store.url).await.unwrap(), found);
}

#[tokio::test]
async fn changed_command_is_reported_and_neither_returned_nor_backed_up() {
    for change in [
        "UPDATE commands SET reply = '{\"about\":5}' WHERE stream = 'stream-1'",
        "UPDATE commands SET version = 2 WHERE stream = 'stream-1'",
        "UPDATE commands SET at_ms = 0 WHERE stream = 'stream-1'",
    ] {
        let store = Store::file();
        fill_index(&store).await;
        run(&store, change).await;
        let found = Ledger::check(&store.url).await.unwrap();
        let damaged = DamagedCommand { stream: "stream-1".to_owned(), command: "make".to_owned() };
        assert_eq!(found.commands, [damaged], "{change}");
        let ledger = store.open().await;
        let make = CommandId::new("make");
        let reply = ledger.find_reply(&stream(1), &make).await;
        assert!(matches!(&reply, Err(Unavailable::Damaged(_))), "{reply:?}");
        let event = Event { kind: "made".to_owned(), body: json!(1) };
        let repeated = Append::new(stream(1), Version::START).event(event).command(make.clone(), json!(1));
        let repeated = ledger.append(repeated).await;
        assert!(matches!(&repeated, Err(AppendError::Unavailable(Unavailable::Damaged(_)))), "{repeated:?}");
        assert!(ledger.find_reply(&stream(2), &make).await.unwrap().is_some(), "others are served");
        ledger.close().await;
        let backup = Ledger::backup(&store.url, &store.beside("backup")).await;
        assert!(matches!(&backup, Err(BackupError::Command(_))), "{backup:?}");
    }
}

/// Flips single bits all over the file.
#[tokio::test]
async fn flipped_bit_never_changes_a_returned_event() {
    let store = Store::file();
    fill(&store).await;
    // Move everything from the write-ahead log into the file.
    run(&store, "PRAGMA wal_checkpoint(TRUNCATE)").await;
    let path = store.url.strip_prefix("sqlite:").unwrap().to_owned();
    let whole = std::fs::read(&path).unwrap();
    let written = read(&store.url).await.unwrap();
    let (mut found, mut harmless) = (0, 0);
    for number in 0..60_u64 {
        // Spread over the file, a different bit each time.
        let at = (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) % whole.len() as u64) as usize;
        let copy = store.beside(&format!("copy-{number}"));
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (number % 8);
        std::fs::write(&copy, &bytes).unwrap();
        match read(&format!("sqlite:{}", copy.display())).await {
            Ok(served) if served == written => harmless += 1,
            Ok(served) => {
                // A damaged key can hide a whole stream; the check finds that.
                let wrong = served.iter().zip(&written).filter(|(now, then)| now != then);
                assert!(wrong.clone().all(|(now, _)| now.len() < 10), "byte {at}: {wrong:?}");
                let checked = Ledger::check(&format!("sqlite:{}", copy.display())).await;
                assert!(!checked.is_ok_and(|checked| checked.is_intact()), "byte {at}");
                found += 1;
            }
            Err(_) => found += 1,
        }
    }
    assert!(found >= 10, "{found} found, {harmless} harmless");
}

/// Damage to the table definitions: SQLite trusts them, and sqlx panics on some of it.
#[tokio::test]
async fn changed_table_definitions_are_refused_on_opening() {
    let store = Store::file();
    fill(&store).await;
    run(&store, "PRAGMA wal_checkpoint(TRUNCATE)").await;
    let whole = std::fs::read(store.url.strip_prefix("sqlite:").unwrap()).unwrap();
    let written = read(&store.url).await.unwrap();
    let mut tried = 0;
    for described in ["stream TEXT NOT NULL", "version BIGINT NOT NULL"] {
        let places = whole.windows(described.len()).enumerate();
        let kind = described.find(' ').unwrap() + 1;
        for (at, _) in places.filter(|(_, text)| *text == described.as_bytes()) {
            // Change a name, a type, and a type to invalid UTF-8.
            for (part, bit) in [(0, 0x02), (kind, 0x01), (kind + 1, 0x80)] {
                let copy = store.beside(&format!("described-{at}-{part}"));
                let mut bytes = whole.clone();
                bytes[at + part] ^= bit;
                std::fs::write(&copy, &bytes).unwrap();
                let url = format!("sqlite:{}", copy.display());
                let served =
                    tokio::time::timeout(Duration::from_mins(1), read(&url)).await.expect("it hangs");
                // The same text may also occur in an unused part of the file.
                assert!(served.is_err() || served.as_ref() == Ok(&written), "byte {at}: {served:?}");
                if served.is_err() {
                    tried += 1;
                    assert!(Ledger::backup(&url, &store.beside("copied")).await.is_err(), "byte {at}");
                    let checked = Ledger::check(&url).await;
                    assert!(!checked.is_ok_and(|checked| checked.is_intact()), "byte {at}");
                }
            }
        }
    }
    assert!(tried >= 6, "{tried} were refused");
}

#[tokio::test]
async fn text_after_the_trailer_of_a_backup_is_refused_and_files_are_private() {
    let store = Store::file();
    fill(&store).await;
    let file = store.beside("backup");
    Ledger::backup(&store.url, &file).await.unwrap();
    #[cfg(unix)]
    for path in [std::path::Path::new(store.url.strip_prefix("sqlite:").unwrap()), &file] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(
            std::fs::metadata(path).unwrap().permissions().mode() & 0o777,
            0o600,
            "{}",
            path.display()
        );
    }
    let mut text = std::fs::read_to_string(&file).unwrap();
    text.push_str("{\"event\":{}}\n");
    std::fs::write(&file, text).unwrap();
    let told = Ledger::restore(&Store::file().url, &file).await.unwrap_err().to_string();
    assert!(told.contains("text after the end"), "{told}");
}
