//! Reports about a run.

use std::time::Duration;

use chautari_e2e::Server;

/// The server's resource usage at the start of a run.
pub(crate) struct Meter<'a> {
    server: &'a Server,
    cpu: Duration,
    begun: std::time::Instant,
}

impl<'a> Meter<'a> {
    pub(crate) fn start(server: &'a Server) -> Self {
        Self { server, cpu: server.cpu(), begun: std::time::Instant::now() }
    }

    /// Prints a line about requests, given the duration of each.
    pub(crate) fn report(&self, what: &str, waits: Vec<Duration>) {
        self.report_each(what, 1, waits);
    }

    /// Like [`report`](Self::report), for requests with `each` items that are counted individually.
    pub(crate) fn report_each(&self, what: &str, each: usize, mut waits: Vec<Duration>) {
        let (wall, cpu) =
            (self.begun.elapsed().as_secs_f64(), self.server.cpu().saturating_sub(self.cpu).as_secs_f64());
        waits.sort_unstable();
        let count = (each * waits.len()) as f64;
        println!(
            "{what:<22} {:>9.0} a second {:>9.0} a second of the server's processor   median {:>6.2} ms   99 % {:>7.2} ms",
            count / wall,
            count / cpu,
            quantile(&waits, 50).as_secs_f64() * 1e3,
            quantile(&waits, 99).as_secs_f64() * 1e3,
        );
    }
}

/// Returns the duration below which `percent` % of the values lie.
pub(crate) fn quantile(sorted: &[Duration], percent: usize) -> Duration {
    sorted.get(sorted.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default()
}
