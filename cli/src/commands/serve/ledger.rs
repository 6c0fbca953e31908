//! What is done to a ledger beside its servers: copied, filled, checked, pruned.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use chautari_ledger::{Ledger, Rehearsal};

use super::{Store, work};
use crate::Done;

/// `backup`: everything of the ledger into a new file, or what is new, while servers go on.
pub(in crate::commands) fn backup(store: &Store, since: &[PathBuf], file: &Path) -> Done {
    let url = store.url()?;
    work(async move {
        let copied = Ledger::backup_since(&url, since, file).await.context("There is no backup")?;
        anstream::eprintln!("{} events are in {}.", copied.events, file.display());
        Ok(())
    })
}

/// `restore`: a new ledger from such files.
pub(in crate::commands) fn restore(store: &Store, files: &[PathBuf]) -> Done {
    let url = store.url()?;
    work(async move {
        let copied = Ledger::restore_all(&url, files).await.context("Nothing was restored")?;
        let names: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
        anstream::eprintln!("{} events came from {}.", copied.events, names.join(", "));
        Ok(())
    })
}

/// `check-ledger`: every event looked at, while servers go on.
pub(in crate::commands) fn check(store: &Store) -> Done {
    let url = store.url()?;
    work(async move {
        let checked = Ledger::check(&url).await.context("The ledger cannot be checked")?;
        for damage in &checked.damaged {
            anstream::eprintln!("{damage}");
        }
        for fault in &checked.faults {
            anstream::eprintln!("The database says: {fault}");
        }
        anyhow::ensure!(
            checked.is_whole(),
            "{} of {} events are damaged, and the database has {} faults; restore an earlier backup into a new database",
            checked.damaged.len(),
            checked.events,
            checked.faults.len()
        );
        anstream::eprintln!("{} events are as they were written.", checked.events);
        Ok(())
    })
}

/// `prune`: old games in which nobody played by name, gone for good.
pub(in crate::commands) fn prune(store: &Store, days: u32, dry_run: bool) -> Done {
    let url = store.url()?;
    let rehearsal = if dry_run { Rehearsal::Yes } else { Rehearsal::No };
    work(async move {
        let age = Duration::from_hours(24 * u64::from(days));
        let pruned = Ledger::prune(&url, &chautari_server::nameless_games(age), rehearsal).await;
        let pruned = pruned.context("Nothing is pruned any more")?;
        let (gone, seen) = (pruned.gone.len(), pruned.seen);
        let did = if dry_run { "would be removed" } else { "are removed" };
        anstream::eprintln!("{gone} of {seen} games {did}.");
        Ok(())
    })
}
