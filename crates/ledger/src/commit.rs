//! The SQL of each write. All functions run inside a transaction of the writer.

use std::time::Duration;

use serde_json::Value;

use crate::append::{Append, AppendStatus, Appended, Count, LabelChange, StoredReply};
use crate::checksum::{DamagedCommand, command_columns, command_sum, event_sum, stored_reply, write_labels};
use crate::connection::Connection;
use crate::error::AppendError;
use crate::ids::{Label, Version};
use crate::job::{Job, JobId, LeaseState};

/// Why an append does not happen: a database error, or a refusal.
pub(crate) enum AppendFailure {
    Database(sqlx::Error),
    Refused(AppendError),
}

impl From<sqlx::Error> for AppendFailure {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

/// Writes one append. After an [`AppendFailure`] the caller rolls back to its savepoint.
pub(crate) async fn append(
    connection: &mut Connection,
    append: &Append,
    now: u64,
) -> Result<Appended, AppendFailure> {
    let stream = append.stream.as_str();
    // Inserting or touching the row also locks it: until the commit no other transaction changes this stream.
    let sql = "INSERT INTO streams (id, version) VALUES ($1, 0) \
               ON CONFLICT (id) DO UPDATE SET version = streams.version RETURNING version";
    let rows = connection.fetch(sql, &[stream.into()]).await?;
    let current = Version(rows.first().ok_or(sqlx::Error::RowNotFound)?.number(0)?);
    if let Some(command) = &append.command {
        let rows = connection.fetch(FIND_REPLY, &[stream.into(), command.as_str().into()]).await?;
        if let Some(row) = rows.first() {
            let damaged =
                |damage: DamagedCommand| AppendFailure::Refused(AppendError::Unavailable(damage.into()));
            let StoredReply { version, reply, at_ms } = stored_reply(row).map_err(damaged)?;
            return Ok(Appended { version, reply, status: AppendStatus::Duplicate, at_ms });
        }
    }
    if current != append.expected {
        return Err(AppendFailure::Refused(AppendError::Conflict { current }));
    }
    for change in &append.labels {
        relabel(connection, stream, change).await?;
    }
    if let Some(job) = &append.finishes
        && finish(connection, job).await? == LeaseState::Lost
    {
        return Err(AppendFailure::Refused(AppendError::JobLost));
    }
    let mut version = current;
    let mut labels = write_labels(&append.labels);
    for event in &append.events {
        version.0 += 1;
        let body = event.body.to_string();
        let sum = event_sum(stream, version.0, &event.kind, &body, now, &labels);
        let (kind, body) = (event.kind.as_str().into(), body.as_str().into());
        let binds =
            [stream.into(), version.0.into(), kind, body, now.into(), labels.as_str().into(), sum.into()];
        connection.fetch(INSERT_EVENT, &binds).await?;
        labels.clear();
    }
    if version != current {
        let sql = "UPDATE streams SET version = $2 WHERE id = $1";
        connection.fetch(sql, &[stream.into(), version.0.into()]).await?;
    }
    if let Some(command) = &append.command {
        let reply = append.reply.to_string();
        let sum = command_sum(stream, command.as_str(), version.0, &reply, now);
        let (command, reply) = (command.as_str().into(), reply.as_str().into());
        let binds = [stream.into(), command, version.0.into(), reply, now.into(), sum.into()];
        connection.fetch(INSERT_COMMAND, &binds).await?;
    }
    for job in &append.jobs {
        queue(connection, &job.queue, &job.body, now + job.delay.as_millis() as u64).await?;
    }
    for Count { key, item } in in_order(&append.counts) {
        let sql = "INSERT INTO counts (key, item, number) VALUES ($1, $2, 1) \
                   ON CONFLICT (key, item) DO UPDATE SET number = counts.number + 1";
        connection.fetch(sql, &[key.into(), item.into()]).await?;
    }
    Ok(Appended { version, reply: append.reply.clone(), status: AppendStatus::New, at_ms: now })
}

/// Sorts the counters: transactions that lock the same rows in the same order cannot deadlock.
fn in_order(counts: &[Count]) -> Vec<&Count> {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_unstable();
    counts
}

/// Inserts an event.
pub(crate) const INSERT_EVENT: &str = "INSERT INTO events (stream, version, kind, body, at_ms, labels, sum) \
                                       VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// Inserts a command.
pub(crate) const INSERT_COMMAND: &str =
    "INSERT INTO commands (stream, command, version, reply, at_ms, sum) VALUES ($1, $2, $3, $4, $5, $6)";

/// Selects a command, for [`stored_reply`].
pub(crate) const FIND_REPLY: &str =
    concat!("SELECT ", command_columns!(), " FROM commands WHERE stream = $1 AND command = $2");

async fn relabel(
    connection: &mut Connection,
    stream: &str,
    change: &LabelChange,
) -> Result<(), AppendFailure> {
    match change {
        LabelChange::Set(label) => set(connection, stream, label).await?,
        LabelChange::Claim(label) => {
            let Label { key, value } = label;
            // Waits for a concurrent claim of the same label; afterwards only one of the two is in the table.
            let sql = "INSERT INTO claims (key, value, stream) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let binds = [key.as_str().into(), value.as_str().into(), stream.into()];
            connection.fetch(sql, &binds).await?;
            let sql = "SELECT stream FROM claims WHERE key = $1 AND value = $2";
            let rows = connection.fetch(sql, &binds[..2]).await?;
            if rows.first().ok_or(sqlx::Error::RowNotFound)?.text(0)? != stream {
                return Err(AppendFailure::Refused(AppendError::Taken { label: label.clone() }));
            }
            set(connection, stream, label).await?;
        }
        LabelChange::Clear(Label { key, value }) => {
            let binds = [key.as_str().into(), value.as_str().into(), stream.into()];
            for sql in [
                "DELETE FROM labels WHERE key = $1 AND value = $2 AND stream = $3",
                "DELETE FROM claims WHERE key = $1 AND value = $2 AND stream = $3",
            ] {
                connection.fetch(sql, &binds).await?;
            }
        }
    }
    Ok(())
}

async fn set(connection: &mut Connection, stream: &str, label: &Label) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO labels (key, value, stream) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    let binds = [label.key.as_str().into(), label.value.as_str().into(), stream.into()];
    connection.fetch(sql, &binds).await.map(drop)
}

