//! OBX: request bodies never panic the parser, and every position it accepts can be analysed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chautari_obx::fuzz::request(data));
