//! A whole ledger as one text file, which either store can be filled from.
//!
//! One JSON value a line: a head, every event, command, label, claim, job and count, and an end that counts
//! the lines and sums them up, so that a file cut short or damaged is known for one.

use std::fs::{self, File};
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
    Event { stream: String, version: u64, kind: String, body: Value, at_ms: u64 },
    Command { stream: String, command: String, version: u64, reply: Value },
    Label { key: String, value: String, stream: String },
    Claim { key: String, value: String, stream: String },
    Job { queue: String, body: Value, due_ms: u64, attempt: u64 },
    Count { key: String, item: String, number: u64 },
    End { lines: u64, sum: u32 },
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
        let site = Site::read(url)?;
        if let Site::Memory = site {
            return Err(BackupError::Memory);
        }
        let mut connection = site.existing().connect().await?;
        schema::expect(&mut connection).await?;
        let fault = |error| BackupError::File { path: path.to_owned(), error };
        if path.exists() {
            return Err(fault(io::ErrorKind::AlreadyExists.into()));
        }
        // A file of that name is a whole backup, whatever happens on the way.
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let mut output = Output::new(store::create_private(&partial).map_err(fault)?);
        let copied = copy(&mut connection, &mut output, fault).await;
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
        let site = Site::read(url)?;
        if let Site::Memory = site {
            return Err(BackupError::Memory);
        }
        let fault = |error| BackupError::File { path: path.to_owned(), error };
        let input = BufReader::new(File::open(path).map_err(fault)?);
        let _lock = site.lock()?;
        let mut connection = site.address().connect().await?;
        schema::migrate(&mut connection).await?;
        connection.begin().await?;
        let copied = fill(&mut connection, input, path).await;
        let end = if copied.is_ok() { "COMMIT" } else { "ROLLBACK" };
        connection.fetch(end, &[]).await?;
        connection.close().await?;
        copied
    }
}

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
    output: &mut Output,
    fault: impl Fn(io::Error) -> BackupError,
) -> Result<Copied, BackupError> {
    connection.snapshot().await?;
    output.put(&BackupLine::Ledger { format: FORMAT }).map_err(&fault)?;
    let mut events = 0;
    for table in TABLES {
        let mut rows = connection.fetch(table.first, &[ROWS.into()]).await?;
        while let Some(last) = rows.last() {
            for row in &rows {
                let line = (table.line)(row)?;
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
    connection.fetch("COMMIT", &[]).await?;
    let end = BackupLine::End { lines: output.lines, sum: output.sum.clone().finalize() };
    output.put(&end).map_err(fault)?;
    Ok(Copied { events, lines: output.lines })
}

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

async fn fill(connection: &mut Connection, input: impl BufRead, path: &Path) -> Result<Copied, BackupError> {
    let sql = "SELECT 1 FROM streams UNION ALL SELECT 1 FROM jobs LIMIT 1";
    if !connection.fetch(sql, &[]).await?.is_empty() {
        return Err(BackupError::NotEmpty);
    }
    let mut sum = crc32fast::Hasher::new();
    let mut copied = Copied { events: 0, lines: 0 };
    let mut ended = false;
    for text in input.split(b'\n') {
        let text = text.map_err(|error| BackupError::File { path: path.to_owned(), error })?;
        let before = copied.lines;
        copied.lines += 1;
        let damaged = |fault: &str| {
            let path = path.to_owned();
            BackupError::Damaged { path, line: before + 1, fault: fault.to_owned() }
        };
        if ended {
            return Err(damaged("text after the end of the backup"));
        }
        let line = serde_json::from_slice(&text).map_err(|error| {
            // It counts lines within the line.
            damaged(&error.to_string().replace(" at line 1 column ", " at column "))
        })?;
        match line {
            BackupLine::Ledger { format: 1..=FORMAT } if before == 0 => {}
            BackupLine::Ledger { format } if before == 0 => {
                let fault = format!("format {format} is not known here: it was made by a newer version");
                return Err(damaged(&fault));
            }
            _ if before == 0 => return Err(damaged("not the head of a backup")),
            BackupLine::Ledger { .. } => return Err(damaged("a second head")),
            BackupLine::End { lines, sum: expected } => {
                if lines != before || sum.clone().finalize() != expected {
                    return Err(damaged("what stands above it has been changed or is not all there"));
                }
                connection.run(COUNT_STREAMS).await?;
                ended = true;
            }
            line => {
                copied.events += u64::from(matches!(line, BackupLine::Event { .. }));
                insert(connection, &line).await?;
            }
        }
        sum.update(&text);
        sum.update(b"\n");
    }
    if ended {
        return Ok(copied);
    }
    Err(BackupError::Damaged {
        path: path.to_owned(),
        line: copied.lines,
        fault: "the file ends here, before the end of the backup".to_owned(),
    })
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
        BackupLine::Ledger { .. } | BackupLine::End { .. } => return Ok(()),
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
            "INSERT INTO counts (key, item, number) VALUES ($1, $2, $3)",
            vec![key.into(), item.into(), number.into()],
        ),
    };
    connection.fetch(sql, &binds).await.map(drop)
}
