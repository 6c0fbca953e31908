//! Runs the binary in tests.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

/// The result of a run.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the binary with this standard input.
pub(crate) fn ask_with(input: &[u8], words: &[&str]) -> Answer {
    // Tests must not depend on tables of this machine.
    let mut chautari = Command::cargo_bin("chautari").unwrap();
    let output = chautari.env("CHAUTARI_TABLES", "none").args(words).write_stdin(input).output().unwrap();
    Answer {
        code: output.status.code().expect("the binary exits by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the binary without input.
pub(crate) fn ask(words: &[&str]) -> Answer {
    ask_with(b"", words)
}

/// Runs the binary, which must succeed, and parses its JSON lines.
pub(crate) fn json(words: &[&str]) -> Vec<Value> {
    let answer = ask(words);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{words:?}");
    answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Creates an empty folder.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
