//! The example game satisfies all laws, plays, is drawn, and speaks the engine protocol.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::ops::ControlFlow;

use chautari_game::conformance::Effort;
use chautari_game::{AnyGame, EngineOptions, Level, Limit};
use chautari_picture::{Style, svg};
use chautari_search::{AlphaBeta, Evaluator, Handicap};
use chautari_sprint::{Position, Sprint};

#[test]
fn sprint_conforms() {
    AnyGame::conform(&Sprint, &Effort { cases: 100, plies: 60 }).unwrap();
}

#[test]
fn perft_agrees_with_counts_by_hand() {
    // The two pawns on the rim have two moves each, the three between them three.
    assert_eq!(Sprint.start().perft(1), 2 * 2 + 3 * 3);
    assert_eq!(Sprint.start().perft(2), 13 * 13);
}

/// Returns how many of ten games the first of two levels wins, playing both colours.
fn points(levels: [u8; 2]) -> usize {
    let wins = |game: u64| {
        let mut record = Sprint.start();
        let engine = |level| {
            let level = Level::new(level).unwrap();
            AnyGame::engine(
                &Sprint,
                &EngineOptions { level, seed: game, hash: 1, ..EngineOptions::default() },
            )
        };
        let mut engines = levels.map(engine);
        let mut player = game as usize % 2;
        while record.outcome().is_none() {
            let moves = record.moves();
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let limit = Limit { nodes: Some(1000), ..Limit::default() };
            let watch = &mut |_: &_| ControlFlow::Continue(());
            let best = engines[player].think(None, &moves, &limit, watch).unwrap().best.unwrap();
            record.play(&best).unwrap();
            player = 1 - player;
        }
        // The side that would be to move has lost.
        player == 1
    };
    (0..10).filter(|&game| wins(game)).count()
}

#[test]
fn higher_levels_are_stronger_without_an_evaluator() {
    let points = points([6, 1]);
    assert!(points >= 8, "{points} of 10");
}

/// A minimal evaluator: the side further ahead is better.
#[derive(Clone)]
struct Ahead;

impl Evaluator<Position> for Ahead {
    type State = ();

    fn evaluate(&self, position: &Position, (): &()) -> i32 {
        use chautari_game::{Position as _, Side};
        let worth = |square: chautari_sprint::Square| match position.owner(square) {
            None => 0,
            Some(Side::One) => 100 + 10 * (4 - i32::from(square.row())),
            Some(Side::Two) => -100 - 10 * i32::from(square.row()),
        };
        let white: i32 = chautari_sprint::Square::all().map(worth).sum();
        if position.turn() == Side::One { white } else { -white }
    }
}

#[test]
fn minimal_evaluator_conforms_and_wins() {
    chautari_search::conformance::check(Sprint, &Ahead, 20).unwrap();
    let mut engine =
        AlphaBeta::new(Ahead, Handicap::NONE, &EngineOptions { hash: 1, ..EngineOptions::default() });
    let record = chautari_game::Record::new(Sprint);
    let limit = Limit { depth: Some(5), ..Limit::default() };
    let thought =
        chautari_game::Engine::think(&mut engine, &record, &limit, &mut |_| ControlFlow::Continue(()));
    assert_eq!((thought.depth, thought.line.len()), (5, 5));
}

#[test]
fn sprint_is_drawn() {
    let record = Sprint.start();
    let drawn = svg(record.info(), &record.scene(), Style::default());
    assert_eq!(drawn.matches("<use ").count(), 10, "{drawn}");
}

#[test]
fn sprint_speaks_the_engine_protocol() {
    use chautari_ugi::{Frame, Reply, Session};
    let mut session = Session::new(Sprint.boxed(), EngineOptions::default());
    session.receive(&Frame::Line("position startpos moves c1c2".to_owned()));
    let replies = session.receive(&Frame::Line("query result".to_owned()));
    assert!(matches!(&replies[..], [Reply::Say(said)] if said == "response none"), "{replies:?}");
}
