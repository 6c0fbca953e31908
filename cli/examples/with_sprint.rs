//! The program as it would be with one more game: Sprint, which only the tests know. Walk 6 of docs/ARCHITECTURE.md.

use std::process::ExitCode;
use std::sync::LazyLock;

use chautari_game::AnyGame;
use chautari_games::GAMES;
use chautari_sprint::Sprint;

static MORE: LazyLock<Vec<&'static dyn AnyGame>> =
    LazyLock::new(|| GAMES.iter().copied().chain([&Sprint as &dyn AnyGame]).collect());

fn main() -> ExitCode {
    chautari::run(&MORE)
}
