//! The engine side as a sans-IO state machine: without pipes, threads or clock.

use chautari_game::{AnyGame, AnyRecord, EngineOptions, Fault, Level, Limit, Rng, Score, Side, Thought};

use crate::command::{self, Command, Complaint, Go};
use crate::{Frame, MOST_LINE};

/// An instruction to the driver of a session, in order.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Send this line.
    Say(String),
    /// Start a search; call [`Session::better`] and [`Session::finished`] with its results.
    Think(Task),
    /// Load everything that a search with these options needs, then call [`Session::loaded`].
    Load(EngineOptions),
    /// Stop the search. Its result is still needed, unless [`Reply::Quit`] follows.
    Stop,
    /// Drop what the engine remembers of the last game.
    Forget,
    /// Exit.
    Quit,
}

/// A position to search.
#[derive(Clone, Debug)]
pub struct Task {
    /// The starting position; `None` for the usual start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The limits of the search.
    pub limit: Limit,
    /// The options of the engine.
    pub means: EngineOptions,
}

/// An integer option with its range.
struct Setting {
    name: &'static str,
    min: usize,
    max: usize,
    get: fn(&Options) -> usize,
    set: fn(&mut Options, usize),
}

/// The current options.
struct Options {
    means: EngineOptions,
    lines: usize,
    /// The largest loss in score, in hundredths, of a move chosen at random; 0 to always play the best move.
    chance: usize,
}

/// The most moves to choose from at random.
const CHOICES: usize = 4;

/// The most memory a runner may request, in MiB, because a failed allocation ends the process. The command
/// line may allow more.
const MOST_HASH: usize = 4096;

fn settings(means: &EngineOptions) -> [Setting; 5] {
    [
        Setting {
            name: "Hash",
            min: 1,
            max: means.hash.max(MOST_HASH),
            get: |options| options.means.hash,
            set: |options, n| options.means.hash = n,
        },
        Setting {
            name: "Threads",
            min: 1,
            max: 256,
            get: |options| options.means.threads,
            set: |options, n| options.means.threads = n,
        },
        Setting {
            name: "Level",
            min: 1,
            max: 10,
            get: |options| options.means.level.number().into(),
            set: |options, n| {
                let level = u8::try_from(n).ok().and_then(Level::new);
                options.means.level = level.unwrap_or(options.means.level);
            },
        },
        Setting {
            name: "MultiPV",
            min: 1,
            max: Limit::MAX_LINES,
            get: |options| options.lines,
            set: |options, n| options.lines = n,
        },
        Setting {
            name: "Chance",
            min: 0,
            max: 100,
            get: |options| options.chance,
            set: |options, n| options.chance = n,
        },
    ]
}

/// A session with one runner.
pub struct Session {
    game: Box<dyn AnyGame>,
    options: Options,
    settings: [Setting; 5],
    start: Option<String>,
    record: Box<dyn AnyRecord>,
    state: State,
    /// The number of unfinished loads.
    loading: usize,
    /// Whether the input has ended, so that only pending replies are left.
    is_leaving: bool,
    rng: Rng,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    Thinking,
}

impl Session {
    /// Creates a session with these default options.
    pub fn new(game: Box<dyn AnyGame>, means: EngineOptions) -> Session {
        let record = game.start();
        let settings = settings(&means);
        let rng = Rng::new(means.seed);
        let options = Options { means, lines: 1, chance: 0 };
        Session {
            game,
            options,
            settings,
            start: None,
            record,
            state: State::Idle,
            loading: 0,
            is_leaving: false,
            rng,
        }
    }

    /// Sets the random number generator for the option `Chance`.
    #[must_use]
    pub fn with_rng(self, rng: Rng) -> Session {
        Session { rng, ..self }
    }

