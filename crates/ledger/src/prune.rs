//! Retention: removes old streams.

use std::collections::HashMap;

use crate::backup::BackupError;
use crate::connection::{Bind, Connection};
use crate::ids::{Label, StreamId};
use crate::ledger::Ledger;
use crate::schema;
use crate::store::Location;

/// Streams per query and per transaction. Few, so that other writers get their turn in between.
const BATCH_STREAMS: u64 = 200;

/// Labels per query.
const BATCH_LABELS: u64 = 5000;

/// A selection of streams to remove.
pub struct Prune {
    /// Remove streams whose ids begin with this prefix.
    pub prefix: &'static str,
    /// Remove with each the streams of the same name that begin with one of these prefixes instead.
    pub followers: &'static [&'static str],
    /// Remove only streams whose last event is older than this, in milliseconds since 1970.
    pub before_ms: u64,
    /// Keep a stream if this returns true for its labels.
    pub is_wanted: fn(&[Label]) -> bool,
}

impl Prune {
    /// Returns the streams that are removed together with one.
    fn followers_of(&self, stream: &str) -> impl Iterator<Item = String> {
        let name = stream.strip_prefix(self.prefix).unwrap_or(stream);
        self.followers.iter().map(move |prefix| format!("{prefix}{name}"))
    }

    /// Whether the stream may be removed.
    fn concerns(&self, stream: &str) -> bool {
        stream.starts_with(self.prefix) || self.followers.iter().any(|prefix| stream.starts_with(prefix))
    }
}

/// The result of pruning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// The number of streams examined.
    pub seen: u64,
    /// The streams removed, or to be removed in a dry run.
    pub removed: Vec<StreamId>,
}

/// Whether to remove anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DryRun {
    /// Only report what would be removed.
    Yes,
    /// Remove the streams permanently.
    No,
}

impl Ledger {
    /// Removes streams with all their data while others use the ledger. A stream that changes meanwhile is
    /// kept.
    pub async fn prune(url: &str, prune: &Prune, dry_run: DryRun) -> Result<Pruned, BackupError> {
        let site = Location::read(url)?;
        if let Location::Memory = site {
            return Err(BackupError::Memory);
        }
        let mut connection = site.existing().connect().await?;
        schema::require_current(&mut connection).await?;
        schema::vet(&mut connection).await?;
        let labels = labels(&mut connection, prune).await?;
        let mut pruned = Pruned::default();
        // The collation of the database is unknown, so a range query by prefix is not possible.
        let mut last = String::new();
        loop {
            let binds = [Bind::Text(&last), BATCH_STREAMS.into()];
            let rows = connection.fetch(NEXT_STREAMS, &binds).await?;
            let mut doomed = Vec::new();
            for row in &rows {
                let (stream, version, at) = (row.text(0)?, row.number(1)?, row.number(2)?);
                if !stream.starts_with(prune.prefix) {
                    continue;
                }
                pruned.seen += 1;
                let labels_of = labels.get(&stream).map(Vec::as_slice).unwrap_or_default();
                if at < prune.before_ms && !(prune.is_wanted)(labels_of) {
                    doomed.push((stream, version));
                }
            }
            if dry_run == DryRun::Yes {
                pruned.removed.extend(doomed.into_iter().map(|(stream, _)| StreamId::new(stream)));
            } else if !doomed.is_empty() {
                connection.begin().await?;
                for (stream, version) in doomed {
                    if remove_at(&mut connection, &stream, version).await? {
                        remove_rest(&mut connection, &stream, &labels).await?;
                        for follower in prune.followers_of(&stream) {
                            let sql = "DELETE FROM streams WHERE id = $1";
                            connection.fetch(sql, &[follower.as_str().into()]).await?;
                            remove_rest(&mut connection, &follower, &labels).await?;
                        }
                        pruned.removed.push(StreamId::new(stream));
                    }
                }
                connection.fetch("COMMIT", &[]).await?;
            }
            match rows.last() {
                Some(row) => last = row.text(0)?,
                None => break,
            }
        }
        connection.close().await?;
        Ok(pruned)
    }
}

/// A page of streams by id, each with the time of its last event.
const NEXT_STREAMS: &str = "SELECT streams.id, streams.version, events.at_ms FROM streams JOIN events \
                    ON events.stream = streams.id AND events.version = streams.version \
                    WHERE streams.id > $1 ORDER BY streams.id LIMIT $2";

type Labels = HashMap<String, Vec<Label>>;

/// Loads the labels of all streams that may be removed: there is no index by stream.
async fn labels(connection: &mut Connection, prune: &Prune) -> Result<Labels, sqlx::Error> {
    let mut labels = Labels::new();
    let mut place = 0;
    loop {
        let sql = "SELECT place, key, value, stream FROM labels WHERE place > $1 ORDER BY place LIMIT $2";
        let rows = connection.fetch(sql, &[place.into(), BATCH_LABELS.into()]).await?;
        for row in &rows {
            let stream = row.text(3)?;
            if prune.concerns(&stream) {
                labels.entry(stream).or_default().push(Label::new(row.text(1)?, row.text(2)?));
            }
        }
        match rows.last() {
            Some(row) => place = row.number(0)?,
            None => return Ok(labels),
        }
    }
}

/// Removes the row of a stream that is still at this version. Returns whether it was.
async fn remove_at(connection: &mut Connection, stream: &str, version: u64) -> Result<bool, sqlx::Error> {
    let sql = "DELETE FROM streams WHERE id = $1 AND version = $2 RETURNING id";
    Ok(!connection.fetch(sql, &[stream.into(), version.into()]).await?.is_empty())
}

/// Removes the events, commands, labels and claims of a removed stream.
async fn remove_rest(connection: &mut Connection, stream: &str, labels: &Labels) -> Result<(), sqlx::Error> {
    for sql in ["DELETE FROM events WHERE stream = $1", "DELETE FROM commands WHERE stream = $1"] {
        connection.fetch(sql, &[stream.into()]).await?;
    }
    for Label { key, value } in labels.get(stream).into_iter().flatten() {
        let binds = [key.as_str().into(), value.as_str().into(), stream.into()];
        for sql in [
            "DELETE FROM labels WHERE key = $1 AND value = $2 AND stream = $3",
            "DELETE FROM claims WHERE key = $1 AND value = $2 AND stream = $3",
        ] {
            connection.fetch(sql, &binds).await?;
        }
    }
    Ok(())
}
