//! Stores for the tests, and a macro that runs a test on every kind of store.

#![allow(dead_code, unused_imports, unused_macros, reason = "each test program uses only a part of it")]

use std::sync::atomic::{AtomicU32, Ordering};

use chautari_ledger::{Append, Event, Ledger, StreamId, Version};
use serde_json::Value;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

/// The location of a ledger, empty at first and removed at the end.
pub(crate) struct Store {
    pub(crate) url: String,
    folder: TempDir,
    server: Option<(String, String)>,
}

impl Store {
    pub(crate) fn memory() -> Self {
        Self { url: "sqlite::memory:".to_owned(), folder: TempDir::new().unwrap(), server: None }
    }

    pub(crate) fn file() -> Self {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite:{}", folder.path().join("ledger.db").display());
        Self { url, folder, server: None }
    }

    /// Creates a database on the server given by the environment; `None` with a note if there is none. Run it
    /// under `scripts/postgres with`.
    pub(crate) async fn postgres() -> Option<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let Ok(server) = std::env::var("CHAUTARI_TEST_POSTGRES") else {
            chautari_testing::missing_tool(
                "tests with PostgreSQL: there is none; those of the embedded database run",
            );
            return None;
        };
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ledger_{}_{count}", std::process::id());
        let mut connection = PgConnection::connect(&server).await.unwrap();
        let sql = format!("CREATE DATABASE {name}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        let (base, _) = server.rsplit_once('/').unwrap();
        let url = format!("{base}/{name}");
        Some(Self { url, folder: TempDir::new().unwrap(), server: Some((server, name)) })
    }

    /// Like [`Store::postgres`], with its tables partitioned by `docs/operation/partitions.sql`.
    pub(crate) async fn partitioned() -> Option<Self> {
        let store = Self::postgres().await?;
        store.open().await.close().await;
        store.divide().await;
        Some(store)
    }

    /// Partitions the tables.
    pub(crate) async fn divide(&self) {
        let mut connection = PgConnection::connect(&self.url).await.unwrap();
        let sql = include_str!("../../../../docs/operation/partitions.sql");
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    pub(crate) async fn open(&self) -> Ledger {
        Ledger::open(&self.url).await.unwrap()
    }

    /// A path for another file in the folder of the store.
    pub(crate) fn beside(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) async fn remove(self) {
        let Some((server, name)) = self.server else { return };
        let mut connection = PgConnection::connect(&server).await.unwrap();
        let sql = format!("DROP DATABASE {name} WITH (FORCE)");
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    }
}

/// Makes one test per kind of store from each function that takes a `&Store`.
macro_rules! on_every_store {
    ($($name:ident),* $(,)?) => {
        mod memory {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&super::stores::Store::memory()).await;
            })*
        }
        mod file {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(&super::stores::Store::file()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some(store) = super::stores::Store::postgres().await else { return };
                super::$name(&store).await;
                store.remove().await;
            })*
        }
        mod partitioned {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some(store) = super::stores::Store::partitioned().await else { return };
                super::$name(&store).await;
                store.remove().await;
            })*
        }
    };
}
pub(crate) use on_every_store;

pub(crate) fn event(kind: &str, body: Value) -> Event {
    Event { kind: kind.to_owned(), body }
}

pub(crate) fn append(stream: &str, expected: u64) -> Append {
    Append::new(StreamId::new(stream), Version(expected))
}

/// An append of one event.
pub(crate) fn step(stream: &str, expected: u64) -> Append {
    append(stream, expected).event(event("moved", Value::from(expected)))
}
