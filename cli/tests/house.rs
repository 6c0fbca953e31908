//! Who may know whom: the dependency rules of docs/ARCHITECTURE.md, held against `cargo metadata`.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What the packages in a folder may depend on. A trailing `*` stands for any folder below.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("crates/game", &[]),
    ("crates/search", &["crates/game"]),
    ("crates/solve", &["crates/game"]),
    ("crates/arena", &["crates/game"]),
    ("crates/picture", &["crates/game"]),
    ("crates/nnue", &[]),
    ("crates/ledger", &[]),
    ("crates/keeper", &["crates/ledger"]),
    ("crates/server", &["crates/game", "crates/arena", "crates/keeper", "crates/ledger", "crates/picture"]),
    ("crates/wire", &["crates/game", "crates/arena"]),
    // The games for a browser: a program, as the binary is.
    ("wasm", &["crates/game", "crates/arena", "crates/picture", "crates/wire", "games"]),
    ("games", &["crates/game", "games/*"]),
    ("games/*", &["crates/game", "crates/nnue", "crates/search", "crates/solve"]),
    ("protocols/obx", &["crates/game", "crates/server", "games/baghchal"]),
    ("protocols/gomoku-tcp", &["crates/game", "crates/server", "games/gomoku"]),
    (
        "protocols/banchess-sync",
        &["crates/game", "crates/keeper", "crates/ledger", "crates/server", "games/banchess"],
    ),
    (
        "protocols/softserve",
        &["crates/game", "crates/keeper", "crates/ledger", "crates/picture", "crates/server"],
    ),
    ("protocols/*", &["crates/game", "crates/server"]),
    ("web", &[]),
    ("cli", &["crates/*", "games", "games/*", "protocols/*", "web"]),
    ("learn", &["crates/arena", "crates/game", "games/*"]),
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

/// What cargo knows of a workspace.
fn metadata(folder: &Path) -> Value {
    let cargo = std::env::var("CARGO").unwrap_or("cargo".to_owned());
    let run = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The code under a folder, but not that of a package within it.
fn code(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() && !entry.join("Cargo.toml").exists() && !entry.ends_with("target") {
            text += &code(&entry);
        } else if entry.extension().is_some_and(|kind| kind == "rs") {
            text += &std::fs::read_to_string(entry).unwrap();
        }
    }
    text
}

/// What nobody names and is needed all the same: by a feature of its, or by a macro.
const UNNAMED: &[(&str, &str)] = &[];

#[test]
fn every_dependency_is_used() {
    let mut count = 0;
    for workspace in [".", "fuzz", "python"] {
        for package in metadata(&root().join(workspace))["packages"].as_array().unwrap() {
            let name = package["name"].as_str().unwrap();
            let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
            let code = code(folder);
            for dependency in package["dependencies"].as_array().unwrap() {
                let known = dependency["rename"].as_str().or(dependency["name"].as_str()).unwrap();
                let ident = known.replace('-', "_");
                // Where it is another's word it is part of a longer name, or in the middle of a path.
                let is_named = code.match_indices(&ident).any(|(at, _)| {
                    let before = code[..at].chars().next_back().unwrap_or(' ');
                    let after = &code[at + ident.len()..];
                    let is_whole = !before.is_alphanumeric() && !['_', '.', '-'].contains(&before);
                    is_whole
                        && (after.starts_with("::") || after.starts_with(';') || after.starts_with(" as "))
                });
                assert!(is_named || UNNAMED.contains(&(name, known)), "{name} does not use {known}");
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count} dependencies");
}

#[test]
fn nobody_knows_whom_it_should_not() {
    let metadata = metadata(&root());
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

/// Each room of the server, and what the app calls what it keeps; it knows those before it, and none behind it.
const ROOMS: [(&str, &[&str]); 12] = [
    ("pool", &["labour"]),
    ("push", &["push"]),
    ("games", &["boards"]),
    ("bots", &["bots"]),
    ("people", &["people", "presence"]),
    ("matches", &["hall"]),
    ("invitations", &["invitations"]),
    ("tournaments", &["tournaments", "seasons", "screens"]),
    ("explorer", &[]),
    ("studies", &["studies"]),
    ("reviews", &[]),
    ("puzzles", &["puzzles", "solvers"]),
];

/// What the app has beside its rooms, for everybody.
const COMMON: [&str; 10] =
    ["config", "games", "ledger", "engines", "turns", "metrics", "shutdown", "secret", "places", "buckets"];

/// Every file in a folder, however deep.
fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// What the app keeps is some room's: whatever is new there says whose.
#[test]
fn everything_the_app_keeps_is_known_by_its_room() {
    let app = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/server/src/app.rs");
    let text = std::fs::read_to_string(app).unwrap();
    let kept = text.lines().filter_map(|line| {
        let (name, kind) = line.split_once("fn ")?.1.split_once("(&self) -> ")?;
        kind.starts_with('&').then_some(name)
    });
    let kept: BTreeSet<_> = kept.collect();
    let rooms = ROOMS.iter().flat_map(|(_, kept)| *kept).copied();
    assert_eq!(kept, rooms.chain(COMMON).collect(), "see ROOMS and COMMON");
}

#[test]
fn the_rooms_of_the_server_stand_in_one_row() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/server/src");
    let entries = std::fs::read_dir(&source).unwrap().map(|entry| entry.unwrap().path());
    let found: BTreeSet<_> = entries
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    let named: BTreeSet<_> = ROOMS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(found, named, "a room has its place in the row: here and in docs/ARCHITECTURE.md");
    for (index, (room, _)) in ROOMS.iter().enumerate() {
        for path in files(&source.join(room)) {
            let text = std::fs::read_to_string(&path).unwrap();
            // `app.tournaments()` is a field of the app's; `tournaments::` is the room itself.
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for ((later, kept), line) in
                code.flat_map(|line| ROOMS[index + 1..].iter().map(move |later| (later, line)))
            {
                let words = |line: &str| {
                    line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *later)
                };
                let known = line.contains(&format!("{later}::"))
                    || kept.iter().any(|kept| line.contains(&format!("app.{kept}()")))
                    || (line.trim_start().starts_with("use ") && words(line));
                assert!(!known, "{}: {room} must not know {later}: {line}", path.display());
            }
        }
    }
}

/// The map draws the same row.
#[test]
fn the_map_has_the_rooms_in_the_same_row() {
    let map = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ARCHITECTURE.md");
    let map = std::fs::read_to_string(map).unwrap();
    let row: Vec<_> = ROOMS.iter().map(|(room, _)| *room).collect();
    let row = format!("in crates/server: {}\n", row.join(" ← "));
    assert!(map.contains(&row), "docs/ARCHITECTURE.md should say: {row}");
}
