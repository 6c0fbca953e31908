//! Playing by the tables.

use std::cmp::Reverse;
use std::collections::HashMap;

use chautari_game::{Exact, Position as _, Record, Side};
use chautari_solve::TableError;

use super::difficulty::{Difficulty, DifficultySearch, PATIENCE};
use super::dtw::DistanceSearch;
use super::tables::Tables;
use crate::{Baghchal, Move, Position};

/// A draw, however it comes about.
const DRAWN: Exact = Exact { winner: None, plies: None };

/// A move chosen by the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move.
    pub m: Move,
    /// What the position after it is worth.
    pub value: Exact,
    /// How many positions were looked up for it.
    pub looked_up: u64,
}

impl Tables {
    /// The values of the legal moves, in the order the rules list them.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, Option<Exact>)>, TableError> {
        position.moves().into_iter().map(|m| Ok((m, self.value(&position.after(m))?))).collect()
    }

    /// A best move, or `None` where the tables cannot tell or the game is over.
    ///
    /// It never gives anything away. Won positions it wins in the fewest plies, lost ones it holds as long
    /// as can be; before the last placement that is so as far as a bounded search finds out. Where the plies do not tell moves apart, as in a draw,
    /// it prefers what the opponent has not seen yet, then that after which the opponent is the most
    /// likely to go wrong, and then what looks better, as to somebody without tables.
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
            // Traps are looked for only where nothing else tells moves apart.
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

    /// The moves that keep a draw, where that is the best there is and the tables know every move; none once the
    /// game has gone on for so long that a draw may be one.
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

    /// How play goes on from a position whose distance is known, for so many plies.
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

/// Whether it matters how long things take: there is a win, or nothing but losses.
fn hastens(side: Side, moves: &[(Move, Position, Option<Exact>)]) -> bool {
    let wins = |value: &Option<Exact>| value.is_some_and(|value| value.winner == Some(side));
    let loses = |value: &Option<Exact>| value.is_some_and(|value| value.winner == Some(side.other()));
    moves.iter().any(|(.., value)| wins(value)) || moves.iter().all(|(.., value)| loses(value))
}

/// How often the positions of the sliding phase have come up.
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

    /// How long the sliding phase has gone on.
    pub(super) fn plies(&self) -> u32 {
        self.0.values().sum()
    }

    /// Whether a position ends the game by coming up again.
    fn ends(&self, position: &Position) -> bool {
        position.recurred(self.times(position) + 1).is_some()
    }

    /// What the law of repetition makes of a value: a position that has come up too often is a draw,
    /// and so is one from which the loser can reach one.
    fn apply_repetition(&self, position: &Position, mover: Side, value: &mut Option<Exact>) {
        let escapes = || position.moves().into_iter().any(|m| self.ends(&position.after(m)));
        let decided = |winner| value.is_some_and(|value| value.winner == Some(winner));
        if self.ends(position) && position.outcome().is_none() || decided(mover) && escapes() {
            *value = Some(DRAWN);
        }
    }
}

/// What a move is worth to the side that makes it, the better the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    /// The later the better. What is not known may be long.
    Loses(u32),
    Draws,
    /// The sooner the better. What is not known may be long.
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
