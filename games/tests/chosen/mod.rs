//! The games to test: all, or the one that `./check GAME` names in CHAUTARI_GAME, with all its profiles.

pub(crate) fn is_chosen(id: &str) -> bool {
    let Some(game) = std::env::var_os("CHAUTARI_GAME") else { return true };
    let game = game.to_str().expect("a game has a name in ASCII");
    id.strip_prefix(game).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}
