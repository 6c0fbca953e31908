//! Proves what each move of a position does, by exact tables or by an exhaustive search.

use chautari_game::{AnyOracle, AnyRecord, Exact, Puzzle};

use crate::output::Failure;

/// Limit of positions per exhaustive search.
const BUDGET: u64 = 6_000_000;

/// Proves the results of moves, by tables if it has any.
pub(super) struct PuzzleProver {
    pub(super) oracle: Option<Box<dyn AnyOracle>>,
}

/// The result of a move for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum MoveResult {
    Loses,
    /// A draw, or no forced win was found.
    Holds,
    Wins,
}

/// The moves of a position and their results.
pub(super) struct MoveResults {
    /// The moves with their results and, if known, the number of plies to the end of the game, including the move.
    pub(super) moves: Vec<(String, MoveResult, Option<u32>)>,
}

impl MoveResults {
    /// Returns the number of moves with a result.
    pub(super) fn count(&self, result: MoveResult) -> usize {
        self.moves.iter().filter(|(_, found, _)| *found == result).count()
    }

    /// Returns the move with a result if it is the only one.
    fn only(&self, result: MoveResult) -> Option<&str> {
        let mut found = self.moves.iter().filter(|(_, found, _)| *found == result).map(|(text, ..)| text);
        found.next().filter(|_| found.next().is_none()).map(String::as_str)
    }

    /// Returns the goal of a puzzle and its only solution: to win, or to hold if all other moves lose. `None` if several
    /// moves reach the goal.
    pub(super) fn only_move(&self) -> Option<(&'static str, &str)> {
        if self.count(MoveResult::Wins) > 0 {
            return Some((Puzzle::WIN, self.only(MoveResult::Wins)?));
        }
        // Without a losing move, holding is no achievement.
        (self.count(MoveResult::Loses) > 0).then_some(())?;
        Some((Puzzle::HOLD, self.only(MoveResult::Holds)?))
    }

    /// Returns the number of moves with the best result.
    pub(super) fn count_best(&self) -> usize {
        let best = self.moves.iter().map(|(_, result, _)| *result).max();
        best.map_or(0, |best| self.count(best))
    }

    /// Returns the number of plies in which the side to move wins, if it does and that is known.
    pub(super) fn wins_in(&self) -> Option<u32> {
        self.moves.iter().filter_map(|(_, result, plies)| plies.filter(|_| *result == MoveResult::Wins)).min()
    }

    /// Returns the fastest winning move.
    pub(super) fn quickest(&self) -> Option<&str> {
        let wins = self.moves.iter().filter(|(_, result, _)| *result == MoveResult::Wins);
        wins.min_by_key(|(.., plies)| plies.unwrap_or(u32::MAX)).map(|(text, ..)| text.as_str())
    }
}

impl PuzzleProver {
    /// A prover without tables.
    pub(super) const BRUTE_FORCE: PuzzleProver = PuzzleProver { oracle: None };

    /// Returns the results of all moves from the tables; `None` if the tables do not cover the position.
    pub(super) fn look_up(&self, record: &dyn AnyRecord) -> Result<Option<MoveResults>, Failure> {
        self.oracle.as_ref().map_or(Ok(None), |oracle| by_tables(&**oracle, record))
    }

    /// Returns the results of all moves: from the tables if there are any, otherwise by an exhaustive search of `plies`
    /// plies. `None` if the tables do not cover the position or the search exceeds its budget.
    pub(super) fn prove(&self, record: &dyn AnyRecord, plies: u32) -> Result<Option<MoveResults>, Failure> {
        if self.oracle.is_some() { self.look_up(record) } else { Ok(by_brute_force(record, plies)) }
    }
}

fn by_tables(oracle: &dyn AnyOracle, record: &dyn AnyRecord) -> Result<Option<MoveResults>, Failure> {
    let verdict = oracle.probe(Some(&record.position()), &[]);
    let verdict = verdict.map_err(|error| Failure::bad(error.to_string()))?;
    let side = record.turn();
    let result = |(text, value): (String, Option<Exact>)| {
        let Exact { winner, plies } = value?;
        let result = match winner {
            None => MoveResult::Holds,
            Some(winner) if winner == side => MoveResult::Wins,
            Some(_) => MoveResult::Loses,
        };
        Some((text, result, plies.map(|plies| plies + 1)))
    };
    Ok(verdict.moves.into_iter().map(result).collect::<Option<Vec<_>>>().map(|moves| MoveResults { moves }))
}

fn by_brute_force(record: &dyn AnyRecord, plies: u32) -> Option<MoveResults> {
    let forced = record.forced(plies, BUDGET).ok()?;
    let result = |(text, within): (String, Option<u32>)| {
        (text, if within.is_some() { MoveResult::Wins } else { MoveResult::Holds }, within)
    };
    Some(MoveResults { moves: forced.into_iter().map(result).collect() })
}
