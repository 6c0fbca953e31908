//! Integrity check of every event.

use crate::backup::BackupError;
use crate::checksum::{Damage, columns, stored};
use crate::connection::Bind;
use crate::ledger::Ledger;
use crate::schema::{self, SchemaFaults};
use crate::store::Location;

/// Rows per query.
const ROWS: u64 = 1000;

/// The result of an integrity check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// The number of events.
    pub events: u64,
    /// Damaged or missing events.
    pub damaged: Vec<Damage>,
    /// Faults of the database file itself, such as an index that lost an entry or a changed table definition,
    /// which hide whole events.
    pub faults: Vec<String>,
}

impl CheckReport {
    /// Whether no damage was found.
    pub fn is_intact(&self) -> bool {
        self.damaged.is_empty() && self.faults.is_empty()
    }
}

impl Ledger {
    /// Checks that no event is damaged or missing. Other processes can use the ledger meanwhile.
    pub async fn check(url: &str) -> Result<CheckReport, BackupError> {
        let site = Location::read(url)?;
        if let Location::Memory = site {
            return Err(BackupError::Memory);
        }
        let mut connection = site.existing().connect().await?;
        schema::require_current(&mut connection).await?;
        connection.snapshot().await?;
        let mut checked = CheckReport { faults: connection.faults().await?, ..CheckReport::default() };
        let SchemaFaults { missing, unexpected } = schema::faults(&mut connection).await?;
        let can_be_read = missing.is_empty();
        checked.faults.extend(unexpected.into_iter().chain(missing));
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
                    checked.damaged.push(Damage { stream: stream.clone(), version, fault: "it is missing" });
                }
                checked.damaged.extend(stored(row).err());
                before = Some((stream, version));
            }
            let (stream, version) = (last.text(0)?, last.number(1)?);
            let binds = [ROWS.into(), Bind::Text(&stream), version.into()];
            rows = connection.fetch(next, &binds).await?;
        }
        // Events missing at the end of a stream show in the row of the stream.
        let sql = "SELECT streams.id, streams.version FROM streams WHERE streams.version <> \
                   coalesce((SELECT max(events.version) FROM events WHERE events.stream = streams.id), 0)";
        for row in connection.fetch(sql, &[]).await? {
            let (stream, version) = (row.text(0)?, crate::Version(row.number(1)?));
            checked.damaged.push(Damage { stream, version, fault: "the stream ends at another version" });
        }
        connection.fetch("COMMIT", &[]).await?;
        connection.close().await?;
        Ok(checked)
    }
}
