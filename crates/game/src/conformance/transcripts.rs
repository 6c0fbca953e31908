//! Talks as data: each file of a folder holds some, with what is said and what is answered.
//!
//! What stands for what is the affair of each protocol. A file holds where the talk, told what the file
//! tells, comes out as the file. `CHAUTARI_UPDATE=1` writes the answers anew, to be read
//! before they are kept.

use std::fs;
use std::io;
use std::path::Path;

/// Plays every file of a folder and returns how many there are. `talk` takes a file and gives it back as
/// it went: what was said as it stands, the answers as they came.
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

/// Where two texts part, for a person to look there first.
fn parting(one: &str, other: &str) -> String {
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    format!("line {}", same + 1)
}
