//! Finding a game by its name.

use crate::AnyGame;

/// The maximum length of a game's name with its rules, in bytes. The name is stored with every match, so it
/// must not grow without bound.
const LONGEST: usize = 100;

/// Returns the game with this name and rules: `baghchal`, `baghchal:captures=3`. The error explains what is
/// wrong and which names exist.
pub fn find(games: &[&dyn AnyGame], name: &str) -> Result<Box<dyn AnyGame>, String> {
    if name.len() > LONGEST {
        return Err(format!("The name of a game with its rules has at most {LONGEST} bytes."));
    }
    let (id, changes) = name.split_once(':').unwrap_or((name, ""));
    let Some(found) = games.iter().find(|game| game.info().id == id) else {
        return Err(unknown(games, id));
    };
    let mut game = found.boxed();
    for change in changes.split(',').filter(|change| !change.is_empty()) {
        let (rule, value) = change.split_once('=').unwrap_or((change, ""));
        game = game.with_rule(rule, value).map_err(|fault| fault.to_string())?;
    }
    Ok(game)
}

/// Returns the canonical name of a game: `baghchal`, or `baghchal:captures=3` if a rule differs from the
/// default. [`find`] accepts it.
pub fn canonical(games: &[&dyn AnyGame], game: &dyn AnyGame) -> String {
    let id = game.info().id;
    let usual = games.iter().find(|other| other.info().id == id).map(|game| game.rules()).unwrap_or_default();
    let changed = game.rules().into_iter().filter(|rule| !usual.contains(rule));
    let written: Vec<_> = changed.map(|rule| format!("{}={}", rule.name, rule.value)).collect();
    if written.is_empty() { id.to_owned() } else { format!("{id}:{}", written.join(",")) }
}

fn unknown(games: &[&dyn AnyGame], id: &str) -> String {
    let ids = || games.iter().map(|game| game.info().id);
    let near = ids().max_by(|a, b| strsim::jaro_winkler(a, id).total_cmp(&strsim::jaro_winkler(b, id)));
    match near.filter(|near| strsim::jaro_winkler(near, id) > 0.7) {
        Some(near) => format!("There is no game `{id}`. Did you mean `{near}`?"),
        None => format!("There is no game `{id}`. There are: {}.", ids().collect::<Vec<_>>().join(", ")),
    }
}
