//! The program with a fifth game, Sprint, which exists only in tests. See a fifth game of docs/ARCHITECTURE.md.

use std::process::ExitCode;
use std::sync::LazyLock;

use chautari_game::AnyGame;
use chautari_games::GAMES;
use chautari_sprint::Sprint;

static WITH_SPRINT: LazyLock<Vec<&'static dyn AnyGame>> =
    LazyLock::new(|| GAMES.iter().copied().chain([&Sprint as &dyn AnyGame]).collect());

fn main() -> ExitCode {
    chautari::run(&WITH_SPRINT)
}
