//! The command line, as clap parses it.

#[cfg(feature = "serve")]
mod bot;
mod common;
mod matches;
#[cfg(feature = "serve")]
mod serve;
mod value_parsers;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use crate::completion;
use crate::registry::games;

#[cfg(feature = "serve")]
pub(crate) use bot::{Accept, BotArgs, ServerApi};
pub(crate) use common::{EngineArgs, JsonFlag, PictureArgs, PositionArg, SearchArgs, TablesArgs};
pub(crate) use matches::{EngineGameArgs, MatchArgs, TournamentArgs, option_name};
#[cfg(feature = "serve")]
pub(crate) use serve::{ListenSetting, LogFormat, ServeOptions, StoreArgs, SystemdUnit};
#[cfg(feature = "serve")]
pub(crate) use value_parsers::duration;

/// Abstract board games: exact rules, every notation, a place to play.
#[derive(Parser)]
#[command(
    name = "chautari",
    version,
    long_version = env!("CHAUTARI_VERSION"),
    about,
    after_help = after_help(),
    disable_help_subcommand = true,
    max_term_width = 100
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The names of engines, for help texts.
pub(crate) const ENGINES: &str = "\
An engine is one of:
  level:N        the game's own engine at a level, 1 to 10, without tables
  tables         full strength with the exact tables of `solve`
  mcts:PLAYOUTS  Monte Carlo tree search with this many playouts per move, with no time limit
  greedy         plays a winning move, or the best move one ply ahead
  random         any legal move
  cmd:PROGRAM    a UGI program with its arguments: 'cmd:python3 bot.py'
";

fn after_help() -> String {
    let ids: Vec<_> = games().iter().map(|game| game.info().id).collect();
    format!(
        "GAME is one of: {}. Add a colon to change a rule: baghchal:captures=3.\n\
         `-` instead of a text reads standard input. Exit codes: 0 success, 1 the answer is no, 2 bad usage or input.\n\
         `chautari help` explains commands, games, {}.",
        ids.join(", "),
        completion::HELP_TOPICS.join(", ")
    )
}

