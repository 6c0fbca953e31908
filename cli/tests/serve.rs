//! The server as whoever runs it meets it.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod binary;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use binary::{ask, scratch};

/// A server in a process of its own.
struct Serving {
    child: Child,
    address: String,
    log: BufReader<std::process::ChildStderr>,
    said: String,
}

impl Serving {
    #[expect(clippy::zombie_processes, reason = "a server that does not start ends the test")]
    fn start(folder: &Path, more: &[&str]) -> Serving {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("chautari"))
            .args(["serve", "--listen", "127.0.0.1:0", "--gomoku", "off", "--tables", "none", "--data"])
            .arg(folder)
            .args(more)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        loop {
            let begin = said.len();
            assert!(log.read_line(&mut said).unwrap() > 0, "the server did not start:\n{said}");
            if let Some((_, rest)) = said[begin..].split_once("address=") {
                let address = rest.split_whitespace().next().unwrap().to_owned();
                return Serving { child, address, log, said };
            }
        }
    }

    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn get(&self, path: &str, more: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\r\n"))
    }

    /// Tells it to stop; what it logged.
    fn stop(mut self) -> String {
        let begun = Instant::now();
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        assert!(
            status.success() && begun.elapsed() < Duration::from_secs(6),
            "{status} {:?}",
            begun.elapsed()
        );
        self.log.read_to_string(&mut self.said).unwrap();
        std::mem::take(&mut self.said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_stops_when_nobody_reads_its_log() {
    let mut serving = Serving::start(&scratch("unread"), &["--log", "debug"]);
    let (reader, _) = std::io::pipe().unwrap();
    // Its standard error leads nowhere from here on.
    serving.log = BufReader::new(std::os::fd::OwnedFd::from(reader).into());
    assert!(serving.get("/healthz", "").starts_with("HTTP/1.1 200"));
    serving.stop();
}

#[test]
fn it_serves_and_stops_when_told() {
    let serving = Serving::start(&scratch("serve"), &[]);
    assert!(serving.get("/readyz", "").starts_with("HTTP/1.1 200 "));
    assert!(serving.get("/api/v1/games", "").contains("\"baghchal\""));
    // Somebody stays.
    let _idle = TcpStream::connect(&serving.address).unwrap();
    let log = serving.stop();
    assert!(log.contains("stopping"), "{log}");
    assert!(!log.contains("games"), "at info there is no line a request:\n{log}");
}

#[test]
fn the_page_of_every_protocol_is_found_from_the_description() {
    let serving = Serving::start(&scratch("serve-docs"), &[]);
    assert!(serving.get("/openapi.json", "").contains("\"url\":\"/docs/protocols\""));
    let list = serving.get("/docs/protocols", "");
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocols");
    for page in std::fs::read_dir(pages).unwrap().map(|entry| entry.unwrap().path()) {
        if page.extension().is_some_and(|kind| kind == "md") {
            let place = format!("/docs/protocols/{}", page.file_name().unwrap().to_str().unwrap());
            assert!(list.contains(&format!("href=\"{place}\"")), "{place} is not in the list:\n{list}");
            let told = serving.get(&place, "");
            assert!(told.contains("\r\ncontent-type: text/plain; charset=utf-8\r\n"), "{told}");
            assert!(told.ends_with(&std::fs::read_to_string(page).unwrap()), "{place}: {told}");
        }
    }
}

#[test]
fn bot_authors_find_the_guide_and_a_bot_to_begin_from() {
    let serving = Serving::start(&scratch("serve-guide"), &[]);
    for (path, file) in
        [("/guide", "docs/protocols/softserve.md"), ("/demo_bot.py", "examples/softserve_bot.py")]
    {
        let told = serving.get(path, "");
        let text =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)).unwrap();
        assert!(told.starts_with("HTTP/1.1 200") && told.ends_with(&text), "{path}: {told}");
    }
}

