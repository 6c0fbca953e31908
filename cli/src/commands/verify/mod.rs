//! `verify-tables` and `verify-proof`: independent checks of tables and proofs.
//!
//! This module shares no code with the solver: [`mod@file`] reads the files, and the rules in [`baghchal`] and [`gomoku`] are
//! implemented again from the rule books. A mistake goes unnoticed only if both implementations make it.

mod baghchal;
mod file;
mod gomoku;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::output::{CommandResult, Failure};
use file::TableFile;

/// The options of `verify-tables`.
pub(super) struct VerifyRequest {
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
    /// Number of values derived again; `null` if only the checksums were verified.
    derived: Option<u64>,
}

pub(super) fn run(folder: &Path, request: &VerifyRequest, out: &mut dyn Write) -> CommandResult {
    let paths = tables_in(folder)?;
    if paths.is_empty() {
        return Err(Failure::bad(format!("{} contains no tables.", folder.display())));
    }
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let wrong = |what: String| Failure::no(format!("{name}: {what}"));
        let table = TableFile::read(&path).map_err(wrong)?;
        let derived = match baghchal::Layer::of(&table) {
            None => None,
            Some(layer) => {
                // Lookups go by file name, so the name must match the content.
                if layer.file_name() != name {
                    return Err(wrong(format!("its content belongs in {}.", layer.file_name())));
                }
                let mut successors = Vec::new();
                for other in layer.needs() {
                    // A missing file is fine: the layer is then verified by its checksums only.
                    match TableFile::read(&folder.join(other.file_name())) {
                        Ok(table) => successors.push((other, table)),
                        Err(_) if !folder.join(other.file_name()).exists() => {}
                        Err(what) => return Err(Failure::no(format!("{}: {what}", other.file_name()))),
                    }
                }
                layer.derive(&table, &successors, request.samples, request.all).map_err(wrong)?
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
        print_verified(&line, request.json, out)?;
        out.flush()?;
    }
    Ok(())
}

fn print_verified(line: &VerifiedLine, json: bool, out: &mut dyn Write) -> CommandResult {
    if json {
        return Ok(writeln!(out, "{}", serde_json::to_string(line)?)?);
    }
    let derived = match line.derived {
        Some(count) => format!("{count} values agree"),
        None => "checksums only".to_owned(),
    };
    Ok(writeln!(out, "{}  {}  {derived}", line.blake3, line.file)?)
}

/// Lists the tables of a folder, sorted by name.
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

/// Runs `verify-proof`.
pub(super) fn proof(path: &Path, json: bool, out: &mut dyn Write) -> CommandResult {
    let text =
        fs::read_to_string(path).map_err(|error| Failure::bad(format!("{}: {error}.", path.display())))?;
    let proven = gomoku::check(&text).map_err(|what| Failure::no(format!("{}: {what}", path.display())))?;
    let gomoku::Proven { winner, position, nodes, moves } = proven;
    if json {
        let line = ProofLine { position, winner, nodes, moves };
        return Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?);
    }
    Ok(writeln!(out, "{winner} wins {position}: checked {nodes} positions and {moves} moves.")?)
}
