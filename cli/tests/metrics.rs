//! The dashboard and the alerts of docs/operation: their expressions are read by Prometheus' own tool, and every
//! metric in them is one that a server exports.

#![cfg(feature = "serve")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chautari_testing::skipped;
use serde_json::{Value, json};

use crate::test_server::TestServer;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/operation").join(name)
}

/// Fetches `/metrics` as text.
fn scrape(server: &TestServer) -> String {
    let address = server.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /metrics HTTP/1.0\r\nHost: x\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// Returns the queries of the dashboard.
fn queries() -> Vec<String> {
    let board: Value = serde_json::from_str(&std::fs::read_to_string(file("grafana.json")).unwrap()).unwrap();
    let panels = board["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().unwrap());
    let queries: Vec<_> = targets.map(|target| target["expr"].as_str().unwrap().to_owned()).collect();
    assert!(queries.len() > 10);
    queries
}

#[test]
fn every_metric_of_the_dashboard_and_the_alerts_is_exported() {
    let server = TestServer::start(&[]);
    server.get("/api/v1/games");
    let scrape = scrape(&server);
    let exported: BTreeSet<_> =
        scrape.lines().map(|line| line.split(['{', ' ']).next().unwrap_or_default()).collect();
    let text = queries().join("\n") + &std::fs::read_to_string(file("alerts.yml")).unwrap();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let used: BTreeSet<_> =
        words.filter(|word| word.starts_with("chautari_") || word.starts_with("process_")).collect();
    assert!(used.len() > 10, "{used:?}");
    let missing: Vec<_> = used.difference(&exported).collect();
    assert!(missing.is_empty(), "{missing:?} are not in\n{scrape}");
}

/// Runs promtool with an input. Returns what it says if it refuses, or `None` if it is not installed.
fn promtool(arguments: &[&str], input: &str) -> Option<Result<(), String>> {
    let tool = Command::new("promtool").args(arguments).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut tool = tool.ok()?;
    tool.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = tool.wait_with_output().unwrap();
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() { Ok(()) } else { Err(said()) })
}

#[test]
fn prometheus_reads_metrics_rules_and_queries() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    // The queries as rules: `$__rate_interval` is a variable of Grafana.
    let queries = queries().into_iter().map(|query| query.replace("$__rate_interval", "5m")).enumerate();
    let rules = queries.map(|(number, query)| json!({"record": format!("query_{number}"), "expr": query}));
    let rules = json!({"groups": [{"name": "dashboard", "rules": rules.collect::<Vec<_>>()}]});
    let dashboard = folder.join("dashboard.yml");
    std::fs::write(&dashboard, rules.to_string()).unwrap();
    for rules in [file("alerts.yml"), dashboard] {
        let Some(read) = promtool(&["check", "rules", rules.to_str().unwrap()], "") else {
            skipped("the rules of docs/operation by promtool: it is not installed (Debian: prometheus)");
            return;
        };
        read.unwrap();
    }
    let server = TestServer::start(&[]);
    server.get("/api/v1/games");
    promtool(&["check", "metrics"], &scrape(&server)).unwrap().unwrap();
}
