//! The limit of open files, which is also the limit of connections.

/// Files that are open beside connections: the database, tables, the log.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// Raises the limit of open files to its maximum, because most systems start processes with a limit of about a
/// thousand. Logs a warning if it is too low for `connections`.
#[cfg(unix)]
pub(crate) fn raise(connections: usize) {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(cause = %error, "cannot raise the limit of open files");
        }
    }
    let current = getrlimit(Resource::Nofile).current;
    if let Some(limit) = current.filter(|limit| *limit < connections as u64 + OTHER_FILES) {
        tracing::warn!(
            limit,
            connections,
            "the limit of open files is below that of connections (`ulimit -n`)"
        );
    }
}

#[cfg(not(unix))]
pub(crate) fn raise(_: usize) {}
