//! Where this user's files are.

use std::env;
use std::path::PathBuf;

/// The folder for everything of ours: `CHAUTARI_DATA`, or `chautari` in the user's data folder.
pub(crate) fn data() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || Some(variable("HOME")?.join(".local/share"));
    let shared = || variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home);
    variable("CHAUTARI_DATA").or_else(|| Some(shared()?.join("chautari")))
}
