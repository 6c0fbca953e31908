//! Solving Bagh Chal: its speed relative to the memory bandwidth, and the lookup speed of the tables.
//!
//! `CHAUTARI_TABLES` may name a folder with the tables of the whole game, optional captures; without
//! it only the sliding phase is probed. The whole game is timed by hand, into an empty folder:
//! `time chautari solve baghchal --dir FOLDER`.
//!
//! Results on two idle cores at 2.1 GHz: the whole game in 64 s, of which the placement phase
//! takes 56. That reads 222 GB. One thread reads 8.4 GiB/s of memory, so that two could be done in
//! 12 s: bandwidth would allow four to five times the speed. The two kernels take half of the time; a
//! tiger's step reads 4.5 GiB/s, since it renames bits inside words. More is in docs/SOLVED.md.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;
use std::path::{Path, PathBuf};

use chautari_baghchal::solve::{Layer, Phase, Tables, build};
use chautari_baghchal::{Baghchal, Position};
use chautari_game::{Rng, Side};
use chautari_solve::{Mapping, Pair, Remap, SimdWidth, all_one_more};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Enough positions that their data does not fit into near caches.
const POSITIONS: usize = 1 << 20;

/// The coordinates of a cube, and its words, as in Bagh Chal.
const COORDINATES: usize = 21;
const WORDS: usize = 1 << (COORDINATES - 6);

/// A gibibyte of cubes, larger than caches.
const CUBES: usize = (1 << 30) / size_of::<[Pair; WORDS]>();

/// Measures the memory bandwidth of one thread, the limit of the other measurements.
fn memory(c: &mut Criterion) {
    let words = vec![1_u64; 1 << 27];
    let mut group = c.benchmark_group("memory");
    group.throughput(Throughput::Bytes(8 << 27)).sample_size(10);
    group.bench_function("read 1 GiB", |b| {
        // Eight sums, so that additions are independent.
        b.iter(|| {
            let (chunks, _) = black_box(&words).as_chunks::<8>();
            chunks.iter().fold([0_u64; 8], |mut sums, chunk| {
                sums.iter_mut().zip(chunk).for_each(|(sum, word)| *sum = sum.wrapping_add(*word));
                sums
            })
        });
    });
    group.finish();
}

/// Measures the two kernels that take half of the time, over more cubes than fit into caches, at each vector
/// width.
fn kernels(c: &mut Criterion) {
    let mut rng = Rng::new(0);
    let cubes: Vec<Pair> = (0..CUBES * WORDS).map(|_| [rng.next_u64(), rng.next_u64()]).collect();
    let (cubes, _) = cubes.as_chunks::<WORDS>();
    let mut answer: Box<[Pair; WORDS]> = vec![[0; 2]; WORDS].try_into().expect("it has the length of a cube");
    // Like the symmetries of the board, the mapping moves coordinates only a little.
    let mut from: Vec<u8> = (0..COORDINATES as u8).collect();
    for pair in [(1, 3), (5, 7), (8, 10), (13, 16), (17, 20), (4, 6)] {
        from.swap(pair.0, pair.1);
    }
    let remap = Remap::new(&Mapping { from: &from, absent: 9, removed: None, sizes: (0, 21) });
    for width in SimdWidth::ALL.into_iter().filter(|&width| width <= SimdWidth::here()) {
        let mut group = c.benchmark_group(format!("baghchal/kernel/{width:?}"));
        width.limit();
        group.throughput(Throughput::Bytes((CUBES * size_of::<[Pair; WORDS]>()) as u64)).sample_size(10);
        group.bench_function("a tiger's step", |b| {
            b.iter(|| cubes.iter().for_each(|cube| remap.join(black_box(cube), &mut answer)));
        });
        group.bench_function("a goat placed", |b| {
            b.iter(|| cubes.iter().for_each(|cube| all_one_more(black_box(cube), &mut answer)));
        });
        group.finish();
    }
    SimdWidth::here().limit();
}

fn solving(c: &mut Criterion) {
    let mut group = c.benchmark_group("baghchal/solve");
    group.sample_size(10);
    group.bench_function("sliding phase", |b| {
        b.iter(|| {
            let folder = scratch();
            let tables = build(Baghchal::OPTIONAL, Phase::Sliding, &folder, &());
            let bytes = tables.expect("the sliding phase can be solved").bytes();
            std::fs::remove_dir_all(&folder).expect("the folder was made just now");
            bytes
        });
    });
    group.finish();
}

fn scratch() -> PathBuf {
    std::env::temp_dir().join(format!("chautari-bench-{}", std::process::id()))
}

fn probing(c: &mut Criterion) {
    let folder = std::env::var_os("CHAUTARI_TABLES").map(PathBuf::from);
    let folder = folder.as_deref().unwrap_or(Path::new("target/tables"));
    build(Baghchal::OPTIONAL, Phase::Sliding, folder, &()).expect("the sliding phase can be solved");
    let tables = Tables::open(Baghchal::OPTIONAL, folder).expect("the tables are sound");
    let sliding = |rng: &mut Rng| Layer::Sliding { captured: rng.below(5) as u8 };
    probe(c, "sliding", &tables, &sample(&tables, sliding));
    if !tables.has(Layer::Placing { placed: 1 }) {
        return;
    }
    let placing = |rng: &mut Rng| Layer::Placing { placed: 1 + rng.below(19) as u8 };
    let all = sample(&tables, placing);
    probe(c, "placing", &tables, &all);
    for (turn, name) in [(Side::Two, "placing, tigers to move"), (Side::One, "placing, goats to move")] {
        let mut positions = all.clone();
        positions.retain(|position| chautari_game::Position::turn(position) == turn);
        probe(c, name, &tables, &positions);
    }
}

fn sample(tables: &Tables, layer: impl Fn(&mut Rng) -> Layer) -> Vec<Position> {
    let mut rng = Rng::new(0);
    let mut one = || {
        let layer = layer(&mut rng);
        let turn = Side::ALL[rng.below(2)];
        tables.sample(layer, turn, &mut rng)
    };
    (0..POSITIONS).map(|_| one()).collect()
}

fn probe(c: &mut Criterion, name: &str, tables: &Tables, positions: &[Position]) {
    let mut group = c.benchmark_group("baghchal/probe");
    group.throughput(Throughput::Elements(positions.len() as u64)).sample_size(10);
    group.bench_function(name, |b| {
        b.iter(|| {
            for position in positions {
                black_box(tables.value(black_box(position)).expect("the tables are sound"));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, memory, kernels, probing, solving);
criterion_main!(benches);
