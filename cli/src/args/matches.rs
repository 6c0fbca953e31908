//! Arguments of `match` and `tournament`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use chautari_arena::Sprt;
use clap::{Args, ValueEnum};

use super::value_parsers::{duration, hash, threads};
use crate::completion;
use crate::engine_spec::EngineSpec;

/// The arguments of `match`.
#[derive(Args)]
pub(crate) struct MatchArgs {
    /// The engine whose score is shown
    #[arg(long, value_name = "ENGINE", value_parser = completion::engine(), hide_possible_values = true)]
    pub(crate) first: EngineSpec,
    /// Its opponent
    #[arg(long, value_name = "ENGINE", value_parser = completion::engine(), hide_possible_values = true)]
    pub(crate) second: EngineSpec,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) play: EngineGameArgs,
    /// Stop as soon as an SPRT decides that the first engine is at most ELO0 or at least ELO1 stronger
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Save the games to a new file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

/// The conditions of games between engines: time, openings, resources.
#[derive(Args)]
pub(crate) struct EngineGameArgs {
    /// Thinking time per move [default: 100ms if no other limit is given]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Time per side for the whole game and increment per move, such as 10s+0.1s; a side that runs out of
    /// time loses
    #[arg(long, value_name = "T+T", value_parser = clock, conflicts_with = "time")]
    pub(crate) clock: Option<(Duration, Duration)>,
    /// Search depth, in plies
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Number of nodes to search per move
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// How late a move may be before it loses [default: 1s; 60s without a time limit]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) grace: Option<Duration>,
    /// Number of search threads per engine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub(crate) threads: usize,
    /// Size of each engine's hash table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = hash())]
    pub(crate) hash: usize,
    /// File with openings, one position or list of moves per line; they are repeated if there are too few
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Start with this many random plies
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) plies: u32,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of games to play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Folder with exact tables, for the engine `tables` [default: as for solve]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// Memory limit of each program, in MiB; Linux only
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    memory: Option<u64>,
    /// Number of processors each program may run on; Linux only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    processors: Option<u16>,
}

impl EngineGameArgs {
    /// Returns the resource limits of each program.
    pub(crate) fn bounds(&self) -> chautari_ugi::Bounds {
        let memory = self.memory.map(|mebibytes| mebibytes << 20);
        chautari_ugi::Bounds { memory, processors: self.processors.map(usize::from) }
    }

    /// Returns every setting that influences the games, by option name, with defaults filled in.
    pub(crate) fn settings(&self) -> BTreeMap<&'static str, String> {
        let millis = |time: Duration| format!("{}ms", time.as_secs_f64() * 1e3);
        let openings = self.openings.as_ref().map(|path| {
            // The hash detects a changed file. A file that cannot be read is reported when the openings are loaded.
            let text = std::fs::read(path).unwrap_or_default();
            format!("{} ({})", path.display(), &blake3::hash(&text).to_hex()[..16])
        });
        let all = [
            ("time", self.time.map(millis)),
            ("clock", self.clock.map(|(total, gain)| format!("{}+{}", millis(total), millis(gain)))),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("nodes", self.nodes.map(|nodes| nodes.to_string())),
            ("grace", self.grace.map(millis)),
            ("threads", Some(self.threads.to_string())),
            ("hash", Some(self.hash.to_string())),
            ("plies", openings.is_none().then(|| self.plies.to_string())),
            ("openings", openings),
            ("memory", self.memory.map(|memory| memory.to_string())),
            ("processors", self.processors.map(|processors| processors.to_string())),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// The arguments of `tournament`.
#[derive(Args)]
pub(crate) struct TournamentArgs {
    /// An engine; list the strongest first if known
    #[arg(long = "engine", value_name = "ENGINE", value_parser = completion::engine(), hide_possible_values = true, required = true)]
    pub(crate) engines: Vec<EngineSpec>,
    /// How opponents are paired
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    pub(crate) format: TournamentFormat,
    /// Number of rounds of a Swiss tournament [default: enough to find one winner]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u32>,
    /// Number of games per pairing; each opening is played from both sides
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) play: EngineGameArgs,
    /// Store every game in this file, one JSON object per line; if it exists, resume the tournament
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Stop as soon as an SPRT decides that the first of two engines is at most ELO0 or at least ELO1 stronger
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Write the standings as comma-separated values to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write all games as PGN to this file, with moves in the game's own notation if it has no PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
}

/// The pairing system of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TournamentFormat {
    /// Each engine plays every other
    RoundRobin,
    /// Each engine plays every other twice
    DoubleRoundRobin,
    /// Engines with equal scores play each other
    Swiss,
    /// The first engine plays each of the others
    Gauntlet,
}

/// Parses the hypotheses of an SPRT, and its error rates if given.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let hypotheses = match numbers.as_deref() {
        Ok(&[elo0, elo1]) => Some(Sprt::new(elo0, elo1)),
        Ok(&[elo0, elo1, alpha, beta]) => Some(Sprt { elo0, elo1, alpha, beta }),
        _ => None,
    };
    hypotheses.filter(Sprt::is_sound).ok_or_else(|| {
        "expected two Elo differences, the smaller first, and optionally two error rates below 0.5, such as \
         0,10 or 0,10,0.05,0.05"
            .to_owned()
    })
}

/// Parses `10s+0.1s`: the time for the game and the increment per move.
fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let (total, increment) = text.split_once('+').unwrap_or((text, "0"));
    Ok((duration(total)?, duration(increment)?))
}
