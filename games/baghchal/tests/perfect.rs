//! Full strength with tables never gives away a result and wins in time.
//!
//! The tables used here are those of the sliding phase of the game that three captures win, which take a
//! second to build. `bench/perfect.sh` checks the whole game under its standard rules, which needs it solved.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use chautari_baghchal::solve::{Layer, Phase, Tables, build};
use chautari_baghchal::{Baghchal, Move, Position};
use chautari_game::{
    AnyGame, Engine, EngineOptions, Exact, Game, Level, Limit, Moment, OracleError, Position as _, Prepared,
    Progress, Record, Rng, Score, Side, Thought,
};
use chautari_solve::rederive;

/// A folder that is deleted with its tables.
struct Folder(Arc<std::path::Path>);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder: PathBuf =
            std::env::temp_dir().join(format!("chautari-perfect-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Folder(folder.into())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn three_captures_win() -> Baghchal {
    Baghchal::OPTIONAL.with_captures_to_win(3).unwrap()
}

fn sliding(folder: &Folder) -> Tables {
    build(three_captures_win(), Phase::Sliding, &folder.0, &()).unwrap()
}

fn engine(folder: &Folder, level: Level) -> Box<dyn Engine<Baghchal>> {
    let options =
        EngineOptions { hash: 4, level, tables: Some(Arc::clone(&folder.0)), ..EngineOptions::default() };
    three_captures_win().engine(&options)
}

fn from(position: Position) -> Record<Baghchal> {
    Record::from_moment(position.rules(), Moment { position, last: None, plies: None })
}

fn think(engine: &mut dyn Engine<Baghchal>, record: &Record<Baghchal>, nodes: u64) -> Thought<Move> {
    let limit = Limit { nodes: Some(nodes), ..Limit::default() };
    engine.think(record, &limit, &mut |_| ControlFlow::Continue(()))
}

/// Returns a random unfinished position of the sliding phase.
fn sample(tables: &Tables, random: &mut Rng) -> (Position, Exact) {
    loop {
        let layer = Layer::Sliding { captured: random.below(3) as u8 };
        let position = tables.sample(layer, Side::ALL[random.below(2)], random);
        if position.outcome().is_none() {
            return (position, tables.value(&position).unwrap().unwrap());
        }
    }
}

#[test]
fn every_line_has_its_table_value() {
    let folder = Folder::new("lines");
    let tables = sliding(&folder);
    let mut engine = engine(&folder, Level::FULL);
    let (mut random, mut kinds) = (Rng::new(3), [0; 3]);
    for _ in 0..200 {
        let (position, _) = sample(&tables, &mut random);
        let limit = Limit { nodes: Some(200), lines: 4, ..Limit::default() };
        let thought = engine.think(&from(position), &limit, &mut |_| ControlFlow::Continue(()));
        assert_eq!(thought.lines().count(), position.moves().len().min(4));
        for (score, line) in thought.lines() {
            let after = tables.value(&position.after(line[0])).unwrap().unwrap();
            let told = Exact { plies: after.plies.map(|plies| plies + 1), ..after };
            assert_eq!(score, told.score(position.turn()), "{position:?} {line:?}");
            kinds[usize::from(score.is_won()) + 2 * usize::from(score.is_lost())] += 1;
        }
    }
    assert!(kinds.iter().all(|&kind| kind > 20), "draws, wins and losses: {kinds:?}");
}

#[test]
fn won_positions_are_won_in_exactly_the_stated_plies() {
    let folder = Folder::new("won");
    let tables = sliding(&folder);
    let mut random = Rng::new(1);
    // The engine also defends: it holds out as long as possible.
    let mut engine = engine(&folder, Level::FULL);
    let mut longest = 0;
    for _ in 0..400 {
        let (position, value) = sample(&tables, &mut random);
        let (Some(winner), Some(plies)) = (value.winner, value.plies) else { continue };
        let mut record = from(position);
        for left in (1..=plies).rev() {
            let thought = think(&mut *engine, &record, 1);
            let wins = record.position().turn() == winner;
            assert_eq!(thought.score, if wins { Score::Win(left) } else { Score::Loss(left) });
            assert_eq!(thought.line.first(), thought.best.as_ref());
            record.play(thought.best.unwrap()).unwrap();
        }
        assert_eq!(record.outcome().map(|outcome| outcome.winner), Some(Some(winner)), "{position:?}");
        longest = longest.max(plies);
    }
    assert!(longest > 20, "{longest} plies are no long win");
}

#[test]
fn table_play_preserves_the_value() {
    let folder = Folder::new("kept");
    let tables = sliding(&folder);
    let (mut random, mut rng) = (Rng::new(2), Rng::new(2));
    let mut perfect = engine(&folder, Level::FULL);
    let mut others = [1, 4, 7].map(|level| engine(&folder, Level::new(level).unwrap()));
    let mut gained = 0;
    for game in 0..60 {
        let (position, value) = sample(&tables, &mut random);
        let mut record = from(position);
        let ours = Side::ALL[game % 2];
        while record.outcome().is_none() && record.moves().len() < 300 {
            let m = if record.position().turn() == ours {
                think(&mut *perfect, &record, 1000).best.unwrap()
            } else if let Some(other) = others.get_mut(game / 2 % 4) {
                think(&mut **other, &record, 1000).best.unwrap()
            } else {
                rng.pick(&record.position().moves()).unwrap()
            };
            record.play(m).unwrap();
        }
        let points = |winner: Option<Side>| winner.map_or(1, |winner| if winner == ours { 2 } else { 0 });
        let result = record.outcome().and_then(|outcome| outcome.winner);
        assert!(points(result) >= points(value.winner), "{position:?} was worth {value:?}");
        gained += points(result) - points(value.winner);
    }
    assert!(gained > 0, "nobody ever went wrong against it");
}

/// In a drawn position the engine presses by search and never loses, and opponents with a shallow search lose
/// more often than not.
#[test]
fn drawn_positions_are_played_for_traps() {
    let folder = Folder::new("hard");
    let tables = sliding(&folder);
    let mut random = Rng::new(6);
    let mut perfect = engine(&folder, Level::FULL);
    let mut natural = engine(&folder, Level::new(2).unwrap());
    let (mut played, mut won) = (0, 0);
    while played < 40 {
        let (position, value) = sample(&tables, &mut random);
        if value.winner.is_some() {
            continue;
        }
        let (mut record, ours) = (from(position), Side::ALL[played % 2]);
        while record.outcome().is_none() && record.moves().len() < 200 {
            let at = *record.position();
            let m = if at.turn() == ours {
                let m = think(&mut *perfect, &record, 2_000).best.unwrap();
                let drawn = tables.value(&at).unwrap().unwrap().winner.is_none();
                let after = tables.value(&at.after(m)).unwrap().unwrap();
                assert!(!drawn || after.winner != Some(ours.other()), "{m:?} loses at {at:?}");
                m
            } else {
                think(&mut *natural, &record, 1000).best.unwrap()
            };
            record.play(m).unwrap();
        }
        won += u32::from(record.outcome().is_some_and(|outcome| outcome.winner == Some(ours)));
        played += 1;
    }
    assert!(won >= 25, "{won} of {played} drawn positions were won");
}

/// Returns the value of a position by search down to the last placement and by the tables from there on.
fn minimax(tables: &Tables, position: &Position) -> Exact {
    if position.in_hand() == 0 {
        return tables.value(position).unwrap().unwrap();
    }
    rederive(position, |next| Ok::<_, OracleError>(Some(minimax(tables, next)))).unwrap().unwrap()
}

#[test]
fn the_sliding_table_alone_decides_the_last_placements() {
    let folder = Folder::new("leaves");
    let tables = sliding(&folder);
    let mut random = Rng::new(3);
    let (mut with, mut without) = (
        engine(&folder, Level::FULL),
        three_captures_win().engine(&EngineOptions { hash: 4, ..EngineOptions::default() }),
    );
    let (mut kept, mut kept_without) = (0, 0);
    for number in 0..400 {
        let layer = Layer::Placing { placed: 18 + (number % 2) as u8 };
        let position = tables.sample(layer, Side::ALL[random.below(2)], &mut random);
        if position.outcome().is_some() {
            continue;
        }
        let value = minimax(&tables, &position);
        // A position in which every move preserves the value tests nothing.
        if position.moves().into_iter().all(|m| minimax(&tables, &position.after(m)).winner == value.winner) {
            continue;
        }
        let holds = |engine: &mut dyn Engine<Baghchal>| {
            let thought = think(engine, &from(position), 3000);
            minimax(&tables, &position.after(thought.best.unwrap())).winner == value.winner
        };
        let holds_with = holds(&mut *with);
        assert!(holds_with, "{position:?} is worth {value:?}");
        kept += 1;
        kept_without += u32::from(holds(&mut *without));
    }
    assert!(kept_without < kept, "{kept} positions are too easy to mean anything");
}

#[test]
fn lower_levels_ignore_the_tables() {
    let folder = Folder::new("levels");
    let tables = sliding(&folder);
    let mut random = Rng::new(4);
    let plain =
        |level| three_captures_win().engine(&EngineOptions { hash: 4, level, ..EngineOptions::default() });
    for number in 1..=9 {
        let level = Level::new(number).unwrap();
        let record = from(sample(&tables, &mut random).0);
        let (a, b) =
            (think(&mut *engine(&folder, level), &record, 5000), think(&mut *plain(level), &record, 5000));
        assert_eq!((a.best, a.score, a.nodes), (b.best, b.score, b.nodes), "level {number}");
    }
}

/// A win is preserved even if a position has occurred twice already.
#[test]
fn winning_moves_avoid_repetition() {
    let folder = Folder::new("repetition");
    let tables = sliding(&folder);
    let mut random = Rng::new(5);
    let mut engine = engine(&folder, Level::FULL);
    let mut seen = 0;
    while seen < 20 {
        let (position, value) = sample(&tables, &mut random);
        let Some(winner) = value.winner.filter(|&winner| winner != position.turn()) else { continue };
        // The loser moves back and forth, and so does the winner, twice: now the winner could repeat the
        // position for the third time.
        let Some(there_and_back) = shuffle(&tables, &position, winner) else { continue };
        let mut record = from(position);
        for m in there_and_back.into_iter().cycle().take(7) {
            record.play(m).unwrap();
        }
        let at = *record.position();
        let now = tables.value(&at).unwrap().unwrap();
        let nearest: Vec<Move> = tables
            .moves(&at)
            .unwrap()
            .into_iter()
            .filter(|(_, v)| v.is_some_and(|v| v.winner == Some(winner) && v.plies < now.plies))
            .map(|(m, _)| m)
            .collect();
        let others = tables.moves(&at).unwrap().into_iter().filter(|(m, v)| {
            let after = at.after(*m);
            let repeats = after.moves().into_iter().any(|m| record.positions().any(|p| *p == after.after(m)));
            after != position && !repeats && v.is_some_and(|v| v.winner == Some(winner))
        });
        let others: HashSet<Move> = others.map(|(m, _)| m).collect();
        // The test needs a shortest win that repeats the position, and another move that wins without.
        if nearest.iter().any(|&m| at.after(m) != position) || others.is_empty() {
            continue;
        }
        let thought = think(&mut *engine, &record, 1);
        let after = at.after(thought.best.unwrap());
        assert_ne!(after, position);
        assert_eq!(tables.value(&after).unwrap().unwrap().winner, Some(winner));
        seen += 1;
    }
}

/// Returns four plies that lead from a position to itself, all through positions won by the same side.
fn shuffle(tables: &Tables, position: &Position, winner: Side) -> Option<[Move; 4]> {
    let won =
        |p: &Position| p.outcome().is_none() && tables.value(p).unwrap().unwrap().winner == Some(winner);
    let back = |m: Move| match m {
        Move::Step { from, to } => Some(Move::Step { from: to, to: from }),
        _ => None,
    };
    for a in position.moves() {
        let (Some(a_back), first) = (back(a), position.after(a)) else { continue };
        if !won(&first) {
            continue;
        }
        for b in first.moves() {
            let (Some(b_back), second) = (back(b), first.after(b)) else { continue };
            if won(&second) && second.check(a_back).is_ok() {
                let third = second.after(a_back);
                if won(&third) && third.check(b_back).is_ok() && third.after(b_back) == *position {
                    return Some([a, b, a_back, b_back]);
                }
            }
        }
    }
    None
}

/// A progress receiver that stops the build after a while.
struct Impatient(std::sync::atomic::AtomicU64);

impl Progress for Impatient {
    fn begin(&self, _: u64) {}
    fn advance(&self, units: u64) {
        self.0.fetch_add(units, std::sync::atomic::Ordering::Relaxed);
    }
    fn note(&self, _: &str) {}
    fn is_stopped(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed) > 100_000
    }
}

