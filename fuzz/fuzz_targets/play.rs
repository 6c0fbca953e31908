//! Every law holds along any line of play of any game.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chautari_game::conformance::fuzz::play(chautari_games::GAMES, data);
});
