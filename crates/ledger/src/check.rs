//! Every event of a ledger looked at.

use crate::backup::BackupError;
use crate::connection::Bind;
use crate::ledger::Ledger;
use crate::schema::{self, Faults};
use crate::store::Site;
use crate::sum::{Damage, columns, stored};

/// How many rows are fetched at once.
const ROWS: u64 = 1000;

/// What a look at every event has come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many events there are.
    pub events: u64,
    /// Those that are not as they were written.
    pub damaged: Vec<Damage>,
    /// What is wrong with the database's own file: an index that has lost an entry, or a table that is described
    /// otherwise than it was made, hides whole events.
    pub faults: Vec<String>,
}

impl Checked {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}

impl Ledger {
    /// Looks at every event, while others go on using the ledger: whether each is as it was written, and none
    /// is missing.
    pub async fn check(url: &str) -> Result<Checked, BackupError> {
        let site = Site::read(url)?;
        if let Site::Memory = site {
            return Err(BackupError::Memory);
        }
        let mut connection = site.existing().connect().await?;
        schema::expect(&mut connection).await?;
        connection.snapshot().await?;
        let mut checked = Checked { faults: connection.faults().await?, ..Checked::default() };
        let Faults { missing, strange } = schema::faults(&mut connection).await?;
        let can_be_read = missing.is_empty();
        checked.faults.extend(strange.into_iter().chain(missing));
        if !can_be_read {
            return Ok(checked);
        }
        let first = concat!("SELECT ", columns!(), " FROM events ORDER BY stream, version LIMIT $1");
        let next = concat!(
            "SELECT ",
            columns!(),
            " FROM events WHERE (stream, version) > ($2, $3) ORDER BY stream, version LIMIT $1"
        );
        let mut before: Option<(String, u64)> = None;
        let mut rows = connection.fetch(first, &[ROWS.into()]).await?;
        while let Some(last) = rows.last() {
            for row in &rows {
                checked.events += 1;
                let (stream, version) = (row.text(0).unwrap_or_default(), row.number(1).unwrap_or_default());
                let expected = match &before {
                    Some((known, number)) if *known == stream => number + 1,
                    _ => 1,
                };
                if version != expected {
                    let version = crate::Version(expected);
                    checked.damaged.push(Damage {
                        stream: stream.clone(),
                        version,
                        fault: "it is not there",
                    });
                }
                checked.damaged.extend(stored(row).err());
                before = Some((stream, version));
            }
            let (stream, version) = (last.text(0)?, last.number(1)?);
            let binds = [ROWS.into(), Bind::Text(&stream), version.into()];
            rows = connection.fetch(next, &binds).await?;
        }
        // The end of a stream is known from its row.
        let sql = "SELECT streams.id, streams.version FROM streams WHERE streams.version <> \
                   coalesce((SELECT max(events.version) FROM events WHERE events.stream = streams.id), 0)";
        for row in connection.fetch(sql, &[]).await? {
            let (stream, version) = (row.text(0)?, crate::Version(row.number(1)?));
            checked.damaged.push(Damage { stream, version, fault: "the end of the stream is elsewhere" });
        }
        connection.fetch("COMMIT", &[]).await?;
        connection.close().await?;
        Ok(checked)
    }
}
