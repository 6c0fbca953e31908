//! No body breaks the reader, and every answer can be asked about.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| chautari_obx::fuzz::ask(data));
