//! Sets the text of `--version`: the version, the commit and the enabled features.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=CHAUTARI_COMMIT");
    let given = env::var("CHAUTARI_COMMIT").ok().filter(|commit| !commit.is_empty());
    // In debug builds the commit is omitted, because otherwise every commit would rebuild the program.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = given.or_else(|| is_release.then(commit).flatten()).unwrap_or_else(|| "unknown".to_owned());
    let has = |feature: &&str| env::var_os(format!("CARGO_FEATURE_{}", feature.to_uppercase())).is_some();
    let features: Vec<_> = ["serve", "traces"].into_iter().filter(has).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(" ") };
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rustc-env=CHAUTARI_COMMIT={commit}");
    println!("cargo::rustc-env=CHAUTARI_VERSION={version} (commit {commit}, features {features})");
}

/// Returns the commit of the checkout; `None` if the source is not in a Git repository.
fn commit() -> Option<String> {
    let git = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok()?;
        let text = output.status.success().then(|| String::from_utf8(output.stdout).ok()).flatten()?;
        Some(text.trim().to_owned())
    };
    // The reflog changes with every commit. A missing file must not be watched, because it always counts as changed.
    let log = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}
