//! The short description of a position, for programs that play many moves in a row.

use chautari_game::{AnyRecord, MarkKind};
use chautari_wire::Outcome;
use serde::Serialize;

/// The position of a record, without its scene, its legal moves and its history: cheaper than a full description.
#[derive(Serialize)]
pub(crate) struct Standing {
    position: String,
    turn: &'static str,
    action: &'static str,
    ply: Option<u32>,
    length: usize,
    outcome: Option<Outcome>,
    check: Option<bool>,
    /// As text, because JavaScript's numbers are exact only up to 2^53.
    key: String,
}

impl Standing {
    pub(crate) fn new(record: &dyn AnyRecord) -> Standing {
        let info = record.info();
        Standing {
            position: record.position(),
            turn: info.side(record.turn()),
            action: record.action(),
            ply: record.plies(),
            length: record.len(),
            outcome: record.outcome().map(|outcome| Outcome::of_game(info, outcome)),
            check: record.is_marked(MarkKind::Check),
            key: format!("{:016x}", record.key().0),
        }
    }
}
