//! A whole ledger as one text file, which either store can be filled from.
//!
//! One JSON value a line: a head, every event, command, label, claim, job and count, and an end that counts
//! the lines and sums them up, so that a file cut short or damaged is known for one.
//!
//! An increment has another head, which names the end of the file it goes after. It holds the events,
//! commands and counts that are new since, the streams that are gone, and all labels, claims and jobs: those come and
//! go, and are few.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::append::Stored;
use crate::connection::{Bind, Connection, Row};
use crate::fault::OpenError;
use crate::ledger::Ledger;
use crate::schema;
use crate::store::{self, Site};
use crate::sum::{Damage, columns, stored, sum};

/// The format of the file. Format 1 had no counts.
const FORMAT: u64 = 2;

/// How many rows are fetched at once.
const ROWS: u64 = 1000;

/// Why a backup was not made or not restored. A restore that failed has changed nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// The ledger cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file cannot be written or read.
    #[error("{}: {error}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file is not a backup, or not all of one.
    #[error("{}, line {line}: {fault}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        fault: String,
    },
    /// An event is not as it was written: a backup would make it look as if it were.
    #[error("{0}; `check-ledger` lists all that is damaged, and an earlier backup may have it")]
    Event(Damage),
    /// An increment is not given after the file it was made after.
    #[error("{}: it goes after another file", path.display())]
    Order {
        /// Which file.
        path: PathBuf,
    },
    /// The ledger is not what these backups were made of and went on: it may have been restored to an earlier moment.
    #[error(
        "the backups given with `--since` are of another history: {what}. Perhaps the ledger was restored to an earlier \
         moment, and they were made before that. Begin again with a full backup, without `--since`, or leave out the \
         latest of them"
    )]
    History {
        /// What is otherwise than they have it.
        what: String,
    },
    /// There is something in the ledger already.
    #[error("the ledger is not empty: restore into a new one")]
    NotEmpty,
    /// Only what is on a disk can be backed up.
    #[error("a ledger in memory cannot be backed up or restored")]
    Memory,
}

impl From<Damage> for BackupError {
    fn from(damage: Damage) -> Self {
        Self::Event(damage)
    }
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Open(error.into())
    }
}

/// How much was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Events.
    pub events: u64,
    /// Lines of the file.
    pub lines: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BackupLine {
    Ledger { format: u64 },
    Increment { format: u64, after: Mark },
    Gone { stream: String },
    Event { stream: String, version: u64, kind: String, body: Value, at_ms: u64 },
    Command { stream: String, command: String, version: u64, reply: Value },
    Label { key: String, value: String, stream: String },
    Claim { key: String, value: String, stream: String },
    Job { queue: String, body: Value, due_ms: u64, attempt: u64 },
    Count { key: String, item: String, number: u64 },
    End(Mark),
}

/// How a file ends: how many lines stand above, and what they sum up to. No two files have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mark {
    lines: u64,
    sum: u32,
}

/// A table of the ledger, and how its rows become lines.
struct SqlTable {
    /// The first rows.
    first: &'static str,
    /// The rows after the key, which is bound as it stood in the last row.
    next: &'static str,
    key: &'static [Column],
    line: fn(&Row) -> Result<BackupLine, BackupError>,
}

