//! `help` and `man`: commands, games and topics explained.

use std::fs;
use std::io::Write;
use std::path::Path;

use chautari_game::Level;
use clap::CommandFactory;
use clap::builder::{PossibleValue, StringValueParser};

use crate::args::{Args, ENGINES};
use crate::completed::Completed;
use crate::report::Failure;
use crate::{Done, games};

/// What is explained that is neither a command nor a game.
pub(crate) const TOPICS: [&str; 3] = ["notations", "levels", "engines"];

/// What may be asked for.
pub(crate) fn about() -> Completed<StringValueParser> {
    Completed::new(StringValueParser::new(), || {
        // The commands are not known while they are being put together; shells have them from elsewhere.
        let topics = TOPICS.into_iter();
        let games = games().iter().map(|game| game.info().id);
        topics.chain(games).map(PossibleValue::new).collect()
    })
}

pub(super) fn run(about: Option<&str>, out: &mut dyn Write) -> Done {
    let mut command = Args::command();
    // Without this a command does not know that it is one of ours.
    command.build();
    let Some(about) = about else { return Ok(write!(out, "{}", command.render_long_help().ansi())?) };
    if let Some(command) = command.find_subcommand_mut(about) {
        return Ok(write!(out, "{}", command.render_long_help().ansi())?);
    }
    match about {
        "notations" => return notations(out),
        "levels" => return levels(out),
        "engines" => return Ok(write!(out, "{ENGINES}\nThey are for `match`, `tournament` and `bot`.\n")?),
        _ => {}
    }
    if let Some(game) = games().iter().find(|game| game.info().id == about) {
        return rules(game.info().rulebook, out);
    }
    let topics = TOPICS.join(", ");
    let games: Vec<_> = games().iter().map(|game| game.info().id).collect();
    Err(Failure::bad(format!(
        "There is no help about `{about}`. Help is available for every command, {topics}, and the rules of {}.",
        games.join(", ")
    )))
}

/// A rulebook as it is read at a terminal: boards and examples are indented, without the fences around them.
fn rules(text: &str, out: &mut dyn Write) -> Done {
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

/// One page for everything, or a page for every command.
pub(super) fn manual(folder: Option<&Path>, out: &mut dyn Write) -> Done {
    let Some(folder) = folder else {
        return Ok(clap_mangen::Man::new(Args::command()).render(&mut &mut *out)?);
    };
    let fail = |e| Failure::bad(format!("{} cannot be written: {e}.", folder.display()));
    fs::create_dir_all(folder).map_err(fail)?;
    clap_mangen::generate_to(Args::command(), folder).map_err(fail)
}

/// How positions, moves and games are written, with the start of each game as an example.
fn notations(out: &mut dyn Write) -> Done {
    writeln!(
        out,
        "Every game has one canonical notation, which --json always has, and reads others that are in use. Moves are\n\
         printed as people write them, and may be typed either way: `chautari replay GAME MOVES`.\n\n\
         A position goes after --position, in quotes. `chautari convert` takes dialects: --from the one the text is in,\n\
         --to the one to write. With a dialect that holds a game, the text is a whole game."
    )?;
    for game in games() {
        let (info, start) = (game.info(), game.start());
        writeln!(out, "\n{}: {}", info.id, info.name)?;
        writeln!(out, "  a position  {}", start.position())?;
        if let Some(offer) = start.offers().first() {
            writeln!(out, "  a move      {}, as people write it {}", offer.text, offer.human)?;
        }
        for dialect in game.dialects() {
            writeln!(out, "  {:<11} {} (a {})", dialect.id, dialect.about, dialect.scope.name())?;
        }
    }
    Ok(())
}

fn levels(out: &mut dyn Write) -> Done {
    writeln!(
        out,
        "An engine plays at a level from 1 to 10: `chautari play GAME --level 4`, `level:4` in a match. Levels differ\n\
         in how far they look and how much they overlook, never in time: a level is as strong on a busy machine.\n"
    )?;
    for level in Level::all() {
        writeln!(out, "  {:>2}  {:<14} {}", level.number(), level.name(), level.about())?;
    }
    writeln!(
        out,
        "\nEach takes about 70 % of the points from the one below it; docs/LEVELS.md has what was measured."
    )?;
    Ok(())
}
