//! Checks the dependency rules of docs/ARCHITECTURE.md against `cargo metadata`, and that every dependency is used.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The packages of this workspace that each package may depend on. A name stands for the package `chautari-NAME`, a
/// path such as `games/*` for all packages in a folder. Packages that do not exist are ignored.
const ALLOWED_DEPENDENCIES: &[(&str, &[&str])] = &[
    // Foundations.
    ("game", &[]),
    ("nnue", &[]),
    ("search", &["game", "nnue"]),
    ("solve", &["game"]),
    ("arena", &["game"]),
    ("picture", &["game"]),
    ("wire", &["game", "arena"]),
    // The feature `http` translates errors to responses.
    ("ledger", &["http"]),
    ("aggregate", &["ledger", "http"]),
    // Games and their registry.
    ("games", &["game", "games/*"]),
    ("games/*", &["game", "nnue", "search", "solve"]),
    // The server, layer by layer.
    ("http", &["wire", "compute", "game"]),
    ("compute", &["game"]),
    ("platform", &["game", "http", "compute", "aggregate", "ledger"]),
    ("people", &[]),
    ("positions", &["people"]),
    ("matches", &["people", "positions"]),
    ("tournaments", &["people", "positions", "matches"]),
    ("study", &["people", "positions", "matches", "tournaments"]),
    ("server", &["people", "positions", "matches", "tournaments", "study"]),
    // Protocols. Those of one game may also depend on that game.
    ("ugi", &["game"]),
    ("obx", &["baghchal"]),
    ("gomoku-tcp", &["gomoku"]),
    ("banchess-sync", &["banchess"]),
    ("softserve", &["picture"]),
    // Programs and tools.
    ("wasm", &["game", "arena", "picture", "wire", "games"]),
    ("web", &[]),
    ("cli", &["crates/*", "games", "games/*", "protocols/*", "web"]),
    ("learn", &["arena", "game", "games/*"]),
    ("testing", &[]),
    ("e2e", &["game", "testing"]),
    ("simulation", &["aggregate", "arena", "game", "ledger", "sprint"]),
    // The load generator starts servers with the helpers of the black-box tests.
    ("bench", &["e2e", "game", "games", "games/*", "wire"]),
];

/// The crates that every service, and the server itself, may depend on.
const SHARED_BY_SERVICES: [&str; 9] =
    ["game", "arena", "picture", "wire", "http", "compute", "aggregate", "ledger", "platform"];

/// The services and the server, which may depend on [`SHARED_BY_SERVICES`].
const SERVICES: [&str; 6] = ["people", "positions", "matches", "tournaments", "study", "server"];

/// The protocols that a server speaks, and what they may depend on.
const SERVER_PROTOCOLS: [&str; 4] = ["obx", "gomoku-tcp", "banchess-sync", "softserve"];
const SHARED_BY_PROTOCOLS: [&str; 7] = ["game", "wire", "http", "compute", "aggregate", "ledger", "platform"];

/// A package of this workspace.
#[derive(Debug)]
struct Package {
    /// The name without `chautari-`; `cli` for the program itself.
    name: String,
    /// The folder, relative to the root of the workspace.
    folder: String,
}

impl Package {
    fn new(name: &str, folder: String) -> Package {
        let name = if name == "chautari" { "cli" } else { name.trim_start_matches("chautari-") };
        Package { name: name.to_owned(), folder }
    }

    /// Returns whether a name or a path with a trailing `*` stands for this package.
    fn matches(&self, pattern: &str) -> bool {
        match pattern.strip_suffix('*') {
            Some(prefix) => self.folder.starts_with(prefix),
            None => self.name == pattern,
        }
    }

    /// Returns the rule of this package: the one of its name, otherwise the one of its folder.
    fn allowed(&self) -> Option<Vec<&'static str>> {
        let by_name = ALLOWED_DEPENDENCIES.iter().find(|(pattern, _)| *pattern == self.name);
        let rule = by_name.or_else(|| ALLOWED_DEPENDENCIES.iter().find(|(pattern, _)| self.matches(pattern)));
        let mut allowed = rule?.1.to_vec();
        if SERVICES.contains(&self.name.as_str()) {
            allowed.extend(SHARED_BY_SERVICES);
        }
        if SERVER_PROTOCOLS.contains(&self.name.as_str()) {
            allowed.extend(SHARED_BY_PROTOCOLS);
        }
        Some(allowed)
    }
}

/// Returns the packages of the workspace by their full name.
fn packages(metadata: &Value) -> BTreeMap<&str, Package> {
    let root = metadata["workspace_root"].as_str().unwrap();
    let folder = |package: &Value| {
        let manifest = package["manifest_path"].as_str().unwrap();
        let folder = manifest.strip_prefix(root).unwrap().trim_end_matches("/Cargo.toml");
        folder.trim_start_matches('/').to_owned()
    };
    let packages = metadata["packages"].as_array().unwrap().iter();
    let named = packages.map(|package| (package["name"].as_str().unwrap(), package));
    named.map(|(name, package)| (name, Package::new(name, folder(package)))).collect()
}

/// Runs `cargo metadata` in a folder.
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

/// Reads all Rust code below a folder, without nested packages.
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

/// Dependencies, as (package, dependency), that no source file mentions but that a feature or macro needs.
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
                let used_as = dependency["rename"].as_str().or(dependency["name"].as_str()).unwrap();
                let ident = used_as.replace('-', "_");
                // The crate name must start a path; inside a longer name or path it is something else.
                let is_named = code.match_indices(&ident).any(|(at, _)| {
                    let before = code[..at].chars().next_back().unwrap_or(' ');
                    let after = &code[at + ident.len()..];
                    let is_whole = !before.is_alphanumeric() && !['_', '.', '-'].contains(&before);
                    is_whole
                        && (after.starts_with("::") || after.starts_with(';') || after.starts_with(" as "))
                });
                assert!(is_named || UNNAMED.contains(&(name, used_as)), "{name} does not use {used_as}");
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count} dependencies");
}

#[test]
fn crates_depend_only_on_allowed_crates() {
    let metadata = metadata(&root());
    let packages = packages(&metadata);
    assert!(packages.len() >= 5, "{packages:?}");
    for package in metadata["packages"].as_array().unwrap() {
        let dependent = &packages[package["name"].as_str().unwrap()];
        let Some(allowed) = dependent.allowed() else {
            panic!("{} is missing in ALLOWED_DEPENDENCIES and docs/ARCHITECTURE.md", dependent.folder);
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let Some(other) = packages.get(dependency["name"].as_str().unwrap()) else { continue };
            // Tests may depend on everything but the program.
            let is_test = dependency["kind"] == "dev" && other.name != "cli";
            assert!(
                is_test || allowed.iter().any(|pattern| other.matches(pattern)),
                "{} must not depend on {}",
                dependent.folder,
                other.folder
            );
        }
    }
}
