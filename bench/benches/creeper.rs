//! Creeper: leaves a second, and what a move costs through the erased layer.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use chautari_bench::{leaves, offers};
use chautari_creeper::{Creeper, Softserve};
use chautari_game::{AnyGame, Game, Notation, Record};
use criterion::{Criterion, criterion_group, criterion_main};

/// A board full of octagons, where most leaps ask for a flood.
const LATE: &str = "........o.x..xxo.o..oo.......x.xx.o.x.......xoo..oooxxxooooxx..ooxoxxxxxoxxx..oxxooooo";

fn speed(c: &mut Criterion) {
    leaves(c, "creeper/start", &Creeper.start(), 6);
    let late: Record<Creeper> = Softserve.read(Creeper, LATE).expect("the position is legal");
    leaves(c, "creeper/late", late.position(), 6);
    offers(c, "creeper/start", &*AnyGame::start(&Creeper));
}

criterion_group!(benches, speed);
criterion_main!(benches);
