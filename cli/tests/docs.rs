//! Every command the guide shows is run: the program's own, and requests to a server. Of what goes on until it is stopped
//! or takes long, the options are read.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;
mod served;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use binary::scratch;
use served::Served;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Commands of the program, and requests, in blocks marked as shell; with the page each is on. One goes over several lines
/// by a backslash, or inside quotes.
fn typed() -> Vec<(String, String)> {
    let root = root();
    let folders = [
        ".",
        "docs",
        "docs/protocols",
        "games",
        "python",
        "clients/python",
        "clients/typescript",
        "npm/chautari",
        "npm/ban-chess",
        "learn",
    ];
    let mut pages = Vec::new();
    for folder in folders {
        let files = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let before = pages.len();
        pages.extend(files.filter(|file| file.extension().is_some_and(|kind| kind == "md")));
        assert!(pages.len() > before, "{folder} has no page");
    }
    pages.sort();
    let mut found = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap().replace("\\\n", " ");
        let name = page.strip_prefix(&root).unwrap().display().to_string();
        for block in text.split("```sh\n").skip(1) {
            let mut command = String::new();
            for line in block.split("```").next().unwrap().lines() {
                command += line.split(" # ").next().unwrap().trim_end();
                if command.matches('\'').count() % 2 == 1 {
                    command.push('\n');
                    continue;
                }
                let whole = std::mem::take(&mut command);
                // What stands behind a pipe is not ours to try.
                for one in whole.split(" | ").next().unwrap().split(" && ").map(str::trim) {
                    if one.starts_with("chautari ") || one.starts_with("curl ") {
                        found.push((name.clone(), one.to_owned()));
                    }
                }
            }
        }
    }
    found
}

/// Of these the options are read, and nothing is done: they go on until they are stopped, take long, or need tables or
/// programs that are not here.
fn is_only_read(line: &str) -> bool {
    let long =
        ["serve", "tournament", "puzzles", "prove", "verify-proof", "page", "solve", "probe", "explore"];
    let word = line.split(' ').nth(1).unwrap_or_default();
    long.contains(&word) && !uses_tables(line)
}

/// The smallest tables are made in a moment, and asked.
fn uses_tables(line: &str) -> bool {
    ["chautari solve banchess --men 3", "chautari probe banchess", "chautari explore banchess"]
        .iter()
        .any(|quick| line.starts_with(quick))
}

/// A line as it is typed, in a folder, where a server and its data are at hand.
fn shell(line: &str, folder: &Path, data: &Path) -> Command {
    let program: PathBuf = assert_cmd::cargo::cargo_bin("chautari");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command
        // A request that is refused fails.
        .args(["-c", &line.replace("curl ", "exec curl --fail --silent --show-error ")])
        .env("PATH", path)
        .current_dir(folder)
        .env("CHAUTARI_DATA", data)
        .env("CHAUTARI_TABLES", if uses_tables(line) { folder.join("tables") } else { "none".into() })
        .stdin(Stdio::null());
    command
}

/// A command that goes on, until this is dropped.
struct Going(Child);

impl Drop for Going {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn every_command_of_the_guide_is_run_or_its_options_are_read() {
    let folder = scratch("docs");
    let data = folder.join("srv/chautari");
    fs::create_dir_all(&data).unwrap();
    let served = Served::again(data.clone(), &[]);
    let address = served.url.strip_prefix("http://").unwrap();
    let (mut run, mut read, mut going) = (0, 0, Vec::new());
    for (page, line) in typed() {
        if line.contains("--traces") && !cfg!(feature = "traces") {
            continue;
        }
        let is_read = is_only_read(&line);
        let here = line.replace("127.0.0.1:8080", address).replace("localhost:8080", address);
        let here = here.replace("/srv/", &format!("{}/srv/", folder.display()));
        if here.starts_with("chautari bot ") {
            // It plays whatever it is entered in; what follows enters it.
            let bot = shell(&format!("exec {here}"), &root(), &folder).stdout(Stdio::null()).spawn().unwrap();
            going.push(Going(bot));
            let name = here.split("--name ").nth(1).unwrap().split(' ').next().unwrap();
            let is_there = || served.ask("GET", &format!("/api/v1/bots/{name}"), None).0 == 200;
            assert!(
                (0..600).any(|_| is_there() || {
                    std::thread::sleep(Duration::from_millis(100));
                    false
                }),
                "{page}: {line}"
            );
            run += 1;
            continue;
        }
        if here.starts_with("chautari restore ") {
            let _ = fs::remove_dir_all(folder.join("srv/chautari-new"));
        }
        // Options before it are still read, and an unknown one is refused.
        let here = if is_read { here + " --help" } else { here };
        let output = shell(&here, &folder, &data).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}: {line}\n{said}");
        if is_read { read += 1 } else { run += 1 }
    }
    assert!(run >= 30 && read >= 15, "{run} run, {read} read");
    // A word that is not known would be seen.
    assert!(!shell("chautari serve --lisen x --help", &folder, &data).status().unwrap().success());
}

#[test]
fn the_guide_is_written_as_files() {
    let folder = scratch("guide");
    let output = shell(&format!("chautari docs '{}'", folder.display()), &folder, &folder).output().unwrap();
    assert!(output.status.success());
    let page = fs::read_to_string(folder.join("server.html")).unwrap();
    assert!(
        page.contains("<h1 id=\"running-a-server\">Running a server</h1>") && page.contains("<table>"),
        "{page}"
    );
    let first = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(first.contains("href=\"server.html\""), "{first}");
}

/// The table of what so many people need is what the simulation prints.
#[test]
fn the_figures_for_many_people_are_those_of_the_simulation() {
    let run = Command::new("python3").arg(root().join("bench/scale")).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let (printed, page) =
        (String::from_utf8(run.stdout).unwrap(), fs::read_to_string(root().join("docs/SCALE.md")).unwrap());
    assert_eq!(printed.lines().count(), 5, "{printed}");
    assert!(page.contains(&printed), "docs/SCALE.md should have:\n{printed}");
}
