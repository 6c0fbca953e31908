//! The client side: an engine in a child process.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use chautari_game::{Limit, Score};

use crate::{Frame, read_frame};

/// The longest time to start an engine and to wait for `readyok`.
const READY_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest time for an engine to exit before it is killed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// The interval at which a waiting client checks its stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The most unread lines of an engine before its pipe blocks.
const MAX_QUEUED_LINES: usize = 256;

/// An engine in a child process. Any error ends the process, and the next game starts a new one. Dropping the
/// client ends it as well.
pub struct Client {
    command: Vec<String>,
    options: Vec<(String, String)>,
    bounds: Bounds,
    running: Option<Running>,
}

/// Resource limits of an engine and its child processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The most memory of each process, in bytes.
    pub memory: Option<u64>,
    /// The number of processors.
    pub processors: Option<usize>,
}

/// A position to search, and the limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The starting position; `None` for the usual start.
    pub start: Option<&'a str>,
    /// The moves from there.
    pub moves: &'a [String],
    /// The limits for the engine, unless it gets the clocks. Its stop flag also ends the waiting.
    pub limit: &'a Limit,
    /// The clocks of the game, if it has any.
    pub clocks: Option<Clocks>,
    /// The time after which the engine counts as hanging.
    pub timeout: Duration,
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The remaining time of each side.
    pub left: [Duration; 2],
    /// The increment per move.
    pub gain: Duration,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, as the engine wrote it.
    pub best: String,
    /// The score for the side to move, if the engine reported one.
    pub score: Option<Score>,
    /// The time since `go`.
    pub took: Duration,
}

/// The failure of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The program could not be started.
    NotStarted(String),
    /// The engine did not respond in time and was killed.
    Silent,
    /// The process ended, with its exit status.
    Gone(String),
    /// The stop flag was set.
    Stopped,
}

impl Client {
    /// Creates a client for a command line. Options that the engine does not offer are not set.
    pub fn new(command: Vec<String>, options: Vec<(String, String)>) -> Client {
        Client { command, options, bounds: Bounds::default(), running: None }
    }

    /// Adds options, which are set after the existing ones.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = (String, String)>) -> Client {
        self.options.extend(options);
        self
    }

    /// Sets resource limits.
    #[must_use]
    pub fn bounded(self, bounds: Bounds) -> Client {
        Client { bounds, ..self }
    }

    /// Prepares the engine for a new game, in a new process if there is none.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.attempt(|engine| {
            engine.send("uginewgame");
            engine.ready(&Limit::default())
        })
    }

    /// Searches a position and returns the move as the engine wrote it.
    pub fn ask(&mut self, question: &Question) -> Result<String, EngineError> {
        self.think(question).map(|answer| answer.best)
    }

    /// Searches a position.
    pub fn think(&mut self, question: &Question) -> Result<Answer, EngineError> {
        let limit = question.limit;
        self.attempt(|engine| {
            engine.send(&position(question));
            // Wait until pending output of an earlier search has passed. The time to set up the position is
            // not thinking time.
            engine.ready(limit)?;
            let begun = Instant::now();
            engine.send(&go(limit, question.clocks));
            let mut score = None;
            let answer = |line: &str| {
                let mut words = line.split_whitespace();
                match words.next() {
                    Some("bestmove") => {
                        let best = words.next().unwrap_or_default().to_owned();
                        Some(Answer { best, score, took: begun.elapsed() })
                    }
                    Some("info") => {
                        score = read_score(line).or(score);
                        None
                    }
                    _ => None,
                }
            };
            engine.await_line(question.timeout, limit, answer)
        })
    }

    /// Returns the id of the running process, if there is one.
    pub fn process(&self) -> Option<u32> {
        Some(self.running.as_ref()?.child.id())
    }

    /// Runs an operation on the engine, starting it if necessary, and ends its process if the operation
    /// fails.
    fn attempt<T>(
        &mut self,
        what: impl FnOnce(&mut Running) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let mut engine = match self.running.take() {
            Some(engine) => engine,
            None => Running::start(&self.command, &self.options, self.bounds)?,
        };
        match what(&mut engine) {
            Ok(done) => {
                self.running = Some(engine);
                Ok(done)
            }
            Err(EngineError::Gone(_)) => Err(EngineError::Gone(engine.exit_description())),
            Err(error) => {
                engine.kill();
                Err(error)
            }
        }
    }
}

