//! Full and incremental backups in a text format that either store can be restored from.
//!
//! The file has one JSON value per line: a header, every event, command, label, claim, job and count, and a
//! trailer with the number of lines and their checksum, which reveals a truncated or damaged file.
//!
//! The header of an increment names the trailer of the file that it follows. An increment contains the events,
//! commands and counts written since, the removed streams, and all labels, claims and jobs, because those can
//! be deleted and are few.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::append::{LabelChange, Stored, StoredReply};
use crate::checksum::{
    Damage, DamagedCommand, columns, command_columns, command_sum, event_sum, stored_reply,
    stored_with_labels, write_labels,
};
use crate::commit::{INSERT_COMMAND, INSERT_EVENT};
use crate::connection::{Bind, Connection, Row};
use crate::error::OpenError;
use crate::ledger::Ledger;
use crate::schema;
use crate::store::{self, Location};

/// The version of the file format.
const FORMAT: u64 = 1;

/// Rows per query.
const ROWS: u64 = 1000;

/// Why a backup could not be made or restored. A failed restore changes nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// The ledger cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is not a complete backup.
    #[error("{}, line {line}: {fault}", path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// The fault in the line.
        fault: String,
    },
    /// An event does not match its checksum. It is not backed up, because the backup would hide the damage.
    #[error("{0}; `check-ledger` lists all damaged events, and an earlier backup may contain them")]
    Event(Damage),
    /// A command does not match its checksum. It is not backed up, because the backup would hide the damage.
    #[error("{0}; `check-ledger` lists all damaged commands, and an earlier backup may contain them")]
    Command(DamagedCommand),
    /// The increment does not follow the file before it.
    #[error("{}: this increment follows a different backup", path.display())]
    Order {
        /// The path of the increment.
        path: PathBuf,
    },
    /// The ledger does not continue the given backups, perhaps because it was restored to an earlier state.
    #[error(
        "the backups given with `--since` do not match the ledger: {what}. They may have been made before the ledger \
         was restored to an earlier state. Start again with a full backup, without `--since`, or omit the latest of \
         them"
    )]
    History {
        /// The first difference found.
        what: String,
    },
    /// The ledger to restore into already contains data.
    #[error("the ledger is not empty: restore into a new one")]
    NotEmpty,
    /// A ledger in memory cannot be backed up or restored.
    #[error("a ledger in memory cannot be backed up or restored")]
    Memory,
}

impl From<Damage> for BackupError {
    fn from(damage: Damage) -> Self {
        Self::Event(damage)
    }
}

impl From<DamagedCommand> for BackupError {
    fn from(damage: DamagedCommand) -> Self {
        Self::Command(damage)
    }
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Open(error.into())
    }
}

/// The size of a backup or of a restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// The number of events.
    pub events: u64,
    /// The number of lines in the file.
    pub lines: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BackupLine {
    Ledger {
        format: u64,
    },
    Increment {
        format: u64,
        after: Trailer,
    },
    #[serde(rename = "gone")]
    Removed {
        stream: String,
    },
    Event {
        stream: String,
        version: u64,
        kind: String,
        body: Value,
        at_ms: u64,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        labels: Vec<LabelChange>,
    },
    Command {
        stream: String,
        command: String,
        version: u64,
        reply: Value,
        at_ms: u64,
    },
    Label {
        key: String,
        value: String,
        stream: String,
    },
    Claim {
        key: String,
        value: String,
        stream: String,
    },
    Job {
        queue: String,
        body: Value,
        due_ms: u64,
        attempt: u64,
    },
    Count {
        key: String,
        item: String,
        number: u64,
    },
    End(Trailer),
}

/// The end of a file: the number of lines before it and their checksum. It identifies the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Trailer {
    lines: u64,
    sum: u32,
}

/// A table of the ledger and the conversion of its rows to lines.
struct SqlTable {
    /// The query for the first page of rows.
    first: &'static str,
    /// The query for the page after a key, which is bound to the values of the last row.
    next: &'static str,
    key: &'static [Column],
    line: fn(&Row) -> Result<BackupLine, BackupError>,
}

/// The index of a key column in a row.
enum Column {
    Number(usize),
    Text(usize),
}

