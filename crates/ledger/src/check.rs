//! Integrity check of events, commands, labels and claims, and the repair of labels and claims.
//!
//! Events and commands have checksums. Labels and claims follow from the label changes that are stored with the
//! events, so they are recomputed and compared.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::append::LabelChange;
use crate::backup::BackupError;
use crate::checksum::{Damage, DamagedCommand, columns, command_columns, stored_reply, stored_with_labels};
use crate::connection::{Bind, Connection};
use crate::ids::{Label, Version};
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
    /// Damaged commands.
    pub commands: Vec<DamagedCommand>,
    /// Labels and claims that do not follow from the events. Streams with damaged events or without events are left
    /// out.
    pub index: Vec<IndexFault>,
    /// Faults of the database file itself, such as an index that lost an entry or a changed table definition,
    /// which hide whole events.
    pub faults: Vec<String>,
}

impl CheckReport {
    /// Whether no damage was found.
    pub fn is_intact(&self) -> bool {
        self.can_be_repaired() && self.index.is_empty()
    }

    /// Whether the labels and claims can be recomputed: everything else is intact.
    pub fn can_be_repaired(&self) -> bool {
        self.damaged.is_empty() && self.commands.is_empty() && self.faults.is_empty()
    }
}

/// A label or claim that does not follow from the events.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexFault {
    /// The table of the row.
    pub table: IndexTable,
    /// Whether the row is missing or should not exist.
    pub kind: IndexFaultKind,
    /// The label, as far as it can be read.
    pub label: Label,
    /// The stream, as far as it can be read.
    pub stream: String,
}

/// A table that follows from the events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IndexTable {
    /// Labels, by which streams are found.
    Labels,
    /// Claims of labels that are unique to one stream.
    Claims,
}

/// The kind of a fault in the labels or claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IndexFaultKind {
    /// The events set it, and it is not there.
    Missing,
    /// It is there, and the events do not set it.
    Unexpected,
}

impl fmt::Display for IndexFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = match self.table {
            IndexTable::Labels => "label",
            IndexTable::Claims => "claim",
        };
        let kind = match self.kind {
            IndexFaultKind::Missing => "is missing",
            IndexFaultKind::Unexpected => "does not follow from the events",
        };
        write!(f, "{table} {} of `{}` {kind}", self.label, self.stream)
    }
}

/// A row of the labels or the claims.
type IndexRow = (IndexTable, Label, String);

/// The labels and claims that follow from the events.
#[derive(Default)]
struct Index {
    rows: HashSet<IndexRow>,
    /// Streams with damaged events, and those without events, which can have labels of jobs in progress.
    unknown: HashSet<String>,
}

impl Index {
    fn apply(&mut self, stream: &str, change: LabelChange) {
        let row = |table, label: &Label| (table, label.clone(), stream.to_owned());
        match change {
            LabelChange::Set(label) => {
                self.rows.insert(row(IndexTable::Labels, &label));
            }
            LabelChange::Claim(label) => {
                self.rows.insert(row(IndexTable::Labels, &label));
                self.rows.insert(row(IndexTable::Claims, &label));
            }
            LabelChange::Clear(label) => {
                self.rows.remove(&row(IndexTable::Labels, &label));
                self.rows.remove(&row(IndexTable::Claims, &label));
            }
        }
    }
}

impl Ledger {
    /// Checks that no event, command, label or claim is damaged or missing. Other processes can use the ledger
    /// meanwhile.
    pub async fn check(url: &str) -> Result<CheckReport, BackupError> {
        let site = Location::read(url)?;
        if let Location::Memory = site {
            return Err(BackupError::Memory);
        }
        let mut connection = site.existing().connect().await?;
        schema::require_current(&mut connection).await?;
        connection.snapshot().await?;
        let report = check(&mut connection).await?;
        connection.fetch("COMMIT", &[]).await?;
        connection.close().await?;
        Ok(report)
    }

    /// Like [`Ledger::check`]; then corrects the labels and claims, if everything else is intact. A label that was
    /// missing is added as the newest. No other process can write to the ledger meanwhile.
    pub async fn repair(url: &str) -> Result<CheckReport, BackupError> {
        let site = Location::read(url)?;
        if let Location::Memory = site {
            return Err(BackupError::Memory);
        }
        let _lock = site.lock()?;
        let mut connection = site.existing().connect().await?;
        schema::require_current(&mut connection).await?;
        connection.begin().await?;
        if let Connection::Postgres(_) = connection {
            connection.fetch("LOCK TABLE labels, claims IN SHARE ROW EXCLUSIVE MODE", &[]).await?;
        }
        let report = check(&mut connection).await?;
        if report.can_be_repaired() {
            correct(&mut connection, &report.index).await?;
        }
        connection.fetch("COMMIT", &[]).await?;
        connection.close().await?;
        Ok(report)
    }
}

/// Checks all tables in one transaction.
async fn check(connection: &mut Connection) -> Result<CheckReport, BackupError> {
    let mut report = CheckReport { faults: connection.faults().await?, ..CheckReport::default() };
    let SchemaFaults { missing, unexpected } = schema::faults(connection).await?;
    let can_be_read = missing.is_empty();
    report.faults.extend(unexpected.into_iter().chain(missing));
    if !can_be_read {
        return Ok(report);
    }
    let index = check_events(connection, &mut report).await?;
    check_commands(connection, &mut report).await?;
    check_index(connection, index, &mut report).await?;
    Ok(report)
}

