//! What can be typed.

#[cfg(feature = "serve")]
mod bot;
mod contest;

use std::path::PathBuf;
use std::time::Duration;

use chautari_game::Limit;
use clap::builder::RangedU64ValueParser;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use crate::commands::help;
#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::report::Failure;
use crate::{completed, input};

#[cfg(feature = "serve")]
pub(crate) use bot::{Accept, Api, Entrant};
pub(crate) use contest::{Contest, Cup, CupFormat, HowToPlay};

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

/// Who may be named where an engine is wanted.
pub(crate) const ENGINES: &str = "\
An engine is one of:
  level:N        the game's own engine at a level, 1 to 10, without tables
  tables         full strength with the exact tables of `solve`
  mcts:PLAYOUTS  Monte Carlo tree search with this many playouts a move, however long they take
  greedy         wins if it can at once, else looks one ply ahead
  random         any legal move
  cmd:PROGRAM    a program that speaks UGI, with its arguments: 'cmd:python3 bot.py'
";

fn after_help() -> String {
    let ids: Vec<_> = crate::games().iter().map(|game| game.info().id).collect();
    format!(
        "GAME is one of: {}. A rule may be changed behind a colon: baghchal:captures=3.\n\
         `-` in place of a text reads standard input. Exit 0: done; 1: the answer is no; 2: bad usage or input.\n\
         `chautari help` explains commands, games, {}.",
        ids.join(", "),
        help::TOPICS.join(", ")
    )
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games with their sides, rules and dialects
    Games {
        #[command(flatten)]
        json: Json,
    },
    /// Count the lines of play of a given depth
    Perft {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        /// How many plies
        depth: u32,
        #[command(flatten)]
        position: Position,
        /// Count each first move separately
        #[arg(long)]
        divide: bool,
        #[command(flatten)]
        json: Json,
    },
    /// List the legal moves and where they lead
    Moves {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        /// The position; `-` reads one a line from standard input [default: the start]
        #[arg(long, short, value_name = "TEXT")]
        position: Option<String>,
        /// The same as --position -
        #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "position")]
        stdin: Option<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Play through moves and show each ply; an illegal one is refused, with the reason
    Replay {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: Position,
        /// The moves; `-` reads them from standard input
        #[arg(required = true, value_name = "MOVES")]
        moves: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Convert positions and whole games between the dialects of a game
    #[command(after_help = "Dialects of a game: `chautari games`. Examples:\n  \
        chautari convert baghchal --to obx@ 'TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1'\n  \
        chautari convert baghchal --from moves --to lines mC3 mA1B1\n  \
        chautari convert baghchal --from lines --to moves - < game.txt")]
    Convert {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        /// The dialect the text is in [default: the canonical one; with --moves, any you might type]
        #[arg(long, value_name = "DIALECT", value_parser = completed::dialect(), hide_possible_values = true)]
        from: Option<String>,
        /// The dialect to write [default: the canonical one]
        #[arg(long, value_name = "DIALECT", value_parser = completed::dialect(), hide_possible_values = true)]
        to: Option<String>,
        /// Read the text as moves, and write them in the other dialect
        #[arg(long)]
        moves: bool,
        #[command(flatten)]
        position: Position,
        /// The text; `-` reads standard input: a whole game, or a position a line
        #[arg(required = true)]
        text: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Draw a position, in letters or as a picture
    Show {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: Position,
        /// Moves to play first
        #[arg(value_name = "MOVES")]
        moves: Vec<String>,
        #[command(flatten)]
        pictures: Pictures,
        #[command(flatten)]
        json: Json,
    },
    /// Play at this terminal, against the engine or two people taking turns
    Play {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: Position,
        /// Resume a saved game
        #[arg(long, value_name = "FILE", conflicts_with = "position")]
        load: Option<PathBuf>,
        /// Play against the engine, 1 (newcomer) to 10 (full strength) [default: two people]
        #[arg(long, value_name = "N", value_parser = completed::level(), hide_possible_values = true)]
        level: Option<u8>,
        /// The side you play against the engine [default: the side to move]
        #[arg(long, value_name = "SIDE", requires = "level")]
        side: Option<String>,
        /// How long the engine may think about a move, such as 500ms or 2s
        #[arg(long, value_name = "T", value_parser = duration, default_value = "1s", requires = "level")]
        time: Duration,
        /// Where exact tables are, or `none`; the ones worth having are made in the background
        /// [default: as for solve]
        #[arg(long, value_name = "FOLDER")]
        tables: Option<PathBuf>,
    },
    /// Find the best move
    Think {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: Position,
        /// Moves to play first
        #[arg(long, value_name = "MOVES", num_args = 1..)]
        moves: Vec<String>,
        /// How many of the best moves to show, each with its score and line
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = lines)]
        lines: usize,
        #[command(flatten)]
        thinking: Thinking,
        #[command(flatten)]
        json: Json,
    },
    /// Let engines play against each other, and say which is stronger
    #[command(after_help = format!("{ENGINES}\n\
        Each opening is played twice, with sides exchanged. A program that hangs, crashes or plays an \
        illegal move loses the game. Our own engines begin each game afresh: with --nodes or --depth \
        and one thread, the same --seed plays the same games. Ctrl-C ends the match with the totals so \
        far."))]
    Match {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        plan: Box<Contest>,
        #[command(flatten)]
        json: Json,
    },
    /// Play a tournament between any number of engines
    #[command(
        after_help = "Engines are named as for `match`. The terminal shows the standings while games are played. \
        With --resume FILE every game is on disk as soon as it has ended; the same command resumes after Ctrl-C, a \
        kill or a power cut. SPRT is for two engines: see `match`."
    )]
    Tournament {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        plan: Box<Cup>,
        #[command(flatten)]
        json: Json,
    },
    /// Speak the engine protocol on standard input and output (docs/protocols/ugi.md)
    Ugi {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        means: Means,
    },
    /// Count the nodes of a fixed search in each game, and tell how fast it went
    #[command(
        after_help = "The signature is a hash of every thought on the way; those for --nodes 5000 are in \
        bench/signatures.txt."
    )]
    Bench {
        /// How many nodes to visit a move
        #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        #[command(flatten)]
        json: Json,
    },
    /// Solve a game outright and keep the exact value of every position in tables
    #[command(after_help = "Tables that already exist are checked and kept: work that was cut off \
        resumes where it stopped.")]
    Solve {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        /// How much of Bagh Chal [default: all]
        #[arg(long, value_enum)]
        phase: Option<Phase>,
        /// All endings of Ban Chess with up to this many men, the kings included [default: 4]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4))]
        men: Option<u8>,
        /// One ending of Ban Chess of up to five men, such as KQPKQ, and all it may lead to
        #[arg(long, value_name = "MEN", conflicts_with = "men")]
        ending: Option<String>,
        #[command(flatten)]
        tables: Tables,
        /// Derive random values again from those one move on
        #[arg(long)]
        verify: bool,
        /// How many, of each layer and side in Bagh Chal, of each ending in Ban Chess [default: a million, 10,000]
        #[arg(long, value_name = "N", requires = "verify")]
        samples: Option<u64>,
        /// Count what is won, drawn and lost: up to symmetry in Bagh Chal, every position in Ban Chess
        #[arg(long)]
        stats: bool,
        /// List positions of each layer of Bagh Chal
        #[arg(long, value_enum)]
        list: Option<List>,
        /// How many of each layer and side to list
        #[arg(long, value_name = "N", default_value_t = 20, requires = "list")]
        limit: usize,
        #[command(flatten)]
        json: Json,
    },
    /// Show the exact value of a position and of every legal move, from the tables of `solve`
    Probe {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        /// The position; `-` reads one a line from standard input [default: the start]
        #[arg(long, short, value_name = "TEXT")]
        position: Option<String>,
        /// The same as --position -
        #[arg(value_name = "-", value_parser = ["-"], conflicts_with = "position")]
        stdin: Option<String>,
        #[command(flatten)]
        tables: Tables,
        #[command(flatten)]
        json: Json,
    },
    /// Prove that the side to move wins, by threats that leave the other side no choice
    #[command(
        after_help = "A proven win holds whatever the other side plays; a position without a proof may still be \
        won, by a quiet move. Exit 0: proven. 1: not. `chautari verify-proof` checks a certificate."
    )]
    Prove {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: Position,
        /// Moves to play first
        moves: Vec<String>,
        /// How long to try
        #[arg(long, short, value_parser = duration, default_value = "60s")]
        time: Duration,
        /// Where to write the certificate
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        #[command(flatten)]
        json: Json,
    },
    /// Check a proof with a program that shares nothing with the one that found it
    VerifyProof {
        /// The certificate that `prove --out` wrote
        file: PathBuf,
        #[command(flatten)]
        json: Json,
    },
    /// Check tables with a program that shares nothing with the one that made them, and print their hashes
    #[command(
        after_help = "docs/SOLVED.md and docs/ENDINGS.md list the hashes of the right tables. Values of Bagh Chal are derived \
        again from those one move later; for other games only the checksums are checked."
    )]
    VerifyTables {
        /// The folder they are in
        folder: PathBuf,
        /// How many values of each file to derive again
        #[arg(long, value_name = "N", default_value_t = 100_000)]
        samples: u64,
        /// Derive every value; for all of Bagh Chal that takes hours
        #[arg(long, conflicts_with = "samples")]
        all: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Walk through a game with the exact values from the tables of `solve`: what each move is worth, and how
    /// hard it is to answer
    Explore {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        position: Position,
        #[command(flatten)]
        tables: Tables,
    },
    /// Make puzzles, one a line: positions in which one move is right; or prove the existing ones again
    #[command(
        after_help = "A line holds the puzzle's rating, its themes, the solution and the position. Where the tables \
        of `solve` hold the whole game, they say what is right; otherwise a win is proven by trying \
        everything. The same seed makes the same puzzles. `chautari puzzle GAME` lets you solve one."
    )]
    Puzzles {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        /// How many to make [default: 100], or to prove again [default: all]
        #[arg(long, value_name = "N")]
        count: Option<usize>,
        /// The random seed
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        /// Prove the puzzles in this program again instead of making new ones
        #[arg(long)]
        prove: bool,
        #[command(flatten)]
        tables: Tables,
        #[command(flatten)]
        json: Json,
    },
    /// Solve a puzzle at this terminal
    Puzzle {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        /// Which one, from 1 [default: today's]
        #[arg(long, value_name = "N", conflicts_with_all = ["theme", "near"])]
        number: Option<usize>,
        /// One on this theme, such as trap, quiet, capture, sacrifice or hold
        #[arg(long, value_name = "THEME")]
        theme: Option<String>,
        /// One rated about this
        #[arg(long, value_name = "RATING")]
        near: Option<u32>,
    },
    /// Serve games, bots and tournaments to everybody who can reach this machine
    #[cfg(feature = "serve")]
    #[command(
        after_help = "Each option can be set in the environment and in a TOML file too: a flag beats the \
        environment, the environment beats the file. A rate is a number per time, such as 100/s, 30/min or \
        500/h, or `off`. A client is an IPv4 address or an IPv6 network of 64 bits. See docs/SERVER.md."
    )]
    Serve(Box<serve::Options>),
    /// Write the page as files for any web host, at any path, to be played without a server
    #[cfg(feature = "serve")]
    #[command(after_help = "Play against the engine, two at one screen, analysis and the rules run in the \
        browser, offline after the first visit. What needs a server is not shown. With --tables the page \
        also shows what every move of Bagh Chal is worth: it fetches a few kilobytes a position.")]
    Page {
        /// The folder to write to; what is in it is replaced where names are the same
        folder: PathBuf,
        /// Put exact tables beside it; the web host must support range requests, as almost all do
        #[arg(long)]
        tables: bool,
        /// The folder those tables are in, if not in the usual one
        #[arg(long, value_name = "FOLDER", requires = "tables")]
        dir: Option<PathBuf>,
    },
    /// Write the guide as files for any web host: how to play, run a server, program and add a game, and the results
    #[cfg(feature = "serve")]
    Docs {
        /// The folder to write to
        folder: PathBuf,
    },
    /// Bring an engine, ours or any program that speaks UGI, to a server
    #[cfg(feature = "serve")]
    #[command(after_help = bot::ABOUT)]
    Bot {
        /// The game, such as baghchal; `chautari games` lists them
        #[arg(value_parser = completed::game(), hide_possible_values = true)]
        game: String,
        #[command(flatten)]
        options: Box<Entrant>,
    },
    /// Copy everything a server keeps into a new file; servers may go on meanwhile
    #[cfg(feature = "serve")]
    Backup {
        #[command(flatten)]
        store: serve::Store,
        /// Copy only what is new since this backup; if that one was made with --since too, list every backup it
        /// builds on, in order
        #[arg(long, value_name = "FILE")]
        since: Vec<PathBuf>,
        /// The file to write; it must not be there yet. `-` writes to standard output
        file: PathBuf,
    },
    /// Fill a new database from a backup, all of it or nothing
    #[cfg(feature = "serve")]
    Restore {
        #[command(flatten)]
        store: serve::Store,
        /// A file that `backup` has written, then those made --since it, in order: everything is then as it was
        /// when the last of them was made
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Remove old games for good, if nobody played them by name: no person, no bot, no tournament
    #[cfg(feature = "serve")]
    Prune {
        #[command(flatten)]
        store: serve::Store,
        /// Remove games in which nothing has happened for this many days
        #[arg(long, value_name = "DAYS", value_parser = days())]
        older_than: u32,
        /// Only count them
        #[arg(long)]
        dry_run: bool,
    },
    /// Check that every event a server keeps is as it was written
    #[cfg(feature = "serve")]
    CheckLedger {
        #[command(flatten)]
        store: serve::Store,
    },
    /// Print the OpenAPI document of every HTTP API the server has, to generate clients from
    #[cfg(feature = "serve")]
    Openapi,
    /// Print a systemd unit that serves
    #[cfg(feature = "serve")]
    Systemd {
        /// Which unit
        #[arg(value_enum, default_value_t = serve::Unit::Service)]
        unit: serve::Unit,
        /// The user to run as [default: one that systemd makes]
        #[arg(long, value_name = "NAME", value_parser = serve::user)]
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
        #[arg(value_parser = help::about(), hide_possible_values = true)]
        about: Option<String>,
    },
}

