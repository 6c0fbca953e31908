//! `page`: writes the web page as static files.

use std::fs;
use std::io::Write;
use std::path::Path;

use chautari_web::Beside;

use crate::output::{CommandResult, Failure};

/// The subfolder for tables.
const TABLES: &str = "tables";

/// Writes the page to `folder`, and the tables of another folder into a subfolder if given.
pub(crate) fn run(folder: &Path, tables: Option<&Path>, out: &mut dyn Write) -> CommandResult {
    if !chautari_web::has_games() {
        return Err(Failure::bad(
            "This program was built without the WebAssembly games, so its page needs a server: run \
             `scripts/wasm install && scripts/wasm` and build again.",
        ));
    }
    let table_bytes = tables.map(|from| copy_tables(from, &folder.join(TABLES))).transpose()?;
    let beside = if table_bytes.is_some() { Beside::Tables(TABLES) } else { Beside::Nothing };
    let mut written = 0;
    for (path, bytes) in chautari_web::files(beside) {
        let file = folder.join(&*path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, bytes)?;
        written += 1;
    }
    writeln!(
        out,
        "Wrote {written} files to {}. Upload them to any folder of any web host.",
        folder.display()
    )?;
    if let Some(bytes) = table_bytes {
        writeln!(out, "Copied {} MB of tables to the subfolder {TABLES}.", bytes / 1_000_000)?;
    }
    Ok(())
}

/// Copies every table of a folder to another, with an index file, and returns their size in bytes.
fn copy_tables(from: &Path, to: &Path) -> Result<u64, Failure> {
    let entries = fs::read_dir(from).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "table")).collect();
    files.sort();
    if files.is_empty() {
        let from = from.display();
        return Err(Failure::bad(format!(
            "{from} contains no tables; `chautari solve baghchal` builds them."
        )));
    }
    fs::create_dir_all(to)?;
    let mut bytes = 0;
    for file in &files {
        let Some(name) = file.file_name() else { continue };
        bytes += fs::metadata(file)?.len();
        let copy = to.join(name);
        let _ = fs::remove_file(&copy);
        // Tables are never modified in place, so a hard link is as good as a copy.
        if fs::hard_link(file, &copy).is_err() {
            fs::copy(file, &copy)?;
        }
    }
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()?.to_str()).collect();
    fs::write(to.join("index.json"), serde_json::to_vec(&names)?)?;
    Ok(bytes)
}
