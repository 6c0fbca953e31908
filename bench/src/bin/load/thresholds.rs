//! The thresholds of a load test.

/// Measured values with whether each met its threshold.
#[derive(Default)]
pub(crate) struct Thresholds(Vec<(String, bool)>);

impl Thresholds {
    /// Requires a value below `bar`.
    pub(crate) fn below(&mut self, what: &str, found: f64, bar: f64, unit: &str) {
        self.0.push((format!("{what}: {found:.1} of {bar:.0} {unit}"), found < bar));
    }

    /// Requires that an event has not occurred.
    pub(crate) fn none(&mut self, what: &str, found: usize) {
        self.0.push((format!("{what}: {found}"), found == 0));
    }

    /// Prints all thresholds; returns whether all were met.
    pub(crate) fn is_met(&self) -> bool {
        for (what, is_met) in &self.0 {
            println!("{} {what}", if *is_met { "met:   " } else { "MISSED:" });
        }
        self.0.iter().all(|(_, is_met)| *is_met)
    }
}
