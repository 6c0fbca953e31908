//! The games of this process.

use std::sync::OnceLock;

use chautari_game::AnyGame;

/// Set once at the start and never changed, so that the list need not be passed through every function.
static GAMES: OnceLock<&'static [&'static dyn AnyGame]> = OnceLock::new();

/// Sets the games of this process; later calls have no effect.
pub(crate) fn set(games: &'static [&'static dyn AnyGame]) {
    GAMES.get_or_init(|| games);
}

/// Returns the games of this process, none before [`set`] is called.
pub(crate) fn games() -> &'static [&'static dyn AnyGame] {
    GAMES.get().copied().unwrap_or_default()
}
