//! What the engines think has not changed, unless that was meant.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;

use std::fs;
use std::path::Path;

use binary::json;

const HEAD: &str = "\
# What every engine visits and thinks in a fixed piece of work: game, nodes, signature.
# A change here must be meant. `CHAUTARI_UPDATE=1 cargo test -p chautari --test signatures` writes it anew.
";

#[test]
fn signatures_are_those_on_file() {
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
