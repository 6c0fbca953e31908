//! The `BanChess` type against its documentation.

#![allow(clippy::unwrap_used, reason = "a test may fail this way")]

use chautari_banchess::{
    Action, ActionType, BanChess, IndicatorConfig, Indicators, Pair, PlayError, Player, Promotion, Square::*,
    SyncState,
};

/// A mate by move on the eighth ply.
const MATE: [&str; 8] = ["b:e2e4", "m:f2f3", "b:e7e6", "m:e7e5", "b:d2d4", "m:g2g4", "b:d8e7", "m:d8h4#"];

fn error(game: &mut BanChess, action: Action) -> String {
    let before = game.fen();
    let error = game.play(action).unwrap_err().to_string();
    assert_eq!(game.fen(), before, "nothing is played half");
    error
}

#[test]
fn errors_say_what_was_wrong() {
    let mut game = BanChess::new();
    assert_eq!(error(&mut game, Action::step(E2, E4)), "Expected a ban, not a move");
    assert_eq!(error(&mut game, Action::ban(E2, E5)), "Invalid ban: e2-e5");
    game.play(Action::ban(E2, E4)).unwrap();
    assert_eq!(error(&mut game, Action::ban(D2, D4)), "Expected a move, not a ban");
    assert_eq!(error(&mut game, Action::step(E2, E4)), "Move e2-e4 is banned");
    assert_eq!(error(&mut game, Action::step(E2, E5)), "Invalid move: e2-e5");
    assert_eq!(error(&mut game, Action::promote(E2, E3, Promotion::Queen)), "Invalid move: e2-e3");
    let format = game.play_serialized("e2e4").unwrap_err();
    assert_eq!(format.to_string(), "Invalid serialized action format: e2e4");
    let mut over = BanChess::replay(MATE).unwrap();
    assert_eq!(error(&mut over, Action::ban(A2, A3)), "Game is over");
}

#[test]
fn a_repetition_ends_the_game_for_every_action() {
    let shuffle = ["m:g1f3", "m:g8f6", "m:f3g1", "m:f6g8"];
    let mut game = BanChess::new();
    for m in shuffle.iter().cycle().take(8) {
        let ban = if game.active_player() == Player::Black { "b:a2a3" } else { "b:a7a6" };
        game.play_serialized(ban).unwrap();
        game.play_serialized(m).unwrap();
    }
    assert_eq!(game.outcome().unwrap().ending.code, "threefold-repetition");
    assert!(game.game_over() && !game.in_checkmate() && !game.in_stalemate());
    assert_eq!(game.winner(), None);
    assert_eq!(game.legal_actions(), []);
    assert_eq!(error(&mut game, Action::ban(A2, A3)), "Game is over");
    assert_eq!(game.undo(), Some(Action::step(F6, G8)));
    assert!(!game.game_over());
}

#[test]
fn winner_is_independent_of_the_acting_player() {
    let by_move = BanChess::replay(MATE).unwrap();
    assert_eq!((by_move.winner(), by_move.active_player()), (Some(Player::Black), Player::Black));
    let mut by_ban = BanChess::from_fen("k7/2N5/1K6/8/8/8/8/8 b - - 0 1 3").unwrap();
    assert_eq!(by_ban.legal_actions(), [Action::ban(A8, B8)]);
    let result = by_ban.play(Action::ban(A8, B8)).unwrap();
    assert!(result.checkmate() && result.game_over() && !result.stalemate());
    assert_eq!(result.san, "a8b8#");
    assert_eq!((by_ban.winner(), by_ban.active_player()), (Some(Player::White), Player::Black));
}

#[test]
fn actions_go_through_text_and_back() {
    for (action, text) in [
        (Action::ban(E2, E4), "b:e2e4"),
        (Action::step(D2, D4), "m:d2d4"),
        (Action::promote(E7, E8, Promotion::Queen), "m:e7e8q"),
    ] {
        assert_eq!(BanChess::serialize_action(action), text);
        assert_eq!(BanChess::deserialize_action(text), Ok(action));
    }
    assert_eq!(BanChess::deserialize_action("m:d8h4#"), Ok(Action::step(D8, H4)));
    for text in
        ["", "b:", "B:e2e4", "b:e2e4q", "m:e7e8Q", "m:e7e8k", "m:e2e4++", "m:e2e9", "m:e2e4 x", "e2e4"]
    {
        assert_eq!(BanChess::deserialize_action(text), Err(PlayError::Format(text.to_owned())));
    }
}

