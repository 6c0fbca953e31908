//! Benchmarks common to all games.

use std::hint::black_box;

use std::ops::ControlFlow;

use chautari_game::{AnyRecord, EngineOptions, Game, Limit, Position, Record, perft};
use criterion::{BatchSize, Criterion, Throughput};

/// Measures perft in leaves per second, through the static layer.
pub fn leaves<P: Position>(c: &mut Criterion, name: &str, position: &P, depth: u32) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(perft(position, depth))).sample_size(10);
    group.bench_function("perft", |b| b.iter(|| perft(black_box(position), depth)));
    group.finish();
}

/// Measures offers per second, through the erased layer.
pub fn offers(c: &mut Criterion, name: &str, record: &dyn AnyRecord) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(record.offers().len() as u64));
    group.bench_function("offers", |b| b.iter(|| black_box(record).offers()));
    group.finish();
}

/// Measures the nodes per second of a new engine on one thread.
pub fn nodes<G: Game>(c: &mut Criterion, name: &str, game: G, record: &Record<G>, most: u64) {
    let limit = Limit { nodes: Some(most), ..Limit::default() };
    let engine = || game.engine(&EngineOptions { hash: 16, ..EngineOptions::default() });
    let visited = engine().think(record, &limit, &mut |_| ControlFlow::Continue(())).nodes;
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(visited)).sample_size(10);
    group.bench_function("nodes", |b| {
        let think = |engine: &mut Box<dyn chautari_game::Engine<G>>| {
            engine.think(record, &limit, &mut |_| ControlFlow::Continue(()))
        };
        b.iter_batched_ref(engine, think, BatchSize::PerIteration);
    });
    group.finish();
}
