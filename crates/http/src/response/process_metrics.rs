//! Metrics of this process, under the names that all Prometheus clients use.

use metrics::Recorder;
use metrics_process::Collector;

/// Collects the metrics of this process into a recorder. Does nothing on systems that do not report them.
pub(crate) fn record(recorder: &impl Recorder) {
    metrics::with_local_recorder(recorder, || {
        let collector = Collector::default();
        collector.describe();
        collector.collect();
        memory::record();
    });
}

/// Metrics that the library lacks: memory that the system cannot reclaim, and its limit.
#[cfg(target_os = "linux")]
mod memory {
    use std::fs;
    use std::path::Path;

    use metrics::{describe_gauge, gauge};

    pub(super) fn record() {
        describe_gauge!("process_anonymous_memory_bytes", "Memory in use without mapped files");
        describe_gauge!("process_max_memory_bytes", "Memory limit of the machine or the control group");
        if let (Some(anonymous), Some(limit)) = (anonymous(), limit()) {
            gauge!("process_anonymous_memory_bytes").set(anonymous as f64);
            gauge!("process_max_memory_bytes").set(limit as f64);
        }
    }

    /// Returns the resident memory without mapped files: tables that are mapped can be evicted.
    pub(super) fn anonymous() -> Option<u64> {
        kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "RssAnon:")
    }

    /// Returns the memory of the machine, or the lowest limit of the control groups around this process.
    pub(super) fn limit() -> Option<u64> {
        let total = kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")?;
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let group = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
        let root = Path::new("/sys/fs/cgroup");
        let files = Path::new(group).ancestors().map(|group| root.join(group).join("memory.max"));
        let limits = files.filter_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok());
        Some(limits.fold(total, u64::min))
    }

    /// Returns the value of a line such as `MemTotal: 16384 kB`, in bytes.
    fn kilobytes(text: &str, name: &str) -> Option<u64> {
        let value = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(value.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }
}

#[cfg(not(target_os = "linux"))]
mod memory {
    pub(super) fn record() {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use metrics_exporter_prometheus::PrometheusBuilder;

    use super::*;

    #[test]
    fn process_is_measured() {
        let recorder = PrometheusBuilder::new().build_recorder();
        record(&recorder);
        let text = recorder.handle().render();
        let value = |name: &str| -> f64 {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("{name} is not in\n{text}")).parse().unwrap()
        };
        let (anonymous, resident) =
            (value("process_anonymous_memory_bytes"), value("process_resident_memory_bytes"));
        assert!(anonymous > 65536.0 && anonymous < resident, "the program itself is a file");
        assert!(value("process_max_memory_bytes") > resident);
        assert!(value("process_virtual_memory_bytes") >= resident);
        assert!(value("process_threads") >= 1.0);
        assert!((3.0..=value("process_max_fds")).contains(&value("process_open_fds")));
        assert!(value("process_start_time_seconds") > 1e9);
        assert!(value("process_cpu_seconds_total") >= 0.0);
    }
}
