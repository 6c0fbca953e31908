//! Several principal variations (MultiPV).

use std::cmp::Reverse;

use chautari_game::{Exact, Oracle, Position, Score, Side, Thought, Variation};

use crate::Value;

/// Returns further variations beside the best one, `lines` in total, best first. Moves with unknown values
/// are omitted.
pub fn other_exact_lines<P: Position>(
    oracle: &dyn Oracle<P>,
    position: &P,
    best: P::Move,
    lines: usize,
) -> Vec<Variation<P::Move>> {
    if lines < 2 {
        return Vec::new();
    }
    let variation = |m: P::Move| {
        let value = oracle.probe(&position.after(m)).ok()??;
        Some(Variation { score: exact_score(value, position.turn()), line: vec![m] })
    };
    let moves = position.moves().into_iter().filter(|&m| m != best);
    let mut known: Vec<Variation<P::Move>> = moves.filter_map(variation).collect();
    known.sort_by_key(|known| Reverse(Value::of_score(known.score)));
    known.truncate(lines - 1);
    known
}

/// Returns the score of a move for the side that makes it, from the value of the position after it.
pub fn exact_score(value: Exact, mover: Side) -> Score {
    Exact { plies: value.plies.map(|plies| plies + 1), ..value }.score(mover)
}

/// Merges the variations of an iteration, best first. Moves that the iteration did not reach keep their
/// previous variation after the new ones, because scores of different depths are not comparable.
pub fn gather_lines<M: Copy + PartialEq>(
    mut found: Vec<Variation<M>>,
    before: Thought<M>,
    lines: usize,
) -> Vec<Variation<M>> {
    let Thought { score, line, others, depth, .. } = before;
    found.sort_by_key(|found| Reverse(Value::of_score(found.score)));
    // There is no previous result before the first iteration.
    let old = [Variation { score, line }].into_iter().chain(others).filter(|_| depth > 0);
    for old in old {
        if found.len() < lines && found.iter().all(|found| found.line.first() != old.line.first()) {
            found.push(old);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_not_reached_by_an_iteration_are_kept() {
        let line = |m: u8, guess| Variation { score: Score::Guess(guess), line: vec![m] };
        let before = |depth| Thought {
            best: Some(1),
            score: Score::Guess(9),
            depth,
            nodes: 0,
            time: Duration::ZERO,
            line: vec![1],
            others: vec![line(2, 5), line(3, 3)],
        };
        let gathered = |found, depth| gather_lines(found, before(depth), 3);
        assert_eq!(gathered(vec![line(2, 8)], 4), [line(2, 8), line(1, 9), line(3, 3)]);
        assert_eq!(gathered(vec![line(4, 2), line(1, 1)], 4), [line(4, 2), line(1, 1), line(2, 5)]);
        assert_eq!(gathered(vec![line(2, 8)], 0), [line(2, 8)]);
    }
}
