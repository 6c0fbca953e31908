//! The page as files for any web host.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::Done;
use crate::report::Failure;

pub(crate) fn run(folder: &Path, out: &mut dyn Write) -> Done {
    if !chautari_web::has_games() {
        return Err(Failure::bad(
            "this program was built without the games for a browser, and its page needs a server: run \
             `scripts/wasm install && scripts/wasm` and build again",
        ));
    }
    let mut written = 0;
    for (path, bytes) in chautari_web::files() {
        let file = folder.join(&*path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, bytes)?;
        written += 1;
    }
    writeln!(out, "{written} files are in {}. Put them on any web host, in any folder.", folder.display())?;
    Ok(())
}
