//! `solve`: builds tables with the exact value of every position of a game or of its endings.

mod baghchal;
mod banchess;
mod progress;

use std::io::Write;

use chautari_banchess::Banchess;
use chautari_game::Game;

use crate::args::{self, List};
use crate::output::CommandResult;

/// The options of `solve`.
pub(super) struct SolveRequest {
    pub(super) phase: Option<args::Phase>,
    pub(super) men: Option<u8>,
    pub(super) ending: Option<String>,
    pub(super) verify: bool,
    pub(super) samples: Option<u64>,
    pub(super) stats: bool,
    pub(super) list: Option<List>,
    pub(super) limit: usize,
    pub(super) json: bool,
}

pub(super) fn run(
    game: &str,
    tables_args: &args::TablesArgs,
    request: &SolveRequest,
    out: &mut dyn Write,
) -> CommandResult {
    if game == Banchess.info().id {
        banchess::run(tables_args, request, out)
    } else {
        baghchal::run(game, tables_args, request, out)
    }
}
