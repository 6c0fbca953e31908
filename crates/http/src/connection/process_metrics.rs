//! What the system knows of this process, under the names that all programs measured by Prometheus use.

/// Each measure with its kind, what it is and its value; nothing where the system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn measures() -> String {
    read().map(|process| process.text()).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn measures() -> String {
    String::new()
}

/// Lets this process have as many files and sockets open as it may: most systems begin with a thousand. Says so where
/// that is too few for what was promised.
#[cfg(unix)]
pub(crate) fn allow_files(connections: usize) {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(cause = %error, "no more files may be open than at the start");
        }
    }
    let most = getrlimit(Resource::Nofile).current;
    if let Some(most) = most.filter(|most| *most < connections as u64 + BESIDE) {
        tracing::warn!(
            most,
            connections,
            "fewer files may be open than connections are allowed (`ulimit -n`)"
        );
    }
}

#[cfg(not(unix))]
pub(crate) fn allow_files(_: usize) {}

/// Files that are open beside connections: the database, tables, the log.
#[cfg(unix)]
const BESIDE: u64 = 64;

#[cfg(target_os = "linux")]
struct Process {
    cpu_seconds: f64,
    start_seconds: f64,
    resident: u64,
    /// What of it is no file: tables that are mapped can be had again, and are let go where others need the memory.
    anonymous: u64,
    virtual_memory: u64,
    /// What it may have: all of the machine's, or what its control group is given.
    most_memory: u64,
    threads: u64,
    files: usize,
    most_files: u64,
}

#[cfg(target_os = "linux")]
fn read() -> Option<Process> {
    use std::fs;
    let ticks = rustix::param::clock_ticks_per_second() as f64;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name in front, in parentheses, may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let boot = fs::read_to_string("/proc/stat").ok()?;
    let boot: f64 = boot.lines().find_map(|line| line.strip_prefix("btime "))?.parse().ok()?;
    let page = rustix::param::page_size() as u64;
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = pages.split(' ').skip(1).map_while(|count| count.parse::<u64>().ok());
    let (resident, files) = (pages.next()?, pages.next()?);
    Some(Process {
        cpu_seconds: (field(14)? + field(15)?) as f64 / ticks,
        start_seconds: boot + field(22)? as f64 / ticks,
        resident: resident * page,
        anonymous: resident.saturating_sub(files) * page,
        virtual_memory: field(23)?,
        most_memory: most_memory()?,
        threads: field(20)?,
        // The folder itself is open while it is read.
        files: fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1),
        most_files: rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX),
    })
}

/// The memory of the machine, or less where a control group, this one or one around it, has a bound.
#[cfg(target_os = "linux")]
fn most_memory() -> Option<u64> {
    use std::{fs, path};
    let told = fs::read_to_string("/proc/meminfo").ok()?;
    let total = told.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let total = total.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let root = path::Path::new("/sys/fs/cgroup");
    let places = path::Path::new(group).ancestors().map(|group| root.join(group).join("memory.max"));
    let bounds = places.filter_map(|place| fs::read_to_string(place).ok()?.trim().parse().ok());
    Some(bounds.fold(total, u64::min))
}

#[cfg(target_os = "linux")]
impl Process {
    fn text(&self) -> String {
        let measures = [
            ("cpu_seconds_total", "counter", "Processor time used, in seconds", self.cpu_seconds),
            (
                "start_time_seconds",
                "gauge",
                "When the process began, in seconds since 1970",
                self.start_seconds,
            ),
            ("resident_memory_bytes", "gauge", "Memory in use", self.resident as f64),
            ("anonymous_memory_bytes", "gauge", "Memory in use that is no file", self.anonymous as f64),
            ("max_memory_bytes", "gauge", "How much memory it may have", self.most_memory as f64),
            ("virtual_memory_bytes", "gauge", "Memory asked for", self.virtual_memory as f64),
            ("threads", "gauge", "Threads", self.threads as f64),
            ("open_fds", "gauge", "Open files and sockets", self.files as f64),
            ("max_fds", "gauge", "How many files and sockets may be open", self.most_files as f64),
        ];
        let line = |(name, kind, about, value)| {
            format!("# HELP process_{name} {about}\n# TYPE process_{name} {kind}\nprocess_{name} {value}\n")
        };
        measures.into_iter().map(line).collect()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_system_tells_of_this_process() {
        let process = read().unwrap();
        assert!(process.resident > 1 << 20 && process.virtual_memory >= process.resident);
        assert!(
            process.anonymous > 1 << 16 && process.anonymous < process.resident,
            "the program itself is a file"
        );
        assert!(process.most_memory > process.resident);
        assert!(process.threads >= 1 && process.files >= 3 && process.most_files as usize >= process.files);
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64();
        // Boot time is told in whole seconds.
        assert!(
            process.start_seconds > 1e9 && process.start_seconds <= now + 2.0,
            "{}",
            process.start_seconds
        );
    }
}
