//! How a puzzle goes on: the solver's only moves against the best defence.

use std::cmp::Reverse;

use chautari_game::{AnyRecord, Puzzle, Side};

use super::truth::{Truth, Worth};
use crate::report::Failure;

/// Nobody is asked for more moves than this in one puzzle.
const MOST_MOVES: usize = 5;

/// What was found.
pub(super) struct Solution {
    /// What is asked for.
    pub(super) goal: &'static str,
    /// The solver's first move to the solver's last.
    pub(super) moves: Vec<String>,
    /// How many of them are the solver's.
    pub(super) own: usize,
    /// Whether the game is over then.
    pub(super) ends: bool,
}

/// The line of the puzzle that this position is, if it is one: the side to move has one right move.
pub(super) fn find(truth: &Truth, begun: &dyn AnyRecord, plies: u32) -> Result<Option<Solution>, Failure> {
    let Some(judged) = truth.judge(begun, plies)? else { return Ok(None) };
    let Some((goal, first)) = judged.only_move() else { return Ok(None) };
    let first = first.to_owned();
    let solver = begun.turn();
    let mut record = begun.fork();
    let mut line = Solution { goal, moves: Vec::new(), own: 0, ends: false };
    let mut left = judged.wins_in().unwrap_or(plies);
    let mut pending = Vec::new();
    let mut next = first;
    loop {
        play(&mut *record, &next)?;
        line.moves.append(&mut pending);
        line.moves.push(next);
        line.own += 1;
        left = left.saturating_sub(1);
        // The other side's best, if it is its turn.
        while record.outcome().is_none() && record.turn() != solver {
            let Some(reply) = defence(truth, &*record, solver, goal, left.saturating_sub(1))? else {
                return Ok(Some(line));
            };
            play(&mut *record, &reply)?;
            pending.push(reply);
            left = left.saturating_sub(1);
        }
        line.ends = record.outcome().is_some();
        if line.ends || line.own == MOST_MOVES {
            return Ok(Some(line));
        }
        let Some(judged) = truth.judge(&*record, left)? else { return Ok(Some(line)) };
        // One right move again, or the game ends here, however the solver likes.
        next = match judged.only_move() {
            Some((found, text)) if found == goal => text.to_owned(),
            _ if judged.wins_in() == Some(1) && goal == Puzzle::WIN => {
                judged.quickest().unwrap_or_default().to_owned()
            }
            _ => return Ok(Some(line)),
        };
    }
}

pub(super) fn play(record: &mut dyn AnyRecord, text: &str) -> Result<(), Failure> {
    record.play(text).map_err(|fault| Failure::bad(format!("{text} cannot be played: {fault}")))?;
    Ok(())
}

/// The answer that is hardest to meet: what holds out longest, and of equals what leaves fewest right moves.
fn defence(
    truth: &Truth,
    record: &dyn AnyRecord,
    solver: Side,
    goal: &str,
    plies: u32,
) -> Result<Option<String>, Failure> {
    let mut best: Option<(Hard, String)> = None;
    for offer in record.offers() {
        let mut after = record.fork();
        play(&mut *after, &offer.text)?;
        let Some(hard) = resists(truth, &*after, solver, goal, plies)? else { continue };
        if best.as_ref().is_none_or(|(found, _)| hard > *found) {
            best = Some((hard, offer.text));
        }
    }
    Ok(best.map(|(_, text)| text))
}

/// How many plies a position holds out, and how few moves are right against it.
type Hard = (u32, Reverse<usize>);

/// How hard a position is for the solver; `None` where it gives the game away, or nobody knows.
fn resists(
    truth: &Truth,
    record: &dyn AnyRecord,
    solver: Side,
    goal: &str,
    plies: u32,
) -> Result<Option<Hard>, Failure> {
    if record.outcome().is_some() {
        return Ok(None);
    }
    if record.turn() == solver {
        let Some(judged) = truth.judge(record, plies)? else { return Ok(None) };
        let given = goal == Puzzle::HOLD && judged.count(Worth::Wins) > 0;
        return Ok((!given).then(|| (judged.wins_in().unwrap_or(0), Reverse(judged.good()))));
    }
    // Whoever has moved may have a ban to choose.
    let mut best = None;
    for offer in record.offers() {
        let mut after = record.fork();
        play(&mut *after, &offer.text)?;
        best = best.max(resists(truth, &*after, solver, goal, plies.saturating_sub(1))?);
    }
    Ok(best)
}
