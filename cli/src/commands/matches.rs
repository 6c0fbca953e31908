//! `match`: engines against each other.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use chautari_arena::{Bout, Clock, Lapse, NoOpening, Opening, Pairing};
use chautari_game::{AnyGame, EngineOptions, Limit, Rng, Side, Stop};
use chautari_ugi::{Clocks, Question};

use super::score::{Finished, Score};
use super::tables;
use crate::args::{Contest, HowToPlay};
use crate::contender::{Contender, Own, Player};
use crate::report::Failure;
use crate::{Done, input};

/// How long to think about a move where nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(100);

/// How late a move may come where a time is kept.
const USUAL_GRACE: Duration = Duration::from_secs(1);

/// How long an engine may be silent where no time is kept.
const USUAL_PATIENCE: Duration = Duration::from_mins(1);

pub(super) fn run(game: &str, args: &Contest, json: bool, out: &mut dyn Write) -> Done {
    // A small value that every thread needs until the end.
    let game: &'static dyn AnyGame = Box::leak(input::game(game)?);
    let stop = Stop::default();
    let plan = Plan::new(game, &args.play, args.games, stop.clone())?;
    let tables = exact_tables(game, [&args.first, &args.second].into_iter(), &args.play)?;
    let means = EngineOptions {
        threads: args.play.threads,
        hash: args.play.hash,
        tables,
        ..EngineOptions::default()
    };
    let tables = (0..u64::from(args.play.concurrency).min(args.games))
        .map(|_| seat_all(game, args, &means))
        .collect::<Result<Vec<_>, _>>()?;
    let save = args.save.as_deref().map(create).transpose()?;
    let mut score = Score::new(game, args, save, json, out);
    // Without a handler a signal ends the match as it ends any program.
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
        for mut players in tables {
            let (plan, next, results) = (&plan, &next, results.clone());
            scope.spawn(move || plan.work(next, &mut players, &results));
        }
        drop(results);
        let result = collect(&inbox, &mut score);
        // What is still being played is of no more interest.
        stop.stop();
        result
    });
    result?;
    score.total()
}

/// Where the tables are, if an engine is to play by them; then they must be there.
pub(super) fn exact_tables<'a>(
    game: &dyn AnyGame,
    mut engines: impl Iterator<Item = &'a Contender>,
    args: &HowToPlay,
) -> Result<Option<Arc<Path>>, Failure> {
    if !engines.any(|engine| *engine == Contender::Own(Own::Tables)) {
        return Ok(None);
    }
    let folder = tables::needed(args.tables.as_deref())?;
    tables::oracle(game, &folder)?;
    Ok(Some(folder))
}

/// Both players at one of the boards; a program that cannot even start ends the match here.
fn seat_all(
    game: &'static dyn AnyGame,
    args: &Contest,
    means: &EngineOptions,
) -> Result<[Player; 2], Failure> {
    let mut players = [&args.first, &args.second]
        .map(|contender| Player::new(contender, game, means.clone()).bounded(args.play.bounds()));
    for (player, contender) in players.iter_mut().zip([&args.first, &args.second]) {
        player.new_game(0).map_err(|lapse| Failure::bad(format!("{contender} cannot play: {lapse}.")))?;
    }
    Ok(players)
}

/// A new file; one that is there already is left alone.
fn create(path: &Path) -> Result<File, Failure> {
    File::create_new(path).map_err(|e| Failure::bad(format!("{} cannot be written: {e}.", path.display())))
}

