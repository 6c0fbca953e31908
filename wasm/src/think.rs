//! Opponents.

use std::ops::ControlFlow;
use std::time::Duration;

use chautari_game::{AnyRecord, Level, Limit, Means, Score, Thought};
use serde::{Deserialize, Serialize};

use crate::desk::{Hear, Told, told};
use crate::position::{LineOfPlay, begin};
use crate::problem::Problem;

/// How much memory a search may take, in MiB: phones have little to spare.
const HASH: usize = 16;
/// Memory of the module ends at 4 GiB, and a browser may give less.
const MOST_HASH: usize = 1024;

/// More than anybody reads.
const MOST_LINES: usize = 20;

/// What to think about, and how long.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    line: LineOfPlay,
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    hash: Option<usize>,
    #[serde(default)]
    lines: Option<usize>,
}

/// What thinking has come to so far.
#[derive(Serialize)]
struct ThoughtLine<'a> {
    #[serde(rename = "move")]
    best: Option<&'a str>,
    score: ScoreLine,
    depth: u32,
    nodes: u64,
    seconds: f64,
    line: &'a [String],
    human: Vec<String>,
    lines: Vec<VariationLine<'a>>,
    #[serde(rename = "final")]
    is_final: bool,
}

/// A move worth considering.
#[derive(Serialize)]
struct VariationLine<'a> {
    #[serde(rename = "move")]
    first: &'a str,
    score: ScoreLine,
    exact: bool,
    line: &'a [String],
    human: Vec<String>,
}

impl<'a> VariationLine<'a> {
    fn new(record: &dyn AnyRecord, score: Score, line: &'a [String]) -> Option<VariationLine<'a>> {
        let (first, exact, human) = (line.first()?, score.is_exact(), record.human_line(line));
        Some(VariationLine { first, score: score.into(), exact, line, human })
    }
}

#[derive(Serialize)]
struct ScoreLine {
    kind: &'static str,
    value: Option<i64>,
}

impl From<Score> for ScoreLine {
    fn from(score: Score) -> ScoreLine {
        let (kind, value) = score.told();
        ScoreLine { kind, value }
    }
}

fn line<'a>(record: &dyn AnyRecord, thought: &'a Thought<String>, is_final: bool) -> ThoughtLine<'a> {
    ThoughtLine {
        best: thought.best.as_deref(),
        score: thought.score.into(),
        depth: thought.depth,
        nodes: thought.nodes,
        seconds: thought.time.as_secs_f64(),
        line: &thought.line,
        human: record.human_line(&thought.line),
        lines: thought.lines().filter_map(|(score, line)| VariationLine::new(record, score, line)).collect(),
        is_final,
    }
}

impl Question {
    pub(crate) fn think(self, hear: Hear) -> Told {
        let level = match self.level {
            None => Level::FULL,
            Some(number) => Level::new(number).ok_or_else(|| Problem::form("Levels go from 1 to 10."))?,
        };
        let (game, record) = self.line.read()?;
        let hash = self.hash.unwrap_or(HASH).clamp(1, MOST_HASH);
        let means = Means { level, hash, seed: self.seed, ..Means::default() };
        let limit = Limit {
            time: self.time_ms.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
            lines: self.lines.unwrap_or(1).clamp(1, MOST_LINES),
            ..Limit::default()
        };
        let (start, moves) = (begin(&*record).position(), record.moves());
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let mut watch = |thought: &Thought<String>| match told(&line(&*record, thought, false)) {
            Ok(text) => hear(&text),
            Err(_) => ControlFlow::Continue(()),
        };
        let thought = game.engine(&means).think(Some(&start), &moves, &limit, &mut watch)?;
        told(&line(&*record, &thought, true))
    }
}
