//! Loads a server of this machine and says what it bears. Both ends are here and take the processor
//! from each other, so requests are also counted against the processor time the server used.
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
    /// For sockets: how many watch quiet matches; for watch: how many watch those that are played
    #[arg(long, default_value_t = 5000)]
    idle: usize,
    /// For sockets: how many matches are played
    #[arg(long, default_value_t = 100)]
    active: usize,
    /// For people: how many have a page open
    #[arg(long, default_value_t = 10_000)]
    people: usize,
    /// For people: how many of them are in the lobby
    #[arg(long, default_value_t = 2000)]
    lobby: usize,
    /// For people: how many games others of them play
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// For people: how many servers there are, behind a balancer where there are several; they need a PostgreSQL
    #[arg(long, default_value_t = 1)]
    servers: usize,
    /// For people: exit with 1 where a bar is missed: 99 % of moves within 100 ms and of changes in the lobby within 300 ms, 1 GB
    /// of memory a server, nothing dropped
    #[arg(long)]
    judge: bool,
    /// For values: the folder with the tables that `chautari solve baghchal` made
    #[arg(long, required_if_eq("what", "values"))]
    tables: Option<std::path::PathBuf>,
    /// For balance: the servers
    #[arg(long, value_delimiter = ',')]
    to: Vec<std::net::SocketAddr>,
    /// Where everything is kept [default: a file that is removed]
    #[arg(long)]
    database: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Questions what can be played
    Moves,
    /// Moves in matches
    Submits,
    /// Watchers of matches that are quiet, and of others that are played
    Sockets,
    /// Watchers of matches that are played, and the same matches without any: what it costs to tell one
    Watch,
    /// People with a page open, in the lobby and at the board
    People,
    /// Nothing: what stands before several servers, for people
    Balance,
    /// Bots that play themselves over Softserve, one a connection
    Softserve,
    /// Exact values of random positions of Bagh Chal, 1,000 a request, on 8 connections at most
    Values,
}

#[tokio::main]
async fn main() -> ExitCode {
    let args = Args::parse();
    if matches!(args.what, What::Balance) {
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
            Server::start_as_usual(folder.path(), &database, &options).await
        }
    };
    let time = Duration::from_secs(args.seconds);
    match args.what {
        What::Moves => {
            let games = Client::new(&[server.url("")], 0).get("/games").await;
            for game in games.as_array().expect("the games are listed") {
                let game = game["id"].as_str().expect("a game has a name");
                moves::run(&server, game, args.connections, time).await;
            }
        }
        What::Submits => submits::run(&server, args.connections, time).await,
        What::Sockets => sockets::run(&server, args.idle, args.active, time).await,
        What::Watch => watch::run(&server, args.idle, time).await,
        What::People => {
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
            // Two, since a process may open only so many files.
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
        What::Balance => {}
        What::Softserve => softserve::run(&server, args.connections, time).await,
        What::Values => values::run(&server, args.connections, time).await,
    }
    ExitCode::SUCCESS
}
