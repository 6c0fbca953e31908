//! Which game the tables are of, and where they are.

use std::env;
use std::path::PathBuf;

use chautari_baghchal::Baghchal;
use chautari_game::Game;

use crate::report::Failure;
use crate::{args, input};

/// The rules to solve a game under. One game is solved; the others are told so.
pub(super) fn rules(name: &str, tables: &args::Tables) -> Result<Baghchal, Failure> {
    let game = input::game(name)?;
    let profiles = [Baghchal::OPTIONAL, Baghchal::COMPULSORY];
    let Some(profile) = profiles.into_iter().find(|profile| Game::info(*profile) == game.info()) else {
        let known = profiles.map(|profile| Game::info(profile).id).join(", ");
        return Err(Failure::bad(format!("{} is not solved; there are: {known}.", game.info().name)));
    };
    let captures = match tables.captures {
        Some(captures) => captures.into(),
        None => game.rules().first().map_or(profile.captures_to_win().into(), |rule| rule.value),
    };
    u8::try_from(captures)
        .ok()
        .and_then(|captures| profile.with_captures_to_win(captures))
        .ok_or_else(|| Failure::bad("From 1 to 20 captures can win."))
}

/// The folder that was named, or the one of this user.
pub(super) fn folder(tables: &args::Tables) -> Result<PathBuf, Failure> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || Some(variable("HOME")?.join(".local/share"));
    let data = || variable("XDG_DATA_HOME").or_else(|| variable("LOCALAPPDATA")).or_else(home);
    let ours = || variable("CHAUTARI_DATA").or_else(|| Some(data()?.join("chautari")));
    tables
        .dir
        .clone()
        .or_else(|| Some(ours()?.join("baghchal")))
        .ok_or_else(|| Failure::bad("There is no home folder; say --dir FOLDER."))
}
