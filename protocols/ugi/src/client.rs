//! The asker's half: an engine in a process of its own.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use chautari_game::{Limit, Score};

use crate::{Frame, read_frame};

/// How long a program may take to start and to get ready.
const READY: Duration = Duration::from_secs(10);

/// How long a program may take to leave before it is made to.
const FAREWELL: Duration = Duration::from_millis(500);

/// How often to look whether somebody wants the waiting to end.
const GLANCE: Duration = Duration::from_millis(50);

/// How many lines an engine may be ahead of us before its pipe fills up.
const MOST_AHEAD: usize = 256;

/// An engine in a process of its own. Whatever it does wrong ends the process, and the next game
/// begins with a new one; none outlives its client.
pub struct Client {
    command: Vec<String>,
    options: Vec<(String, String)>,
    bounds: Bounds,
    running: Option<Running>,
}

/// What a program may take from the machine, with whatever it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The most memory each of its processes may have, in bytes.
    pub memory: Option<u64>,
    /// On how many processors it may run.
    pub processors: Option<usize>,
}

/// What to think about, and how long to wait for the answer.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Where the game began; nothing for the usual start.
    pub start: Option<&'a str>,
    /// The moves from there.
    pub moves: &'a [String],
    /// How long it is told to think, if it is not told the clocks. Its flag also ends the waiting.
    pub limit: &'a Limit,
    /// The clocks of a whole game, if there are any.
    pub clocks: Option<Clocks>,
    /// How long to wait before it is taken to hang.
    pub patience: Duration,
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What each side has left.
    pub left: [Duration; 2],
    /// What a side gains with each move.
    pub gain: Duration,
}

/// What an engine says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its move, as it was written.
    pub best: String,
    /// How good it thinks the position is for the side to move, where it says so.
    pub score: Option<Score>,
    /// How long it thought: from `go` on.
    pub took: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The program cannot be started.
    NotStarted(String),
    /// It did not answer in time, and was killed.
    Silent,
    /// It went away, and how.
    Gone(String),
    /// We were asked to stop waiting.
    Stopped,
}

impl Client {
    /// An engine that the words of a command line start. Options it does not offer are not set.
    pub fn new(command: Vec<String>, options: Vec<(String, String)>) -> Client {
        Client { command, options, bounds: Bounds::default(), running: None }
    }

    /// The same with more options, which are set after those it has.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = (String, String)>) -> Client {
        self.options.extend(options);
        self
    }

    /// The same within bounds.
    #[must_use]
    pub fn bounded(self, bounds: Bounds) -> Client {
        Client { bounds, ..self }
    }

    /// Gets it ready for a new game, in a new process where there is none.
    pub fn new_game(&mut self) -> Result<(), Trouble> {
        self.attempt(|engine| {
            engine.send("uginewgame");
            engine.ready(&Limit::default())
        })
    }

    /// Asks for a move and returns it as it was written.
    pub fn ask(&mut self, question: &Question) -> Result<String, Trouble> {
        self.think(question).map(|answer| answer.best)
    }

    /// Asks for a move, and what the position is worth.
    pub fn think(&mut self, question: &Question) -> Result<Answer, Trouble> {
        let limit = question.limit;
        self.attempt(|engine| {
            engine.send(&position(question));
            // What is left of an answer from before comes ahead of this one, and the time to set up
            // the position is not the engine's thinking time.
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
            engine.await_line(question.patience, limit, answer)
        })
    }

    /// The number of the running process, if there is one.
    pub fn process(&self) -> Option<u32> {
        Some(self.running.as_ref()?.child.id())
    }

    /// Does something with the engine, started if need be, and ends its process if that fails.
    fn attempt<T>(&mut self, what: impl FnOnce(&mut Running) -> Result<T, Trouble>) -> Result<T, Trouble> {
        let mut engine = match self.running.take() {
            Some(engine) => engine,
            None => Running::start(&self.command, &self.options, self.bounds)?,
        };
        match what(&mut engine) {
            Ok(done) => {
                self.running = Some(engine);
                Ok(done)
            }
            Err(Trouble::Gone(_)) => Err(Trouble::Gone(engine.obituary())),
            Err(trouble) => {
                engine.kill();
                Err(trouble)
            }
        }
    }
}

