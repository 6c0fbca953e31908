//! Every game of Chautari, by name. The only place that names them all.

use chautari_baghchal::Baghchal;
use chautari_banchess::Banchess;
use chautari_creeper::Creeper;
use chautari_game::AnyGame;
use chautari_gomoku::Gomoku;

/// The games, in the order people see them.
pub static GAMES: &[&dyn AnyGame] =
    &[&Baghchal::OPTIONAL, &Baghchal::COMPULSORY, &Banchess, &Creeper, &Gomoku];

/// The game of that name, with rules changed where the name says so: `baghchal`,
/// `baghchal:captures=3`. The error says what was wrong and what there is instead.
pub fn find(name: &str) -> Result<Box<dyn AnyGame>, String> {
    chautari_game::find(GAMES, name)
}