    /// Handles a frame.
    pub fn receive(&mut self, frame: &Frame) -> Vec<Reply> {
        let line = match frame {
            Frame::Line(line) if line.len() <= MOST_LINE => line,
            Frame::Line(_) | Frame::TooLong => {
                return vec![complain(&format!("A line has at most {MOST_LINE} bytes."))];
            }
            Frame::NotText => return vec![complain("That line was not UTF-8.")],
            Frame::End => return self.leave(),
        };
        match command::read(line) {
            Ok(None) => Vec::new(),
            Ok(Some(command)) => self.obey(command).unwrap_or_else(|text| vec![complain(&text)]),
            Err(text) => {
                let mut replies = vec![complain(&text)];
                // Every `go` must get a `bestmove`.
                if line.split_whitespace().next() == Some("go") && self.state == State::Idle {
                    replies.push(Reply::Say("bestmove none".to_owned()));
                }
                replies
            }
        }
    }

    /// Returns the reply when everything is loaded, one for each [`Reply::Load`].
    pub fn loaded(&mut self) -> Vec<Reply> {
        self.loading = self.loading.saturating_sub(1);
        let mut replies = vec![say("readyok")];
        replies.extend(self.quit_if_done());
        replies
    }

    /// Reports an intermediate result of the search.
    pub fn better(&self, thought: &Thought<String>) -> Vec<Reply> {
        if self.options.lines == 1 || thought.line.is_empty() {
            return vec![say(info(thought, None, thought.score, &thought.line))];
        }
        let lines = thought.lines().enumerate();
        lines.map(|(i, (score, line))| say(info(thought, Some(i + 1), score, line))).collect()
    }

    /// Reports the final result of the search.
    pub fn finished(&mut self, thought: &Result<Thought<String>, Fault>) -> Vec<Reply> {
        let mut replies = match thought {
            Ok(thought) => self.better(thought),
            Err(fault) => vec![complain(&fault.to_string())],
        };
        let best = thought.as_ref().ok().and_then(|thought| self.choose(thought));
        replies.push(say(format!("bestmove {}", best.as_deref().unwrap_or("none"))));
        self.state = State::Idle;
        replies.extend(self.quit_if_done());
        replies
    }

    /// Returns the best move, or with `Chance` a random one of nearly the same score.
    fn choose(&mut self, thought: &Thought<String>) -> Option<String> {
        let best = thought.best.clone()?;
        if self.options.chance == 0 {
            return Some(best);
        }
        let alike = thought.lines().filter(|(score, _)| is_near(thought.score, *score, self.options.chance));
        let moves: Vec<String> = alike.filter_map(|(_, line)| line.first().cloned()).collect();
        self.rng.pick(&moves).or(Some(best))
    }

    fn leave(&mut self) -> Vec<Reply> {
        self.is_leaving = true;
        match self.state {
            State::Idle => self.quit_if_done().into_iter().collect(),
            State::Thinking => vec![Reply::Stop],
        }
    }

    /// Returns [`Reply::Quit`] if the input has ended and no reply is pending.
    fn quit_if_done(&self) -> Option<Reply> {
        (self.is_leaving && self.state == State::Idle && self.loading == 0).then_some(Reply::Quit)
    }

    fn obey(&mut self, command: Command) -> Result<Vec<Reply>, Complaint> {
        let busy = self.state == State::Thinking;
        Ok(match command {
            Command::Ugi => self.introduce(),
            // A search that runs has loaded everything, and runners expect the reply at once.
            Command::IsReady if busy => vec![say("readyok")],
            Command::IsReady => {
                self.loading += 1;
                vec![Reply::Load(self.options.means.clone())]
            }
            Command::Moves => vec![say(self.moves())],
            Command::Query(what) => vec![say(format!("response {}", self.query(what)?))],
            Command::Stop if busy => vec![Reply::Stop],
            // `bestmove` and `stop` may cross.
            Command::Stop => Vec::new(),
            Command::Quit if busy => vec![Reply::Stop, Reply::Quit],
            Command::Quit => vec![Reply::Quit],
            _ if busy => return Err("The engine is thinking; say `stop` and wait for its move.".to_owned()),
            Command::SetOption { name, value } => {
                self.set(name, value)?;
                Vec::new()
            }
            Command::NewGame => {
                (self.start, self.record) = (None, self.game.start());
                vec![Reply::Forget]
            }
            Command::Position { start, moves } => {
                self.place(start, moves).map_err(|fault| fault.to_string())?;
                Vec::new()
            }
            Command::Go(go) => vec![self.go(&go)],
        })
    }

