//! Every command in the guide is one the program knows, and those that take a moment are run.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use binary::scratch;

/// The pages, and what they show to be typed: lines of blocks marked as shell.
fn typed() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for folder in ["docs", "docs/protocols"] {
        let files = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|file| file.extension().is_some_and(|kind| kind == "md")));
    }
    pages.sort();
    let mut found = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        let name = page.strip_prefix(&root).unwrap().display().to_string();
        for block in text.split("```sh\n").skip(1) {
            let lines = block.split("```").next().unwrap().lines();
            for line in lines.filter(|line| line.starts_with("chautari ")) {
                // What stands behind a pipe or after another command is not ours to try.
                let line = line.split(" # ").next().unwrap().split(" | ").next().unwrap();
                found.extend(line.split(" && ").map(|line| (name.clone(), line.trim().to_owned())));
            }
        }
    }
    found
}

/// What goes on until it is stopped, takes long, wants somebody to type, or needs what is not here (tables, a network, a
/// place on the disk): of these the options are read, and nothing is done.
fn is_only_read(line: &str) -> bool {
    let word = line.split(' ').nth(1).unwrap_or_default();
    let waits = ["serve", "bot", "play", "puzzle", "explore", "ugi"];
    let long = ["solve", "match", "tournament", "puzzles", "prove", "verify-proof", "page", "think"];
    let needs = ["probe", "backup", "restore", "prune", "check-ledger", "verify-tables"];
    waits.contains(&word) || long.contains(&word) || needs.contains(&word)
}

fn shell(line: &str, folder: &Path) -> std::process::Output {
    let program: PathBuf = assert_cmd::cargo::cargo_bin("chautari");
    Command::new("bash")
        .args(["-c", &format!("chautari() {{ '{}' \"$@\"; }}; {line}", program.display())])
        .current_dir(folder)
        .env("CHAUTARI_DATA", folder)
        .env("CHAUTARI_TABLES", "none")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn every_command_of_the_guide_is_known_and_short_ones_are_run() {
    let (folder, mut run, mut read) = (scratch("docs"), 0, 0);
    for (page, line) in typed() {
        let only_read = is_only_read(&line);
        // Options before it are still read, and an unknown one is refused.
        let line = if only_read { line + " --help" } else { line };
        let output = shell(&line, &folder);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}: {line}\n{said}");
        if only_read { read += 1 } else { run += 1 }
    }
    assert!(run >= 8 && read >= 20, "{run} run, {read} read");
    // A word that is not known would be seen.
    assert!(!shell("chautari serve --lisen x --help", &folder).status.success());
}

#[test]
fn the_guide_is_written_as_files() {
    let folder = scratch("guide");
    let output = shell(&format!("chautari docs '{}'", folder.display()), &folder);
    assert!(output.status.success());
    let page = fs::read_to_string(folder.join("server.html")).unwrap();
    assert!(page.contains("<h1>Running a server</h1>") && page.contains("<table>"), "{page}");
    let first = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(first.contains("href=\"server.html\""), "{first}");
}
