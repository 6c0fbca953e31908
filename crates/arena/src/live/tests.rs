//! Scenarios and property tests of matches.

use chautari_game::{AnyGame, Side};
use proptest::prelude::*;

use super::*;

const MINUTE: TimeControl = TimeControl::Game { initial_ms: 60_000, increment_ms: 1000, delay_ms: 0 };

fn game() -> Box<dyn AnyGame> {
    chautari_games::find("baghchal:captures=1").unwrap()
}

fn friendly(control: Option<TimeControl>) -> Terms {
    Terms {
        start: None,
        opening: Vec::new(),
        control: control.map(TimeControls::from),
        stakes: Stakes::Friendly,
        players: [Player::Guest, Player::Guest],
    }
}

fn for_points(control: Option<TimeControl>) -> Terms {
    Terms { stakes: Stakes::Points, ..friendly(control) }
}

/// A match and its events so far.
struct Stage {
    played: Match,
    events: Vec<MatchEvent>,
}

impl Stage {
    fn new(terms: Terms) -> Stage {
        Stage { played: Match::new(&*game(), terms, Tick(0)).unwrap(), events: Vec::new() }
    }

    fn act(&mut self, side: Side, action: &Action, at: u64) -> Result<Vec<MatchEventKind>, Refusal> {
        let events = self.played.decide(side, action, Tick(at))?;
        for event in &events {
            self.happen(event.clone(), at);
        }
        Ok(events.into_iter().map(|event| event.what).collect())
    }

    fn happen(&mut self, event: MatchEvent, at: u64) {
        self.played.apply(&event, Tick(at)).unwrap();
        self.events.push(event);
    }

    fn play(&mut self, side: Side, text: &str, at: u64) {
        self.act(side, &Action::Move { text: text.to_owned() }, at).unwrap();
    }

    fn verdict(&self) -> (Option<Side>, &str, &str) {
        let verdict = self.played.verdict().unwrap();
        (verdict.winner, &verdict.code, &verdict.text)
    }
}

use Side::{One as GOATS, Two as TIGERS};

#[test]
fn game_ends_by_the_rules() {
    let mut stage = Stage::new(friendly(None));
    assert_eq!(stage.played.turn(), Some(GOATS));
    stage.play(GOATS, "mB1", 1);
    let refusal = stage.act(GOATS, &Action::Move { text: "mC3".into() }, 2).unwrap_err();
    assert_eq!(
        (refusal.code(), refusal.to_string().as_str()),
        ("not-your-turn", "It is not your turn: Tigers to move.")
    );
    let refusal = stage.act(TIGERS, &Action::Move { text: "mA1B1".into() }, 2).unwrap_err();
    assert_eq!((refusal.code(), refusal.to_string().as_str()), ("illegal-move", "B1 is occupied."));
    stage.play(TIGERS, "mA1C1(B1)", 3);
    assert_eq!((stage.verdict().0, stage.verdict().1), (Some(TIGERS), "captures"));
    assert_eq!(stage.played.turn(), None);
    let refusal = stage.act(GOATS, &Action::Resign, 4).unwrap_err();
    assert_eq!(refusal.code(), "game-over");
}

#[test]
fn clock_of_the_side_to_move_runs_and_gains_an_increment() {
    let mut stage = Stage::new(for_points(Some(MINUTE)));
    assert_eq!(stage.played.running(), Some(GOATS), "for points the clock runs at once");
    stage.play(GOATS, "mB1", 10_000);
    assert_eq!(stage.played.left(Tick(10_000)), Some([51_000, 60_000]));
    assert_eq!(stage.played.left(Tick(70_000)), Some([51_000, 0]));
    assert_eq!(stage.played.deadline(), Some(Tick(70_000)));
    assert_eq!(stage.played.due(Tick(69_999)), None);
    let late = Action::Move { text: "mA1A2".into() };
    assert_eq!(stage.act(TIGERS, &late, 70_000), Err(Refusal::Late));
    let flag = stage.played.due(Tick(70_000)).unwrap();
    stage.happen(flag, 70_000);
    assert_eq!(stage.verdict(), (Some(GOATS), "time", "Tigers ran out of time"));
    assert_eq!((stage.played.running(), stage.played.due(Tick(99_999))), (None, None));
}

