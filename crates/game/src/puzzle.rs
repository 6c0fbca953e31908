//! The text format of puzzles, one per line.
//!
//! ```text
//! 1240 win,quiet,trap mC3,mA1B1,mD4 GGGXG/GGGGG/GXTGG/GTXXG/TGGXT g c0
//! │    │              │             └ the position, in the canonical dialect
//! │    │              └ the solution: the solver's move, the best defence, the solver's move …
//! │    └ the themes; the first is the goal
//! └ the difficulty
//! ```

/// A position with exactly one correct move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle<'a> {
    /// The difficulty, on the rating scale.
    pub difficulty: u32,
    /// The themes. The first is the goal: [`WIN`](Self::WIN) or [`HOLD`](Self::HOLD).
    pub themes: Vec<&'a str>,
    /// The solution, from the solver's first move to the last one that has to be found.
    pub moves: Vec<&'a str>,
    /// The starting position in the canonical dialect.
    pub position: &'a str,
}

impl<'a> Puzzle<'a> {
    /// The side to move has exactly one winning move.
    pub const WIN: &'static str = "win";
    /// The side to move has exactly one drawing move; all others lose.
    pub const HOLD: &'static str = "hold";

    /// All themes; hyphens stand for spaces.
    pub const THEMES: [&'static str; 13] = [
        "win",
        "hold",
        "ban",
        "capture",
        "quiet",
        "trap",
        "ring",
        "last-placement",
        "sacrifice",
        "long",
        "mate",
        "chain",
        "five",
    ];

    /// Parses a line; `None` if it is not a puzzle. Does not check that the solution is correct.
    pub fn read(line: &'a str) -> Option<Puzzle<'a>> {
        let mut fields = line.trim_end().splitn(4, ' ');
        let difficulty = fields.next()?.parse().ok()?;
        let mut list = || Some(fields.next()?.split(',').collect::<Vec<_>>());
        let (themes, moves) = (list()?, list()?);
        let position = fields.next()?;
        (!themes.contains(&"") && !moves.contains(&"")).then_some(Puzzle {
            difficulty,
            themes,
            moves,
            position,
        })
    }

    /// Parses a file, ignoring lines that are not puzzles, such as comments.
    pub fn read_all(text: &'a str) -> Vec<Puzzle<'a>> {
        text.lines().filter_map(Puzzle::read).collect()
    }

    /// Writes the puzzle as a line.
    pub fn line(&self) -> String {
        format!("{} {} {} {}", self.difficulty, self.themes.join(","), self.moves.join(","), self.position)
    }

    /// Returns the index of the puzzle of the day among `count` puzzles; days are counted from 1 January
    /// 1970. It is the same for all users, and no puzzle recurs before all have been used.
    pub fn of_day(day: u64, count: usize) -> Option<usize> {
        // A prime larger than the number of puzzles, so that the steps reach all of them.
        const STRIDE: u64 = 7919;
        let count = u64::try_from(count).ok().filter(|&count| count > 0)?;
        usize::try_from((day % count) * (STRIDE % count) % count).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Puzzle;

    #[test]
    fn a_line_is_read_and_written() {
        let line = "1240 win,trap mC3,mA1B1,mD4 GGGXG/GGGGG/GXTGG/GTXXG/TGGXT g c0";
        let puzzle = Puzzle::read(line).expect("a puzzle");
        assert_eq!((puzzle.difficulty, puzzle.themes.len(), puzzle.moves.len()), (1240, 2, 3));
        assert_eq!(puzzle.position, "GGGXG/GGGGG/GXTGG/GTXXG/TGGXT g c0");
        assert_eq!(puzzle.line(), line);
        for wrong in ["", "# a remark", "x win m p", "12 win m", "12 win, m p", "12  m p"] {
            assert_eq!(Puzzle::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_puzzle_has_its_day() {
        let mut days: Vec<_> = (20_000..22_000).filter_map(|day| Puzzle::of_day(day, 2000)).collect();
        days.sort_unstable();
        assert!(days.into_iter().eq(0..2000));
        assert_eq!(Puzzle::of_day(20_000, 0), None);
    }
}
