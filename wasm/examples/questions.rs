//! Test vectors for the WebAssembly module: one JSON array of a request and its response per line, from the rows of
//! `spec/` and from random lines of play in every game. `npm/chautari/test` sends the same requests to the module and
//! compares the responses byte for byte.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use chautari_game::{AnyGame, Rng};
use chautari_games::GAMES;
use chautari_wasm::Dispatcher;
use serde_json::{Value, json};

/// The number of random lines of play per game.
const WALKS: u64 = 3;

/// The length of a line of play, in plies.
const MAX_PLIES: usize = 60;

/// The most rounds of fetching until a position has its value: first the index of a table, then the values.
const MAX_ROUNDS: u64 = 8;

/// Sends requests and writes each with its response.
struct Recorder<W> {
    dispatcher: Dispatcher,
    out: W,
}

impl<W: Write> Recorder<W> {
    fn send(&mut self, request: &Value) -> io::Result<Value> {
        let request = request.to_string();
        let response = self.dispatcher.handle(&request, &mut |_| ControlFlow::Continue(()));
        writeln!(self.out, "{}", json!([request, response]))?;
        Ok(serde_json::from_str(&response)?)
    }

    /// Reads every position and move in a table of `spec/`.
    fn table(&mut self, file: &Path) -> io::Result<()> {
        let text = fs::read_to_string(file)?;
        for row in text.lines().filter(|row| !row.trim().is_empty() && !row.starts_with('#')) {
            let fields: Vec<&str> = row.split(" ; ").collect();
            let line = match *fields.as_slice() {
                [game, "play", "start", m, ..] => json!({"game": game, "moves": [m]}),
                [game, "play", start, m, ..] => json!({"game": game, "position": start, "moves": [m]}),
                [game, dialect, text, ..] => json!({"game": game, "dialect": dialect, "position": text}),
                _ => continue,
            };
            self.send(&json!({"ask": "position", "line": line}))?;
        }
        Ok(())
    }

    /// Plays a random line with every kind of request about records.
    fn walk(&mut self, game: &dyn AnyGame, seed: u64) -> io::Result<()> {
        let name = game.info().id;
        let dialects: Vec<&str> = game.dialects().iter().map(|dialect| dialect.id).collect();
        let opened = self.send(&json!({"ask": "open", "line": {"game": name}}))?;
        let record = &opened["record"];
        for ply in 0..MAX_PLIES {
            self.send(&json!({"ask": "standing", "record": record}))?;
            let offers = self.send(&json!({"ask": "offers", "record": record}))?;
            let offers = offers.as_array().cloned().unwrap_or_default();
            let Some(offer) = Rng::stream(seed, ply as u64).pick(&offers) else { break };
            if ply % 12 == 0 {
                let moves = self.send(&json!({"ask": "moves", "record": record}))?;
                let line = json!({"game": name, "moves": moves});
                self.send(&json!({"ask": "remarks", "line": line, "move": offer["move"]}))?;
            }
            self.send(&json!({"ask": "play", "record": record, "move": offer["move"]}))?;
            // Hardly any move is legal twice in a row.
            self.send(&json!({"ask": "play", "record": record, "move": offer["move"]}))?;
            if ply % 12 == 0 {
                self.send(&json!({"ask": "look", "record": record, "write": dialects}))?;
                self.send(&json!({"ask": "divide", "record": record, "depth": 2}))?;
                self.send(&json!({"ask": "perft", "record": record, "depth": 2}))?;
            }
        }
        for dialect in &dialects {
            self.send(&json!({"ask": "moves", "record": record, "dialect": dialect}))?;
            self.send(&json!({"ask": "write", "record": record, "dialect": dialect}))?;
        }
        let moves = self.send(&json!({"ask": "moves", "record": record}))?;
        let moves = moves.as_array().cloned().unwrap_or_default();
        let line = json!({"game": name, "moves": moves[..moves.len() / 3]});
        for theme in ["light", "dark"] {
            self.send(&json!({"ask": "svg", "line": line, "theme": theme}))?;
        }
        for level in [1, 3, 10] {
            let request = json!({"ask": "think", "line": line, "level": level, "nodes": 4000, "seed": seed});
            self.send(&request)?;
        }
        let request = json!({"ask": "think", "line": line, "nodes": 4000, "lines": 3});
        let thought = self.send(&request)?;
        assert_eq!(thought["lines"].as_array().map(Vec::len), Some(3), "{name}: {thought}");
        let copy = self.send(&json!({"ask": "fork", "record": record}))?;
        let copy = &copy["record"];
        self.send(&json!({"ask": "undo", "record": record}))?;
        self.send(&json!({"ask": "close", "record": record}))?;
        self.send(&json!({"ask": "standing", "record": record}))?;
        // The copy is independent of the record it was made from.
        self.send(&json!({"ask": "standing", "record": copy}))?;
        self.send(&json!({"ask": "close", "record": copy}))?;
        Ok(())
    }

