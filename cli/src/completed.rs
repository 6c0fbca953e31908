//! What a shell completes: the names there are, where others may be taken as well.

use std::ffi::OsStr;

use chautari_game::Level;
use clap::builder::{
    PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser, ValueParserFactory,
};
use clap::{Arg, Command, CommandFactory, Error, ValueHint};
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

/// `help` explains the commands, too. While they are being put together it does not know them.
fn with_help(command: Command) -> Command {
    // They are needed once, until the program ends.
    let names: Vec<&'static str> =
        command.get_subcommands().map(|command| &*command.get_name().to_owned().leak()).collect();
    let explained = move |arg: Arg| {
        let topics: Vec<_> = arg.get_possible_values();
        let names = names.into_iter().map(PossibleValue::new);
        arg.value_parser(PossibleValuesParser::new(names.chain(topics)))
    };
    command.mut_subcommand("help", |help| help.mut_arg("about", explained))
}

/// What bash is told besides.
fn bash(command: &Command, script: &[u8]) -> Vec<u8> {
    let takes_path = |arg: &Arg| {
        matches!(arg.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath)
    };
    let takers = command.get_subcommands().filter(|command| command.get_positionals().any(takes_path));
    let takers: Vec<_> = takers.map(Command::get_name).collect();
    let script = String::from_utf8_lossy(script).replacen("_chautari() {", "_chautari_words() {", 1);
    let around = include_str!("completed.bash").replace("COMMANDS_WITH_FILES", &takers.join("|"));
    (script + &around).into_bytes()
}

/// The script that has a shell complete everything.
pub(crate) fn script(shell: Shell) -> Vec<u8> {
    let (mut command, mut script) = (with_help(Args::command()), Vec::new());
    clap_complete::generate(shell, &mut command, "chautari", &mut script);
    if shell == Shell::Bash {
        return bash(&command, &script);
    }
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
