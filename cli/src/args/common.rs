//! Arguments shared by several commands: output format, position, search limits, engine settings, tables.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::value_parsers::{duration, hash, threads};
use crate::output::Failure;
use crate::{completion, input};

/// The flag `--json`.
#[derive(Args)]
pub(crate) struct JsonFlag {
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// The option `--position`.
#[derive(Args)]
pub(crate) struct PositionArg {
    /// The position, in the canonical notation; `-` reads one line of standard input [default: the start]
    #[arg(long, short, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

impl PositionArg {
    /// Returns the text of the position, read from standard input for `-`.
    pub(crate) fn text(self) -> Result<Option<String>, Failure> {
        input::line(self.position)
    }
}

/// Picture files to write, and their style.
#[derive(Args)]
pub(crate) struct PictureArgs {
    /// Write the position as SVG to this file; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write the position as PNG to this file, or `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Write the game as an animated GIF to this file, or `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) gif: Option<PathBuf>,
    /// Width of a PNG or GIF, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 720)]
    pub(crate) size: u32,
    /// Draw the board from the other side
    #[arg(long)]
    pub(crate) flip: bool,
    /// Use dark colours
    #[arg(long)]
    pub(crate) dark: bool,
}

/// The limits of a search, and its engine.
#[derive(Args)]
pub(crate) struct SearchArgs {
    /// How long to think, such as 500ms or 2s [default: 2s if no other limit is given]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// How deep to think, in plies
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// How many nodes to visit
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

/// The settings of a built-in engine.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Playing strength, 1 to 10
    #[arg(long, value_name = "N", value_parser = completion::level(), hide_possible_values = true)]
    pub(crate) level: Option<u8>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub(crate) threads: usize,
    /// Size of the engine's hash table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = hash())]
    pub(crate) hash: usize,
    /// Folder with the exact tables used at full strength, or `none` [default: as for solve]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
}

/// The exact tables of a game.
#[derive(Args)]
pub(crate) struct TablesArgs {
    /// Number of captures that win; short for GAME:captures=N
    #[arg(long, value_name = "N")]
    pub(crate) captures: Option<u8>,
    /// Folder with the tables [default: the folder CHAUTARI_TABLES, or `tables` in CHAUTARI_DATA, or in
    /// your data folder ~/.local/share/chautari]
    #[arg(long, visible_alias = "tables", value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}
