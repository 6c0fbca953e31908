//! Gomoku: forbidden masks and moves a second in mid-game, leaves a second, and the erased layer.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;

use chautari_bench::{leaves, offers};
use chautari_game::{AnyGame, Game, Position as _};
use chautari_gomoku::{Gomoku, Position};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Cut from games that ended by captures and by fives.
const MIDDLES: [&str; 2] = [
  "237 275 218 274 273 254 256 199 294 253 255 291 219 201 200 238 182 236 276 275 272 236 181 162 257 258 254 164 274 234 180 183",
  "185 222 202 221 220 203 184 166 204 238 200 239 257 201 183 182 164 186 165 144 145 126 224 244 146 125 163 182 201 199 147 219",
];

fn speed(c: &mut Criterion) {
    let mut middles: Vec<Position> = Vec::new();
    for game in MIDDLES {
        let mut p = Gomoku.start();
        for m in game.split(' ') { let m = chautari_gomoku::Cell::new(m.parse().unwrap()).unwrap(); p.apply(m); if p.stones(chautari_gomoku::BLACK).len() > 10 { middles.push(p); } }
    }
    let mut group = c.benchmark_group("gomoku/middle");
    group.throughput(Throughput::Elements(middles.len() as u64));
    group.bench_function("forbidden", |b| b.iter(|| middles.iter().map(|p| black_box(p).forbidden().len()).sum::<u32>()));
    let moves: Vec<_> = middles.iter().flat_map(|p| p.moves().into_iter().map(move |m| (*p, m))).collect();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("make", |b| b.iter(|| moves.iter().filter(|(p, m)| black_box(p).after(*m).outcome().is_some()).count()));
    group.finish();
    leaves(c, "gomoku/start", &Gomoku.start(), 3);
    offers(c, "gomoku/start", &*AnyGame::start(&Gomoku));
}

criterion_group!(benches, speed);
criterion_main!(benches);
