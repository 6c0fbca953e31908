//! Forced wins: proven by exhaustive search, and found by the engine.

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use chautari_banchess::{Action, ActionType, Banchess, Position, Text};
use chautari_game::{EngineOptions, Game, Limit, Notation, Position as _, Record, Score};

/// About what the engine visits in a second.
const NODES: u64 = 500_000;

/// Returns the ways of the side to move, each as the positions after its moves. Banning another way leads
/// there.
fn ways(position: &Position) -> Vec<Vec<Position>> {
    let bans = position.moves();
    let after = |ban: Action, other: Action| {
        let banned = position.after(other);
        let own = banned.moves().into_iter().filter(|m| m.pair() == ban.pair());
        own.map(|m| banned.after(m)).collect()
    };
    match bans[..] {
        [] | [_] => Vec::new(),
        [first, second, ..] => {
            bans.iter().map(|&ban| after(ban, if ban == first { second } else { first })).collect()
        }
    }
}

/// Whether the side to move, before a ban, loses within `plies` plies: all its ways but one do.
fn loses(position: &Position, plies: u32) -> bool {
    let bans = position.moves();
    if bans.len() < 2 {
        let outcome = bans.first().map_or_else(|| position.outcome(), |&ban| position.after(ban).outcome());
        return bans.len() as u32 <= plies && outcome.is_some_and(|outcome| outcome.winner.is_some());
    }
    let mut escapes = 0;
    plies > 2
        && ways(position).iter().all(|moves| {
            escapes += u32::from(!moves.iter().all(|next| wins(next, plies - 2)));
            escapes < 2
        })
}

/// Whether the side to move, before a ban, wins within `plies` plies: two of its ways do.
fn wins(position: &Position, plies: u32) -> bool {
    let good = |moves: &Vec<Position>| moves.iter().any(|next| loses(next, plies - 2));
    plies >= 2 && ways(position).iter().filter(|moves| good(moves)).take(2).count() == 2
}

/// Whether this action wins within `plies` plies, the action included.
fn forces(position: &Position, action: Action, plies: u32) -> bool {
    let next = position.after(action);
    match position.action_type() {
        ActionType::Move => loses(&next, plies - 1),
        ActionType::Ban if next.outcome().is_some() => next.outcome().is_some_and(|end| end.winner.is_some()),
        ActionType::Ban => {
            plies > 2 && next.moves().into_iter().all(|reply| wins(&next.after(reply), plies - 2))
        }
    }
}

fn winners(position: &Position, plies: u32) -> Vec<Action> {
    position.moves().into_iter().filter(|&action| forces(position, action, plies)).collect()
}

fn puzzles() -> Vec<(Record<Banchess>, u32, BTreeSet<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/banchess/puzzles.txt");
    let text = fs::read_to_string(path).expect("the puzzles are there");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &str| {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [position, plies, actions] = fields[..] else { panic!("three fields: {line}") };
        let actions = actions.split(' ').map(str::to_owned).collect();
        let record = Text::Fen.read(Banchess, position).expect("the position is legal");
        (record, plies.parse().expect("plies are a number"), actions)
    };
    lines.map(read).collect()
}

fn written(position: &Position, actions: &[Action]) -> BTreeSet<String> {
    actions.iter().map(|&action| Text::Fen.write_move(position, action)).collect()
}

#[test]
fn puzzles_are_forced_wins() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 25);
    for (record, plies, actions) in puzzles {
        let position = record.position();
        assert_eq!(written(position, &winners(position, plies)), actions, "{position:?}");
        assert!(winners(position, plies - 1).is_empty(), "{position:?} is won before {plies}");
    }
}

#[test]
fn puzzles_are_solved() {
    for (record, plies, actions) in puzzles() {
        let limit = Limit { nodes: Some(NODES), ..Limit::default() };
        let mut engine = Banchess.engine(&EngineOptions { hash: 16, ..EngineOptions::default() });
        let thought = engine.think(&record, &limit, &mut |_| ControlFlow::Continue(()));
        let position = record.position();
        assert_eq!(thought.score, Score::Win(plies), "{position:?}");
        let best = Text::Fen.write_move(position, thought.best.unwrap());
        assert!(actions.contains(&best), "{best} instead of {actions:?} at {position:?}");
    }
}
