//! No text breaks a reader of any game.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chautari_game::conformance::fuzz::text(chautari_games::GAMES, data);
});
