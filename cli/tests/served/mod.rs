//! A server as a test runs it: a process of its own, on free ports, with a database of its own.

#![allow(dead_code, reason = "not every test needs everything")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use serde_json::Value;

pub(crate) struct Served {
    process: Child,
    folder: std::path::PathBuf,
    pub(crate) url: String,
    pub(crate) gomoku: String,
}

impl Served {
    /// Starts a server with these options more.
    pub(crate) fn start(words: &[&str]) -> Served {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("served-{}-{number}", std::process::id());
        let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Served::again(folder, words)
    }

    /// Starts a server where one was before.
    pub(crate) fn again(folder: std::path::PathBuf, words: &[&str]) -> Served {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin("chautari"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--gomoku",
                "127.0.0.1:0",
                "--tables",
                "none",
                "--log",
                "info",
                "--data",
            ])
            .arg(&folder)
            .args(words)
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let (mut url, mut gomoku) = (None, None);
        let mut seen = String::new();
        while url.is_none() || gomoku.is_none() {
            let mut line = String::new();
            assert!(log.read_line(&mut line).unwrap() > 0, "the server does not start:\n{seen}");
            seen += &line;
            let address = line.split("address=").nth(1).map(|rest| rest.trim().to_owned());
            if line.contains("listening for Gomoku") {
                gomoku = address;
            } else if line.contains("listening") {
                url = address.map(|address| format!("http://{address}"));
            }
        }
        // Nobody may stop a server by not reading what it says.
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Served { process, folder, url: url.unwrap(), gomoku: gomoku.unwrap() }
    }

    /// Kills it as a power cut would, and tells where its data is.
    pub(crate) fn kill(mut self) -> std::path::PathBuf {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::mem::take(&mut self.folder)
    }

    /// A request; its status and what came back.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.ask_as("", method, path, body)
    }

    /// A request of whoever has this token.
    pub(crate) fn ask_as(&self, token: &str, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        let address = self.url.strip_prefix("http://").unwrap();
        let mut line = TcpStream::connect(address).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        let who = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        write!(
            line,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{who}Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = Vec::new();
        line.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(!head.to_ascii_lowercase().contains("transfer-encoding"), "{head}");
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// What a request is told that must be 200.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (status, told) = self.ask("POST", path, Some(body));
        assert_eq!(status, 200, "{path} {body}: {told}");
        told
    }

    /// What a request is told that must be 200.
    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, told) = self.ask("GET", path, None);
        assert_eq!(status, 200, "{path}: {told}");
        told
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        if !self.folder.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