#[test]
fn friendly_clock_starts_after_the_first_move_of_its_side() {
    let mut stage = Stage::new(friendly(Some(MINUTE)));
    assert_eq!(stage.played.deadline(), None);
    stage.play(GOATS, "mC3", 500_000);
    assert_eq!((stage.played.running(), stage.played.left(Tick(600_000))), (None, Some([61_000, 60_000])));
    stage.play(TIGERS, "mA1A2", 600_000);
    assert_eq!(stage.played.running(), Some(GOATS));
}

#[test]
fn restart_costs_no_time() {
    let mut stage = Stage::new(for_points(Some(MINUTE)));
    stage.play(GOATS, "mC3", 4000);
    stage.play(TIGERS, "mA1A2", 9000);
    // Another process with another clock replays the stored events.
    let boot = Tick(123_456);
    let mut again = Match::new(&*game(), for_points(Some(MINUTE)), boot).unwrap();
    for event in &stage.events {
        let kept = serde_json::to_string(event).unwrap();
        again.apply(&serde_json::from_str(&kept).unwrap(), boot).unwrap();
    }
    assert_eq!(again.left(boot), Some([57_000, 56_000]));
    assert_eq!(again.deadline(), Some(Tick(boot.0 + 57_000)));
}

#[test]
fn engine_is_not_timed_and_responds_to_offers() {
    let terms = Terms { players: [Player::Guest, Player::House], ..friendly(Some(MINUTE)) };
    let mut stage = Stage::new(terms);
    stage.play(GOATS, "mC3", 10);
    assert_eq!(stage.played.running(), None);
    let events = stage.act(GOATS, &Action::OfferDraw, 20).unwrap();
    assert_eq!(events, [MatchEventKind::DrawOffered { side: GOATS }]);
    let events = stage.act(TIGERS, &Action::Move { text: "mA1A2".into() }, 5000).unwrap();
    assert_eq!(
        events[0],
        MatchEventKind::DrawDeclined { side: TIGERS },
        "an engine that plays on declines explicitly"
    );
    let events = stage.act(GOATS, &Action::OfferTakeback, 6000).unwrap();
    assert_eq!(events.len(), 2);
    assert_eq!((stage.played.record().len(), stage.played.turn()), (0, Some(GOATS)));
    stage.act(GOATS, &Action::Resign, 7000).unwrap();
    assert_eq!(stage.verdict(), (Some(TIGERS), "resignation", "Goats resigned"));
    stage.act(GOATS, &Action::Rematch, 8000).unwrap();
    assert!(stage.played.rematch_agreed());
}

#[test]
fn draw_needs_the_consent_of_both() {
    let mut stage = Stage::new(friendly(None));
    assert_eq!(stage.act(TIGERS, &Action::AcceptDraw, 1), Err(Refusal::NoOffer("draw")));
    stage.act(GOATS, &Action::OfferDraw, 1).unwrap();
    assert_eq!(stage.act(GOATS, &Action::AcceptDraw, 1), Err(Refusal::NoOffer("draw")));
    stage.play(GOATS, "mC3", 2);
    assert_eq!(stage.played.draw_offer(), Some(GOATS), "it comes with the move");
    stage.play(TIGERS, "mA1A2", 3);
    assert_eq!(stage.played.draw_offer(), None, "playing on declines it");
    stage.act(TIGERS, &Action::OfferDraw, 4).unwrap();
    stage.act(GOATS, &Action::DeclineDraw, 4).unwrap();
    assert_eq!(stage.act(TIGERS, &Action::OfferDraw, 5), Err(Refusal::OfferedAlready));
    stage.act(GOATS, &Action::OfferDraw, 6).unwrap();
    stage.act(TIGERS, &Action::OfferDraw, 7).unwrap();
    assert_eq!(stage.verdict(), (None, "agreement", "both sides agreed to a draw"), "two offers are a draw");
}