/// The commands and their arguments.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games with their sides, rules and dialects
    Games {
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Count the lines of play of a given depth
    Perft {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// Depth in plies
        depth: u32,
        #[command(flatten)]
        position: PositionArg,
        /// Count each first move separately
        #[arg(long)]
        divide: bool,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// List the legal moves and where they lead
    Moves {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// The position; `-` reads one per line from standard input [default: the start]
        #[arg(long, short, value_name = "TEXT")]
        position: Option<String>,
        /// The same as --position -
        #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "position")]
        stdin: Option<String>,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Play through moves and show each ply; an illegal move stops with the reason
    Replay {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: PositionArg,
        /// The moves; `-` reads them from standard input
        #[arg(required = true, value_name = "MOVES")]
        moves: Vec<String>,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Convert positions and whole games between the dialects of a game
    #[command(after_help = "Dialects of a game: `chautari games`. Examples:\n  \
        chautari convert baghchal --to obx@ 'TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1'\n  \
        chautari convert baghchal --from moves --to lines mC3 mA1B1\n  \
        chautari convert baghchal --from lines --to moves - < game.txt")]
    Convert {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// The dialect of the text [default: the canonical one; with --moves, any that can be typed]
        #[arg(long, value_name = "DIALECT", value_parser = completion::dialect(), hide_possible_values = true)]
        from: Option<String>,
        /// The dialect to write [default: the canonical one]
        #[arg(long, value_name = "DIALECT", value_parser = completion::dialect(), hide_possible_values = true)]
        to: Option<String>,
        /// Convert moves instead of positions
        #[arg(long)]
        moves: bool,
        #[command(flatten)]
        position: PositionArg,
        /// The text; `-` reads standard input: a whole game, or one position per line
        #[arg(required = true)]
        text: Vec<String>,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Draw a position, as text or as a picture
    Show {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: PositionArg,
        /// Moves to play first
        #[arg(value_name = "MOVES")]
        moves: Vec<String>,
        #[command(flatten)]
        pictures: PictureArgs,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Play at this terminal, against the engine or with two players taking turns
    Play {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: PositionArg,
        /// Resume a saved game
        #[arg(long, value_name = "FILE", conflicts_with = "position")]
        load: Option<PathBuf>,
        /// Play against the engine, 1 (newcomer) to 10 (full strength) [default: two players]
        #[arg(long, value_name = "N", value_parser = completion::level(), hide_possible_values = true)]
        level: Option<u8>,
        /// The side you play against the engine [default: the side to move]
        #[arg(long, value_name = "SIDE", requires = "level")]
        side: Option<String>,
        /// Thinking time of the engine per move, such as 500ms or 2s
        #[arg(long, value_name = "T", value_parser = value_parsers::duration, default_value = "1s", requires = "level")]
        time: Duration,
        /// Folder with exact tables, or `none`; small ones that are missing are built in the background
        /// [default: as for solve]
        #[arg(long, value_name = "FOLDER")]
        tables: Option<PathBuf>,
    },
    /// Find the best move
    Think {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: PositionArg,
        /// Moves to play first
        #[arg(long, value_name = "MOVES", num_args = 1..)]
        moves: Vec<String>,
        /// How many of the best moves to show, each with its score and line
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parsers::lines)]
        lines: usize,
        #[command(flatten)]
        search: SearchArgs,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Play a match between two engines and report which is stronger
    #[command(after_help = format!("{ENGINES}\n\
        Each opening is played twice, with sides exchanged. A program that hangs, crashes or plays an \
        illegal move loses the game. Built-in engines start fresh for each game: with --nodes or --depth \
        and one thread, the same --seed plays the same games. Ctrl-C ends the match and prints the totals \
        so far."))]
    Match {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        args: Box<MatchArgs>,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Play a tournament between any number of engines
    #[command(
        after_help = "Engines are named as for `match`. The terminal shows the standings while games are played. \
        With --resume FILE every game is stored as soon as it ends; the same command resumes after Ctrl-C, a \
        kill or a power cut. SPRT is for two engines: see `match`."
    )]
    Tournament {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        args: Box<TournamentArgs>,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Speak the engine protocol on standard input and output (docs/protocols/ugi.md)
    Ugi {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Measure the speed of a fixed search in each game, with a signature of its result
    #[command(
        after_help = "The signature is a hash of every move and score found; bench/signatures.txt lists those for \
        --nodes 5000."
    )]
    Bench {
        /// Number of nodes to search per move
        #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Solve a game and store the exact value of every position in tables
    #[command(after_help = "Existing tables are checked and kept, so an interrupted run resumes where it \
        stopped.")]
    Solve {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// Part of Bagh Chal to solve [default: all]
        #[arg(long, value_enum)]
        phase: Option<Phase>,
        /// All endings of Ban Chess with up to this many men, the kings included [default: 4]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
        men: Option<u8>,
        /// One ending of Ban Chess of up to five men, such as KQPKQ, and all it can lead to
        #[arg(long, value_name = "MEN", conflicts_with = "men")]
        ending: Option<String>,
        #[command(flatten)]
        tables: TablesArgs,
        /// Check random values against those one move later
        #[arg(long)]
        verify: bool,
        /// Number of values to check, per layer and side in Bagh Chal, per ending in Ban Chess [default: a million,
        /// 10,000]
        #[arg(long, value_name = "N", requires = "verify")]
        samples: Option<u64>,
        /// Count wins, draws and losses: up to symmetry in Bagh Chal, all positions in Ban Chess
        #[arg(long)]
        stats: bool,
        /// List notable positions of each layer of Bagh Chal
        #[arg(long, value_enum)]
        list: Option<List>,
        /// Number of positions to list per layer and side
        #[arg(long, value_name = "N", default_value_t = 20, requires = "list")]
        limit: usize,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Show the exact value of a position and of every legal move, from the tables of `solve`
    Probe {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// The position; `-` reads one per line from standard input [default: the start]
        #[arg(long, short, value_name = "TEXT")]
        position: Option<String>,
        /// The same as --position -
        #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "position")]
        stdin: Option<String>,
        #[command(flatten)]
        tables: TablesArgs,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Prove that the side to move wins by forcing threats
    #[command(
        after_help = "A proven win holds against every reply; a position without a proof may still be \
        won by a quiet move. Exit codes: 0 proven, 1 not proven. `chautari verify-proof` checks a certificate."
    )]
    Prove {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: PositionArg,
        /// Moves to play first
        moves: Vec<String>,
        /// Time limit
        #[arg(long, short, value_parser = value_parsers::duration, default_value = "60s")]
        time: Duration,
        /// Where to write the certificate
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Check a proof with independent code, which shares nothing with the code that found it
    VerifyProof {
        /// The certificate that `prove --out` wrote
        file: PathBuf,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Check tables with independent code, which shares nothing with the code that built them, and print their hashes
    #[command(
        after_help = "docs/SOLVED.md and docs/ENDINGS.md list the hashes of the correct tables. Values of Bagh Chal are \
        derived again from those one move later; for other games only the checksums are verified."
    )]
    VerifyTables {
        /// The folder with the tables
        folder: PathBuf,
        /// Number of values to check per file
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        samples: u64,
        /// Check every value; for all of Bagh Chal that takes hours
        #[arg(long, conflicts_with = "samples")]
        all: bool,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Walk through a game with the exact value of each move, from the tables of `solve`, and how hard it is to answer
    Explore {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: PositionArg,
        #[command(flatten)]
        tables: TablesArgs,
    },
    /// Generate puzzles, positions with exactly one right move, or verify the built-in ones
    #[command(
        after_help = "A line holds the puzzle's rating, its themes, the solution and the position. If the tables \
        of `solve` cover the whole game, they decide which move is right; otherwise a win is proven by an \
        exhaustive search. The same seed generates the same puzzles. `chautari puzzle GAME` lets you solve one."
    )]
    Puzzles {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// Number of puzzles to generate [default: 100] or to verify [default: all]
        #[arg(long, value_name = "N")]
        count: Option<usize>,
        /// The random seed
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Verify the built-in puzzles instead of generating new ones
        #[arg(long)]
        prove: bool,
        #[command(flatten)]
        tables: TablesArgs,
        #[command(flatten)]
        json: JsonFlag,
    },
    /// Solve a puzzle at this terminal
    Puzzle {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// Number of the puzzle, from 1 [default: the puzzle of the day]
        #[arg(long, value_name = "N", conflicts_with_all = ["theme", "rating"])]
        number: Option<usize>,
        /// Pick a puzzle with this theme, such as trap, quiet, capture, sacrifice or hold
        #[arg(long, value_name = "THEME")]
        theme: Option<String>,
        /// Pick a puzzle rated about this
        #[arg(long, value_name = "N")]
        rating: Option<u32>,
    },
    /// Run a game server: web page, API, bots, tournaments
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Each option can also be set in the environment and in a TOML file: flags override the \
        environment, the environment overrides the file. A rate is a number per time, such as 100/s, 30/min or \
        500/h, or `off`. A client is an IPv4 address or an IPv6 network of 64 bits. See docs/SERVER.md."
    )]
    Serve(Box<ServeOptions>),
    /// Write the web page as static files for any host and path; it works without a server
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Games against the engine or between two players at one screen, analysis and the rules \
        run in the browser, offline after the first visit. Features that need a server are hidden. With \
        --tables the page also shows the exact value of every move of Bagh Chal, for which it fetches a few \
        kilobytes per position."
    )]
    Page {
        /// The folder to write to; existing files of the same name are replaced
        folder: PathBuf,
        /// Also write exact tables; the web host must support range requests, as almost all do
        #[arg(long)]
        tables: bool,
        /// The folder with those tables, if not the default one
        #[arg(long, value_name = "FOLDER", requires = "tables")]
        dir: Option<PathBuf>,
    },
    /// Write the documentation as static HTML files for any host
    #[cfg(feature = "serve")]
    Docs {
        /// The folder to write to
        folder: PathBuf,
    },
    /// Run a bot on a server, with a built-in engine or any UGI program
    #[cfg(feature = "serve")]
    #[command(after_help = bot::ABOUT)]
    Bot {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        options: Box<BotArgs>,
    },
    /// Create the folder of a new bot: a client, a place for your idea, a test and a README
    #[command(
        after_help = "A bot in Python or TypeScript talks to the server itself and needs no packages. One in Rust or \
        shell speaks UGI; `chautari bot` connects it to the server. Each starts with random moves:\n  \
        chautari new-bot python my-bot && cd my-bot && python3 bot.py --local"
    )]
    NewBot {
        /// The language of the bot
        #[arg(value_enum)]
        language: BotLanguage,
        /// The bot's name on the server, and the name of the folder
        name: String,
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(long, default_value = "baghchal", value_parser = completion::game(), hide_possible_values = true)]
        game: String,
        /// The server to play on
        #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
        server: String,
        /// The folder to create [default: the bot's name]
        #[arg(long, value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    /// Back up a server's database to a file; servers can keep running
    #[cfg(feature = "serve")]
    Backup {
        #[command(flatten)]
        store: StoreArgs,
        /// Copy only events added since this backup; if that one is incremental too, list every backup it builds
        /// on, in order
        #[arg(long, value_name = "FILE")]
        since: Vec<PathBuf>,
        /// The file to write, which must not exist yet; `-` writes to standard output
        file: PathBuf,
    },
    /// Restore a backup into a new database, completely or not at all
    #[cfg(feature = "serve")]
    Restore {
        #[command(flatten)]
        store: StoreArgs,
        /// A full backup, then its increments (`backup --since`) in order; restores the state of the last one
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Delete old anonymous games: those of no person, bot or tournament
    #[cfg(feature = "serve")]
    Prune {
        #[command(flatten)]
        store: StoreArgs,
        /// Delete games without any activity for this many days
        #[arg(long, value_name = "DAYS", value_parser = value_parsers::days())]
        older_than: u32,
        /// Only count the games
        #[arg(long)]
        dry_run: bool,
    },
    /// Verify every event, command, label and claim in a server's database
    #[cfg(feature = "serve")]
    CheckLedger {
        #[command(flatten)]
        store: StoreArgs,
        /// Recompute labels and claims from the events; stop all servers first
        #[arg(long)]
        repair: bool,
    },
    /// Print the OpenAPI document of the server's HTTP APIs
    #[cfg(feature = "serve")]
    Openapi,
    /// Print a systemd unit for the server
    #[cfg(feature = "serve")]
    Systemd {
        /// The unit to print
        #[arg(value_enum, default_value_t = SystemdUnit::Service)]
        unit: SystemdUnit,
        /// The user to run as [default: a dynamic user of systemd]
        #[arg(long, value_name = "NAME", value_parser = value_parsers::user_name)]
        user: Option<String>,
    },
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page, or write one for every command into a folder
    Man {
        /// The folder to write to
        folder: Option<PathBuf>,
    },
    /// Explain a command, a game, the notations, levels or engines
    Help {
        /// What to explain [default: list everything]
        #[arg(value_parser = completion::help_topic(), hide_possible_values = true)]
        about: Option<String>,
    },
}

/// The language of a new bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BotLanguage {
    /// Python 3.9 or newer
    Python,
    /// TypeScript, for Node 22.18 or newer
    Typescript,
    /// Rust, as a UGI engine
    Rust,
    /// A POSIX shell, as a UGI engine
    Shell,
}

/// The kinds of notable positions that `solve --list` prints.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum List {
    /// The longest wins, in the sliding phase
    Longest,
    /// Positions in which exactly one move keeps a win or a draw
    Unique,
}

/// The part of Bagh Chal to solve.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Phase {
    /// From the last placement on: seconds, 93 MB
    Sliding,
    /// From the start: minutes, 2 GB on disk, 2.5 GB of memory
    All,
}