const TABLES: &[SqlTable] = &[
    SqlTable {
        first: concat!("SELECT ", columns!(), " FROM events ORDER BY stream, version LIMIT $1"),
        next: concat!(
            "SELECT ",
            columns!(),
            " FROM events WHERE (stream, version) > ($2, $3) ORDER BY stream, version LIMIT $1"
        ),
        key: &[Column::Text(0), Column::Number(1)],
        line: |row| {
            let (Stored { version, kind, body, at_ms }, labels) = stored_with_labels(row)?;
            Ok(BackupLine::Event { stream: row.text(0)?, version: version.0, kind, body, at_ms, labels })
        },
    },
    SqlTable {
        first: concat!("SELECT ", command_columns!(), " FROM commands ORDER BY stream, command LIMIT $1"),
        next: concat!(
            "SELECT ",
            command_columns!(),
            " FROM commands WHERE (stream, command) > ($2, $3) ORDER BY stream, command LIMIT $1"
        ),
        key: &[Column::Text(0), Column::Text(1)],
        line: |row| {
            let StoredReply { version, reply, at_ms } = stored_reply(row)?;
            let (stream, command) = (row.text(0)?, row.text(1)?);
            Ok(BackupLine::Command { stream, command, version: version.0, reply, at_ms })
        },
    },
    SqlTable {
        first: "SELECT place, key, value, stream FROM labels ORDER BY place LIMIT $1",
        next: "SELECT place, key, value, stream FROM labels WHERE place > $2 ORDER BY place LIMIT $1",
        key: &[Column::Number(0)],
        line: |row| Ok(BackupLine::Label { key: row.text(1)?, value: row.text(2)?, stream: row.text(3)? }),
    },
    SqlTable {
        first: "SELECT key, value, stream FROM claims ORDER BY key, value LIMIT $1",
        next: "SELECT key, value, stream FROM claims WHERE (key, value) > ($2, $3) \
               ORDER BY key, value LIMIT $1",
        key: &[Column::Text(0), Column::Text(1)],
        line: |row| Ok(BackupLine::Claim { key: row.text(0)?, value: row.text(1)?, stream: row.text(2)? }),
    },
    SqlTable {
        first: "SELECT id, queue, body, due_ms, attempt FROM jobs ORDER BY id LIMIT $1",
        next: "SELECT id, queue, body, due_ms, attempt FROM jobs WHERE id > $2 ORDER BY id LIMIT $1",
        key: &[Column::Number(0)],
        line: |row| {
            Ok(BackupLine::Job {
                queue: row.text(1)?,
                body: row.json(2)?,
                due_ms: row.number(3)?,
                attempt: row.number(4)?,
            })
        },
    },
    SqlTable {
        first: "SELECT key, item, number FROM counts ORDER BY key, item LIMIT $1",
        next: "SELECT key, item, number FROM counts WHERE (key, item) > ($2, $3) \
               ORDER BY key, item LIMIT $1",
        key: &[Column::Text(0), Column::Text(1)],
        line: |row| Ok(BackupLine::Count { key: row.text(0)?, item: row.text(1)?, number: row.number(2)? }),
    },
];

impl Ledger {
    /// Writes a consistent snapshot of a ledger into a new file. Other processes, including a running server,
    /// can use the ledger meanwhile.
    pub async fn backup(url: &str, path: &Path) -> Result<BackupSummary, BackupError> {
        Self::backup_since(url, &[], path).await
    }

    /// Writes an increment after these backups (a full one, then increments in order), or a full backup if
    /// there are none. Reads all of them and checks that they are undamaged and belong to this ledger: a stream
    /// may have been removed since, but not differ.
    pub async fn backup_since(
        url: &str,
        since: &[PathBuf],
        path: &Path,
    ) -> Result<BackupSummary, BackupError> {
        let site = Location::read(url)?;
        if let Location::Memory = site {
            return Err(BackupError::Memory);
        }
        let prior = PriorBackups::read(since)?;
        let mut connection = site.existing().connect().await?;
        schema::require_current(&mut connection).await?;
        schema::vet(&mut connection).await?;
        let fault = |error| BackupError::File { path: path.to_owned(), error };
        if path.exists() {
            return Err(fault(io::ErrorKind::AlreadyExists.into()));
        }
        // Written under another name first, so that a file of that name is always a complete backup.
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        // Remove what an earlier attempt may have left.
        match fs::remove_file(&partial) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fault(error)),
            _ => {}
        }
        let mut output = Output::new(store::make_private(&partial).map_err(fault)?);
        let copied = copy(&mut connection, &prior, &mut output, fault).await;
        let done = copied.and_then(|copied| {
            output
                .file
                .into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file| file.sync_all())
                .map_err(fault)?;
            fs::rename(&partial, path).map_err(fault)?;
            Ok(copied)
        });
        if done.is_err() {
            // The original error matters more than a failure to remove the partial file.
            let _ = fs::remove_file(&partial);
        }
        connection.close().await?;
        done
    }

    /// Fills a new ledger from a backup, all of it or nothing.
    pub async fn restore(url: &str, path: &Path) -> Result<BackupSummary, BackupError> {
        Self::restore_all(url, &[path.to_owned()]).await
    }

    /// Fills a new ledger from a full backup and its increments in order, all of it or nothing. The result is
    /// the state at the time of the last increment.
    pub async fn restore_all(url: &str, paths: &[PathBuf]) -> Result<BackupSummary, BackupError> {
        let site = Location::read(url)?;
        if let Location::Memory = site {
            return Err(BackupError::Memory);
        }
        // Check first, so that a missing file does not leave an empty ledger behind.
        for path in paths {
            File::open(path).map_err(|error| BackupError::File { path: path.clone(), error })?;
        }
        let _lock = site.lock()?;
        let mut connection = site.address().connect().await?;
        schema::migrate(&mut connection).await?;
        connection.begin().await?;
        let copied = fill(&mut connection, paths).await;
        let end = if copied.is_ok() { "COMMIT" } else { "ROLLBACK" };
        connection.fetch(end, &[]).await?;
        connection.close().await?;
        copied
    }
}

