//! The fast rules against a slow reference implementation, on eventful positions.

use chautari_creeper::{Creeper, Position, Softserve};
use chautari_game::{Notation, Outcome, Position as _, Side};

use crate::reference;
use reference::positions::{Rng, TASTES, nearly_joined, not_yet_shut_in, scattered, shut_in};
use reference::{Action, State};

/// How often each feature was covered.
#[derive(Debug, Default)]
struct Tally {
    positions: u32,
    jumps: u32,
    leaps_over_bases: u32,
    leaps_over_own_colour: u32,
    wins: u32,
    finished_by_connection: u32,
    blockades: u32,
    finished_by_blockade: u32,
    last_pins_taken: u32,
}

fn winner(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "none",
        Some(Outcome { winner: None, .. }) => "draw",
        Some(Outcome { winner: Some(Side::One), .. }) => "x",
        Some(Outcome { winner: Some(Side::Two), .. }) => "o",
    }
}

impl Tally {
    /// Compares a state in all respects and returns its actions.
    fn compare(&mut self, state: &State) -> Vec<Action> {
        let text = state.text();
        let record = Softserve.read(Creeper, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let position: &Position = record.position();
        assert_eq!(position.to_string(), text);
        let result = state.winner();
        assert_eq!(winner(position.outcome()), result, "{text}");
        let write = |m| Softserve.write_move(position, m);
        let mut moves: Vec<_> = position.moves().into_iter().map(|m| (write(m), m)).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        let mut actions: Vec<_> = state.actions().into_iter().map(|a| (reference::written(a), a)).collect();
        actions.sort();
        assert!(
            moves.iter().map(|m| &m.0).eq(actions.iter().map(|a| &a.0)),
            "{text}: {moves:?}, {actions:?}"
        );
        assert_eq!(position.count_moves(), actions.len() as u64, "{text}");
        for (&(_, m), &(ref name, action)) in moves.iter().zip(&actions) {
            let (fast, slow) = (position.after(m), state.act(action));
            let result = slow.winner();
            assert_eq!(fast.to_string(), slow.text(), "{text} {name}");
            assert_eq!(winner(fast.outcome()), result, "{text} {name}");
            self.count(state, action, &slow, result);
        }
        self.positions += 1;
        self.finished_by_connection += u32::from(result == "x" || result == "o");
        self.finished_by_blockade += u32::from(result == "draw" && state.count(state.turn) > 0);
        actions.into_iter().map(|(_, action)| action).collect()
    }

    fn count(&mut self, before: &State, action: Action, after: &State, result: &str) {
        let [row, column, to_row, to_column] = action;
        if row != to_row && column != to_column {
            let (row, column) = (row.min(to_row) as usize, column.min(to_column) as usize);
            let base = reference::base(row, column).is_some();
            self.leaps_over_bases += u32::from(base);
            self.leaps_over_own_colour += u32::from(!base && before.octagons[row][column] == before.turn);
        }
        let left = after.count(after.turn);
        let jump = before.count(after.turn) > left;
        self.jumps += u32::from(jump);
        match result {
            "x" | "o" => self.wins += 1,
            "draw" if left > 0 => self.blockades += 1,
            "draw" if jump => self.last_pins_taken += 1,
            _ => {}
        }
    }
}

#[test]
fn they_agree_in_play() {
    let mut rng = Rng::new(2026);
    let mut tally = Tally::default();
    for game in 0..400 {
        let mut state = State::start();
        for _ in 0..120 {
            let actions = tally.compare(&state);
            if actions.is_empty() {
                break;
            }
            state = state.act(TASTES[game % TASTES.len()].choose(&actions, &mut rng));
        }
    }
    println!("{tally:#?}");
    assert!(tally.positions >= 35_000);
    assert!(tally.jumps >= 35_000);
    assert!(tally.leaps_over_bases >= 25_000);
    assert!(tally.leaps_over_own_colour >= 50_000);
    assert!(tally.wins >= 100);
    assert!(tally.last_pins_taken >= 10);
}

#[test]
fn they_agree_on_what_is_rare_in_play() {
    let mut rng = Rng::new(45);
    let mut tally = Tally::default();
    for _ in 0..25_000 {
        for kind in [scattered, nearly_joined, shut_in, not_yet_shut_in] {
            tally.compare(&kind(&mut rng));
        }
    }
    println!("{tally:#?}");
    assert!(tally.positions >= 100_000);
    assert!(tally.jumps >= 10_000);
    assert!(tally.leaps_over_bases >= 10_000);
    assert!(tally.wins >= 10_000);
    assert!(tally.finished_by_connection >= 10_000);
    assert!(tally.blockades >= 10_000);
    assert!(tally.finished_by_blockade >= 10_000);
    assert!(tally.last_pins_taken >= 500);
}
