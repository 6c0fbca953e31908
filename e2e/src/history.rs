//! A linearizability checker for games.
//!
//! A game is a log. The response to a write gives its version in the log; every other response shows the log up
//! to a version. So the responses determine the order, and only the times remain to be checked: if one
//! operation ended before another began, it must come first in the order.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The times of a request and its response, on one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The time of the request.
    pub asked: Duration,
    /// The time of the response; `None` if the client gave up or was disconnected.
    pub answered: Option<Duration>,
}

/// The content of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationKind {
    /// An attempt to write an entry.
    Write {
        /// The entry, which is unique.
        entry: String,
        /// The version in the response; `None` without a response.
        version: Option<u64>,
    },
    /// A read of the log up to a version.
    Read {
        /// The version.
        version: u64,
        /// The entries, if the response contained them.
        entries: Option<Vec<String>>,
    },
}

/// An operation of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its times.
    pub span: Span,
    /// Its content.
    pub kind: OperationKind,
}

/// The final log: the entry at each version. Versions without an entry are events of another kind.
pub type Log = BTreeMap<u64, String>;

/// Checks the operations on a game against its log. The error describes the first contradiction.
pub fn check(log: &Log, operations: &[Operation]) -> Result<(), String> {
    let mut versions = BTreeMap::new();
    for (version, entry) in log {
        if let Some(other) = versions.insert(entry.as_str(), *version) {
            return Err(format!("{entry} is stored twice, at {other} and at {version}"));
        }
    }
    let mut known = BTreeSet::new();
    // The order of the operations: each read comes after the write of its version.
    let mut order = Vec::new();
    for operation in operations {
        match &operation.kind {
            OperationKind::Write { entry, version } => {
                known.insert(entry.as_str());
                match (version, versions.get(entry.as_str())) {
                    (Some(acknowledged), Some(stored)) if acknowledged == stored => {
                        order.push((*acknowledged, 0, operation));
                    }
                    (Some(acknowledged), stored) => {
                        return Err(format!(
                            "{entry} was acknowledged at {acknowledged} and is stored at {stored:?}"
                        ));
                    }
                    // Without a response the write may have taken effect or not.
                    (None, Some(stored)) => order.push((*stored, 0, operation)),
                    (None, None) => {}
                }
            }
            OperationKind::Read { version, entries } => {
                if let Some(entries) = entries {
                    let then: Vec<_> = log.range(..=version).map(|(_, entry)| entry).collect();
                    if !entries.iter().eq(then.iter().copied()) {
                        return Err(format!(
                            "at {version} the log was read as {entries:?}, and was {then:?}"
                        ));
                    }
                }
                order.push((*version, 1, operation));
            }
        }
    }
    if let Some(entry) = versions.keys().find(|entry| !known.contains(*entry)) {
        return Err(format!("{entry} was never written"));
    }
    order.sort_by_key(|(version, step, operation)| (*version, *step, operation.span.asked));
    let mut latest: Option<&Operation> = None;
    for (_, _, operation) in order {
        if let (Some(before), Some(answered)) = (latest, operation.span.answered)
            && answered < before.span.asked
        {
            return Err(format!("{operation:?} ended before {before:?} began, and comes after it"));
        }
        if latest.is_none_or(|before| operation.span.asked > before.span.asked) {
            latest = Some(operation);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(asked: u64, answered: u64) -> Span {
        Span { asked: Duration::from_millis(asked), answered: Some(Duration::from_millis(answered)) }
    }

    fn write(asked: u64, answered: u64, entry: &str, version: u64) -> Operation {
        let kind = OperationKind::Write { entry: entry.to_owned(), version: Some(version) };
        Operation { span: span(asked, answered), kind }
    }

    fn unanswered(asked: u64, entry: &str) -> Operation {
        let span = Span { asked: Duration::from_millis(asked), answered: None };
        Operation { span, kind: OperationKind::Write { entry: entry.to_owned(), version: None } }
    }

    fn read(asked: u64, answered: u64, version: u64, entries: Option<&[&str]>) -> Operation {
        let entries = entries.map(|entries| entries.iter().map(|&entry| entry.to_owned()).collect());
        Operation { span: span(asked, answered), kind: OperationKind::Read { version, entries } }
    }

    fn log(entries: &[(u64, &str)]) -> Log {
        entries.iter().map(|&(version, entry)| (version, entry.to_owned())).collect()
    }

    #[test]
    fn linearizable_history_is_accepted() {
        let log = log(&[(2, "a"), (3, "b"), (5, "c")]);
        let operations = [
            read(0, 1, 1, Some(&[])),
            write(2, 5, "a", 2),
            // These overlap, so either may come first.
            write(6, 20, "b", 3),
            read(7, 19, 2, Some(&["a"])),
            read(7, 8, 3, Some(&["a", "b"])),
            read(9, 30, 4, None),
            unanswered(10, "c"),
            read(40, 41, 5, Some(&["a", "b", "c"])),
            unanswered(50, "never"),
        ];
        assert_eq!(check(&log, &operations), Ok(()));
    }

    #[test]
    fn other_histories_are_refused() {
        let two = log(&[(1, "a"), (2, "b")]);
        let both = [write(0, 1, "a", 1), write(2, 3, "b", 2)];
        let with = |operation: Operation| [both[0].clone(), both[1].clone(), operation];
        let cases: &[(&str, Log, Vec<Operation>)] = &[
            ("lost", log(&[(1, "a")]), both.to_vec()),
            ("twice", log(&[(1, "a"), (2, "b"), (3, "a")]), both.to_vec()),
            ("elsewhere", log(&[(1, "b"), (2, "a")]), both.to_vec()),
            ("from nowhere", log(&[(1, "a"), (2, "b"), (3, "c")]), both.to_vec()),
            ("a stale read", two.clone(), with(read(4, 5, 1, None)).to_vec()),
            ("a read ahead", two.clone(), with(read(0, 1, 2, None)).to_vec()),
            ("another log", two.clone(), with(read(4, 5, 2, Some(&["a", "x"]))).to_vec()),
            ("writes in the wrong order", two.clone(), vec![write(2, 3, "a", 1), write(0, 1, "b", 2)]),
            ("reads that go back", two.clone(), {
                let slow = [write(0, 9, "a", 1), write(0, 9, "b", 2)];
                [&slow[..], &[read(1, 2, 2, None), read(3, 4, 1, None)]].concat()
            }),
            ("an unanswered write seen too early", two, {
                vec![write(0, 1, "a", 1), unanswered(9, "b"), read(5, 6, 2, None)]
            }),
        ];
        for (name, log, operations) in cases {
            assert!(check(log, operations).is_err(), "{name}");
        }
    }
}
