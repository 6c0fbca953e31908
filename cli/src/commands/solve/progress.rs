//! The progress bar of `solve`.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use chautari_game::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::CommandResult;

/// A progress bar at a terminal; notes, such as one line per layer, are printed in any case.
pub(super) struct SolveProgress(ProgressBar);

impl SolveProgress {
    /// Creates a bar that shows the remaining time.
    pub(super) fn new() -> SolveProgress {
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{wide_bar} {percent:>3} %  {eta_precise} left ");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        SolveProgress(bar)
    }

    /// Creates a bar for checking this number of values.
    pub(super) fn checking(values: u64) -> SolveProgress {
        let bar = SolveProgress::new();
        bar.begin(values);
        bar
    }

    /// Prints that the values of `what` agree with those one move or ply later, and advances the bar.
    pub(super) fn checked(&self, what: &str, values: u64, step: &str, out: &mut dyn Write) -> CommandResult {
        self.advance(values);
        self.0.suspend(|| writeln!(out, "{what}: {values} values agree with those one {step} later"))?;
        Ok(out.flush()?)
    }

    /// Removes the bar and prints the size of the tables.
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

impl Progress for SolveProgress {
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
