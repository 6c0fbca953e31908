//! Builds the page with npm and Vite, so that `cargo build` needs no other command.
//!
//! `CHAUTARI_PAGE=skip` leaves it out: for lints, fuzzing, and machines without npm. The server then
//! serves a notice in place of the page.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// Sources of the page. A change in any of them rebuilds it.
const SOURCES: &[&str] = &[
    "src",
    "public",
    "index.html",
    "sw.js",
    "package.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "../package.json",
    "../package-lock.json",
    "../crates/picture/art",
    "../npm/chautari/src",
    "../npm/chautari/package.json",
    "../clients/typescript/package.json",
];

/// Sources of the TypeScript client. Its generated `schema.ts` has types only, which Vite drops.
const CLIENT: &str = "../clients/typescript/src";

/// The games as WebAssembly.
const ENGINE: &str = "../npm/chautari/wasm/chautari.wasm";

const WITHOUT: &str = "<!doctype html><meta charset=utf-8><title>Chautari</title>\
    <p>This server was built without its page (CHAUTARI_PAGE=skip). The API is at \
    <a href=/docs>/docs</a>.";

fn main() {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    let client = files(CLIENT).filter(|file| !file.ends_with("schema.ts"));
    // Only files that exist: Cargo takes a missing file for a changed one.
    let games = files("../games").flat_map(|game| ["demo.txt", "puzzles.txt"].map(|name| game.join(name)));
    for file in client.chain(games.filter(|file| file.exists())) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("page");
    fs::create_dir_all(&out).unwrap_or_else(|e| fail(&format!("{} cannot be made: {e}", out.display())));
    if env::var_os("CHAUTARI_PAGE").is_some_and(|value| value == "skip") {
        // Only here: a page that was built serves lints as well, so they need not replace it and build it again after.
        println!("cargo::rerun-if-env-changed=CHAUTARI_PAGE");
        fs::write(out.join("index.html"), WITHOUT).unwrap_or_else(|e| fail(&e.to_string()));
        return;
    }
    make_engine();
    // Concurrent cargo runs would install into the same folder.
    let lock = File::create("../node_modules.lock").and_then(|file| file.lock().map(|()| file));
    let _held = lock.unwrap_or_else(|e| fail(&format!("node_modules.lock cannot be locked: {e}")));
    if needs_install() {
        let mut install = npm();
        install.current_dir("..").env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        run(install.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]), "npm ci");
    }
    run(npm().args(["run", "--silent", "build", "--", "--emptyOutDir", "--outDir"]).arg(&out), "vite build");
}

/// The entries of a folder; none if it cannot be read.
fn files(folder: &str) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path())
}

/// Provides the games as WebAssembly, with which the page can be played offline. The `dist` profile builds them; any
/// other profile takes what `scripts/wasm` has built before. Without them the page needs its server.
fn make_engine() {
    // `PROFILE` names only the profile that a custom one inherits from; the custom name is in the path of `OUT_DIR`:
    // NAME/build/PACKAGE/out.
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    let is_dist = out.ancestors().nth(3).is_some_and(|folder| folder.ends_with("dist"));
    let script = |command: &str| Command::new("../scripts/wasm").arg(command).status();
    if is_dist {
        println!("cargo::rerun-if-changed=../crates");
        println!("cargo::rerun-if-changed=../games");
        println!("cargo::rerun-if-changed=../wasm");
    }
    if is_dist && script("can").is_ok_and(|done| done.success()) {
        match script("full") {
            Ok(done) if done.success() => {}
            _ => fail("`scripts/wasm` failed"),
        }
    }
    if Path::new(ENGINE).exists() {
        println!("cargo::rerun-if-changed={ENGINE}");
    } else {
        // Rebuild when it appears.
        println!("cargo::rerun-if-changed=../npm/chautari");
        println!(
            "cargo::warning=The page will not work offline: run `scripts/wasm install && scripts/wasm`, then \
             build again."
        );
    }
}

/// Whether the installed packages differ from the lock file.
fn needs_install() -> bool {
    let changed = |path: &str| Path::new(path).metadata().and_then(|data| data.modified()).ok();
    match (changed("../node_modules/.package-lock.json"), changed("../package-lock.json")) {
        // npm can also install a single package of the workspace.
        (Some(installed), Some(locked)) => installed < locked || !Path::new("../node_modules/vite").exists(),
        _ => true,
    }
}

fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

fn run(command: &mut Command, name: &str) {
    match command.output() {
        Ok(done) if done.status.success() => {}
        Ok(done) => fail(&format!(
            "`{name}` failed:\n{}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        )),
        Err(e) => fail(&format!("`{name}` cannot be run: {e}")),
    }
}

fn fail(why: &str) -> ! {
    eprintln!(
        "The page could not be built: {why}\n\
         It needs Node 20 or newer with npm. To build without the page, set CHAUTARI_PAGE=skip; to \
         build without the server, use --no-default-features."
    );
    exit(1)
}
