//! The start of a server loads what is in progress, not what is over, however large the ledger is.
//!
//! The test plays a match and some Softserve games, multiplies them in a backup, and restores it.
//! `CHAUTARI_START=100000` makes this many of each and prints what the start took.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use chautari_e2e::{Client, Server, Store, program};
use serde_json::{Value, json};

/// The finished games to be copied: a match, and an event of two games.
struct Finished {
    id: String,
    event: Value,
    player: Value,
}

/// Eight actions that lead to a threefold repetition.
const DRAW: &str = "c7d7 c1d1 d7c7 d1c1 c7d7 c1d1 d7c7 d1c1";

async fn play(server: &Server) -> Finished {
    let mut client = Client::new(&[server.url("")], 0);
    let begun = client.post("/matches", None, &json!({"game": "baghchal"})).await;
    let id = begun["match"].as_str().unwrap().to_owned();
    let path = format!("/matches/{id}/actions");
    let token = |side: &str| begun["seats"][side]["token"].as_str().unwrap().to_owned();
    for (ply, text) in ["mA2", "mA1B1", "mA3", "mB1A1", "mA4", "mA1B1"].into_iter().enumerate() {
        let token = token(if ply % 2 == 0 { "goats" } else { "tigers" });
        let action = json!({"command": format!("{ply}"), "action": {"type": "move", "move": text}});
        client.post(&path, Some(&token), &action).await;
    }
    let resigned = json!({"command": "end", "action": {"type": "resign"}});
    client.post(&path, Some(&token("goats")), &resigned).await;

    let mut client = Client::new(&[format!("http://{}", server.address())], 0);
    let mut players = Vec::new();
    for name in ["a", "b"] {
        let created = client.post("/player/create", None, &json!({"name": name, "email": ""})).await;
        players.push(json!({"player": name, "token": created["token"], "event": "*"}));
    }
    let event = client.post("/event/create", None, &json!({"players": ["a", "b"], "game_pairs": 1})).await;
    for _ in 0..2 {
        for (ply, action) in DRAW.split(' ').enumerate() {
            // Player `a` begins the first game, player `b` the second.
            let turns = [&players[ply % 2], &players[1 - ply % 2]];
            let mut done = false;
            for player in turns {
                let asked = client.post("/aivai/play-state", None, player).await;
                if asked["history"].as_array().is_none_or(|history| history.len() != ply + 1) {
                    continue;
                }
                let mut submission = player.clone();
                submission["action_id"] = asked["action_id"].clone();
                submission["action"] = json!(action);
                client.post("/aivai/submit-action", None, &submission).await;
                done = true;
                break;
            }
            assert!(done, "no player is to act at ply {ply}");
        }
    }
    let asked = json!({"event_id": event["event_id"], "token": event["token"]});
    for _ in 0..600 {
        let data = client.post("/event/data", None, &asked).await;
        if data["data"]["players"]["a"] == json!({"draws": 2}) {
            return Finished { id, event, player: players.remove(0) };
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the event does not end");
}

/// A backup being written.
struct Output {
    file: BufWriter<File>,
    sum: crc32fast::Hasher,
    lines: u64,
}

impl Output {
    fn put(&mut self, line: &Value) {
        let text = format!("{line}\n");
        self.sum.update(text.as_bytes());
        self.lines += 1;
        self.file.write_all(text.as_bytes()).unwrap();
    }
}

/// The id of a copy of a match, of the same length as real ids.
fn copied_id(copy: u64) -> String {
    format!("copy{copy:012}")
}

/// Converts a line about the event or its games to a line of a copy.
fn copied(line: &Value, copy: u64) -> Option<Value> {
    let kind = line.as_object()?.keys().next()?.clone();
    let mut line = line.clone();
    let fields = &mut line[&kind];
    let stream = fields["stream"].as_str()?.to_owned();
    let later = |number: &Value, by: u64| json!(number.as_u64().unwrap_or_default() + by);
    if stream.starts_with("softserve-event-") {
        fields["stream"] = json!(format!("softserve-event-{}", copy + 1));
        let key = fields["key"].as_str().map(str::to_owned);
        match (kind.as_str(), key.as_deref()) {
            ("event", _) if fields["body"]["kind"] == "made" => {
                fields["body"]["before"] = json!({"made": copy, "events": copy, "games": 2 * copy});
                fields["body"]["name"] = json!(format!("tournament-{}", copy + 1));
            }
            ("event", _) => fields["body"]["game"] = later(&fields["body"]["game"], 2 * copy),
            (_, Some("softserve-event")) => fields["value"] = json!((copy + 1).to_string()),
            (_, Some("softserve-games")) => fields["value"] = json!(((2 * copy + 1) / 1024).to_string()),
            (_, Some("softserve-name")) => fields["value"] = json!(format!("tournament-{}", copy + 1)),
            _ => {}
        }
    } else {
        let game: u64 = stream.strip_prefix("softserve-game-")?.parse().ok()?;
        fields["stream"] = json!(format!("softserve-game-{}", game + 2 * copy));
        if kind == "label" {
            fields["value"] = json!((copy + 1).to_string());
        }
        if let Some(opened) = fields.get_mut("body").and_then(|body| body.get_mut("opened")) {
            opened["id"] = json!(game + 2 * copy);
            opened["event"] = json!(copy + 1);
        }
    }
    Some(line)
}

/// Writes a backup with this many matches, and as many games in half as many events.
fn multiply(from: &Path, to: &Path, finished: &Finished, count: u64) {
    let text = fs::read_to_string(from).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (_end, lines) = lines.split_last().unwrap();
    let mut output =
        Output { file: BufWriter::new(File::create(to).unwrap()), sum: crc32fast::Hasher::new(), lines: 0 };
    for line in lines {
        output.put(line);
    }
    let of_match: Vec<String> =
        lines.iter().map(Value::to_string).filter(|line| line.contains(&finished.id)).collect();
    assert!(of_match.len() >= 8, "a match has its events");
    for copy in 1..count {
        for line in &of_match {
            output.put(&serde_json::from_str(&line.replace(&finished.id, &copied_id(copy))).unwrap());
        }
    }
    for copy in 1..count / 2 {
        for line in lines {
            if let Some(line) = copied(line, copy) {
                output.put(&line);
            }
        }
    }
    let end = json!({"end": {"lines": output.lines, "sum": output.sum.clone().finalize()}});
    output.put(&end);
    output.file.flush().unwrap();
}

fn run(command: &str, database: &str, file: &Path) {
    let done = Command::new(program())
        .args([command, &format!("--database={database}")])
        .arg(file)
        .output()
        .unwrap();
    assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
}

/// Returns the number of streams read since the start.
async fn read(server: &Server) -> u64 {
    let text =
        reqwest::get(format!("http://{}/metrics", server.address())).await.unwrap().text().await.unwrap();
    let reads = text.lines().find_map(|line| line.strip_prefix("chautari_ledger_reads_total "));
    reads.unwrap_or_else(|| panic!("the metric is missing: {text}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn start_does_not_replay_finished_games() {
    let asked = std::env::var("CHAUTARI_START").ok().and_then(|count| count.parse().ok());
    let count: u64 = asked.unwrap_or(2000);
    let first = Store::file();
    let mut server = Server::start(first.folder(), &first.database, &[]).await;
    let finished = play(&server).await;
    let (small, large) = (first.folder().join("small.backup"), first.folder().join("large.backup"));
    // The event settles a game shortly after its end.
    let mut tries = 0;
    loop {
        run("backup", &first.database, &small);
        let backup = fs::read_to_string(&small).unwrap();
        let is_playing = |line: &str| line.starts_with("{\"label\"") && line.contains("softserve-playing");
        if !backup.lines().any(is_playing) {
            break;
        }
        tries += 1;
        assert!(tries < 600, "the event is not over");
        fs::remove_file(&small).unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.stop();
    multiply(&small, &large, &finished, count);
    let store = Store::file();
    run("restore", &store.database, &large);

    // A first start, because it reads the program itself from the disk.
    let mut server = Server::start(store.folder(), &store.database, &[]).await;
    server.stop();
    let begun = Instant::now();
    server.restart().await;
    let (ready, spent) = (begun.elapsed(), server.cpu());
    // Work in the background after the start would show by now.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (megabytes, read) = (server.peak_memory() / 1_000_000, read(&server).await);
    eprintln!(
        "{count} matches and {count} Softserve games that are over: ready after {:.2} s ({:.2} s of processor time), \
         {megabytes} MB at most, {read} streams read, {:.2} s of processor time 2 s later",
        ready.as_secs_f64(),
        spent.as_secs_f64(),
        server.cpu().as_secs_f64(),
    );
    assert!(megabytes < 150, "{megabytes} MB");
    // A few that every start reads, such as the server's secret, and none that is over.
    assert!(read < 10, "{read} streams were read");

    // All the data is available.
    let mut client = Client::new(&[server.url("")], 0);
    let state = client.get(&format!("/matches/{}", copied_id(count - 1))).await;
    assert_eq!(state["outcome"]["reason"], "resignation", "{state}");
    let mut client = Client::new(&[format!("http://{}", server.address())], 0);
    let last = json!({"event_id": count / 2, "token": finished.event["token"]});
    let data = client.post("/event/data", None, &last).await;
    assert_eq!(data["data"]["players"]["a"], json!({"draws": 2}), "{data}");
    let game = json!({"game_id": count, "token": finished.event["token"]});
    let record = client.post("/game/data", None, &game).await;
    assert_eq!(record["actions"].as_array().unwrap().len(), 8, "{record}");
    // Numbering continues.
    let more = client.post("/event/create", None, &json!({"players": ["a", "b"], "game_pairs": 1})).await;
    assert_eq!(more["event_id"], json!(count / 2 + 1));
    let turn = client.post("/aivai/play-state", None, &finished.player).await;
    assert_eq!(turn["game_id"], json!(count + 1));
}
