//! Exact values of all moves of a position. Builds the tables of Bagh Chal's sliding phase if they are
//! missing, in about a minute: `cargo run --release --example probe_table -- tables`.

use std::error::Error;
use std::path::Path;

use chautari_game::Progress;

/// All goats placed, two captured; the tigers are to move.
const POSITION: &str = "TGGGX/GXTXG/GGXGG/GGTGG/GGGTG t c3";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "tables".to_owned());
    for line in worth("baghchal", Path::new(&folder), POSITION)? {
        println!("{line}");
    }
    Ok(())
}

/// Returns each legal move with its exact value.
pub fn worth(name: &str, folder: &Path, position: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let game = chautari_games::find(name)?;
    game.prepare(folder, &Quiet)?;
    let oracle = game.oracle(folder)?.ok_or("there are no tables of this game")?;
    let verdict = oracle.probe(Some(position), &[])?;
    let lines = verdict.moves.into_iter().map(|(text, value)| match value {
        None => format!("{text}: not known"),
        Some(value) => match (value.winner, value.plies) {
            (None, _) => format!("{text}: a draw"),
            (Some(side), None) => format!("{text}: {} win", game.info().called(side)),
            (Some(side), Some(plies)) => format!("{text}: {} win in {plies} plies", game.info().called(side)),
        },
    });
    Ok(lines.collect())
}

/// Progress reports can be ignored, as here.
struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
}
