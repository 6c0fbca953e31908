//! The scene of Gomoku.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use chautari_game::{AnyGame, AnyRecord, MarkKind, Shape};
use chautari_gomoku::Gomoku;

fn rows(rows: &[(usize, &str)]) -> String {
    let row = |i| rows.iter().find(|(row, _)| *row == i).map_or("19", |(_, text)| text);
    (0..19).map(row).collect::<Vec<_>>().join("/")
}

fn record(board: &str, moves: &[&str]) -> Box<dyn AnyRecord> {
    let mut record = Gomoku.read_position(board).unwrap();
    for m in moves {
        record.play(m).unwrap();
    }
    record
}

fn marked(record: &dyn AnyRecord, kind: MarkKind) -> Vec<u16> {
    record.scene().marks.into_iter().filter(|mark| mark.kind == kind).flat_map(|mark| mark.points).collect()
}

#[test]
fn the_board_has_nineteen_lines_each_way_and_nine_stars() {
    let scene = AnyGame::start(&Gomoku).scene();
    assert_eq!(scene.board.lines.len(), 38);
    let stars = scene.board.points.iter().filter(|point| point.shape == Shape::Star);
    let stars: Vec<&str> = stars.map(|point| point.label.as_str()).collect();
    assert_eq!(stars, ["D16", "K16", "Q16", "D10", "K10", "Q10", "D4", "K4", "Q4"]);
    assert_eq!(scene.board.columns[8], (16, "J".to_owned()));
    assert_eq!(scene.board.rows[0], (0, "19".to_owned()));
    assert_eq!((scene.pieces.len(), scene.marks.len()), (0, 0));
}

#[test]
fn a_capture_marks_what_it_took_and_counts_it() {
    let record = record(&(rows(&[(5, "6oox10")]) + " b 0 0"), &["100"]);
    let scene = record.scene();
    assert_eq!(marked(&*record, MarkKind::LastMove), [100]);
    assert_eq!(marked(&*record, MarkKind::Captured), [101, 102]);
    assert_eq!(
        scene.pieces.iter().map(|p| (p.at, p.side, p.glyph)).collect::<Vec<_>>(),
        [(100, "black", 'x'), (103, "black", 'x')]
    );
    assert_eq!(
        scene.tallies.iter().map(|t| (t.side, t.count, t.of)).collect::<Vec<_>>(),
        [("black", 1, 5), ("white", 0, 5)]
    );
}

#[test]
fn forbidden_cells_are_marked_for_the_side_to_move() {
    let board = rows(&[(6, "8x10"), (7, "8x10"), (8, "6xx11")]);
    assert_eq!(marked(&*record(&(board.clone() + " b 0 0"), &[]), MarkKind::Forbidden), [160]);
    assert_eq!(marked(&*record(&(board + " w 0 0"), &[]), MarkKind::Forbidden), [0_u16; 0]);
}

#[test]
fn the_five_is_marked_once_it_has_won() {
    let board = rows(&[(4, "7o11"), (5, "5xxxx10"), (6, "7x11")]) + " b 0 0";
    let pending = record(&board, &["104"]);
    assert_eq!(marked(&*pending, MarkKind::Winning), [0_u16; 0]);
    let unbroken = record(&board, &["104", "0"]);
    assert_eq!(marked(&*unbroken, MarkKind::Winning), [100, 101, 102, 103, 104]);
    assert_eq!(marked(&*unbroken, MarkKind::Forbidden), [0_u16; 0]);
}