impl Bounds {
    /// Limits the resources of a process and its future children.
    #[cfg(target_os = "linux")]
    fn impose(self, child: &Child) -> std::io::Result<()> {
        use std::sync::atomic::{AtomicUsize, Ordering};

        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

        /// The first processor for the next program, so that several programs share the machine evenly.
        static NEXT: AtomicUsize = AtomicUsize::new(0);

        let child = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        if let Some(bytes) = self.memory {
            let most = Rlimit { current: Some(bytes), maximum: Some(bytes) };
            prlimit(child, Resource::As, most)?;
        }
        if let Some(count) = self.processors {
            let ours = sched_getaffinity(None)?;
            let ours: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&n| ours.is_set(n)).collect();
            let (count, first) = (count.clamp(1, ours.len()), NEXT.fetch_add(count, Ordering::Relaxed));
            let mut theirs = CpuSet::new();
            (first..first + count).for_each(|n| theirs.set(ours[n % ours.len()]));
            sched_setaffinity(child, &theirs)?;
        }
        Ok(())
    }

    #[cfg(not(target_os = "linux"))]
    fn impose(self, _: &Child) -> std::io::Result<()> {
        if self == Bounds::default() {
            return Ok(());
        }
        Err(std::io::Error::new(std::io::ErrorKind::Unsupported, "programs are bounded on Linux only"))
    }
}

/// Returns the score of the best line, if an `info` line has one. A proven result counts moves, or plies if
/// the engine adds them.
fn read_score(info: &str) -> Option<Score> {
    let words: Vec<_> = info.split_whitespace().collect();
    // `string` and `pv` take the rest of the line.
    let told = words.iter().position(|word| matches!(*word, "string" | "pv")).unwrap_or(words.len());
    let words = &words[..told];
    let behind = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
    let number = |name: &str| behind(name).and_then(|rest| rest.first()?.parse::<i32>().ok());
    if number("multipv").is_some_and(|number| number != 1) {
        return None;
    }
    let rest = behind("score")?;
    if let Some(plies) = number("win") {
        return Some(Score::Win(plies.unsigned_abs()));
    }
    if let Some(plies) = number("loss") {
        return Some(Score::Loss(plies.unsigned_abs()));
    }
    match rest {
        ["cp", _, "draw", ..] => Some(Score::Draw),
        ["cp", value, ..] => value.parse().ok().map(Score::Guess),
        ["mate", moves, ..] => {
            let moves: i32 = moves.parse().ok()?;
            let plies = moves.unsigned_abs().saturating_mul(2);
            Some(if moves > 0 { Score::Win(plies - 1) } else { Score::Loss(plies) })
        }
        _ => None,
    }
}

fn position(question: &Question) -> String {
    let mut line = match question.start {
        None => "position startpos".to_owned(),
        Some(text) => format!("position fen {text}"),
    };
    if !question.moves.is_empty() {
        line += " moves ";
        line += &question.moves.join(" ");
    }
    line
}

fn go(limit: &Limit, clocks: Option<Clocks>) -> String {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let number = |name, number: Option<u64>| number.map(|n| format!(" {name} {n}")).unwrap_or_default();
    // A limit of less than a millisecond is still a limit.
    let time = limit.time.map(|time| millis(time).max(1));
    let times = match clocks {
        None => number("movetime", time),
        Some(Clocks { left: [one, two], gain }) => {
            let [one, two, gain] = [one, two, gain].map(millis);
            format!(" p1time {one} p2time {two} p1inc {gain} p2inc {gain}")
        }
    };
    let limits = times + &number("depth", limit.depth.map(u64::from)) + &number("nodes", limit.nodes);
    if limits.is_empty() { "go infinite".to_owned() } else { format!("go{limits}") }
}

/// A process and the two threads at its pipes.
struct Running {
    child: Child,
    /// Lines to the engine; `None` after closing its input.
    input: Option<Sender<String>>,
    lines: Receiver<Frame>,
    /// Whether the process was waited for.
    reaped: bool,
}

