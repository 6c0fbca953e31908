//! What is done to a ledger beside its servers: copied, filled, checked, pruned.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use chautari_ledger::{DryRun, Ledger};

use super::options::Kept;
use super::{Store, variables, work};
use crate::Done;
use crate::input::is_dash;
use crate::report::Failure;

/// What the database says of a file that was not made so.
const MALFORMED: &str = "database disk image is malformed";

/// A ledger that is there already: nothing is made.
fn existing(store: &Store) -> Result<Kept, Failure> {
    variables::tell_misspelt();
    let kept = store.existing()?;
    match kept.file() {
        Some(file) if !file.exists() => {
            Err(Failure::bad(format!("There is no ledger at {}.", file.display())))
        }
        _ => Ok(kept),
    }
}

/// `backup`: everything of the ledger into a new file, or what is new, while servers go on.
pub(in crate::commands) fn backup(store: &Store, since: &[PathBuf], file: &Path) -> Done {
    let kept = existing(store)?;
    if !is_dash(file) {
        let events = copy(&kept, since, file)?;
        anstream::eprintln!("{events} events of {kept} are in {}.", file.display());
        return Ok(());
    }
    // Whoever reads it gets all of it or nothing: it is made first.
    let folder = std::env::temp_dir().join(format!("chautari-backup-{}", std::process::id()));
    fs::create_dir(&folder)
        .map_err(|e| Failure::bad(format!("{} cannot be made: {e}.", folder.display())))?;
    let made = folder.join("backup.jsonl");
    let done = copy(&kept, since, &made).and_then(|events| {
        // Whoever reads only the beginning of a list has seen enough; the beginning of a backup is none.
        pour(&made).map_err(|e| Failure::bad(format!("The backup was not written to its end: {e}.")))?;
        Ok(events)
    });
    // That it cannot be removed matters less than how it went.
    let _ = fs::remove_dir_all(&folder);
    anstream::eprintln!("{} events of {kept} are in standard output.", done?);
    Ok(())
}

/// Copies the ledger; how many events it has.
fn copy(kept: &Kept, since: &[PathBuf], file: &Path) -> Result<u64, Failure> {
    if file.exists() {
        return Err(Failure::bad(format!(
            "{} is there already, and a backup replaces nothing.",
            file.display()
        )));
    }
    let copied =
        work(async { Ledger::backup_since(&kept.url, since, file).await.context("There is no backup") })?;
    Ok(copied.events)
}

/// Writes a file to standard output.
fn pour(file: &Path) -> io::Result<()> {
    let mut out = io::stdout().lock();
    io::copy(&mut File::open(file)?, &mut out)?;
    out.flush()
}

/// `restore`: a new ledger from such files.
pub(in crate::commands) fn restore(store: &Store, files: &[PathBuf]) -> Done {
    variables::tell_misspelt();
    let kept = store.made()?;
    let copied = work(async { Ledger::restore_all(&kept.url, files).await.context("Nothing was restored") })?;
    let names: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    anstream::eprintln!("{} events came from {} into {kept}.", copied.events, names.join(", "));
    Ok(())
}

/// `check-ledger`: every event looked at, while servers go on.
pub(in crate::commands) fn check(store: &Store, out: &mut dyn Write) -> Done {
    let kept = existing(store)?;
    let checked = work(async { Ledger::check(&kept.url).await.context("The ledger cannot be checked") });
    let checked = checked.map_err(|failure| match failure.text() {
        // It was opened, and what is in it cannot be read.
        text if text.contains(MALFORMED) => Failure::no(text),
        _ => failure,
    })?;
    for damage in &checked.damaged {
        writeln!(out, "{damage}")?;
    }
    for fault in &checked.faults {
        writeln!(out, "The database says: {fault}")?;
    }
    if checked.is_intact() {
        return Ok(writeln!(out, "{} events of {kept} are as they were written.", checked.events)?);
    }
    out.flush()?;
    Err(Failure::no(format!(
        "{} of {} events of {kept} are damaged, and the database has {} faults; restore an earlier backup into a new \
         database.",
        checked.damaged.len(),
        checked.events,
        checked.faults.len()
    )))
}

/// `prune`: old games in which nobody played by name, gone for good.
pub(in crate::commands) fn prune(store: &Store, days: u32, dry_run: bool, out: &mut dyn Write) -> Done {
    let kept = existing(store)?;
    let mode = if dry_run { DryRun::Yes } else { DryRun::No };
    let age = Duration::from_hours(24 * u64::from(days));
    let pruned = work(async {
        let pruned = Ledger::prune(&kept.url, &chautari_server::nameless_games(age), mode).await;
        pruned.context("Nothing is pruned any more")
    })?;
    let did = if dry_run { "would be removed" } else { "are removed" };
    Ok(writeln!(out, "{} of {} games of {kept} {did}.", pruned.removed.len(), pruned.seen)?)
}