/// The contents of earlier backups.
#[derive(Default)]
struct PriorBackups {
    /// The trailer of the last backup.
    trailer: Option<Trailer>,
    streams: HashMap<String, PriorStream>,
    /// Hashes of the commands. There are too many to keep them whole.
    commands: HashSet<u64>,
    /// The value of each counter by the hash of its name.
    counts: HashMap<u64, u64>,
    hasher: RandomState,
}

/// The state of a stream in earlier backups.
#[derive(Clone, Copy, Default)]
struct PriorStream {
    version: u64,
    /// The checksum of its last event. It stands for all events before it, because a history that diverged has
    /// other timestamps.
    last: u32,
    /// The number of commands carried out on it.
    commands: u32,
}

impl PriorBackups {
    fn read(paths: &[PathBuf]) -> Result<Self, BackupError> {
        let mut prior = Self::default();
        for path in paths {
            let mut reader = Reader::open(path, prior.trailer)?;
            while let Some(line) = reader.next()? {
                match line {
                    BackupLine::Event { stream, version, kind, body, at_ms, .. } => {
                        let last = portable_sum(&kind, &body, at_ms);
                        let stream = prior.streams.entry(stream).or_default();
                        (stream.version, stream.last) = (version, last);
                    }
                    BackupLine::Command { stream, command, version, reply, .. } => {
                        let hash = prior.command_hash(&stream, &command, version, &reply);
                        prior.commands.insert(hash);
                        prior.streams.entry(stream).or_default().commands += 1;
                    }
                    BackupLine::Count { key, item, number } => {
                        let hash = prior.hash(&key, &item);
                        prior.counts.insert(hash, number);
                    }
                    BackupLine::Removed { stream } => {
                        prior.streams.remove(&stream);
                    }
                    _ => {}
                }
            }
            prior.trailer = reader.trailer;
        }
        Ok(prior)
    }

    fn hash(&self, one: &str, other: &str) -> u64 {
        self.hasher.hash_one((one, other))
    }

    fn command_hash(&self, stream: &str, command: &str, version: u64, reply: &Value) -> u64 {
        let mut reply_sum = crc32fast::Hasher::new();
        add(&mut reply_sum, reply);
        self.hasher.hash_one((stream, command, version, reply_sum.finalize()))
    }
}

/// Compares the earlier backups with the ledger while it is copied.
struct Comparison<'a> {
    prior: &'a PriorBackups,
    /// For each stream, how many commands of the backups have not been seen in the ledger yet.
    commands: HashMap<&'a str, u32>,
    /// How many counters of the backups have not been seen in the ledger yet.
    counts: usize,
}

impl<'a> Comparison<'a> {
    /// Compares the versions of the streams. Also returns the streams that were removed since.
    fn new(
        prior: &'a PriorBackups,
        current: &HashMap<String, u64>,
    ) -> Result<(Self, Vec<&'a str>), BackupError> {
        let mut comparison = Self { prior, commands: HashMap::new(), counts: prior.counts.len() };
        let mut removed = Vec::new();
        for (stream, then) in &prior.streams {
            match current.get(stream) {
                None => removed.push(stream.as_str()),
                Some(version) if *version < then.version => {
                    let PriorStream { version: then, .. } = then;
                    return Err(history_mismatch(format!(
                        "they have {then} events of `{stream}`, and the ledger has {version}"
                    )));
                }
                Some(_) => {
                    comparison.commands.insert(stream, then.commands);
                }
            }
        }
        Ok((comparison, removed))
    }

