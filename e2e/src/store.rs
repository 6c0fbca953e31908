//! The database and the log folder of a test.

use std::path::Path;

use tempfile::TempDir;

/// A database and a folder for logs, removed at the end of the test.
pub struct Store {
    folder: TempDir,
    /// The URL of the database.
    pub database: String,
    /// The server and the command by which the database is removed.
    removed: Option<(String, String)>,
}

fn psql(server: &str, command: &str) -> bool {
    let run = std::process::Command::new("psql").args([server, "--quiet", "--command", command]).status();
    run.is_ok_and(|status| status.success())
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some((server, command)) = &self.removed {
            psql(server, command);
        }
    }
}

impl Store {
    /// Creates a SQLite file.
    pub fn file() -> Self {
        let folder = TempDir::new().expect("there is room for a folder");
        let database = format!("sqlite:{}", folder.path().join("chautari.db").display());
        Self { folder, database, removed: None }
    }

    /// Creates a database on the PostgreSQL server given by the environment; `None` with a note if there is
    /// none. Run it under `scripts/postgres with`.
    pub fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("CHAUTARI_TEST_POSTGRES") else {
            crate::missing_tool("tests with PostgreSQL: there is none; those of the embedded database run");
            return None;
        };
        let folder = TempDir::new().expect("there is room for a folder");
        let unique = folder.path().file_name()?.to_str()?.trim_start_matches('.').to_lowercase();
        let name = format!("e2e_{}_{unique}", std::process::id());
        assert!(psql(&server, &format!("CREATE DATABASE {name}")), "psql cannot make a database");
        let (base, _) = server.rsplit_once('/')?;
        let database = format!("{base}/{name}");
        Some(Self { folder, database, removed: Some((server, format!("DROP DATABASE {name} WITH (FORCE)"))) })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}
