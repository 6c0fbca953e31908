//! Builds the page with npm and Vite, so that `cargo build` is all one needs to type.
//!
//! `CHAUTARI_PAGE=skip` leaves it out: for lints, fuzzing, and machines without npm. The server then
//! says so where the page would be.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// What the page is made of; a change in any of it makes it anew.
const SOURCES: &[&str] = &[
    "src",
    "public",
    "index.html",
    "sw.js",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "../crates/picture/art",
    "../npm/chautari/src",
    "../npm/chautari/package.json",
    "../clients/typescript/src",
];

/// The games as WebAssembly.
const ENGINE: &str = "../npm/chautari/wasm/chautari.wasm";

const WITHOUT: &str = "<!doctype html><meta charset=utf-8><title>Chautari</title>\
    <p>This server was built without its page (CHAUTARI_PAGE=skip). The API is at \
    <a href=/docs>/docs</a>.";

fn main() {
    println!("cargo::rerun-if-env-changed=CHAUTARI_PAGE");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    // The games of the first page, and the puzzles; what is not there would look changed every time.
    let games = fs::read_dir("../games").into_iter().flatten().flatten();
    let taken = games.flat_map(|game| ["demo.txt", "puzzles.txt"].map(|name| game.path().join(name)));
    for file in taken.filter(|file| file.exists()) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("page");
    fs::create_dir_all(&out).unwrap_or_else(|e| fail(&format!("{} cannot be made: {e}", out.display())));
    if env::var_os("CHAUTARI_PAGE").is_some_and(|value| value == "skip") {
        fs::write(out.join("index.html"), WITHOUT).unwrap_or_else(|e| fail(&e.to_string()));
        return;
    }
    make_engine();
    // Two cargo runs at once would install into the same folder.
    let lock = File::create("node_modules.lock").and_then(|file| file.lock().map(|()| file));
    let _held = lock.unwrap_or_else(|e| fail(&format!("web/node_modules.lock cannot be locked: {e}")));
    if needs_install() {
        run(npm().args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]), "npm ci");
    }
    run(npm().args(["run", "--silent", "build", "--", "--emptyOutDir", "--outDir"]).arg(&out), "vite build");
}

/// The games inside the page, so that it can be played without a connection. What is built to be given away has
/// them new; any other build takes what `scripts/wasm` has made, if it has. Without them the page asks the server.
fn make_engine() {
    // Of a profile that inherits, `PROFILE` tells the parent; its own name is that of the folder: NAME/build/PACKAGE/out.
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
        // So that it is seen when it comes.
        println!("cargo::rerun-if-changed=../npm/chautari");
        println!(
            "cargo::warning=The page will need its server: run `scripts/wasm install && scripts/wasm` and \
             build again for one that also plays without a connection."
        );
    }
}

/// Whether what is installed is not what the lock file says.
fn needs_install() -> bool {
    let changed = |path: &str| Path::new(path).metadata().and_then(|data| data.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed < locked,
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
            "`{name}` failed in web/:\n{}{}",
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
