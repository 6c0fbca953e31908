//! What the engine claims is true, and it plays well.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod play;

use std::time::{Duration, Instant};

use chautari_game::{Engine, Game, Level, Limit, Means, Position as _, Record, Score, Side, Stop};
use chautari_gomoku::{Gomoku, Position};
use chautari_search::Mcts;
use play::{Dice, loses_within, nodes, opening, play, record, think, wins_within};

fn small() -> Means {
    Means { hash: 1, ..Means::default() }
}

/// The last positions of quick games.
fn middles(games: std::ops::Range<u64>) -> Vec<Position> {
    let mut engines = [small(), small()].map(|means| Gomoku.engine(&means));
    let [black, white] = &mut engines;
    games
        .flat_map(|number| {
            let limit = nodes(300 + 100 * (number % 7));
            let played = play(number, [(black, limit.clone()), (white, limit)]);
            let all: Vec<_> = played.positions().copied().collect();
            all[all.len().saturating_sub(14)..].to_vec()
        })
        .filter(|position| position.outcome().is_none())
        .collect()
}

/// Replays a claimed win against every defence, or from some ply on against every `thin`th: the engine
/// must go on claiming it, in time, and win. Gives the number of positions seen.
fn replay(
    engine: &mut dyn Engine<Gomoku>,
    position: &Position,
    plies: u32,
    limit: &Limit,
    thin: usize,
) -> usize {
    let thought = think(engine, &record(*position), limit);
    let Score::Win(claimed) = thought.score else { panic!("{position:?}: no longer claimed: {thought:?}") };
    assert!(claimed <= plies, "{position:?}: {claimed} plies, not {plies}");
    let after = position.after(thought.best.unwrap());
    if let Some(outcome) = after.outcome() {
        assert_eq!(outcome.winner, Some(position.turn()));
        return 1;
    }
    assert!(claimed > 1, "{position:?} should be over after {thought:?}");
    let mut seen = 1;
    for defence in after.legal().iter().step_by(if plies > 5 { thin } else { 1 }) {
        let next = after.after(defence);
        match next.outcome() {
            Some(outcome) => assert_eq!(outcome.winner, Some(position.turn()), "{after:?} {defence}"),
            None => seen += replay(engine, &next, claimed - 2, limit, thin),
        }
    }
    seen
}

#[test]
fn every_claimed_win_is_replayed_against_every_defence() {
    let mut engine = Gomoku.engine(&small());
    let limit = nodes(10_000);
    let (mut wins, mut losses, mut seen) = ([0; 4], 0, 0);
    for position in middles(0..12) {
        match think(&mut *engine, &record(position), &limit).score {
            Score::Win(plies) => {
                let depth = (plies / 2).min(3) as usize;
                wins[depth] += 1;
                if wins[depth] <= [10, 10, 4, 1][depth] {
                    seen += replay(&mut *engine, &position, plies, &limit, 41);
                }
            }
            Score::Loss(plies) => {
                losses += 1;
                assert!(plies > 2 || loses_within(&position, plies), "{position:?} is not lost in {plies}");
            }
            _ => assert!(!wins_within(&position, 1), "{position:?} is won and nobody saw it"),
        }
    }
    println!("wins in 1, 3, 5, more: {wins:?}; losses: {losses}; positions replayed: {seen}");
    assert!(
        wins.iter().all(|&wins| wins >= 2) && losses >= 10,
        "{wins:?} {losses} are too few to mean anything"
    );
}

#[test]
fn no_legal_position_is_any_trouble() {
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut engine = Gomoku.engine(&small());
    for _ in 0..60 {
        let mut record = Record::new(Gomoku);
        let rows = 2 + dice.below(17) as u16;
        loop {
            if dice.below(12) == 0 || record.outcome().is_some() {
                let thought = think(&mut *engine, &record, &nodes(1 + dice.below(60) as u64));
                assert_eq!(thought.best.is_none(), record.outcome().is_some());
                assert!(thought.best.is_none_or(|best| record.check(best).is_ok()));
            }
            let moves = record.position().moves();
            let dense: Vec<_> = moves.iter().filter(|m| m.row() < rows && m.column() < rows).collect();
            let Some(&m) = dense.get(dice.below(dense.len().max(1))).copied().or(moves.first()) else {
                break;
            };
            if record.play(m).is_err() {
                break;
            }
        }
    }
}

