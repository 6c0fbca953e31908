//! The tables of expected results, without the deep leaf counts.

#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

use std::path::Path;

use chautari_banchess::Banchess;
use chautari_game::AnyGame;
use chautari_game::conformance::spec::{self, Limits};

#[test]
fn tables_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/banchess");
    let find = |_: &str| Ok(Banchess.boxed());
    let rows = spec::run(&folder, &find, Limits { leaves: 100_000_000 }).unwrap_or_else(|e| panic!("{e}"));
    assert!(rows > 150, "{rows}");
}
