//! Shell completion of free-form arguments: value parsers that also list likely values.

use std::ffi::OsStr;

use chautari_game::Level;
use clap::builder::{
    PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser, ValueParserFactory,
};
use clap::{Arg, Command, Error};

use crate::engine_spec::{self, EngineSpec};
use crate::registry::games;

/// A value parser with suggestions for shells. Values that are not suggested are accepted as well.
#[derive(Clone)]
pub(crate) struct WithCompletions<P> {
    parser: P,
    values: fn() -> Vec<PossibleValue>,
}

impl<P> WithCompletions<P> {
    pub(crate) fn new(parser: P, values: fn() -> Vec<PossibleValue>) -> WithCompletions<P> {
        WithCompletions { parser, values }
    }
}

impl<P: TypedValueParser> TypedValueParser for WithCompletions<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.values)().into_iter()))
    }
}

/// Parses the name of a game. It may change rules, as `baghchal:captures=3` does, and is looked up later.
pub(crate) fn game() -> WithCompletions<StringValueParser> {
    let values = || {
        let infos = games().iter().map(|game| game.info());
        infos.map(|info| PossibleValue::new(info.id).help(info.about)).collect()
    };
    WithCompletions::new(StringValueParser::new(), values)
}

/// Parses the level of an engine.
pub(crate) fn level() -> WithCompletions<<u8 as ValueParserFactory>::Parser> {
    let values =
        || Level::all().map(|level| PossibleValue::new(LEVELS[level.index()]).help(level.name())).collect();
    WithCompletions::new(u8::value_parser(), values)
}

const LEVELS: [&str; Level::COUNT] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// Parses the name of a dialect; those of all games are suggested.
pub(crate) fn dialect() -> WithCompletions<StringValueParser> {
    let values = || {
        let mut ids: Vec<_> =
            games().iter().flat_map(|game| game.dialects()).map(|dialect| dialect.id).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().map(PossibleValue::new).collect()
    };
    WithCompletions::new(StringValueParser::new(), values)
}

/// Parses the name of an engine.
pub(crate) fn engine() -> WithCompletions<impl TypedValueParser<Value = EngineSpec>> {
    let values = || {
        let kinds = ["random", "greedy", "tables", "level:1", "level:5", "level:10", "mcts:1000", "cmd:"];
        kinds.into_iter().map(PossibleValue::new).collect()
    };
    WithCompletions::new(engine_spec::parse as fn(&str) -> Result<EngineSpec, String>, values)
}

/// Topics of `help` besides commands and games.
pub(crate) const HELP_TOPICS: [&str; 3] = ["notations", "levels", "engines"];

/// Parses what `help` explains: a topic, a game or a command. The commands are not suggested here because they
/// are not known while the parser is built; [`with_commands_as_topics`] adds them.
pub(crate) fn help_topic() -> WithCompletions<StringValueParser> {
    WithCompletions::new(StringValueParser::new(), || {
        let games = games().iter().map(|game| game.info().id);
        HELP_TOPICS.into_iter().chain(games).map(PossibleValue::new).collect()
    })
}

/// Adds the names of all commands to the suggestions of `help`.
pub(crate) fn with_commands_as_topics(command: Command) -> Command {
    // Leaked once per process, because clap wants names that live until the end.
    let names: Vec<&'static str> =
        command.get_subcommands().map(|command| &*command.get_name().to_owned().leak()).collect();
    let add_names = move |arg: Arg| {
        let topics: Vec<_> = arg.get_possible_values();
        let names = names.into_iter().map(PossibleValue::new);
        arg.value_parser(PossibleValuesParser::new(names.chain(topics)))
    };
    command.mut_subcommand("help", |help| help.mut_arg("about", add_names))
}
