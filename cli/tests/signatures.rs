//! Detects unintended changes of the engines, by the signatures of `bench`.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;
use std::path::Path;

use crate::binary::json;

const HEAD: &str = "\
# Nodes and signature of a fixed search in each game: game, nodes, signature.
# Changes must be intended. `CHAUTARI_UPDATE=1 cargo test -p chautari signatures` rewrites this file.
";

#[test]
fn signatures_are_unchanged() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/signatures.txt");
    let row = |line: serde_json::Value| {
        let [game, signature] = ["game", "signature"].map(|field| line[field].as_str().unwrap().to_owned());
        format!("{game} {} {signature}\n", line["nodes"])
    };
    let found: String = json(&["bench", "--nodes", "5000", "--json"]).into_iter().map(row).collect();
    let found = format!("{HEAD}{found}");
    if std::env::var_os("CHAUTARI_UPDATE").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), found, "see the head of {}", path.display());
}
