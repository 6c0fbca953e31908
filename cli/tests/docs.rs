//! Runs every command shown in the documentation: those of the program, and requests to a server. Slow commands run with
//! smaller arguments. Other programs' commands, and those that cannot run here, are reported by `./check`.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chautari_testing::skipped;

use crate::binary::scratch;
use crate::test_server::TestServer;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Returns the commands in blocks marked as shell, with their page. A backslash or an open quote continues a command on
/// the next line.
fn documented_commands() -> Vec<(String, String)> {
    let root = root();
    let folders = [
        ".",
        "docs",
        "docs/protocols",
        "docs/server",
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
                // Only the first command of a pipe is run.
                for one in whole.split(" | ").next().unwrap().split(" && ").map(str::trim) {
                    if !one.is_empty() {
                        found.push((name.clone(), one.to_owned()));
                    }
                }
            }
        }
    }
    found
}

/// Returns whether a command needs tables. The smallest ones are built quickly; other commands run without tables.
fn uses_tables(line: &str) -> bool {
    ["solve", "probe", "explore"].iter().any(|word| line.starts_with(&format!("chautari {word} ")))
}

/// Replaces slow arguments by smaller ones, and files by existing ones.
fn scaled_down(line: &str) -> String {
    let bot = format!("cmd:python3 {} baghchal", root().join("examples/ugi_bot.py").display());
    let small = [
        ("solve baghchal --phase sliding", "solve baghchal"),
        ("solve baghchal", "solve baghchal --captures 1 --phase sliding"),
        // The smallest tables do not contain the start.
        ("probe baghchal --position 'GTGXG/TGGTG/TGXGG/GGGGG/GGGGG t c1'", "probe baghchal"),
        ("probe baghchal", "probe baghchal --captures 1 --position 'GTGXG/TGGTG/TGXGG/GGGGG/GGGGG t c0'"),
        ("explore baghchal", "explore baghchal --captures 1"),
        ("solve banchess --ending KQPKQ", "solve banchess --ending KRK"),
        ("puzzles baghchal --count 500", "puzzles baghchal --count 1"),
        ("puzzles baghchal --prove", "puzzles baghchal --prove --count 1"),
        // Black has an open three and is to move.
        ("19/…/19 b 0 0", "19/19/19/19/19/19/19/19/19/7xxx9/19/19/8o1o8/19/19/19/12o6/19/19 b 0 0"),
        ("cmd:./mybot", &bot),
        ("cmd:python3 other.py", &bot),
        ("--clock 60s+0.5s", "--clock 1s+0.01s"),
        // A server gets its own folder and a free port.
        ("--listen 0.0.0.0:8080 --data /srv/chautari", "--data server"),
        ("--listen 0.0.0.0:8080", ""),
        ("--listen 0.0.0.0:443", ""),
        ("backup --data /var/lib/chautari", "backup --data /srv/chautari"),
        ("restore --data /var/lib/chautari", "restore --data /srv/chautari-new"),
        ("postgres://chautari@db/chautari", "sqlite::memory:"),
    ];
    if line == "chautari solve banchess" {
        return "chautari solve banchess --men 3".to_owned();
    }
    small.iter().fold(line.to_owned(), |line, (original, replacement)| line.replace(original, replacement))
}

/// Starts a server, waits until it listens and stops it. Errors with its log if it does not start.
fn serve(line: &str, folder: &Path) -> Result<(), String> {
    let data = folder.join("server");
    let line = format!("exec {line} --listen 127.0.0.1:0 --gomoku off --tables none");
    let mut server =
        shell(&line, folder, &data).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let log = BufReader::new(server.stderr.take().unwrap());
    let _server = Running(server);
    let mut said = String::new();
    for line in log.lines().map_while(Result::ok) {
        if line.contains("listening") {
            return Ok(());
        }
        said = said + &line + "\n";
    }
    Err(said)
}

/// Prepares a command in a shell, in a folder, with the data of a running server.
fn shell(line: &str, folder: &Path, data: &Path) -> Command {
    let program: PathBuf = assert_cmd::cargo::cargo_bin("chautari");
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command
        // Let failed requests fail the command.
        .args(["-c", &line.replace("curl ", "exec curl --fail --silent --show-error ")])
        .env("PATH", path)
        .current_dir(folder)
        .env("CHAUTARI_DATA", data)
        .env("CHAUTARI_TABLES", if uses_tables(line) { folder.join("tables") } else { "none".into() })
        .stdin(Stdio::null());
    command
}

