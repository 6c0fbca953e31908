//! Whether a run was as good as it has to be.

/// What was held against its bar.
#[derive(Default)]
pub(crate) struct Thresholds(Vec<(String, bool)>);

impl Thresholds {
    /// Something must be below its bar.
    pub(crate) fn below(&mut self, what: &str, found: f64, bar: f64, unit: &str) {
        self.0.push((format!("{what}: {found:.1} of {bar:.0} {unit}"), found < bar));
    }

    /// Something must not have happened.
    pub(crate) fn none(&mut self, what: &str, found: usize) {
        self.0.push((format!("{what}: {found}"), found == 0));
    }

    /// Says what was missed; whether nothing was.
    pub(crate) fn is_met(&self) -> bool {
        for (what, is_met) in &self.0 {
            println!("{} {what}", if *is_met { "met:   " } else { "MISSED:" });
        }
        self.0.iter().all(|(_, is_met)| *is_met)
    }
}
