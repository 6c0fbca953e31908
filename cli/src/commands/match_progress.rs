//! Progress and result of a match: counts games, prints them and sums them up.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;

use chautari_arena::{Decision, End, EngineGame, Estimate, Sprt, Standing, Tally, Worth};
use chautari_game::{AnyGame, Info, Side};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::args::MatchArgs;
use crate::output::{CommandResult, Failure, OutcomeLine};

/// A finished game of the match.
pub(super) struct FinishedGame {
    /// The number of the game, from 0.
    pub(super) number: u64,
    /// The side of the first player.
    pub(super) first: Side,
    pub(super) bout: EngineGame,
}

#[derive(Serialize)]
struct GameLine<'a> {
    game: u64,
    start: &'a str,
    moves: Vec<String>,
    /// The number of moves that belong to the opening.
    opening: usize,
    players: BTreeMap<&'static str, &'a str>,
    /// The side of the first player.
    first: &'static str,
    outcome: OutcomeLine,
    text: String,
}

#[derive(Serialize)]
struct TotalLine<'a> {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    elo: Option<EloLine>,
    superiority: Option<f64>,
    sprt: Option<SprtLine>,
    sides: BTreeMap<&'static str, SideLine>,
    endings: &'a BTreeMap<&'static str, u64>,
}

/// An Elo estimate; infinite values are null.
#[derive(Serialize)]
struct EloLine {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct SprtLine {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: &'static str,
}

/// The score of the first player with one side.
#[derive(Clone, Copy, Default, Serialize)]
struct SideLine {
    games: u64,
    points: f64,
}

/// The score of a match so far, and where games are reported.
pub(super) struct MatchProgress<'a> {
    info: &'static Info,
    start: String,
    names: [String; 2],
    sprt: Option<Sprt>,
    tally: Tally,
    sides: [SideLine; 2],
    endings: BTreeMap<&'static str, u64>,
    save: Option<File>,
    bar: ProgressBar,
    json: bool,
    out: &'a mut dyn Write,
}

