//! A server for tests: a separate process on free ports with its own database.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use serde_json::Value;

/// A running server; dropping it kills it and deletes its data.
pub(crate) struct TestServer {
    process: Child,
    folder: std::path::PathBuf,
    pub(crate) url: String,
    pub(crate) gomoku: String,
}

impl TestServer {
    /// Starts a server with these additional options.
    pub(crate) fn start(args: &[&str]) -> TestServer {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("server-{}-{number}", std::process::id());
        let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        TestServer::start_in(folder, args)
    }

    /// Starts a server on an existing data folder.
    pub(crate) fn start_in(folder: std::path::PathBuf, args: &[&str]) -> TestServer {
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
            .args(args)
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
        // Drain the log, or the server blocks when the pipe is full.
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        TestServer { process, folder, url: url.unwrap(), gomoku: gomoku.unwrap() }
    }

    /// Kills the server without a shutdown and returns its data folder.
    pub(crate) fn kill(mut self) -> std::path::PathBuf {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::mem::take(&mut self.folder)
    }

    /// Sends a request; returns the status and the JSON body.
    pub(crate) fn request(&self, method: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.request_as("", method, path, body)
    }

    /// Sends a request with a token, none if it is empty.
    pub(crate) fn request_as(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let address = self.url.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        let authorization =
            if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{authorization}Content-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        let response = String::from_utf8(response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        assert!(!head.to_ascii_lowercase().contains("transfer-encoding"), "{head}");
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Sends a POST request, which must succeed, and returns the body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (status, response) = self.request("POST", path, Some(body));
        assert_eq!(status, 200, "{path} {body}: {response}");
        response
    }

    /// Sends a GET request, which must succeed, and returns the body.
    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, response) = self.request("GET", path, None);
        assert_eq!(status, 200, "{path}: {response}");
        response
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        if !self.folder.as_os_str().is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}
