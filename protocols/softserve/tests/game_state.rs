//! The state of a game without a server: requests, actions, results, time limits.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_game::{Rng, Side};
use chautari_games::GAMES;
use chautari_softserve::{ActionTimeout, GameEvent, GameState, MOST_PLIES, Refusal, Timeliness, Verdict};

const PATIENCE: ActionTimeout = ActionTimeout { limit: Duration::from_millis(4300), since_ms: 0 };

fn state(game: &str) -> GameState {
    GameState::new(chautari_games::find(game).unwrap().as_ref())
}

fn act(state: &mut GameState, action: &str, now_ms: u64) -> Result<(), Refusal> {
    let event = state.act(action, now_ms, Some(PATIENCE))?;
    state.apply(&event)
}

fn ask(state: &mut GameState, now_ms: u64) {
    let event = state.ask(now_ms).unwrap();
    state.apply(&event).unwrap();
}

#[test]
fn asking_twice_does_not_reset_the_clock() {
    let mut state = state("creeper");
    assert!(!state.was_requested(0));
    ask(&mut state, 1000);
    assert_eq!(state.ask(5000), None);
    assert!(state.was_requested(0) && !state.was_requested(1));
    assert_eq!(act(&mut state, "a1a1", 2000), Err(Refusal::InvalidAction), "the clock runs on");
    act(&mut state, "a5a4", 5301).unwrap();
    assert_eq!(state.late(), Some(Side::One));
    // Later slowness changes nothing any more.
    ask(&mut state, 6000);
    act(&mut state, "a2a1", 6000).unwrap_err();
    act(&mut state, "c1d1", 60_000).unwrap();
    assert_eq!(state.late(), Some(Side::One));
}

#[test]
fn the_limit_itself_is_in_time() {
    let mut state = state("creeper");
    ask(&mut state, 1000);
    act(&mut state, "a5a4", 5300).unwrap();
    assert_eq!(state.late(), None);
}

#[test]
fn server_downtime_does_not_count_as_thinking_time() {
    let mut state = state("creeper");
    ask(&mut state, 1000);
    let pace = |since_ms, now_ms| {
        let patience = ActionTimeout { since_ms, ..PATIENCE };
        match state.act("a5a4", now_ms, Some(patience)).unwrap() {
            GameEvent::Played { pace, .. } => pace,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!([5300, 5301].map(|now_ms| pace(500, now_ms)), [Timeliness::InTime, Timeliness::Late]);
    // It came back after a minute: the action is awaited from there.
    assert_eq!([64_300, 64_301].map(|now_ms| pace(60_000, now_ms)), [Timeliness::InTime, Timeliness::Late]);
}

#[test]
fn the_third_time_is_a_draw() {
    let mut state = state("creeper");
    for action in "c7d7 c1d1 d7c7 d1c1 c7d7 c1d1 d7c7 d1c1".split(' ') {
        assert_eq!(state.winner(), "none");
        act(&mut state, action, 0).unwrap();
    }
    assert_eq!((state.verdict(), state.winner()), (Verdict::Draw, "draw"));
    assert_eq!(act(&mut state, "c7d7", 0), Err(Refusal::InvalidAction));
    assert!(state.offers().is_empty());
    assert_eq!(state.states().len(), 9);
}

#[test]
fn every_game_is_played_to_its_end_and_comes_back_from_its_events() {
    for game in GAMES {
        let mut state = GameState::new(*game);
        let mut events = Vec::new();
        let mut dice = Rng::new(7);
        while state.verdict() == Verdict::Ongoing {
            let mover = state.turn();
            events.extend(state.ask(events.len() as u64));
            state.apply(events.last().unwrap()).unwrap();
            let action = dice.pick(&state.offers()).unwrap();
            events.push(state.act(&action, events.len() as u64, Some(PATIENCE)).unwrap());
            state.apply(events.last().unwrap()).unwrap();
            assert_eq!(state.mover(state.ply() - 1), mover);
        }
        assert!(state.ply() <= MOST_PLIES && state.ply() > 5, "{}", game.info().id);
        let mut again = GameState::new(*game);
        for event in &events {
            let text = serde_json::to_string(event).unwrap();
            again.apply(&serde_json::from_str::<GameEvent>(&text).unwrap()).unwrap();
        }
        assert_eq!(again.states(), state.states());
        assert_eq!(again.actions(), state.actions());
        assert_eq!(again.winner(), state.winner());
    }
}
