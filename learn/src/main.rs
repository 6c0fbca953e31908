//! `learn`: creates training data for networks and tests them. README.md in this folder describes the
//! process.

mod ab_match;
mod fit;
mod selfplay;
mod show;
mod trainable;

use std::path::PathBuf;
use std::time::Duration;

use chautari_baghchal::Baghchal;
use chautari_banchess::Banchess;
use chautari_creeper::Creeper;
use chautari_gomoku::Gomoku;
use clap::{Args, Parser, Subcommand, ValueEnum};

use trainable::Trainable;

/// Creates training data for networks, and tests networks
#[derive(Parser)]
struct Cli {
    /// The game
    game: Name,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    Baghchal,
    BaghchalCompulsory,
    Banchess,
    Creeper,
    Gomoku,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games against itself and writes their positions
    Selfplay(Selfplay),
    /// Plays a network against another one, or against the hand-crafted evaluation
    Match(Match),
    /// Fits the evaluation of a solved game, Bagh Chal, to its exact values
    Fit(Fit),
    /// Writes the evaluations of a network, for the trainer's test to reproduce
    Show(Show),
}

#[derive(Args)]
struct Selfplay {
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// Play for this many seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Nodes per decision
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Maximum number of random plies at the start; at least half of it
    #[arg(long, default_value_t = 12)]
    plies: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play with this network
    #[arg(long)]
    net: Option<PathBuf>,
}

#[derive(Args)]
struct Match {
    /// The network to test
    #[arg(long)]
    net: PathBuf,
    /// Its opponent; the hand-crafted evaluation if absent
    #[arg(long)]
    against: Option<PathBuf>,
    /// Milliseconds per decision; 0 for a node limit only
    #[arg(long, default_value_t = 100)]
    time: u64,
    /// Maximum nodes per decision
    #[arg(long)]
    nodes: Option<u64>,
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Start no more games after this many seconds
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Random plies at the start
    #[arg(long, default_value_t = 8)]
    plies: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Match {
    fn time(&self) -> Option<Duration> {
        (self.time > 0).then(|| Duration::from_millis(self.time))
    }
}

#[derive(Args)]
struct Fit {
    /// The file to write
    #[arg(long)]
    out: PathBuf,
    /// The folder with the tables of the whole game
    #[arg(long)]
    tables: PathBuf,
    /// The number of positions
    #[arg(long, default_value_t = 400_000)]
    positions: usize,
    /// Nodes per decision of the games they come from
    #[arg(long, default_value_t = 300)]
    nodes: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
struct Show {
    /// The network
    #[arg(long)]
    net: PathBuf,
    /// The number of positions
    #[arg(long, default_value_t = 2_000)]
    positions: usize,
}

fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    match cli.game {
        Name::Baghchal => run_solved(Baghchal::OPTIONAL, &cli.command),
        Name::BaghchalCompulsory => run_solved(Baghchal::COMPULSORY, &cli.command),
        Name::Banchess => run(Banchess, &cli.command),
        Name::Creeper => run(Creeper, &cli.command),
        Name::Gomoku => run(Gomoku, &cli.command),
    }
}

fn run<G: Trainable>(game: G, command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Selfplay(options) => selfplay::run(game, options),
        Command::Match(options) => ab_match::run(game, options),
        Command::Show(options) => show::run(game, options),
        Command::Fit(_) => anyhow::bail!("only Bagh Chal is solved"),
    }
}

/// Runs a command for a solved game, which needs no self-play and no network.
fn run_solved(game: Baghchal, command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Fit(options) => fit::run(game, options),
        Command::Match(options) => ab_match::run(game, options),
        Command::Selfplay(_) | Command::Show(_) => anyhow::bail!("Bagh Chal has no network"),
    }
}