#[test]
fn takeback_goes_back_to_the_last_move_of_the_asking_side() {
    let terms =
        Terms { opening: vec!["mB1".into()], ..friendly(Some(TimeControl::Move { per_move_ms: 5000 })) };
    let mut stage = Stage::new(terms);
    assert_eq!(stage.act(GOATS, &Action::OfferTakeback, 1), Err(Refusal::NothingToTakeBack));
    stage.play(TIGERS, "mA1A2", 1000);
    stage.play(GOATS, "mC3", 2000);
    stage.act(TIGERS, &Action::OfferTakeback, 4000).unwrap();
    assert_eq!(stage.act(TIGERS, &Action::OfferTakeback, 4000), Err(Refusal::OfferedAlready));
    stage.act(GOATS, &Action::AcceptTakeback, 6000).unwrap();
    assert_eq!((stage.played.record().moves(), stage.played.turn()), (vec!["mB1".to_owned()], Some(TIGERS)));
    assert_eq!(stage.played.left(Tick(6000)), Some([5000, 5000]), "the move has its full time again");
    stage.play(TIGERS, "mA1A2", 7000);
    stage.act(TIGERS, &Action::OfferTakeback, 7000).unwrap();
    stage.play(GOATS, "mC3", 8000);
    assert_eq!(stage.played.takeback_offer(), None, "playing on declines it");
    assert_eq!(stage.act(GOATS, &Action::AcceptTakeback, 9000), Err(Refusal::NoOffer("takeback")));
    let mut stage = Stage::new(for_points(None));
    stage.play(GOATS, "mC3", 1);
    assert_eq!(stage.act(GOATS, &Action::OfferTakeback, 2), Err(Refusal::ForPoints("takeback")));
}

#[test]
fn rematch_is_agreed_on_after_the_end() {
    let mut stage = Stage::new(friendly(None));
    assert_eq!(stage.act(GOATS, &Action::Rematch, 1), Err(Refusal::NotOver));
    stage.act(GOATS, &Action::Resign, 2).unwrap();
    stage.act(TIGERS, &Action::Rematch, 3).unwrap();
    assert_eq!(stage.played.rematch_offer(), Some(TIGERS));
    assert_eq!(stage.act(TIGERS, &Action::Rematch, 4), Err(Refusal::OfferedAlready));
    stage.act(GOATS, &Action::Rematch, 5).unwrap();
    assert!(stage.played.rematch_agreed());
    assert_eq!(stage.act(GOATS, &Action::Rematch, 6), Err(Refusal::RematchBegun));
}

#[test]
fn match_is_forfeited_or_abandoned_only_once() {
    let mut stage = Stage::new(for_points(None));
    let event = stage.played.forfeit(TIGERS, "the player withdrew", Tick(1)).unwrap();
    stage.happen(event, 1);
    assert_eq!(stage.verdict(), (Some(GOATS), "forfeit", "the player withdrew"));
    assert_eq!(stage.played.abandon("nobody came", Tick(2)).unwrap_err().code(), "game-over");
}

#[test]
fn match_cannot_start_in_a_finished_or_invalid_position() {
    let over = Terms { opening: vec!["mB1".into(), "mA1C1(B1)".into()], ..friendly(None) };
    assert!(matches!(Match::new(&*game(), over, Tick(0)), Err(ReplayError::Over)));
    let unread = Terms { start: Some("nothing".into()), ..friendly(None) };
    assert!(matches!(Match::new(&*game(), unread, Tick(0)), Err(ReplayError::Opening(_))));
}

#[test]
fn impossible_events_are_refused() {
    let mut played = Match::new(&*game(), friendly(None), Tick(0)).unwrap();
    let mut apply = |what| played.apply(&MatchEvent { what, left: None }, Tick(1));
    let moved = MatchEventKind::Moved { side: TIGERS, text: "mA1A2".into() };
    assert_eq!(apply(moved), Err(ReplayError::OutOfPlace("moved")));
    assert_eq!(
        apply(MatchEventKind::TakenBack { side: GOATS, plies: 1 }),
        Err(ReplayError::OutOfPlace("taken_back"))
    );
    assert_eq!(apply(MatchEventKind::RematchAgreed), Err(ReplayError::OutOfPlace("rematch_agreed")));
}

