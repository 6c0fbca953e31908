//! No body breaks a reader of fields.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chautari_softserve::fuzz::bodies(data));
