//! The examples work as described.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "they are programs, and here they are parts of one"
)]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "../examples/add_game.rs"]
mod add_game;
#[path = "../examples/ask_engine.rs"]
mod ask_engine;
#[path = "../examples/probe_table.rs"]
mod probe_table;
#[path = "../examples/random_game.rs"]
mod random_game;

#[test]
fn a_random_game_of_anything_comes_to_an_end() {
    for game in chautari_games::GAMES {
        let told = random_game::play(game.info().id, 7).unwrap();
        assert!(told.contains(" won after "), "{told}");
    }
    assert!(random_game::play("chess", 7).is_err());
}

#[test]
fn an_engine_answers_and_takes_what_it_can() {
    let capture = ask_engine::best("baghchal:captures=1", &["mB1"], 20_000).unwrap();
    assert_eq!(capture, "mA1C1(B1)");
}

#[test]
fn a_table_knows_what_every_move_is_worth() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("example-tables");
    // One capture wins, and each corner can jump to the middle.
    let lines =
        probe_table::worth("baghchal:captures=1", &folder, "TGGGT/GGGGG/GGXGG/GGGGG/TGGGT t c0").unwrap();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines.iter().all(|line| line.contains("Tigers win")), "{lines:?}");
}

#[test]
fn a_game_of_ones_own_is_played() {
    assert_eq!(add_game::first_moves("sprint").unwrap().split(' ').count(), 3);
}
