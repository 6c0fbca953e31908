//! The solution of a puzzle: the solver's only moves against the best defence.

use std::cmp::Reverse;

use chautari_game::{AnyRecord, Puzzle, Side};

use super::prover::{MoveResult, PuzzleProver};
use crate::output::Failure;

/// The most moves of the solver in one puzzle.
const MAX_MOVES: usize = 5;

/// A solution.
pub(super) struct Solution {
    /// The goal: to win or to hold.
    pub(super) goal: &'static str,
    /// The moves of both sides, from the solver's first to the solver's last.
    pub(super) moves: Vec<String>,
    /// The number of the solver's moves.
    pub(super) own: usize,
    /// Whether the game is over after the last move.
    pub(super) ends: bool,
}

/// Returns the solution if the position is a puzzle, that is if the side to move has exactly one right move.
pub(super) fn find(
    prover: &PuzzleProver,
    start: &dyn AnyRecord,
    plies: u32,
) -> Result<Option<Solution>, Failure> {
    let Some(results) = prover.prove(start, plies)? else { return Ok(None) };
    let Some((goal, first)) = results.only_move() else { return Ok(None) };
    let first = first.to_owned();
    let solver = start.turn();
    let mut record = start.fork();
    let mut solution = Solution { goal, moves: Vec::new(), own: 0, ends: false };
    let mut left = results.wins_in().unwrap_or(plies);
    let mut pending = Vec::new();
    let mut next = first;
    loop {
        play(&mut *record, &next)?;
        solution.moves.append(&mut pending);
        solution.moves.push(next);
        solution.own += 1;
        left = left.saturating_sub(1);
        // The opponent's best reply, if it is the opponent's turn.
        while record.outcome().is_none() && record.turn() != solver {
            let Some(reply) = defence(prover, &*record, solver, goal, left.saturating_sub(1))? else {
                return Ok(Some(solution));
            };
            play(&mut *record, &reply)?;
            pending.push(reply);
            left = left.saturating_sub(1);
        }
        solution.ends = record.outcome().is_some();
        if solution.ends || solution.own == MAX_MOVES {
            return Ok(Some(solution));
        }
        let Some(results) = prover.prove(&*record, left)? else { return Ok(Some(solution)) };
        // Continue while there is one right move. At the end of a win any move that wins at once is fine.
        next = match results.only_move() {
            Some((found, text)) if found == goal => text.to_owned(),
            _ if results.wins_in() == Some(1) && goal == Puzzle::WIN => {
                results.quickest().unwrap_or_default().to_owned()
            }
            _ => return Ok(Some(solution)),
        };
    }
}

/// Plays a move that must be legal.
pub(super) fn play(record: &mut dyn AnyRecord, text: &str) -> Result<(), Failure> {
    record.play(text).map_err(|fault| Failure::bad(format!("{text} cannot be played: {fault}")))?;
    Ok(())
}

/// Returns the toughest reply: the one that lasts longest and, among equals, leaves the fewest right moves.
fn defence(
    prover: &PuzzleProver,
    record: &dyn AnyRecord,
    solver: Side,
    goal: &str,
    plies: u32,
) -> Result<Option<String>, Failure> {
    let mut best: Option<(Resistance, String)> = None;
    for offer in record.offers() {
        let mut after = record.fork();
        play(&mut *after, &offer.text)?;
        let Some(resistance) = resistance(prover, &*after, solver, goal, plies)? else { continue };
        if best.as_ref().is_none_or(|(found, _)| resistance > *found) {
            best = Some((resistance, offer.text));
        }
    }
    Ok(best.map(|(_, text)| text))
}

/// The number of plies a position lasts, then the number of right moves against it, fewest last.
type Resistance = (u32, Reverse<usize>);

/// Returns how much a position resists the solver; `None` if it gives the game away or its value is unknown.
fn resistance(
    prover: &PuzzleProver,
    record: &dyn AnyRecord,
    solver: Side,
    goal: &str,
    plies: u32,
) -> Result<Option<Resistance>, Failure> {
    if record.outcome().is_some() {
        return Ok(None);
    }
    if record.turn() == solver {
        let Some(results) = prover.prove(record, plies)? else { return Ok(None) };
        let gives_up = goal == Puzzle::HOLD && results.count(MoveResult::Wins) > 0;
        return Ok((!gives_up).then(|| (results.wins_in().unwrap_or(0), Reverse(results.count_best()))));
    }
    // The opponent may still have to choose a ban.
    let mut best = None;
    for offer in record.offers() {
        let mut after = record.fork();
        play(&mut *after, &offer.text)?;
        best = best.max(resistance(prover, &*after, solver, goal, plies.saturating_sub(1))?);
    }
    Ok(best)
}
