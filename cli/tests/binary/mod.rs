//! The binary as a test runs it.

#![allow(dead_code, reason = "not every test needs everything")]

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn ask_with(input: &[u8], words: &[&str]) -> Answer {
    // What tables this machine has, or has not, must not decide a test.
    let mut chautari = Command::cargo_bin("chautari").unwrap();
    let output = chautari.env("CHAUTARI_TABLES", "none").args(words).write_stdin(input).output().unwrap();
    Answer {
        code: output.status.code().expect("the binary exits by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub(crate) fn ask(words: &[&str]) -> Answer {
    ask_with(b"", words)
}

/// The JSON lines of an answer that must be yes.
pub(crate) fn json(words: &[&str]) -> Vec<Value> {
    let answer = ask(words);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{words:?}");
    answer.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// An empty folder.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
