//! Recorded protocol sessions as test data: each file contains inputs and expected outputs.
//!
//! Each protocol defines its own format. A file passes if replaying its inputs reproduces the file.
//! `CHAUTARI_UPDATE=1` rewrites the outputs, to be reviewed before they are committed.

use std::fs;
use std::io;
use std::path::Path;

/// Replays every file of a folder and returns the number of files. `talk` replays the inputs of a file and
/// returns the file with the actual outputs.
pub fn run(folder: &Path, talk: impl Fn(&str) -> String) -> Result<usize, String> {
    let unreadable = |e: io::Error| format!("{}: {e}", folder.display());
    let mut held = 0;
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        let went = talk(&text);
        if std::env::var_os("CHAUTARI_UPDATE").is_some() {
            fs::write(&path, &went).map_err(unreadable)?;
        } else if went != text {
            return Err(format!(
                "{} went otherwise, from {}:\n{went}",
                path.display(),
                parting(&text, &went)
            ));
        }
        held += 1;
    }
    Ok(held)
}

/// Returns the first line in which two texts differ.
fn parting(one: &str, other: &str) -> String {
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    format!("line {}", same + 1)
}
