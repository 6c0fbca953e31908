//! Creeper: leaves and nodes per second, and the cost of a move through the erased layer.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use chautari_bench::{leaves, nodes, offers};
use chautari_creeper::{Creeper, Softserve};
use chautari_game::{AnyGame, Game, Notation, Record};
use criterion::{Criterion, criterion_group, criterion_main};

/// A board full of octagons, where most leaps need a connectivity check.
const LATE: &str = "..xo...ox..x.o.x......oo........xox......o.xx.o..ooooxxoooxooooooxxxxooxxxxooxxxxxoxox";

/// An undecided position with many pins and octagons.
const MIDDLE: &str = "...o....o....o...x......x...xx..x....o.....o.....oo..xxo..x.xoo.xx.xxxxo.x.o.xoxo.oxoo";

fn speed(c: &mut Criterion) {
    leaves(c, "creeper/start", &Creeper.start(), 6);
    let read = |text| -> Record<Creeper> { Softserve.read(Creeper, text).expect("the position is legal") };
    let late = read(LATE);
    leaves(c, "creeper/late", late.position(), 5);
    nodes(c, "creeper/start", Creeper, &Record::new(Creeper), 500_000);
    nodes(c, "creeper/middle", Creeper, &read(MIDDLE), 500_000);
    offers(c, "creeper/start", &*AnyGame::start(&Creeper));
}

criterion_group!(benches, speed);
criterion_main!(benches);