async fn queue(connection: &mut Connection, queue: &str, body: &Value, due: u64) -> Result<(), sqlx::Error> {
    let body = body.to_string();
    let sql = "INSERT INTO jobs (queue, body, due_ms, attempt) VALUES ($1, $2, $3, 0)";
    connection.fetch(sql, &[queue.into(), body.as_str().into(), due.into()]).await.map(drop)
}

/// Takes the job of a queue that has been due longest, if any is due.
pub(crate) async fn take(
    connection: &mut Connection,
    queue: &str,
    lease: Duration,
    now: u64,
) -> Result<Option<Job>, sqlx::Error> {
    let sql = match connection {
        Connection::Sqlite(_) => {
            "UPDATE jobs SET due_ms = $3, attempt = attempt + 1 WHERE id = \
             (SELECT id FROM jobs WHERE queue = $1 AND due_ms <= $2 ORDER BY due_ms, id LIMIT 1) \
             RETURNING id, body, attempt"
        }
        // Skip a row that another process is taking at this moment instead of waiting for it.
        Connection::Postgres(_) => {
            "UPDATE jobs SET due_ms = $3, attempt = attempt + 1 WHERE id = \
             (SELECT id FROM jobs WHERE queue = $1 AND due_ms <= $2 ORDER BY due_ms, id LIMIT 1 \
             FOR UPDATE SKIP LOCKED) RETURNING id, body, attempt"
        }
    };
    let end = now + lease.as_millis() as u64;
    let rows = connection.fetch(sql, &[queue.into(), now.into(), end.into()]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(Job { id: JobId(row.number(0)?), body: row.json(1)?, attempt: row.number(2)? }))
}

/// Moves the end of the lease. Returns the queue of the job, or `None` if the worker no longer holds it.
pub(crate) async fn renew(
    connection: &mut Connection,
    job: &Job,
    lease: Duration,
    now: u64,
) -> Result<Option<String>, sqlx::Error> {
    let end = now + lease.as_millis() as u64;
    let sql = "UPDATE jobs SET due_ms = $3 WHERE id = $1 AND attempt = $2 RETURNING queue";
    let rows = connection.fetch(sql, &[job.id.0.into(), job.attempt.into(), end.into()]).await?;
    rows.first().map(|row| row.text(0)).transpose()
}

/// Removes a job that is done.
pub(crate) async fn finish(connection: &mut Connection, job: &Job) -> Result<LeaseState, sqlx::Error> {
    let sql = "DELETE FROM jobs WHERE id = $1 AND attempt = $2 RETURNING id";
    let rows = connection.fetch(sql, &[job.id.0.into(), job.attempt.into()]).await?;
    Ok(if rows.is_empty() { LeaseState::Lost } else { LeaseState::Held })
}
