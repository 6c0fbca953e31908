//! Playing by the tables.

use std::cmp::Reverse;
use std::collections::HashMap;

use chautari_game::{Exact, Position as _, Record, Side};
use chautari_solve::TableError;

use super::difficulty::{Difficulty, DifficultySearch, PATIENCE};
use super::dtw::DistanceSearch;
use super::tables::Tables;
use crate::{Baghchal, Move, Position};

/// A draw.
const DRAWN: Exact = Exact { winner: None, plies: None };

/// A move picked by the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move.
    pub m: Move,
    /// The value of the position after the move.
    pub value: Exact,
    /// The number of positions looked up.
    pub looked_up: u64,
}

impl Tables {
    /// Returns the values of the legal moves, in the order of the rules.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, Option<Exact>)>, TableError> {
        position.moves().into_iter().map(|m| Ok((m, self.value(&position.after(m))?))).collect()
    }

    /// Picks a best move; `None` if the tables do not cover the position or the game is over.
    ///
    /// The move always preserves the value. Won positions are won in the fewest plies and lost ones held as
    /// long as possible; before the last placement this holds as far as a bounded search finds the distances.
    /// Among moves of equal distance, as in a draw, it prefers positions that have not occurred yet, then
    /// those in which the opponent is most likely to err, and then those with the better static evaluation.
    pub fn choose(&self, record: &Record<Baghchal>) -> Result<Option<Chosen>, TableError> {
        if record.outcome().is_some() {
            return Ok(None);
        }
        let position = record.position();
        let (side, past) = (position.turn(), Past::of(record));
        let mut search = DifficultySearch::new(self, &past);
        let mut moves = search.moves(position)?;
        for (m, value) in &mut moves {
            past.apply_repetition(&position.after(*m), side, value);
        }
        let wins = |value: &Option<Exact>| value.is_some_and(|value| value.winner == Some(side));
        let known = moves.iter().all(|(_, value)| value.is_some());
        if !known && !moves.iter().any(|(_, value)| wins(value)) {
            return Ok(None);
        }
        let mut distances = DistanceSearch::new(self);
        let mut moves: Vec<_> = moves.into_iter().map(|(m, value)| (m, position.after(m), value)).collect();
        if hastens(side, &moves) {
            distances.fill(&mut moves, side)?;
        }
        search.looked_up += distances.looked_up;
        let mut best: Option<(Chosen, Merit, Difficulty)> = None;
        for (m, next, value) in moves {
            let Some(value) = value else { continue };
            let merit = Merit::of(value, side);
            // The difficulty is needed only to break ties.
            if best.is_some_and(|(_, other, _)| merit < other) {
                continue;
            }
            let rival = best.filter(|(_, other, _)| *other == merit).map(|(.., difficulty)| difficulty);
            let difficulty = search.difficulty(&next, value.winner, rival)?;
            if best.is_none_or(|(_, other, other_difficulty)| (merit, difficulty) > (other, other_difficulty))
            {
                best = Some((Chosen { m, value, looked_up: 0 }, merit, difficulty));
            }
        }
        Ok(best.map(|(chosen, ..)| Chosen { looked_up: search.looked_up, ..chosen }))
    }

    /// Returns the moves that preserve a draw, if a draw is the best result and the tables know every move;
    /// none once the game has lasted so long that a draw is acceptable.
    pub(crate) fn drawing(&self, record: &Record<Baghchal>) -> Result<Vec<Move>, TableError> {
        let (position, past) = (record.position(), Past::of(record));
        if record.outcome().is_some() || past.plies() > PATIENCE {
            return Ok(Vec::new());
        }
        let mut moves = self.moves(position)?;
        for (m, value) in &mut moves {
            past.apply_repetition(&position.after(*m), position.turn(), value);
        }
        let draws = |value: &Option<Exact>| value.is_some_and(|value| value.winner.is_none());
        let wins = |value: Option<Exact>| value.is_none_or(|value| value.winner == Some(position.turn()));
        if moves.iter().any(|(_, value)| wins(*value)) {
            return Ok(Vec::new());
        }
        Ok(moves.into_iter().filter(|(_, value)| draws(value)).map(|(m, _)| m).collect())
    }

    /// Returns a principal variation of at most `most` plies from a position with known distance.
    pub(crate) fn line(&self, position: &Position, most: usize) -> Result<Vec<Move>, TableError> {
        let (mut at, mut line) = (*position, Vec::new());
        while line.len() < most {
            let moves = self.moves(&at)?;
            let known =
                moves.into_iter().filter_map(|(m, value)| Some((m, value.filter(|v| v.plies.is_some())?)));
            let Some((m, _)) = known.max_by_key(|&(_, value)| Merit::of(value, at.turn())) else { break };
            line.push(m);
            at = at.after(m);
        }
        Ok(line)
    }
}

/// Whether distances matter: there is a win, or all moves lose.
fn hastens(side: Side, moves: &[(Move, Position, Option<Exact>)]) -> bool {
    let wins = |value: &Option<Exact>| value.is_some_and(|value| value.winner == Some(side));
    let loses = |value: &Option<Exact>| value.is_some_and(|value| value.winner == Some(side.other()));
    moves.iter().any(|(.., value)| wins(value)) || moves.iter().all(|(.., value)| loses(value))
}

/// How often each position of the sliding phase has occurred.
pub(super) struct Past(HashMap<Position, u32>);

impl Past {
    fn of(record: &Record<Baghchal>) -> Past {
        let mut times = HashMap::new();
        for position in record.positions().filter_map(chautari_game::Position::recurrence) {
            *times.entry(position).or_insert(0) += 1;
        }
        Past(times)
    }

    pub(super) fn times(&self, position: &Position) -> u32 {
        self.0.get(position).copied().unwrap_or(0)
    }

    /// Returns the length of the sliding phase so far.
    pub(super) fn plies(&self) -> u32 {
        self.0.values().sum()
    }

    /// Whether reaching a position again ends the game.
    fn ends(&self, position: &Position) -> bool {
        position.recurred(self.times(position) + 1).is_some()
    }

    /// Adjusts a value for the repetition rule: a position that has occurred too often is a draw, and so is
    /// one from which the loser can reach such a position.
    fn apply_repetition(&self, position: &Position, mover: Side, value: &mut Option<Exact>) {
        let escapes = || position.moves().into_iter().any(|m| self.ends(&position.after(m)));
        let decided = |winner| value.is_some_and(|value| value.winner == Some(winner));
        if self.ends(position) && position.outcome().is_none() || decided(mover) && escapes() {
            *value = Some(DRAWN);
        }
    }
}

/// The merit of a move for the side that makes it; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    /// Later is better; an unknown distance counts as long.
    Loses(u32),
    Draws,
    /// Sooner is better; an unknown distance counts as long.
    Wins(Reverse<u32>),
}

impl Merit {
    fn of(value: Exact, mover: Side) -> Merit {
        match value.winner {
            None => Merit::Draws,
            Some(winner) if winner == mover => Merit::Wins(Reverse(value.plies.unwrap_or(u32::MAX))),
            Some(_) => Merit::Loses(value.plies.unwrap_or(u32::MAX)),
        }
    }
}