#[test]
fn pause_stops_the_clocks_until_both_are_ready() {
    let mut stage = Stage::new(friendly(Some(MINUTE)));
    stage.play(GOATS, "mC3", 0);
    stage.play(TIGERS, "mA1B1", 1000);
    assert_eq!(stage.act(GOATS, &Action::AcceptPause, 2000).unwrap_err().code(), "no-offer");
    assert_eq!(stage.act(GOATS, &Action::Resume, 2000).unwrap_err().code(), "not-paused");
    stage.act(TIGERS, &Action::OfferPause, 2000).unwrap();
    assert_eq!(
        stage.act(GOATS, &Action::DeclinePause, 2500).unwrap(),
        [MatchEventKind::PauseDeclined { side: GOATS }]
    );
    assert_eq!(stage.act(TIGERS, &Action::OfferPause, 2600).unwrap_err().code(), "offered-already");
    // Both sides offer a pause, which is an agreement, like with draws.
    stage.act(GOATS, &Action::OfferPause, 3000).unwrap();
    assert_eq!(stage.act(TIGERS, &Action::OfferPause, 4000).unwrap(), [MatchEventKind::Paused]);
    let left = stage.played.left(Tick(4000));
    assert_eq!((stage.played.running(), stage.played.deadline()), (None, None));
    assert_eq!(stage.played.left(Tick(9_000_000)), left, "a pause costs no time");
    let early = stage.act(GOATS, &Action::Move { text: "mB2".into() }, 9_000_000).unwrap_err();
    assert_eq!(early.code(), "paused");
    stage.act(TIGERS, &Action::Resume, 9_000_000).unwrap();
    assert_eq!(stage.played.resume_offer(), Some(TIGERS));
    assert_eq!(stage.act(TIGERS, &Action::Resume, 9_000_001).unwrap_err().code(), "offered-already");
    assert_eq!(stage.act(GOATS, &Action::Resume, 9_001_000).unwrap(), [MatchEventKind::Resumed]);
    assert_eq!(stage.played.running(), Some(GOATS));
    let left = left.unwrap();
    assert_eq!(stage.played.left(Tick(9_002_000)), Some([left[0] - 1000, left[1]]));
    stage.play(GOATS, "mB2", 9_002_000);

    // An engine agrees at once and is always ready to resume. For points there is no pause.
    let house = Terms { players: [Player::Guest, Player::House], ..friendly(Some(MINUTE)) };
    let mut stage = Stage::new(house);
    let paused = stage.act(GOATS, &Action::OfferPause, 0).unwrap();
    assert_eq!(paused, [MatchEventKind::PauseOffered { side: GOATS }, MatchEventKind::Paused]);
    assert_eq!(stage.act(GOATS, &Action::Resume, 1).unwrap(), [MatchEventKind::Resumed]);
    let mut stage = Stage::new(for_points(Some(MINUTE)));
    assert_eq!(stage.act(GOATS, &Action::OfferPause, 0).unwrap_err().code(), "for-points");
}

/// An action after some time.
#[derive(Clone, Debug)]
struct Step {
    wait: u64,
    side: Side,
    kind: StepKind,
}

#[derive(Clone, Debug)]
enum StepKind {
    /// Plays the legal move with this index, if it is the side's turn.
    Legal(usize),
    Act(Action),
    /// Checks the clock.
    CheckClock,
    Forfeit,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let kind = prop_oneof![
        12 => (0..64_usize).prop_map(StepKind::Legal),
        1 => Just(StepKind::Act(Action::Move { text: "nonsense".into() })),
        6 => prop_oneof![
            Just(Action::OfferDraw),
            Just(Action::AcceptDraw),
            Just(Action::DeclineDraw),
            Just(Action::OfferTakeback),
            Just(Action::AcceptTakeback),
            Just(Action::DeclineTakeback),
            Just(Action::OfferPause),
            Just(Action::AcceptPause),
            Just(Action::DeclinePause),
            Just(Action::Resume),
            Just(Action::Rematch),
        ].prop_map(StepKind::Act),
        1 => prop_oneof![Just(StepKind::Act(Action::Resign)), Just(StepKind::CheckClock), Just(StepKind::Forfeit)],
    ];
    let side = prop_oneof![Just(Side::One), Just(Side::Two)];
    let step = (0..4000_u64, side, kind).prop_map(|(wait, side, kind)| Step { wait, side, kind });
    prop::collection::vec(step, 0..60)
}

