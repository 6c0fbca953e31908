//! Expected results that do not fit the spec tables: whole positions, whole lines, deep counts.

use std::collections::HashSet;

use chautari_creeper::{Creeper, Position, Softserve};
use chautari_game::{AnyGame, Game, Notation, Position as _, Side, perft};

use crate::spec::{record, table};

fn read(state: &str) -> Position {
    *record(state).position()
}

fn result(position: &Position) -> &'static str {
    match position.outcome().map(|outcome| outcome.winner) {
        None => "-",
        Some(None) => "draw",
        Some(Some(Side::One)) => "x",
        Some(Some(Side::Two)) => "o",
    }
}

/// Returns a state with some of its letters changed: `22x28.85o`.
fn changed(state: &str, changes: &str) -> String {
    let mut state = state.to_owned();
    for change in changes.split_inclusive(['x', 'o', '.']) {
        let (place, letter) = change.split_at(change.len() - 1);
        let place: usize = place.parse().unwrap_or_else(|e| panic!("{changes}: {e}"));
        state.replace_range(place..=place, letter);
    }
    state
}

#[test]
fn every_position_has_these_actions_and_no_others() {
    let (mut positions, mut successors) = (0, 0);
    for row in table("positions.txt") {
        let [state, winner, _, _, actions] = &row[..] else { panic!("{row:?}") };
        let position = read(state);
        assert_eq!(result(&position), winner, "{state}");
        let mut found: Vec<String> = position
            .moves()
            .into_iter()
            .map(|m| {
                let after = position.after(m);
                let action = Softserve.write_move(&position, m);
                assert_eq!(read(&after.to_string()), after, "{state} {action}");
                format!("{action} {after} {}", result(&after))
            })
            .collect();
        found.sort();
        let actions = actions.split(", ").filter(|&action| action != "-");
        let expected: Vec<String> = actions
            .map(|action| {
                let words: Vec<_> = action.split(' ').collect();
                let after = changed(state, words[1]);
                format!("{} {after} {}", words[0], words.get(2).unwrap_or(&"-"))
            })
            .collect();
        assert_eq!(found, expected, "{state}");
        positions += 1;
        successors += expected.len();
    }
    assert_eq!((positions, successors), (806, 19_908));
}

#[test]
fn every_sequence_passes_through_these_states() {
    for row in table("sequences.txt") {
        let [moves, ended, result, states, _] = &row[..] else { panic!("{row:?}") };
        let mut record = AnyGame::start(&Creeper);
        let mut passed = vec![record.position()];
        for m in moves.split(' ') {
            assert_eq!(record.outcome(), None, "before {m}");
            record.play(m).unwrap();
            passed.push(record.position());
        }
        assert_eq!(passed.join(" "), *states);
        let found = record.outcome().map_or("-", |outcome| outcome.ending.code);
        assert_eq!(found, if result == "draw-threefold" { "repetition" } else { "-" });
        assert_eq!(*ended, if found == "-" { "-".to_owned() } else { record.len().to_string() });
    }
}

#[test]
fn depth_five_divides_like_this() {
    let mut found = AnyGame::start(&Creeper).divide(5);
    found.sort();
    let found: Vec<_> =
        found.into_iter().map(|(action, leaves)| vec![format!("{action} {leaves}")]).collect();
    assert_eq!(found, table("divide.txt"));
}

#[test]
#[ignore = "seconds, for a number that depth 6 makes all but certain"]
fn depth_seven() {
    assert_eq!(perft(&Creeper.start(), 7), 8_679_533_676);
}

/// The number of states at each depth is known; there must be as many keys.
#[test]
fn distinct_states_have_distinct_keys() {
    let mut states = HashSet::from([Creeper.start()]);
    let mut halves = [HashSet::new(), HashSet::new()];
    for known in [24, 572, 8_464, 125_187] {
        states = states.iter().flat_map(|state| state.moves().into_iter().map(|m| state.after(m))).collect();
        assert_eq!(states.len(), known);
        let keys: HashSet<u64> = states.iter().map(|state| state.key().0).collect();
        assert_eq!(keys.len(), known);
        halves = [0, 32].map(|shift| keys.iter().map(|key| (key >> shift) as u32).collect());
    }
    // Among this many random 32-bit numbers, about two collisions are expected.
    for half in halves {
        assert!(half.len() > 125_187 - 15, "{}", half.len());
    }
}
