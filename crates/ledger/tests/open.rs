//! Opening a ledger, and the errors it can report.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use chautari_ledger::{Ledger, OpenError, StreamId, Version};

use crate::stores::{Store, step};

#[tokio::test]
async fn file_with_a_newer_schema_is_refused() {
    newer_schema_is_refused(&Store::file()).await;
}

#[tokio::test]
async fn postgres_with_a_newer_schema_is_refused() {
    let Some(store) = Store::postgres().await else { return };
    newer_schema_is_refused(&store).await;
    store.remove().await;
}

async fn refusal(url: &str) -> OpenError {
    match Ledger::open(url).await {
        Ok(_) => panic!("{url} was opened"),
        Err(error) => error,
    }
}

async fn newer_schema_is_refused(store: &Store) {
    let ledger = store.open().await;
    ledger.append(step("a", 0)).await.unwrap();
    ledger.close().await;
    drop(ledger);
    set_schema(store, 99).await;
    let error = refusal(&store.url).await;
    assert!(matches!(error, OpenError::Newer { found: 99, known: 1 }), "{error}");
    let words = "the ledger has schema 99, and this program knows schemas up to 1: it was written by \
                 a newer version; use that one, or restore a backup made by this one";
    assert_eq!(error.to_string(), words);
    assert!(Ledger::backup(&store.url, &store.beside("backup")).await.is_err());
    set_schema(store, 1).await;
    assert_eq!(store.open().await.version(&StreamId::new("a")).await.unwrap(), Version(1));
}

async fn set_schema(store: &Store, version: i64) {
    let sql = "UPDATE ledger_schema SET version = $1";
    if store.url.starts_with("sqlite:") {
        let pool = sqlx::SqlitePool::connect(&store.url).await.unwrap();
        sqlx::query(sql).bind(version).execute(&pool).await.unwrap();
        pool.close().await;
    } else {
        let pool = sqlx::PgPool::connect(&store.url).await.unwrap();
        sqlx::query(sql).bind(version).execute(&pool).await.unwrap();
        pool.close().await;
    }
}

#[tokio::test]
async fn reopened_ledger_has_its_events() {
    let store = Store::file();
    let ledger = store.open().await;
    ledger.append(step("a", 0)).await.unwrap();
    ledger.close().await;
    drop(ledger);
    let ledger = store.open().await;
    assert_eq!(ledger.read(&StreamId::new("a"), Version::START).await.unwrap().len(), 1);
    ledger.append(step("a", 1)).await.unwrap();
}

#[tokio::test]
async fn file_in_use_is_refused() {
    let store = Store::file();
    let ledger = store.open().await;
    let error = refusal(&store.url).await;
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    assert!(error.to_string().contains("in use by another process"), "{error}");
    drop(ledger);
    store.open().await;
}

#[tokio::test]
async fn file_that_is_not_a_database_is_refused() {
    let store = Store::file();
    std::fs::write(store.beside("ledger.db"), "not a database, but long enough to be looked at".repeat(99))
        .unwrap();
    assert!(matches!(refusal(&store.url).await, OpenError::Database(_)));
    let absent = format!("sqlite:{}", store.beside("no/such/folder/ledger.db").display());
    assert!(matches!(refusal(&absent).await, OpenError::File { .. }));
}

#[tokio::test]
async fn invalid_url_is_refused_without_revealing_secrets() {
    for url in ["", "ledger.db", "mysql://root:secret@localhost/x", "sqlite:", "sqlite://"] {
        let error = refusal(url).await;
        assert!(matches!(error, OpenError::Address { .. }), "{url}: {error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
    let port = "postgres://postgres:secret@127.0.0.1:1/none";
    let error = refusal(port).await;
    assert!(!error.to_string().contains("secret"), "{error}");
}