fn terms() -> impl Strategy<Value = Terms> {
    let control = prop_oneof![
        Just(TimeControl::Game { initial_ms: 20_000, increment_ms: 700, delay_ms: 0 }),
        Just(TimeControl::Game { initial_ms: 20_000, increment_ms: 0, delay_ms: 3000 }),
        Just(TimeControl::Game { initial_ms: 9000, increment_ms: 200, delay_ms: 1000 }),
        Just(TimeControl::Move { per_move_ms: 6000 }),
    ];
    let control = prop_oneof![
        1 => Just(None),
        2 => control.clone().prop_map(|control| Some(control.into())),
        2 => [control.clone(), control].prop_map(|sides| Some(TimeControls::new(sides))),
    ];
    let stakes = prop_oneof![Just(Stakes::Friendly), Just(Stakes::Points)];
    let player = prop_oneof![3 => Just(Player::Guest), 1 => Just(Player::House)];
    (control, stakes, [player.clone(), player]).prop_map(|(control, stakes, players)| Terms {
        start: None,
        opening: Vec::new(),
        control,
        stakes,
        players,
    })
}

/// The state of a match as far as its events determine it.
#[derive(Debug, PartialEq)]
struct Snapshot {
    position: String,
    moves: Vec<String>,
    turn: Option<Side>,
    verdict: Option<Verdict>,
    offers: [Option<Side>; 5],
    paused: bool,
    agreed: bool,
    running: Option<Side>,
    left: Option<RemainingTime>,
}

fn snapshot(played: &Match, now: Tick) -> Snapshot {
    Snapshot {
        position: played.record().position(),
        moves: played.record().moves(),
        turn: played.turn(),
        verdict: played.verdict().cloned(),
        offers: [
            played.draw_offer(),
            played.takeback_offer(),
            played.pause_offer(),
            played.resume_offer(),
            played.rematch_offer(),
        ],
        paused: played.is_paused(),
        agreed: played.rematch_agreed(),
        running: played.running(),
        left: played.left(now),
    }
}

