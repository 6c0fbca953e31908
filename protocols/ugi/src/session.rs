//! The engine's half of the talk, as a machine without pipes, threads or clock.

use chautari_game::{AnyGame, AnyRecord, EngineOptions, Fault, Level, Limit, Rng, Score, Side, Thought};

use crate::command::{self, Command, Complaint, Go};
use crate::{Frame, MOST_LINE};

/// What whoever runs the dialogue has to do, in this order.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Send this line.
    Say(String),
    /// Begin to think; tell [`Dialogue::better`] and [`Dialogue::finished`] what comes of it.
    Think(Task),
    /// End the thinking. Its answer is still wanted, unless [`Reply::Quit`] follows.
    Stop,
    /// A new game begins: what the engine remembers is of no more use.
    Forget,
    /// Leave.
    Quit,
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// Where the game began; nothing for the usual start.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// How long to think.
    pub limit: Limit,
    /// What to think with.
    pub means: EngineOptions,
}

/// An option one may set: a number within bounds.
struct Setting {
    name: &'static str,
    min: usize,
    max: usize,
    get: fn(&Options) -> usize,
    set: fn(&mut Options, usize),
}

/// What is set by options.
struct Options {
    means: EngineOptions,
    lines: usize,
    /// How much less than the best, in hundredths, a move may be worth and still be played; 0 for none.
    chance: usize,
}

/// Among how many moves chance decides.
const CHOICES: usize = 4;

/// The most memory anybody may ask for by a line, in MiB: what cannot be had ends the process. Who
/// starts the engine may give it more.
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

/// One engine listening.
pub struct Dialogue {
    game: Box<dyn AnyGame>,
    options: Options,
    settings: [Setting; 5],
    start: Option<String>,
    record: Box<dyn AnyRecord>,
    state: State,
    dice: Rng,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    Thinking,
    /// There is no more to hear; the last answer is awaited.
    Leaving,
}

impl Dialogue {
    /// An engine for a game, with the means it has until it is told otherwise.
    pub fn new(game: Box<dyn AnyGame>, means: EngineOptions) -> Dialogue {
        let record = game.start();
        let settings = settings(&means);
        let dice = Rng::new(means.seed);
        let options = Options { means, lines: 1, chance: 0 };
        Dialogue { game, options, settings, start: None, record, state: State::Idle, dice }
    }

    /// The same with dice of its own for what the option `Chance` leaves open.
    #[must_use]
    pub fn with_dice(self, dice: Rng) -> Dialogue {
        Dialogue { dice, ..self }
    }

    /// Takes what was read, and says what is to be done about it.
    pub fn hear(&mut self, frame: &Frame) -> Vec<Reply> {
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
                // Whoever says `go` waits for an answer.
                if line.split_whitespace().next() == Some("go") && self.state == State::Idle {
                    replies.push(Reply::Say("bestmove none".to_owned()));
                }
                replies
            }
        }
    }

    /// A better thought while thinking.
    pub fn better(&self, thought: &Thought<String>) -> Vec<Reply> {
        if self.options.lines == 1 || thought.line.is_empty() {
            return vec![say(info(thought, None, thought.score, &thought.line))];
        }
        let lines = thought.lines().enumerate();
        lines.map(|(i, (score, line))| say(info(thought, Some(i + 1), score, line))).collect()
    }

    /// The thinking has ended.
    pub fn finished(&mut self, thought: &Result<Thought<String>, Fault>) -> Vec<Reply> {
        let mut replies = match thought {
            Ok(thought) => self.better(thought),
            Err(fault) => vec![complain(&fault.to_string())],
        };
        let best = thought.as_ref().ok().and_then(|thought| self.choose(thought));
        replies.push(say(format!("bestmove {}", best.as_deref().unwrap_or("none"))));
        if self.state == State::Leaving {
            replies.push(Reply::Quit);
        }
        self.state = State::Idle;
        replies
    }

    /// The best move; or, where chance may decide, one that is worth as much or nearly so.
    fn choose(&mut self, thought: &Thought<String>) -> Option<String> {
        let best = thought.best.clone()?;
        if self.options.chance == 0 {
            return Some(best);
        }
        let alike = thought.lines().filter(|(score, _)| is_near(thought.score, *score, self.options.chance));
        let moves: Vec<String> = alike.filter_map(|(_, line)| line.first().cloned()).collect();
        self.dice.pick(&moves).or(Some(best))
    }

    fn leave(&mut self) -> Vec<Reply> {
        match self.state {
            State::Idle => vec![Reply::Quit],
            State::Thinking | State::Leaving => {
                self.state = State::Leaving;
                vec![Reply::Stop]
            }
        }
    }

    fn obey(&mut self, command: Command) -> Result<Vec<Reply>, Complaint> {
        let busy = self.state != State::Idle;
        Ok(match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => vec![say("readyok")],
            Command::Moves => vec![say(self.moves())],
            Command::Query(what) => vec![say(format!("response {}", self.query(what)?))],
            Command::Stop if busy => vec![Reply::Stop],
            // The answer and `stop` may cross.
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

    /// Sets a position up; where that fails, the one before stays.
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

    /// Every legal move, so that whoever asks needs no rules.
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

/// Whether a score is the best one, or a guess at most so many hundredths below it. What is proven is not given away.
fn is_near(best: Score, score: Score, margin: usize) -> bool {
    match (best, score) {
        (Score::Guess(best), Score::Guess(score)) => i64::from(best) - i64::from(score) <= margin as i64,
        _ => best == score,
    }
}

/// A line to send. What is quoted in it may hold anything, but never ends the line.
fn say(text: impl Into<String>) -> Reply {
    let text = text.into();
    Reply::Say(if text.contains(char::is_control) { text.replace(char::is_control, " ") } else { text })
}

fn complain(text: &str) -> Reply {
    say(format!("info string error: {text}"))
}

/// A line of a thought, with its number where several were asked for.
fn info(thought: &Thought<String>, number: Option<usize>, score: Score, line: &[String]) -> String {
    // Runners know `mate`, which counts the moves of one side; the plies stand beside it.
    let score = match score {
        Score::Win(plies) => format!("mate {} win {plies}", plies.div_ceil(2)),
        Score::Loss(plies) => format!("mate -{} loss {plies}", plies.div_ceil(2)),
        // No number of moves can be told, and more than any guess comes to is what runners take for won.
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