impl Running {
    fn start(
        command: &[String],
        options: &[(String, String)],
        bounds: Bounds,
    ) -> Result<Running, EngineError> {
        let not_started = |why: String| EngineError::NotStarted(format!("`{}`: {why}", command.join(" ")));
        let (program, words) = command.split_first().ok_or_else(|| not_started("no program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A process group of its own, so that an engine behind a script can be killed with it, and so that
        // Ctrl-C does not reach it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|e| not_started(e.to_string()))?;
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let (input, queue) = mpsc::channel();
        let (output, lines) = mpsc::sync_channel(MAX_QUEUED_LINES);
        // Threads, because reading from or writing to a hanging program blocks.
        thread::spawn(move || write(to, &queue));
        thread::spawn(move || read(from, &output));
        let mut engine = Running { child, input: Some(input), lines, reaped: false };
        if let Err(error) = bounds.impose(&engine.child) {
            engine.kill();
            return Err(EngineError::NotStarted(format!("its bounds cannot be set: {error}")));
        }
        match engine.handshake(options) {
            Ok(()) => Ok(engine),
            Err(EngineError::Gone(_)) => Err(EngineError::Gone(engine.exit_description())),
            Err(error) => Err(error),
        }
    }

    fn handshake(&mut self, options: &[(String, String)]) -> Result<(), EngineError> {
        let unlimited = Limit::default();
        self.send("ugi");
        let mut offered = Vec::new();
        self.await_line(READY_TIMEOUT, &unlimited, |line| {
            let words: Vec<_> = line.split_whitespace().collect();
            match &words[..] {
                // A name may have several words.
                ["option", "name", rest @ ..] => {
                    let name: Vec<_> = rest.iter().take_while(|word| **word != "type").copied().collect();
                    offered.push(name.join(" ").to_ascii_lowercase());
                }
                ["ugiok", ..] => return Some(()),
                _ => {}
            }
            None
        })?;
        for (name, value) in options {
            if offered.contains(&name.to_ascii_lowercase()) {
                self.send(&format!("setoption name {name} value {value}"));
            }
        }
        self.ready(&unlimited)
    }

    fn send(&self, line: &str) {
        // A closed pipe shows in the missing reply.
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    fn ready(&mut self, limit: &Limit) -> Result<(), EngineError> {
        self.send("isready");
        self.await_line(READY_TIMEOUT, limit, |line| (line.trim() == "readyok").then_some(()))
    }

    /// Waits for the first line that `find` takes.
    fn await_line<T>(
        &mut self,
        timeout: Duration,
        limit: &Limit,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        let begun = Instant::now();
        loop {
            if limit.stop.is_stopped() {
                return Err(EngineError::Stopped);
            }
            let Some(left) = timeout.checked_sub(begun.elapsed()) else { return Err(EngineError::Silent) };
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(Frame::Line(line)) => {
                    if let Some(found) = find(&line) {
                        return Ok(found);
                    }
                }
                Ok(Frame::TooLong | Frame::NotText) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Frame::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(EngineError::Gone(String::new()));
                }
            }
        }
    }

    /// Describes how a process ended.
    fn exit_description(&mut self) -> String {
        match self.wait(EXIT_TIMEOUT) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        }
    }

    /// Waits for the process to exit by itself.
    fn wait(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.reaped = true;
                return Some(status);
            }
            if begun.elapsed() >= timeout {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills the process and its children.
    fn kill(&mut self) {
        if self.reaped {
            return;
        }
        // The id cannot be reused before the process was waited for.
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.reaped = true;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        self.send("quit");
        // Close its input, in case the engine does not know `quit`.
        self.input = None;
        if self.wait(EXIT_TIMEOUT).is_none() {
            self.kill();
        }
    }
}

fn write(to: Option<ChildStdin>, queue: &Receiver<String>) {
    let Some(mut to) = to else { return };
    for line in queue {
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

fn read(from: Option<ChildStdout>, lines: &SyncSender<Frame>) {
    let Some(from) = from else { return };
    let mut from = BufReader::new(from);
    while let Ok(frame) = read_frame(&mut from) {
        let last = frame == Frame::End;
        if lines.send(frame).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_engines_write_them() {
        let rows = [
            ("info depth 3 nodes 9 time 0 score cp -31 pv mC3 draw", Some(Score::Guess(-31))),
            ("info score cp 0 draw", Some(Score::Draw)),
            ("info score mate 3 win 6 pv a", Some(Score::Win(6))),
            ("info score mate -2 loss 3", Some(Score::Loss(3))),
            ("info score mate 2", Some(Score::Win(3))),
            ("info score mate -2", Some(Score::Loss(4))),
            ("info score mate 0", Some(Score::Loss(0))),
            ("info multipv 1 score cp 7", Some(Score::Guess(7))),
            ("info multipv 2 score cp 7", None),
            ("info string score cp 7", None),
            ("info depth 3", None),
            ("info score cp much", None),
            ("info score mate -2147483648", Some(Score::Loss(u32::MAX))),
        ];
        for (line, score) in rows {
            assert_eq!(read_score(line), score, "{line}");
        }
    }
}
