//! Loads a server of this machine and says what it bears. Both ends are here and take the processor
//! from each other, so requests are also counted against the processor time the server used.
//!
//! `cargo run --release -p chautari-bench --bin load -- moves`

mod http;
mod moves;
mod report;
mod softserve;

use std::time::Duration;

use chautari_e2e::Server;
use clap::{Parser, ValueEnum};

/// Starts `chautari serve` beside itself and loads it.
#[derive(Parser)]
struct Args {
    /// With what
    #[arg(value_enum)]
    what: What,
    /// How long, in seconds
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// On how many connections
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// Where everything is kept [default: a file that is removed]
    #[arg(long)]
    database: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Questions what can be played
    Moves,
    /// Bots that play themselves over Softserve, one a connection
    Softserve,
}

#[tokio::main]
async fn main() {
    let args = Args::parse();
    let folder = tempfile::tempdir_in("target").expect("there is a target folder");
    let file = format!("sqlite:{}", folder.path().join("load.db").display());
    let database = args.database.unwrap_or(file);
    let server = Server::start(folder.path(), &database, &[]).await;
    let time = Duration::from_secs(args.seconds);
    match args.what {
        What::Moves => {
            for game in ["baghchal", "banchess", "creeper", "gomoku"] {
                moves::run(&server, game, args.connections, time).await;
            }
        }
        What::Softserve => softserve::run(&server, args.connections, time).await,
    }
}
