//! `systemd`: systemd units for this program at its current path.

use std::io::Write;
use std::path::Path;

use crate::args::SystemdUnit;
use crate::output::CommandResult;

/// Prints a unit. The service runs as `user`, or as a dynamic user.
pub(in crate::commands) fn print(
    unit: SystemdUnit,
    user: Option<&str>,
    out: &mut dyn Write,
) -> CommandResult {
    if unit == SystemdUnit::Socket {
        return Ok(out.write_all(include_bytes!("chautari.socket"))?);
    }
    let program =
        std::env::current_exe().map_or("/usr/bin/chautari".to_owned(), |path| path.display().to_string());
    // The unit hides home directories. A program inside one, as `cargo install` puts it, is made visible.
    let own = std::env::home_dir().filter(|home| home.parent().is_some());
    let own = own.is_some_and(|home| Path::new(&program).starts_with(home));
    let is_home = own || ["/home/", "/run/user/"].iter().any(|home| program.starts_with(home));
    let home = if is_home { format!("tmpfs\nBindReadOnlyPaths={program}") } else { "yes".to_owned() };
    let user = user.map_or("DynamicUser=yes".to_owned(), |user| format!("User={user}"));
    Ok(write!(out, include_str!("chautari.service"), program = program, home = home, user = user)?)
}
