//! Single cases of texts and scenes that the spec tables cannot express.

#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

use chautari_banchess::{BanChess, Banchess};
use chautari_game::{AnyGame, AnyRecord, Fault, MarkKind};

fn at(fen: &str) -> Box<dyn AnyRecord> {
    Banchess.read_position(fen).unwrap()
}

fn moves_of(pgn: &str) -> Vec<String> {
    Banchess.read("pgn", pgn).unwrap().moves()
}

#[test]
fn pgn_is_written_a_line_a_move() {
    let game = BanChess::replay(["b:e2e4", "m:d2d4", "b:e7e5", "m:d7d5", "b:c2c4", "m:g1f3"]).unwrap();
    let expected = "[Variant \"Ban Chess\"]\n[Result \"*\"]\n\n\
                    1. {banning: e2e4} d4 {banning: e7e5} d5\n\
                    2. {banning: c2c4} Nf3 *";
    assert_eq!(game.pgn(), expected);
    assert_eq!(BanChess::new().pgn(), "[Variant \"Ban Chess\"]\n[Result \"*\"]\n\n*");
}

#[test]
fn pgn_of_a_special_start_contains_it() {
    let start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 8:g8f6";
    let mut game = BanChess::from_fen(start).unwrap();
    game.play_serialized("m:d8h4").unwrap();
    let pgn = game.pgn();
    assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n2... Qh4 *")), "{pgn}");
    assert_eq!(BanChess::from_pgn(&pgn).unwrap().fen(), game.fen());
}

#[test]
fn pgn_is_read_however_it_is_spaced_and_annotated() {
    let plain = moves_of("1. {banning: e2e4} d4 {banning: e7e5} Nf6 2. {banning: c2c4} Nf3");
    for pgn in [
        "1.{banning:e2e4}d4{banning:e7e5}Nf6 2.{banning:c2c4}Nf3",
        "{ banning :\n e2e4 } d4 {banning: e7e5 } 1... Nf6 {banning: c2c4} Nf3",
        "1. {banning: e2e4} d4! $14 {a good square} {banning: e7e5+} Nf6 ?! ; and now\n2. {banning: c2c4} Nf3!? *",
        "\u{feff}[Event \"a \\\"match\\\" \\\\\"]\r\n[Variant \"Ban Chess\"]\r\n\r\n1. {banning: e2e4} d4+ {banning: e7e5} Nf6 2. {banning: c2c4} Ngf3",
        "1. ... {banning: e2e4} d4 {banning: e7e5} Nf6 2 {banning: c2c4} Ng1f3 1-0",
    ] {
        assert_eq!(moves_of(pgn), plain, "{pgn}");
    }
}

#[test]
fn castling_is_read_with_letters_and_with_zeros() {
    let tag = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 2:e1e2\"] ";
    for (text, action) in [("O-O", "m:e1g1"), ("0-0", "m:e1g1"), ("O-O-O", "m:e1c1"), ("0-0-0+", "m:e1c1")] {
        assert_eq!(moves_of(&format!("{tag} 1. {text}")), [action]);
    }
}

#[test]
fn incorrect_pgn_of_the_document_is_refused_at_its_error() {
    // Its second ban forbids d2-d4, which has been played already.
    let pgn = "1. {banning: e2e4} d4 {banning: e7e5} d5\n2. {banning: d2d4} g4 {banning: h7h6} Qh4# 0-1";
    let fault = Banchess.read("pgn", pgn).map(drop).unwrap_err();
    assert_eq!(fault.to_string(), "At offset 54: Nothing stands on d2.");
    assert_eq!(&pgn[54..58], "d2d4");
}

#[test]
fn a_refused_move_is_named_with_its_place() {
    let pgn = "1. {banning: e2e4} d4 {banning: e7e5} e5";
    let fault = Banchess.read("pgn", pgn).map(drop).unwrap_err();
    let Fault::Refused { at: Some(offset), reasons } = fault else { panic!("{fault}") };
    assert_eq!((&pgn[offset..], reasons[0].code), ("e5", "banned"));
    assert_eq!(reasons[0].points, [52, 36]);
}

