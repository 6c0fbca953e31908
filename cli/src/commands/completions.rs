//! `completions`: scripts that complete the command line in a shell.

use std::io::Write;

use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::Shell;

use crate::args::Args;
use crate::completion::with_commands_as_topics;
use crate::output::CommandResult;

/// Prints the completion script for a shell.
pub(super) fn run(shell: Shell, out: &mut dyn Write) -> CommandResult {
    Ok(out.write_all(&script(shell))?)
}

fn script(shell: Shell) -> Vec<u8> {
    let (mut command, mut script) = (with_commands_as_topics(Args::command()), Vec::new());
    clap_complete::generate(shell, &mut command, "chautari", &mut script);
    match shell {
        Shell::Bash => bash(&command, &script),
        Shell::Fish => {
            script.extend(fish_positionals(&command).bytes());
            script
        }
        _ => script,
    }
}

/// Wraps the generated script in a function that handles colons and file names.
fn bash(command: &Command, script: &[u8]) -> Vec<u8> {
    let takes_path = |arg: &Arg| {
        matches!(arg.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath)
    };
    let takers = command.get_subcommands().filter(|command| command.get_positionals().any(takes_path));
    let takers: Vec<_> = takers.map(Command::get_name).collect();
    let script = String::from_utf8_lossy(script).replacen("_chautari() {", "_chautari_words() {", 1);
    let wrapper = include_str!("completions.bash").replace("COMMANDS_WITH_FILES", &takers.join("|"));
    (script + &wrapper).into_bytes()
}

/// Completions of positional arguments, which `clap_complete` omits for fish.
fn fish_positionals(command: &Command) -> String {
    let mut lines = String::new();
    for command in command.get_subcommands() {
        let values = command.get_positionals().filter_map(|arg| arg.get_value_parser().possible_values());
        let names: Vec<_> = values.flatten().map(|value| value.get_name().to_owned()).collect();
        if !names.is_empty() {
            let (name, names) = (command.get_name(), names.join(" "));
            lines.extend([
                "complete -c chautari -n \"__fish_seen_subcommand_from ",
                name,
                "\" -a \"",
                &names,
                "\"\n",
            ]);
        }
    }
    lines
}
