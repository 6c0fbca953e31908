//! Tests of Bagh Chal. One program, because linking many takes longer than running them.

mod agreement;
mod openings;
mod perfect;
mod puzzles;
mod reference;
mod search;
