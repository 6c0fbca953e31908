//! A record of skipped tests. Test runners hide the output of passed tests, so `./check` names a file in
//! CHAUTARI_SKIPPED and prints it at the end.

use std::io::Write;

/// Records what was skipped, and why.
pub fn skipped(what: &str) {
    eprintln!("skipped: {what}");
    let Some(path) = std::env::var_os("CHAUTARI_SKIPPED") else { return };
    let list = std::fs::OpenOptions::new().create(true).append(true).open(path);
    // A single write, so that concurrent tests do not mix their lines.
    let noted = list.and_then(|mut list| list.write_all(format!("{what}\n").as_bytes()));
    noted.expect("what is skipped can be noted");
}

/// Records that a test was skipped because a program that it needs is missing. Panics unless CHAUTARI_MAY_SKIP is
/// `1`, so that a machine without the program does not pass by testing less.
pub fn missing_tool(what: &str) {
    let may_skip = std::env::var_os("CHAUTARI_MAY_SKIP").is_some_and(|value| value == "1");
    assert!(may_skip, "{what} (set CHAUTARI_MAY_SKIP=1 to skip these tests)");
    skipped(what);
}
