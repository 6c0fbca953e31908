//! Reading the tables under `spec/creeper`.

use std::fs;
use std::path::Path;

use chautari_creeper::{Creeper, Softserve};
use chautari_game::{Notation, Record};

/// Returns the rows of a table as fields.
pub(crate) fn table(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/creeper").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| line.split(" ; ").map(str::to_owned).collect()).collect()
}

/// Returns a game that starts with this state.
pub(crate) fn record(state: &str) -> Record<Creeper> {
    Softserve.read(Creeper, state).unwrap_or_else(|e| panic!("{state}: {e}"))
}