impl<'a> MatchProgress<'a> {
    pub(super) fn new(
        game: &dyn AnyGame,
        args: &MatchArgs,
        save: Option<File>,
        json: bool,
        out: &'a mut dyn Write,
    ) -> MatchProgress<'a> {
        // The bar is drawn on standard error, and only if that is a terminal.
        let bar = ProgressBar::new(args.games);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {elapsed} (left {eta})");
        bar.set_style(style.expect("the template is well formed"));
        bar.tick();
        MatchProgress {
            info: game.info(),
            start: game.start().position(),
            names: [args.first.to_string(), args.second.to_string()],
            sprt: args.sprt,
            tally: Tally::default(),
            sides: [SideLine::default(); 2],
            endings: BTreeMap::new(),
            save,
            bar,
            json,
            out,
        }
    }

    /// Counts and reports a game. Breaks as soon as the SPRT decides the match.
    pub(super) fn count(&mut self, finished: &FinishedGame) -> Result<ControlFlow<()>, Failure> {
        let FinishedGame { number, first, bout } = finished;
        let Some(end) = bout.end() else { return Ok(ControlFlow::Continue(())) };
        let worth = Worth::of(end.winner(), *first);
        self.tally.count(worth);
        let side = &mut self.sides[first.index()];
        side.games += 1;
        side.points += worth.points();
        *self.endings.entry(end.code()).or_default() += 1;
        self.report(*number, *first, bout, end)?;
        self.bar.set_message(self.headline());
        self.bar.inc(1);
        let decided = self.standing().is_some_and(|(_, standing)| standing.decision != Decision::Open);
        Ok(if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Saves a game and prints it.
    fn report(&mut self, number: u64, first: Side, bout: &EngineGame, end: &End) -> CommandResult {
        let [first_side, second_side] = [first, first.other()].map(|side| self.info.side(side));
        let [first_name, second_name] = self.names.each_ref().map(String::as_str);
        let line = serde_json::to_string(&GameLine {
            game: number + 1,
            start: bout.opening().start.as_ref().unwrap_or(&self.start),
            moves: bout.moves(),
            opening: bout.opening().moves.len(),
            players: BTreeMap::from([(first_side, first_name), (second_side, second_name)]),
            first: first_side,
            outcome: OutcomeLine::ended(self.info, end.winner(), end.code()),
            text: end.to_string(),
        })?;
        if let Some(file) = &mut self.save {
            // A single write, so that the file never ends with part of a line.
            file.write_all(format!("{line}\n").as_bytes())?;
        }
        if self.json {
            writeln!(self.out, "{line}")?;
            self.out.flush()?;
        } else if let End::Fault(side, _) = end {
            let name = if *side == first { first_name } else { second_name };
            self.bar.suspend(|| anstream::eprintln!("Game {}, {name}: {end}.", number + 1));
        }
        Ok(())
    }

    /// Returns the state of the SPRT, if one was requested.
    fn standing(&self) -> Option<(Sprt, Standing)> {
        self.sprt.map(|sprt| (sprt, sprt.judge(self.tally.sample())))
    }

    /// Returns the score in one line.
    fn headline(&self) -> String {
        let tally = &self.tally;
        format!(
            "{} of {} (+{} ={} -{})",
            tally.points(),
            tally.games(),
            tally.wins(),
            tally.draws(),
            tally.losses()
        )
    }

    /// Prints the result of the match.
    pub(super) fn print_total(mut self) -> CommandResult {
        self.bar.finish_and_clear();
        let estimate = Estimate::of(self.tally.sample());
        if self.json { self.print_total_json(estimate) } else { self.print_total_text(estimate) }
    }

    fn print_total_json(&mut self, estimate: Option<Estimate>) -> CommandResult {
        let tally = &self.tally;
        let line = TotalLine {
            games: tally.games(),
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            points: tally.points(),
            elo: estimate.map(|e| EloLine { value: e.elo, low: e.low, high: e.high }),
            superiority: estimate.map(|e| e.superiority),
            sprt: self.standing().map(|(Sprt { elo0, elo1, .. }, standing)| SprtLine {
                elo0,
                elo1,
                llr: standing.llr,
                lower: standing.lower,
                upper: standing.upper,
                decision: decision(standing.decision),
            }),
            sides: Side::ALL.map(|side| (self.info.side(side), self.sides[side.index()])).into(),
            endings: &self.endings,
        };
        Ok(writeln!(self.out, "{}", serde_json::to_string(&line)?)?)
    }

    fn print_total_text(&mut self, estimate: Option<Estimate>) -> CommandResult {
        let [first, second] = &self.names;
        writeln!(self.out, "{}: {first} against {second}", self.info.name)?;
        writeln!(self.out, "  score      {}", self.headline())?;
        for side in Side::ALL {
            let SideLine { games, points } = self.sides[side.index()];
            writeln!(self.out, "  {:<10} {points} of {games}", self.info.called(side))?;
        }
        if let Some(Estimate { elo, low, high, superiority, .. }) = estimate {
            writeln!(self.out, "  Elo        {elo:+.1} (95 %: {low:+.1} to {high:+.1})")?;
            writeln!(self.out, "  stronger   with a likelihood of {:.1} %", 100.0 * superiority)?;
        }
        if let Some((Sprt { elo0, elo1, .. }, Standing { llr, lower, upper, decision: verdict })) =
            self.standing()
        {
            let verdict = decision(verdict);
            writeln!(
                self.out,
                "  SPRT       {elo0} or {elo1} Elo: {verdict} (ratio {llr:.2}, bounds {lower:.2} and {upper:.2})"
            )?;
        }
        let endings: Vec<_> = self.endings.iter().map(|(code, n)| format!("{code} {n}")).collect();
        Ok(writeln!(self.out, "  endings    {}", endings.join(", "))?)
    }
}

/// Returns the decision of an SPRT in JSON output.
fn decision(decision: Decision) -> &'static str {
    match decision {
        Decision::Open => "open",
        Decision::Rejected => "rejected",
        Decision::Accepted => "accepted",
    }
}