#[test]
fn one_thread_and_a_node_limit_always_think_the_same() {
    let record = opening(3);
    let think = || {
        let thought = think(&mut *Gomoku.engine(&small()), &record, &nodes(30_000));
        (thought.best, thought.score, thought.nodes, thought.line)
    };
    assert_eq!(think(), think());
    assert_eq!(think().2, 30_000);
}

#[test]
fn thinking_ends_in_time() {
    let record = opening(1);
    for threads in [1, 2] {
        let mut engine = Gomoku.engine(&Means { threads, ..Means::default() });
        let begun = Instant::now();
        let limit = Limit { time: Some(Duration::from_millis(100)), ..Limit::default() };
        think(&mut *engine, &record, &limit);
        // The limit and 10 ms, with room for a machine that does other things too.
        assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());

        let stop = Stop::default();
        let limit = Limit { stop: stop.clone(), ..Limit::default() };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.stop();
            });
            let begun = Instant::now();
            assert!(think(&mut *engine, &record, &limit).best.is_some());
            assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
        });
    }
}

#[test]
fn monte_carlo_is_beaten() {
    for number in 0..2 {
        let mut full = Gomoku.engine(&small());
        let mut plain: Box<dyn Engine<Gomoku>> = Box::new(Mcts::new(4, number));
        let (ours, theirs) = ((&mut full, nodes(3_000)), (&mut plain, nodes(1_000)));
        let (side, engines) =
            if number == 0 { (Side::One, [ours, theirs]) } else { (Side::Two, [theirs, ours]) };
        assert_eq!(play(number, engines).outcome().unwrap().winner, Some(side));
    }
}

#[test]
fn higher_levels_win_more() {
    let mut points = 0;
    for number in 0..6 {
        let mut engines =
            [2, 7].map(|level| Gomoku.engine(&Means { level: Level::new(level).unwrap(), ..small() }));
        let [low, high] = &mut engines;
        let (low, high) = ((low, Limit::default()), (high, Limit::default()));
        let (side, engines) =
            if number % 2 == 0 { (Side::One, [high, low]) } else { (Side::Two, [low, high]) };
        points += u32::from(play(number, engines).outcome().unwrap().winner == Some(side));
    }
    assert!(points >= 5, "{points} of 6");
}

#[test]
#[ignore = "takes minutes: how much stronger than Monte Carlo"]
fn full_strength_beats_monte_carlo() {
    let (games, mut points) = (20, 0);
    for game in 0..games {
        let mut full = Gomoku.engine(&Means::default());
        let mut plain: Box<dyn Engine<Gomoku>> = Box::new(Mcts::new(64, game));
        let time = Limit { time: Some(Duration::from_millis(100)), ..Limit::default() };
        let (ours, theirs) = ((&mut full, time), (&mut plain, nodes(20_000)));
        let (side, engines) =
            if game % 2 == 0 { (Side::One, [ours, theirs]) } else { (Side::Two, [theirs, ours]) };
        points += u64::from(play(game / 2, engines).outcome().unwrap().winner == Some(side));
        println!("{points} of {}", game + 1);
    }
    assert!(10 * points >= 9 * games, "{points} of {games}");
}

#[test]
#[ignore = "measures"]
fn how_fast_and_deep() {
    let (mut nodes_seen, mut time) = (0, Duration::ZERO);
    let mut engine = Gomoku.engine(&Means::default());
    for number in 0..12 {
        // A middle game between equals.
        let mut middle = opening(number);
        while middle.moves().len() < 16 + number as usize && middle.outcome().is_none() {
            let thought = think(&mut *engine, &middle, &nodes(3_000));
            middle.play(thought.best.unwrap()).unwrap();
        }
        // Half a second's worth.
        let thought = think(&mut *Gomoku.engine(&Means::default()), &middle, &nodes(250_000));
        nodes_seen += thought.nodes;
        time += thought.time;
        println!(
            "depth {:3} {:7} nodes, {}: {:?}",
            thought.depth, thought.nodes, thought.score, thought.line
        );
    }
    let begun = Instant::now();
    let leaves = chautari_game::perft(opening(0).position(), 3);
    let perft = leaves as f64 / begun.elapsed().as_secs_f64();
    println!("{:.0} nodes a second, perft {perft:.0} a second", nodes_seen as f64 / time.as_secs_f64());
}
