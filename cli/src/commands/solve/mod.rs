//! `solve`: the exact value of every position of a game, or of its endings.

mod baghchal;
mod banchess;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use chautari_baghchal::Baghchal;
use chautari_banchess::Banchess;
use chautari_game::{Game, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use super::tables;
use crate::args::List;
use crate::{Done, args};

/// What was asked for.
pub(super) struct Request {
    pub(super) phase: Option<args::Phase>,
    pub(super) men: Option<u8>,
    pub(super) ending: Option<String>,
    pub(super) verify: bool,
    pub(super) samples: Option<u64>,
    pub(super) stats: bool,
    pub(super) list: Option<List>,
    pub(super) limit: usize,
    pub(super) json: bool,
}

/// The games in which there is something to solve.
fn solvable() -> [&'static str; 3] {
    [Baghchal::OPTIONAL.info().id, Baghchal::COMPULSORY.info().id, Banchess.info().id]
}

/// Whether there is anything to solve in a game.
pub(super) fn is_solvable(game: &str) -> bool {
    solvable().contains(&game)
}

pub(super) fn run(game: &str, place: &args::Tables, request: &Request, out: &mut dyn Write) -> Done {
    if game == Banchess.info().id {
        banchess::run(place, request, out)
    } else {
        baghchal::run(game, place, request, out)
    }
}

/// A bar for whoever sits at the terminal, and a line a layer in either case.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new() -> Bar {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {eta_precise} left ");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar(bar)
    }

    /// Begins a new one for what is checked, so many values in all.
    pub(super) fn checking(values: u64) -> Bar {
        let bar = Bar::new();
        bar.begin(values);
        bar
    }

    /// Says on standard output that so many more values of something follow from those one on.
    fn checked(&self, what: &str, values: u64, from: &str, out: &mut dyn Write) -> Done {
        self.advance(values);
        self.0.suspend(|| writeln!(out, "{what}: {values} values follow from those one {from} on"))?;
        Ok(out.flush()?)
    }

    /// Takes it away and says what there is now.
    pub(super) fn finish(&self, bytes: u64, folder: &Path) {
        self.0.finish_and_clear();
        let size = if bytes < 1_000_000 {
            format!("{} kB", bytes.div_ceil(1000))
        } else {
            format!("{} MB", bytes / 1_000_000)
        };
        self.note(&format!("{size} in {}", folder.display()));
    }
}

impl Progress for Bar {
    fn begin(&self, total: u64) {
        self.0.set_length(total);
        self.0.reset_eta();
    }

    fn advance(&self, units: u64) {
        self.0.inc(units);
    }

    fn note(&self, text: &str) {
        self.0.suspend(|| anstream::eprintln!("{text}"));
    }
}
