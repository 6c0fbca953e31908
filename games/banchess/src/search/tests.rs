//! The tree without bans has the same value as the tree with bans.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use chautari_game::{Limit, Position as _, Rng, Side};
use chautari_search::{NodeCost, Threads};

use super::*;
use crate::Position;
use crate::eval::{Weights, evaluate};
use crate::order::CODES;

/// Returns a position before a ban, after a number of random moves.
fn random_position(rng: &mut Rng, moves: usize) -> Option<Position> {
    let mut position = Position::default();
    for _ in 0..2 * moves {
        let choices = position.moves();
        let captures: Vec<Action> = choices
            .iter()
            .copied()
            .filter(|choice| {
                choice.kind() == crate::ActionType::Move && position.piece_on(choice.pair().to).is_some()
            })
            .collect();
        // Prefer captures, so that the boards are not all full.
        let from = if !captures.is_empty() && rng.below(3) > 0 { &captures } else { &choices };
        position.apply(*from.get(rng.below(from.len().max(1)))?);
    }
    if rng.below(8) == 0 {
        position.halfmove = 96 + rng.below(4) as u32;
        position.board.set_halfmove_clock(position.halfmove as u8);
    }
    position.outcome().is_none().then_some(position)
}

fn guess(position: &Position) -> Value {
    Value::guess(evaluate(&position.board, &Weights::OURS))
}

/// Returns the value for the side to act, searching bans and moves explicitly by the rules.
fn explicit(
    position: &Position,
    moves: u32,
    ply: u32,
    known: &mut Option<HashMap<(u64, u32), Value>>,
) -> Value {
    if let Some(outcome) = position.outcome() {
        return Value::of(outcome, position.turn(), ply);
    }
    let at_ban = position.ban().is_none();
    // A single way is banned before its move is evaluated.
    if moves == 0 && at_ban && position.count_moves() > 1 {
        return -guess(position);
    }
    let key = (position.key().0, ply);
    if at_ban && let Some(value) = known.as_ref().and_then(|known| known.get(&key)) {
        return *value;
    }
    let best = position.moves().into_iter().map(|action| {
        let next = position.after(action);
        let value = explicit(&next, moves - u32::from(!at_ban), ply + 1, known);
        if next.turn() == position.turn() { value } else { -value }
    });
    let best = best.max().unwrap_or(Value::DRAW);
    if at_ban && let Some(known) = known {
        known.insert(key, best);
    }
    best
}

/// Returns the second-best value of the ways, for the side to move.
fn collapsed(position: &Position, moves: u32, ply: u32) -> Value {
    if let Some(outcome) = position.outcome() {
        let side: Side = position.side_to_move().into();
        return Value::of(outcome, side, ply);
    }
    let pairs: Vec<Pair> = position.moves().into_iter().map(Action::pair).collect();
    if pairs.len() == 1 {
        return if position.is_check() { Value::loss_in(ply + 1) } else { Value::DRAW };
    }
    if moves == 0 {
        return guess(position);
    }
    let worth = |&pair: &Pair| {
        let other = if pair == pairs[0] { pairs[1] } else { pairs[0] };
        let banned = position.after(Action::Ban(other));
        let own = banned.moves().into_iter().filter(|action| action.pair() == pair);
        own.map(|action| -collapsed(&banned.after(action), moves - 1, ply + 2)).max()
    };
    let mut values: Vec<Value> = pairs.iter().filter_map(worth).collect();
    values.sort();
    values[values.len() - 2]
}

fn searched(position: &Position, moves: u32, table: &TranspositionTable) -> Value {
    let (spent, threads) = (AtomicBool::new(false), Threads::new(1, CODES, NodeCost::High));
    let limit = Limit::default();
    let path = Path { keys: vec![recurrence_key(&position.board)], played: 0 };
    let mut worker = Worker::new(
        NetworkEvaluator::new(&Weights::OURS, None),
        table,
        threads.thread(0),
        Budget::new(&limit, &spent),
        path,
        2,
    );
    worker.mode = Mode::Plain;
    worker.search(&position.board, Window::FULL, moves as i32, 0).unwrap()
}

#[test]
fn bans_collapse() {
    let mut rng = Rng::new(0x1234_5678_9abc_def1);
    let table = TranspositionTable::new(0);
    let (mut compared, mut decided) = (0, 0);
    while compared < 2000 {
        let length = 20 + rng.below(100);
        let Some(position) = random_position(&mut rng, length) else { continue };
        let ways = position.count_moves();
        if !(2..=7).contains(&ways) {
            continue;
        }
        for moves in 1..=3 {
            let with_bans = -explicit(&position, moves, 0, &mut Some(HashMap::new()));
            let without = collapsed(&position, moves, 0);
            let found = searched(&position, moves, &table);
            assert_eq!((with_bans, without), (found, found), "{moves} moves from {position:?}");
            if ways < 5 && moves < 3 {
                assert_eq!(-explicit(&position, moves, 0, &mut None), found);
            }
            decided += u32::from(found.is_decided());
        }
        compared += 1;
    }
    assert!(decided > 30, "{decided} wins and losses are too few to mean anything");
}
