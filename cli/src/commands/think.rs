//! `think`: searches for the best move.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use chautari_game::{AnyGame, AnyRecord, EngineOptions, Level, Limit, Score, Thought, Variation};
use serde::Serialize;

use super::tables;
use crate::args::{self, SearchArgs};
use crate::input;
use crate::output::{CommandResult, Failure};

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

#[derive(Serialize)]
struct VariationLine<'a> {
    #[serde(rename = "move")]
    first: Option<&'a str>,
    score: ScoreLine,
    exact: bool,
    line: &'a [String],
    human: Vec<String>,
}

impl<'a> VariationLine<'a> {
    fn new(record: &dyn AnyRecord, score: Score, line: &'a [String]) -> VariationLine<'a> {
        let (first, human) = (line.first().map(String::as_str), record.human_line(line));
        VariationLine { first, score: score.into(), exact: score.is_exact(), line, human }
    }
}

#[derive(Serialize)]
struct ScoreLine {
    kind: &'static str,
    value: Option<i64>,
}

impl From<Score> for ScoreLine {
    fn from(score: Score) -> ScoreLine {
        let (kind, value) = score.kind_and_value();
        ScoreLine { kind, value }
    }
}

/// Search time if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

fn limit(args: &SearchArgs) -> Limit {
    let is_limited = args.time.is_some() || args.depth.is_some() || args.nodes.is_some();
    Limit {
        time: args.time.or((!is_limited).then_some(DEFAULT_TIME)),
        depth: args.depth,
        nodes: args.nodes,
        ..Limit::default()
    }
}

/// Converts the settings of an engine.
pub(super) fn engine_options(game: &dyn AnyGame, args: &args::EngineArgs) -> Result<EngineOptions, Failure> {
    let level = args.level.map_or(Ok(Level::FULL), level)?;
    let tables = tables::for_engine(game, args.tables.as_deref());
    Ok(EngineOptions { level, threads: args.threads, hash: args.hash, tables, ..EngineOptions::default() })
}

/// Checks the number of a level.
pub(super) fn level(number: u8) -> Result<Level, Failure> {
    Level::new(number).ok_or_else(|| Failure::bad("Levels go from 1 to 10."))
}

pub(super) fn run(
    game: &str,
    position: Option<&str>,
    moves: &[String],
    args: &SearchArgs,
    lines: usize,
    json: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let game = input::game(game)?;
    let mut record = input::position(&*game, position, json)?;
    let text = input::text(moves)?;
    for m in text.split_whitespace() {
        input::play(&mut *record, m, json)?;
    }
    let mut engine = game.engine(&engine_options(&*game, &args.engine)?);
    let moves = record.moves();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let mut result = Ok(());
    let limit = Limit { lines, ..limit(args) };
    let thought = engine.think(position, &moves, &limit, &mut |thought| {
        result = print_thought(&*record, thought, false, json, out);
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result?;
    let thought = thought.map_err(|e| Failure::bad_text("The engine cannot think about this.", &e, json))?;
    print_thought(&*record, &thought, true, json, out)
}

fn print_thought(
    record: &dyn AnyRecord,
    thought: &Thought<String>,
    is_final: bool,
    json: bool,
    out: &mut dyn Write,
) -> CommandResult {
    let human = record.human_line(&thought.line);
    let seconds = thought.time.as_secs_f64();
    if json {
        let line = ThoughtLine {
            best: thought.best.as_deref(),
            score: thought.score.into(),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds,
            line: &thought.line,
            human,
            lines: thought.lines().map(|(score, line)| VariationLine::new(record, score, line)).collect(),
            is_final,
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    } else if is_final {
        let speed = thought.nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(
            out,
            "{}  ({}, {:.2} M nodes/s)",
            human.first().map_or("-", String::as_str),
            thought.score,
            speed
        )?;
    } else {
        let (depth, nodes) = (thought.depth, thought.nodes);
        writeln!(
            out,
            "{depth:>3}  {:>12}  {nodes:>12}  {seconds:>7.2} s  {}",
            thought.score.to_string(),
            human.join(" ")
        )?;
        for Variation { score, line } in &thought.others {
            writeln!(
                out,
                "     {:>12}  {:24}  {}",
                score.to_string(),
                "",
                record.human_line(line).join(" ")
            )?;
        }
    }
    Ok(out.flush()?)
}
