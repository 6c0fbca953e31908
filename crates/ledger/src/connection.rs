//! A common interface to both databases: statements whose parameters are numbers and texts.
//!
//! SQLite understands PostgreSQL's `$1`, so nearly every statement is written once.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgRow};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqliteRow};
use sqlx::{
    ConnectOptions, Connection as _, Database, Encode, PgConnection, Postgres, Row as _, Sqlite,
    SqliteConnection, Type,
};

/// The value of a parameter such as `$1`.
#[derive(Clone, Copy)]
pub(crate) enum Bind<'a> {
    Number(u64),
    Text(&'a str),
}

impl From<u64> for Bind<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&u64> for Bind<'_> {
    fn from(number: &u64) -> Self {
        Self::Number(*number)
    }
}

impl<'a> From<&'a String> for Bind<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a str> for Bind<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

/// A result row. Columns are numbered from 0.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    pub(crate) fn number(&self, column: usize) -> Result<u64, sqlx::Error> {
        let number: i64 = match self {
            Self::Sqlite(row) => row.try_get(column)?,
            Self::Postgres(row) => row.try_get(column)?,
        };
        Ok(number as u64)
    }

    pub(crate) fn text(&self, column: usize) -> Result<String, sqlx::Error> {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }

    /// Returns a text with invalid UTF-8 replaced, since a damaged file may contain some.
    pub(crate) fn text_in_part(&self, column: usize) -> Result<String, sqlx::Error> {
        match self {
            Self::Sqlite(row) => {
                row.try_get(column).map(|bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned())
            }
            Self::Postgres(_) => self.text(column),
        }
    }

    pub(crate) fn json(&self, column: usize) -> Result<serde_json::Value, sqlx::Error> {
        serde_json::from_str(&self.text(column)?).map_err(|error| sqlx::Error::Decode(error.into()))
    }
}

type Statement<DB> = Query<'static, DB, <DB as Database>::Arguments>;

fn statement<DB: Database>(sql: &'static str, binds: &[Bind<'_>]) -> Statement<DB>
where
    i64: for<'a> Encode<'a, DB> + Type<DB>,
    String: for<'a> Encode<'a, DB> + Type<DB>,
{
    binds.iter().fold(sqlx::query(sql), |query, bind| match *bind {
        // Numbers here are counters and times, far below the values that do not fit.
        Bind::Number(number) => query.bind(number as i64),
        Bind::Text(text) => query.bind(text.to_owned()),
    })
}

/// Connection settings of a database.
#[derive(Clone)]
pub(crate) enum Address {
    Sqlite(SqliteConnectOptions),
    Postgres(PgConnectOptions),
}

impl Address {
    pub(crate) async fn connect(&self) -> Result<Connection, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(options) => Connection::Sqlite(options.connect().await?),
            Self::Postgres(options) => Connection::Postgres(Box::new(options.connect().await?)),
        })
    }
}

/// A connection for work that takes several statements.
pub(crate) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(Box<PgConnection>),
}

