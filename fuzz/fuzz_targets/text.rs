//! Games: texts never panic the notation parsers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chautari_game::conformance::fuzz::text(chautari_games::GAMES, data);
});