#[test]
fn engines_find_tables_built_meanwhile() {
    let folder = Folder::new("prepared");
    let game: &dyn AnyGame = &three_captures_win();
    assert!(game.oracle(&folder.0).unwrap().is_none());
    // Two captures, and the tigers to move: unknown without tables.
    let start = "TGGGX/GXTXG/GGGGG/GGTGG/GGGTG t c2";
    let options = EngineOptions { hash: 1, tables: Some(Arc::clone(&folder.0)), ..EngineOptions::default() };
    let mut engine = game.engine(&options);
    let mut thought = || {
        let limit = Limit { nodes: Some(500), ..Limit::default() };
        engine.think(Some(start), &[], &limit, &mut |_| ControlFlow::Continue(())).unwrap()
    };
    let before = thought();

    let stopped = game.prepare(&folder.0, &Impatient(0.into())).unwrap();
    assert_eq!(stopped, Prepared::Stopped);
    // Concurrent builds are safe: one builds, the other finds the tables complete or in progress.
    let results = std::thread::scope(|scope| {
        [(); 2]
            .map(|()| scope.spawn(|| game.prepare(&folder.0, &()).unwrap()))
            .map(|thread| thread.join().unwrap())
    });
    assert!(results.contains(&Prepared::Ready), "{results:?}");
    assert!(results.iter().all(|r| matches!(r, Prepared::Ready | Prepared::Elsewhere)), "{results:?}");
    assert_eq!(game.prepare(&folder.0, &()).unwrap(), Prepared::Ready);

    // An engine created earlier finds the new tables, and so do oracles.
    let after = thought();
    assert_ne!(before.nodes, after.nodes);
    let verdict = game.oracle(&folder.0).unwrap().unwrap().probe(Some(start), &[]).unwrap();
    let value = verdict.value.unwrap();
    assert_eq!(after.score, value.score(Side::Two));
    assert_eq!(verdict.moves.len(), game.read_position(start).unwrap().offers().len());

    // Tables for many captures are too large to build by default; other games have none.
    let long = Baghchal::OPTIONAL.with_captures_to_win(6).unwrap();
    assert_eq!(AnyGame::prepare(&long, &folder.0, &()).unwrap(), Prepared::Nothing);
}
