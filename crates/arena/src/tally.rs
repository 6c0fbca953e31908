//! Counts of match results.

use chautari_game::Side;

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl Worth {
    /// Returns the result for a side of a game with this winner.
    pub fn of(winner: Option<Side>, side: Side) -> Worth {
        match winner {
            None => Worth::Draw,
            Some(winner) if winner == side => Worth::Win,
            Some(_) => Worth::Loss,
        }
    }

    /// Returns 0, ½ or 1.
    pub fn points(self) -> f64 {
        self as usize as f64 / 2.0
    }
}

/// The results of a match so far, from the point of view of its first player.
///
/// Two games from one opening with sides exchanged are not independent: what the opening gives a player in the
/// first game it takes away in the second. Therefore results are also counted by pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Numbers of losses, draws and wins.
    games: [u64; 3],
    /// Numbers of pairs worth 0, ½, 1, 1½ and 2 points.
    pairs: [u64; 5],
    /// The result of the first game of an unfinished pair.
    open: Option<Worth>,
}

impl Tally {
    /// Counts the next game. The games of a pair follow each other.
    pub fn count(&mut self, worth: Worth) {
        self.games[worth as usize] += 1;
        self.open = match self.open {
            None => Some(worth),
            Some(before) => {
                self.pairs[before as usize + worth as usize] += 1;
                None
            }
        };
    }

    /// The number of games won.
    pub fn wins(&self) -> u64 {
        self.games[2]
    }

    /// The number of games drawn.
    pub fn draws(&self) -> u64 {
        self.games[1]
    }

    /// The number of games lost.
    pub fn losses(&self) -> u64 {
        self.games[0]
    }

    /// The number of games played.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The points scored: one for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        (2 * self.games[2] + self.games[1]) as f64 / 2.0
    }

    /// Returns the sample for statistics: the complete pairs, or single games while there is no pair. The first
    /// game of an unfinished pair is left out.
    pub fn sample(&self) -> Sample<'_> {
        if self.pairs.iter().any(|&n| n > 0) { Sample(&self.pairs) } else { Sample(&self.games) }
    }
}

/// How often each possible result occurred, from worst to best. Results are evenly spaced.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a>(pub &'a [u64]);

impl Sample<'_> {
    /// The number of results.
    pub fn size(self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns each possible share of the points, 0 to 1, with its frequency.
    pub(crate) fn results(self) -> impl Iterator<Item = (f64, u64)> {
        let best = (self.0.len() - 1) as f64;
        self.0.iter().enumerate().map(move |(i, &n)| (i as f64 / best, n))
    }

    /// The mean share of the points.
    pub(crate) fn mean(self) -> f64 {
        self.results().map(|(share, n)| share * n as f64).sum::<f64>() / self.size() as f64
    }

    /// The variance of one result.
    pub(crate) fn variance(self) -> f64 {
        let mean = self.mean();
        let squares = self.results().map(|(share, n)| (share - mean).powi(2) * n as f64);
        squares.sum::<f64>() / self.size() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_alone_and_by_pairs() {
        let mut tally = Tally::default();
        assert_eq!(tally.sample().0, [0, 0, 0]);
        tally.count(Worth::Win);
        assert_eq!(tally.sample().0, [0, 0, 1], "half a pair counts as a game");
        for worth in [Worth::Loss, Worth::Draw, Worth::Draw, Worth::Win, Worth::Win, Worth::Draw] {
            tally.count(worth);
        }
        assert_eq!((tally.wins(), tally.draws(), tally.losses()), (3, 3, 1));
        assert_eq!((tally.games(), tally.points()), (7, 4.5));
        assert_eq!(tally.sample().0, [0, 0, 2, 0, 1], "the last game waits for its second");
    }

    #[test]
    fn balanced_pairs_have_no_variance() {
        // The first side always wins: six single results have a large spread, but all pairs are equal.
        assert!(Sample(&[0, 0, 3, 0, 0]).variance() < 1e-12);
        assert!((Sample(&[3, 0, 3]).variance() - 0.25).abs() < 1e-12);
    }
}