/// Counts games in the order of their numbers until there are no more or the match is decided.
fn collect(inbox: &Receiver<Result<Finished, NoOpening>>, score: &mut Score) -> Done {
    let mut early = BTreeMap::new();
    let mut number = 0;
    for result in inbox {
        let finished = result.map_err(|e| Failure::bad(e.to_string()))?;
        early.insert(finished.number, finished);
        while let Some(finished) = early.remove(&number) {
            number += 1;
            if score.count(&finished)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

enum Openings {
    Random { plies: u32 },
    Listed(Vec<Opening>),
}

/// What is to be played and how.
pub(super) struct Plan {
    game: &'static dyn AnyGame,
    games: u64,
    openings: Openings,
    seed: u64,
    limit: Limit,
    clock: Clock,
    /// What each side has for the whole game, and gains with each move.
    game_clock: Option<(Duration, Duration)>,
}

impl Plan {
    pub(super) fn new(
        game: &'static dyn AnyGame,
        args: &HowToPlay,
        games: u64,
        stop: Stop,
    ) -> Result<Plan, Failure> {
        let unlimited =
            args.time.is_none() && args.clock.is_none() && args.depth.is_none() && args.nodes.is_none();
        let time = args.time.or(unlimited.then_some(USUAL_TIME));
        let usual_grace = if time.is_some() || args.clock.is_some() { USUAL_GRACE } else { USUAL_PATIENCE };
        let openings = match &args.openings {
            None => Openings::Random { plies: args.plies },
            Some(path) => Openings::Listed(read_openings(game, path)?),
        };
        let plan = Plan {
            game,
            games,
            openings,
            seed: args.seed,
            limit: Limit { time, depth: args.depth, nodes: args.nodes, stop, ..Limit::default() },
            clock: Clock { per_move: time, grace: args.grace.unwrap_or(usual_grace) },
            game_clock: args.clock,
        };
        // If there is no first opening, it is better said now.
        plan.opening(0).map_err(|e| Failure::bad(e.to_string()))?;
        Ok(plan)
    }

    fn opening(&self, number: u64) -> Result<Opening, NoOpening> {
        match &self.openings {
            Openings::Random { plies } => {
                Opening::random(self.game, *plies, &mut Rng::stream(self.seed, number))
            }
            Openings::Listed(openings) => Ok(openings[(number % openings.len() as u64) as usize].clone()),
        }
    }

    /// Plays one game after the other as long as there are any.
    fn work(
        &self,
        next: &AtomicU64,
        players: &mut [Player; 2],
        results: &Sender<Result<Finished, NoOpening>>,
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

    /// Plays a game; `None` if it was stopped.
    fn play(&self, number: u64, players: &mut [Player; 2]) -> Result<Option<Finished>, NoOpening> {
        let pairing = Pairing::of(number);
        let [first, second] = players;
        let sides = if pairing.first == Side::One { [first, second] } else { [second, first] };
        let bout = self.bout(pairing.opening, number, sides)?;
        Ok(bout.map(|bout| Finished { number, first: pairing.first, bout }))
    }

    /// Plays a game from an opening, the players in the order of the sides; `None` if it was stopped.
    pub(super) fn bout(
        &self,
        opening: u64,
        number: u64,
        players: [&mut Player; 2],
    ) -> Result<Option<Bout>, NoOpening> {
        let mut bout = Bout::new(self.game, self.opening(opening)?, self.clock)?;
        let mut dice = Rng::stream(!self.seed, number);
        let [one, two] = players;
        let mut players = [one, two];
        let mut ready = players.each_mut().map(|player| player.new_game(dice.next_u64()));
        let (total, gain) = self.game_clock.unwrap_or_default();
        let mut left = [total; 2];
        while let Some(side) = bout.turn() {
            let player = &mut *players[side.index()];
            let clocks = self.game_clock.map(|_| Clocks { left, gain });
            let patience = clocks.map_or(self.clock.patience(), |_| left[side.index()] + self.clock.grace);
            let mut limit = self.limit.clone();
            if clocks.is_some() {
                let decisions = bout.record().decisions_a_turn();
                Limit { time: limit.time, aim: limit.aim, .. } =
                    Limit::on_clock(left[side.index()], gain, decisions);
            }
            let begun = Instant::now();
            let mut answer = match std::mem::replace(&mut ready[side.index()], Ok(())) {
                Ok(()) => {
                    let (start, moves) = (bout.opening().start.clone(), bout.moves());
                    let (start, limit) = (start.as_deref(), &limit);
                    player.think(&Question { start, moves: &moves, limit, clocks, patience })
                }
                Err(lapse) => Err(lapse),
            };
            // The clock runs from `go`: what a program needs to hear the position is not its own time.
            let thought = answer.as_ref().map_or_else(|_| begun.elapsed(), |answer| answer.took);
            let spent = if player.is_timed() { thought } else { Duration::ZERO };
            if clocks.is_some() {
                if spent > patience {
                    answer = Err(Lapse::Late);
                }
                left[side.index()] = left[side.index()].saturating_sub(spent);
            }
            if self.limit.stop.is_stopped() {
                return Ok(None);
            }
            bout.answer(answer.map(|answer| answer.best), spent);
            // Time is gained by a turn, not by each decision of it.
            if bout.turn() != Some(side) {
                left[side.index()] += gain;
            }
        }
        Ok(Some(bout))
    }
}

/// Openings from a file, one a line; lines that are empty or begin with `#` are passed over.
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
        return Err(Failure::bad(format!("{name} holds no openings.")));
    }
    Ok(openings)
}
