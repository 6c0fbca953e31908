//! Engines as named on the command line, and how they are started and asked for moves.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use chautari_arena::EngineFault;
use chautari_game::{AnyEngine, AnyGame, EngineKind, EngineOptions, Level, Limit, Rng};
use chautari_ugi::{Answer, Bounds, Client, EngineError, Question};

use crate::baseline_engines::{Greedy, Random};

/// An engine as named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineSpec {
    /// An engine of this program, run in this process.
    Builtin(BuiltinEngine),
    /// A UGI program and its arguments.
    Command(Vec<String>),
}

/// An engine of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuiltinEngine {
    /// Any legal move.
    Random,
    /// A winning move, or the best move one ply ahead.
    Greedy,
    /// The game's engine at a level, without tables.
    Level(Level),
    /// Full strength with exact tables.
    Tables,
    /// The game's engine with exactly the options passed to [`Player::new`].
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "only `bot` uses it"))]
    Configured,
    /// Monte Carlo tree search with this many playouts a move.
    Mcts(u64),
}

/// Parses the name of an engine.
pub(crate) fn parse(text: &str) -> Result<EngineSpec, String> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let number = || rest.parse::<u64>().ok().filter(|&n| n > 0);
    let builtin = match kind {
        "random" if rest.is_empty() => Some(BuiltinEngine::Random),
        "greedy" if rest.is_empty() => Some(BuiltinEngine::Greedy),
        "tables" if rest.is_empty() => Some(BuiltinEngine::Tables),
        "level" => rest.parse().ok().and_then(Level::new).map(BuiltinEngine::Level),
        "mcts" => number().map(BuiltinEngine::Mcts),
        _ => None,
    };
    let command = || {
        let args: Vec<_> = rest.split_whitespace().map(str::to_owned).collect();
        (kind == "cmd" && !args.is_empty()).then_some(EngineSpec::Command(args))
    };
    builtin.map(EngineSpec::Builtin).or_else(command).ok_or_else(|| {
        "expected level:N (1 to 10), tables, mcts:PLAYOUTS, greedy, random or cmd:PROGRAM".to_owned()
    })
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineSpec::Builtin(BuiltinEngine::Random) => f.write_str("random"),
            EngineSpec::Builtin(BuiltinEngine::Greedy) => f.write_str("greedy"),
            EngineSpec::Builtin(BuiltinEngine::Tables) => f.write_str("tables"),
            EngineSpec::Builtin(BuiltinEngine::Configured) => f.write_str("ours"),
            EngineSpec::Builtin(BuiltinEngine::Level(level)) => write!(f, "level:{}", level.number()),
            EngineSpec::Builtin(BuiltinEngine::Mcts(playouts)) => write!(f, "mcts:{playouts}"),
            EngineSpec::Command(args) => write!(f, "cmd:{}", args.join(" ")),
        }
    }
}

/// An engine that plays games one after the other.
pub(crate) enum Player {
    /// Runs in this process and is created again for each game.
    InProcess {
        kind: BuiltinEngine,
        game: &'static dyn AnyGame,
        means: EngineOptions,
        engine: Option<Box<dyn AnyEngine>>,
    },
    /// Runs in a process of its own and speaks UGI.
    Subprocess(Client),
}

impl Player {
    pub(crate) fn new(spec: &EngineSpec, game: &'static dyn AnyGame, means: EngineOptions) -> Player {
        match spec {
            EngineSpec::Builtin(kind) => Player::InProcess { kind: *kind, game, means, engine: None },
            EngineSpec::Command(args) => {
                let numbers = [("Hash", means.hash), ("Threads", means.threads)];
                let options = numbers.map(|(name, number)| (name.to_owned(), number.to_string()));
                Player::Subprocess(Client::new(args.clone(), options.to_vec()))
            }
        }
    }

    /// Limits the memory and processors of a subprocess. An in-process engine is not limited, because it shares those
    /// of this process.
    pub(crate) fn bounded(self, bounds: Bounds) -> Player {
        match self {
            Player::Subprocess(client) => Player::Subprocess(client.bounded(bounds)),
            player @ Player::InProcess { .. } => player,
        }
    }

