//! Counts of a player's moves and games, as pure sums.

use std::collections::BTreeMap;

use chautari_game::Side;
use chautari_server::{FinishedMatch, Player};
use serde::Serialize;

/// Moves within which a resignation is early.
const EARLY: usize = 3;

/// The difficulty of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difficulty {
    /// The best move is found by a glance: a search of few positions.
    Plain,
    /// The best move is found only by a long search.
    Hard,
}

/// A move, compared with the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) side: Side,
    pub(super) difficulty: Difficulty,
    /// Whether the player found the engine's move.
    pub(super) is_match: bool,
    pub(super) took_ms: u64,
}

/// The moves of one difficulty.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Tally {
    /// The number of moves.
    pub(super) moves: usize,
    /// The number of moves that are the engine's.
    pub(super) matched: usize,
    /// The median time of a move, in milliseconds; `null` without moves.
    pub(super) median_ms: Option<u64>,
    #[serde(skip)]
    times: Vec<u64>,
}

impl Tally {
    fn add(&mut self, sample: Sample) {
        self.moves += 1;
        self.matched += usize::from(sample.is_match);
        let at = self.times.partition_point(|time| *time <= sample.took_ms);
        self.times.insert(at, sample.took_ms);
        self.median_ms = self.times.get(self.times.len() / 2).copied();
    }

    /// The lower end of the 95 % confidence interval of the share of matches (Wilson), 0 without moves.
    pub(super) fn certain_share(&self) -> f64 {
        const Z: f64 = 1.96;
        if self.moves == 0 {
            return 0.0;
        }
        let (n, share) = (self.moves as f64, self.matched as f64 / self.moves as f64);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        (share + Z * Z / (2.0 * n) - spread) / (1.0 + Z * Z / n)
    }
}

/// Counts of a player in the games that count, of one kind of game.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Conduct {
    pub(super) player: String,
    pub(super) game: String,
    /// The number of games.
    pub(super) games: usize,
    pub(super) plain: Tally,
    pub(super) hard: Tally,
    /// Games left before the own first move.
    pub(super) left: usize,
    /// Games resigned within the first three own moves.
    pub(super) early_resignations: usize,
    /// The largest number of games against the same opponent.
    pub(super) most_against_one: usize,
    #[serde(skip)]
    opponents: BTreeMap<String, usize>,
}

/// The conduct of every person, by id and game.
#[derive(Default)]
pub(super) struct Conducts(BTreeMap<(String, String), Conduct>);

impl Conducts {
    /// Adds a match; the latest has to be added first, because its names of the players are kept.
    pub(super) fn add(&mut self, played: &FinishedMatch, samples: &[Sample]) {
        for side in Side::ALL {
            let [own, other] = [side, side.other()].map(|side| &played.created.seats[side.index()].player);
            let Player::Person { id, name } = own else { continue };
            let game = &played.created.game;
            let conduct = self.0.entry((id.to_string(), game.clone())).or_insert_with(|| Conduct {
                player: name.clone(),
                game: game.clone(),
                ..Conduct::default()
            });
            conduct.games += 1;
            conduct.left += usize::from(played.is_left_by(side));
            conduct.early_resignations += usize::from(played.is_resigned_early_by(side, EARLY));
            let against = conduct.opponents.entry(other.title()).or_default();
            *against += 1;
            conduct.most_against_one = conduct.most_against_one.max(*against);
            for sample in samples.iter().filter(|sample| sample.side == side) {
                match sample.difficulty {
                    Difficulty::Plain => conduct.plain.add(*sample),
                    Difficulty::Hard => conduct.hard.add(*sample),
                }
            }
        }
    }

    /// The conduct of each player, the most certain matches in hard positions first.
    pub(super) fn sorted(self) -> Vec<Conduct> {
        let mut all: Vec<_> = self.0.into_values().collect();
        all.sort_by(|a, b| b.hard.certain_share().total_cmp(&a.hard.certain_share()));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(moves: usize, matched: usize) -> Tally {
        let mut tally = Tally::default();
        for number in 0..moves {
            let (is_match, took_ms) = (number < matched, number as u64);
            tally.add(Sample { side: Side::One, difficulty: Difficulty::Hard, is_match, took_ms });
        }
        tally
    }

    #[test]
    fn few_moves_are_less_certain_than_many() {
        let shares: Vec<_> = [tally(0, 0), tally(2, 2), tally(50, 45), tally(50, 50)]
            .iter()
            .map(Tally::certain_share)
            .collect();
        assert!(shares.is_sorted() && shares[1] < 0.5 && shares[3] > 0.9, "{shares:?}");
        assert_eq!((tally(5, 0).median_ms, tally(0, 0).median_ms), (Some(2), None));
    }
}
