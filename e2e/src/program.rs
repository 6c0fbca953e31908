//! The program as it stands in the target folder, serving.

use std::fs::{self, File};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The program, beside whoever asks in the target folder; built if it is not there.
pub fn program() -> PathBuf {
    let own = std::env::current_exe().expect("a running program has a path");
    // Tests lie one folder deeper than programs.
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

/// Options without limits on how often one client asks: here all clients are one.
fn unlimited(options: &[&str]) -> Vec<String> {
    let mut all = vec![
        "--gomoku=off".to_owned(),
        // What it would make in the background is not what is tested.
        "--tables=none".to_owned(),
        "--max-connections-per-client=20000".to_owned(),
    ];
    all.extend(["request", "think", "create", "act", "bad-token"].map(|kind| format!("--rate-{kind}=off")));
    all.extend(options.iter().map(|&option| option.to_owned()));
    all
}

/// A server that can be killed and started again at the same address.
pub struct Server {
    address: SocketAddr,
    options: Vec<String>,
    /// What its environment has beside ours.
    env: Vec<(String, String)>,
    folder: PathBuf,
    child: Option<Child>,
}

impl Server {
    /// Starts one that keeps everything in the database, with no limits on how often one client asks:
    /// here all clients are one. Its log goes to a file in the folder.
    pub async fn start(folder: &Path, database: &str, options: &[&str]) -> Self {
        Self::begin(folder, database, unlimited(options), &[]).await
    }

    /// The same, with these variables in its environment.
    pub async fn start_under(folder: &Path, database: &str, env: &[(&str, &str)]) -> Self {
        Self::begin(folder, database, unlimited(&[]), env).await
    }

    /// Starts one with the limits it usually has.
    pub async fn start_as_usual(folder: &Path, database: &str, options: &[&str]) -> Self {
        Self::begin(folder, database, options.iter().map(|&option| option.to_owned()).collect(), &[]).await
    }

    async fn begin(folder: &Path, database: &str, options: Vec<String>, env: &[(&str, &str)]) -> Self {
        // Free now, and nobody else's before it is used, if we are lucky: it is asked for at random.
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

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of a page of its API.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}/api/v1{path}", self.address)
    }

    /// The file its log goes to.
    pub fn log(&self) -> PathBuf {
        self.folder.join(format!("server-{}.log", self.address.port()))
    }

    /// Starts it again, and waits until it serves.
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
                ended.is_none() && begun.elapsed() < PATIENCE,
                "the server does not start: {ended:?}\n{}",
                fs::read_to_string(self.log()).unwrap_or_default()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Ends it as a power cut would: it learns nothing of it.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("a child can be killed");
            child.wait().expect("a child can be waited for");
        }
    }

    /// Asks it to end, as an operator does, and waits until it has.
    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let asked = Command::new("kill").arg(child.id().to_string()).status();
            assert!(asked.is_ok_and(|status| status.success()), "the server cannot be asked to stop");
            let status = child.wait().expect("a child can be waited for");
            assert!(status.success(), "it stopped with {status}");
        }
    }

    /// The processor time it has used.
    pub fn cpu(&self) -> Duration {
        let Ok(tasks) = fs::read_dir(self.proc("task")) else { return Duration::ZERO };
        let spent = tasks.flatten().filter_map(|task| {
            let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
            text.split(' ').next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(spent.sum())
    }

    /// The memory it has, in bytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most memory it has had since it was started, in bytes.
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
            // A test that failed has more to say than this.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