#[derive(ClapArgs)]
pub(crate) struct Json {
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Position {
    /// The position, in the canonical notation; `-` reads it from standard input, a line [default: the start]
    #[arg(long, short, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

impl Position {
    /// The text, from standard input where that was said.
    pub(crate) fn text(self) -> Result<Option<String>, Failure> {
        input::line(self.position)
    }
}

#[derive(ClapArgs)]
pub(crate) struct Pictures {
    /// Draw the position into this file; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Paint the position into this file, or `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    /// Paint the moves one after the other into this file, or `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) gif: Option<PathBuf>,
    /// How wide a painted picture is, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 720)]
    pub(crate) size: u32,
    /// Draw the board the other way round
    #[arg(long)]
    pub(crate) flip: bool,
    /// Draw it in dark colours
    #[arg(long)]
    pub(crate) dark: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Thinking {
    /// How long to think, such as 500ms or 2s [default: 2s, where no other limit is given]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// How deep to think, in plies
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// How many nodes to visit
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) means: Means,
}

#[derive(ClapArgs)]
pub(crate) struct Means {
    /// How strong to play, 1 to 10
    #[arg(long, value_name = "N", value_parser = completed::level(), hide_possible_values = true)]
    pub(crate) level: Option<u8>,
    /// How many threads to think with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub(crate) threads: usize,
    /// How much memory the engine's tables may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = hash())]
    pub(crate) hash: usize,
    /// Where the exact tables are that full strength uses, or `none` [default: as for solve]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
}

/// How many threads an engine may think with, as in UGI.
fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=256)
}

