//! The endgame tables against known values, a slow reference, and play.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use chautari_banchess::endings::{Longest, Material, Tables, build};
use chautari_banchess::{Banchess, BitBoard, Color, Phase, Piece, Position, Setup, Text};
use chautari_game::{
    EngineOptions, Exact, Game, Limit, Moment, Notation, Position as _, Record, Rng, Score, Side,
};
use serde_json::Value;

use crate::few::{Few, Place};

/// Three men, solved once for all tests.
static THREE: LazyLock<Tables> = LazyLock::new(|| {
    let folder = folder_of_three("three");
    let tables = Tables::open(&folder).unwrap();
    // Open tables remain readable.
    std::fs::remove_dir_all(folder).unwrap();
    tables
});

/// Creates a folder with the tables of three men.
fn folder_of_three(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("chautari-endings-{name}-{}", std::process::id()));
    build(&Material::up_to(3), &folder, &()).unwrap();
    folder
}

fn spec() -> Value {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/banchess/endings.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn position(fen: &str) -> Position {
    Text::Fen.read(Banchess, fen).unwrap().position().clone()
}

fn longest(longest: Option<&Longest>) -> Option<(u64, u64)> {
    longest.map(|longest| (longest.plies.into(), longest.positions))
}

#[test]
fn counts_and_values_are_those_of_an_independent_solver() {
    for (name, ending) in spec()["endings"].as_object().unwrap() {
        let material: Material = name.parse().unwrap();
        for (turn, known) in [(Color::White, &ending["w"]), (Color::Black, &ending["b"])] {
            let count = THREE.count(material, turn).unwrap();
            let number = |key: &str| known[key].as_u64().unwrap();
            assert_eq!(
                (count.total(), count.wins, count.draws, count.losses),
                (number("legal"), number("wins"), number("draws"), number("losses")),
                "{name}, {turn:?} to move"
            );
            let known_longest = |key: &str| {
                let longest = known[key].as_object()?;
                Some((longest["plies"].as_u64().unwrap(), longest["positions"].as_u64().unwrap()))
            };
            assert_eq!(longest(count.longest_win.as_ref()), known_longest("longest_win"), "{name} {turn:?}");
            assert_eq!(
                longest(count.longest_loss.as_ref()),
                known_longest("longest_loss"),
                "{name} {turn:?}"
            );
            let samples =
                ["random", "spread", "banned"].iter().flat_map(|key| known[*key].as_array().unwrap());
            for sample in samples {
                let fen = sample["fen"].as_str().unwrap();
                let mover = if fen.contains(" w ") { Side::One } else { Side::Two };
                let winner = match sample["value"].as_str().unwrap() {
                    "win" => Some(mover),
                    "loss" => Some(mover.other()),
                    _ => None,
                };
                let plies = sample["plies"].as_u64().map(|plies| plies as u32);
                let value = THREE.value(&position(fen)).unwrap().unwrap();
                // A finished draw has no distance; the list gives none for draws.
                let value = Exact { plies: value.plies.filter(|_| value.winner.is_some()), ..value };
                assert_eq!(value, Exact { winner, plies }, "{fen}");
            }
        }
    }
}

/// Returns the position of a place, optionally with colours exchanged.
fn placed(man: char, at: Place, exchanged: bool) -> Position {
    let mut pieces = [None; 64];
    let piece = match man {
        'Q' => Piece::Queen,
        'R' => Piece::Rook,
        'B' => Piece::Bishop,
        'N' => Piece::Knight,
        _ => Piece::Pawn,
    };
    let (mirror, strong) = if exchanged { (56, Color::Black) } else { (0, Color::White) };
    pieces[at.king ^ mirror] = Some((Piece::King, strong));
    pieces[at.man ^ mirror] = Some((piece, strong));
    pieces[at.bare ^ mirror] = Some((Piece::King, !strong));
    let setup = Setup {
        pieces,
        turn: if at.white { strong } else { !strong },
        castling: BitBoard::EMPTY,
        en_passant: None,
        halfmove: 0,
        fullmove: 1,
        phase: Phase::Unsaid,
    };
    setup.vet().unwrap().position
}

#[test]
fn three_men_are_what_a_slow_reference_says() {
    let mut solved: Vec<Few> = Vec::new();
    for man in ['Q', 'R', 'B', 'N', 'P'] {
        let few = Few::solve(man, &solved);
        for (number, at) in Place::all().filter(|at| at.is_legal(man)).enumerate() {
            // With colours exchanged the tables see the same positions, so a sample is enough.
            for exchanged in [false, true].into_iter().take(1 + usize::from(number % 64 == 0)) {
                let value = THREE.value(&placed(man, at, exchanged)).unwrap().unwrap();
                let winner = |white: bool| if white == exchanged { Side::Two } else { Side::One };
                let known = few.verdict(at).map(|(white, plies)| (winner(white), plies));
                let said = value.winner.map(|winner| (winner, value.plies.unwrap()));
                assert_eq!(said, known, "{man} {at:?}");
            }
        }
        solved.push(few);
    }
}

/// Whether a side wins within `plies` plies, by exhaustive search.
fn wins_within(position: &Position, side: Side, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(side);
    }
    let next = |m| wins_within(&position.after(m), side, plies - 1);
    plies > 0
        && if position.turn() == side {
            position.moves().into_iter().any(next)
        } else {
            position.moves().into_iter().all(next)
        }
}

