//! The registry of all games, the only place that names them.
//!
//! ```
//! let game = chautari_games::find("gomoku").unwrap();
//! assert_eq!(game.start().offers().len(), 361);
//! ```

use chautari_baghchal::Baghchal;
use chautari_banchess::Banchess;
use chautari_creeper::Creeper;
use chautari_game::AnyGame;
use chautari_gomoku::Gomoku;

/// All games, in the order in which they are listed.
pub static GAMES: &[&dyn AnyGame] =
    &[&Baghchal::OPTIONAL, &Baghchal::COMPULSORY, &Banchess, &Creeper, &Gomoku];

/// Returns the game with this name and rules: `baghchal`, `baghchal:captures=3`. The error explains what is
/// wrong and which names exist.
pub fn find(name: &str) -> Result<Box<dyn AnyGame>, String> {
    chautari_game::find(GAMES, name)
}

/// The examples in the crates' READMEs run with the tests.
#[cfg(doctest)]
mod readmes {
    #[doc = include_str!("../README.md")]
    struct Games;
    #[doc = include_str!("../../crates/game/README.md")]
    struct Game;
    #[doc = include_str!("../../crates/search/README.md")]
    struct Search;
    #[doc = include_str!("../baghchal/README.md")]
    struct Baghchal;
    #[doc = include_str!("../banchess/README.md")]
    struct Banchess;
    #[doc = include_str!("../creeper/README.md")]
    struct Creeper;
    #[doc = include_str!("../gomoku/README.md")]
    struct Gomoku;
}