    /// Whether an earlier backup already contains the line. Errors if it contradicts the line.
    fn holds(&mut self, line: &BackupLine) -> Result<bool, BackupError> {
        let prior = self.prior;
        match line {
            BackupLine::Event { stream, version, kind, body, at_ms, .. } => {
                let Some(then) = prior.streams.get(stream) else { return Ok(false) };
                if *version == then.version && portable_sum(kind, body, *at_ms) != then.last {
                    return Err(history_mismatch(format!("event {version} of `{stream}` differs")));
                }
                Ok(*version <= then.version)
            }
            BackupLine::Command { stream, command, version, reply, .. } => {
                let holds = prior.commands.contains(&prior.command_hash(stream, command, *version, reply));
                if holds && let Some(unseen) = self.commands.get_mut(stream.as_str()) {
                    *unseen = unseen.saturating_sub(1);
                }
                Ok(holds)
            }
            BackupLine::Count { key, item, number } => {
                let Some(then) = prior.counts.get(&prior.hash(key, item)) else { return Ok(false) };
                self.counts = self.counts.saturating_sub(1);
                if number < then {
                    return Err(history_mismatch(format!(
                        "they have counted `{item}` {then} times in `{key}`, the ledger {number}"
                    )));
                }
                Ok(number == then)
            }
            _ => Ok(false),
        }
    }

    /// Errors if the ledger lacks anything of the backups, once all of it was seen.
    fn finish(self) -> Result<(), BackupError> {
        // A removed stream takes its commands with it; counters are never removed.
        if let Some((stream, _)) = self.commands.iter().find(|(_, unseen)| **unseen > 0) {
            return Err(history_mismatch(format!(
                "a command on `{stream}` that they have is not in the ledger"
            )));
        }
        if self.counts > 0 {
            return Err(history_mismatch(format!(
                "{} counts that they have are not in the ledger",
                self.counts
            )));
        }
        Ok(())
    }
}

fn history_mismatch(what: String) -> BackupError {
    BackupError::History { what }
}

/// A checksum of an event that is the same in a ledger and in every backup of it.
fn portable_sum(kind: &str, body: &Value, at_ms: u64) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&at_ms.to_le_bytes());
    sum.update(kind.as_bytes());
    add(&mut sum, body);
    sum.finalize()
}

/// Adds a JSON value to a checksum. Fractions are left out, because their last bit can change on a round trip.
fn add(sum: &mut crc32fast::Hasher, value: &Value) {
    match value {
        Value::Number(number) if number.is_f64() => sum.update(b"."),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            sum.update(value.to_string().as_bytes());
        }
        Value::Array(values) => {
            sum.update(b"[");
            for value in values {
                add(sum, value);
                sum.update(b",");
            }
        }
        Value::Object(fields) => {
            sum.update(b"{");
            for (name, value) in fields {
                sum.update(name.as_bytes());
                sum.update(b":");
                add(sum, value);
                sum.update(b",");
            }
        }
    }
}

/// Reads a backup whose header was accepted, and checks the trailer against all lines before it.
struct Reader {
    input: io::Split<BufReader<File>>,
    path: PathBuf,
    sum: crc32fast::Hasher,
    lines: u64,
    /// The trailer, once it was reached.
    trailer: Option<Trailer>,
}

impl Reader {
    /// Opens a file that follows one with the trailer `after`; a full backup if `None`.
    fn open(path: &Path, after: Option<Trailer>) -> Result<Self, BackupError> {
        let file = File::open(path).map_err(|error| BackupError::File { path: path.to_owned(), error })?;
        let input = BufReader::new(file).split(b'\n');
        let path = path.to_owned();
        let mut reader = Self { input, path, sum: crc32fast::Hasher::new(), lines: 0, trailer: None };
        let head = match reader.line()? {
            Some(BackupLine::Ledger { format: FORMAT }) => None,
            Some(BackupLine::Increment { format: FORMAT, after }) => Some(after),
            Some(BackupLine::Ledger { format } | BackupLine::Increment { format, .. }) => {
                let fault = format!("format {format} is not supported: it was made by a newer version");
                return Err(reader.damaged(&fault));
            }
            Some(_) => return Err(reader.damaged("not the header of a backup")),
            None => return Err(reader.damaged(CUT_SHORT)),
        };
        if head == after { Ok(reader) } else { Err(BackupError::Order { path: reader.path }) }
    }