/// Returns the winner and the distance, if it is at most `most`.
fn searched(position: &Position, most: u32) -> Option<(Side, u32)> {
    (0..=most).find_map(|plies| {
        let winner = Side::ALL.into_iter().find(|&side| wins_within(position, side, plies))?;
        Some((winner, plies))
    })
}

/// Runs the samples in parallel shares with separate random streams, so that the result does not depend on
/// scheduling.
fn in_shares(samples: usize, seed: u64, check: impl Fn(usize, &mut Rng) + Sync) {
    const SHARES: usize = 16;
    std::thread::scope(|scope| {
        for share in 0..SHARES {
            let check = &check;
            scope.spawn(move || {
                let mut rng = Rng::stream(seed, share as u64);
                (share..samples).step_by(SHARES).for_each(|number| check(number, &mut rng));
            });
        }
    });
}

/// Checks that every sample agrees with a search of limited depth.
fn hold_against_search(tables: &Tables, endings: &[Material], samples: usize, depth: u32) {
    in_shares(samples, 29, |number, rng| {
        let position = tables.sample(endings[number % endings.len()], rng).unwrap();
        let value = tables.value(&position).unwrap().unwrap();
        let near = value.winner.zip(value.plies).filter(|&(_, plies)| plies <= depth);
        assert_eq!(searched(&position, depth), near, "{position:?}");
    });
}

/// Returns a random won position and its value.
fn won(tables: &Tables, endings: &[Material], rng: &mut Rng) -> (Position, Side, u32) {
    loop {
        let position = tables.sample(endings[rng.below(endings.len())], rng).unwrap();
        let value = tables.value(&position).unwrap().unwrap();
        match (value.winner, value.plies) {
            // Beyond that the fifty-move rule may come first.
            (Some(winner), Some(plies)) if plies <= 190 => return (position, winner, plies),
            _ => {}
        }
    }
}

/// Checks that won positions end in as many plies as the tables say, if both sides play by them.
fn play_out(tables: &Tables, endings: &[Material], games: usize) {
    in_shares(games, 31, |_, rng| {
        let (position, winner, plies) = won(tables, endings, rng);
        let mut record = Record::from_moment(Banchess, Moment { position, last: None, plies: None });
        while record.outcome().is_none() {
            let chosen = tables.choose(&record).unwrap().unwrap();
            record.play(chosen.action).unwrap();
        }
        assert_eq!(record.outcome().and_then(|outcome| outcome.winner), Some(winner));
        assert_eq!(record.moves().len() as u32, plies, "{:?}", record.start());
    });
}

