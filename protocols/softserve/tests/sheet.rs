//! A sheet alone: asking, acting, ending, being late.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_game::{Rng, Side};
use chautari_games::GAMES;
use chautari_softserve::{MOST_PLIES, Pace, Patience, Refusal, ScoreSheet, SheetEvent, Verdict};

const PATIENCE: Patience = Patience { limit: Duration::from_millis(4300), since_ms: 0 };

fn sheet(game: &str) -> ScoreSheet {
    ScoreSheet::new(chautari_games::find(game).unwrap().as_ref())
}

fn act(sheet: &mut ScoreSheet, action: &str, now_ms: u64) -> Result<(), Refusal> {
    let event = sheet.act(action, now_ms, Some(PATIENCE))?;
    sheet.apply(&event)
}

fn ask(sheet: &mut ScoreSheet, now_ms: u64) {
    let event = sheet.ask(now_ms).unwrap();
    sheet.apply(&event).unwrap();
}

#[test]
fn asking_twice_does_not_reset_the_clock() {
    let mut sheet = sheet("creeper");
    assert!(!sheet.was_asked(0));
    ask(&mut sheet, 1000);
    assert_eq!(sheet.ask(5000), None);
    assert!(sheet.was_asked(0) && !sheet.was_asked(1));
    assert_eq!(act(&mut sheet, "a1a1", 2000), Err(Refusal::InvalidAction), "the clock runs on");
    act(&mut sheet, "a5a4", 5301).unwrap();
    assert_eq!(sheet.late(), Some(Side::One));
    // Later slowness changes nothing any more.
    ask(&mut sheet, 6000);
    act(&mut sheet, "a2a1", 6000).unwrap_err();
    act(&mut sheet, "c1d1", 60_000).unwrap();
    assert_eq!(sheet.late(), Some(Side::One));
}

#[test]
fn the_limit_itself_is_in_time() {
    let mut sheet = sheet("creeper");
    ask(&mut sheet, 1000);
    act(&mut sheet, "a5a4", 5300).unwrap();
    assert_eq!(sheet.late(), None);
}

#[test]
fn nobody_is_late_because_the_server_was_away() {
    let mut sheet = sheet("creeper");
    ask(&mut sheet, 1000);
    let pace = |since_ms, now_ms| {
        let patience = Patience { since_ms, ..PATIENCE };
        match sheet.act("a5a4", now_ms, Some(patience)).unwrap() {
            SheetEvent::Played { pace, .. } => pace,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!([5300, 5301].map(|now_ms| pace(500, now_ms)), [Pace::Fair, Pace::Late]);
    // It came back after a minute: the action is awaited from there.
    assert_eq!([64_300, 64_301].map(|now_ms| pace(60_000, now_ms)), [Pace::Fair, Pace::Late]);
}

#[test]
fn the_third_time_is_a_draw() {
    let mut sheet = sheet("creeper");
    for action in "c7d7 c1d1 d7c7 d1c1 c7d7 c1d1 d7c7 d1c1".split(' ') {
        assert_eq!(sheet.winner(), "none");
        act(&mut sheet, action, 0).unwrap();
    }
    assert_eq!((sheet.verdict(), sheet.winner()), (Verdict::Draw, "draw"));
    assert_eq!(act(&mut sheet, "c7d7", 0), Err(Refusal::InvalidAction));
    assert!(sheet.offers().is_empty());
    assert_eq!(sheet.states().len(), 9);
}

#[test]
fn every_game_is_played_to_its_end_and_comes_back_from_its_events() {
    for game in GAMES {
        let mut sheet = ScoreSheet::new(*game);
        let mut events = Vec::new();
        let mut dice = Rng::new(7);
        while sheet.verdict() == Verdict::Ongoing {
            let mover = sheet.turn();
            events.extend(sheet.ask(events.len() as u64));
            sheet.apply(events.last().unwrap()).unwrap();
            let action = dice.pick(&sheet.offers()).unwrap();
            events.push(sheet.act(&action, events.len() as u64, Some(PATIENCE)).unwrap());
            sheet.apply(events.last().unwrap()).unwrap();
            assert_eq!(sheet.mover(sheet.ply() - 1), mover);
        }
        assert!(sheet.ply() <= MOST_PLIES && sheet.ply() > 5, "{}", game.info().id);
        let mut again = ScoreSheet::new(*game);
        for event in &events {
            let text = serde_json::to_string(event).unwrap();
            again.apply(&serde_json::from_str::<SheetEvent>(&text).unwrap()).unwrap();
        }
        assert_eq!(again.states(), sheet.states());
        assert_eq!(again.actions(), sheet.actions());
        assert_eq!(again.winner(), sheet.winner());
    }
}
