//! What can be typed where engines meet: a match, a tournament.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use chautari_arena::{Format, Sprt};
use clap::Args as ClapArgs;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{duration, hash, threads};
use crate::completed;
use crate::contender::Contender;

#[derive(ClapArgs)]
pub(crate) struct Contest {
    /// The engine whose score is shown
    #[arg(long, value_name = "ENGINE", value_parser = completed::engine(), hide_possible_values = true)]
    pub(crate) first: Contender,
    /// Its opponent
    #[arg(long, value_name = "ENGINE", value_parser = completed::engine(), hide_possible_values = true)]
    pub(crate) second: Contender,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) play: HowToPlay,
    /// Stop once the test decides that the gain is ELO0 or less, or ELO1 or more
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Save the games, one JSON object a line, to a new file
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
}

/// How engines play against each other.
#[derive(ClapArgs)]
pub(crate) struct HowToPlay {
    /// How long to think about a move [default: 100ms, where no other limit is given]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Give each side a time for the whole game and an increment for each move, such as 10s+0.1s; whoever
    /// runs out loses
    #[arg(long, value_name = "T+T", value_parser = clock, conflicts_with = "time")]
    pub(crate) clock: Option<(Duration, Duration)>,
    /// How deep to think, in plies
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// How many nodes to visit a move
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// How late a move may come before it loses [default: 1s; 60s where no time is given]
    #[arg(long, value_name = "T", value_parser = duration)]
    pub(crate) grace: Option<Duration>,
    /// How many threads each engine thinks with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub(crate) threads: usize,
    /// How much memory each engine's tables may take, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = hash())]
    pub(crate) hash: usize,
    /// Begin with these, one position or list of moves a line, over and over
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Begin with this many random plies
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) plies: u32,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Where exact tables are, for the engine `tables` [default: as for solve]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// The most memory each program may take, in MiB; Linux only
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
    memory: Option<u64>,
    /// How many processors each program may run on; Linux only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    processors: Option<u16>,
}

impl HowToPlay {
    /// What a program may take from the machine.
    pub(crate) fn bounds(&self) -> chautari_ugi::Bounds {
        let memory = self.memory.map(|mebibytes| mebibytes << 20);
        chautari_ugi::Bounds { memory, processors: self.processors.map(usize::from) }
    }

    /// What the games depend on, by the names of the options: those that were said, and the usual ones of the others.
    pub(crate) fn settings(&self) -> BTreeMap<&'static str, String> {
        let millis = |time: Duration| format!("{}ms", time.as_secs_f64() * 1e3);
        let openings = self.openings.as_ref().map(|path| {
            // A file of the same name may have changed; one that cannot be read is complained about elsewhere.
            let text = std::fs::read(path).unwrap_or_default();
            format!("{} ({})", path.display(), &blake3::hash(&text).to_hex()[..16])
        });
        let said = [
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
        said.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

#[derive(ClapArgs)]
pub(crate) struct Cup {
    /// A player; the strongest first, if you know
    #[arg(long = "engine", value_name = "ENGINE", value_parser = completed::engine(), hide_possible_values = true, required = true)]
    pub(crate) engines: Vec<Contender>,
    /// Who meets whom
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = format())]
    pub(crate) format: Format,
    /// How many rounds a Swiss tournament has [default: enough to find one winner]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<u32>,
    /// How many games a meeting has; each opening is played from both sides
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) play: HowToPlay,
    /// Keep every game in this file, one JSON object a line; if it exists, resume where it ends
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Stop once the test decides that the first of two engines is ELO0 stronger or less, or ELO1 or more
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Write the standings as comma-separated values to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write all games as PGN to this file; moves are in the game's own notation if it has no PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
}

/// The formats for engines: those with rounds and a fixed number of games per pairing.
const FORMATS: [(Format, &str, &str); 4] = [
    (Format::RoundRobin, "round-robin", "Everybody meets everybody"),
    (Format::DoubleRoundRobin, "double-round-robin", "Everybody meets everybody twice"),
    (Format::Swiss, "swiss", "Equals meet"),
    (Format::Gauntlet, "gauntlet", "The first meets each of the others"),
];

fn format() -> impl TypedValueParser<Value = Format> {
    let values = FORMATS.map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(values).map(|name| {
        let known = FORMATS.into_iter().find(|(_, known, _)| *known == name);
        known.expect("only the names above are accepted").0
    })
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let claims = match numbers.as_deref() {
        Ok(&[elo0, elo1]) => Some(Sprt::new(elo0, elo1)),
        Ok(&[elo0, elo1, alpha, beta]) => Some(Sprt { elo0, elo1, alpha, beta }),
        _ => None,
    };
    claims.filter(Sprt::is_sound).ok_or_else(|| {
        "expected two differences in Elo, the smaller first, and perhaps two risks below a half, such as \
         0,10 or 0,10,0.05,0.05"
            .to_owned()
    })
}

/// `10s+0.1s`: a time for the game, and one for each move.
fn clock(text: &str) -> Result<(Duration, Duration), String> {
    let (total, gain) = text.split_once('+').unwrap_or((text, "0"));
    Ok((duration(total)?, duration(gain)?))
}
