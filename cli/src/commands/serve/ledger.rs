//! `backup`, `restore`, `check-ledger` and `prune`: maintenance of a ledger, also while servers use it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use chautari_ledger::{DryRun, Ledger};

use super::env_typos::warn_unknown_env_vars;
use super::options::DatabaseUrl;
use crate::args::StoreArgs;
use crate::commands::runtime::block_on;
use crate::input::is_dash;
use crate::output::{CommandResult, Failure};

/// SQLite's error for a corrupt file.
const MALFORMED: &str = "database disk image is malformed";

/// Returns the URL of an existing ledger; creates nothing.
fn existing(store: &StoreArgs) -> Result<DatabaseUrl, Failure> {
    warn_unknown_env_vars();
    let database = store.existing_database()?;
    match database.file() {
        Some(file) if !file.exists() => {
            Err(Failure::bad(format!("There is no ledger at {}.", file.display())))
        }
        _ => Ok(database),
    }
}

/// `backup`: copies a ledger, or its events since an earlier backup, to a new file.
pub(in crate::commands) fn backup(store: &StoreArgs, since: &[PathBuf], file: &Path) -> CommandResult {
    let database = existing(store)?;
    if !is_dash(file) {
        let events = copy(&database, since, file)?;
        anstream::eprintln!("Copied {events} events of {database} to {}.", file.display());
        return Ok(());
    }
    // Write to a file first, so that the reader gets nothing if the backup fails.
    let folder = std::env::temp_dir().join(format!("chautari-backup-{}", std::process::id()));
    fs::create_dir(&folder)
        .map_err(|e| Failure::bad(format!("{} cannot be created: {e}.", folder.display())))?;
    let path = folder.join("backup.jsonl");
    let done = copy(&database, since, &path).and_then(|events| {
        // An incomplete backup is useless, so a closed pipe is an error here, unlike in other commands.
        write_to_stdout(&path)
            .map_err(|e| Failure::bad(format!("The backup was not written completely: {e}.")))?;
        Ok(events)
    });
    // A leftover temporary file matters less than the result.
    let _ = fs::remove_dir_all(&folder);
    anstream::eprintln!("Copied {} events of {database} to standard output.", done?);
    Ok(())
}

/// Copies a ledger to a file and returns the number of events.
fn copy(database: &DatabaseUrl, since: &[PathBuf], file: &Path) -> Result<u64, Failure> {
    if file.exists() {
        return Err(Failure::bad(format!(
            "{} already exists; a backup does not overwrite files.",
            file.display()
        )));
    }
    let copied = block_on(async {
        Ledger::backup_since(&database.url, since, file).await.context("The backup failed")
    })?;
    Ok(copied.events)
}

/// Writes a file to standard output.
fn write_to_stdout(file: &Path) -> io::Result<()> {
    let mut out = io::stdout().lock();
    io::copy(&mut File::open(file)?, &mut out)?;
    out.flush()
}

/// `restore`: fills a new ledger from a backup and its increments.
pub(in crate::commands) fn restore(store: &StoreArgs, files: &[PathBuf]) -> CommandResult {
    warn_unknown_env_vars();
    let database = store.new_database()?;
    let copied =
        block_on(async { Ledger::restore_all(&database.url, files).await.context("Nothing was restored") })?;
    let names: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    anstream::eprintln!("Restored {} events from {} to {database}.", copied.events, names.join(", "));
    Ok(())
}

/// `check-ledger`: verifies every event and what follows from the events; with `--repair` corrects the latter.
pub(in crate::commands) fn check(store: &StoreArgs, repair: bool, out: &mut dyn Write) -> CommandResult {
    let database = existing(store)?;
    let checked = block_on(async {
        let checked =
            if repair { Ledger::repair(&database.url).await } else { Ledger::check(&database.url).await };
        checked.context("The ledger cannot be checked")
    });
    let checked = checked.map_err(|failure| match failure.text() {
        // The file is a database, but a corrupt one: a negative answer, not bad usage.
        text if text.contains(MALFORMED) => Failure::no(text),
        _ => failure,
    })?;
    for damage in &checked.damaged {
        writeln!(out, "{damage}")?;
    }
    for damage in &checked.commands {
        writeln!(out, "{damage}")?;
    }
    for fault in &checked.index {
        writeln!(out, "{fault}")?;
    }
    for fault in &checked.faults {
        writeln!(out, "Database error: {fault}")?;
    }
    if checked.is_intact() {
        return Ok(writeln!(out, "All {} events of {database} are intact.", checked.events)?);
    }
    if checked.can_be_repaired() && repair {
        let text = "All events are intact, and the labels and claims above were recomputed from them.";
        return Ok(writeln!(out, "{text}")?);
    }
    out.flush()?;
    if checked.can_be_repaired() {
        let text = "All events are intact, but the labels and claims above do not follow from them. Stop all servers \
                    and run `chautari check-ledger --repair`.";
        return Err(Failure::no(text));
    }
    Err(Failure::no(format!(
        "{} of {} events and {} commands of {database} are damaged and the database has {} errors; restore an earlier \
         backup into a new database.",
        checked.damaged.len(),
        checked.events,
        checked.commands.len(),
        checked.faults.len()
    )))
}

/// `prune`: deletes old anonymous games.
pub(in crate::commands) fn prune(
    store: &StoreArgs,
    days: u32,
    dry_run: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let database = existing(store)?;
    let rehearsal = if dry_run { DryRun::Yes } else { DryRun::No };
    let age = Duration::from_hours(24 * u64::from(days));
    let pruned = block_on(async {
        let pruned = Ledger::prune(&database.url, &chautari_server::anonymous_games(age), rehearsal).await;
        pruned.context("Pruning failed")
    })?;
    let action = if dry_run { "Would delete" } else { "Deleted" };
    Ok(writeln!(out, "{action} {} of {} games of {database}.", pruned.removed.len(), pruned.seen)?)
}