/// How many MiB its tables may take, as in UGI.
fn hash() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=4096)
}

/// How many days something is kept: up to a hundred years.
#[cfg(feature = "serve")]
pub(crate) fn days() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=36_500)
}

fn lines(text: &str) -> Result<usize, String> {
    let most = Limit::MAX_LINES;
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {most}"))
}

/// Nobody waits longer; what is added to the clock must fit into it.
const LONGEST: Duration = Duration::from_hours(24 * 36_500);

/// `500ms`, `2s`, `1.5`: seconds unless it says otherwise.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, scale) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1.0),
    };
    let seconds = number.parse::<f64>().map_err(|_| "expected a time such as 500ms or 2s".to_owned())?;
    let time = Duration::try_from_secs_f64(seconds * scale).ok().filter(|time| *time <= LONGEST);
    time.ok_or_else(|| "a time must be positive, and at most a hundred years".to_owned())
}

/// What is listed of a solved game.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum List {
    /// The wins that take longest, in the sliding phase
    Longest,
    /// Positions in which one move alone holds a win or a draw
    Unique,
}

/// How much of a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Phase {
    /// From the last placement on: seconds, 93 MB
    Sliding,
    /// From the start: minutes, 2 GB on disk, 2.5 GB of memory
    All,
}

#[derive(ClapArgs)]
pub(crate) struct Tables {
    /// The game in which this many captures win; the same as GAME:captures=N
    #[arg(long, value_name = "N")]
    pub(crate) captures: Option<u8>,
    /// Where the tables are [default: the folder CHAUTARI_TABLES, or `tables` in CHAUTARI_DATA, or in
    /// your data folder ~/.local/share/chautari]
    #[arg(long, visible_alias = "tables", value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}
