//! An append-only store of events.