fn check_invariants(name: &str, terms: &Terms, steps: &[Step]) -> Result<(), TestCaseError> {
    let game = chautari_games::find(name).unwrap();
    let mut played = Match::new(&*game, terms.clone(), Tick(0)).unwrap();
    let mut stored_events: Vec<(MatchEvent, Tick)> = Vec::new();
    let mut now = Tick(0);
    for step in steps {
        now = Tick(now.0 + step.wait);
        let before = snapshot(&played, now);
        let action = match &step.kind {
            StepKind::Legal(number) => {
                let offers = played.record().offers();
                let Some(offer) = offers.get(number % offers.len().max(1)) else { continue };
                Some(Action::Move { text: offer.text.clone() })
            }
            StepKind::Act(action) => Some(action.clone()),
            StepKind::CheckClock | StepKind::Forfeit => None,
        };
        let events = match (&action, &step.kind) {
            (Some(action), _) => played.decide(step.side, action, now).unwrap_or_default(),
            (None, StepKind::Forfeit) => played.forfeit(step.side, "it did", now).into_iter().collect(),
            (None, _) => played.due(now).into_iter().collect(),
        };
        for event in &events {
            // Every decided event can be applied, also after it was serialised.
            let text = serde_json::to_string(event).unwrap();
            let stored: MatchEvent = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&stored, event);
            prop_assert!(played.apply(&stored, now).is_ok(), "{event:?} was decided but cannot be applied");
            stored_events.push((stored, now));
        }
        let after = snapshot(&played, now);
        if events.is_empty() {
            prop_assert_eq!(&before, &after, "the state changes only by events");
        }
        if before.verdict.is_some() {
            prop_assert_eq!(&before.verdict, &after.verdict, "a verdict is final");
            prop_assert_eq!(&before.moves, &after.moves);
            prop_assert_eq!(&before.left, &after.left, "clocks stop at the end");
        }
        prop_assert_eq!(after.verdict.is_none(), after.turn.is_some());
        if let (Some(before), Some(after)) = (before.left, after.left) {
            for side in Side::ALL {
                let gain = after[side.index()].saturating_sub(before[side.index()]);
                let most = match terms.control.unwrap().of(side) {
                    TimeControl::Game { increment_ms, .. } => increment_ms,
                    TimeControl::Move { per_move_ms } => per_move_ms,
                };
                prop_assert!(gain <= most, "{side:?} gained {gain} ms by one step");
            }
        }
        if let Some(side) = after.running {
            prop_assert_eq!(Some(side), after.turn);
            prop_assert_eq!(terms.players[side.index()], Player::Guest);
        }
        if after.paused {
            prop_assert_eq!(after.running, None, "no clock runs in a pause");
            prop_assert!(after.moves.len() <= before.moves.len(), "no move is possible in a pause");
        }
        if terms.stakes == Stakes::Points {
            prop_assert!(!after.paused);
            prop_assert!(after.moves.len() >= before.moves.len(), "for points nothing is taken back");
            prop_assert!(!after.agreed);
        }
    }
    let endings = stored_events.iter().filter(|(event, _)| event.what.kind() == "ended").count();
    prop_assert_eq!(endings, usize::from(played.verdict().is_some()));
    // The stored events are enough to rebuild the match.
    let mut again = Match::new(&*game, terms.clone(), Tick(0)).unwrap();
    for (event, at) in &stored_events {
        again.apply(event, *at).unwrap();
    }
    prop_assert_eq!(snapshot(&again, now), snapshot(&played, now));
    Ok(())
}

#[test]
fn ban_and_move_are_one_turn_with_one_increment() {
    let game = chautari_games::find("banchess").unwrap();
    let mut played = Match::new(&*game, friendly(Some(MINUTE)), Tick(0)).unwrap();
    let (mut gains, mut turns, mut decisions) = ([0; 2], [0; 2], 0);
    while decisions < 12 {
        let side = played.turn().unwrap();
        let before = played.left_at_last_event().unwrap();
        let text = played.record().offers()[0].text.clone();
        for event in played.decide(side, &Action::Move { text }, Tick(0)).unwrap() {
            played.apply(&event, Tick(0)).unwrap();
        }
        gains[side.index()] += played.left_at_last_event().unwrap()[side.index()] - before[side.index()];
        turns[side.index()] += u64::from(played.turn() != Some(side));
        decisions += 1;
    }
    assert_eq!(gains, turns.map(|turns| turns * 1000));
    assert!(turns[0] + turns[1] < decisions, "in Ban Chess a side decides twice in a row");
}

/// Ten seconds, with a delay of five.
const DELAYED: TimeControl = TimeControl::Game { initial_ms: 10_000, increment_ms: 0, delay_ms: 5000 };

