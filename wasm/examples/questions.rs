//! Questions with their answers, one a line: what a module must say, word for word. The rows of `spec/`, and
//! lines of play by chance in every game. `npm/chautari/test` asks the module the same.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use chautari_game::{AnyGame, Dice};
use chautari_games::GAMES;
use chautari_wasm::Desk;
use serde_json::{Value, json};

/// Lines of play a game, and how long they are at most.
const WALKS: u64 = 3;
const LONGEST: usize = 60;

/// How often more of a table is brought before a position is worth something: its index, and then the values.
const MOST_ROUNDS: u64 = 8;

struct Pen<W> {
    desk: Desk,
    out: W,
}

impl<W: Write> Pen<W> {
    fn ask(&mut self, question: &Value) -> io::Result<Value> {
        let question = question.to_string();
        let answer = self.desk.answer(&question, &mut |_| ControlFlow::Continue(()));
        writeln!(self.out, "{}", json!([question, answer]))?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Every row of a table with a text in it.
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
            self.ask(&json!({"ask": "position", "line": line}))?;
        }
        Ok(())
    }

    /// A line of play by chance, looked at from everywhere.
    fn walk(&mut self, game: &dyn AnyGame, seed: u64) -> io::Result<()> {
        let name = game.info().id;
        let dialects: Vec<&str> = game.dialects().iter().map(|dialect| dialect.id).collect();
        let opened = self.ask(&json!({"ask": "open", "line": {"game": name}}))?;
        let record = &opened["record"];
        for ply in 0..LONGEST {
            self.ask(&json!({"ask": "standing", "record": record}))?;
            let offers = self.ask(&json!({"ask": "offers", "record": record}))?;
            let offers = offers.as_array().cloned().unwrap_or_default();
            let Some(offer) = Dice::nth(seed, ply as u64).pick(&offers) else { break };
            if ply % 12 == 0 {
                let moves = self.ask(&json!({"ask": "moves", "record": record}))?;
                let line = json!({"game": name, "moves": moves});
                self.ask(&json!({"ask": "remarks", "line": line, "move": offer["move"]}))?;
            }
            self.ask(&json!({"ask": "play", "record": record, "move": offer["move"]}))?;
            // What was just played can hardly be played again.
            self.ask(&json!({"ask": "play", "record": record, "move": offer["move"]}))?;
            if ply % 12 == 0 {
                self.ask(&json!({"ask": "look", "record": record, "write": dialects}))?;
                self.ask(&json!({"ask": "divide", "record": record, "depth": 2}))?;
                self.ask(&json!({"ask": "perft", "record": record, "depth": 2}))?;
            }
        }
        for dialect in &dialects {
            self.ask(&json!({"ask": "moves", "record": record, "dialect": dialect}))?;
            self.ask(&json!({"ask": "write", "record": record, "dialect": dialect}))?;
        }
        let moves = self.ask(&json!({"ask": "moves", "record": record}))?;
        let moves = moves.as_array().cloned().unwrap_or_default();
        let line = json!({"game": name, "moves": moves[..moves.len() / 3]});
        for theme in ["light", "dark"] {
            self.ask(&json!({"ask": "svg", "line": line, "theme": theme}))?;
        }
        for level in [1, 3, 10] {
            let question = json!({"ask": "think", "line": line, "level": level, "nodes": 4000, "seed": seed});
            self.ask(&question)?;
        }
        let question = json!({"ask": "think", "line": line, "nodes": 4000, "lines": 3});
        let thought = self.ask(&question)?;
        assert_eq!(thought["lines"].as_array().map(Vec::len), Some(3), "{name}: {thought}");
        let copy = self.ask(&json!({"ask": "fork", "record": record}))?;
        let copy = &copy["record"];
        self.ask(&json!({"ask": "undo", "record": record}))?;
        self.ask(&json!({"ask": "close", "record": record}))?;
        self.ask(&json!({"ask": "standing", "record": record}))?;
        // A copy goes its own way.
        self.ask(&json!({"ask": "standing", "record": copy}))?;
        self.ask(&json!({"ask": "close", "record": copy}))?;
        Ok(())
    }

    /// What tables on a web host are asked for, and how what is brought is read. The bytes are made up: small numbers,
    /// which are places in the file and values alike.
    fn fetch(&mut self, line: &Value) -> io::Result<()> {
        let mut wanted = Vec::new();
        let mut values = 0;
        for round in 0..MOST_ROUNDS {
            let worth = self.ask(&json!({"ask": "worth", "line": line}))?;
            values = worth["move_values"].as_array().map_or(0, Vec::len);
            wanted = worth["wanted"].as_array().cloned().unwrap_or_default();
            for (stretch, number) in wanted.iter().zip(0_u64..) {
                let mut dice = Dice::nth(round, number);
                let words = stretch["length"].as_u64().unwrap_or_default() / 8;
                let words: Vec<_> =
                    (0..words).map(|_| format!("{:02x}{:014x}", dice.below(256), 0)).collect();
                let hex = words.concat();
                let (file, at, length) = (&stretch["file"], &stretch["at"], &stretch["length"]);
                self.ask(&json!({"ask": "bring", "file": file, "at": at, "length": length, "hex": hex}))?;
            }
            if wanted.is_empty() {
                break;
            }
        }
        assert!(
            wanted.is_empty() && values > 0,
            "{line}: {values} values, {} stretches wanted",
            wanted.len()
        );
        Ok(())
    }

    /// A match from its beginning to its end.
    fn play(&mut self, game: &dyn AnyGame) -> io::Result<()> {
        let [one, two] = game.info().sides;
        let seats = json!({one: {"kind": "human"}, two: {"kind": "engine", "level": 3}});
        let line = json!({"game": game.info().id});
        let clock = json!({"initial_ms": 60_000, "increment_ms": 1000});
        let begin =
            json!({"ask": "begin", "id": "m", "now_ms": 1000, "line": line, "seats": seats, "clock": clock});
        let mut now = self.ask(&begin)?;
        for ply in 0..8_u64 {
            let state = &now["state"];
            let offers = state["offers"].as_array().cloned().unwrap_or_default();
            let (Some(offer), Some(side)) = (Dice::nth(7, ply).pick(&offers), state["turn"].as_str()) else {
                break;
            };
            let action = json!({"type": "move", "move": offer["move"]});
            now = self.act(&now, side, &action, 2000 + ply)?;
        }
        let look = json!({"ask": "match", "match": now["match"], "now_ms": 8000, "since_ms": 1000});
        self.ask(&look)?;
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
        let times = json!({"ask": "act", "match": now["match"], "side": side, "action": action,
            "now_ms": now_ms, "since_ms": 1000});
        self.ask(&times)
    }
}

fn main() -> io::Result<()> {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut pen = Pen { desk: Desk::default(), out: io::stdout().lock() };
    pen.ask(&json!({"ask": "games"}))?;
    for folder in fs::read_dir(spec)?.flatten().map(|entry| entry.path()) {
        for table in ["accept.txt", "refuse.txt"] {
            pen.table(&folder.join(table))?;
        }
    }
    for game in GAMES {
        pen.ask(&json!({"ask": "game", "game": game.info().id}))?;
        for seed in 0..WALKS {
            pen.walk(*game, seed)?;
        }
        pen.play(*game)?;
    }
    // All goats are on the board: a single byte is a value there.
    pen.fetch(&json!({"game": "baghchal", "position": "TXGGT/GXGGG/GGGGG/GGXGG/TGGGT t c2"}))?;
    pen.ask(&json!({"ask": "worth", "line": {"game": "gomoku"}}))?;
    pen.ask(&json!({"ask": "bring", "file": "none", "at": 0, "length": 1, "hex": "0g"}))?;
    pen.ask(&json!({"ask": "open", "line": {"game": "nothing"}}))?;
    pen.ask(&json!({"ask": "nothing"}))?;
    Ok(())
}
