//! `serve` and the maintenance commands from the operator's point of view.

#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chautari_testing::skipped;

use crate::binary::{ask, scratch};

/// A server in a separate process, with its log.
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

    /// Stops the server and returns its log.
    fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
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
fn server_stops_when_its_log_is_closed() {
    let mut serving = Serving::start(&scratch("unread"), &["--log", "debug"]);
    let (reader, _) = std::io::pipe().unwrap();
    // Close the reading end of its standard error.
    serving.log = BufReader::new(std::os::fd::OwnedFd::from(reader).into());
    assert!(serving.get("/healthz", "").starts_with("HTTP/1.1 200"));
    serving.stop();
}

#[test]
fn server_serves_and_stops_on_sigterm() {
    let serving = Serving::start(&scratch("serve"), &[]);
    assert!(serving.get("/readyz", "").starts_with("HTTP/1.1 200 "));
    assert!(serving.get("/api/v1/games", "").contains("\"baghchal\""));
    // A client stays connected.
    let _idle = TcpStream::connect(&serving.address).unwrap();
    let log = serving.stop();
    assert!(log.contains("stopping"), "{log}");
    assert!(!log.contains("games"), "requests must not be logged at level info:\n{log}");
}

#[test]
fn every_protocol_page_is_linked_and_served() {
    let serving = Serving::start(&scratch("serve-docs"), &[]);
    assert!(serving.get("/openapi.json", "").contains("\"url\":\"/docs/protocols\""));
    let list = serving.get("/docs/protocols", "");
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/protocols");
    for page in std::fs::read_dir(pages).unwrap().map(|entry| entry.unwrap().path()) {
        if page.extension().is_some_and(|kind| kind == "md") {
            let place = format!("/docs/protocols/{}", page.file_name().unwrap().to_str().unwrap());
            assert!(list.contains(&format!("href=\"{place}\"")), "{place} is not in the list:\n{list}");
            let response = serving.get(&place, "");
            assert!(response.contains("\r\ncontent-type: text/plain; charset=utf-8\r\n"), "{response}");
            assert!(response.ends_with(&std::fs::read_to_string(page).unwrap()), "{place}: {response}");
        }
    }
}

#[test]
fn guide_is_served() {
    let serving = Serving::start(&scratch("serve-site"), &[]);
    assert!(serving.get("/docs/guide", "").starts_with("HTTP/1.1 308"));
    for (page, words) in [
        ("", "<h1>The Chautari guide</h1>"),
        ("server.html", "Running a server"),
        ("reference-matches.html", "/api/v1/matches"),
        ("search.js", "window.guideIndex"),
        ("creeper-rules.html", "Creeper"),
    ] {
        let response = serving.get(&format!("/docs/guide/{page}"), "");
        assert!(response.starts_with("HTTP/1.1 200") && response.contains(words), "{page}: {response}");
    }
    assert!(serving.get("/docs/guide/nothing.html", "").starts_with("HTTP/1.1 404"));
}

#[test]
fn softserve_guide_and_demo_bot_are_served() {
    let serving = Serving::start(&scratch("serve-guide"), &[]);
    for (path, file) in
        [("/guide", "docs/protocols/softserve.md"), ("/demo_bot.py", "examples/softserve_bot.py")]
    {
        let response = serving.get(path, "");
        let text =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)).unwrap();
        assert!(response.starts_with("HTTP/1.1 200") && response.ends_with(&text), "{path}: {response}");
    }
}

#[test]
fn unknown_protocol_paths_are_json_errors() {
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
        // Protocol clients get JSON even if they accept only HTML.
        let answer = serving.get(path, "Accept: text/html\r\n");
        assert!(is_problem(&answer), "{path}: {answer}");
    }
    for path in ["/no/such/place", "/event/nothing", "/"] {
        let answer = serving.get(path, "Accept: application/json\r\n");
        assert!(is_problem(&answer), "{path}: {answer}");
    }
    let answer = serving.get("/no/such/place", "Accept: text/html\r\n");
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("content-type: text/html"), "{answer}");
    // A player can have the name of a protocol.
    let answer = serving.get("/people/state", "Accept: text/html\r\n");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("content-type: text/html"), "{answer}");
}

