//! Scenes from matches, and laws that hold for all of them.

use chautari_game::{AnyGame, Side};
use proptest::prelude::*;

use super::*;

const MINUTE: Control = Control::Game { initial_ms: 60_000, increment_ms: 1000, delay_ms: 0 };

fn game() -> Box<dyn AnyGame> {
    chautari_games::find("baghchal:captures=1").unwrap()
}

fn friendly(control: Option<Control>) -> Terms {
    Terms {
        start: None,
        opening: Vec::new(),
        control,
        stakes: Stakes::Friendly,
        players: [Player::Guest, Player::Guest],
    }
}

fn for_points(control: Option<Control>) -> Terms {
    Terms { stakes: Stakes::Points, ..friendly(control) }
}

/// A match with what has happened in it so far.
struct Stage {
    played: Match,
    events: Vec<MatchEvent>,
}

impl Stage {
    fn new(terms: Terms) -> Stage {
        Stage { played: Match::new(&*game(), terms, Tick(0)).unwrap(), events: Vec::new() }
    }

    fn act(&mut self, side: Side, action: &Action, at: u64) -> Result<Vec<What>, Refusal> {
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
fn a_game_is_played_to_its_end_by_the_rules() {
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
fn time_is_taken_from_the_side_to_move_and_given_for_each_move() {
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
fn among_friends_a_clock_waits_for_its_sides_first_move() {
    let mut stage = Stage::new(friendly(Some(MINUTE)));
    assert_eq!(stage.played.deadline(), None);
    stage.play(GOATS, "mC3", 500_000);
    assert_eq!((stage.played.running(), stage.played.left(Tick(600_000))), (None, Some([61_000, 60_000])));
    stage.play(TIGERS, "mA1A2", 600_000);
    assert_eq!(stage.played.running(), Some(GOATS));
}

#[test]
fn a_new_start_costs_nobody_time() {
    let mut stage = Stage::new(for_points(Some(MINUTE)));
    stage.play(GOATS, "mC3", 4000);
    stage.play(TIGERS, "mA1A2", 9000);
    // Another program, whose clock began elsewhere, reads what was kept.
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
fn an_opponent_of_the_house_is_not_timed_and_answers_offers() {
    let terms = Terms { players: [Player::Guest, Player::House], ..friendly(Some(MINUTE)) };
    let mut stage = Stage::new(terms);
    stage.play(GOATS, "mC3", 10);
    assert_eq!(stage.played.running(), None);
    let told = stage.act(GOATS, &Action::OfferDraw, 20).unwrap();
    assert_eq!(told, [What::DrawOffered { side: GOATS }]);
    let told = stage.act(TIGERS, &Action::Move { text: "mA1A2".into() }, 5000).unwrap();
    assert_eq!(told[0], What::DrawDeclined { side: TIGERS }, "an offer passed over is told");
    let told = stage.act(GOATS, &Action::OfferTakeback, 6000).unwrap();
    assert_eq!(told.len(), 2);
    assert_eq!((stage.played.record().len(), stage.played.turn()), (0, Some(GOATS)));
    stage.act(GOATS, &Action::Resign, 7000).unwrap();
    assert_eq!(stage.verdict(), (Some(TIGERS), "resignation", "Goats resigned"));
    stage.act(GOATS, &Action::Rematch, 8000).unwrap();
    assert!(stage.played.rematch_agreed());
}

#[test]
fn a_draw_takes_two() {
    let mut stage = Stage::new(friendly(None));
    assert_eq!(stage.act(TIGERS, &Action::AcceptDraw, 1), Err(Refusal::NoOffer("draw")));
    stage.act(GOATS, &Action::OfferDraw, 1).unwrap();
    assert_eq!(stage.act(GOATS, &Action::AcceptDraw, 1), Err(Refusal::NoOffer("draw")));
    stage.play(GOATS, "mC3", 2);
    assert_eq!(stage.played.draw_offer(), Some(GOATS), "it comes with the move");
    stage.play(TIGERS, "mA1A2", 3);
    assert_eq!(stage.played.draw_offer(), None, "playing on passes it over");
    stage.act(TIGERS, &Action::OfferDraw, 4).unwrap();
    stage.act(GOATS, &Action::DeclineDraw, 4).unwrap();
    assert_eq!(stage.act(TIGERS, &Action::OfferDraw, 5), Err(Refusal::OfferedAlready));
    stage.act(GOATS, &Action::OfferDraw, 6).unwrap();
    stage.act(TIGERS, &Action::OfferDraw, 7).unwrap();
    assert_eq!(stage.verdict(), (None, "agreement", "both sides agreed to a draw"), "two offers are a draw");
}

#[test]
fn a_takeback_goes_back_to_the_asking_sides_last_move() {
    let terms = Terms { opening: vec!["mB1".into()], ..friendly(Some(Control::Move { per_move_ms: 5000 })) };
    let mut stage = Stage::new(terms);
    assert_eq!(stage.act(GOATS, &Action::OfferTakeback, 1), Err(Refusal::NothingToTakeBack));
    stage.play(TIGERS, "mA1A2", 1000);
    stage.play(GOATS, "mC3", 2000);
    stage.act(TIGERS, &Action::OfferTakeback, 4000).unwrap();
    assert_eq!(stage.act(TIGERS, &Action::OfferTakeback, 4000), Err(Refusal::OfferedAlready));
    stage.act(GOATS, &Action::AcceptTakeback, 6000).unwrap();
    assert_eq!((stage.played.record().moves(), stage.played.turn()), (vec!["mB1".to_owned()], Some(TIGERS)));
    assert_eq!(stage.played.left(Tick(6000)), Some([5000, 5000]), "the move has its time anew");
    stage.play(TIGERS, "mA1A2", 7000);
    stage.act(TIGERS, &Action::OfferTakeback, 7000).unwrap();
    stage.play(GOATS, "mC3", 8000);
    assert_eq!(stage.played.takeback_offer(), None, "playing on is an answer too");
    assert_eq!(stage.act(GOATS, &Action::AcceptTakeback, 9000), Err(Refusal::NoOffer("takeback")));
    let mut stage = Stage::new(for_points(None));
    stage.play(GOATS, "mC3", 1);
    assert_eq!(stage.act(GOATS, &Action::OfferTakeback, 2), Err(Refusal::ForPoints("takeback")));
}

#[test]
fn a_rematch_is_agreed_on_after_the_end() {
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
fn an_arbiter_ends_a_match_once() {
    let mut stage = Stage::new(for_points(None));
    let event = stage.played.forfeit(TIGERS, "the player withdrew", Tick(1)).unwrap();
    stage.happen(event, 1);
    assert_eq!(stage.verdict(), (Some(GOATS), "forfeit", "the player withdrew"));
    assert_eq!(stage.played.abandon("nobody came", Tick(2)).unwrap_err().code(), "game-over");
}

#[test]
fn a_match_begins_where_one_can_play() {
    let over = Terms { opening: vec!["mB1".into(), "mA1C1(B1)".into()], ..friendly(None) };
    assert!(matches!(Match::new(&*game(), over, Tick(0)), Err(Broken::Over)));
    let unread = Terms { start: Some("nothing".into()), ..friendly(None) };
    assert!(matches!(Match::new(&*game(), unread, Tick(0)), Err(Broken::Opening(_))));
}

#[test]
fn events_out_of_place_are_refused() {
    let mut played = Match::new(&*game(), friendly(None), Tick(0)).unwrap();
    let mut apply = |what| played.apply(&MatchEvent { what, left: None }, Tick(1));
    let moved = What::Moved { side: TIGERS, text: "mA1A2".into() };
    assert_eq!(apply(moved), Err(Broken::OutOfPlace("moved")));
    assert_eq!(apply(What::TakenBack { side: GOATS, plies: 1 }), Err(Broken::OutOfPlace("taken_back")));
    assert_eq!(apply(What::RematchAgreed), Err(Broken::OutOfPlace("rematch_agreed")));
}

#[test]
fn a_pause_stops_the_clocks_until_both_are_back() {
    let mut stage = Stage::new(friendly(Some(MINUTE)));
    stage.play(GOATS, "mC3", 0);
    stage.play(TIGERS, "mA1B1", 1000);
    assert_eq!(stage.act(GOATS, &Action::AcceptPause, 2000).unwrap_err().code(), "no-offer");
    assert_eq!(stage.act(GOATS, &Action::Resume, 2000).unwrap_err().code(), "not-paused");
    stage.act(TIGERS, &Action::OfferPause, 2000).unwrap();
    assert_eq!(stage.act(GOATS, &Action::DeclinePause, 2500).unwrap(), [What::PauseDeclined { side: GOATS }]);
    assert_eq!(stage.act(TIGERS, &Action::OfferPause, 2600).unwrap_err().code(), "offered-already");
    // Both would: an offer each is a pause, as it is with draws.
    stage.act(GOATS, &Action::OfferPause, 3000).unwrap();
    assert_eq!(stage.act(TIGERS, &Action::OfferPause, 4000).unwrap(), [What::Paused]);
    let left = stage.played.left(Tick(4000));
    assert_eq!((stage.played.running(), stage.played.deadline()), (None, None));
    assert_eq!(stage.played.left(Tick(9_000_000)), left, "a pause costs nobody time");
    let early = stage.act(GOATS, &Action::Move { text: "mB2".into() }, 9_000_000).unwrap_err();
    assert_eq!(early.code(), "paused");
    stage.act(TIGERS, &Action::Resume, 9_000_000).unwrap();
    assert_eq!(stage.played.resume_offer(), Some(TIGERS));
    assert_eq!(stage.act(TIGERS, &Action::Resume, 9_000_001).unwrap_err().code(), "offered-already");
    assert_eq!(stage.act(GOATS, &Action::Resume, 9_001_000).unwrap(), [What::Resumed]);
    assert_eq!(stage.played.running(), Some(GOATS));
    let left = left.unwrap();
    assert_eq!(stage.played.left(Tick(9_002_000)), Some([left[0] - 1000, left[1]]));
    stage.play(GOATS, "mB2", 9_002_000);

    // The house agrees at once, and is always back; for points there is no pause.
    let house = Terms { players: [Player::Guest, Player::House], ..friendly(Some(MINUTE)) };
    let mut stage = Stage::new(house);
    let paused = stage.act(GOATS, &Action::OfferPause, 0).unwrap();
    assert_eq!(paused, [What::PauseOffered { side: GOATS }, What::Paused]);
    assert_eq!(stage.act(GOATS, &Action::Resume, 1).unwrap(), [What::Resumed]);
    let mut stage = Stage::new(for_points(Some(MINUTE)));
    assert_eq!(stage.act(GOATS, &Action::OfferPause, 0).unwrap_err().code(), "for-points");
}

/// One thing that somebody does, after some time.
#[derive(Clone, Debug)]
struct Step {
    wait: u64,
    side: Side,
    what: Deed,
}

#[derive(Clone, Debug)]
enum Deed {
    /// Plays the legal move of this number, if it is on turn.
    Legal(usize),
    Act(Action),
    /// Looks at the clock.
    Look,
    Forfeit,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let what = prop_oneof![
        12 => (0..64_usize).prop_map(Deed::Legal),
        1 => Just(Deed::Act(Action::Move { text: "nonsense".into() })),
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
        ].prop_map(Deed::Act),
        1 => prop_oneof![Just(Deed::Act(Action::Resign)), Just(Deed::Look), Just(Deed::Forfeit)],
    ];
    let side = prop_oneof![Just(Side::One), Just(Side::Two)];
    let step = (0..4000_u64, side, what).prop_map(|(wait, side, what)| Step { wait, side, what });
    prop::collection::vec(step, 0..60)
}

fn terms() -> impl Strategy<Value = Terms> {
    let control = prop_oneof![
        Just(None),
        Just(Some(Control::Game { initial_ms: 20_000, increment_ms: 700, delay_ms: 0 })),
        Just(Some(Control::Game { initial_ms: 20_000, increment_ms: 0, delay_ms: 3000 })),
        Just(Some(Control::Move { per_move_ms: 6000 })),
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

/// Everything about a match that its events decide.
#[derive(Debug, PartialEq)]
struct Look {
    position: String,
    moves: Vec<String>,
    turn: Option<Side>,
    verdict: Option<Verdict>,
    offers: [Option<Side>; 5],
    paused: bool,
    agreed: bool,
    running: Option<Side>,
    left: Option<Left>,
}

fn look(played: &Match, now: Tick) -> Look {
    Look {
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

fn lawful(name: &str, terms: &Terms, steps: &[Step]) -> Result<(), TestCaseError> {
    let game = chautari_games::find(name).unwrap();
    let mut played = Match::new(&*game, terms.clone(), Tick(0)).unwrap();
    let mut kept: Vec<(MatchEvent, Tick)> = Vec::new();
    let mut now = Tick(0);
    for step in steps {
        now = Tick(now.0 + step.wait);
        let before = look(&played, now);
        let action = match &step.what {
            Deed::Legal(number) => {
                let offers = played.record().offers();
                let Some(offer) = offers.get(number % offers.len().max(1)) else { continue };
                Some(Action::Move { text: offer.text.clone() })
            }
            Deed::Act(action) => Some(action.clone()),
            Deed::Look | Deed::Forfeit => None,
        };
        let events = match (&action, &step.what) {
            (Some(action), _) => played.decide(step.side, action, now).unwrap_or_default(),
            (None, Deed::Forfeit) => played.forfeit(step.side, "it did", now).into_iter().collect(),
            (None, _) => played.due(now).into_iter().collect(),
        };
        for event in &events {
            // What is decided can happen, also after it went through storage.
            let text = serde_json::to_string(event).unwrap();
            let stored: MatchEvent = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&stored, event);
            prop_assert!(played.apply(&stored, now).is_ok(), "{event:?} was decided and not applied");
            kept.push((stored, now));
        }
        let after = look(&played, now);
        if events.is_empty() {
            prop_assert_eq!(&before, &after, "nothing happened, and yet");
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
                let most = match terms.control {
                    Some(Control::Game { increment_ms, .. }) => increment_ms,
                    _ => 6000,
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
            prop_assert!(after.moves.len() <= before.moves.len(), "nobody moves in a pause");
        }
        if terms.stakes == Stakes::Points {
            prop_assert!(!after.paused);
            prop_assert!(after.moves.len() >= before.moves.len(), "for points nothing is taken back");
            prop_assert!(!after.agreed);
        }
    }
    let endings = kept.iter().filter(|(event, _)| event.what.kind() == "ended").count();
    prop_assert_eq!(endings, usize::from(played.verdict().is_some()));
    // What was kept is enough to have it all again.
    let mut again = Match::new(&*game, terms.clone(), Tick(0)).unwrap();
    for (event, at) in &kept {
        again.apply(event, *at).unwrap();
    }
    prop_assert_eq!(look(&again, now), look(&played, now));
    Ok(())
}

#[test]
fn a_ban_and_a_move_are_one_turn_and_earn_one_increment() {
    let game = chautari_games::find("banchess").unwrap();
    let mut played = Match::new(&*game, friendly(Some(MINUTE)), Tick(0)).unwrap();
    let (mut gains, mut turns, mut decisions) = ([0; 2], [0; 2], 0);
    while decisions < 12 {
        let side = played.turn().unwrap();
        let before = played.left_then().unwrap();
        let text = played.record().offers()[0].text.clone();
        for event in played.decide(side, &Action::Move { text }, Tick(0)).unwrap() {
            played.apply(&event, Tick(0)).unwrap();
        }
        gains[side.index()] += played.left_then().unwrap()[side.index()] - before[side.index()];
        turns[side.index()] += u64::from(played.turn() != Some(side));
        decisions += 1;
    }
    assert_eq!(gains, turns.map(|turns| turns * 1000));
    assert!(turns[0] + turns[1] < decisions, "in Ban Chess a side decides twice in a row");
}

/// Ten seconds, of which each turn has five before its clock runs.
const DELAYED: Control = Control::Game { initial_ms: 10_000, increment_ms: 0, delay_ms: 5000 };

#[test]
fn offers_and_pauses_do_not_bring_the_delay_of_a_turn_again() {
    let mut stage = Stage::new(friendly(Some(DELAYED)));
    stage.play(GOATS, "mC3", 0);
    stage.play(TIGERS, "mA1B1", 0);
    assert_eq!(stage.played.time_left(), Some(15_000));
    // Three seconds into the delay, and again after it.
    stage.act(GOATS, &Action::OfferDraw, 3000).unwrap();
    assert_eq!((stage.played.deadline(), stage.played.time_left()), (Some(Tick(15_000)), Some(12_000)));
    stage.act(TIGERS, &Action::DeclineDraw, 7000).unwrap();
    assert_eq!(stage.played.left(Tick(7000)), Some([8000, 10_000]));
    assert_eq!(stage.played.deadline(), Some(Tick(15_000)));
    // A pause has the turn go on where it stood.
    stage.act(GOATS, &Action::OfferPause, 8000).unwrap();
    stage.act(TIGERS, &Action::AcceptPause, 9000).unwrap();
    stage.act(TIGERS, &Action::Resume, 100_000).unwrap();
    stage.act(GOATS, &Action::Resume, 100_000).unwrap();
    assert_eq!(stage.played.deadline(), Some(Tick(106_000)));
    // The next turn has a delay of its own, and one begun anew, too.
    stage.play(GOATS, "mB2", 101_000);
    assert_eq!(stage.played.left(Tick(106_000)), Some([5000, 10_000]));
    stage.act(GOATS, &Action::OfferTakeback, 102_000).unwrap();
    stage.act(TIGERS, &Action::AcceptTakeback, 102_000).unwrap();
    assert_eq!(stage.played.deadline(), Some(Tick(112_000)));
}

#[test]
fn a_ban_and_a_move_are_one_turn_and_have_one_delay() {
    let game = chautari_games::find("banchess").unwrap();
    let mut played = Match::new(&*game, friendly(Some(DELAYED)), Tick(0)).unwrap();
    // Each decision takes three seconds: of two in a row one is over the delay by a second.
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
        assert_eq!(played.left_then(), Some(spent.map(|spent| 10_000 - spent)));
    }
    assert!(spent.iter().all(|spent| *spent > 0), "in Ban Chess a side decides twice in a row");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_hold_where_turns_alternate(terms in terms(), steps in steps()) {
        lawful("baghchal:captures=1", &terms, &steps)?;
    }

    #[test]
    fn the_laws_hold_where_turns_do_not_alternate(terms in terms(), steps in steps()) {
        lawful("banchess", &terms, &steps)?;
    }
}
