//! The data directory of the current user.

use std::env;
use std::path::PathBuf;

/// Returns the folder for all data of this program: `CHAUTARI_DATA`, or `chautari` in the user's data folder.
/// `None` if the environment names neither a data folder nor a home.
pub(crate) fn data_dir() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || Some(variable("HOME")?.join(".local/share"));
    let shared = || variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home);
    variable("CHAUTARI_DATA").or_else(|| Some(shared()?.join("chautari")))
}
