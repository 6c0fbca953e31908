//! Every table of expected results passes.

use std::path::Path;

use chautari_game::conformance::spec::{self, Limits};

use crate::chosen;

/// Covers every game's start in a few seconds; `bench/` counts deeper.
const LIMITS: Limits = Limits { leaves: 400_000_000 };

#[test]
fn every_table_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut folders: Vec<_> = root.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.retain(|folder| chosen::is_chosen(folder.file_name().unwrap().to_str().unwrap()));
    for folder in folders {
        let rows = spec::run(&folder, &chautari_games::find, LIMITS).unwrap_or_else(|e| panic!("{e}"));
        assert!(rows > 0, "{} has no tables", folder.display());
    }
}
