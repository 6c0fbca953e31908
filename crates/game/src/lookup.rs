//! From a name to a game.

use crate::AnyGame;

/// The longest name of a game with its rules, in bytes. A name is kept with everything that is played, so it
/// must not be a place to put things.
const LONGEST: usize = 100;

/// The game of that name, with rules changed where the name says so: `baghchal`,
/// `baghchal:captures=3`. The error says what was wrong and what there is instead.
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

/// The one name of a game under its rules: `baghchal`, or `baghchal:captures=3` where a rule is not the usual
/// one. [`find`] reads it.
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
