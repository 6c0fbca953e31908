//! `games`: lists the games.

use std::io::Write;

use chautari_game::{AnyGame, Dialect, Rule};
use serde::Serialize;

use crate::output::CommandResult;
use crate::registry::games;

#[derive(Serialize)]
struct GameLine {
    id: &'static str,
    name: &'static str,
    about: &'static str,
    sides: [&'static str; 2],
    rule_version: u32,
    repetition: Option<&'static str>,
    rules: Vec<Rule>,
    dialects: Vec<Dialect>,
}

pub(super) fn run(json: bool, out: &mut dyn Write) -> CommandResult {
    for (i, game) in games().iter().enumerate() {
        let line = describe(*game);
        if json {
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
            continue;
        }
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", line.id)?;
        writeln!(out, "  name      {}: {}", line.name, line.about)?;
        writeln!(
            out,
            "  sides     {} and {}; rule version {}",
            line.sides[0], line.sides[1], line.rule_version
        )?;
        if let Some(repetition) = line.repetition {
            writeln!(out, "  draw      {repetition}")?;
        }
        for rule in &line.rules {
            let name = format!("{}:{}={}", line.id, rule.name, rule.value);
            writeln!(out, "  rule      {name}: {}, {} to {}", rule.about, rule.min, rule.max)?;
        }
        for dialect in &line.dialects {
            writeln!(out, "  dialect   {:<8} {} (a {})", dialect.id, dialect.about, dialect.scope.name())?;
        }
    }
    Ok(())
}

fn describe(game: &dyn AnyGame) -> GameLine {
    let info = game.info();
    GameLine {
        id: info.id,
        name: info.name,
        about: info.about,
        sides: info.sides,
        rule_version: info.rule_version,
        repetition: info.repetition,
        rules: game.rules(),
        dialects: game.dialects(),
    }
}