    /// Returns the next line between header and trailer.
    fn next(&mut self) -> Result<Option<BackupLine>, BackupError> {
        let above = Trailer { lines: self.lines, sum: self.sum.clone().finalize() };
        match self.line()? {
            Some(BackupLine::Ledger { .. } | BackupLine::Increment { .. }) => {
                Err(self.damaged("a second header"))
            }
            Some(BackupLine::End(trailer)) if trailer == above => {
                self.trailer = Some(trailer);
                if self.input.next().is_some() {
                    self.lines += 1;
                    return Err(self.damaged("text after the end of the backup"));
                }
                Ok(None)
            }
            Some(BackupLine::End(_)) => {
                Err(self.damaged("the lines above were changed, or some are missing"))
            }
            Some(line) => Ok(Some(line)),
            None => Err(self.damaged(CUT_SHORT)),
        }
    }

    fn line(&mut self) -> Result<Option<BackupLine>, BackupError> {
        let Some(text) = self.input.next() else { return Ok(None) };
        let text = text.map_err(|error| BackupError::File { path: self.path.clone(), error })?;
        self.lines += 1;
        self.sum.update(&text);
        self.sum.update(b"\n");
        let line = serde_json::from_slice(&text);
        // serde_json counts lines within the line.
        line.map(Some)
            .map_err(|error| self.damaged(&error.to_string().replace(" at line 1 column ", " at column ")))
    }

    /// An error at the line that was read last.
    fn damaged(&self, fault: &str) -> BackupError {
        BackupError::Damaged { path: self.path.clone(), line: self.lines, fault: fault.to_owned() }
    }
}

const CUT_SHORT: &str = "the file ends here, before the trailer of the backup";

/// Writes a backup.
struct Output {
    file: BufWriter<File>,
    sum: crc32fast::Hasher,
    lines: u64,
}

impl Output {
    fn new(file: File) -> Self {
        Self { file: BufWriter::new(file), sum: crc32fast::Hasher::new(), lines: 0 }
    }

    fn put(&mut self, line: &BackupLine) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.sum.update(&text);
        self.lines += 1;
        self.file.write_all(&text)
    }
}

async fn copy(
    connection: &mut Connection,
    prior: &PriorBackups,
    output: &mut Output,
    fault: impl Fn(io::Error) -> BackupError,
) -> Result<BackupSummary, BackupError> {
    connection.snapshot().await?;
    let head = match prior.trailer {
        None => BackupLine::Ledger { format: FORMAT },
        Some(after) => BackupLine::Increment { format: FORMAT, after },
    };
    output.put(&head).map_err(&fault)?;
    let mut current = HashMap::new();
    if prior.trailer.is_some() {
        for row in connection.fetch(STREAM_VERSIONS, &[]).await? {
            current.insert(row.text(0)?, row.number(1)?);
        }
    }
    let (mut comparison, removed) = Comparison::new(prior, &current)?;
    drop(current);
    for stream in removed {
        output.put(&BackupLine::Removed { stream: stream.to_owned() }).map_err(&fault)?;
    }
    let mut events = 0;
    for table in TABLES {
        let mut rows = connection.fetch(table.first, &[ROWS.into()]).await?;
        while let Some(last) = rows.last() {
            for row in &rows {
                let line = (table.line)(row)?;
                if comparison.holds(&line)? {
                    continue;
                }
                events += u64::from(matches!(line, BackupLine::Event { .. }));
                output.put(&line).map_err(&fault)?;
            }
            let key = table.key.iter().map(|column| {
                Ok(match column {
                    Column::Number(column) => Key::Number(last.number(*column)?),
                    Column::Text(column) => Key::Text(last.text(*column)?),
                })
            });
            let key = key.collect::<Result<Vec<_>, sqlx::Error>>()?;
            let mut binds = vec![Bind::Number(ROWS)];
            binds.extend(key.iter().map(Key::bind));
            rows = connection.fetch(table.next, &binds).await?;
        }
    }
    comparison.finish()?;
    connection.fetch("COMMIT", &[]).await?;
    let end = BackupLine::End(Trailer { lines: output.lines, sum: output.sum.clone().finalize() });
    output.put(&end).map_err(fault)?;
    Ok(BackupSummary { events, lines: output.lines })
}

