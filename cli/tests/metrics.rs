//! The dashboard and the alerts, held against what a real server tells: every measure, every label, every value that
//! is compared with; and by Prometheus' own tool, where it is installed.

#![cfg(feature = "serve")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;

use chautari_testing::skipped;
use serde_json::Value;

use crate::test_server::TestServer;

/// What is told of each measure: the values of each of its labels.
type Scrape = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/operation").join(name)
}

fn scrape(server: &TestServer) -> Scrape {
    let address = server.url.strip_prefix("http://").unwrap();
    let mut line = TcpStream::connect(address).unwrap();
    write!(line, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    line.read_to_string(&mut text).unwrap();
    let mut scrape = Scrape::new();
    for line in text.lines().filter(|line| line.starts_with("chautari_") || line.starts_with("process_")) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).unwrap());
        let labels = scrape.entry(name.to_owned()).or_default();
        for (name, _, value) in matchers(rest.split('}').next().unwrap().trim_start_matches('{')) {
            labels.entry(name).or_default().insert(value);
        }
    }
    // What Prometheus adds to whatever it asks.
    for labels in scrape.values_mut() {
        labels.insert("job".to_owned(), ["chautari".to_owned()].into());
        labels.insert("instance".to_owned(), BTreeSet::new());
    }
    scrape.insert("up".to_owned(), [("job".to_owned(), ["chautari".to_owned()].into())].into());
    scrape
}

/// `name="value",other!~"value"`: names, how they are compared, and with what.
fn matchers(text: &str) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while let Some((head, tail)) = rest.split_once('"') {
        let Some((value, next)) = tail.split_once('"') else { break };
        let name: String = head.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let how = head[name.len()..].trim().to_owned();
        found.push((name, how, value.to_owned()));
        rest = next.trim_start_matches([',', ' ']);
    }
    found
}

/// A measure that an expression asks for, and what its labels are compared with.
struct Asked {
    name: String,
    matchers: Vec<(String, String, String)>,
}

/// The measures of an expression, and the labels it gathers by.
fn read(expression: &str) -> (Vec<Asked>, BTreeSet<String>) {
    const WORDS: [&str; 12] = [
        "sum",
        "by",
        "rate",
        "histogram_quantile",
        "topk",
        "time",
        "changes",
        "max",
        "min",
        "avg",
        "without",
        "on",
    ];
    let mut depth = 0;
    for c in expression.chars() {
        depth += match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        assert!(depth >= 0, "{expression}");
    }
    assert_eq!(depth, 0, "{expression}");
    let (mut asked, mut gathered) = (Vec::new(), BTreeSet::new());
    let mut rest = expression;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic() || c == '[' || c == '$') {
        rest = &rest[start..];
        if rest.starts_with('[') {
            rest = &rest[rest.find(']').unwrap()..];
            continue;
        }
        let end =
            rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        rest = tail;
        if word == "by" {
            let (inside, after) = tail.trim_start().strip_prefix('(').unwrap().split_once(')').unwrap();
            gathered.extend(inside.split(',').map(|label| label.trim().to_owned()));
            rest = after;
        } else if !WORDS.contains(&word) && !word.starts_with('e') {
            let mut found = Asked { name: word.to_owned(), matchers: Vec::new() };
            if let Some(inside) = tail.strip_prefix('{') {
                // No value has a brace in it.
                let (inside, after) = inside.split_once('}').unwrap();
                (found.matchers, rest) = (matchers(inside), after);
            }
            asked.push(found);
        }
    }
    (asked, gathered)
}

/// The expressions of both files, and the labels that stand in a legend.
fn expressions() -> Vec<(String, BTreeSet<String>)> {
    let board: Value = serde_json::from_str(&std::fs::read_to_string(file("grafana.json")).unwrap()).unwrap();
    let mut all = Vec::new();
    for panel in board["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().unwrap() {
            let legend = target["legendFormat"].as_str().unwrap_or_default();
            let labels =
                legend.split("{{").skip(1).map(|part| part.split("}}").next().unwrap().trim().to_owned());
            all.push((target["expr"].as_str().unwrap().to_owned(), labels.collect()));
        }
    }
    let rules = std::fs::read_to_string(file("alerts.yml")).unwrap();
    let rules = rules.lines().filter_map(|line| line.trim().strip_prefix("expr: "));
    all.extend(rules.map(|rule| (rule.to_owned(), BTreeSet::new())));
    assert!(all.len() > 20);
    all
}

#[test]
fn every_measure_and_label_of_the_dashboard_and_the_alerts_is_told() {
    let server = TestServer::start(&[]);
    server.get("/api/v1/games");
    // One of each class that a quiet server has.
    server.request("GET", "/api/v1/matches/none", None);
    let scrape = scrape(&server);
    let api = std::fs::read_to_string(file("../protocols/openapi.json")).unwrap();
    let api: Value = serde_json::from_str(&api).unwrap();
    let routes: Vec<_> = api["paths"].as_object().unwrap().keys().collect();
    for (expression, legend) in expressions() {
        let (asked, gathered) = read(&expression);
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for Asked { name, matchers } in &asked {
            let labels = scrape.get(name).unwrap_or_else(|| panic!("{expression}: nothing tells {name}"));
            known.extend(labels.keys().map(String::as_str));
            for (label, how, value) in matchers {
                let values =
                    labels.get(label).unwrap_or_else(|| panic!("{expression}: {name} has no {label}"));
                match (label.as_str(), how.as_str()) {
                    ("route", "!~" | "=~") => {
                        for part in value.split('|') {
                            let part = part.trim_matches(['.', '*']);
                            assert!(routes.iter().any(|route| route.contains(part)), "{expression}: {part}");
                        }
                    }
                    // Whatever goes wrong has the form of what goes right.
                    ("status", "=") => {
                        let is_class = |text: &String| text.len() == 3 && text.ends_with("xx");
                        assert!(is_class(value) && values.iter().all(is_class), "{expression}: {values:?}");
                    }
                    _ => assert!(values.contains(value), "{expression}: {label} is one of {values:?}"),
                }
            }
        }
        for label in gathered.iter().chain(&legend) {
            assert!(known.contains(label.as_str()), "{expression}: nothing has a label {label}");
        }
        // A legend tells what is left after gathering.
        if !gathered.is_empty() {
            assert!(legend.is_subset(&gathered), "{expression}: {legend:?}");
        }
    }
}

#[test]
fn prometheus_reads_the_rules() {
    let Ok(read) = Command::new("promtool").arg("check").arg("rules").arg(file("alerts.yml")).output() else {
        skipped("the rules of docs/operation by promtool: it is not installed (Debian: prometheus)");
        return;
    };
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
}
