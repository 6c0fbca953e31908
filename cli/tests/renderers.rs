//! Compares the two board renderers, `crates/picture` and the web page. Draws the positions under `spec/` with the first
//! and passes them to `web/src/board/agreement.test.ts`, which draws and compares them with the second.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use chautari_game::AnyRecord;
use chautari_games::GAMES;
use chautari_picture::{Style, svg};
use serde_json::json;

use chautari_testing::skipped;

/// Number of positions per game, evenly spread. The page's renderer is slow, and a Gomoku board has 361 points.
const SAMPLE: usize = 150;

/// Reads the rows of a table under `spec/`.
fn rows(folder: &Path, file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    rows.map(|line| line.split(" ; ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// Returns up to `most` positions of a game's tables: the accepted ones and every ply of the playthroughs.
fn positions(game: &str, most: usize) -> Vec<Box<dyn AnyRecord>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec").join(game);
    let mut records = Vec::new();
    for row in rows(&folder, "accept.txt") {
        let found = chautari_games::find(&row[0]).unwrap();
        if row[1] != "moves" {
            records.extend(found.read(&row[1], &row[2]).ok());
        }
    }
    for row in rows(&folder, "playthrough.txt") {
        let found = chautari_games::find(&row[0]).unwrap();
        let mut record =
            if row[1] == "start" { found.start() } else { found.read_position(&row[1]).unwrap() };
        records.push(record.fork());
        for text in row[2].split_whitespace() {
            record.play(text).unwrap();
            records.push(record.fork());
        }
    }
    let step = records.len().div_ceil(most).max(1);
    records.into_iter().step_by(step).collect()
}

#[test]
fn renderers_agree_on_a_sample() {
    agree(SAMPLE);
}

#[test]
#[ignore = "minutes: every position of the tables"]
fn renderers_agree_on_every_position() {
    agree(usize::MAX);
}

fn agree(most: usize) {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    if !web.join("../node_modules/vitest").exists() {
        skipped("pictures of the page beside those of the program: `npm ci` was not run");
        return;
    }
    let mut lines = String::new();
    let mut folders: Vec<&str> = GAMES.iter().map(|game| game.info().id).collect();
    folders.retain(|id| Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec").join(id).exists());
    for game in folders {
        for record in positions(game, most) {
            let (info, scene) = (record.info(), record.scene());
            let names = scene.board.sides.map(|side| side.name);
            assert_eq!(names, info.sides, "the board of {game} knows the sides");
            let drawing = svg(info, &scene, Style::default());
            let name = format!("{game} {}", record.position());
            writeln!(lines, "{}", json!({"name": name, "scene": scene, "svg": drawing})).unwrap();
        }
    }
    let file = std::env::temp_dir().join(format!("chautari-scenes-{}-{most}.jsonl", std::process::id()));
    std::fs::write(&file, lines).unwrap();
    let tested = Command::new("npx")
        .args(["vitest", "run", "src/board/agreement.test.ts"])
        .current_dir(&web)
        .env("CHAUTARI_SCENES", &file)
        .output()
        .unwrap();
    std::fs::remove_file(&file).unwrap();
    let said = String::from_utf8_lossy(&tested.stdout);
    assert!(
        tested.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&tested.stderr)
    );
}