/// Where in a row a part of its key stands.
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
            let Stored { version, kind, body, at_ms } = stored(row)?;
            Ok(BackupLine::Event { stream: row.text(0)?, version: version.0, kind, body, at_ms })
        },
    },
    SqlTable {
        first: "SELECT stream, command, version, reply FROM commands ORDER BY stream, command LIMIT $1",
        next: "SELECT stream, command, version, reply FROM commands \
               WHERE (stream, command) > ($2, $3) ORDER BY stream, command LIMIT $1",
        key: &[Column::Text(0), Column::Text(1)],
        line: |row| {
            Ok(BackupLine::Command {
                stream: row.text(0)?,
                command: row.text(1)?,
                version: row.number(2)?,
                reply: row.json(3)?,
            })
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
    /// Writes all of a ledger into a new file, as it stands at one instant. Other processes, a
    /// running server among them, can go on using it.
    pub async fn backup(url: &str, path: &Path) -> Result<Copied, BackupError> {
        Self::backup_since(url, &[], path).await
    }

    /// Writes what is new since these backups, a whole one and increments in their order; everything, where there
    /// are none. They are read for it, and must be as they were written, and of this ledger: what stands in them may be
    /// gone from it, but not be another.
    pub async fn backup_since(url: &str, since: &[PathBuf], path: &Path) -> Result<Copied, BackupError> {
        let site = Site::read(url)?;
        if let Site::Memory = site {
            return Err(BackupError::Memory);
        }
        let known = Known::read(since)?;
        let mut connection = site.existing().connect().await?;
        schema::expect(&mut connection).await?;
        schema::vet(&mut connection).await?;
        let fault = |error| BackupError::File { path: path.to_owned(), error };
        if path.exists() {
            return Err(fault(io::ErrorKind::AlreadyExists.into()));
        }
        // A file of that name is a whole backup, whatever happens on the way.
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        // What an earlier try has left, or somebody else has laid there, is none of ours.
        match fs::remove_file(&partial) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fault(error)),
            _ => {}
        }
        let mut output = Output::new(store::make_private(&partial).map_err(fault)?);
        let copied = copy(&mut connection, &known, &mut output, fault).await;
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
            // What is left of it is of no use; that it cannot be removed matters less than the reason.
            let _ = fs::remove_file(&partial);
        }
        connection.close().await?;
        done
    }

    /// Fills a new ledger from a backup, all of it or nothing.
    pub async fn restore(url: &str, path: &Path) -> Result<Copied, BackupError> {
        Self::restore_all(url, &[path.to_owned()]).await
    }

    /// Fills a new ledger from a whole backup and increments in their order, as it stood when the last of them was
    /// made; all of it or nothing.
    pub async fn restore_all(url: &str, paths: &[PathBuf]) -> Result<Copied, BackupError> {
        let site = Site::read(url)?;
        if let Site::Memory = site {
            return Err(BackupError::Memory);
        }
        // What is not there must not leave an empty ledger behind.
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

/// What earlier backups hold.
#[derive(Default)]
struct Known {
    /// The end of the last of them.
    mark: Option<Mark>,
    streams: HashMap<String, KnownStream>,
    /// Commands by a hash: there are many.
    commands: HashSet<u64>,
    /// Counts, likewise.
    counts: HashMap<u64, u64>,
    hasher: RandomState,
}

/// What earlier backups hold of a stream.
#[derive(Clone, Copy, Default)]
struct KnownStream {
    version: u64,
    /// What its last event sums up to. It tells of all before it: what has forked is written at another time.
    last: u32,
    /// How many commands were carried out on it.
    commands: u32,
}

impl Known {
    fn read(paths: &[PathBuf]) -> Result<Self, BackupError> {
        let mut known = Self::default();
        for path in paths {
            let mut reader = Reader::open(path, known.mark)?;
            while let Some(line) = reader.next()? {
                match line {
                    BackupLine::Event { stream, version, kind, body, at_ms } => {
                        let last = event_sum(&kind, &body, at_ms);
                        let stream = known.streams.entry(stream).or_default();
                        (stream.version, stream.last) = (version, last);
                    }
                    BackupLine::Command { stream, command, version, reply } => {
                        let hash = known.command_hash(&stream, &command, version, &reply);
                        known.commands.insert(hash);
                        known.streams.entry(stream).or_default().commands += 1;
                    }
                    BackupLine::Count { key, item, number } => {
                        let hash = known.hash(&key, &item);
                        known.counts.insert(hash, number);
                    }
                    BackupLine::Gone { stream } => {
                        known.streams.remove(&stream);
                    }
                    _ => {}
                }
            }
            known.mark = reader.mark;
        }
        Ok(known)
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

/// The backups that are known, held against the ledger while it is copied.
struct Comparison<'a> {
    known: &'a Known,
    /// How many of the known commands of each stream have not been seen in the ledger.
    commands: HashMap<&'a str, u32>,
    /// How many of the known counts have not been.
    counts: usize,
}

impl<'a> Comparison<'a> {
    /// With the streams there are, and their versions; also says which of those that are known are gone.
    fn new(known: &'a Known, there: &HashMap<String, u64>) -> Result<(Self, Vec<&'a str>), BackupError> {
        let mut comparison = Self { known, commands: HashMap::new(), counts: known.counts.len() };
        let mut gone = Vec::new();
        for (stream, then) in &known.streams {
            match there.get(stream) {
                None => gone.push(stream.as_str()),
                Some(version) if *version < then.version => {
                    let KnownStream { version: then, .. } = then;
                    return Err(another(format!(
                        "they have {then} events of `{stream}`, and the ledger has {version}"
                    )));
                }
                Some(_) => {
                    comparison.commands.insert(stream, then.commands);
                }
            }
        }
        Ok((comparison, gone))
    }

    /// Whether a line stands in one of the backups already.
    fn holds(&mut self, line: &BackupLine) -> Result<bool, BackupError> {
        let known = self.known;
        match line {
            BackupLine::Event { stream, version, kind, body, at_ms } => {
                let Some(then) = known.streams.get(stream) else { return Ok(false) };
                if *version == then.version && event_sum(kind, body, *at_ms) != then.last {
                    return Err(another(format!("event {version} of `{stream}` is another")));
                }
                Ok(*version <= then.version)
            }
            BackupLine::Command { stream, command, version, reply } => {
                let holds = known.commands.contains(&known.command_hash(stream, command, *version, reply));
                if holds && let Some(unseen) = self.commands.get_mut(stream.as_str()) {
                    *unseen = unseen.saturating_sub(1);
                }
                Ok(holds)
            }
            BackupLine::Count { key, item, number } => {
                let Some(then) = known.counts.get(&known.hash(key, item)) else { return Ok(false) };
                self.counts = self.counts.saturating_sub(1);
                if number < then {
                    return Err(another(format!(
                        "they have counted `{item}` {then} times in `{key}`, the ledger {number}"
                    )));
                }
                Ok(number == then)
            }
            _ => Ok(false),
        }
    }

    /// Whether the ledger has all that it must still have, now that all of it was seen.
    fn finish(self) -> Result<(), BackupError> {
        // That a stream is gone takes its commands along; counts stay for ever.
        if let Some((stream, _)) = self.commands.iter().find(|(_, unseen)| **unseen > 0) {
            return Err(another(format!("a command on `{stream}` that they have is not in the ledger")));
        }
        if self.counts > 0 {
            return Err(another(format!("{} counts that they have are not in the ledger", self.counts)));
        }
        Ok(())
    }
}

fn another(what: String) -> BackupError {
    BackupError::History { what }
}

/// What an event comes to in a ledger and in every backup of it.
fn event_sum(kind: &str, body: &Value, at_ms: u64) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&at_ms.to_le_bytes());
    sum.update(kind.as_bytes());
    add(&mut sum, body);
    sum.finalize()
}

