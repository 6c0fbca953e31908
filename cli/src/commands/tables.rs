//! The folder of exact tables.
//!
//! One folder serves all games: the one given as an option, else `CHAUTARI_TABLES`, else `tables` in the data folder
//! (`CHAUTARI_DATA` or the user's). `none` as the option or variable means no tables.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chautari_baghchal::Baghchal;
use chautari_banchess::Banchess;
use chautari_game::{AnyGame, AnyOracle, Game};

use crate::data_dir::data_dir;
use crate::output::Failure;
use crate::{args, input};

/// The folder name that stands for no tables.
const NONE: &str = "none";

/// Returns the given folder or the default one; `None` if there are to be no tables.
pub(super) fn folder(given: Option<&Path>) -> Option<Arc<Path>> {
    let variable = || env::var_os("CHAUTARI_TABLES").filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = given.map(Path::to_owned).or_else(variable).or_else(|| Some(data_dir()?.join("tables")))?;
    (folder.as_os_str() != NONE).then(|| folder.into())
}

/// Like [`folder`], but no folder is an error.
pub(super) fn required_folder(given: Option<&Path>) -> Result<Arc<Path>, Failure> {
    folder(given).ok_or_else(|| Failure::bad("There is no folder for tables; set --dir FOLDER."))
}

/// Opens the tables of a game. Errors if there are none.
pub(super) fn oracle(game: &dyn AnyGame, folder: &Path) -> Result<Box<dyn AnyOracle>, Failure> {
    let oracle = game.oracle(folder).map_err(|error| Failure::bad(error.to_string()))?;
    oracle.ok_or_else(|| {
        let (folder, info) = (folder.display(), game.info());
        Failure::bad(if solvable().contains(&info.id) {
            format!("{folder} contains no tables of {}; `chautari solve {}` builds them.", info.name, info.id)
        } else {
            format!(
                "There are no tables for {}; `chautari think {}` searches for the best move.",
                info.name, info.id
            )
        })
    })
}

/// Returns the folder with tables for an engine. Damaged tables are reported here, because an engine silently plays
/// without them.
pub(super) fn for_engine(game: &dyn AnyGame, given: Option<&Path>) -> Option<Arc<Path>> {
    let folder = folder(given)?;
    if let Err(error) = game.oracle(&folder) {
        anstream::eprintln!("{error} The engine plays without it; `chautari solve` rebuilds it.");
    }
    Some(folder)
}

/// Looks up a game and applies `--captures` if it is given.
pub(super) fn game(name: &str, tables: &args::TablesArgs) -> Result<Box<dyn AnyGame>, Failure> {
    let game = input::game(name)?;
    match tables.captures {
        None => Ok(game),
        Some(captures) => {
            game.with_rule("captures", &captures.to_string()).map_err(|fault| Failure::bad(fault.to_string()))
        }
    }
}

/// Returns the ids of the games that `solve` can build tables for.
pub(super) fn solvable() -> [&'static str; 3] {
    [Baghchal::OPTIONAL.info().id, Baghchal::COMPULSORY.info().id, Banchess.info().id]
}
