//! Softserve: request bodies never panic the field parsers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chautari_softserve::fuzz::bodies(data));
