//! `learn`: what a network is made from and tried by. README.md beside this tells the whole way.

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

/// Makes data for networks, and tries networks.
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
    /// Plays a network against another, or against the judgement by hand
    Match(Match),
    /// Fits the judgement of a solved game, Bagh Chal, to its exact values
    Fit(Fit),
    /// Writes what a network says of positions from games, for the trainer's test to repeat
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
    /// Look at this many positions for each decision
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Random plies at the beginning, half of these at least
    #[arg(long, default_value_t = 12)]
    plies: usize,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Judge by this network
    #[arg(long)]
    net: Option<PathBuf>,
}

#[derive(Args)]
struct Match {
    /// The network to be tried
    #[arg(long)]
    net: PathBuf,
    /// Its opponent; without one, the judgement by hand
    #[arg(long)]
    against: Option<PathBuf>,
    /// Milliseconds a decision; 0 leaves the number of nodes alone to decide
    #[arg(long, default_value_t = 100)]
    time: u64,
    /// Look at no more positions than this for each decision
    #[arg(long)]
    nodes: Option<u64>,
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Begin no more games after this many seconds
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// Random plies at the beginning
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
    /// Where the tables of the whole game are
    #[arg(long)]
    tables: PathBuf,
    /// How many positions, half of them with goats in hand or so
    #[arg(long, default_value_t = 400_000)]
    positions: usize,
    /// Look at this many positions for each decision of the games they come from
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
    /// How many positions
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

/// A game whose values are known needs neither games to learn from nor a network.
fn run_solved(game: Baghchal, command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Fit(options) => fit::run(game, options),
        Command::Match(options) => ab_match::run(game, options),
        Command::Selfplay(_) | Command::Show(_) => anyhow::bail!("Bagh Chal has no network"),
    }
}
