//! `match`: a match between two engines.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use chautari_arena::{Clock, EngineFault, EngineGame, GameSetup, Opening, OpeningError};
use chautari_game::{AnyGame, EngineOptions, Limit, Rng, Side, Stop};
use chautari_ugi::{Clocks, Question};

use super::match_progress::{FinishedGame, MatchProgress};
use super::tables;
use crate::args::{EngineGameArgs, MatchArgs};
use crate::engine_spec::{BuiltinEngine, EngineSpec, Player};
use crate::input;
use crate::output::{CommandResult, Failure};

/// Thinking time per move if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// How late a move may be if there is a time limit.
const DEFAULT_GRACE: Duration = Duration::from_secs(1);

/// How long a move may take if there is no time limit.
const DEFAULT_MOVE_TIMEOUT: Duration = Duration::from_mins(1);

pub(super) fn run(game: &str, args: &MatchArgs, json: bool, out: &mut dyn Write) -> CommandResult {
    // Leaked once: every thread needs the game until the process ends.
    let game: &'static dyn AnyGame = Box::leak(input::game(game)?);
    let stop = Stop::default();
    let plan = MatchPlan::new(game, &args.play, args.games, stop.clone())?;
    let tables = exact_tables(game, [&args.first, &args.second].into_iter(), &args.play)?;
    let means = EngineOptions {
        threads: args.play.threads,
        hash: args.play.hash,
        tables,
        ..EngineOptions::default()
    };
    let boards = (0..u64::from(args.play.concurrency).min(args.games))
        .map(|_| start_players(game, args, &means))
        .collect::<Result<Vec<_>, _>>()?;
    let save = args.save.as_deref().map(create).transpose()?;
    let mut progress = MatchProgress::new(game, args, save, json, out);
    // If the handler cannot be installed, Ctrl-C ends the process without totals.
    let interrupt = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if interrupt.is_stopped() {
            std::process::exit(130);
        }
        interrupt.stop();
    });
    let next = AtomicU64::new(0);
    let result = thread::scope(|scope| {
        let (results, inbox) = mpsc::channel();
        for mut players in boards {
            let (plan, next, results) = (&plan, &next, results.clone());
            scope.spawn(move || plan.run_board(next, &mut players, &results));
        }
        drop(results);
        let result = collect(&inbox, &mut progress);
        // The match is decided or failed: abort the games still in progress.
        stop.stop();
        result
    });
    result?;
    progress.print_total()
}

/// Returns the folder with the tables if one of the engines is `tables`. Errors if there are no tables then.
pub(super) fn exact_tables<'a>(
    game: &dyn AnyGame,
    mut engines: impl Iterator<Item = &'a EngineSpec>,
    args: &EngineGameArgs,
) -> Result<Option<Arc<Path>>, Failure> {
    if !engines.any(|engine| *engine == EngineSpec::Builtin(BuiltinEngine::Tables)) {
        return Ok(None);
    }
    let folder = tables::required_folder(args.tables.as_deref())?;
    tables::oracle(game, &folder)?;
    Ok(Some(folder))
}

/// Starts both players of one board. A program that does not start ends the match.
fn start_players(
    game: &'static dyn AnyGame,
    args: &MatchArgs,
    means: &EngineOptions,
) -> Result<[Player; 2], Failure> {
    let mut players = [&args.first, &args.second]
        .map(|spec| Player::new(spec, game, means.clone()).bounded(args.play.bounds()));
    for (player, spec) in players.iter_mut().zip([&args.first, &args.second]) {
        player.new_game(0).map_err(|lapse| Failure::bad(format!("{spec} cannot play: {lapse}.")))?;
    }
    Ok(players)
}

/// Creates a new file; an existing one is an error.
fn create(path: &Path) -> Result<File, Failure> {
    File::create_new(path).map_err(|e| Failure::bad(format!("{} cannot be written: {e}.", path.display())))
}

