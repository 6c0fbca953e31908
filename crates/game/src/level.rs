//! How strong an opponent plays, and what that is called.

/// How strong an engine plays, 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What people are told about the levels: a name, and a line about it. What holds an engine back at
/// each of them is a matter of its game.
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
    /// How many there are.
    pub const COUNT: usize = 10;

    /// As strong as it can.
    pub const FULL: Level = Level(Level::COUNT as u8);

    /// The level of that number.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number as usize <= Level::COUNT { Some(Level(number)) } else { None }
    }

    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::COUNT as u8).map(Level)
    }

    /// 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 0 to 9, for tables.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// What it is worth to those who are rated against it, on the scale of Elo, where whoever is new has 1500.
    ///
    /// A fixed point. In every game a level takes some 73 per cent of the points from the one below, which is 175
    /// points of Elo (docs/LEVELS.md); that level 5 is worth as much as somebody new is a convention.
    pub const fn rating(self) -> u16 {
        800 + 175 * self.index() as u16
    }

    /// What it is called: `newcomer` to `full strength`.
    pub const fn name(self) -> &'static str {
        TABLE[self.index()].0
    }

    /// A line about it.
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
