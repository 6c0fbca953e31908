//! Who plays in a match.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use chautari_arena::Lapse;
use chautari_game::{AnyEngine, AnyGame, EngineKind, EngineOptions, Level, Limit, Rng};
use chautari_ugi::{Answer, Bounds, Client, Question, Trouble};

use crate::novices::{Greedy, Random};

/// An engine, as it is named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Contender {
    /// One of ours, in this process.
    Own(Own),
    /// A program and its arguments.
    Command(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    Random,
    Greedy,
    Level(Level),
    /// Full strength with exact tables.
    Tables,
    /// By the means it is given.
    #[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "only a bot plays by them"))]
    Given,
    /// Monte Carlo tree search with this many playouts a move.
    Mcts(u64),
}

/// Reads the name of an engine.
pub(crate) fn read(text: &str) -> Result<Contender, String> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let number = || rest.parse::<u64>().ok().filter(|&n| n > 0);
    let own = match kind {
        "random" if rest.is_empty() => Some(Own::Random),
        "greedy" if rest.is_empty() => Some(Own::Greedy),
        "tables" if rest.is_empty() => Some(Own::Tables),
        "level" => rest.parse().ok().and_then(Level::new).map(Own::Level),
        "mcts" => number().map(Own::Mcts),
        _ => None,
    };
    let command = || {
        let words: Vec<_> = rest.split_whitespace().map(str::to_owned).collect();
        (kind == "cmd" && !words.is_empty()).then_some(Contender::Command(words))
    };
    own.map(Contender::Own).or_else(command).ok_or_else(|| {
        "expected level:N (1 to 10), tables, mcts:PLAYOUTS, greedy, random or cmd:PROGRAM".to_owned()
    })
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Own(Own::Random) => f.write_str("random"),
            Contender::Own(Own::Greedy) => f.write_str("greedy"),
            Contender::Own(Own::Tables) => f.write_str("tables"),
            Contender::Own(Own::Given) => f.write_str("ours"),
            Contender::Own(Own::Level(level)) => write!(f, "level:{}", level.number()),
            Contender::Own(Own::Mcts(playouts)) => write!(f, "mcts:{playouts}"),
            Contender::Command(words) => write!(f, "cmd:{}", words.join(" ")),
        }
    }
}

/// A contender at the board.
pub(crate) enum Player {
    /// In this process, made afresh for each game.
    Here { own: Own, game: &'static dyn AnyGame, means: EngineOptions, engine: Option<Box<dyn AnyEngine>> },
    /// In a process of its own.
    Apart(Client),
}

impl Player {
    pub(crate) fn new(contender: &Contender, game: &'static dyn AnyGame, means: EngineOptions) -> Player {
        match contender {
            Contender::Own(own) => Player::Here { own: *own, game, means, engine: None },
            Contender::Command(words) => {
                let numbers = [("Hash", means.hash), ("Threads", means.threads)];
                let options = numbers.map(|(name, number)| (name.to_owned(), number.to_string()));
                Player::Apart(Client::new(words.clone(), options.to_vec()))
            }
        }
    }

    /// The same within bounds, where it is a program: what runs in this process shares ours.
    pub(crate) fn bounded(self, bounds: Bounds) -> Player {
        match self {
            Player::Apart(client) => Player::Apart(client.bounded(bounds)),
            here @ Player::Here { .. } => here,
        }
    }

    /// The same with options of its own, where it is a program.
    #[cfg(feature = "serve")]
    pub(crate) fn with_options(self, options: impl IntoIterator<Item = (String, String)>) -> Player {
        match self {
            Player::Apart(client) => Player::Apart(client.with_options(options)),
            here @ Player::Here { .. } => here,
        }
    }

    /// Whether its time counts: playouts are counted instead.
    pub(crate) fn is_timed(&self) -> bool {
        !matches!(self, Player::Here { own: Own::Mcts(_), .. })
    }

    /// Gets ready for a game; what was learned in the one before is forgotten.
    pub(crate) fn new_game(&mut self, seed: u64) -> Result<(), Lapse> {
        match self {
            Player::Here { own, game, means, engine } => {
                // The old tables go before the new ones come.
                *engine = None;
                *engine = Some(seat(*own, *game, means, seed));
                Ok(())
            }
            Player::Apart(client) => client.new_game().map_err(lapse),
        }
    }

    /// Its move, with how long it thought and what it thinks the position is worth, where it says so; or why it has none.
    /// Only a program can be given up while it thinks.
    pub(crate) fn think(&mut self, question: &Question) -> Result<Answer, Lapse> {
        let Question { start, moves, limit, .. } = *question;
        match self {
            Player::Apart(client) => client.think(question).map_err(lapse),
            Player::Here { own, game, means, engine } => {
                let engine = engine.get_or_insert_with(|| seat(*own, *game, means, 0));
                let limit = match own {
                    Own::Mcts(playouts) => {
                        &Limit { nodes: Some(*playouts), stop: limit.stop.clone(), ..Limit::default() }
                    }
                    Own::Random | Own::Greedy | Own::Level(_) | Own::Tables | Own::Given => limit,
                };
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                let begun = Instant::now();
                let thought = engine.think(start, &moves, limit, &mut |_| ControlFlow::Continue(()));
                let thought = thought.map_err(|fault| Lapse::Crashed(fault.to_string()))?;
                let best = thought.best.ok_or_else(|| Lapse::Crashed("it found no move".to_owned()))?;
                // Chance weighs nothing.
                let score = (*own != Own::Random).then_some(thought.score);
                Ok(Answer { best, score, took: begun.elapsed() })
            }
        }
    }
}

fn seat(own: Own, game: &'static dyn AnyGame, means: &EngineOptions, seed: u64) -> Box<dyn AnyEngine> {
    // Only who is named after the tables has them, so that a match is the same everywhere.
    let plain = || EngineOptions { seed, tables: None, ..means.clone() };
    match own {
        Own::Random => Box::new(Random { game: game.boxed(), dice: Rng::new(seed) }),
        Own::Greedy => {
            // One ply fills no table.
            let means = EngineOptions { hash: 1, threads: 1, ..plain() };
            Box::new(Greedy { game: game.boxed(), engine: game.engine(&means) })
        }
        Own::Given => game.engine(&EngineOptions { seed, ..means.clone() }),
        Own::Level(level) => game.engine(&EngineOptions { level, ..plain() }),
        Own::Tables => {
            game.engine(&EngineOptions { level: Level::FULL, tables: means.tables.clone(), ..plain() })
        }
        Own::Mcts(_) => game.engine(&EngineOptions { kind: EngineKind::MonteCarlo, ..plain() }),
    }
}

fn lapse(trouble: Trouble) -> Lapse {
    match trouble {
        Trouble::Silent | Trouble::Stopped => Lapse::Late,
        Trouble::Gone(how) | Trouble::NotStarted(how) => Lapse::Crashed(how),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written_back() {
        for name in
            ["random", "greedy", "level:1", "level:10", "tables", "mcts:800", "cmd:python3 bot.py baghchal"]
        {
            assert_eq!(read(name).unwrap().to_string(), name);
        }
        for bad in ["", "level", "level:0", "level:11", "mcts:0", "mcts", "cmd:", "cmd: ", "random:3", "x"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