    /// Sets UGI options of a subprocess; an in-process engine has none.
    #[cfg(feature = "serve")]
    pub(crate) fn with_options(self, options: impl IntoIterator<Item = (String, String)>) -> Player {
        match self {
            Player::Subprocess(client) => Player::Subprocess(client.with_options(options)),
            player @ Player::InProcess { .. } => player,
        }
    }

    /// Returns whether the clock runs for this player; an engine with a fixed number of playouts is not timed.
    pub(crate) fn is_timed(&self) -> bool {
        !matches!(self, Player::InProcess { kind: BuiltinEngine::Mcts(_), .. })
    }

    /// Prepares for a new game and discards everything learned in the previous one.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<(), EngineFault> {
        match self {
            Player::InProcess { kind, game, means, engine } => {
                // Free the old hash tables before the new ones are allocated.
                *engine = None;
                *engine = Some(build_engine(*kind, *game, means, seed));
                Ok(())
            }
            Player::Subprocess(client) => client.new_game().map_err(lapse),
        }
    }

    /// Searches a position and returns the move, the time taken and, if the engine reports one, its score. Errors if
    /// the engine crashes or is late; only a subprocess can be interrupted while it thinks.
    pub(crate) fn think(&mut self, question: &Question) -> Result<Answer, EngineFault> {
        let Question { start, moves, limit, .. } = *question;
        match self {
            Player::Subprocess(client) => client.think(question).map_err(lapse),
            Player::InProcess { kind, game, means, engine } => {
                let engine = engine.get_or_insert_with(|| build_engine(*kind, *game, means, 0));
                let limit = match kind {
                    BuiltinEngine::Mcts(playouts) => {
                        &Limit { nodes: Some(*playouts), stop: limit.stop.clone(), ..Limit::default() }
                    }
                    BuiltinEngine::Random
                    | BuiltinEngine::Greedy
                    | BuiltinEngine::Level(_)
                    | BuiltinEngine::Tables
                    | BuiltinEngine::Configured => limit,
                };
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                let begun = Instant::now();
                let thought = engine.think(start, &moves, limit, &mut |_| ControlFlow::Continue(()));
                let thought = thought.map_err(|fault| EngineFault::Crashed(fault.to_string()))?;
                let best = thought.best.ok_or_else(|| EngineFault::Crashed("it found no move".to_owned()))?;
                // The random engine does not evaluate the position.
                let score = (*kind != BuiltinEngine::Random).then_some(thought.score);
                Ok(Answer { best, score, took: begun.elapsed() })
            }
        }
    }
}

fn build_engine(
    kind: BuiltinEngine,
    game: &'static dyn AnyGame,
    means: &EngineOptions,
    seed: u64,
) -> Box<dyn AnyEngine> {
    // Only the engine `tables` uses tables, so that a match gives the same result on every machine.
    let plain = || EngineOptions { seed, tables: None, ..means.clone() };
    match kind {
        BuiltinEngine::Random => Box::new(Random { game: game.boxed(), dice: Rng::new(seed) }),
        BuiltinEngine::Greedy => {
            // A one-ply search needs no hash table to speak of.
            let means = EngineOptions { hash: 1, threads: 1, ..plain() };
            Box::new(Greedy { game: game.boxed(), engine: game.engine(&means) })
        }
        BuiltinEngine::Configured => game.engine(&EngineOptions { seed, ..means.clone() }),
        BuiltinEngine::Level(level) => game.engine(&EngineOptions { level, ..plain() }),
        BuiltinEngine::Tables => {
            game.engine(&EngineOptions { level: Level::FULL, tables: means.tables.clone(), ..plain() })
        }
        BuiltinEngine::Mcts(_) => game.engine(&EngineOptions { kind: EngineKind::MonteCarlo, ..plain() }),
    }
}

fn lapse(error: EngineError) -> EngineFault {
    match error {
        EngineError::Silent | EngineError::Stopped => EngineFault::Late,
        EngineError::Gone(how) | EngineError::NotStarted(how) => EngineFault::Crashed(how),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_names_round_trip() {
        for name in
            ["random", "greedy", "level:1", "level:10", "tables", "mcts:800", "cmd:python3 bot.py baghchal"]
        {
            assert_eq!(parse(name).unwrap().to_string(), name);
        }
        for bad in ["", "level", "level:0", "level:11", "mcts:0", "mcts", "cmd:", "cmd: ", "random:3", "x"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
