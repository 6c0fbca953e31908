//! The tables, and how an older store is brought up to them.

use crate::connection::Connection;
use crate::fault::OpenError;
use crate::store::Site;

/// What brings a store from one schema to the next.
struct Step {
    sqlite: &'static str,
    postgres: &'static str,
}

/// The first makes schema 1 from nothing. A step that has been released never changes.
const STEPS: &[Step] = &[
    Step { sqlite: include_str!("schema/sqlite-1.sql"), postgres: include_str!("schema/postgres-1.sql") },
    Step { sqlite: include_str!("schema/sqlite-2.sql"), postgres: include_str!("schema/postgres-2.sql") },
    Step { sqlite: include_str!("schema/sqlite-3.sql"), postgres: include_str!("schema/postgres-3.sql") },
];

/// The schema this program writes.
pub(crate) const KNOWN: u64 = STEPS.len() as u64;

/// A sum, which has no type of the table's own: that one may be damaged, and the library dies of it.
const FOUND: &str = "SELECT version + 0 FROM ledger_schema";

/// Brings the store up to date, all of the way or not at all; refuses one that is ahead.
pub(crate) async fn migrate(connection: &mut Connection) -> Result<(), OpenError> {
    connection.begin().await?;
    let result = climb(connection).await;
    let end = if result.is_ok() { "COMMIT" } else { "ROLLBACK" };
    connection.fetch(end, &[]).await?;
    result
}

/// Refuses a store whose schema is not the one this program writes.
pub(crate) async fn expect(connection: &mut Connection) -> Result<(), OpenError> {
    let rows = connection.fetch(FOUND, &[]).await?;
    match rows.first().map(|row| row.number(0)).transpose()?.unwrap_or(0) {
        KNOWN => Ok(()),
        found if found > KNOWN => Err(OpenError::Newer { found, known: KNOWN }),
        found => Err(OpenError::Older { found, known: KNOWN }),
    }
}

/// What SQLite says of its tables and indexes that is not what this program made them: damage that hides rows, and
/// that SQLite takes for the truth.
#[derive(Default)]
pub(crate) struct Faults {
    /// What this program made is not there, or not so.
    pub(crate) missing: Vec<String>,
    /// What it did not make.
    pub(crate) strange: Vec<String>,
}

pub(crate) async fn faults(connection: &mut Connection) -> Result<Faults, OpenError> {
    const MADE: &str = "SELECT type || ' ' || name || ': ' || sql FROM sqlite_schema \
                        WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' ORDER BY 1";
    if let Connection::Postgres(_) = connection {
        return Ok(Faults::default());
    }
    let mut fresh = Site::Memory.address().connect().await?;
    migrate(&mut fresh).await?;
    let mut made = [Vec::new(), Vec::new()];
    for (connection, made) in [connection, &mut fresh].into_iter().zip(&mut made) {
        for row in connection.fetch(MADE, &[]).await? {
            made.push(row.text_in_part(0)?);
        }
    }
    fresh.close().await?;
    let [found, meant] = made;
    let missing = meant.iter().filter(|one| !found.contains(one)).map(|one| format!("is not there: {one}"));
    let strange =
        found.iter().filter(|one| !meant.contains(one)).map(|one| format!("was not made so: {one}"));
    Ok(Faults { missing: missing.collect(), strange: strange.collect() })
}

/// Refuses a store whose tables are not what this program made them: SQLite would serve it, with rows that are hidden,
/// or die of it in the middle of an answer.
pub(crate) async fn vet(connection: &mut Connection) -> Result<(), OpenError> {
    let fault = faults(connection).await?.missing.into_iter().next();
    fault.map_or(Ok(()), |fault| Err(OpenError::Damaged { fault }))
}

async fn climb(connection: &mut Connection) -> Result<(), OpenError> {
    if let Connection::Postgres(_) = connection {
        // Processes that start together: one makes the tables, the others find them.
        connection.fetch("SELECT pg_advisory_xact_lock(7308324466)", &[]).await?;
    }
    connection.fetch("CREATE TABLE IF NOT EXISTS ledger_schema (version BIGINT NOT NULL)", &[]).await?;
    let rows = connection.fetch(FOUND, &[]).await?;
    let found = rows.first().map(|row| row.number(0)).transpose()?.unwrap_or(0);
    if found > KNOWN {
        return Err(OpenError::Newer { found, known: KNOWN });
    }
    if found == KNOWN {
        return Ok(());
    }
    for step in STEPS.iter().skip(found as usize) {
        let script = match connection {
            Connection::Sqlite(_) => step.sqlite,
            Connection::Postgres(_) => step.postgres,
        };
        connection.run(script).await?;
    }
    connection.fetch("DELETE FROM ledger_schema", &[]).await?;
    connection.fetch("INSERT INTO ledger_schema (version) VALUES ($1)", &[KNOWN.into()]).await?;
    Ok(())
}