#[test]
fn tokens_are_not_logged() {
    let serving = Serving::start(&scratch("serve-secret"), &["--log", "trace"]);
    let secret = "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U";
    let header = format!("Authorization: Bearer {secret}\r\n");
    assert!(
        serving.get(&format!("/api/v1/bots/me/stream?token={secret}"), &header).starts_with("HTTP/1.1 4")
    );
    let log = serving.stop();
    assert!(log.contains("answered") && !log.contains("c2VjcmV0"), "{log}");
}

/// A report is logged with the match, the players and the reason.
#[test]
fn reports_are_logged() {
    let serving = Serving::start(&scratch("serve-report"), &[]);
    let response = |answer: &str| -> serde_json::Value {
        let body = answer.split_once("\r\n\r\n").unwrap().1;
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    };
    let key = response(&serving.ask(&post("/api/v1/people", r#"{"name": "Asha"}"#)))["token"].clone();
    let bearer = format!("Host: x\r\nAuthorization: Bearer {}\r\n", key.as_str().unwrap());
    let by_asha = |path: &str, body: &str| serving.ask(&post(path, body).replace("Host: x\r\n", &bearer));
    let seats = r#"{"game": "baghchal", "seats": {"goats": {"kind": "person"}, "tigers": {"kind": "engine", "level": 1}}}"#;
    let begun = response(&by_asha("/api/v1/matches", seats));
    let id = begun["match"].as_str().unwrap();
    let answer = by_asha(&format!("/api/v1/matches/{id}/reports"), r#"{"why": "stalling"}"#);
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    let log = serving.stop();
    let line =
        log.lines().find(|line| line.contains("a player is reported")).unwrap_or_else(|| panic!("{log}"));
    for word in ["WARN", id, "Asha", "Stalling"] {
        assert!(line.contains(word), "{word}: {line}");
    }
    assert!(!log.contains(key.as_str().unwrap()), "{log}");
}

#[test]
fn invalid_options_are_explained() {
    let folder = scratch("serve-options");
    let file = folder.join("options.toml");
    for (text, expected) in [
        (
            "lisen = \"x\"",
            "unknown option `lisen`; `chautari serve --help` lists all. Did you mean `listen`?",
        ),
        ("engines = \"many\"", "invalid value 'many' for 'engines"),
        ("listen = \"nowhere\"", "listen"),
        ("engines = [", "TOML"),
        ("config = \"x\"", "`config`"),
    ] {
        std::fs::write(&file, text).unwrap();
        let answer = ask(&["serve", "--config", file.to_str().unwrap()]);
        assert_eq!((answer.code, answer.err.contains(expected)), (2, true), "{text}: {}", answer.err);
        // Errors in a file must not mention the command line.
        assert!(!answer.err.contains("Usage") && !answer.err.contains("--l"), "{}", answer.err);
    }
    let answer = ask(&["serve", "--config", "/nowhere/at/all.toml"]);
    assert_eq!((answer.code, answer.err.contains("cannot be read")), (2, true), "{}", answer.err);
    let answer = ask(&["serve", "--database", "mysql://x", "--listen", "127.0.0.1:0"]);
    assert_eq!((answer.code, answer.err.contains("sqlite:PATH")), (2, true), "{}", answer.err);
    for (option, value) in [
        ("log", "=="),
        ("log", "inof"),
        ("log", "info,debgu"),
        ("cors", "not a url"),
        ("cors", "https://a.example/page"),
        ("push-services", "xx yy"),
        ("public-url", "foo"),
        ("request-timeout", "0s"),
        ("idle-timeout", "1e19"),
        ("header-size", "1"),
        ("anonymous-retention", "99999999999999999"),
    ] {
        let answer = ask(&["serve", &format!("--{option}"), value, "--data", folder.to_str().unwrap()]);
        let (last, is_named) = (value.rsplit(',').next().unwrap(), answer.err.contains(value));
        assert!(answer.code == 2 && (is_named || answer.err.contains(last)), "{option}: {}", answer.err);
    }
}

/// Once a backup silently used the ledger in the user's data folder instead of the configured one.
#[test]
fn every_command_uses_the_configured_ledger() {
    let folder = scratch("configured");
    let (data, other) = (folder.join("data"), folder.join("other"));
    Serving::start(&data, &[]).stop();
    let file = folder.join("settings.toml");
    std::fs::write(&file, format!("data = \"{}\"\nengines = 1\n", data.display())).unwrap();
    let backup = folder.join("all.jsonl");
    let [file, backup, data, other] = [&file, &backup, &data, &other].map(|path| path.to_str().unwrap());
    let answer = ask(&["backup", "--config", file, backup]);
    assert_eq!(
        (answer.code, answer.err.contains(&format!("of {data}/chautari.db to"))),
        (0, true),
        "{}",
        answer.err
    );
    let whole = ask(&["check-ledger", "--config", file]);
    assert_eq!((whole.code, whole.err.as_str()), (0, ""));
    assert!(whole.out.ends_with(&format!("of {data}/chautari.db are intact.\n")), "{}", whole.out);
    let again = ask(&["backup", "--config", file, backup]);
    assert_eq!((again.code, again.err.contains("already exists")), (2, true), "{}", again.err);
    let piped = ask(&["backup", "--config", file, "-"]);
    assert_eq!((piped.code, piped.out), (0, std::fs::read_to_string(backup).unwrap()), "{}", piped.err);
    // An incomplete backup is an error.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut cut_off = Command::new(assert_cmd::cargo::cargo_bin("chautari"));
    let output = cut_off.args(["backup", "--config", file, "-"]).stdout(writer).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("was not written completely") && !said.contains("Copied"), "{said}");
    // Flags override the file, and a missing ledger is not created.
    for words in [&["backup", "--config", file, "--data", other, "-"][..], &["check-ledger", "--data", other]]
    {
        let answer = ask(words);
        let expected = format!("chautari: There is no ledger at {other}/chautari.db.\n");
        assert_eq!((answer.code, answer.err), (2, expected), "{words:?}");
    }
    assert!(!Path::new(other).exists());
    let answer = ask(&["restore", "--config", file, "--data", other, backup]);
    assert_eq!(answer.code, 0, "{}", answer.err);
}

#[test]
fn damaged_ledger_is_a_negative_answer() {
    let folder = scratch("damaged");
    let serving = Serving::start(&folder, &[]);
    assert!(serving.ask(&post("/api/v1/bots", "{\"name\": \"kitekite\"}")).starts_with("HTTP/1.1 201"));
    serving.stop();
    let file = folder.join("chautari.db");
    let mut bytes = std::fs::read(&file).unwrap();
    for at in 0..bytes.len() - 8 {
        if &bytes[at..at + 8] == b"kitekite" {
            bytes[at..at + 8].copy_from_slice(b"kitekits");
        }
    }
    std::fs::write(&file, bytes).unwrap();
    let answer = ask(&["check-ledger", "--data", folder.to_str().unwrap()]);
    assert_eq!(answer.code, 1, "{}{}", answer.out, answer.err);
    assert!(!answer.out.is_empty() && answer.err.contains("are damaged"), "{}{}", answer.out, answer.err);
    std::fs::write(&file, "no database at all").unwrap();
    let answer = ask(&["check-ledger", "--data", folder.to_str().unwrap()]);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{}", answer.err);
    let why = answer.err.split(": ").last().unwrap().trim_end_matches(".\n");
    assert_eq!(answer.err.matches(why).count(), 1, "the cause must be given once: {}", answer.err);
}

#[test]
fn misspelt_variables_are_reported() {
    let folder = scratch("misspelt");
    let mut chautari = Command::new(assert_cmd::cargo::cargo_bin("chautari"));
    let output =
        chautari.args(["check-ledger", "--data"]).arg(folder).env("CHAUTARI_DATABSE", "x").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("CHAUTARI_DATABSE") && said.contains("did you mean CHAUTARI_DATABASE?"), "{said}");
}

#[test]
fn backup_of_a_running_server_is_restored() {
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
        "an existing file must not be overwritten"
    );
    let answer = ask(&["restore", data[0], data[1], file]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert_eq!(ask(&["restore", data[0], data[1], file]).code, 2, "the database is no longer empty");
    let serving = Serving::start(&to, &[]);
    assert!(serving.get("/api/v1/bots/kite", "").contains("kite"));
}

#[test]
fn scripts_are_compressed_for_clients_that_accept_it() {
    let folder = scratch("compressed");
    let serving = Serving::start(&folder, &[]);
    let page = serving.get("/", "");
    let Some(script) = page.split('"').find(|part| part.starts_with("/assets/index-")) else {
        return skipped("compressed scripts of the page: the program was built without it");
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

/// Builds a POST request.
fn post(path: &str, body: &str) -> String {
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}")
}

#[test]
fn systemd_socket_activation_and_notifications_work() {
    let folder = scratch("systemd");
    let path = folder.join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let receive = || {
        let mut bytes = [0; 100];
        let length = socket.recv(&mut bytes).expect("no notification arrived");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    // The socket exists before the server; an early connection waits.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let mut early = TcpStream::connect(address).unwrap();
    early.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    // Like systemd: pass the socket as file descriptor 3 and name the process by its id.
    let mut child = Command::new("sh")
        .args(["-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" \"$@\" 3<&0 </dev/null"])
        .arg(assert_cmd::cargo::cargo_bin("chautari"))
        .args(["serve", "--listen", "127.0.0.1:1", "--gomoku", "off", "--tables", "none", "--data"])
        .arg(&folder)
        .env("NOTIFY_SOCKET", &path)
        .env("WATCHDOG_USEC", "200000")
        .stdin(Stdio::from(std::os::fd::OwnedFd::from(listener)))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    assert_eq!(receive(), "READY=1");
    let mut answer = String::new();
    early.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert_eq!((receive(), receive()), ("WATCHDOG=1".to_owned(), "WATCHDOG=1".to_owned()));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    while receive() != "STOPPING=1" {}
    assert!(child.wait().unwrap().success());
}

#[test]
fn systemd_unit_exposes_a_program_in_a_home() {
    let unit = ask(&["systemd"]).out;
    let program = assert_cmd::cargo::cargo_bin("chautari").canonicalize().unwrap();
    assert!(unit.contains(&format!("ExecStart={} serve\n", program.display())), "{unit}");
    assert!(unit.contains("Type=notify\n") && unit.contains("DynamicUser=yes\n"), "{unit}");
    let own = std::env::home_dir().is_some_and(|home| program.starts_with(home));
    let is_home = own || program.starts_with("/home/");
    assert_eq!(unit.contains("ProtectHome=yes\n"), !is_home, "{unit}");
    assert!(ask(&["systemd", "--user", "games"]).out.contains("\nUser=games\n"));
    assert_eq!(ask(&["systemd", "--user", "a\nExecStartPre=/bin/evil"]).code, 2);
    assert!(ask(&["systemd", "socket"]).out.contains("ListenStream="));
    // A copy of the program in another user's home.
    let home = Path::new("/home/chautari-test/.cargo/bin");
    if std::fs::create_dir_all(home).is_ok() {
        let copy = home.join("chautari");
        std::fs::copy(&program, &copy).unwrap();
        let unit = Command::new(&copy).arg("systemd").output().unwrap();
        let unit = String::from_utf8(unit.stdout).unwrap();
        std::fs::remove_dir_all("/home/chautari-test").unwrap();
        let expected = format!("ProtectHome=tmpfs\nBindReadOnlyPaths={}\n", copy.display());
        assert!(unit.contains(&expected), "{unit}");
    }
}

#[test]
fn sighup_reloads_settings() {
    let folder = scratch("reload");
    let file = folder.join("settings.toml");
    std::fs::write(&file, "rate-create = \"1/h\"\n").unwrap();
    let mut serving = Serving::start(&folder, &["--config", file.to_str().unwrap()]);
    let make = |serving: &Serving, name: &str| {
        let answer = serving.ask(&post("/api/v1/bots", &format!("{{\"name\": \"{name}\"}}")));
        answer["HTTP/1.1 ".len()..][..3].to_owned()
    };
    assert_eq!((make(&serving, "one").as_str(), make(&serving, "two").as_str()), ("201", "429"));
    let hang_up = |serving: &mut Serving, expected: &str| {
        let pid = serving.child.id().to_string();
        assert!(Command::new("kill").args(["-HUP", &pid]).status().unwrap().success());
        let begin = serving.said.len();
        while !serving.said[begin..].contains(expected) {
            assert!(serving.log.read_line(&mut serving.said).unwrap() > 0, "{}", serving.said);
        }
    };
    std::fs::write(&file, "rate-create = \"many\"\n").unwrap();
    hang_up(&mut serving, "cannot reload settings");
    assert_eq!(make(&serving, "two"), "429");
    std::fs::write(&file, "rate-create = \"off\"\nlog = \"debug\"\n").unwrap();
    hang_up(&mut serving, "reloaded ");
    assert!(!serving.said.contains("certificate"), "no certificate is configured: {}", serving.said);
    assert_eq!((make(&serving, "two").as_str(), make(&serving, "three").as_str()), ("201", "201"));
    assert!(serving.stop().contains("answered"), "requests are logged at level debug");
}

/// Closing the terminal stops the server like SIGTERM, with exit status 0.
#[cfg(target_os = "linux")]
#[test]
fn closing_the_terminal_stops_the_server() {
    let program = assert_cmd::cargo::cargo_bin("chautari");
    let serve = format!(
        "echo pid=$$; exec '{}' serve --listen 127.0.0.1:0 --gomoku off --tables none --data '{}'",
        program.display(),
        scratch("terminal").display()
    );
    let terminal = Command::new("script")
        .args(["-qefc", &serve, "/dev/null"])
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut terminal) = terminal else {
        return skipped(
            "a server at a terminal that is closed: `script`, which creates terminals, is not installed",
        );
    };
    let mut shown = BufReader::new(terminal.stdout.take().unwrap());
    let mut said = String::new();
    while !said.contains("listening") {
        assert!(shown.read_line(&mut said).unwrap() > 0, "the server did not start:\n{said}");
    }
    let pid = said.split("pid=").nth(1).unwrap().split_whitespace().next().unwrap();
    assert!(Command::new("kill").args(["-HUP", pid]).status().unwrap().success());
    shown.read_to_string(&mut said).unwrap();
    let status = terminal.wait().unwrap();
    assert!(status.success() && said.contains("stopping"), "{status}\n{said}");
}

/// Returns the names of metrics in a text, `chautari_…` and `process_…`; histograms without the suffix of their parts.
fn metric_names(text: &str) -> std::collections::BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let ours = words.filter(|word| word.starts_with("chautari_") || word.starts_with("process_"));
    ours.map(|word| {
        let kinds = ["_bucket", "_sum", "_count"];
        kinds.iter().find_map(|kind| word.strip_suffix(kind)).unwrap_or(word).to_owned()
    })
    .collect()
}

#[test]
fn metrics_are_documented_and_those_of_the_dashboard_exist() {
    let serving = Serving::start(&scratch("metrics"), &[]);
    serving.get("/api/v1/games", "");
    let scrape = serving.get("/metrics", "");
    let lines = scrape.lines().filter(|line| line.starts_with("chautari_") || line.starts_with("process_"));
    let real: String = lines.map(|line| line.split(['{', ' ']).next().unwrap().to_owned() + "\n").collect();
    let real = metric_names(&real);
    assert!(
        real.contains("process_resident_memory_bytes") && real.contains("chautari_build_info"),
        "{scrape}"
    );
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let text_of = |name: &str| std::fs::read_to_string(docs.join(name)).unwrap();
    let guide = text_of("server/watch.md");
    let table = guide.split("| metric |").nth(1).unwrap().split("\n\n").next().unwrap();
    assert_eq!(metric_names(table), real, "docs/server/watch.md must list exactly the metrics of `/metrics`");
    for name in ["operation/grafana.json", "operation/alerts.yml"] {
        let used = metric_names(&text_of(name));
        assert!(used.len() > 4 && used.is_subset(&real), "{name}: {:?}", used.difference(&real));
    }
    let board: serde_json::Value = serde_json::from_str(&text_of("operation/grafana.json")).unwrap();
    for panel in board["panels"].as_array().unwrap() {
        assert!(panel["targets"][0]["expr"].is_string(), "{panel}");
    }
}

#[test]
fn increments_restore_each_backed_up_state() {
    let folder = scratch("drill");
    let serving = Serving::start(&folder, &[]);
    let data = folder.to_str().unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (whole, more) = (path("whole.jsonl"), path("more.jsonl"));
    let make = |name: &str| serving.ask(&post("/api/v1/bots", &format!("{{\"name\": \"{name}\"}}")));
    assert!(make("early").starts_with("HTTP/1.1 201"));
    assert_eq!(ask(&["backup", "--data", data, &whole]).code, 0);
    assert!(make("late").starts_with("HTTP/1.1 201"));
    assert_eq!(ask(&["backup", "--data", data, "--since", &whole, &more]).code, 0);
    assert!(make("lost").starts_with("HTTP/1.1 201"));
    drop(serving);
    for (files, found) in [(&[&whole][..], ["200", "404", "404"]), (&[&whole, &more], ["200", "200", "404"])]
    {
        let to = scratch(&format!("drill-{}", files.len()));
        let mut words = vec!["restore", "--data", to.to_str().unwrap()];
        words.extend(files.iter().map(|file| file.as_str()));
        let answer = ask(&words);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let serving = Serving::start(&to, &[]);
        let statuses = ["early", "late", "lost"].map(|name| {
            serving.get(&format!("/api/v1/bots/{name}"), "")["HTTP/1.1 ".len()..][..3].to_owned()
        });
        assert_eq!(statuses, found);
    }
    let answer = ask(&["restore", "--data", scratch("drill-wrong").to_str().unwrap(), &more]);
    assert_eq!((answer.code, answer.err.contains("follows a different backup")), (2, true), "{}", answer.err);
}

#[test]
fn prune_dry_run_counts_games() {
    let folder = scratch("prune");
    let serving = Serving::start(&folder, &["--anonymous-retention", "1"]);
    assert!(serving.ask(&post("/api/v1/matches", "{\"game\": \"baghchal\"}")).starts_with("HTTP/1.1 201"));
    let prune =
        |days: &str| ask(&["prune", "--data", folder.to_str().unwrap(), "--older-than", days, "--dry-run"]);
    let answer = prune("1");
    let expected = format!("Would delete 0 of 1 games of {}/chautari.db.\n", folder.display());
    assert_eq!((answer.code, answer.err.as_str(), answer.out), (0, "", expected));
    assert_eq!(prune("0").code, 2);
}
