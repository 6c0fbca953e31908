//! A record of skipped tests. Test runners hide the output of passed tests, so `./check` names a file in
//! CHAUTARI_SKIPPED and prints it at the end. Tests of other crates include this file by its path.

use std::io::Write;

/// Records what was skipped, and why.
#[allow(dead_code, unreachable_pub, reason = "the same file in several crates")]
pub fn skipped(what: &str) {
    eprintln!("skipped: {what}");
    let Some(path) = std::env::var_os("CHAUTARI_SKIPPED") else { return };
    let list = std::fs::OpenOptions::new().create(true).append(true).open(path);
    // A single write, so that concurrent tests do not mix their lines.
    let noted = list.and_then(|mut list| list.write_all(format!("{what}\n").as_bytes()));
    noted.expect("what is skipped can be noted");
}