#[test]
fn an_unknown_address_of_a_wire_is_told_as_a_problem() {
    let serving = Serving::start(&scratch("serve-nowhere"), &[]);
    let is_problem = |answer: &str| {
        answer.starts_with("HTTP/1.1 404")
            && answer.contains("\r\ncontent-type: application/json\r\n")
            && answer.contains("\"code\":\"missing\"")
    };
    for path in [
        "/api/nothing",
        "/api/v1/nothing",
        "/api/game/x/y/z",
        "/obx/nothing",
        "/state/x",
        "/baghchal/state/x",
        "/think/nothing",
        "/aivai/nothing",
        "/player/nothing",
        "/game/nothing",
    ] {
        // Whatever the client says it takes: who asks here is a program.
        let answer = serving.get(path, "Accept: text/html\r\n");
        assert!(is_problem(&answer), "{path}: {answer}");
    }
    let answer = serving.get("/no/such/place", "Accept: application/json\r\n");
    assert!(is_problem(&answer), "{answer}");
    let answer = serving.get("/no/such/place", "Accept: text/html\r\n");
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("content-type: text/html"), "{answer}");
}

#[test]
fn no_token_gets_into_the_log() {
    let serving = Serving::start(&scratch("serve-secret"), &["--log", "trace"]);
    let secret = "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U";
    let header = format!("Authorization: Bearer {secret}\r\n");
    assert!(
        serving.get(&format!("/api/v1/bots/me/stream?token={secret}"), &header).starts_with("HTTP/1.1 4")
    );
    let log = serving.stop();
    assert!(log.contains("answered") && !log.contains("c2VjcmV0"), "{log}");
}

#[test]
fn bad_options_are_told_in_words() {
    let folder = scratch("serve-options");
    let file = folder.join("options.toml");
    for (text, expected) in
        [("lisen = \"x\"", "lisen"), ("listen = \"nowhere\"", "listen"), ("engines = [", "TOML")]
    {
        std::fs::write(&file, text).unwrap();
        let answer = ask(&["serve", "--config", file.to_str().unwrap()]);
        assert_eq!((answer.code, answer.err.contains(expected)), (2, true), "{text}: {}", answer.err);
    }
    let answer = ask(&["serve", "--config", "/nowhere/at/all.toml"]);
    assert_eq!((answer.code, answer.err.contains("cannot be read")), (2, true), "{}", answer.err);
    let answer = ask(&["serve", "--database", "mysql://x", "--listen", "127.0.0.1:0"]);
    assert_eq!((answer.code, answer.err.contains("sqlite:PATH")), (2, true), "{}", answer.err);
    let answer = ask(&["serve", "--log", "=="]);
    assert_eq!(answer.code, 2, "{}", answer.err);
}

#[test]
fn a_backup_is_taken_beside_a_server_and_restored() {
    let (from, to) = (scratch("backup-from"), scratch("backup-to"));
    let serving = Serving::start(&from, &[]);
    let body = "{\"name\": \"kite\"}";
    let head = format!(
        "POST /api/v1/bots HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let answer = serving.ask(&(head + body));
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    let file = to.join("backup.jsonl");
    let (file, data) = (file.to_str().unwrap(), ["--data", to.to_str().unwrap()]);
    let answer = ask(&["backup", "--data", from.to_str().unwrap(), file]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    drop(serving);
    assert_eq!(
        ask(&["backup", "--data", from.to_str().unwrap(), file]).code,
        2,
        "it must not be overwritten"
    );
    let answer = ask(&["restore", data[0], data[1], file]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(ask(&["restore", data[0], data[1], file]).code, 2, "it is not empty any more");
    let serving = Serving::start(&to, &[]);
    assert!(serving.get("/api/v1/bots/kite", "").contains("kite"));
}

#[test]
fn scripts_of_the_page_come_compressed_to_whoever_can_read_that() {
    let folder = scratch("compressed");
    let serving = Serving::start(&folder, &[]);
    let page = serving.get("/", "");
    // A program built without the page has none.
    let Some(script) = page.split('"').find(|part| part.starts_with("/assets/index-")) else {
        return;
    };
    let head = |more: &str| {
        serving
            .ask(&format!("HEAD {script} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}\r\n"))
            .to_lowercase()
    };
    let (brotli, plain) = (head("Accept-Encoding: gzip, br\r\n"), head(""));
    assert!(
        brotli.contains("content-encoding: br\r\n") && brotli.contains("vary: accept-encoding"),
        "{brotli}"
    );
    assert!(!plain.contains("content-encoding"), "{plain}");
    serving.stop();
}
