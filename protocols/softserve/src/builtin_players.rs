//! The server's built-in players: `random` and the engine's levels.

use chautari_game::Level;

/// A player that needs no bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinPlayer {
    /// Plays any legal action, each as likely as the others.
    Random,
    /// The game's own engine.
    Engine(Level),
}

/// The name of the player that plays at random.
pub const RANDOM: &str = "random";
/// The prefix of an engine's level in its name: `chautari-3`.
const ENGINE: &str = "chautari-";

impl BuiltinPlayer {
    /// Returns the built-in player of that name; `None` for any other name.
    pub fn by_name(name: &str) -> Option<BuiltinPlayer> {
        if name == RANDOM {
            return Some(BuiltinPlayer::Random);
        }
        let level = name.strip_prefix(ENGINE)?;
        // Each player has one name: `chautari-03` is none.
        let number: u8 = level.parse().ok().filter(|number: &u8| number.to_string() == level)?;
        Level::new(number).map(BuiltinPlayer::Engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eleven_builtin_players() {
        assert_eq!(BuiltinPlayer::by_name("random"), Some(BuiltinPlayer::Random));
        assert_eq!(BuiltinPlayer::by_name("chautari-10"), Level::new(10).map(BuiltinPlayer::Engine));
        for name in ["chautari-0", "chautari-11", "chautari-01", "chautari-+1", "chautari-", "Random", "x"] {
            assert_eq!(BuiltinPlayer::by_name(name), None, "{name}");
        }
    }
}
