//! Tables and migrations.

use crate::connection::Connection;
use crate::error::OpenError;
use crate::store::Location;

/// A migration from one schema to the next.
struct Migration {
    sqlite: &'static str,
    postgres: &'static str,
}

/// The first creates schema 1. A released migration never changes.
const MIGRATIONS: &[Migration] = &[Migration {
    sqlite: include_str!("schema/sqlite-1.sql"),
    postgres: include_str!("schema/postgres-1.sql"),
}];

/// The schema this program writes.
pub(crate) const CURRENT: u64 = MIGRATIONS.len() as u64;

/// The sum has no column type. The declared type of the column may be damaged, which makes sqlx panic.
const FOUND: &str = "SELECT version + 0 FROM ledger_schema";

/// Migrates the store to the current schema, completely or not at all. Errors if its schema is newer.
pub(crate) async fn migrate(connection: &mut Connection) -> Result<(), OpenError> {
    connection.begin().await?;
    let result = upgrade(connection).await;
    let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
    connection.fetch(end, &[]).await?;
    result
}

/// Errors if the schema of the store is not the one this program writes.
pub(crate) async fn require_current(connection: &mut Connection) -> Result<(), OpenError> {
    let rows = connection.fetch(FOUND, &[]).await?;
    match rows.first().map(|row| row.number(0)).transpose()?.unwrap_or(0) {
        CURRENT => Ok(()),
        found if found > CURRENT => Err(OpenError::Newer { found, known: CURRENT }),
        found => Err(OpenError::Older { found, known: CURRENT }),
    }
}

/// Differences between SQLite's table definitions and those of this program. Such damage hides rows, and SQLite
/// does not notice it.
#[derive(Default)]
pub(crate) struct SchemaFaults {
    /// Definitions that are missing or changed.
    pub(crate) missing: Vec<String>,
    /// Definitions that this program did not create.
    pub(crate) unexpected: Vec<String>,
}

pub(crate) async fn faults(connection: &mut Connection) -> Result<SchemaFaults, OpenError> {
    const MADE: &str = "SELECT type || ' ' || name || ': ' || sql FROM sqlite_schema \
                        WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' ORDER BY 1";
    if let Connection::Postgres(_) = connection {
        return Ok(SchemaFaults::default());
    }
    let mut fresh = Location::Memory.address().connect().await?;
    migrate(&mut fresh).await?;
    let mut made = [Vec::new(), Vec::new()];
    for (connection, made) in [connection, &mut fresh].into_iter().zip(&mut made) {
        for row in connection.fetch(MADE, &[]).await? {
            made.push(row.text_in_part(0)?);
        }
    }
    fresh.close().await?;
    let [found, meant] = made;
    let missing =
        meant.iter().filter(|one| !found.contains(one)).map(|one| format!("missing or changed: {one}"));
    let unexpected = found.iter().filter(|one| !meant.contains(one)).map(|one| format!("unexpected: {one}"));
    Ok(SchemaFaults { missing: missing.collect(), unexpected: unexpected.collect() })
}

/// Errors if the table definitions are damaged. SQLite would otherwise serve the store with hidden rows, or
/// fail in the middle of a query.
pub(crate) async fn vet(connection: &mut Connection) -> Result<(), OpenError> {
    let fault = faults(connection).await?.missing.into_iter().next();
    fault.map_or(Ok(()), |fault| Err(OpenError::Damaged { fault }))
}

async fn upgrade(connection: &mut Connection) -> Result<(), OpenError> {
    if let Connection::Postgres(_) = connection {
        // When several processes start together, one creates the tables and the others wait for it.
        connection.fetch("SELECT pg_advisory_xact_lock(7308324466)", &[]).await?;
    }
    connection.fetch("CREATE TABLE IF NOT EXISTS ledger_schema (version BIGINT NOT NULL)", &[]).await?;
    let rows = connection.fetch(FOUND, &[]).await?;
    let found = rows.first().map(|row| row.number(0)).transpose()?.unwrap_or(0);
    if found > CURRENT {
        return Err(OpenError::Newer { found, known: CURRENT });
    }
    if found == CURRENT {
        return Ok(());
    }
    for migration in MIGRATIONS.iter().skip(found as usize) {
        let script = match connection {
            Connection::Sqlite(_) => migration.sqlite,
            Connection::Postgres(_) => migration.postgres,
        };
        connection.run(script).await?;
    }
    connection.fetch("DELETE FROM ledger_schema", &[]).await?;
    connection.fetch("INSERT INTO ledger_schema (version) VALUES ($1)", &[CURRENT.into()]).await?;
    Ok(())
}
