//! The fast rules against a slow reference implementation.

use std::collections::HashMap;

use chautari_baghchal::Baghchal;
use chautari_game::{AnyGame, AnyRecord, Rng};

use crate::reference::{Piece, State};

/// The number of positions compared under each profile.
const POSITIONS: usize = 100_000;

/// Returns a random state, reachable or not.
fn anywhere(rng: &mut Rng, must_capture: bool) -> State {
    let mut state = State::start(must_capture);
    state.board = [[None; 5]; 5];
    state.captured = rng.below(6);
    // Tigers are trapped on crowded boards.
    let most = 20 - state.captured;
    let goats = if rng.below(2) == 0 { most } else { 1 + rng.below(most) };
    scatter(&mut state, rng, 4, goats, &[]);
    state.to_move = if rng.below(2) == 0 { Piece::Goat } else { Piece::Tiger };
    state
}

/// Returns a state with all goats on the board and tigers around the only empty point, because random states
/// hardly ever leave the goats without a move.
fn crowded(rng: &mut Rng, must_capture: bool) -> State {
    let mut state = State::start(must_capture);
    state.board = [[None; 5]; 5];
    let (hole, around) =
        [((0, 0), [(0, 1), (1, 0), (1, 1)]), ((0, 3), [(0, 2), (0, 4), (1, 3)])][rng.below(2)];
    for (row, column) in around {
        state.board[row][column] = Some(Piece::Tiger);
    }
    scatter(&mut state, rng, 1, 20, &[hole]);
    state
}

fn scatter(state: &mut State, rng: &mut Rng, tigers: usize, goats: usize, kept_empty: &[(usize, usize)]) {
    for piece in vec![Piece::Tiger; tigers].into_iter().chain(vec![Piece::Goat; goats]) {
        loop {
            let place = (rng.below(5), rng.below(5));
            if state.board[place.0][place.1].is_none() && !kept_empty.contains(&place) {
                state.board[place.0][place.1] = Some(piece);
                break;
            }
        }
    }
}

/// Returns the board, the turn and the captures of a record.
fn short(record: &dyn AnyRecord) -> String {
    record.position().split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn winner(game: &dyn AnyGame, record: &dyn AnyRecord) -> Option<Piece> {
    let side = record.outcome()?.winner.expect("no position alone is a draw");
    Some(if game.info().side(side) == "goats" { Piece::Goat } else { Piece::Tiger })
}

/// Compares one position and counts the features it covered.
fn compare(game: &dyn AnyGame, state: &State, seen: &mut HashMap<&'static str, usize>) {
    let mut record = game.read_position(&state.text()).unwrap_or_else(|e| panic!("{}: {e}", state.text()));
    assert_eq!(winner(game, &*record), state.winner(), "{}", state.text());
    let mut expected: Vec<_> =
        state.turns().into_iter().map(|turn| (turn.text, turn.next, turn.captures)).collect();
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    let mut found: Vec<_> = record.offers().into_iter().map(|offer| offer.text).collect();
    found.sort();
    assert_eq!(found, expected.iter().map(|(text, ..)| text.clone()).collect::<Vec<_>>(), "{}", state.text());
    for (text, next, _) in &expected {
        record.play(text).unwrap_or_else(|e| panic!("{text} at {}: {e}", state.text()));
        assert_eq!(short(&*record), next.text());
        assert_eq!(winner(game, &*record), next.winner(), "{}", next.text());
        record.undo();
    }
    let mut count = |what, held: bool| *seen.entry(what).or_default() += usize::from(held);
    count("captures", expected.iter().any(|(_, _, captures)| *captures));
    count("tigers trapped", state.to_move == Piece::Tiger && state.winner() == Some(Piece::Goat));
    count("goats stuck", state.captured < 5 && state.winner() == Some(Piece::Tiger));
    count("captures enough", state.captured == 5);
    count("placing", state.in_hand() > 0);
    count("sliding", state.in_hand() == 0);
}

fn agree(game: Baghchal, must_capture: bool) {
    let mut rng = Rng::new(1);
    let mut seen = HashMap::new();
    let mut compared = 0;
    while compared < POSITIONS / 2 {
        let random = if rng.below(100) == 0 { crowded } else { anywhere };
        compare(&game, &random(&mut rng, must_capture), &mut seen);
        compared += 1;
    }
    while compared < POSITIONS {
        let mut state = State::start(must_capture);
        for _ in 0..100 {
            compare(&game, &state, &mut seen);
            compared += 1;
            let mut turns = state.turns();
            if turns.is_empty() {
                break;
            }
            state = turns.swap_remove(rng.below(turns.len())).next;
        }
    }
    for (what, least) in [
        ("captures", 20_000),
        ("tigers trapped", 500),
        ("goats stuck", 400),
        ("captures enough", 5_000),
        ("placing", 20_000),
        ("sliding", 20_000),
    ] {
        assert!(seen[what] >= least, "{what} came up only {} times", seen[what]);
    }
}

#[test]
fn optional_captures_agree() {
    agree(Baghchal::OPTIONAL, false);
}

#[test]
fn compulsory_captures_agree() {
    agree(Baghchal::COMPULSORY, true);
}
