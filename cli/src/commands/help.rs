//! `help` and `man`: explain commands, games and topics.

use std::fs;
use std::io::Write;
use std::path::Path;

use chautari_game::Level;
use clap::CommandFactory;

use crate::args::{Args, ENGINES};
use crate::completion::HELP_TOPICS;
use crate::output::{CommandResult, Failure};
use crate::registry::games;

pub(super) fn run(about: Option<&str>, out: &mut dyn Write) -> CommandResult {
    let mut command = Args::command();
    // Without `build` the usage line of a subcommand lacks the program's name.
    command.build();
    let Some(about) = about else { return Ok(write!(out, "{}", command.render_long_help().ansi())?) };
    if let Some(command) = command.find_subcommand_mut(about) {
        return Ok(write!(out, "{}", command.render_long_help().ansi())?);
    }
    match about {
        "notations" => return notations(out),
        "levels" => return levels(out),
        "engines" => return Ok(write!(out, "{ENGINES}\nUsed by `match`, `tournament` and `bot`.\n")?),
        _ => {}
    }
    if let Some(game) = games().iter().find(|game| game.info().id == about) {
        return rules(game.info().rulebook, out);
    }
    let topics = HELP_TOPICS.join(", ");
    let games: Vec<_> = games().iter().map(|game| game.info().id).collect();
    Err(Failure::bad(format!(
        "No help for `{about}`. Topics are every command, {topics}, and the rules of {}.",
        games.join(", ")
    )))
}

/// Prints a rulebook; code blocks are indented instead of fenced.
fn rules(text: &str, out: &mut dyn Write) -> CommandResult {
    let mut is_fenced = false;
    for line in text.lines() {
        match line {
            fence if fence.starts_with("```") => is_fenced = !is_fenced,
            line if is_fenced => writeln!(out, "    {line}")?,
            line => writeln!(out, "{line}")?,
        }
    }
    Ok(())
}

/// Prints one manual page, or writes one per command into a folder.
pub(super) fn manual(folder: Option<&Path>, out: &mut dyn Write) -> CommandResult {
    let Some(folder) = folder else {
        return Ok(clap_mangen::Man::new(Args::command()).render(&mut &mut *out)?);
    };
    let fail = |e| Failure::bad(format!("{} cannot be written: {e}.", folder.display()));
    fs::create_dir_all(folder).map_err(fail)?;
    clap_mangen::generate_to(Args::command(), folder).map_err(fail)
}

/// Explains the notations of positions, moves and games, with the start of each game as an example.
fn notations(out: &mut dyn Write) -> CommandResult {
    writeln!(
        out,
        "Every game has one canonical notation, which --json always uses, and reads other common ones. Moves are\n\
         printed in human notation and can be typed in either: `chautari replay GAME MOVES`.\n\n\
         A position goes after --position, in quotes. `chautari convert` converts from the dialect --from to the\n\
         dialect --to. For dialects of whole games, the text is a game."
    )?;
    for game in games() {
        let (info, start) = (game.info(), game.start());
        writeln!(out, "\n{}: {}", info.id, info.name)?;
        writeln!(out, "  a position  {}", start.position())?;
        if let Some(offer) = start.offers().first() {
            writeln!(out, "  a move      {}, in human notation {}", offer.text, offer.human)?;
        }
        for dialect in game.dialects() {
            writeln!(out, "  {:<11} {} (a {})", dialect.id, dialect.about, dialect.scope.name())?;
        }
    }
    Ok(())
}

/// Explains the levels of the engines.
fn levels(out: &mut dyn Write) -> CommandResult {
    writeln!(
        out,
        "An engine plays at a level from 1 to 10: `chautari play GAME --level 4`, `level:4` in a match. Levels differ\n\
         in search depth and mistakes, not in time, so a level is equally strong on a busy machine.\n"
    )?;
    for level in Level::all() {
        writeln!(out, "  {:>2}  {:<14} {}", level.number(), level.name(), level.about())?;
    }
    writeln!(out, "\nEach scores about 70 % against the one below it; see docs/LEVELS.md for measurements.")?;
    Ok(())
}
