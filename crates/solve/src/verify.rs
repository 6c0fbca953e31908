//! Verifying a value against the values of its successors.

use std::ops::ControlFlow;

use chautari_game::{Exact, Position};

/// Derives the value of a position from the rules and the values of its successors alone.
///
/// Returns `None` if an unknown successor could change the value. The plies are given if those of all
/// decisive successors are known.
pub fn rederive<P: Position, E>(
    position: &P,
    mut value: impl FnMut(&P) -> Result<Option<Exact>, E>,
) -> Result<Option<Exact>, E> {
    if let Some(outcome) = position.outcome() {
        return Ok(Some(Exact { winner: outcome.winner, plies: Some(0) }));
    }
    let mover = position.turn();
    let (mut won, mut lost) = (Plies::default(), Plies::default());
    let (mut draw, mut unknown) = (false, false);
    let failed = position.each_move(|m| {
        match value(&position.after(m)) {
            Err(error) => return ControlFlow::Break(error),
            Ok(None) => unknown = true,
            Ok(Some(Exact { winner: None, .. })) => draw = true,
            Ok(Some(Exact { winner: Some(side), plies })) => {
                let (side, better): (_, fn(u32, u32) -> u32) =
                    if side == mover { (&mut won, u32::min) } else { (&mut lost, u32::max) };
                side.add(plies, better);
            }
        }
        ControlFlow::Continue(())
    });
    if let ControlFlow::Break(error) = failed {
        return Err(error);
    }
    Ok(if won.any {
        // An unknown successor may be a shorter win.
        Some(Exact { winner: Some(mover), plies: won.plies().filter(|_| !unknown) })
    } else if unknown {
        None
    } else if draw {
        Some(Exact { winner: None, plies: None })
    } else {
        Some(Exact { winner: Some(mover.other()), plies: lost.plies() })
    })
}

/// The plies of all winning moves, or of all losing ones.
#[derive(Default)]
struct Plies {
    any: bool,
    unknown: bool,
    best: Option<u32>,
}

impl Plies {
    fn add(&mut self, plies: Option<u32>, better: fn(u32, u32) -> u32) {
        self.any = true;
        match plies {
            None => self.unknown = true,
            Some(plies) => self.best = Some(self.best.map_or(plies + 1, |best| better(best, plies + 1))),
        }
    }

    fn plies(&self) -> Option<u32> {
        self.best.filter(|_| !self.unknown)
    }
}
