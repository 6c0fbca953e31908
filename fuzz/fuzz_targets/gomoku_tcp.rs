//! Gomoku over TCP: byte streams never panic the session, and chunk boundaries do not matter.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chautari_gomoku_tcp::fuzz::talk(data));
