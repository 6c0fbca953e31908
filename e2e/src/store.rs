//! Where the servers of a test keep everything.

use std::path::Path;

use tempfile::TempDir;

/// A folder for logs, and a database.
pub struct Store {
    folder: TempDir,
    /// The address of the database.
    pub database: String,
}

impl Store {
    /// A file of its own.
    pub fn file() -> Self {
        let folder = TempDir::new().expect("there is room for a folder");
        let database = format!("sqlite:{}", folder.path().join("chautari.db").display());
        Self { folder, database }
    }

    /// A new database on the PostgreSQL the environment names; without one, `None` and a line about it.
    pub fn postgres() -> Option<Self> {
        let Ok(server) = std::env::var("CHAUTARI_TEST_POSTGRES") else {
            eprintln!("skipped: no PostgreSQL; run it under `scripts/postgres with`");
            return None;
        };
        let folder = TempDir::new().expect("there is room for a folder");
        let unique = folder.path().file_name()?.to_str()?.trim_start_matches('.').to_lowercase();
        let name = format!("e2e_{}_{unique}", std::process::id());
        let made = std::process::Command::new("psql")
            .args([&server, "--quiet", "--command", &format!("CREATE DATABASE {name}")])
            .status();
        assert!(made.is_ok_and(|status| status.success()), "psql cannot make a database");
        let (base, _) = server.rsplit_once('/')?;
        Some(Self { folder, database: format!("{base}/{name}") })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}
