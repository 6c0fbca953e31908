//! Tests of all games. One program, because linking many takes longer than running them.

mod chosen;
mod conformance;
mod demos;
mod examples;
mod fuzz_corpus;
mod learned_files;
mod lessons;
mod lines;
mod spec;
mod words;