/// Counts the games in the order of their numbers, until all are played or the match is decided.
fn collect(
    inbox: &Receiver<Result<FinishedGame, OpeningError>>,
    progress: &mut MatchProgress,
) -> CommandResult {
    let mut early = BTreeMap::new();
    let mut number = 0;
    for result in inbox {
        let finished = result.map_err(|e| Failure::bad(e.to_string()))?;
        early.insert(finished.number, finished);
        while let Some(finished) = early.remove(&number) {
            number += 1;
            if progress.count(&finished)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The source of openings.
enum Openings {
    Random { plies: u32 },
    FromFile(Vec<Opening>),
}

/// The games to play and their conditions.
pub(super) struct MatchPlan {
    game: &'static dyn AnyGame,
    games: u64,
    openings: Openings,
    seed: u64,
    limit: Limit,
    clock: Clock,
    /// The time per side for the whole game, and the increment per move.
    game_clock: Option<(Duration, Duration)>,
}

impl MatchPlan {
    pub(super) fn new(
        game: &'static dyn AnyGame,
        args: &EngineGameArgs,
        games: u64,
        stop: Stop,
    ) -> Result<MatchPlan, Failure> {
        let unlimited =
            args.time.is_none() && args.clock.is_none() && args.depth.is_none() && args.nodes.is_none();
        let time = args.time.or(unlimited.then_some(DEFAULT_TIME));
        let default_grace =
            if time.is_some() || args.clock.is_some() { DEFAULT_GRACE } else { DEFAULT_MOVE_TIMEOUT };
        let openings = match &args.openings {
            None => Openings::Random { plies: args.plies },
            Some(path) => Openings::FromFile(read_openings(game, path)?),
        };
        let plan = MatchPlan {
            game,
            games,
            openings,
            seed: args.seed,
            limit: Limit { time, depth: args.depth, nodes: args.nodes, stop, ..Limit::default() },
            clock: Clock { per_move: time, grace: args.grace.unwrap_or(default_grace) },
            game_clock: args.clock,
        };
        // Report an impossible opening before any engine plays.
        plan.opening(0).map_err(|e| Failure::bad(e.to_string()))?;
        Ok(plan)
    }

    /// Returns the opening of a number; openings from a file repeat.
    fn opening(&self, number: u64) -> Result<Opening, OpeningError> {
        match &self.openings {
            Openings::Random { plies } => {
                Opening::random(self.game, *plies, &mut Rng::stream(self.seed, number))
            }
            Openings::FromFile(openings) => Ok(openings[(number % openings.len() as u64) as usize].clone()),
        }
    }

    /// Plays games one after the other until none are left.
    fn run_board(
        &self,
        next: &AtomicU64,
        players: &mut [Player; 2],
        results: &Sender<Result<FinishedGame, OpeningError>>,
    ) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                return;
            }
            let Some(result) = self.play(number, players).transpose() else { return };
            if results.send(result).is_err() {
                return;
            }
        }
    }

    /// Plays one game of the match; `None` if it was aborted.
    fn play(&self, number: u64, players: &mut [Player; 2]) -> Result<Option<FinishedGame>, OpeningError> {
        let pairing = GameSetup::of(number);
        let [first, second] = players;
        let sides = if pairing.first == Side::One { [first, second] } else { [second, first] };
        let bout = self.play_game(pairing.opening, number, sides)?;
        Ok(bout.map(|bout| FinishedGame { number, first: pairing.first, bout }))
    }

    /// Plays a game from an opening. `players` are in the order of the sides. `None` if the game was aborted.
    pub(super) fn play_game(
        &self,
        opening: u64,
        number: u64,
        players: [&mut Player; 2],
    ) -> Result<Option<EngineGame>, OpeningError> {
        let mut bout = EngineGame::new(self.game, self.opening(opening)?, self.clock)?;
        let mut dice = Rng::stream(!self.seed, number);
        let [one, two] = players;
        let mut players = [one, two];
        let mut ready = players.each_mut().map(|player| player.new_game(dice.next_u64()));
        let (total, increment) = self.game_clock.unwrap_or_default();
        let mut left = [total; 2];
        while let Some(side) = bout.turn() {
            let player = &mut *players[side.index()];
            let clocks = self.game_clock.map(|_| Clocks { left, gain: increment });
            let timeout = clocks.map_or(self.clock.timeout(), |_| left[side.index()] + self.clock.grace);
            let mut limit = self.limit.clone();
            if clocks.is_some() {
                let decisions = bout.record().decisions_a_turn();
                Limit { time: limit.time, aim: limit.aim, .. } =
                    Limit::on_clock(left[side.index()], increment, decisions);
            }
            let begun = Instant::now();
            let mut answer = match std::mem::replace(&mut ready[side.index()], Ok(())) {
                Ok(()) => {
                    let (start, moves) = (bout.opening().start.clone(), bout.moves());
                    let (start, limit) = (start.as_deref(), &limit);
                    player.think(&Question { start, moves: &moves, limit, clocks, timeout })
                }
                Err(lapse) => Err(lapse),
            };
            // The clock starts with `go`; sending the position to a program does not count.
            let thought = answer.as_ref().map_or_else(|_| begun.elapsed(), |answer| answer.took);
            let spent = if player.is_timed() { thought } else { Duration::ZERO };
            if clocks.is_some() {
                if spent > timeout {
                    answer = Err(EngineFault::Late);
                }
                left[side.index()] = left[side.index()].saturating_sub(spent);
            }
            if self.limit.stop.is_stopped() {
                return Ok(None);
            }
            bout.answer(answer.map(|answer| answer.best), spent);
            // The increment is per turn, which can consist of several decisions.
            if bout.turn() != Some(side) {
                left[side.index()] += increment;
            }
        }
        Ok(Some(bout))
    }
}

/// Reads openings from a file, one per line. Empty lines and those that begin with `#` are skipped.
fn read_openings(game: &dyn AnyGame, path: &Path) -> Result<Vec<Opening>, Failure> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|e| Failure::bad(format!("{name} cannot be read: {e}.")))?;
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let bad = |e| Failure::bad(format!("{name}, line {}: {e}", number + 1));
        openings.push(Opening::read(game, line).map_err(bad)?);
    }
    if openings.is_empty() {
        return Err(Failure::bad(format!("{name} contains no openings.")));
    }
    Ok(openings)
}
