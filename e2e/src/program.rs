//! A running server, started from the program in the target folder.

use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to start on a busy machine.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Returns the path of the program beside the test in the target folder, building it if it does not exist.
pub fn program() -> PathBuf {
    let own = std::env::current_exe().expect("a running program has a path");
    // Tests are one folder deeper than programs.
    let folder = own.ancestors().skip(1).find(|folder| !folder.ends_with("deps")).expect("a folder");
    let program = folder.join(format!("chautari{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let cargo = std::env::var("CARGO").unwrap_or("cargo".to_owned());
        let profile = match folder.file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(name) => name,
        };
        let built =
            Command::new(cargo).args(["build", "--package", "chautari", "--profile", profile]).status();
        assert!(built.is_ok_and(|status| status.success()), "chautari cannot be built");
    }
    program
}

/// Adds options that lift the rate limits per client, since all clients of a test share one address.
fn unlimited(options: &[&str]) -> Vec<String> {
    let mut all = vec![
        "--gomoku=off".to_owned(),
        // Building tables in the background would disturb the tests.
        "--tables=none".to_owned(),
        "--max-connections-per-client=20000".to_owned(),
    ];
    all.extend(["request", "think", "create", "act", "bad-token"].map(|kind| format!("--rate-{kind}=off")));
    all.extend(options.iter().map(|&option| option.to_owned()));
    all
}

/// A server that can be killed and restarted at the same address.
pub struct Server {
    address: SocketAddr,
    options: Vec<String>,
    /// Additional environment variables.
    env: Vec<(String, String)>,
    folder: PathBuf,
    child: Option<Child>,
}

impl Server {
    /// Starts a server without rate limits, since all clients of a test share one address. Its log goes to a
    /// file in the folder.
    pub async fn start(folder: &Path, database: &str, options: &[&str]) -> Self {
        Self::begin(folder, database, unlimited(options), &[]).await
    }

    /// Like [`Server::start`], with these environment variables.
    pub async fn start_under(folder: &Path, database: &str, env: &[(&str, &str)]) -> Self {
        Self::begin(folder, database, unlimited(&[]), env).await
    }

    /// Starts a server with its default limits.
    pub async fn start_with_limits(folder: &Path, database: &str, options: &[&str]) -> Self {
        Self::begin(folder, database, options.iter().map(|&option| option.to_owned()).collect(), &[]).await
    }

    async fn begin(folder: &Path, database: &str, options: Vec<String>, env: &[(&str, &str)]) -> Self {
        // The port is free now, and random, so another process will hardly take it before the server does.
        let address = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let address = address.expect("loopback has a free port");
        let mut all =
            vec!["serve".to_owned(), format!("--listen={address}"), format!("--database={database}")];
        all.extend(options);
        let env = env.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let mut server = Self { address, options: all, env, folder: folder.to_owned(), child: None };
        server.restart().await;
        server
    }

    /// Returns its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL of an API path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}/api/v1{path}", self.address)
    }

    /// Returns the path of its log file.
    pub fn log(&self) -> PathBuf {
        self.folder.join(format!("server-{}.log", self.address.port()))
    }

    /// Starts it again and waits until it is ready.
    pub async fn restart(&mut self) {
        self.kill();
        let log = File::options().create(true).append(true).open(self.log()).expect("a log can be written");
        let child = Command::new(program())
            .args(&self.options)
            .envs(self.env.clone())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let child = self.child.insert(child);
        let begun = Instant::now();
        let ready = format!("http://{}/readyz", self.address);
        loop {
            if reqwest::get(&ready).await.is_ok_and(|answer| answer.status().is_success()) {
                return;
            }
            let ended = child.try_wait().expect("a child can be asked for");
            assert!(
                ended.is_none() && begun.elapsed() < TIMEOUT,
                "the server does not start: {ended:?}\n{}",
                fs::read_to_string(self.log()).unwrap_or_default()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Kills it without warning, like a power failure.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("a child can be killed");
            child.wait().expect("a child can be waited for");
        }
    }

    /// Asks it to stop, as an operator would, and waits until it has.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let asked = Command::new("kill").arg(child.id().to_string()).status();
            assert!(asked.is_ok_and(|status| status.success()), "the server cannot be asked to stop");
            let status = child.wait().expect("a child can be waited for");
            assert!(status.success(), "it stopped with {status}");
        }
    }

    /// Returns the processor time it has used.
    pub fn cpu(&self) -> Duration {
        let Ok(tasks) = fs::read_dir(self.proc("task")) else { return Duration::ZERO };
        let spent = tasks.flatten().filter_map(|task| {
            let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(spent.sum())
    }

    /// Returns its resident memory in bytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// Returns its peak resident memory in bytes.
    pub fn peak_memory(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> u64 {
        let status = fs::read_to_string(self.proc("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        kib.unwrap_or_default() * 1024
    }

    fn proc(&self, name: &str) -> String {
        let id = self.child.as_ref().map_or(0, Child::id);
        format!("/proc/{id}/{name}")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            // In a failed test this error would hide the first one.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
