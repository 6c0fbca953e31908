//! Gomoku: forbidden cells and moves per second in middlegames, leaves per second, and the erased layer.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;

use chautari_bench::{leaves, offers};
use chautari_game::{AnyGame, Game, Notation, Position as _};
use chautari_gomoku::{Cell, Gomoku, Position, Text};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const GAMES: &str = include_str!("../../spec/gomoku/playthrough.txt");

/// Returns the positions of recorded games from ply 20 to 80, with the move played there.
fn middles() -> Vec<(Position, Cell)> {
    let mut middles = Vec::new();
    for game in GAMES.lines().filter(|line| line.starts_with("gomoku ; start ;")) {
        let moves = game.split(" ; ").nth(2).into_iter().flat_map(str::split_whitespace);
        let mut position = Gomoku.start();
        for (ply, m) in moves.enumerate() {
            let m = Text::Cells.read_move(&position, m).expect("the move is on the board");
            if (20..80).contains(&ply) {
                middles.push((position, m));
            }
            position.apply(m);
        }
    }
    middles
}

fn speed(c: &mut Criterion) {
    let middles = middles();
    let mut group = c.benchmark_group("gomoku/middle");
    group.throughput(Throughput::Elements(middles.len() as u64));
    group.bench_function("forbidden", |b| {
        b.iter(|| middles.iter().map(|(position, _)| black_box(position).forbidden().len()).sum::<u32>());
    });
    group.bench_function("played moves", |b| {
        b.iter(|| middles.iter().filter(|(position, m)| ends(position, *m)).count());
    });
    let all: Vec<_> = middles.iter().map(|(position, _)| (position, position.moves())).collect();
    group.throughput(Throughput::Elements(all.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("all moves", |b| {
        b.iter(|| {
            let wins = |(position, moves): &(&Position, Vec<Cell>)| {
                moves.iter().filter(|m| ends(position, **m)).count()
            };
            all.iter().map(wins).sum::<usize>()
        });
    });
    group.finish();
    leaves(c, "gomoku/start", &Gomoku.start(), 3);
    offers(c, "gomoku/start", &*AnyGame::start(&Gomoku));
}

/// Plays a move with its captures and checks whether it wins.
fn ends(position: &Position, m: Cell) -> bool {
    black_box(position).after(m).outcome().is_some()
}

criterion_group!(benches, speed);
criterion_main!(benches);