    /// Looks up exact values in remote tables. The fetched bytes are made up: small numbers, which are valid both as
    /// offsets in the file and as values.
    fn fetch(&mut self, line: &Value) -> io::Result<()> {
        let mut wanted = Vec::new();
        let mut values = 0;
        for round in 0..MAX_ROUNDS {
            let worth = self.send(&json!({"ask": "worth", "line": line}))?;
            values = worth["move_values"].as_array().map_or(0, Vec::len);
            wanted = worth["wanted"].as_array().cloned().unwrap_or_default();
            for (range, number) in wanted.iter().zip(0_u64..) {
                let mut rng = Rng::stream(round, number);
                let words = range["length"].as_u64().unwrap_or_default() / 8;
                let words: Vec<_> = (0..words).map(|_| format!("{:02x}{:014x}", rng.below(256), 0)).collect();
                let hex = words.concat();
                let (file, at, length) = (&range["file"], &range["at"], &range["length"]);
                self.send(&json!({"ask": "bring", "file": file, "at": at, "length": length, "hex": hex}))?;
            }
            if wanted.is_empty() {
                break;
            }
        }
        assert!(wanted.is_empty() && values > 0, "{line}: {values} values, {} ranges missing", wanted.len());
        Ok(())
    }

    /// Plays a match to its end.
    fn play(&mut self, game: &dyn AnyGame) -> io::Result<()> {
        let [one, two] = game.info().sides;
        let seats = json!({one: {"kind": "human"}, two: {"kind": "engine", "level": 3}});
        let line = json!({"game": game.info().id});
        let clock = json!({"initial_ms": 60_000, "increment_ms": 1000});
        let begin =
            json!({"ask": "begin", "id": "m", "now_ms": 1000, "line": line, "seats": seats, "clock": clock});
        let mut now = self.send(&begin)?;
        for ply in 0..8_u64 {
            let state = &now["state"];
            let offers = state["offers"].as_array().cloned().unwrap_or_default();
            let (Some(offer), Some(side)) = (Rng::stream(7, ply).pick(&offers), state["turn"].as_str())
            else {
                break;
            };
            let action = json!({"type": "move", "move": offer["move"]});
            now = self.act(&now, side, &action, 2000 + ply)?;
        }
        let look = json!({"ask": "match", "match": now["match"], "now_ms": 8000, "since_ms": 1000});
        self.send(&look)?;
        for (side, kind) in [
            (one, "offer_draw"),
            (one, "accept_draw"),
            (one, "offer_takeback"),
            (one, "resign"),
            (one, "rematch"),
        ] {
            let next = self.act(&now, side, &json!({"type": kind}), 9000)?;
            if next.get("match").is_some() {
                now = next;
            }
        }
        Ok(())
    }

    fn act(&mut self, now: &Value, side: &str, action: &Value, now_ms: u64) -> io::Result<Value> {
        let request = json!({"ask": "act", "match": now["match"], "side": side, "action": action,
            "now_ms": now_ms, "since_ms": 1000});
        self.send(&request)
    }
}

fn main() -> io::Result<()> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec");
    let mut recorder = Recorder { dispatcher: Dispatcher::default(), out: io::stdout().lock() };
    recorder.send(&json!({"ask": "games"}))?;
    for folder in fs::read_dir(spec)?.flatten().map(|entry| entry.path()) {
        for table in ["accept.txt", "refuse.txt"] {
            recorder.table(&folder.join(table))?;
        }
    }
    for game in GAMES {
        recorder.send(&json!({"ask": "game", "game": game.info().id}))?;
        for seed in 0..WALKS {
            recorder.walk(*game, seed)?;
        }
        recorder.play(*game)?;
    }
    // All goats are on the board: in this table a value is a single byte.
    recorder.fetch(&json!({"game": "baghchal", "position": "TXGGT/GXGGG/GGGGG/GGXGG/TGGGT t c2"}))?;
    recorder.send(&json!({"ask": "worth", "line": {"game": "gomoku"}}))?;
    recorder.send(&json!({"ask": "bring", "file": "none", "at": 0, "length": 1, "hex": "0g"}))?;
    recorder.send(&json!({"ask": "open", "line": {"game": "nothing"}}))?;
    recorder.send(&json!({"ask": "nothing"}))?;
    Ok(())
}
