//! Creeper: leaves a second, and what a move costs through the erased layer.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use chautari_bench::{leaves, offers};
use chautari_creeper::{Creeper, Softserve};
use chautari_game::{AnyGame, Game, Notation, Record};
use criterion::{Criterion, criterion_group, criterion_main};

/// A board full of octagons, where most leaps ask for a flood.
const LATE: &str = "..xo...ox..x.o.x......oo........xox......o.xx.o..ooooxxoooxooooooxxxxooxxxxooxxxxxoxox";

fn speed(c: &mut Criterion) {
    leaves(c, "creeper/start", &Creeper.start(), 6);
    let late: Record<Creeper> = Softserve.read(Creeper, LATE).expect("the position is legal");
    leaves(c, "creeper/late", late.position(), 5);
    offers(c, "creeper/start", &*AnyGame::start(&Creeper));
}

criterion_group!(benches, speed);
criterion_main!(benches);