#[test]
fn offers_and_pauses_do_not_renew_the_delay_of_a_turn() {
    let mut stage = Stage::new(friendly(Some(DELAYED)));
    stage.play(GOATS, "mC3", 0);
    stage.play(TIGERS, "mA1B1", 0);
    assert_eq!(stage.played.time_left(), Some(15_000));
    // Three seconds into the delay, and again after the delay.
    stage.act(GOATS, &Action::OfferDraw, 3000).unwrap();
    assert_eq!((stage.played.deadline(), stage.played.time_left()), (Some(Tick(15_000)), Some(12_000)));
    stage.act(TIGERS, &Action::DeclineDraw, 7000).unwrap();
    assert_eq!(stage.played.left(Tick(7000)), Some([8000, 10_000]));
    assert_eq!(stage.played.deadline(), Some(Tick(15_000)));
    // After a pause the turn goes on where it was.
    stage.act(GOATS, &Action::OfferPause, 8000).unwrap();
    stage.act(TIGERS, &Action::AcceptPause, 9000).unwrap();
    stage.act(TIGERS, &Action::Resume, 100_000).unwrap();
    stage.act(GOATS, &Action::Resume, 100_000).unwrap();
    assert_eq!(stage.played.deadline(), Some(Tick(106_000)));
    // The next turn has its own delay, and so has a turn after a takeback.
    stage.play(GOATS, "mB2", 101_000);
    assert_eq!(stage.played.left(Tick(106_000)), Some([5000, 10_000]));
    stage.act(GOATS, &Action::OfferTakeback, 102_000).unwrap();
    stage.act(TIGERS, &Action::AcceptTakeback, 102_000).unwrap();
    assert_eq!(stage.played.deadline(), Some(Tick(112_000)));
}

#[test]
fn ban_and_move_are_one_turn_with_one_delay() {
    let game = chautari_games::find("banchess").unwrap();
    let mut played = Match::new(&*game, friendly(Some(DELAYED)), Tick(0)).unwrap();
    // Each decision takes three seconds, so two in a row exceed the delay by one second.
    let (mut now, mut spent, mut last) = (0, [0; 2], None);
    for _ in 0..12 {
        let side = played.turn().unwrap();
        let runs = played.running().is_some();
        now += 3000;
        let text = played.record().offers()[0].text.clone();
        for event in played.decide(side, &Action::Move { text }, Tick(now)).unwrap() {
            played.apply(&event, Tick(now)).unwrap();
        }
        if runs && last == Some(side) {
            spent[side.index()] += 1000;
        }
        last = runs.then_some(side);
        assert_eq!(played.left_at_last_event(), Some(spent.map(|spent| 10_000 - spent)));
    }
    assert!(spent.iter().all(|spent| *spent > 0), "in Ban Chess a side decides twice in a row");
}

#[test]
fn time_odds_give_each_side_its_own_clock() {
    let odds = TimeControls::new([
        TimeControl::Game { initial_ms: 60_000, increment_ms: 1000, delay_ms: 0 },
        TimeControl::Game { initial_ms: 10_000, increment_ms: 0, delay_ms: 2000 },
    ]);
    let terms = Terms { control: Some(odds), ..for_points(None) };
    // The terms survive storage, and so does a match stored with one control for both sides.
    let text = serde_json::to_string(&terms).unwrap();
    assert_eq!(serde_json::from_str::<Terms>(&text).unwrap(), terms);
    let single = r#"{"control":{"initial_ms":60000,"increment_ms":1000},"stakes":"points","players":["guest","guest"]}"#;
    assert_eq!(serde_json::from_str::<Terms>(single).unwrap(), for_points(Some(MINUTE)));
    assert_eq!(serde_json::to_string(&for_points(Some(MINUTE))).unwrap(), single);

    let mut stage = Stage::new(terms);
    assert_eq!(stage.played.left(Tick(0)), Some([60_000, 10_000]));
    stage.play(GOATS, "mC3", 5000);
    assert_eq!(stage.played.left(Tick(7000)), Some([56_000, 10_000]), "the delay of the tigers");
    assert_eq!(stage.played.deadline(), Some(Tick(17_000)));
    stage.play(TIGERS, "mA1A2", 8000);
    assert_eq!(
        stage.played.left(Tick(9000)),
        Some([55_000, 9000]),
        "no delay for the goats, no increment for the tigers"
    );
    let flag = stage.played.due(Tick(64_000)).unwrap();
    stage.happen(flag, 64_000);
    assert_eq!(stage.verdict(), (Some(TIGERS), "time", "Goats ran out of time"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn invariants_hold_in_a_game_with_alternating_turns(terms in terms(), steps in steps()) {
        check_invariants("baghchal:captures=1", &terms, &steps)?;
    }

    #[test]
    fn invariants_hold_in_a_game_with_irregular_turns(terms in terms(), steps in steps()) {
        check_invariants("banchess", &terms, &steps)?;
    }
}
