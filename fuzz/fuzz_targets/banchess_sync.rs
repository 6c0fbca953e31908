//! Banchess sync: frames never panic a session, and a client that missed actions catches up.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chautari_banchess_sync::fuzz::frames(data));
