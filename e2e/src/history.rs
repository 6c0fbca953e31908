//! Whether what clients saw of a game can have happened in one order.
//!
//! A game is a log. A write that was answered says at which version it stands; whatever else is
//! answered shows the log up to some version. So the order is known from the answers, and what remains
//! to be asked is whether time agrees: of two operations of which one ended before the other began,
//! the first must stand first. That is linearizability, with the order as its witness.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// When something was asked and when the answer was there, on one clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// When it was asked.
    pub asked: Duration,
    /// When it was answered; never, if the client gave up or was cut off.
    pub answered: Option<Duration>,
}

/// What a client did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It wanted an entry written, and may have been told at which version it stands.
    Write {
        /// The entry, unlike any other.
        entry: String,
        /// The version, if the answer came.
        version: Option<u64>,
    },
    /// It was shown the log up to a version, or told that it is there.
    Look {
        /// The version.
        version: u64,
        /// The entries, where they were shown.
        entries: Option<Vec<String>>,
    },
}

/// What a client did, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// When.
    pub span: Span,
    /// What.
    pub deed: Deed,
}

/// The log as it stands in the end: the entry at each version. Versions may be missing where
/// something else than an entry stands.
pub type Log = BTreeMap<u64, String>;

/// Checks what clients did to a game against its log; the error says what cannot be.
pub fn check(log: &Log, operations: &[Operation]) -> Result<(), String> {
    let mut places = BTreeMap::new();
    for (version, entry) in log {
        if let Some(other) = places.insert(entry.as_str(), *version) {
            return Err(format!("{entry} stands twice, at {other} and at {version}"));
        }
    }
    let mut known = BTreeSet::new();
    // In the order of the witness: after the write of its version, whatever saw it.
    let mut order = Vec::new();
    for operation in operations {
        match &operation.deed {
            Deed::Write { entry, version } => {
                known.insert(entry.as_str());
                match (version, places.get(entry.as_str())) {
                    (Some(told), Some(place)) if told == place => order.push((*told, 0, operation)),
                    (Some(told), place) => {
                        return Err(format!("{entry} was acknowledged at {told} and stands at {place:?}"));
                    }
                    // It took effect though nobody heard of it, or it never will.
                    (None, Some(place)) => order.push((*place, 0, operation)),
                    (None, None) => {}
                }
            }
            Deed::Look { version, entries } => {
                if let Some(entries) = entries {
                    let then: Vec<_> = log.range(..=version).map(|(_, entry)| entry).collect();
                    if !entries.iter().eq(then.iter().copied()) {
                        return Err(format!(
                            "at {version} the log was shown as {entries:?}, and was {then:?}"
                        ));
                    }
                }
                order.push((*version, 1, operation));
            }
        }
    }
    if let Some(entry) = places.keys().find(|entry| !known.contains(*entry)) {
        return Err(format!("nobody wrote {entry}"));
    }
    order.sort_by_key(|(version, kind, operation)| (*version, *kind, operation.span.asked));
    let mut latest: Option<&Operation> = None;
    for (_, _, operation) in order {
        if let (Some(before), Some(answered)) = (latest, operation.span.answered)
            && answered < before.span.asked
        {
            return Err(format!("{operation:?} was over before {before:?} began, and stands after it"));
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
        let deed = Deed::Write { entry: entry.to_owned(), version: Some(version) };
        Operation { span: span(asked, answered), deed }
    }

    fn unheard(asked: u64, entry: &str) -> Operation {
        let span = Span { asked: Duration::from_millis(asked), answered: None };
        Operation { span, deed: Deed::Write { entry: entry.to_owned(), version: None } }
    }

    fn look(asked: u64, answered: u64, version: u64, entries: Option<&[&str]>) -> Operation {
        let entries = entries.map(|entries| entries.iter().map(|&entry| entry.to_owned()).collect());
        Operation { span: span(asked, answered), deed: Deed::Look { version, entries } }
    }

    fn log(entries: &[(u64, &str)]) -> Log {
        entries.iter().map(|&(version, entry)| (version, entry.to_owned())).collect()
    }

    #[test]
    fn what_can_be_is_accepted() {
        let log = log(&[(2, "a"), (3, "b"), (5, "c")]);
        let operations = [
            look(0, 1, 1, Some(&[])),
            write(2, 5, "a", 2),
            // Side by side, either may come first.
            write(6, 20, "b", 3),
            look(7, 19, 2, Some(&["a"])),
            look(7, 8, 3, Some(&["a", "b"])),
            look(9, 30, 4, None),
            unheard(10, "c"),
            look(40, 41, 5, Some(&["a", "b", "c"])),
            unheard(50, "never"),
        ];
        assert_eq!(check(&log, &operations), Ok(()));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let two = log(&[(1, "a"), (2, "b")]);
        let both = [write(0, 1, "a", 1), write(2, 3, "b", 2)];
        let with = |operation: Operation| [both[0].clone(), both[1].clone(), operation];
        let cases: &[(&str, Log, Vec<Operation>)] = &[
            ("lost", log(&[(1, "a")]), both.to_vec()),
            ("twice", log(&[(1, "a"), (2, "b"), (3, "a")]), both.to_vec()),
            ("elsewhere", log(&[(1, "b"), (2, "a")]), both.to_vec()),
            ("from nowhere", log(&[(1, "a"), (2, "b"), (3, "c")]), both.to_vec()),
            ("a stale look", two.clone(), with(look(4, 5, 1, None)).to_vec()),
            ("a look ahead", two.clone(), with(look(0, 1, 2, None)).to_vec()),
            ("another log", two.clone(), with(look(4, 5, 2, Some(&["a", "x"]))).to_vec()),
            ("writes in the wrong order", two.clone(), vec![write(2, 3, "a", 1), write(0, 1, "b", 2)]),
            ("looks that go back", two.clone(), {
                let slow = [write(0, 9, "a", 1), write(0, 9, "b", 2)];
                [&slow[..], &[look(1, 2, 2, None), look(3, 4, 1, None)]].concat()
            }),
            ("an unheard write seen too early", two, {
                vec![write(0, 1, "a", 1), unheard(9, "b"), look(5, 6, 2, None)]
            }),
        ];
        for (name, log, operations) in cases {
            assert!(check(log, operations).is_err(), "{name}");
        }
    }
}
