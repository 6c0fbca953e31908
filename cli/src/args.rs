//! What can be typed.

use std::path::PathBuf;

use chautari_games::GAMES;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Abstract board games: exact rules, every notation, a place to play.
#[derive(Parser)]
#[command(name = "chautari", version, about, after_help = after_help(), max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

fn after_help() -> String {
    let ids: Vec<_> = GAMES.iter().map(|game| game.info().id).collect();
    format!(
        "GAME is one of: {}. A rule may be changed behind a colon: baghchal:captures=3.\n\
         `-` in place of a text reads standard input. Exit 0: done; 1: the answer is no; 2: bad usage or input.",
        ids.join(", ")
    )
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games with their sides, rules and dialects
    Games {
        #[command(flatten)]
        json: Json,
    },
    /// Count the lines of play to a depth
    Perft {
        game: String,
        /// How many plies
        depth: u32,
        #[command(flatten)]
        position: Position,
        /// Count behind each first move
        #[arg(long)]
        divide: bool,
        #[command(flatten)]
        json: Json,
    },
    /// List the legal moves and where they lead
    Moves {
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
    /// Play moves through and show each ply; an illegal one is refused with its reason
    Replay {
        game: String,
        #[command(flatten)]
        position: Position,
        /// The moves; `-` reads them from standard input
        #[arg(required = true, value_name = "MOVES")]
        moves: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Convert between the dialects of a game, positions and whole games
    #[command(after_help = "Dialects of a game: `chautari games`. Examples:\n  \
        chautari convert baghchal --to obx@ 'TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1'\n  \
        chautari convert baghchal --from moves --to lines mC3 mA1B1\n  \
        chautari convert baghchal --from lines --to moves - < game.txt")]
    Convert {
        game: String,
        /// The dialect the text is in [default: the canonical one]
        #[arg(long, value_name = "DIALECT")]
        from: Option<String>,
        /// The dialect to write [default: the canonical one]
        #[arg(long, value_name = "DIALECT")]
        to: Option<String>,
        /// Take the text as moves in the one dialect and write them in the other
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
    /// Draw a position
    Show {
        game: String,
        #[command(flatten)]
        position: Position,
        /// Moves to play first
        #[arg(value_name = "MOVES")]
        moves: Vec<String>,
        #[command(flatten)]
        json: Json,
    },
    /// Play at this terminal, two people in turn
    Play {
        game: String,
        #[command(flatten)]
        position: Position,
        /// Go on with a saved game
        #[arg(long, value_name = "FILE", conflicts_with = "position")]
        load: Option<PathBuf>,
    },
    /// Solve a game outright and keep the exact value of every position in tables
    #[command(after_help = "Tables that are there already are checked and kept, so that work which \
        was cut off goes on where it was.")]
    Solve {
        game: String,
        /// How much of the game
        #[arg(long, value_enum, default_value_t = Phase::All)]
        phase: Phase,
        #[command(flatten)]
        tables: Tables,
        /// Derive a million random values of each layer and side again from those one move on
        #[arg(long)]
        verify: bool,
        /// Count what is won, drawn and lost, up to symmetry
        #[arg(long)]
        stats: bool,
        #[command(flatten)]
        json: Json,
    },
    /// Tell the exact value of a position and of every legal move, from the tables of `solve`
    Probe {
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
    /// Print a completion script for a shell
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    Man,
}

#[derive(ClapArgs)]
pub(crate) struct Json {
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct Position {
    /// The position, in the canonical notation [default: the start]
    #[arg(long, short, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

/// How much of a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Phase {
    /// From the last placement on: seconds, 93 MB
    Sliding,
    /// From the start: minutes, 2 GB on disk and in memory
    All,
}

#[derive(ClapArgs)]
pub(crate) struct Tables {
    /// The game in which this many captures win; the same as GAME:captures=N
    #[arg(long, value_name = "N")]
    pub(crate) captures: Option<u8>,
    /// Where the tables are [default: a folder of yours, see CHAUTARI_DATA]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,
}
