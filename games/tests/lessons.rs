//! Every lesson works: its moves are legal and solve the task, and its replies are legal.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use chautari_game::{AnyGame, AnyRecord, Lesson, Step};
use chautari_games::GAMES;

fn lessons() -> impl Iterator<Item = (&'static dyn AnyGame, &'static Lesson)> {
    GAMES.iter().filter_map(|game| Some((*game, game.info().lesson?)))
}

/// Plays a move and the replies of the other side.
fn play(begun: &dyn AnyRecord, step: &Step, text: &str) -> Box<dyn AnyRecord> {
    let mut record = begun.fork();
    for text in [text].iter().chain(step.replies) {
        record.play(text).unwrap_or_else(|fault| panic!("{text} in `{}`: {fault}", step.task));
    }
    record
}

#[test]
fn every_step_can_be_done() {
    let mut done = 0;
    for (game, lesson) in lessons() {
        let mut here: Option<Box<dyn AnyRecord>> = None;
        for step in lesson.steps {
            let begun = match step.position {
                Some(text) => game.read_position(text).unwrap_or_else(|fault| panic!("{text}: {fault}")),
                None => here.expect("the first step says where it begins"),
            };
            assert!(!step.moves.is_empty(), "{}", step.task);
            for text in step.moves {
                assert!(begun.offers().iter().any(|offer| offer.text == *text), "{text}: {}", step.task);
                play(&*begun, step, text);
            }
            here = Some(play(&*begun, step, step.moves[0]));
            done += 1;
        }
        assert!(game.info().sides.contains(&lesson.side), "{}", lesson.side);
    }
    assert!(done >= 20, "{done} steps");
}

/// A step that continues from the previous one has a single starting position.
#[test]
fn continued_steps_have_a_single_start() {
    for (_, lesson) in lessons() {
        for pair in lesson.steps.windows(2) {
            assert!(pair[1].position.is_some() || pair[0].moves.len() == 1, "{}", pair[1].task);
        }
    }
}

#[test]
fn every_game_is_won_once_in_its_lesson() {
    for (game, lesson) in lessons() {
        let won =
            lesson.steps.iter().filter_map(|step| Some((step, game.read_position(step.position?).ok()?)));
        let mut won: Vec<_> = won.map(|(step, record)| play(&*record, step, step.moves[0])).collect();
        // Ban Chess mates with the ban that follows.
        for step in lesson.steps.iter().filter(|step| step.position.is_none()) {
            let more: Vec<_> = won
                .iter()
                .filter(|record| record.offers().iter().any(|offer| offer.text == step.moves[0]))
                .map(|record| play(&**record, step, step.moves[0]))
                .collect();
            won.extend(more);
        }
        assert!(won.iter().any(|record| record.outcome().is_some()), "{}", game.info().id);
    }
}

/// Partly translated lessons fall back to English; ours are complete.
#[test]
fn every_word_is_translated() {
    const WHOLE: [&str; 5] = ["baghchal", "baghchal-compulsory", "banchess", "creeper", "gomoku"];
    for (game, lesson) in lessons() {
        let id = game.info().id;
        for translation in game.info().translations {
            let is_lacking = |text: &&str| !translation.lesson.iter().any(|(english, _)| english == text);
            let lacking: Vec<_> = lesson.texts().filter(is_lacking).collect();
            if !lacking.is_empty() {
                println!("{id} lacks in `{}`: {lacking:?}", translation.language);
            }
            assert!(lacking.is_empty() || !WHOLE.contains(&id), "{id} was whole");
            let known: Vec<_> = lesson.texts().collect();
            for (english, _) in translation.lesson {
                assert!(known.contains(english), "{id} does not say: {english}");
            }
        }
    }
}
