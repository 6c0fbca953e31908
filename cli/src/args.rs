//! What can be typed.

use std::path::PathBuf;
use std::time::Duration;

use chautari_games::GAMES;
use clap::{Args as ClapArgs, Parser, Subcommand};

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
    /// Find the best move
    Think {
        game: String,
        #[command(flatten)]
        position: Position,
        /// Moves to play first
        #[arg(long, value_name = "MOVES", num_args = 1..)]
        moves: Vec<String>,
        #[command(flatten)]
        thinking: Thinking,
        #[command(flatten)]
        json: Json,
    },
    /// Count the nodes of a fixed piece of thinking for each game, and how fast it went
    Bench {
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
    /// How strong to play, 1 to 10
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<u8>,
    /// How many threads to think with
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// How much memory the engine's tables may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,
}

/// `500ms`, `2s`, `1.5`: seconds unless it says otherwise.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, scale) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1.0),
    };
    let seconds = number.parse::<f64>().map_err(|_| "expected a time such as 500ms or 2s".to_owned())?;
    Duration::try_from_secs_f64(seconds * scale).map_err(|_| "a time is positive and not endless".to_owned())
}
