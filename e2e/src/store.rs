//! Where the servers of a test keep everything.

use std::path::Path;

use tempfile::TempDir;

/// A folder for logs, and a database.
pub struct Store {
    folder: TempDir,
    /// The address of the database.
    pub database: String,
    /// By which server, and how, it is removed.
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
    /// A file of its own.
    pub fn file() -> Self {
        let folder = TempDir::new().expect("there is room for a folder");
        let database = format!("sqlite:{}", folder.path().join("chautari.db").display());
        Self { folder, database, removed: None }
    }

    /// A new database on the PostgreSQL the environment names; without one, `None` and a note about it: run it
    /// under `scripts/postgres with`.
    pub fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("CHAUTARI_TEST_POSTGRES") else {
            crate::skipped("tests with PostgreSQL: there is none; those of the embedded database run");
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
