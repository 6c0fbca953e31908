//! What a shell completes: the names there are, where others may be taken as well.

use std::ffi::OsStr;

use chautari_game::Level;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Command, CommandFactory, Error};
use clap_complete::Shell;

use crate::args::Args;
use crate::contender::{self, Contender};

/// Reads as another parser does, and tells shells what may stand here.
#[derive(Clone)]
pub(crate) struct Completed<P> {
    parser: P,
    names: fn() -> Vec<PossibleValue>,
}

impl<P> Completed<P> {
    pub(crate) fn new(parser: P, names: fn() -> Vec<PossibleValue>) -> Completed<P> {
        Completed { parser, names }
    }
}

impl<P: TypedValueParser> TypedValueParser for Completed<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

/// A game. Its name may change rules, `baghchal:captures=3`, so that it is looked up later.
pub(crate) fn game() -> Completed<StringValueParser> {
    let names = || {
        let infos = crate::games().iter().map(|game| game.info());
        infos.map(|info| PossibleValue::new(info.id).help(info.about)).collect()
    };
    Completed::new(StringValueParser::new(), names)
}

/// How strong to play.
pub(crate) fn level() -> Completed<<u8 as ValueParserFactory>::Parser> {
    let names =
        || Level::all().map(|level| PossibleValue::new(LEVELS[level.index()]).help(level.name())).collect();
    Completed::new(u8::value_parser(), names)
}

const LEVELS: [&str; Level::COUNT] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// A dialect of any game.
pub(crate) fn dialect() -> Completed<StringValueParser> {
    let names = || {
        let mut ids: Vec<_> =
            crate::games().iter().flat_map(|game| game.dialects()).map(|one| one.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(PossibleValue::new).collect()
    };
    Completed::new(StringValueParser::new(), names)
}

/// Who plays in a match.
pub(crate) fn engine() -> Completed<impl TypedValueParser<Value = Contender>> {
    let names = || {
        let kinds = ["random", "greedy", "tables", "level:1", "level:5", "level:10", "mcts:1000", "cmd:"];
        kinds.into_iter().map(PossibleValue::new).collect()
    };
    Completed::new(contender::read as fn(&str) -> Result<Contender, String>, names)
}

/// The script that has a shell complete everything.
pub(crate) fn script(shell: Shell) -> Vec<u8> {
    let (mut command, mut script) = (Args::command(), Vec::new());
    clap_complete::generate(shell, &mut command, "chautari", &mut script);
    if shell == Shell::Fish {
        // It is told of options alone, not of what stands by itself.
        for command in command.get_subcommands() {
            let values = command.get_positionals().filter_map(|arg| arg.get_value_parser().possible_values());
            let names: Vec<_> = values.flatten().map(|value| value.get_name().to_owned()).collect();
            if !names.is_empty() {
                let (name, names) = (command.get_name(), names.join(" "));
                let line = format!(
                    "complete -c chautari -n \"__fish_seen_subcommand_from {name}\" -a \"{names}\"\n"
                );
                script.extend(line.bytes());
            }
        }
    }
    script
}