/// A running command; dropping it kills the process.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn documented_commands_run() {
    let folder = scratch("docs");
    let data = folder.join("srv/chautari");
    for path in [&data, &folder.join("srv/backup")] {
        fs::create_dir_all(path).unwrap();
    }
    let server = TestServer::start_in(data.clone(), &[]);
    let address = server.url.strip_prefix("http://").unwrap();
    let tls = root().join("crates/server/tests/server/tls");
    for (source, name) in [("one.pem", "fullchain.pem"), ("one-key.pem", "privkey.pem")] {
        fs::copy(tls.join(source), folder.join(name)).unwrap();
    }
    let (mut run, mut others, mut running) = (0, BTreeSet::new(), Vec::new());
    for (page, line) in documented_commands() {
        // `sudo` is not needed here.
        let line = line.strip_prefix("sudo ").filter(|rest| rest.starts_with("chautari ")).unwrap_or(&line);
        if !line.starts_with("chautari ") && !line.starts_with("curl ") {
            // Skip environment variables in front of the command.
            let word = line.trim_start_matches('(').split(' ').find(|word| !word.contains('='));
            others.insert(word.unwrap_or(line).to_owned());
            continue;
        }
        if line.contains("--traces") && !cfg!(feature = "traces") {
            skipped(&format!("`{line}` in the documentation: the program was built without traces"));
            continue;
        }
        let here = scaled_down(line).replace("127.0.0.1:8080", address).replace("localhost:8080", address);
        let here = here.replace("/srv/", &format!("{}/srv/", folder.display()));
        if here.starts_with("chautari bot ") {
            // The bot keeps running, because later commands start games with it.
            let bot = shell(&format!("exec {here}"), &root(), &folder).stdout(Stdio::null()).spawn().unwrap();
            running.push(Running(bot));
            let name = here.split("--name ").nth(1).unwrap().split(' ').next().unwrap();
            let is_there = || server.request("GET", &format!("/api/v1/bots/{name}"), None).0 == 200;
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
        if here.starts_with("chautari serve") {
            serve(&here, &folder).unwrap_or_else(|said| panic!("{page}: {line}\n{said}"));
            run += 1;
            continue;
        }
        if here.starts_with("chautari restore ") {
            let _ = fs::remove_dir_all(folder.join("srv/chautari-new"));
        }
        let output = shell(&here, &folder, &data).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        if here.starts_with("chautari page ") && said.contains("was built without the games") {
            skipped(&format!("`{line}` in the documentation: {}", said.trim()));
            continue;
        }
        assert!(output.status.success(), "{page}: {line}\n{said}");
        run += 1;
    }
    assert!(run >= 50, "{run} run");
    let others: Vec<_> = others.into_iter().collect();
    skipped(&format!("commands in the documentation of other programs: `{}`", others.join("`, `")));
    // An unknown option would fail.
    assert!(!shell("chautari serve --lisen x --help", &folder, &data).status().unwrap().success());
}

/// Whether an example of the API reference can be run as it is: no token, no id to be filled in, no WebSocket.
fn is_complete(example: &str) -> bool {
    let fill_in = ["TOKEN", "CODE", "…", "/api/game/action"];
    let path = example.split('\'').nth(1).unwrap().split('?').next().unwrap();
    let is_id = |part: &str| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase());
    !fill_in.iter().any(|word| example.contains(word)) && !path.split('/').any(is_id)
}

#[test]
fn examples_of_the_api_reference_can_be_run() {
    let (site, folder) = (scratch("reference-site"), scratch("reference"));
    let output = shell(&format!("chautari docs '{}'", site.display()), &site, &site).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let served = TestServer::start_in(folder.clone(), &[]);
    let mut examples = BTreeSet::new();
    for page in fs::read_dir(&site).unwrap().map(|entry| entry.unwrap().path()) {
        if page.file_name().unwrap().to_str().unwrap().starts_with("reference-") {
            let text = fs::read_to_string(&page).unwrap();
            let blocks = text.split("<code>curl ").skip(1).map(|rest| rest.split("</code>").next().unwrap());
            let text = blocks.map(|block| block.replace("&quot;", "\"").replace("&amp;", "&"));
            examples.extend(text.map(|line| format!("curl {line}")).filter(|line| is_complete(line)));
        }
    }
    assert!(examples.len() > 30, "{} examples", examples.len());
    // Create things before they are read.
    let (create, look): (Vec<_>, Vec<_>) = examples.iter().partition(|line| line.contains("--data"));
    for line in create.into_iter().chain(look) {
        let line = line.replace("http://127.0.0.1:8080", &served.url);
        let output =
            shell(&format!("{} --output /dev/null", line.trim()), &folder, &folder).output().unwrap();
        assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn guide_is_exported_as_files() {
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

/// The table in docs/SCALE.md must be the output of the simulation.
#[test]
fn scale_page_contains_the_simulated_figures() {
    let run = Command::new("python3").arg(root().join("bench/scale")).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let (printed, page) = (
        String::from_utf8(run.stdout).unwrap(),
        fs::read_to_string(root().join("docs/server/size.md")).unwrap(),
    );
    assert_eq!(printed.lines().count(), 5, "{printed}");
    assert!(page.contains(&printed), "docs/server/size.md should have:\n{printed}");
}