#[test]
fn a_finished_game_carries_its_result() {
    for (fen, action, result) in [
        ("k7/2N5/1K6/8/8/8/8/8 b - - 0 1 3", "b:a8b8", "1... {banning: a8b8#} 1-0"),
        ("8/k7/2Q5/8/8/8/8/4K3 b - - 9 5 19", "b:a7b8", "5... {banning: a7b8=} 1/2-1/2"),
        ("8/8/8/3k4/4Q3/8/8/4K3 b - - 0 1 4:d5c5", "m:d5e4", "1... Kxe4 1/2-1/2"),
        ("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1 2:g1g7", "m:g1g6", "1. Qg6= 1/2-1/2"),
    ] {
        let mut game = BanChess::from_fen(fen).unwrap();
        game.play_serialized(action).unwrap();
        let pgn = game.pgn();
        assert!(pgn.ends_with(&format!("\n\n{result}")), "{pgn}");
        assert_eq!(BanChess::from_pgn(&pgn).unwrap().outcome(), game.outcome());
        // The reader derives the result itself.
        let untold = pgn.rsplit_once(' ').unwrap().0;
        assert_eq!(BanChess::from_pgn(untold).unwrap().outcome(), game.outcome());
    }
}

#[test]
fn pieces_are_told_apart_over_all_chess_moves_banned_or_not() {
    // Both knights can go to d2. One way is banned, and the other is still written Nbd2.
    let mut game = at("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1 2:f3d2");
    assert_eq!(game.fork().play("m:b1d2").unwrap().further.as_deref(), Some("Nbd2"));
    assert_eq!(game.play_in("pgn", "Nbd2").unwrap().text, "m:b1d2");
    // Same file: by rank. Neither alone: by both.
    let san = |fen, action| at(fen).play(action).unwrap().further.unwrap();
    assert_eq!(san("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1 2:e1e2", "m:a1a3"), "R1a3");
    assert_eq!(san("8/7k/8/8/Q2Q4/8/8/Q5K1 w - - 0 1 2:g1g2", "m:a4d1"), "Qa4d1");
    // A pinned knight is not ambiguous.
    assert_eq!(san("4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1 2:e1d1", "m:a1b3"), "Nb3");
}

#[test]
fn bans_are_played_in_the_notation_of_pgn() {
    let mut game = AnyGame::start(&Banchess);
    assert_eq!(game.play_in("pgn", "e2e4").unwrap().text, "b:e2e4");
    assert_eq!(game.play_in("pgn", "d4").unwrap().text, "m:d2d4");
}

#[test]
fn the_scene_marks_move_ban_check_and_mate() {
    let mut game = at("k7/2p5/1K6/3N4/8/8/8/8 w - - 0 1 2:b6c7");
    let marks = |game: &dyn AnyRecord, kind: MarkKind| {
        let points = game.scene().marks.into_iter().find(|mark| mark.kind == kind)?.points;
        Some(
            points
                .into_iter()
                .map(|p| game.scene().board.points[usize::from(p)].label.clone())
                .collect::<Vec<_>>(),
        )
    };
    let squares = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    assert_eq!(marks(&*game, MarkKind::Banned), squares(&["b6", "c7"]));
    assert_eq!(marks(&*game, MarkKind::Check), squares(&["b6"]));
    assert_eq!(marks(&*game, MarkKind::LastMove), None);
    game.play("m:d5c7").unwrap();
    assert_eq!(marks(&*game, MarkKind::Banned), None);
    game.play("b:a8b8").unwrap();
    assert_eq!(marks(&*game, MarkKind::LastMove), squares(&["d5", "c7"]));
    assert_eq!(marks(&*game, MarkKind::Banned), squares(&["a8", "b8"]));
    assert_eq!(marks(&*game, MarkKind::Check), squares(&["a8"]));
    assert_eq!(marks(&*game, MarkKind::Winning), squares(&["c7"]));
}

#[test]
fn promotions_share_a_gesture_and_differ_by_name() {
    let game = at("8/P6k/8/8/8/8/8/K7 w - - 0 1 2:a1b1");
    let offers = game.offers();
    let promotions: Vec<_> =
        offers.iter().filter(|o| o.points == [48, 56]).map(|o| o.label.as_deref()).collect();
    assert_eq!(promotions, [Some("queen"), Some("rook"), Some("bishop"), Some("knight")]);
}

#[test]
fn a_list_of_actions_begins_at_the_usual_start() {
    let fault = at("8/P6k/8/8/8/8/8/K7 w - - 0 1 1").write("bcn").unwrap_err();
    assert!(matches!(fault, Fault::Unsupported(_)));
}

#[test]
fn texts_that_fail_late_leave_no_state() {
    let mut game = BanChess::new();
    game.play_serialized("b:e2e4").unwrap();
    let state = chautari_banchess::SyncState { fen: game.fen() + " junk", last_action: None, ply: 2 };
    assert!(game.load_from_sync_state(&state).is_err());
    assert_eq!(game.ply(), 2);
    assert_eq!(game.history().len(), 1);
}
