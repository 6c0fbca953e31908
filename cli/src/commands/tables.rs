//! Where exact tables are.
//!
//! One folder for all games: what was named, else `CHAUTARI_TABLES`, else `tables` in the folder
//! `CHAUTARI_DATA`, else in this user's data folder. `none` in either place means no tables.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chautari_game::{AnyGame, AnyOracle};

use super::solve::is_solvable;
use crate::report::Failure;
use crate::{args, folder, input};

/// The name that is no folder.
const NONE: &str = "none";

/// The folder that was named, or the usual one.
pub(super) fn folder(named: Option<&Path>) -> Option<Arc<Path>> {
    let variable = || env::var_os("CHAUTARI_TABLES").filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder =
        named.map(Path::to_owned).or_else(variable).or_else(|| Some(folder::data()?.join("tables")))?;
    (folder.as_os_str() != NONE).then(|| folder.into())
}

/// The same for a command that cannot do without.
pub(super) fn needed(named: Option<&Path>) -> Result<Arc<Path>, Failure> {
    folder(named).ok_or_else(|| Failure::bad("There is no folder for tables; say --dir FOLDER."))
}

/// What the tables in a folder know of a game; that there are none is an error.
pub(super) fn oracle(game: &dyn AnyGame, folder: &Path) -> Result<Box<dyn AnyOracle>, Failure> {
    let oracle = game.oracle(folder).map_err(|error| Failure::bad(error.to_string()))?;
    oracle.ok_or_else(|| {
        let (folder, info) = (folder.display(), game.info());
        Failure::bad(if is_solvable(info.id) {
            format!("{folder} has no table of {}; `chautari solve {}` makes them.", info.name, info.id)
        } else {
            format!(
                "There are no tables of {}; `chautari think {}` searches for the best move.",
                info.name, info.id
            )
        })
    })
}

/// The folder an engine may use. That tables in it are damaged is said here, since an engine just
/// does without.
pub(super) fn for_engine(game: &dyn AnyGame, named: Option<&Path>) -> Option<Arc<Path>> {
    let folder = folder(named)?;
    if let Err(error) = game.oracle(&folder) {
        anstream::eprintln!("{error} The engine does without; `chautari solve` makes it again.");
    }
    Some(folder)
}

/// The game of that name, with `--captures` where it was said.
pub(super) fn game(name: &str, tables: &args::Tables) -> Result<Box<dyn AnyGame>, Failure> {
    let game = input::game(name)?;
    match tables.captures {
        None => Ok(game),
        Some(captures) => {
            game.with_rule("captures", &captures.to_string()).map_err(|fault| Failure::bad(fault.to_string()))
        }
    }
}
