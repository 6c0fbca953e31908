//! Ban Chess: leaves per second compared with the chess generator alone, the cost of a move through the
//! erased layer, and nodes per second of the engine.
//!
//! Both sides count the last ply in bulk. `banchess_deep` runs the whole table of leaf counts.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;
use std::ops::ControlFlow;

use chautari_banchess::{Banchess, Text};
use chautari_bench::{leaves, offers};
use chautari_game::{AnyGame, EngineOptions, Game, Limit, Notation};
use cozy_chess::Board;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                leaves += chess_perft(&next, depth - 1);
            }
        }
        false
    });
    leaves
}

fn speed(c: &mut Criterion) {
    for (name, fen, ours, theirs) in
        [("start", START, 5, 5), ("kiwipete", KIWIPETE, 4, 4), ("promotions", PROMOTIONS, 6, 5)]
    {
        let record = Text::Fen.read(Banchess, fen).expect("the position is legal");
        leaves(c, &format!("banchess/{name}"), record.position(), ours);
        let board: Board = fen.parse().expect("the position is legal");
        let mut group = c.benchmark_group(format!("chess/{name}"));
        group.throughput(Throughput::Elements(chess_perft(&board, theirs))).sample_size(10);
        group.bench_function("perft", |b| b.iter(|| chess_perft(black_box(&board), theirs)));
        group.finish();
    }
    offers(c, "banchess/ban", &*AnyGame::start(&Banchess));
    let mut moving = AnyGame::start(&Banchess);
    moving.play("b:e2e4").expect("the ban is legal");
    offers(c, "banchess/move", &*moving);
}

/// Measures nodes per second, from the start and from a middlegame.
fn thinking(c: &mut Criterion) {
    const NODES: u64 = 200_000;
    let mut group = c.benchmark_group("banchess/think");
    group.throughput(Throughput::Elements(NODES)).sample_size(10);
    for (name, fen) in [("start", START), ("kiwipete", KIWIPETE)] {
        let record = Text::Fen.read(Banchess, fen).expect("the position is legal");
        let mut engine = Banchess.engine(&EngineOptions::default());
        let limit = Limit { nodes: Some(NODES), ..Limit::default() };
        group.bench_function(name, |b| {
            b.iter(|| engine.think(black_box(&record), &limit, &mut |_| ControlFlow::Continue(())));
        });
    }
    group.finish();
}

criterion_group!(benches, speed, thinking);
criterion_main!(benches);