/// Adds a value to a sum, but for its fractions: the last bit of one need not survive being read and written.
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

/// A backup as it is read: its head has been, and its end is believed only if it agrees with all above it.
struct Reader {
    input: io::Split<BufReader<File>>,
    path: PathBuf,
    sum: crc32fast::Hasher,
    lines: u64,
    /// Its end, once that was reached.
    mark: Option<Mark>,
}

impl Reader {
    /// Opens a file that goes after one with that end; a whole backup after none.
    fn open(path: &Path, after: Option<Mark>) -> Result<Self, BackupError> {
        let file = File::open(path).map_err(|error| BackupError::File { path: path.to_owned(), error })?;
        let input = BufReader::new(file).split(b'\n');
        let path = path.to_owned();
        let mut reader = Self { input, path, sum: crc32fast::Hasher::new(), lines: 0, mark: None };
        let head = match reader.line()? {
            Some(BackupLine::Ledger { format: 1..=FORMAT }) => None,
            Some(BackupLine::Increment { format: 1..=FORMAT, after }) => Some(after),
            Some(BackupLine::Ledger { format } | BackupLine::Increment { format, .. }) => {
                let fault = format!("format {format} is not known here: it was made by a newer version");
                return Err(reader.damaged(&fault));
            }
            Some(_) => return Err(reader.damaged("not the head of a backup")),
            None => return Err(reader.damaged(CUT)),
        };
        if head == after { Ok(reader) } else { Err(BackupError::Order { path: reader.path }) }
    }

    /// The next line between head and end.
    fn next(&mut self) -> Result<Option<BackupLine>, BackupError> {
        let above = Mark { lines: self.lines, sum: self.sum.clone().finalize() };
        match self.line()? {
            Some(BackupLine::Ledger { .. } | BackupLine::Increment { .. }) => {
                Err(self.damaged("a second head"))
            }
            Some(BackupLine::End(mark)) if mark == above => {
                self.mark = Some(mark);
                if self.input.next().is_some() {
                    self.lines += 1;
                    return Err(self.damaged("text after the end of the backup"));
                }
                Ok(None)
            }
            Some(BackupLine::End(_)) => {
                Err(self.damaged("what stands above it has been changed or is not all there"))
            }
            Some(line) => Ok(Some(line)),
            None => Err(self.damaged(CUT)),
        }
    }

