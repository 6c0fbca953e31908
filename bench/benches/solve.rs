//! Bagh Chal solved: how long it takes, and how fast the tables answer.
//!
//! `CHAUTARI_TABLES` may name a folder with the tables of the whole game, optional captures; without
//! it only the sliding phase is probed. The whole game is timed by hand, into an empty folder:
//! `time chautari solve baghchal --dir FOLDER`.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use std::hint::black_box;
use std::path::{Path, PathBuf};

use chautari_baghchal::solve::{Layer, Phase, Tables, build};
use chautari_baghchal::{Baghchal, Position};
use chautari_game::{Dice, Side};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Enough that neither they nor what they touch stay in a near cache.
const POSITIONS: usize = 1 << 20;

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
    let tables =
        build(Baghchal::OPTIONAL, Phase::Sliding, folder, &()).expect("the sliding phase can be solved");
    probe(c, "sliding", &tables, &sample(&tables, |dice| Layer::Sliding { captured: dice.below(5) as u8 }));
    let tables = Tables::open(Baghchal::OPTIONAL, folder).expect("the tables are sound");
    if !tables.has(Layer::Placing { placed: 1 }) {
        return;
    }
    let placing = |dice: &mut Dice| Layer::Placing { placed: 1 + dice.below(19) as u8 };
    for (turn, name) in [(Side::Two, "placing, tigers to move"), (Side::One, "placing, goats to move")] {
        let mut positions = sample(&tables, placing);
        positions.retain(|position| chautari_game::Position::turn(position) == turn);
        probe(c, name, &tables, &positions);
    }
}

fn sample(tables: &Tables, layer: impl Fn(&mut Dice) -> Layer) -> Vec<Position> {
    let mut dice = Dice::new(0);
    let mut one = || {
        let layer = layer(&mut dice);
        let turn = Side::ALL[dice.below(2)];
        tables.sample(layer, turn, &mut dice)
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

criterion_group!(benches, solving, probing);
criterion_main!(benches);
