//! Traces reach an OpenTelemetry collector as OTLP in JSON: each request with its route, status and parts.

#![cfg(all(unix, feature = "traces"))]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use serde_json::{Value, json};

use crate::binary::{ask, scratch};

/// Takes what is posted, says thanks, and passes the bodies on.
fn collector() -> (String, mpsc::Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (taken, bodies) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let taken = taken.clone();
            std::thread::spawn(move || take(stream.unwrap(), &taken));
        }
    });
    (format!("http://{address}"), bodies)
}

fn take(stream: TcpStream, taken: &mpsc::Sender<Value>) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).unwrap_or(0) == 0 {
                return;
            }
        }
        let head = head.to_ascii_lowercase();
        assert!(
            head.starts_with("post /v1/traces ") && head.contains("content-type: application/json"),
            "{head}"
        );
        let length = head.split("content-length: ").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        stream.read_exact(&mut body).unwrap();
        let answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        stream.get_mut().write_all(answer).unwrap();
        let _ = taken.send(serde_json::from_slice(&body).unwrap());
    }
}

/// A server, its address, and what it logs from then on.
fn serve(name: &str, words: &[&str]) -> (Child, String, mpsc::Receiver<String>) {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("chautari"))
        .args(["serve", "--listen", "127.0.0.1:0", "--gomoku", "off", "--tables", "none", "--data"])
        .arg(scratch(name))
        .args(words)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let address = loop {
        let mut line = String::new();
        assert!(log.read_line(&mut line).unwrap() > 0, "the server did not start");
        if let Some((_, rest)) = line.split_once("address=") {
            break rest.trim().to_owned();
        }
    };
    let (lines, logged) = mpsc::channel();
    std::thread::spawn(move || log.lines().map_while(Result::ok).try_for_each(|line| lines.send(line)));
    (child, address, logged)
}

fn post(address: &str, path: &str, header: &str, body: &Value) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let body = body.to_string();
    let length = body.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{header}Content-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The value of an attribute.
fn attribute<'a>(span: &'a Value, key: &str) -> Option<&'a str> {
    let found = span["attributes"].as_array().unwrap().iter().find(|attribute| attribute["key"] == key)?;
    found["value"].as_object().unwrap().values().next().unwrap().as_str()
}

#[test]
fn a_request_and_its_parts_are_one_trace() {
    let (url, bodies) = collector();
    // The log filter does not apply to traces.
    let (mut child, address, _log) =
        serve("traces", &["--traces", &url, "--log", "chautari::commands=info", "--engines", "1"]);
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let header = format!("traceparent: 00-{trace}-b7ad6b7169203331-01\r\n");
    let answer = post(&address, "/api/v1/matches", &header, &json!({"game": "baghchal"}));
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    let token = answer.split("\"token\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let forged = "traceparent: 00-nonsense\r\n";
    let answer = post(&address, "/api/v1/games/gomoku/analysis", forged, &json!({"depth": 1, "level": 1}));
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    // The server exported the last spans before it ended.
    let bodies: Vec<Value> = bodies.try_iter().collect();
    let resource = &bodies[0]["resourceSpans"][0]["resource"];
    assert_eq!(attribute(resource, "service.name"), Some("chautari"));
    let spans: Vec<&Value> = bodies
        .iter()
        .flat_map(|body| body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap())
        .collect();
    let of_route = |route: &str| {
        *spans
            .iter()
            .find(|span| attribute(span, "http.route") == Some(route))
            .unwrap_or_else(|| panic!("{spans:#?}"))
    };
    let begun = of_route("/api/v1/matches");
    assert_eq!(
        (begun["name"].as_str(), &begun["kind"], begun["traceId"].as_str()),
        (Some("request"), &json!(2), Some(trace))
    );
    assert_eq!(begun["parentSpanId"], "b7ad6b7169203331");
    assert_eq!(attribute(begun, "http.request.method"), Some("POST"));
    assert_eq!(attribute(begun, "http.response.status_code"), Some("201"));
    let time = |span: &Value, name: &str| span[name].as_str().unwrap().parse::<u64>().unwrap();
    assert!(time(begun, "startTimeUnixNano") <= time(begun, "endTimeUnixNano"));
    let part = |name: &str, of: &Value| {
        spans.iter().any(|span| {
            span["name"] == name && span["parentSpanId"] == of["spanId"] && span["traceId"] == of["traceId"]
        })
    };
    assert!(part("append", begun), "{spans:#?}");
    let asked = of_route("/api/v1/games/{game}/analysis");
    assert!(part("think", asked) && asked["traceId"] != trace && asked["parentSpanId"] == "", "{spans:#?}");
    let all = format!("{bodies:?}");
    assert!(!all.contains(&token) && !all.contains("nonsense"), "{all}");
}

#[test]
fn a_server_without_its_collector_serves() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (mut child, address, _log) = serve("traces-away", &["--traces", &format!("http://{nobody}")]);
    let answer = post(&address, "/api/v1/matches", "", &json!({"game": "baghchal"}));
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    // One that listens and says nothing does not keep it long: it gives up, and says so.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let (mut child, address, log) =
        serve("traces-silent", &["--traces", &format!("http://{}", silent.local_addr().unwrap())]);
    assert!(post(&address, "/api/v1/games/gomoku/position", "", &json!({})).starts_with("HTTP/1.1 200"));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    let log: Vec<String> = log.iter().collect();
    assert!(log.iter().any(|line| line.contains("the last traces are lost")), "{log:?}");
    for url in ["127.0.0.1:4318", "https://x", "http://"] {
        let answer = ask(&["serve", "--traces", url]);
        assert_eq!((answer.code, answer.err.contains("collector")), (2, true), "{url}: {}", answer.err);
    }
}