impl Connection {
    /// Runs one statement.
    pub(crate) async fn fetch(
        &mut self,
        sql: &'static str,
        binds: &[Bind<'_>],
    ) -> Result<Vec<Row>, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(connection) => {
                rows(statement::<Sqlite>(sql, binds).fetch_all(connection).await?, Row::Sqlite)
            }
            Self::Postgres(connection) => {
                rows(statement::<Postgres>(sql, binds).fetch_all(&mut **connection).await?, Row::Postgres)
            }
        })
    }

    /// Returns the faults that the database finds in its own file. PostgreSQL checks its files itself.
    pub(crate) async fn faults(&mut self) -> Result<Vec<String>, sqlx::Error> {
        if let Self::Postgres(_) = self {
            return Ok(Vec::new());
        }
        let said = self.fetch("PRAGMA integrity_check", &[]).await?;
        let said = said.iter().map(|row| row.text_in_part(0)).collect::<Result<Vec<_>, _>>()?;
        Ok(said.into_iter().filter(|line| line != "ok").collect())
    }

    /// Runs a script of several statements.
    pub(crate) async fn run(&mut self, script: &'static str) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => {
                sqlx::raw_sql(script).execute(connection).await?;
            }
            Self::Postgres(connection) => {
                sqlx::raw_sql(script).execute(&mut **connection).await?;
            }
        }
        Ok(())
    }

    /// Begins a transaction that will write.
    pub(crate) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            // Takes the write lock at once: a transaction that asks for it later can be refused.
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN",
        };
        self.fetch(sql, &[]).await.map(drop)
    }

    /// Begins a read-only transaction on a snapshot.
    pub(crate) async fn snapshot(&mut self) -> Result<(), sqlx::Error> {
        let sql = match self {
            Self::Sqlite(_) => "BEGIN",
            Self::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        };
        self.fetch(sql, &[]).await.map(drop)
    }

    /// Returns milliseconds since 1970, by a clock that all users of the database share.
    pub(crate) async fn clock(&mut self) -> Result<u64, sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(clock()),
            Self::Postgres(_) => first_number(&self.fetch(POSTGRES_CLOCK, &[]).await?),
        }
    }

    pub(crate) async fn close(self) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(connection) => connection.close().await,
            Self::Postgres(connection) => connection.close().await,
        }
    }
}

/// A pool of connections for single read-only statements.
#[derive(Clone)]
pub(crate) enum Readers {
    Sqlite(SqlitePool),
    Postgres(PgPool),
    /// A simulated store, which runs no SQL: each query of [`Ledger`](crate::Ledger) has its counterpart there.
    #[cfg(feature = "simulation")]
    Simulated(crate::simulation::Node),
}

impl Readers {
    /// Runs one read-only statement.
    pub(crate) async fn fetch(&self, sql: &'static str, binds: &[Bind<'_>]) -> Result<Vec<Row>, sqlx::Error> {
        with_timeout(READ_TIMEOUT, async {
            Ok(match self {
                Self::Sqlite(pool) => {
                    rows(statement::<Sqlite>(sql, binds).fetch_all(pool).await?, Row::Sqlite)
                }
                Self::Postgres(pool) => {
                    rows(statement::<Postgres>(sql, binds).fetch_all(pool).await?, Row::Postgres)
                }
                #[cfg(feature = "simulation")]
                Self::Simulated(_) => return Err(sqlx::Error::Protocol(format!("not simulated: {sql}"))),
            })
        })
        .await
    }

    /// Returns milliseconds since 1970, like [`Connection::clock`].
    pub(crate) async fn clock(&self) -> Result<u64, sqlx::Error> {
        match self {
            Self::Sqlite(_) => Ok(clock()),
            Self::Postgres(_) => first_number(&self.fetch(POSTGRES_CLOCK, &[]).await?),
            #[cfg(feature = "simulation")]
            Self::Simulated(node) => Ok(node.clock()),
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
            #[cfg(feature = "simulation")]
            Self::Simulated(_) => {}
        }
    }
}

/// The longest a read may take, including the wait for a connection.
const READ_TIMEOUT: Duration = Duration::from_secs(4);

/// Fails with a timeout if the database does not respond in time.
pub(crate) async fn with_timeout<T>(
    time: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let silence = || sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
    tokio::time::timeout(time, work).await.unwrap_or_else(|_| Err(silence()))
}

/// Whether the error is a timeout, so that an immediate retry is useless.
pub(crate) fn is_timeout(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::TimedOut,
        sqlx::Error::PoolTimedOut => true,
        _ => false,
    }
}

const POSTGRES_CLOCK: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

fn rows<R>(found: Vec<R>, row: fn(R) -> Row) -> Vec<Row> {
    found.into_iter().map(row).collect()
}

fn first_number(rows: &[Row]) -> Result<u64, sqlx::Error> {
    rows.first().ok_or(sqlx::Error::RowNotFound)?.number(0)
}

fn clock() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap_or_default().as_millis() as u64
}
