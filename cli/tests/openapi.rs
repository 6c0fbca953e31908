//! Checks that docs/protocols/openapi.json is up to date. It is checked in so that API changes show as a diff.

#![cfg(feature = "serve")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::path::Path;

use assert_cmd::Command;

#[test]
fn openapi_document_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocols/openapi.json");
    let printed = Command::new(assert_cmd::cargo::cargo_bin!("chautari")).arg("openapi").assert().success();
    let is = String::from_utf8(printed.get_output().stdout.clone()).unwrap();
    if std::env::var_os("CHAUTARI_UPDATE").is_some() {
        std::fs::write(&path, &is).unwrap();
    }
    let was = std::fs::read_to_string(&path).unwrap();
    if was == is {
        return;
    }
    let first = was.lines().zip(is.lines()).position(|(was, is)| was != is).unwrap_or(0);
    let near =
        |text: &str| text.lines().skip(first.saturating_sub(5)).take(15).collect::<Vec<_>>().join("\n");
    panic!(
        "docs/protocols/openapi.json differs from the server from line {}.\n\n--- the file\n{}\n\n--- the \
         server\n{}\n\nIf the change is intended: CHAUTARI_UPDATE=1 cargo test -p chautari openapi, then \
         scripts/clients",
        first + 1,
        near(&was),
        near(&is)
    );
}
