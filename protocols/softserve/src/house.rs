//! Players that the server itself plays.

use chautari_game::Level;

/// A player that needs no bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum House {
    /// Plays any legal action, each as likely as the others.
    Random,
    /// The game's own engine.
    Engine(Level),
}

/// The name of the player that plays at random.
pub const RANDOM: &str = "random";
/// What stands before the level of an engine: `chautari-3`.
const ENGINE: &str = "chautari-";

impl House {
    /// Who goes by that name, if it is one of the house.
    pub fn named(name: &str) -> Option<House> {
        if name == RANDOM {
            return Some(House::Random);
        }
        let level = name.strip_prefix(ENGINE)?;
        // Only one text a player: `chautari-03` is nobody.
        let number: u8 = level.parse().ok().filter(|number: &u8| number.to_string() == level)?;
        Level::new(number).map(House::Engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_house_has_eleven_players() {
        assert_eq!(House::named("random"), Some(House::Random));
        assert_eq!(House::named("chautari-10"), Level::new(10).map(House::Engine));
        for name in ["chautari-0", "chautari-11", "chautari-01", "chautari-+1", "chautari-", "Random", "x"] {
            assert_eq!(House::named(name), None, "{name}");
        }
    }
}
