//! `load`: load tests of a server on this machine. Both ends share the processor, so requests are also
//! related to the processor time that the server used.
//!
//! `cargo run --profile dist -p chautari-bench --bin load -- moves`, after `cargo build --profile dist`

mod balancer;
mod board;
mod game;
mod http;
mod lobby;
mod moves;
mod people;
mod report;
mod sockets;
mod softserve;
mod submits;
mod thresholds;
mod values;
mod watch;

use std::process::ExitCode;
use std::time::Duration;

use balancer::Balancer;
use chautari_e2e::{Client, Server};
use clap::{Parser, ValueEnum};

/// Starts the `chautari serve` in the same folder and loads it
#[derive(Parser)]
struct Args {
    /// The scenario
    #[arg(value_enum)]
    what: Scenario,
    /// Duration in seconds
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Number of connections
    #[arg(long, default_value_t = 32)]
    connections: usize,
    /// For sockets: watchers of quiet matches; for watch: watchers of active matches
    #[arg(long, default_value_t = 5000)]
    idle: usize,
    /// For sockets: number of active matches
    #[arg(long, default_value_t = 100)]
    active: usize,
    /// For people: users with a page open
    #[arg(long, default_value_t = 10_000)]
    people: usize,
    /// For people: how many of them are in the lobby
    #[arg(long, default_value_t = 2000)]
    lobby: usize,
    /// For people: number of matches played by others of them
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// For people: number of servers; several run behind a balancer and need PostgreSQL
    #[arg(long, default_value_t = 1)]
    servers: usize,
    /// For people: exit with 1 if a threshold is missed: 99 % of moves within 100 ms and of changes in the
    /// lobby within 300 ms, 1 GB of memory per server, nothing dropped
    #[arg(long)]
    judge: bool,
    /// For values: the folder with the tables built by `chautari solve baghchal`
    #[arg(long, required_if_eq("what", "values"))]
    tables: Option<std::path::PathBuf>,
    /// For balance: the addresses of the servers
    #[arg(long, value_delimiter = ',')]
    to: Vec<std::net::SocketAddr>,
    /// The database [default: a temporary file]
    #[arg(long)]
    database: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Scenario {
    /// Requests for legal moves
    Moves,
    /// Moves in matches
    Submits,
    /// Watchers of quiet matches, and of matches being played
    Sockets,
    /// Matches with and without watchers: the cost of one watcher
    Watch,
    /// Users with a page open, in the lobby and at the board
    People,
    /// No load: the balancer in front of several servers, used by people
    Balance,
    /// Bots that play against themselves over Softserve, one per connection
    Softserve,
    /// Exact values of random positions of Bagh Chal, 1,000 per request, on up to 8 connections
    Values,
}

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    if matches!(args.what, Scenario::Balance) {
        balancer::run(args.to).await.expect("a balancer balances");
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir_in("target").expect("there is a target folder");
    let file = format!("sqlite:{}", folder.path().join("load.db").display());
    let database = args.database.unwrap_or(file);
    let server = match &args.tables {
        None => Server::start(folder.path(), &database, &[]).await,
        Some(tables) => {
            let tables = format!("--tables={}", tables.display());
            let options = [&tables, "--gomoku=off", "--rate-request=off", "--rate-think=off"];
            Server::start_with_limits(folder.path(), &database, &options).await
        }
    };
    let time = Duration::from_secs(args.seconds);
    match args.what {
        Scenario::Moves => {
            let games = Client::new(&[server.url("")], 0).get("/games").await;
            for game in games.as_array().expect("the games are listed") {
                let game = game["id"].as_str().expect("a game has a name");
                moves::run(&server, game, args.connections, time).await;
            }
        }
        Scenario::Submits => submits::run(&server, args.connections, time).await,
        Scenario::Sockets => sockets::run(&server, args.idle, args.active, time).await,
        Scenario::Watch => watch::run(&server, args.idle, time).await,
        Scenario::People => {
            assert!(
                args.servers == 1 || database.starts_with("postgres"),
                "several servers share a PostgreSQL: name it with --database"
            );
            let mut servers = vec![server];
            for _ in 1..args.servers {
                servers.push(Server::start(folder.path(), &database, &[]).await);
            }
            let crowd = people::Crowd { people: args.people, in_lobby: args.lobby, games: args.games };
            assert!(
                crowd.in_lobby + 2 * crowd.games <= crowd.people,
                "nobody is in the lobby and at the board"
            );
            let all: Vec<_> = servers.iter().map(Server::address).collect();
            // Two, because the number of open files per process is limited.
            let start = |_| Balancer::start(&all).expect("a balancer starts");
            let balancers: Vec<_> = if all.len() > 1 { (0..2).map(start).collect() } else { Vec::new() };
            let doors = if balancers.is_empty() {
                all.clone()
            } else {
                balancers.iter().map(|it| it.address).collect()
            };
            let thresholds = people::run(&servers, &doors, crowd, time).await;
            if !thresholds.is_met() && args.judge {
                return ExitCode::FAILURE;
            }
        }
        Scenario::Balance => {}
        Scenario::Softserve => softserve::run(&server, args.connections, time).await,
        Scenario::Values => values::run(&server, args.connections, time).await,
    }
    ExitCode::SUCCESS
}
