//! PostgreSQL over TLS.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::path::Path;
use std::process::Command;

use chautari_ledger::{Ledger, StreamId, Version};
use sqlx::{Connection as _, PgConnection};

use crate::stores::step;

/// A PostgreSQL server with TLS for this test: its URL and its folder.
struct Server(String, String);

impl Server {
    fn start() -> Option<Server> {
        if std::env::var("CHAUTARI_TEST_POSTGRES").is_err() {
            chautari_testing::missing_tool(
                "tests with PostgreSQL: there is none; those of the embedded database run",
            );
            return None;
        }
        let told = script().env("TLS", "on").arg("start").output().unwrap();
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        let told = String::from_utf8(told.stdout).unwrap();
        let (url, folder) = told.trim().split_once(' ').unwrap();
        Some(Server(url.to_owned(), folder.to_owned()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = script().args(["stop", &self.1]).status();
    }
}

fn script() -> Command {
    Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres"))
}

async fn refusal(url: &str) -> String {
    Ledger::open(url).await.err().unwrap_or_else(|| panic!("{url} was opened")).to_string()
}

#[tokio::test]
async fn connections_are_encrypted_and_the_certificate_can_be_verified() {
    let Some(server) = Server::start() else { return };
    let url = &server.0;
    let ledger = Ledger::open(&format!("{url}?sslmode=require")).await.unwrap();
    ledger.append(step("a", 0)).await.unwrap();
    let mut connection = PgConnection::connect(&format!("{url}?sslmode=disable")).await.unwrap();
    let (encrypted, all): (i64, i64) = sqlx::query_as(
        "SELECT count(*) FILTER (WHERE ssl), count(*) FROM pg_stat_ssl NATURAL JOIN pg_stat_activity \
         WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert!(encrypted > 0 && encrypted == all, "{encrypted} of {all}");
    ledger.close().await;
    // Only the certificate itself is its trusted root.
    let told = refusal(&format!("{url}?sslmode=verify-full")).await;
    assert!(told.contains("certificate"), "{told}");
    let known = format!("{url}?sslmode=verify-full&sslrootcert={}/data/server.crt", server.1);
    let ledger = Ledger::open(&known).await.unwrap();
    assert_eq!(ledger.version(&StreamId::new("a")).await.unwrap(), Version(1));
    ledger.close().await;
    // The certificate is for the address, not for the host name.
    let told = refusal(&known.replace("127.0.0.1", "localhost")).await;
    assert!(told.contains("certificate"), "{told}");
}
