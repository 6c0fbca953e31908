//! Bagh Chal: leaves per second, and the cost of a move through the erased layer.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use chautari_baghchal::Baghchal;
use chautari_bench::{leaves, offers};
use chautari_game::{AnyGame, Game};
use criterion::{Criterion, criterion_group, criterion_main};

const SLIDING: &str = "TGGGX/GXTXG/GGXGG/GGTGG/GGGTG t @0 c3";

fn speed(c: &mut Criterion) {
    for (name, game) in [("baghchal", Baghchal::OPTIONAL), ("baghchal-compulsory", Baghchal::COMPULSORY)] {
        leaves(c, &format!("{name}/placing"), &game.start(), 6);
        let sliding = game.read_position(SLIDING).expect("the position is legal");
        let mut group = c.benchmark_group(format!("{name}/sliding"));
        group.throughput(criterion::Throughput::Elements(sliding.perft(6)));
        group.bench_function("perft", |b| b.iter(|| sliding.perft(6)));
        group.finish();
        offers(c, &format!("{name}/placing"), &*AnyGame::start(&game));
        offers(c, &format!("{name}/sliding"), &*sliding);
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