impl Bounds {
    /// Binds a process that has just been started, and what it will start.
    #[cfg(target_os = "linux")]
    fn impose(self, child: &Child) -> std::io::Result<()> {
        use std::sync::atomic::{AtomicUsize, Ordering};

        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

        /// Where the next program's processors begin, so that several programs share the machine evenly.
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

/// The score of the best line, where an `info` tells one. A proof is told in moves, or behind it in plies.
fn read_score(info: &str) -> Option<Score> {
    let words: Vec<_> = info.split_whitespace().collect();
    // What it has to say in its own words ends the line, and so does what it expects to be played.
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
    /// Lines on their way to it; none once it has to leave.
    input: Option<Sender<String>>,
    lines: Receiver<Frame>,
    /// It has been waited for.
    reaped: bool,
}

impl Running {
    fn start(command: &[String], options: &[(String, String)], bounds: Bounds) -> Result<Running, Trouble> {
        let not_started = |why: String| Trouble::NotStarted(format!("`{}`: {why}", command.join(" ")));
        let (program, words) = command.split_first().ok_or_else(|| not_started("no program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own, so that an engine behind a script can be ended with it, and so that
        // an interrupt at the keyboard is ours to handle.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|e| not_started(e.to_string()))?;
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let (input, queue) = mpsc::channel();
        let (output, lines) = mpsc::sync_channel(MOST_AHEAD);
        // Threads of their own, because a pipe to or from a program that hangs blocks.
        thread::spawn(move || write(to, &queue));
        thread::spawn(move || read(from, &output));
        let mut engine = Running { child, input: Some(input), lines, reaped: false };
        if let Err(error) = bounds.impose(&engine.child) {
            engine.kill();
            return Err(Trouble::NotStarted(format!("its bounds cannot be set: {error}")));
        }
        match engine.shake_hands(options) {
            Ok(()) => Ok(engine),
            Err(Trouble::Gone(_)) => Err(Trouble::Gone(engine.obituary())),
            Err(trouble) => Err(trouble),
        }
    }

    fn shake_hands(&mut self, options: &[(String, String)]) -> Result<(), Trouble> {
        let patient = Limit::default();
        self.send("ugi");
        let mut offered = Vec::new();
        self.await_line(READY, &patient, |line| {
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
        self.ready(&patient)
    }

    fn send(&self, line: &str) {
        // Whether anybody listens shows in the answer.
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    fn ready(&mut self, limit: &Limit) -> Result<(), Trouble> {
        self.send("isready");
        self.await_line(READY, limit, |line| (line.trim() == "readyok").then_some(()))
    }

    /// Waits for the first line that `find` takes.
    fn await_line<T>(
        &mut self,
        patience: Duration,
        limit: &Limit,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        let begun = Instant::now();
        loop {
            if limit.stop.is_stopped() {
                return Err(Trouble::Stopped);
            }
            let Some(left) = patience.checked_sub(begun.elapsed()) else { return Err(Trouble::Silent) };
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(Frame::Line(line)) => {
                    if let Some(found) = find(&line) {
                        return Ok(found);
                    }
                }
                Ok(Frame::TooLong | Frame::NotText) | Err(RecvTimeoutError::Timeout) => {}
                Ok(Frame::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(Trouble::Gone(String::new()));
                }
            }
        }
    }

    /// What became of a process that closed its end.
    fn obituary(&mut self) -> String {
        match self.wait(FAREWELL) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        }
    }

    /// Waits a while for it to leave by itself.
    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let begun = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.reaped = true;
                return Some(status);
            }
            if begun.elapsed() >= patience {
                return None;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends it and whatever it started.
    fn kill(&mut self) {
        if self.reaped {
            return;
        }
        // As long as it has not been waited for, nobody else can have its number.
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
        // Its input ends here, in case it does not know the word.
        self.input = None;
        if self.wait(FAREWELL).is_none() {
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
