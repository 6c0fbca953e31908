//! Looking on while something takes its time.

/// Somebody who wants to know how far the work is.
pub trait Watch: Sync {
    /// This much work, in units of about a microsecond, lies ahead in all.
    fn begin(&self, total: u64);
    /// So much more of it is done.
    fn advance(&self, units: u64);
    /// Something worth a line happened.
    fn note(&self, text: &str);
}

/// Nobody looks on.
impl Watch for () {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
}
