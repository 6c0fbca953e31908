//! Games: the conformance laws hold along any line of play.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chautari_game::conformance::fuzz::play(chautari_games::GAMES, data);
});