    fn line(&mut self) -> Result<Option<BackupLine>, BackupError> {
        let Some(text) = self.input.next() else { return Ok(None) };
        let text = text.map_err(|error| BackupError::File { path: self.path.clone(), error })?;
        self.lines += 1;
        self.sum.update(&text);
        self.sum.update(b"\n");
        let line = serde_json::from_slice(&text);
        // It counts lines within the line.
        line.map(Some)
            .map_err(|error| self.damaged(&error.to_string().replace(" at line 1 column ", " at column ")))
    }

    /// The last line read is not as it should be.
    fn damaged(&self, fault: &str) -> BackupError {
        BackupError::Damaged { path: self.path.clone(), line: self.lines, fault: fault.to_owned() }
    }
}

const CUT: &str = "the file ends here, before the end of the backup";

/// The file as it is written.
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
    known: &Known,
    output: &mut Output,
    fault: impl Fn(io::Error) -> BackupError,
) -> Result<Copied, BackupError> {
    connection.snapshot().await?;
    let head = match known.mark {
        None => BackupLine::Ledger { format: FORMAT },
        Some(after) => BackupLine::Increment { format: FORMAT, after },
    };
    output.put(&head).map_err(&fault)?;
    let mut there = HashMap::new();
    if known.mark.is_some() {
        for row in connection.fetch(THERE, &[]).await? {
            there.insert(row.text(0)?, row.number(1)?);
        }
    }
    let (mut comparison, gone) = Comparison::new(known, &there)?;
    drop(there);
    for stream in gone {
        output.put(&BackupLine::Gone { stream: stream.to_owned() }).map_err(&fault)?;
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
    let end = BackupLine::End(Mark { lines: output.lines, sum: output.sum.clone().finalize() });
    output.put(&end).map_err(fault)?;
    Ok(Copied { events, lines: output.lines })
}

/// The streams there are. One with commands and no events has no row after a restore.
const THERE: &str = "SELECT id, version FROM streams UNION ALL SELECT DISTINCT stream, CAST(0 AS BIGINT) FROM commands \
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

async fn fill(connection: &mut Connection, paths: &[PathBuf]) -> Result<Copied, BackupError> {
    let sql = "SELECT 1 FROM streams UNION ALL SELECT 1 FROM jobs LIMIT 1";
    if !connection.fetch(sql, &[]).await?.is_empty() {
        return Err(BackupError::NotEmpty);
    }
    let mut copied = Copied { events: 0, lines: 0 };
    let mut mark = None;
    for path in paths {
        let mut reader = Reader::open(path, mark)?;
        if mark.is_some() {
            connection.run("DELETE FROM labels; DELETE FROM claims; DELETE FROM jobs").await?;
        }
        while let Some(line) = reader.next()? {
            copied.events += u64::from(matches!(line, BackupLine::Event { .. }));
            insert(connection, &line).await?;
        }
        copied.lines += reader.lines;
        mark = reader.mark;
    }
    connection.run(COUNT_STREAMS).await?;
    Ok(copied)
}

/// The versions of the streams follow from their events.
const COUNT_STREAMS: &str =
    "INSERT INTO streams (id, version) SELECT stream, max(version) FROM events GROUP BY stream";

async fn insert(connection: &mut Connection, line: &BackupLine) -> Result<(), sqlx::Error> {
    let body = match line {
        BackupLine::Event { body, .. } | BackupLine::Job { body, .. } => body.to_string(),
        BackupLine::Command { reply, .. } => reply.to_string(),
        _ => String::new(),
    };
    let (sql, binds): (_, Vec<Bind<'_>>) = match line {
        BackupLine::Ledger { .. } | BackupLine::Increment { .. } | BackupLine::End(_) => return Ok(()),
        BackupLine::Gone { stream } => {
            connection.fetch("DELETE FROM commands WHERE stream = $1", &[stream.into()]).await?;
            ("DELETE FROM events WHERE stream = $1", vec![stream.into()])
        }
        BackupLine::Event { stream, version, kind, at_ms, .. } => (
            "INSERT INTO events (stream, version, kind, body, at_ms, sum) VALUES ($1, $2, $3, $4, $5, $6)",
            vec![
                stream.into(),
                version.into(),
                kind.into(),
                (&body).into(),
                at_ms.into(),
                sum(stream, *version, kind, &body, *at_ms).into(),
            ],
        ),
        BackupLine::Command { stream, command, version, .. } => (
            "INSERT INTO commands (stream, command, version, reply) VALUES ($1, $2, $3, $4)",
            vec![stream.into(), command.into(), version.into(), (&body).into()],
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
