//! What the benchmarks of all games share.

use std::hint::black_box;

use chautari_game::{AnyRecord, Position, perft};
use criterion::{Criterion, Throughput};

/// Leaves a second through the static layer.
pub fn leaves<P: Position>(c: &mut Criterion, name: &str, position: &P, depth: u32) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(perft(position, depth))).sample_size(10);
    group.bench_function("perft", |b| b.iter(|| perft(black_box(position), depth)));
    group.finish();
}

/// Listed moves a second through the erased layer.
pub fn offers(c: &mut Criterion, name: &str, record: &dyn AnyRecord) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(record.offers().len() as u64));
    group.bench_function("offers", |b| b.iter(|| black_box(record).offers()));
    group.finish();
}
