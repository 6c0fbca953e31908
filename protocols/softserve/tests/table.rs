//! A table alone: asking, acting, ending, being late.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::time::Duration;

use chautari_game::{Dice, Side};
use chautari_games::GAMES;
use chautari_softserve::{MOST_PLIES, Refusal, Table, TableEvent, Verdict};

const LIMIT: Option<Duration> = Some(Duration::from_millis(4300));

fn table(game: &str) -> Table {
    Table::new(chautari_games::find(game).unwrap().as_ref())
}

fn act(table: &mut Table, action: &str, now_ms: u64) -> Result<(), Refusal> {
    let event = table.act(action, now_ms, LIMIT)?;
    table.apply(&event)
}

fn ask(table: &mut Table, now_ms: u64) {
    let event = table.ask(now_ms).unwrap();
    table.apply(&event).unwrap();
}

#[test]
fn asking_twice_does_not_reset_the_clock() {
    let mut table = table("creeper");
    assert!(!table.was_asked(0));
    ask(&mut table, 1000);
    assert_eq!(table.ask(5000), None);
    assert!(table.was_asked(0) && !table.was_asked(1));
    assert_eq!(act(&mut table, "a1a1", 2000), Err(Refusal::InvalidAction), "the clock runs on");
    act(&mut table, "a5a4", 5301).unwrap();
    assert_eq!(table.late(), Some(Side::One));
    // Later slowness changes nothing any more.
    ask(&mut table, 6000);
    act(&mut table, "a2a1", 6000).unwrap_err();
    act(&mut table, "c1d1", 60_000).unwrap();
    assert_eq!(table.late(), Some(Side::One));
}

#[test]
fn the_limit_itself_is_in_time() {
    let mut table = table("creeper");
    ask(&mut table, 1000);
    act(&mut table, "a5a4", 5300).unwrap();
    assert_eq!(table.late(), None);
}

#[test]
fn the_third_time_is_a_draw() {
    let mut table = table("creeper");
    for action in "c7d7 c1d1 d7c7 d1c1 c7d7 c1d1 d7c7 d1c1".split(' ') {
        assert_eq!(table.winner(), "none");
        act(&mut table, action, 0).unwrap();
    }
    assert_eq!((table.verdict(), table.winner()), (Verdict::Draw, "draw"));
    assert_eq!(act(&mut table, "c7d7", 0), Err(Refusal::InvalidAction));
    assert!(table.offers().is_empty());
    assert_eq!(table.states().len(), 9);
}

#[test]
fn every_game_is_played_to_its_end_and_comes_back_from_its_events() {
    for game in GAMES {
        let mut table = Table::new(*game);
        let mut events = Vec::new();
        let mut dice = Dice::new(7);
        while table.verdict() == Verdict::Ongoing {
            let mover = table.turn();
            events.extend(table.ask(events.len() as u64));
            table.apply(events.last().unwrap()).unwrap();
            let action = dice.pick(&table.offers()).unwrap();
            events.push(table.act(&action, events.len() as u64, LIMIT).unwrap());
            table.apply(events.last().unwrap()).unwrap();
            assert_eq!(table.mover(table.ply() - 1), mover);
        }
        assert!(table.ply() <= MOST_PLIES && table.ply() > 5, "{}", game.info().id);
        let mut again = Table::new(*game);
        for event in &events {
            let text = serde_json::to_string(event).unwrap();
            again.apply(&serde_json::from_str::<TableEvent>(&text).unwrap()).unwrap();
        }
        assert_eq!(again.states(), table.states());
        assert_eq!(again.actions(), table.actions());
        assert_eq!(again.winner(), table.winner());
    }
}
