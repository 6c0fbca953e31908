//! Who may know whom: the dependency rules of docs/ARCHITECTURE.md, held against `cargo metadata`.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// What the packages in a folder may depend on. A trailing `*` stands for any folder below.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("crates/game", &[]),
    ("crates/search", &["crates/game"]),
    ("crates/solve", &["crates/game"]),
    ("crates/arena", &["crates/game"]),
    ("crates/picture", &["crates/game"]),
    ("crates/ledger", &[]),
    ("crates/server", &["crates/game", "crates/arena", "crates/ledger", "crates/picture"]),
    ("games", &["crates/game", "games/*"]),
    ("games/*", &["crates/game", "crates/search", "crates/solve"]),
    ("protocols/obx", &["crates/game", "crates/server", "games/baghchal"]),
    ("protocols/gomoku-tcp", &["crates/game", "crates/server", "games/gomoku"]),
    ("protocols/banchess-sync", &["crates/game", "crates/ledger", "crates/server", "games/banchess"]),
    ("protocols/softserve", &["crates/game", "crates/ledger", "crates/picture", "crates/server"]),
    ("protocols/*", &["crates/game", "crates/server"]),
    ("web", &[]),
    ("cli", &["crates/*", "games", "games/*", "protocols/*", "web"]),
    ("e2e", &[]),
    // The load tool starts the program as the black-box tests do.
    ("bench", &["e2e", "crates/*", "games", "games/*", "protocols/*"]),
];

fn fits(pattern: &str, folder: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(prefix) => folder.starts_with(prefix),
        None => folder == pattern,
    }
}

/// The folder of each package of ours.
fn folders(metadata: &Value) -> BTreeMap<&str, String> {
    let root = metadata["workspace_root"].as_str().unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let folder = |package: &Value| {
        let manifest = package["manifest_path"].as_str().unwrap();
        manifest
            .strip_prefix(root)
            .unwrap()
            .trim_start_matches('/')
            .trim_end_matches("/Cargo.toml")
            .to_owned()
    };
    packages.iter().map(|package| (package["name"].as_str().unwrap(), folder(package))).collect()
}

#[test]
fn nobody_knows_whom_it_should_not() {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".to_owned());
    let run = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let metadata: Value = serde_json::from_slice(&run.stdout).unwrap();
    let folders = folders(&metadata);
    assert!(folders.len() >= 5, "{folders:?}");
    for package in metadata["packages"].as_array().unwrap() {
        let folder = &folders[package["name"].as_str().unwrap()];
        let Some((_, known)) = MAY_KNOW.iter().find(|(pattern, _)| fits(pattern, folder)) else {
            panic!("{folder} has no place in the house: add it to MAY_KNOW and to docs/ARCHITECTURE.md");
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let Some(other) = folders.get(dependency["name"].as_str().unwrap()) else { continue };
            // Tests may look further, but nobody looks at the binary.
            let allowed = dependency["kind"] == "dev" && other != "cli";
            assert!(
                allowed || known.iter().any(|pattern| fits(pattern, other)),
                "{folder} must not depend on {other}"
            );
        }
    }
}
