//! Distance to win in the placement phase, for which the tables store only results.
//!
//! A search over their values finds the distance: the winner tries the moves that still win, the loser all
//! moves, with iterative deepening until the end or a distance known from the tables. It is exact if it ends
//! within its budget.

use chautari_game::{Exact, Position as _, Side};
use chautari_solve::TableError;

use super::tables::Tables;
use crate::Position;

/// The maximum number of lookups: about a twentieth of a second.
const LOOKS: u64 = 60_000;

/// The maximum distance to search for.
const FARTHEST: u32 = 40;

/// A search for distances with a limited number of lookups.
pub(super) struct DistanceSearch<'a> {
    tables: &'a Tables,
    pub(super) looked_up: u64,
}

impl<'a> DistanceSearch<'a> {
    pub(super) fn new(tables: &'a Tables) -> DistanceSearch<'a> {
        DistanceSearch { tables, looked_up: 0 }
    }

    /// Fills in the plies of moves, given with the positions after them and their known values: of the
    /// quickest win, or of all losses. Moves without a result take longer than those with one.
    pub(super) fn fill<M>(
        &mut self,
        moves: &mut [(M, Position, Option<Exact>)],
        player: Side,
    ) -> Result<(), TableError> {
        for plies in 1..=FARTHEST {
            let mut open = 0;
            for (_, position, value) in &mut *moves {
                let Some(Exact { winner: Some(winner), plies: known @ None }) = value else { continue };
                match self.wins_within(position, *winner, plies)? {
                    Some(true) => {
                        *known = Some(plies);
                        if *winner == player {
                            return Ok(());
                        }
                    }
                    Some(false) => open += 1,
                    None => return Ok(()),
                }
            }
            if open == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a side wins within `plies` plies; `None` once the budget is used up.
    fn wins_within(
        &mut self,
        position: &Position,
        winner: Side,
        plies: u32,
    ) -> Result<Option<bool>, TableError> {
        self.looked_up += 1;
        let Some(value) = self.tables.value(position)? else { return Ok(Some(false)) };
        if value.winner != Some(winner) {
            return Ok(Some(false));
        }
        if let Some(known) = value.plies {
            return Ok(Some(known <= plies));
        }
        if plies == 0 {
            return Ok(Some(false));
        }
        if self.looked_up > LOOKS {
            return Ok(None);
        }
        let winner_moves = position.turn() == winner;
        for m in position.moves() {
            match self.wins_within(&position.after(m), winner, plies - 1)? {
                None => return Ok(None),
                Some(wins) if wins == winner_moves => return Ok(Some(wins)),
                Some(_) => {}
            }
        }
        Ok(Some(!winner_moves))
    }
}