#[test]
fn three_men_against_search_and_played_out() {
    let three = Material::up_to(3);
    hold_against_search(&THREE, &three, 2_000, 3);
    play_out(&THREE, &three[..2], 500);
    for &material in &three {
        assert!(THREE.verify(material, 2_000, 3).unwrap().is_none());
    }
}

/// With pawns side by side. `CHAUTARI_TABLES=FOLDER cargo test -p chautari-banchess four_men -- --ignored`
/// solves missing tables into that folder.
#[test]
#[ignore = "four men take minutes"]
fn four_men_against_search_and_played_out() {
    let folder = std::env::var_os("CHAUTARI_TABLES").expect("CHAUTARI_TABLES names a folder");
    let all = Material::up_to(4);
    let tables = build(&all, Path::new(&folder), &()).unwrap();
    hold_against_search(&tables, &all[5..], 100_000, 3);
    play_out(&tables, &all[5..], 10_000);
    for &material in &all[5..] {
        assert!(tables.verify(material, 20_000, 4).unwrap().is_none());
    }
    // A search that has only the tables of three men finds what the tables of four men contain.
    let folder = folder_of_three("search");
    let options =
        EngineOptions { tables: Some(folder.as_path().into()), hash: 1, ..EngineOptions::default() };
    let mut engine = Banchess.engine(&options);
    let (mut rng, mut proven) = (Rng::new(37), 0);
    while proven < 200 {
        let position = tables.sample(all[5 + rng.below(all.len() - 5)], &mut rng).unwrap();
        let record = Record::from_moment(Banchess, Moment { position, last: None, plies: None });
        let limit = Limit { depth: Some(6), nodes: Some(20_000), ..Limit::default() };
        let score = engine.think(&record, &limit, &mut |_| ControlFlow::Continue(())).score;
        let value = tables.value(record.position()).unwrap().unwrap();
        let player = record.position().turn();
        let winner = match score {
            Score::Win(_) => Some(player),
            Score::Loss(_) => Some(player.other()),
            _ => continue,
        };
        assert_eq!(value.winner, winner, "{:?}", record.position());
        proven += 1;
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_without_a_table_have_no_value() {
    for fen in ["4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1 1", "4k3/8/8/8/8/8/4P3/RN2K3 w - - 0 1 1"] {
        assert_eq!(THREE.value(&position(fen)).unwrap(), None, "{fen}");
    }
}

#[test]
fn the_engine_plays_by_the_tables() {
    let folder = folder_of_three("engine");
    let options =
        EngineOptions { tables: Some(folder.as_path().into()), hash: 1, ..EngineOptions::default() };
    // Too deep for a search of a few nodes.
    let record = Text::Fen.read(Banchess, "8/8/5k2/8/8/8/1R6/K7 w - - 0 1 1").unwrap();
    let limit = Limit { nodes: Some(1), ..Limit::default() };
    let thought = Banchess.engine(&options).think(&record, &limit, &mut |_| ControlFlow::Continue(()));
    assert_eq!(thought.score, Score::Loss(55));
    // The fifty-move rule comes first: the same move is played, but nothing is proven.
    let late = Text::Fen.read(Banchess, "8/8/5k2/8/8/8/1R6/K7 w - - 90 60 1").unwrap();
    let limit = Limit { lines: 3, ..limit };
    let later = Banchess.engine(&options).think(&late, &limit, &mut |_| ControlFlow::Continue(()));
    assert_eq!(later.best, thought.best);
    assert!(later.lines().all(|(score, _)| matches!(score, Score::Guess(..0) | Score::Draw)), "{later:?}");
    std::fs::remove_dir_all(folder).unwrap();
}
