//! How long a win takes that the tables keep no distance of.
//!
//! Before the last goat is placed the tables say who wins, not when. A search over their values finds out:
//! the winner tries what still wins, the loser everything, ply by ply deeper, until the end or a distance the
//! tables do know. It is exact where it ends in time.

use chautari_game::{Exact, Position as _, Side};
use chautari_solve::TableError;

use super::tables::Tables;
use crate::Position;

/// How many values may be asked for: about a twentieth of a second.
const LOOKS: u64 = 60_000;

/// No win is looked for further away.
const FARTHEST: u32 = 40;

/// A search for distances, for as long as there is patience.
pub(super) struct DistanceSearch<'a> {
    tables: &'a Tables,
    pub(super) looked_up: u64,
}

impl<'a> DistanceSearch<'a> {
    pub(super) fn new(tables: &'a Tables) -> DistanceSearch<'a> {
        DistanceSearch { tables, looked_up: 0 }
    }

    /// Fills in the plies of moves, given with the positions after them and what is known of those: of the
    /// quickest win, or of all losses. What stays open takes longer than what does not.
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

    /// Whether a side wins within so many plies; `None` once patience is at its end.
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
