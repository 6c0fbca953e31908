//! Streams that nobody needs any more, taken out.

use std::collections::HashMap;

use crate::backup::BackupError;
use crate::connection::{Bind, Connection};
use crate::ids::{Label, StreamId};
use crate::ledger::Ledger;
use crate::schema;
use crate::store::Site;

/// How many streams are looked at, and removed, at once: others want to write in between.
const STREAMS: u64 = 200;

/// How many labels are fetched at once.
const LABELS: u64 = 5000;

/// Which streams go.
pub struct Prune {
    /// Those whose names begin so.
    pub prefix: &'static str,
    /// What goes with each: streams of the same name that begin so instead.
    pub followers: &'static [&'static str],
    /// And to which nothing has happened since, in milliseconds since 1970.
    pub before_ms: u64,
    /// And whose labels do not say that somebody wants them.
    pub is_wanted: fn(&[Label]) -> bool,
}

impl Prune {
    /// The streams that go with one.
    fn followers_of(&self, stream: &str) -> impl Iterator<Item = String> {
        let name = stream.strip_prefix(self.prefix).unwrap_or(stream);
        self.followers.iter().map(move |prefix| format!("{prefix}{name}"))
    }

    /// Whether a stream of that name may go.
    fn concerns(&self, stream: &str) -> bool {
        stream.starts_with(self.prefix) || self.followers.iter().any(|prefix| stream.starts_with(prefix))
    }
}

/// What was taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// How many streams were looked at.
    pub seen: u64,
    /// Those that are gone, or would be.
    pub gone: Vec<StreamId>,
}

/// Whether anything is really removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rehearsal {
    /// Nothing is: one wants to know what would be.
    Yes,
    /// What is named is gone for good.
    No,
}

impl Ledger {
    /// Removes streams with everything they have, while others go on using the ledger. One that moves on
    /// meanwhile stays.
    pub async fn prune(url: &str, prune: &Prune, rehearsal: Rehearsal) -> Result<Pruned, BackupError> {
        let site = Site::read(url)?;
        if let Site::Memory = site {
            return Err(BackupError::Memory);
        }
        let mut connection = site.existing().connect().await?;
        schema::expect(&mut connection).await?;
        schema::vet(&mut connection).await?;
        let labels = labels(&mut connection, prune).await?;
        let mut pruned = Pruned::default();
        // Names stand in an order that only the database knows, so all of them are looked at.
        let mut last = String::new();
        loop {
            let binds = [Bind::Text(&last), STREAMS.into()];
            let rows = connection.fetch(LOOK, &binds).await?;
            let mut condemned = Vec::new();
            for row in &rows {
                let (stream, version, at) = (row.text(0)?, row.number(1)?, row.number(2)?);
                if !stream.starts_with(prune.prefix) {
                    continue;
                }
                pruned.seen += 1;
                let told = labels.get(&stream).map(Vec::as_slice).unwrap_or_default();
                if at < prune.before_ms && !(prune.is_wanted)(told) {
                    condemned.push((stream, version));
                }
            }
            if rehearsal == Rehearsal::Yes {
                pruned.gone.extend(condemned.into_iter().map(|(stream, _)| StreamId::new(stream)));
            } else if !condemned.is_empty() {
                connection.begin().await?;
                for (stream, version) in condemned {
                    if remove_at(&mut connection, &stream, version).await? {
                        remove_rest(&mut connection, &stream, &labels).await?;
                        for follower in prune.followers_of(&stream) {
                            let sql = "DELETE FROM streams WHERE id = $1";
                            connection.fetch(sql, &[follower.as_str().into()]).await?;
                            remove_rest(&mut connection, &follower, &labels).await?;
                        }
                        pruned.gone.push(StreamId::new(stream));
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

/// Streams in the order of their names, with when something last happened to each.
const LOOK: &str = "SELECT streams.id, streams.version, events.at_ms FROM streams JOIN events \
                    ON events.stream = streams.id AND events.version = streams.version \
                    WHERE streams.id > $1 ORDER BY streams.id LIMIT $2";

type Labels = HashMap<String, Vec<Label>>;

/// The labels of all streams that may go: they cannot be looked up by stream.
async fn labels(connection: &mut Connection, prune: &Prune) -> Result<Labels, sqlx::Error> {
    let mut labels = Labels::new();
    let mut place = 0;
    loop {
        let sql = "SELECT place, key, value, stream FROM labels WHERE place > $1 ORDER BY place LIMIT $2";
        let rows = connection.fetch(sql, &[place.into(), LABELS.into()]).await?;
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

/// Removes a stream that is still at that version, but for what it has; whether it was.
async fn remove_at(connection: &mut Connection, stream: &str, version: u64) -> Result<bool, sqlx::Error> {
    let sql = "DELETE FROM streams WHERE id = $1 AND version = $2 RETURNING id";
    Ok(!connection.fetch(sql, &[stream.into(), version.into()]).await?.is_empty())
}

/// Removes what a stream that is gone had.
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
