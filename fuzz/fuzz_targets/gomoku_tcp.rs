//! No stream breaks the dialogue, and how it is cut changes nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chautari_gomoku_tcp::fuzz::talk(data));