    fn introduce(&self) -> Vec<Reply> {
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = vec![
            format!("id name Chautari {version}, {}", self.game.info().name),
            "id author the Chautari contributors".to_owned(),
        ];
        lines.extend(self.settings.iter().map(|Setting { name, min, max, get, .. }| {
            format!("option name {name} type spin default {} min {min} max {max}", get(&self.options))
        }));
        lines.push("ugiok".to_owned());
        lines.into_iter().map(say).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Complaint> {
        let found = self.settings.iter().find(|setting| setting.name.eq_ignore_ascii_case(name));
        let Setting { name, min, max, set, .. } =
            found.ok_or_else(|| format!("There is no option `{name}`."))?;
        match value.parse() {
            Ok(number) if (*min..=*max).contains(&number) => set(&mut self.options, number),
            _ => return Err(format!("{name} goes from {min} to {max}.")),
        }
        Ok(())
    }

    /// Sets up a position. Keeps the old one on errors.
    fn place(&mut self, start: Option<&str>, moves: &str) -> Result<(), Fault> {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let record = self.game.replay(None, start, &moves)?;
        (self.start, self.record) = (start.map(str::to_owned), record);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Reply {
        if self.record.outcome().is_some() {
            return say("bestmove none");
        }
        self.state = State::Thinking;
        let Options { lines, chance, .. } = self.options;
        let lines = if chance == 0 { lines } else { lines.max(CHOICES) };
        let limit = Limit { lines, ..go.limit(self.record.turn(), self.record.decisions_a_turn()) };
        let (start, moves) = (self.start.clone(), self.record.moves());
        Reply::Think(Task { start, moves, limit, means: self.options.means.clone() })
    }

    /// Lists all legal moves, so that a runner needs no rules.
    fn moves(&self) -> String {
        self.record.offers().into_iter().fold("moves".to_owned(), |line, offer| line + " " + &offer.text)
    }

    fn query(&self, what: &str) -> Result<&'static str, Complaint> {
        let yes = |yes| if yes { "true" } else { "false" };
        Ok(match what {
            "p1turn" => yes(self.record.turn() == Side::One),
            "gameover" => yes(self.record.outcome().is_some()),
            "result" => match self.record.outcome().map(|outcome| outcome.winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Side::One)) => "p1win",
                Some(Some(Side::Two)) => "p2win",
            },
            _ => return Err("You can query `p1turn`, `gameover` and `result`.".to_owned()),
        })
    }
}

/// Returns `true` for the best score, or an estimate at most `margin` hundredths below it. Proven results
/// have no margin.
fn is_near(best: Score, score: Score, margin: usize) -> bool {
    match (best, score) {
        (Score::Guess(best), Score::Guess(score)) => i64::from(best) - i64::from(score) <= margin as i64,
        _ => best == score,
    }
}

/// Returns a line to send, without control characters that could end it.
fn say(text: impl Into<String>) -> Reply {
    let text = text.into();
    Reply::Say(if text.contains(char::is_control) { text.replace(char::is_control, " ") } else { text })
}

fn complain(text: &str) -> Reply {
    say(format!("info string error: {text}"))
}

/// Formats a line of a search result, with its number in a multi-PV search.
fn info(thought: &Thought<String>, number: Option<usize>, score: Score, line: &[String]) -> String {
    // Runners know `mate`, which counts moves of one side; the plies are added.
    let score = match score {
        Score::Win(plies) => format!("mate {} win {plies}", plies.div_ceil(2)),
        Score::Loss(plies) => format!("mate -{} loss {plies}", plies.div_ceil(2)),
        // The number of moves is unknown; runners take a score above all estimates as won.
        Score::Won => "cp 100000 win".to_owned(),
        Score::Lost => "cp -100000 loss".to_owned(),
        Score::Draw => "cp 0 draw".to_owned(),
        Score::Guess(value) => format!("cp {value}"),
    };
    let Thought { depth, nodes, .. } = thought;
    let (time, line) = (thought.time.as_millis(), line.join(" "));
    let number = number.map(|number| format!(" multipv {number}")).unwrap_or_default();
    let pv = if line.is_empty() { line } else { format!(" pv {line}") };
    format!("info depth {depth}{number} nodes {nodes} time {time} score {score}{pv}")
}