/// All streams with their versions. After a restore, a stream that has commands and no events has no row in
/// `streams`.
const STREAM_VERSIONS: &str = "SELECT id, version FROM streams UNION ALL SELECT DISTINCT stream, CAST(0 AS BIGINT) FROM commands \
                     WHERE stream NOT IN (SELECT id FROM streams)";

enum Key {
    Number(u64),
    Text(String),
}

impl Key {
    fn bind(&self) -> Bind<'_> {
        match self {
            Self::Number(number) => Bind::Number(*number),
            Self::Text(text) => Bind::Text(text),
        }
    }
}

async fn fill(connection: &mut Connection, paths: &[PathBuf]) -> Result<BackupSummary, BackupError> {
    let sql = "SELECT 1 FROM streams UNION ALL SELECT 1 FROM jobs LIMIT 1";
    if !connection.fetch(sql, &[]).await?.is_empty() {
        return Err(BackupError::NotEmpty);
    }
    let mut copied = BackupSummary { events: 0, lines: 0 };
    let mut trailer = None;
    for path in paths {
        let mut reader = Reader::open(path, trailer)?;
        if trailer.is_some() {
            connection.run("DELETE FROM labels; DELETE FROM claims; DELETE FROM jobs").await?;
        }
        while let Some(line) = reader.next()? {
            copied.events += u64::from(matches!(line, BackupLine::Event { .. }));
            insert(connection, &line).await?;
        }
        copied.lines += reader.lines;
        trailer = reader.trailer;
    }
    connection.run(COUNT_STREAMS).await?;
    Ok(copied)
}

/// Derives the versions of the streams from their events. Streams with labels may have no events yet.
const COUNT_STREAMS: &str = "INSERT INTO streams (id, version) SELECT stream, max(version) FROM events GROUP BY stream; \
     INSERT INTO streams (id, version) SELECT DISTINCT stream, 0 FROM labels \
     WHERE stream NOT IN (SELECT id FROM streams)";

async fn insert(connection: &mut Connection, line: &BackupLine) -> Result<(), sqlx::Error> {
    let body = match line {
        BackupLine::Event { body, .. } | BackupLine::Job { body, .. } => body.to_string(),
        BackupLine::Command { reply, .. } => reply.to_string(),
        _ => String::new(),
    };
    let labels = match line {
        BackupLine::Event { labels, .. } => write_labels(labels),
        _ => String::new(),
    };
    let (sql, binds): (_, Vec<Bind<'_>>) = match line {
        BackupLine::Ledger { .. } | BackupLine::Increment { .. } | BackupLine::End(_) => return Ok(()),
        BackupLine::Removed { stream } => {
            connection.fetch("DELETE FROM commands WHERE stream = $1", &[stream.into()]).await?;
            ("DELETE FROM events WHERE stream = $1", vec![stream.into()])
        }
        BackupLine::Event { stream, version, kind, at_ms, .. } => (
            INSERT_EVENT,
            vec![
                stream.into(),
                version.into(),
                kind.into(),
                (&body).into(),
                at_ms.into(),
                (&labels).into(),
                event_sum(stream, *version, kind, &body, *at_ms, &labels).into(),
            ],
        ),
        BackupLine::Command { stream, command, version, at_ms, .. } => (
            INSERT_COMMAND,
            vec![
                stream.into(),
                command.into(),
                version.into(),
                (&body).into(),
                at_ms.into(),
                command_sum(stream, command, *version, &body, *at_ms).into(),
            ],
        ),
        BackupLine::Label { key, value, stream } => (
            "INSERT INTO labels (key, value, stream) VALUES ($1, $2, $3)",
            vec![key.into(), value.into(), stream.into()],
        ),
        BackupLine::Claim { key, value, stream } => (
            "INSERT INTO claims (key, value, stream) VALUES ($1, $2, $3)",
            vec![key.into(), value.into(), stream.into()],
        ),
        BackupLine::Job { queue, due_ms, attempt, .. } => (
            "INSERT INTO jobs (queue, body, due_ms, attempt) VALUES ($1, $2, $3, $4)",
            vec![queue.into(), (&body).into(), due_ms.into(), attempt.into()],
        ),
        BackupLine::Count { key, item, number } => (
            "INSERT INTO counts (key, item, number) VALUES ($1, $2, $3) \
             ON CONFLICT (key, item) DO UPDATE SET number = $3",
            vec![key.into(), item.into(), number.into()],
        ),
    };
    connection.fetch(sql, &binds).await.map(drop)
}
