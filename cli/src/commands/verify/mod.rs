//! `verify-tables` and `verify-proof`: are these the tables, do they hold, and is this a proof?
//!
//! Nothing here is shared with what makes tables and proofs: the files are read by [`mod@file`], the rules of
//! [`baghchal`] and [`gomoku`] are written once more from the rule books. What both agree on neither got wrong
//! alone.

mod baghchal;
mod file;
mod gomoku;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::Done;
use crate::report::Failure;
use file::TableFile;

/// What was asked for.
pub(super) struct Request {
    pub(super) samples: u64,
    pub(super) all: bool,
    pub(super) json: bool,
}

#[derive(Serialize)]
struct VerifiedLine {
    file: String,
    profile: String,
    layer: String,
    bytes: u64,
    blake3: String,
    /// How many values were derived again; `null` where only the checksums were.
    derived: Option<u64>,
}

pub(super) fn run(folder: &Path, request: &Request, out: &mut dyn Write) -> Done {
    let paths = tables_in(folder)?;
    if paths.is_empty() {
        return Err(Failure::bad(format!("{} has no tables.", folder.display())));
    }
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let wrong = |what: String| Failure::no(format!("{name}: {what}"));
        let table = TableFile::read(&path).map_err(wrong)?;
        let derived = match baghchal::Layer::of(&table) {
            None => None,
            Some(layer) => {
                // Whoever looks something up goes by the name.
                if layer.file_name() != name {
                    return Err(wrong(format!("it holds what belongs into {}.", layer.file_name())));
                }
                let mut near = Vec::new();
                for other in layer.needs() {
                    // A layer can be checked only against those it follows from.
                    match TableFile::read(&folder.join(other.file_name())) {
                        Ok(table) => near.push((other, table)),
                        Err(_) if !folder.join(other.file_name()).exists() => {}
                        Err(what) => return Err(Failure::no(format!("{}: {what}", other.file_name()))),
                    }
                }
                layer.derive(&table, &near, request.samples, request.all).map_err(wrong)?
            }
        };
        let line = VerifiedLine {
            file: name,
            bytes: table.bytes(),
            blake3: table.hash(),
            profile: table.profile,
            layer: table.layer,
            derived,
        };
        tell(&line, request.json, out)?;
        out.flush()?;
    }
    Ok(())
}

fn tell(line: &VerifiedLine, json: bool, out: &mut dyn Write) -> Done {
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(line)?)?);
    }
    let derived = match line.derived {
        Some(count) => format!("{count} values follow"),
        None => "checksums only".to_owned(),
    };
    Ok(writeln!(out, "{}  {}  {derived}", line.blake3, line.file)?)
}

fn tables_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let read = |error: std::io::Error| Failure::bad(format!("{}: {error}.", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == "table") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

#[derive(Serialize)]
struct ProofLine {
    position: String,
    winner: &'static str,
    nodes: usize,
    moves: u64,
}

/// Checks a proof.
pub(super) fn proof(path: &Path, json: bool, out: &mut dyn Write) -> Done {
    let text =
        fs::read_to_string(path).map_err(|error| Failure::bad(format!("{}: {error}.", path.display())))?;
    let proven = gomoku::check(&text).map_err(|what| Failure::no(format!("{}: {what}", path.display())))?;
    let gomoku::Proven { winner, position, nodes, moves } = proven;
    if json {
        let line = ProofLine { position, winner, nodes, moves };
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    Ok(writeln!(out, "{winner} wins {position}: {nodes} positions and {moves} moves hold.")?)
}
