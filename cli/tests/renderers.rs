//! Two programs draw boards: `crates/picture` and the page. What they must agree on is in the scene; here
//! positions of the tables under `spec/` are drawn both ways, and `web/src/board/agreement.test.ts` holds one
//! against the other.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "../../e2e/src/skipped.rs"]
mod skipped;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use chautari_game::AnyRecord;
use chautari_games::GAMES;
use chautari_picture::{Style, svg};
use serde_json::json;

/// At most so many positions a game, evenly spread: a board of Gomoku has 361 points, and the page is drawn by a slow
/// hand.
const FEW: usize = 150;

fn rows(folder: &Path, file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    rows.map(|line| line.split(" ; ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What a game's tables come to, at most so many: positions that are accepted, and every ply of the games.
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
fn the_page_draws_what_a_picture_draws() {
    agree(FEW);
}

#[test]
#[ignore = "minutes: every position of the tables"]
fn the_page_draws_every_position_as_a_picture_does() {
    agree(usize::MAX);
}

fn agree(most: usize) {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    if !web.join("../node_modules/vitest").exists() {
        skipped::skipped("pictures of the page beside those of the program: `npm ci` was not run");
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