#[test]
fn each_indicator_switch_acts_alone() {
    let mut game = BanChess::replay(MATE).unwrap();
    assert_eq!(game.indicator_config(), IndicatorConfig::default());
    let written = |game: &BanChess| {
        let shown = |text: &str| text.contains('#');
        [
            shown(&game.pgn()),
            shown(game.action_history().last().unwrap()),
            shown(&game.history().last().unwrap().san),
        ]
    };
    let switch = |shown: bool| if shown { Indicators::Shown } else { Indicators::Hidden };
    for bits in 0..8 {
        let [pgn, serialization, san] = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
        let config =
            IndicatorConfig { pgn: switch(pgn), serialization: switch(serialization), san: switch(san) };
        game.set_indicator_config(config);
        assert_eq!(written(&game), [pgn, serialization, san]);
        let last = if serialization { "m:d8h4#" } else { "m:d8h4" };
        assert_eq!(game.last_action_serialized().as_deref(), Some(last));
        assert_eq!(game.sync_state().last_action.as_deref(), Some(last));
        let undone = game.undo().unwrap();
        assert_eq!(game.play(undone).unwrap().san, if san { "Qh4#" } else { "Qh4" });
        assert!(BanChess::from_pgn(&game.pgn()).unwrap().in_checkmate());
    }
}

#[test]
fn history_contains_every_ply() {
    let game = BanChess::replay(&MATE[..4]).unwrap();
    let history = game.history();
    let told: Vec<_> = history.iter().map(|e| (e.ply, e.player, e.action.kind(), e.san.as_str())).collect();
    assert_eq!(
        told,
        [
            (1, Player::Black, ActionType::Ban, "e2e4"),
            (2, Player::White, ActionType::Move, "f3"),
            (3, Player::White, ActionType::Ban, "e7e6"),
            (4, Player::Black, ActionType::Move, "e5"),
        ]
    );
    assert_eq!(history[3].fen, game.fen());
    assert_eq!(game.last_action(), Some(Action::step(E7, E5)));
}

#[test]
fn a_sync_state_carries_the_position_and_no_history() {
    let game = BanChess::replay(&MATE[..5]).unwrap();
    let state = game.sync_state();
    assert_eq!(state.last_action.as_deref(), Some("b:d2d4"));
    assert_eq!(state.ply, 6);
    let mut other = BanChess::new();
    other.load_from_sync_state(&state).unwrap();
    assert_eq!(other.fen(), game.fen());
    assert_eq!(other.current_ban(), Some(Pair { from: D2, to: D4 }));
    assert_eq!(other.history(), []);
    assert_eq!(other.sync_state(), state);
    assert_eq!(BanChess::new().sync_state().last_action, None);
}

#[test]
fn a_sync_state_that_contradicts_itself_changes_nothing() {
    let good = BanChess::replay(&MATE[..6]).unwrap().sync_state();
    let mut game = BanChess::replay(&MATE[..2]).unwrap();
    let before = game.fen();
    let last = |text: &str| Some(text.to_owned());
    for (state, expected) in [
        (SyncState { ply: 8, ..good.clone() }, "ply-mismatch"),
        (SyncState { last_action: last("b:d2d4"), ..good.clone() }, "last-action-mismatch"),
        (SyncState { last_action: last("m:a2a3"), ..good.clone() }, "last-action-mismatch"),
        (SyncState { last_action: last("g4"), ..good.clone() }, "syntax"),
        (SyncState { fen: good.fen.replace("kbnr", "qbnr"), ..good.clone() }, "king-count"),
    ] {
        let fault = game.load_from_sync_state(&state).unwrap_err();
        assert_eq!(fault.reasons()[0].code, expected);
        assert_eq!((game.fen(), game.history().len()), (before.clone(), 2));
    }
    game.load_from_sync_state(&good).unwrap();
    assert_eq!(game.ply(), 7);
}

#[test]
fn replay_names_the_action_that_fails() {
    let error = BanChess::replay(["b:e2e4", "m:e2e4"]).unwrap_err();
    assert_eq!(error.to_string(), "Action 1: Move e2-e4 is banned");
}

#[test]
fn undo_goes_back_to_where_the_game_began() {
    let mut game = BanChess::replay(MATE).unwrap();
    for _ in MATE {
        assert!(game.undo().is_some());
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game.fen(), BanChess::new().fen());
}

#[test]
fn reset_begins_anew_and_keeps_the_switches() {
    let mut game = BanChess::replay(MATE).unwrap();
    let config = IndicatorConfig { san: Indicators::Hidden, ..IndicatorConfig::default() };
    game.set_indicator_config(config);
    game.reset();
    assert_eq!((game.ply(), game.history().len()), (1, 0));
    assert_eq!(game.indicator_config(), config);
}
