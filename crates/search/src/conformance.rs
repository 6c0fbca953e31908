//! Consistency checks of a game's [`Evaluator`], for the tests of that game.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::ControlFlow;

use chautari_game::{Dense, Game, Position, Record, Rng};

use crate::order::MAX_MOVES;
use crate::{Evaluator, Urgency};

/// Checks an evaluator along random games. The error describes the violation and the position.
///
/// Codes must be unique and in range, and decode to the same legal move; the incremental state must agree
/// with one computed from scratch; noisy and scored moves must be legal; no position may have more moves than
/// the search can order.
pub fn check<G: Game, K: Evaluator<G::Position>>(game: G, evaluator: &K, games: u64) -> Result<(), String> {
    for seed in 0..games {
        let (mut rng, mut record) = (Rng::stream(1, seed), Record::new(game));
        let mut state = evaluator.start(record.position());
        for _ in 0..200 {
            let position = record.position();
            check_position(evaluator, position, &state).map_err(|e| format!("{e} at {position:?}"))?;
            let moves = position.moves();
            if record.outcome().is_some() {
                break;
            }
            let Some(m) = rng.pick(&moves) else { break };
            let after = position.after(m);
            evaluator.step(&mut state, position, m, &after);
            record.play(m).map_err(|e| format!("{m:?} is listed and refused: {e:?}"))?;
        }
    }
    Ok(())
}

fn check_position<P, K>(evaluator: &K, position: &P, state: &K::State) -> Result<(), String>
where
    P: Dense,
    K: Evaluator<P>,
{
    let moves = position.moves();
    if moves.len() > MAX_MOVES {
        return Err(format!("{} moves, and the search orders {MAX_MOVES} at most", moves.len()));
    }
    let mut codes = HashMap::new();
    for &m in &moves {
        let code = K::code(position, m);
        if usize::from(code) >= K::CODES {
            return Err(format!("the code of {m:?} is {code}, and CODES is {}", K::CODES));
        }
        if let Some(other) = codes.insert(code, m) {
            return Err(format!("{m:?} and {other:?} share the code {code}"));
        }
    }
    for code in (0..K::CODES).filter_map(|code| u16::try_from(code).ok()) {
        let decoded = evaluator.decode(position, state, code);
        if decoded.is_some() && decoded != codes.get(&code).copied() {
            return Err(format!("{code} decodes to {decoded:?}, and is the code of {:?}", codes.get(&code)));
        }
    }
    if position.outcome().is_some() {
        return Ok(());
    }
    let fresh = evaluator.start(position);
    let evaluations = [state, &fresh].map(|state| evaluator.evaluate(position, state));
    same("evaluate", evaluations)?;
    same("urgency", [state, &fresh].map(|state| evaluator.urgency(position, state)))?;
    let [stepped, started] =
        [state, &fresh].map(|state| (noisy(evaluator, position, state), scored(evaluator, position, state)));
    for m in stepped.0.iter().chain(&stepped.1) {
        if !moves.contains(m) {
            return Err(format!("{m:?} would be searched but is illegal"));
        }
    }
    if let Urgency::Win(m) = evaluator.urgency(position, state) {
        let winner = position.after(m).outcome().and_then(|outcome| outcome.winner);
        if winner != Some(position.turn()) {
            return Err(format!("{m:?} is reported to win, but does not"));
        }
    }
    same("the moves to be searched", [stepped, started])
}

fn noisy<P: Dense, K: Evaluator<P>>(evaluator: &K, position: &P, state: &K::State) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let _ = evaluator.each_noisy(position, state, |m| {
        moves.push(m);
        ControlFlow::<()>::Continue(())
    });
    moves
}

fn scored<P: Dense, K: Evaluator<P>>(evaluator: &K, position: &P, state: &K::State) -> Vec<P::Move> {
    let mut moves = Vec::new();
    let _ = evaluator.each_scored_move(position, state, |scored| {
        moves.push(scored.m);
        ControlFlow::<()>::Continue(())
    });
    moves
}

fn same<T: PartialEq + Debug>(what: &str, [stepped, started]: [T; 2]) -> Result<(), String> {
    if stepped == started {
        return Ok(());
    }
    Err(format!("{what} is {stepped:?} after steps and {started:?} from a fresh start"))
}
