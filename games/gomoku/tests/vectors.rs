//! Whole games and single cases with expected results, from `spec/gomoku/`.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;

use chautari_game::{Game, Outcome, Position as _, Side};
use chautari_gomoku::{BLACK, Cell, CellSet, Gomoku, Position, Setup, WHITE};
use serde_json::Value;

fn table(file: &str, key: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/gomoku").join(file);
    let text = fs::read_to_string(path).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    serde_json::from_value(value[key].take()).unwrap()
}

fn cell(value: &Value) -> Cell {
    Cell::new(value.as_u64().unwrap().try_into().unwrap()).unwrap()
}

/// Returns the cells of a list; empty if there is no list.
fn cells(value: &Value) -> CellSet {
    value.as_array().into_iter().flatten().map(cell).collect()
}

fn side(value: &Value) -> Side {
    match value.as_str().unwrap() {
        "b" | "black" => BLACK,
        "w" | "white" => WHITE,
        other => panic!("no side {other}"),
    }
}

fn position(black: CellSet, white: CellSet, pairs: &Value, turn: Side) -> Position {
    let owner = |cell| match (black.contains(cell), white.contains(cell)) {
        (true, false) => Some(BLACK),
        (false, true) => Some(WHITE),
        _ => None,
    };
    let mut stones = [None; Cell::COUNT as usize];
    stones.iter_mut().zip(Cell::all()).for_each(|(stone, cell)| *stone = owner(cell));
    let pairs = serde_json::from_value(pairs.clone()).unwrap();
    Setup { stones, turn, pairs }.vet().unwrap()
}

fn pairs(position: &Position) -> Value {
    [position.pairs(BLACK), position.pairs(WHITE)].as_slice().into()
}

/// Returns the winner and the reason as written in the tables.
fn said(outcome: Option<Outcome>) -> (&'static str, Value) {
    match outcome {
        None => ("no", Value::Null),
        Some(Outcome { winner: None, ending }) => ("draw", ending.code.into()),
        Some(Outcome { winner: Some(side), ending }) => (Gomoku.info().side(side), ending.code.into()),
    }
}

#[test]
fn every_game_plays_out_as_recorded() {
    let games = table("games.json", "games");
    assert_eq!(games.len(), 150);
    let mut plies = 0;
    for (number, game) in games.iter().enumerate() {
        let first = side(&game["first"]);
        let mut position = position(CellSet::EMPTY, CellSet::EMPTY, &[0, 0].as_slice().into(), first);
        let moves = game["moves"].as_array().unwrap();
        let steps = game["steps"].as_array().unwrap();
        assert_eq!(moves.len(), steps.len());
        for (ply, (m, step)) in moves.iter().zip(steps).enumerate() {
            let what = format!("game {number}, ply {ply}, {position:?}");
            assert_eq!(position.check(cell(m)), Ok(()), "{what}");
            position.apply(cell(m));
            assert_eq!(pairs(&position), step["c"], "{what}");
            assert_eq!(position.forbidden(), cells(&step["x"]), "{what}");
            assert_eq!(position.pending_five(), step.get("p").map(side), "{what}");
            assert_eq!(position.stopping_replies(), cells(&step["k"]), "{what}");
            assert_eq!(position.outcome().is_some(), ply + 1 == moves.len(), "{what}");
            plies += 1;
        }
        assert_eq!(said(position.outcome()), (game["winner"].as_str().unwrap(), game["how"].clone()));
    }
    assert_eq!(plies, 7525);
}

#[test]
fn every_case_is_as_described() {
    let cases = table("cases.json", "cases");
    assert_eq!(cases.len(), 36);
    for case in cases {
        let name = case["name"].as_str().unwrap();
        let (black, white) = (cells(&case["black"]), cells(&case["white"]));
        let mut position = position(black, white, &case["pairs"], side(&case["turn"]));
        assert_eq!(position.forbidden(), cells(&case["illegal_for_turn"]), "{name}");
        for ply in case["plies"].as_array().unwrap() {
            let m = cell(&ply["move"]);
            assert_eq!(position.check(m).is_ok(), ply["legal"] == true, "{name}");
            if ply["legal"] == false {
                continue;
            }
            assert_eq!(position.captures_at(m), cells(&ply["captured"]), "{name}");
            position.apply(m);
            assert_eq!(pairs(&position), ply["pairs"], "{name}");
            assert_eq!(
                said(position.outcome()),
                (ply["winner"].as_str().unwrap(), ply["how"].clone()),
                "{name}"
            );
            assert_eq!(position.pending_five(), ply.get("pending").map(side), "{name}");
            assert_eq!(position.stopping_replies(), cells(&ply["breaks"]), "{name}");
        }
    }
}
