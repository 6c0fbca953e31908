//! What a ledger promises, seen from outside.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use chautari_ledger::{Append, Event, First, Ledger, StreamId, Version};
use serde_json::{Value, json};

fn event(kind: &str, body: Value) -> Event {
    Event { kind: kind.to_owned(), body }
}

fn append(stream: &str, expected: u64) -> Append {
    Append::new(StreamId::new(stream), Version(expected))
}

async fn what_is_appended_can_be_read(ledger: Ledger) {
    let events = [event("began", json!({"size": 5})), event("moved", json!({"to": "B1 \u{0} é"}))];
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
}

#[tokio::test]
async fn embedded() {
    what_is_appended_can_be_read(Ledger::open("sqlite::memory:").await.unwrap()).await;
}
