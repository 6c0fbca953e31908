//! Playing levels: their numbers, names and ratings.

/// The playing strength of an engine, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The name and description of each level. How a level is weakened is defined by each game.
const TABLE: [(&str, &str); Level::COUNT] = [
    ("newcomer", "knows the rules but looks only at its own move"),
    ("beginner", "sees a simple threat on a good day"),
    ("learner", "considers your reply but misses a lot"),
    ("casual", "looks one exchange ahead when it pays attention"),
    ("regular", "looks a little further but often plays too fast"),
    ("club", "thinks about most of its moves"),
    ("strong", "thinks ahead, with an occasional lapse"),
    ("expert", "punishes mistakes and makes few"),
    ("master", "slips at most once in a game"),
    ("full strength", "everything the engine can do in the time it has"),
];

impl Level {
    /// The number of levels.
    pub const COUNT: usize = 10;

    /// Full strength.
    pub const FULL: Level = Level(Level::COUNT as u8);

    /// Returns the level with this number, if it is valid.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number as usize <= Level::COUNT { Some(Level(number)) } else { None }
    }

    /// Returns all levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::COUNT as u8).map(Level)
    }

    /// Returns the number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index into tables, 0 to 9.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Returns the Elo rating of the level, on the scale on which new players start at 1500.
    ///
    /// The values are fixed. In every game a level scores about 73 % against the one below it, which is 175
    /// Elo points (docs/LEVELS.md). That level 5 has the rating of a new player is a convention.
    pub const fn rating(self) -> u16 {
        800 + 175 * self.index() as u16
    }

    /// Returns the name: `newcomer` to `full strength`.
    pub const fn name(self) -> &'static str {
        TABLE[self.index()].0
    }

    /// Returns the description.
    pub const fn about(self) -> &'static str {
        TABLE[self.index()].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_from_one_to_ten() {
        assert_eq!(Level::all().map(Level::number).collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
        assert_eq!((Level::new(0), Level::new(10), Level::new(11)), (None, Some(Level::FULL), None));
        assert_eq!((Level(1).rating(), Level(5).rating(), Level::FULL.rating()), (800, 1500, 2375));
        let mut names: Vec<_> = Level::all().map(Level::name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Level::COUNT);
    }
}
