//! The scene, and the points highlighted by refusals.

use std::collections::HashMap;

use chautari_creeper::Creeper;
use chautari_game::{AnyGame, AnyRecord, MarkKind, Scene, Shape};

/// Returns the labels of some points.
fn labels(scene: &Scene, points: &[u16]) -> Vec<String> {
    points.iter().map(|&point| scene.board.points[usize::from(point)].label.clone()).collect()
}

fn marked(scene: &Scene, kind: MarkKind) -> Vec<String> {
    let marks = scene.marks.iter().filter(|mark| mark.kind == kind);
    marks.flat_map(|mark| labels(scene, &mark.points)).collect()
}

fn at(state: &str) -> Box<dyn AnyRecord> {
    Creeper.read_position(state).unwrap_or_else(|e| panic!("{state}: {e}"))
}

/// Draws the scene as text, one line per row of points.
fn drawn(scene: &Scene) -> Vec<String> {
    let shape = |shape| match shape {
        Shape::Pin => '·',
        _ => '-',
    };
    let shapes = scene.board.points.iter().map(|point| ((point.x, point.y), shape(point.shape)));
    let mut cells: HashMap<_, _> = shapes.collect();
    for piece in &scene.pieces {
        let point = &scene.board.points[usize::from(piece.at)];
        cells.insert((point.x, point.y), piece.glyph);
    }
    let row = |y| (0..scene.board.width).map(|x| cells.get(&(x, y)).unwrap_or(&' ')).collect::<String>();
    (0..scene.board.height).map(|y| row(y).trim_end().to_owned()).collect()
}

#[test]
fn the_start_looks_like_this() {
    let scene = AnyGame::start(&Creeper).scene();
    let picture = [
        "  o o · x x",
        " O - - - - X",
        "o · · · · · x",
        " - - - - - -",
        "o · · · · · x",
        " - - - - - -",
        "· · · · · · ·",
        " - - - - - -",
        "x · · · · · o",
        " - - - - - -",
        "x · · · · · o",
        " X - - - - O",
        "  x x · o o",
    ];
    assert_eq!(drawn(&scene), picture);
    let bases = scene.board.points.iter().filter(|point| point.shape == Shape::Base);
    assert_eq!(bases.map(|base| &base.label[..]).collect::<Vec<_>>(), ["a1-b2", "f1-g2", "a6-b7", "f6-g7"]);
    let tallies: Vec<_> =
        scene.tallies.iter().map(|tally| (tally.side, tally.label, tally.count, tally.of)).collect();
    assert_eq!(tallies, [("x", "pins", 8, 8), ("o", "pins", 8, 8)]);
}

#[test]
fn a_jump_marks_what_it_takes() {
    let mut record =
        at(".................x......o.............o..........o....x...............x........x....ox");
    record.play("d3d5").unwrap();
    let scene = record.scene();
    assert_eq!(marked(&scene, MarkKind::LastMove), ["d3", "d5"]);
    assert_eq!(marked(&scene, MarkKind::Captured), ["d4"]);
    assert_eq!(scene.tallies[1].count, 1);
    // A leap captures nothing.
    record.play("d6e7").unwrap();
    assert_eq!(marked(&record.scene(), MarkKind::Captured), [""; 0]);
}

#[test]
fn a_win_marks_a_shortest_chain() {
    // Two chains connect c1-d2 with b2-c3; either may be shown, but not both.
    let mut record =
        at("........x..................o.....................oxxxxx.xx...x.....x.....x.....x....ox");
    assert_eq!(marked(&record.scene(), MarkKind::Winning), [""; 0]);
    record.play("b2a3").unwrap();
    let chain = marked(&record.scene(), MarkKind::Winning);
    assert_eq!(chain.len(), 11);
    assert_eq!((&chain[0][..], &chain[10][..]), ("a6-b7", "f1-g2"));
    assert!(chain.contains(&"a2-b3".to_owned()));
}

#[test]
fn every_reason_lights_up_its_points() {
    let state = "xoo.xx.o.....xo.....x...x?..x.....ox.....o.xx.oo......x.....#..................x....x.";
    let fault = Creeper.read_position(state).err().unwrap();
    let scene = AnyGame::start(&Creeper).scene();
    let reasons: Vec<_> = fault
        .reasons()
        .iter()
        .map(|reason| format!("{}: {}", reason.text, labels(&scene, &reason.points).join(" ")))
        .collect();
    let expected = [
        "There is no place for a pin on a1.: a1-b2",
        "Character 26 is `?`, and a state has only `x`, `o` and `.`.: e4",
        "No side has more than 8 pins, and Teal has 9.: e1 f1 g2 g3 d4 a5 a6 b7 c7",
        "The octagon a1-b2 is a base of Orange and never changes.: a1-b2",
        "Character 61 is `#`, and a state has only `x`, `o` and `.`.: f2-g3",
        "The octagon f6-g7 is a base of Orange and never changes.: f6-g7",
        "Character 86 names the side to move, `x` or `o`.: ",
    ];
    assert_eq!(reasons, expected);
}

#[test]
fn a_refused_move_lights_up_what_is_in_the_way() {
    let scene = AnyGame::start(&Creeper).scene();
    for (m, points) in [
        ("a1g7", "a1-b2 f6-g7"),
        ("d4d5", "d4"),
        ("b1b2", "b1"),
        ("a5a5", "a5"),
        ("a5a6", "a6"),
        ("a5c3", "a5 c3"),
        ("a5c4", "a5 c4"),
        ("a5c5", "b5"),
        ("a6a4", "a5"),
    ] {
        let fault = AnyGame::start(&Creeper).play(m).err().unwrap();
        let lit: Vec<_> = fault.reasons().iter().flat_map(|reason| labels(&scene, &reason.points)).collect();
        assert_eq!(lit.join(" "), points, "{m}: {fault}");
    }
}

#[test]
fn people_are_told_of_teal_and_orange() {
    let refused = |m: &str| AnyGame::start(&Creeper).play(m).err().unwrap().to_string();
    assert_eq!(refused("b1b2"), "The pin on b1 belongs to Orange, and it is not their turn.");
    assert_eq!(refused("a5a5"), "The pin on a5 must move; you cannot pass.");
}