/// Checks the events and derives the labels and claims from them.
async fn check_events(connection: &mut Connection, report: &mut CheckReport) -> Result<Index, BackupError> {
    let first = concat!("SELECT ", columns!(), " FROM events ORDER BY stream, version LIMIT $1");
    let next = concat!(
        "SELECT ",
        columns!(),
        " FROM events WHERE (stream, version) > ($2, $3) ORDER BY stream, version LIMIT $1"
    );
    let mut index = Index::default();
    let mut before: Option<(String, u64)> = None;
    let mut rows = connection.fetch(first, &[ROWS.into()]).await?;
    while let Some(last) = rows.last() {
        for row in &rows {
            report.events += 1;
            let (stream, version) = (row.text(0).unwrap_or_default(), row.number(1).unwrap_or_default());
            let expected = match &before {
                Some((known, number)) if *known == stream => number + 1,
                _ => 1,
            };
            if version != expected {
                let (stream, version) = (stream.clone(), Version(expected));
                report.damaged.push(Damage { stream, version, fault: "it is missing" });
            }
            match stored_with_labels(row) {
                Ok((_, changes)) => changes.into_iter().for_each(|change| index.apply(&stream, change)),
                Err(damage) => report.damaged.push(damage),
            }
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
        let (stream, version) = (row.text(0)?, Version(row.number(1)?));
        report.damaged.push(Damage { stream, version, fault: "the stream ends at another version" });
    }
    index.unknown = report.damaged.iter().map(|damage| damage.stream.clone()).collect();
    for row in connection.fetch("SELECT id FROM streams WHERE version = 0", &[]).await? {
        index.unknown.insert(row.text(0)?);
    }
    Ok(index)
}

async fn check_commands(connection: &mut Connection, report: &mut CheckReport) -> Result<(), BackupError> {
    let first = concat!("SELECT ", command_columns!(), " FROM commands ORDER BY stream, command LIMIT $1");
    let next = concat!(
        "SELECT ",
        command_columns!(),
        " FROM commands WHERE (stream, command) > ($2, $3) ORDER BY stream, command LIMIT $1"
    );
    let mut rows = connection.fetch(first, &[ROWS.into()]).await?;
    while let Some(last) = rows.last() {
        report.commands.extend(rows.iter().filter_map(|row| stored_reply(row).err()));
        let (stream, command) = (last.text(0)?, last.text(1)?);
        rows = connection.fetch(next, &[ROWS.into(), Bind::Text(&stream), Bind::Text(&command)]).await?;
    }
    Ok(())
}

/// Compares the labels and claims with those that follow from the events.
async fn check_index(
    connection: &mut Connection,
    index: Index,
    report: &mut CheckReport,
) -> Result<(), BackupError> {
    let Index { mut rows, unknown } = index;
    for (table, sql) in [
        (IndexTable::Labels, "SELECT key, value, stream FROM labels"),
        (IndexTable::Claims, "SELECT key, value, stream FROM claims"),
    ] {
        for row in connection.fetch(sql, &[]).await? {
            let label = Label::new(row.text_in_part(0)?, row.text_in_part(1)?);
            let row = (table, label, row.text_in_part(2)?);
            if !rows.remove(&row) && !unknown.contains(&row.2) {
                report.index.push(fault(row, IndexFaultKind::Unexpected));
            }
        }
    }
    let missing = rows.into_iter().filter(|(_, _, stream)| !unknown.contains(stream));
    report.index.extend(missing.map(|row| fault(row, IndexFaultKind::Missing)));
    report.index.sort_unstable();
    Ok(())
}

fn fault((table, label, stream): IndexRow, kind: IndexFaultKind) -> IndexFault {
    IndexFault { table, kind, label, stream }
}

/// Removes the unexpected rows and adds the missing ones.
async fn correct(connection: &mut Connection, faults: &[IndexFault]) -> Result<(), BackupError> {
    let unexpected = |table| {
        let of_table = faults.iter().filter(move |fault| fault.table == table);
        let unexpected = of_table.filter(|fault| fault.kind == IndexFaultKind::Unexpected);
        unexpected.map(|fault| (&fault.label, &fault.stream)).collect::<HashSet<_>>()
    };
    // A damaged text can be unreadable, so that no query by its value finds the row.
    let labels = unexpected(IndexTable::Labels);
    if !labels.is_empty() {
        for row in connection.fetch("SELECT place, key, value, stream FROM labels", &[]).await? {
            let label = Label::new(row.text_in_part(1)?, row.text_in_part(2)?);
            if labels.contains(&(&label, &row.text_in_part(3)?)) {
                connection.fetch("DELETE FROM labels WHERE place = $1", &[row.number(0)?.into()]).await?;
            }
        }
    }
    let claims = unexpected(IndexTable::Claims);
    let mut kept = HashMap::new();
    if !claims.is_empty() {
        for row in connection.fetch("SELECT key, value, stream FROM claims", &[]).await? {
            let (label, stream) =
                (Label::new(row.text_in_part(0)?, row.text_in_part(1)?), row.text_in_part(2)?);
            if !claims.contains(&(&label, &stream)) {
                kept.insert(label, stream);
            }
        }
        connection.fetch("DELETE FROM claims", &[]).await?;
    }
    for (label, stream) in &kept {
        insert(connection, IndexTable::Claims, label, stream).await?;
    }
    for fault in faults.iter().filter(|fault| fault.kind == IndexFaultKind::Missing) {
        insert(connection, fault.table, &fault.label, &fault.stream).await?;
    }
    Ok(())
}

async fn insert(
    connection: &mut Connection,
    table: IndexTable,
    label: &Label,
    stream: &str,
) -> Result<(), BackupError> {
    let sql = match table {
        IndexTable::Labels => "INSERT INTO labels (key, value, stream) VALUES ($1, $2, $3)",
        IndexTable::Claims => "INSERT INTO claims (key, value, stream) VALUES ($1, $2, $3)",
    };
    connection.fetch(sql, &[label.key.as_str().into(), label.value.as_str().into(), stream.into()]).await?;
    Ok(())
}
