//! The page as files for any web host.

use std::fs;
use std::io::Write;
use std::path::Path;

use chautari_web::Beside;

use crate::Done;
use crate::report::Failure;

/// Where tables are, in the folder of the page.
const TABLES: &str = "tables";

/// Writes the page, and beside it the tables of a folder where they are wanted.
pub(crate) fn run(folder: &Path, tables: Option<&Path>, out: &mut dyn Write) -> Done {
    if !chautari_web::has_games() {
        return Err(Failure::bad(
            "this program was built without the games for a browser, and its page needs a server: run \
             `scripts/wasm install && scripts/wasm` and build again",
        ));
    }
    let put = tables.map(|from| put_tables(from, &folder.join(TABLES))).transpose()?;
    let beside = if put.is_some() { Beside::Tables(TABLES) } else { Beside::Nothing };
    let mut written = 0;
    for (path, bytes) in chautari_web::files(beside) {
        let file = folder.join(&*path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, bytes)?;
        written += 1;
    }
    writeln!(out, "{written} files are in {}. Put them on any web host, in any folder.", folder.display())?;
    if let Some(bytes) = put {
        writeln!(out, "{} MB of tables are beside them, in {TABLES}.", bytes / 1_000_000)?;
    }
    Ok(())
}

/// Puts every table of a folder into another, with a list of them, and says how many bytes they are.
fn put_tables(from: &Path, to: &Path) -> Result<u64, Failure> {
    let entries = fs::read_dir(from).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "table")).collect();
    files.sort();
    if files.is_empty() {
        let from = from.display();
        return Err(Failure::bad(format!("{from} has no tables; `chautari solve baghchal` makes them.")));
    }
    fs::create_dir_all(to)?;
    let mut bytes = 0;
    for file in &files {
        let Some(name) = file.file_name() else { continue };
        bytes += fs::metadata(file)?.len();
        let copy = to.join(name);
        let _ = fs::remove_file(&copy);
        // Tables are never written in place, so that a second name will do where the disk is the same.
        if fs::hard_link(file, &copy).is_err() {
            fs::copy(file, &copy)?;
        }
    }
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    fs::write(to.join("index.json"), serde_json::to_vec(&names)?)?;
    Ok(bytes)
}
