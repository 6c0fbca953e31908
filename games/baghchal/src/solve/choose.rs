//! Playing by the tables.

use std::cmp::Reverse;

use chautari_game::{Exact, Position as _, Side};
use chautari_solve::TableError;

use super::tables::Tables;
use crate::{Move, Position};

impl Tables {
    /// The values of the legal moves, in the order the rules list them.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, Option<Exact>)>, TableError> {
        position.moves().into_iter().map(|m| Ok((m, self.value(&position.after(m))?))).collect()
    }

    /// A best move, or `None` where the tables cannot tell or there is no move.
    ///
    /// It never gives anything away. Won positions of the sliding phase it wins in the fewest plies,
    /// lost ones it holds as long as can be. Where the plies do not tell moves apart, as in a draw,
    /// it looks at what the opponent can answer, and prefers what leaves few good answers among
    /// many bad ones.
    pub fn choose(&self, position: &Position) -> Result<Option<Move>, TableError> {
        let side = position.turn();
        let moves = self.moves(position)?;
        let wins = |value: &Option<Exact>| value.is_some_and(|value| value.winner == Some(side));
        let known = moves.iter().all(|(_, value)| value.is_some());
        if !known && !moves.iter().any(|(_, value)| wins(value)) {
            return Ok(None);
        }
        let mut best = None;
        for (m, value) in moves {
            let Some(value) = value else { continue };
            let merit = Merit::of(value, side);
            // What the opponent can answer costs a look at every answer, so it comes last.
            if best.is_some_and(|(_, other, _)| merit < other) {
                continue;
            }
            let trap = self.trap(&position.after(m), value)?;
            if best.is_none_or(|(_, other, other_trap)| (merit, trap) > (other, other_trap)) {
                best = Some((m, merit, trap));
            }
        }
        Ok(best.map(|(m, ..)| m))
    }

    /// How easily the opponent goes wrong: the share of answers that are worse than the position is
    /// worth, in thousandths, and then the fewer that are as good.
    fn trap(&self, position: &Position, value: Exact) -> Result<Trap, TableError> {
        let answers = self.moves(position)?;
        let good = answers
            .iter()
            .filter(|(_, answer)| answer.is_none_or(|answer| answer.winner == value.winner))
            .count();
        let bad = (answers.len() - good) * 1000 / answers.len().max(1);
        Ok(Trap { bad, good: Reverse(good) })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Trap {
    bad: usize,
    good: Reverse<usize>,
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
