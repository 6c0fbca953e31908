//! Tests of the tables against the rules, reference values, and damaged files.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use chautari_game::{Exact, Moment, Notation, Position as _, Progress, Record, Rng, Side};
use chautari_solve::TableError;

use super::build::build_layers;
use super::{Layer, Phase, SolveError, Tables, build};
use crate::position::{GOAT_SIDE, TIGER_SIDE};
use crate::{Baghchal, GOATS, Move, Obx, Point, Position, Setup};

/// A folder that is deleted with its tables.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("chautari-solve-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn with_captures(rules: Baghchal, captures: u8) -> Baghchal {
    rules.with_captures_to_win(captures).unwrap()
}

/// Returns every position with one empty point, found by the rules alone.
fn full_boards(rules: Baghchal) -> Vec<Position> {
    let board = (1_u32 << Point::COUNT) - 1;
    let mut positions = Vec::new();
    for tigers in (0..=board).filter(|set| set.count_ones() == 4) {
        for empty in (0..25).map(|point| 1 << point).filter(|point| tigers & point == 0) {
            for turn in Side::ALL {
                let goats = board & !tigers & !empty;
                let setup =
                    Setup { tigers, goats, turn, captured: 0, in_hand: None, last: None, number: None };
                positions.push(setup.vet(rules).unwrap().position);
            }
        }
    }
    positions
}

/// Computes the values of positions that lead only to each other or to the end, by naive iteration that
/// shares nothing with the sweep.
fn slow_values(positions: &[Position]) -> HashMap<Position, Exact> {
    let mut values: HashMap<Position, Exact> = HashMap::new();
    let next: Vec<Vec<Position>> =
        positions.iter().map(|p| p.moves().into_iter().map(|m| p.after(m)).collect()).collect();
    for plies in 0.. {
        let winner = |p: &Position| match p.outcome() {
            Some(outcome) => outcome.winner,
            None => values.get(p)?.winner,
        };
        let mut found = Vec::new();
        for (position, next) in positions.iter().zip(&next) {
            if values.contains_key(position) || position.outcome().is_some() != (plies == 0) {
                continue;
            }
            let mover = position.turn();
            let won = next.iter().any(|p| winner(p) == Some(mover));
            if won || next.iter().all(|p| winner(p) == Some(mover.other())) {
                let winner = Some(if won { mover } else { mover.other() });
                found.push((*position, Exact { winner, plies: Some(plies) }));
            }
        }
        if found.is_empty() && plies > 0 {
            break;
        }
        values.extend(found);
    }
    values
}

#[test]
fn one_capture_game_agrees_with_a_reference() {
    for rules in [Baghchal::OPTIONAL, Baghchal::COMPULSORY].map(|rules| with_captures(rules, 1)) {
        let folder = Folder::new(&format!("one-{:?}", rules.capture()));
        let tables = build(rules, Phase::Sliding, &folder.0, &()).unwrap();
        let positions = full_boards(rules);
        let values = slow_values(&positions);
        let mut classes = HashSet::new();
        let mut counts: HashMap<(Side, Option<Side>), u64> = HashMap::new();
        for position in &positions {
            let slow = values.get(position).copied().unwrap_or(Exact { winner: None, plies: None });
            assert_eq!(tables.value(position).unwrap(), Some(slow), "{position:?}");
            let least = (0..8).map(|s| position.image(s)).min_by_key(|p| (p.tigers, p.goats)).unwrap();
            if classes.insert(least) {
                *counts.entry((position.turn(), slow.winner)).or_default() += 1;
            }
        }
        for count in tables.count(Layer::Sliding { captured: 0 }).unwrap() {
            let slow = |winner| counts.get(&(count.turn, winner)).copied().unwrap_or(0);
            let all = (slow(Some(TIGER_SIDE)), slow(None), slow(Some(GOAT_SIDE)));
            assert_eq!((count.tigers, count.draws, count.goats), all);
            assert_eq!(count.total(), 33_481);
        }
    }
}

struct Reference {
    position: Position,
    value: char,
    plies: Option<u32>,
    moves: Vec<(Move, char)>,
    fastest: Vec<Move>,
}

/// Returns the reference values, with optional captures.
fn references() -> Vec<Reference> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/baghchal/values.txt");
    let text = fs::read_to_string(path).unwrap();
    let reference = |line: &str| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let position = *Obx::WithHand.read(Baghchal::OPTIONAL, fields[0]).unwrap().position();
        let read = |text: &str| Obx::Plain.read_move(&position, text).unwrap();
        let valued = |text: &str| {
            let (m, value) = text.split_once('=').unwrap();
            (read(m), value.chars().next().unwrap())
        };
        Reference {
            position,
            value: fields[1].chars().next().unwrap(),
            plies: fields[2].parse().ok(),
            moves: fields[3].split_whitespace().map(valued).collect(),
            fastest: fields[4].split_whitespace().map(read).collect(),
        }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(reference).collect()
}

fn letter(value: Exact) -> char {
    match value.winner {
        None => 'D',
        Some(TIGER_SIDE) => 'T',
        Some(GOAT_SIDE) => 'G',
    }
}

fn agrees(tables: &Tables, reference: &Reference) {
    let position = &reference.position;
    let value = tables.value(position).unwrap().unwrap();
    assert_eq!(letter(value), reference.value, "{position:?}");
    if reference.plies.is_some() {
        assert_eq!(value.plies, reference.plies, "{position:?}");
    }
    let moves: HashMap<Move, Exact> =
        tables.moves(position).unwrap().into_iter().map(|(m, v)| (m, v.unwrap())).collect();
    let expected: HashMap<Move, char> = reference.moves.iter().copied().collect();
    assert_eq!(moves.iter().map(|(&m, &v)| (m, letter(v))).collect::<HashMap<_, _>>(), expected);
    if !reference.fastest.is_empty() {
        let kept = moves.iter().filter(|(_, v)| v.winner == value.winner);
        let fastest: HashSet<Move> =
            kept.filter(|(_, v)| v.plies.map(|n| n + 1) == value.plies).map(|(&m, _)| m).collect();
        assert_eq!(fastest, reference.fastest.iter().copied().collect(), "{position:?}");
    }
    check_choice(tables, position, value);
}

/// Starts a game at a position.
fn from(position: Position) -> Record<Baghchal> {
    Record::from_moment(position.rules(), Moment { position, last: None, plies: None })
}

/// Checks that the picked move preserves the value, and the distance if it is known.
fn check_choice(tables: &Tables, position: &Position, value: Exact) {
    let Some(chosen) = tables.choose(&from(*position)).unwrap() else {
        assert!(position.outcome().is_some(), "no move was chosen at {position:?}");
        return;
    };
    let m = chosen.m;
    let after = tables.value(&position.after(m)).unwrap().unwrap();
    // Before the last placement the tables store no distances; a bounded search may have found one.
    let told = Exact { plies: after.plies.or(chosen.value.plies), ..after };
    assert_eq!(told, chosen.value);
    assert_eq!(after.winner, value.winner, "{m:?} at {position:?}");
    if let Some(plies) = value.plies {
        assert_eq!(after.plies, Some(plies - 1), "{m:?} at {position:?}");
    }
}

/// Checks the counts, the reference values, and won positions played to their end.
#[test]
fn the_sliding_phase() {
    let folder = Folder::new("sliding");
    let tables = build(Baghchal::OPTIONAL, Phase::Sliding, &folder.0, &()).unwrap();
    let page = [
        (0, [146, 9_468, 23_867], [75, 116], [60, 2_812, 30_609], [66, 79]),
        (1, [6_452, 197_537, 129_186], [137, 116], [88, 80_706, 252_381], [126, 115]),
        (2, [465_721, 1_353_969, 286_005], [137, 114], [23_941, 1_199_231, 882_523], [136, 115]),
    ];
    let mut total = 0;
    for captured in 0..5 {
        let counts = tables.count(Layer::Sliding { captured }).unwrap();
        total += counts.iter().map(super::Count::total).sum::<u64>();
        let row = counts
            .iter()
            .map(|c| ([c.tigers, c.draws, c.goats], [c.longest_tigers, c.longest_goats].map(Option::unwrap)));
        if let Some(&(_, tigers, tigers_longest, goats, goats_longest)) = page.get(usize::from(captured)) {
            assert!(row.eq([(tigers, tigers_longest), (goats, goats_longest)]));
        }
    }
    assert_eq!(total, 88_260_972);
    let sliding = references().into_iter().filter(|r| r.position.in_hand() == 0);
    assert_eq!(sliding.map(|r| agrees(&tables, &r)).count(), 252);
    // One placement earlier, exactly what follows from the sliding phase is known.
    let mut rng = Rng::new(2);
    for _ in 0..1000 {
        let layer = Layer::Placing { placed: GOATS - 1 };
        let position = tables.sample(layer, GOAT_SIDE, &mut rng);
        let value = tables.value(&position).unwrap().unwrap();
        check_choice(&tables, &position, value);
        let before = tables.sample(layer, TIGER_SIDE, &mut rng);
        assert!(tables.value(&before).unwrap().is_none() || before.outcome().is_some());
    }
    convert_won_positions(&tables, 10_000);
}

/// Plays random won positions against the longest defence.
fn convert_won_positions(tables: &Tables, games: u32) {
    let mut rng = Rng::new(1);
    let mut played = 0;
    while played < games {
        let layer = Layer::Sliding { captured: rng.below(5) as u8 };
        let turn = Side::ALL[rng.below(2)];
        let position = tables.sample(layer, turn, &mut rng);
        let Some(Exact { winner: Some(winner), plies: Some(plies) }) = tables.value(&position).unwrap()
        else {
            continue;
        };
        let mut record = from(position);
        for _ in 0..plies {
            let m = tables.choose(&record).unwrap().unwrap().m;
            record.play(m).unwrap();
        }
        assert_eq!(record.outcome().map(|outcome| outcome.winner), Some(Some(winner)));
        played += 1;
    }
}

/// Whether a side wins within `plies` plies, by exhaustive search.
fn wins_within(position: &Position, winner: Side, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(winner);
    }
    let next = |m| wins_within(&position.after(m), winner, plies - 1);
    let moves = position.moves();
    plies > 0
        && if position.turn() == winner { moves.into_iter().any(next) } else { moves.into_iter().all(next) }
}

/// Returns the distance of a decided position, by search down to positions whose distance the tables know.
fn plies_to_end(tables: &Tables, position: &Position) -> u32 {
    let value = tables.value(position).unwrap().unwrap();
    let winner = value.winner.unwrap();
    if let Some(plies) = value.plies {
        return plies;
    }
    let next = position.moves().into_iter().map(|m| position.after(m));
    let won = next.filter(|next| tables.value(next).unwrap().unwrap().winner == Some(winner));
    let plies = won.map(|next| plies_to_end(tables, &next));
    1 + if position.turn() == winner { plies.min() } else { plies.max() }.unwrap()
}

#[test]
fn the_last_placements() {
    for rules in [Baghchal::OPTIONAL, Baghchal::COMPULSORY].map(|rules| with_captures(rules, 2)) {
        let folder = Folder::new(&format!("placing-{:?}", rules.capture()));
        let placing = [19, 18].map(|placed| Layer::Placing { placed });
        let layers = [Layer::all(rules, Phase::Sliding), placing.to_vec()].concat();
        let tables = build_layers(rules, &layers, &folder.0, &()).unwrap();
        for layer in layers {
            for turn in Side::ALL {
                assert!(tables.verify(layer, turn, 20_000, 3).unwrap().is_none(), "{layer} {turn:?}");
            }
        }
        // C(21, 18) and C(21, 17) sets of goats, up to symmetry.
        for count in tables.count(placing[1]).unwrap() {
            assert_eq!(count.total(), [2_105_695, 9_469_965][usize::from(count.captured)]);
        }
        let mut rng = Rng::new(4);
        let (mut timed, mut near) = ([0; 2], 0);
        for _ in 0..2000 {
            let position = tables.sample(placing[1], Side::ALL[rng.below(2)], &mut rng);
            let value = tables.value(&position).unwrap().unwrap();
            check_choice(&tables, &position, value);
            let chosen = tables.choose(&from(position)).unwrap();
            if let Some(Exact { winner: Some(winner), plies: Some(plies) }) =
                chosen.map(|chosen| chosen.value)
            {
                assert_eq!(plies + 1, plies_to_end(&tables, &position), "{position:?}");
                if plies < 4 {
                    let sooner = wins_within(&position, winner, plies);
                    assert!(!sooner && wins_within(&position, winner, plies + 1), "{plies} {position:?}");
                    near += 1;
                }
                timed[usize::from(winner == position.turn())] += 1;
            }
        }
        assert!(timed.iter().all(|&timed| timed > 100), "distances were found for {timed:?}");
        assert!(near > 100, "{near} wins were near enough to try everything");
        // Rebuilding a layer from the file of the layer above gives the same file.
        let path = placing[1].path(rules, &folder.0);
        let before = fs::read(&path).unwrap();
        drop(tables);
        fs::remove_file(&path).unwrap();
        build_layers(rules, &[Layer::all(rules, Phase::Sliding), placing.to_vec()].concat(), &folder.0, &())
            .unwrap();
        assert!(fs::read(&path).unwrap() == before);
    }
}

/// Collects progress notes.
#[derive(Default)]
struct Notes(Mutex<RefCell<Vec<String>>>);

impl Progress for Notes {
    fn begin(&self, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, text: &str) {
        self.0.lock().unwrap().borrow_mut().push(text.to_owned());
    }
}

#[test]
fn damaged_tables_are_reported_and_rebuilt() {
    let rules = with_captures(Baghchal::OPTIONAL, 2);
    let folder = Folder::new("damage");
    let built = build(rules, Phase::Sliding, &folder.0, &()).unwrap();
    assert!([Layer::Sliding { captured: 0 }, Layer::Sliding { captured: 1 }].iter().all(|&l| built.has(l)));
    drop(built);
    let lock = fs::File::open(folder.0.join("baghchal-2.lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(build(rules, Phase::Sliding, &folder.0, &()), Err(SolveError::Busy)));
    drop(lock);
    let path = Layer::Sliding { captured: 1 }.path(rules, &folder.0);
    let whole = fs::read(&path).unwrap();
    let damage = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
    };
    damage(40);
    assert!(matches!(Tables::open(rules, &folder.0), Err(TableError::Damaged { .. })));
    damage(whole.len() - 1);
    let tables = Tables::open(rules, &folder.0).unwrap();
    let mut rng = Rng::new(9);
    let mut refused = 0;
    for _ in 0..100_000 {
        let position = tables.sample(Layer::Sliding { captured: 1 }, TIGER_SIDE, &mut rng);
        refused += u32::from(matches!(tables.value(&position), Err(TableError::Damaged { .. })));
    }
    // The last byte is in the chunk of one class of 1,666.
    assert!((10..300).contains(&refused), "{refused} values were refused");
    drop(tables);
    let notes = Notes::default();
    build(rules, Phase::Sliding, &folder.0, &notes).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
    let notes = notes.0.into_inner().unwrap().into_inner();
    assert!(notes[0].contains("chunk 1665") && notes[1].starts_with("sliding 1"), "{notes:?}");
    // Tables of other rules are rejected.
    let other = with_captures(rules, 3);
    fs::copy(&path, Layer::Sliding { captured: 1 }.path(other, &folder.0)).unwrap();
    assert!(matches!(Tables::open(other, &folder.0), Err(TableError::Other { .. })));
}

/// Needs the tables of the whole game with optional captures, in the folder `CHAUTARI_TABLES`.
#[test]
#[ignore = "needs the whole game solved: see docs/SOLVED.md"]
fn all_reference_values() {
    let folder = PathBuf::from(std::env::var_os("CHAUTARI_TABLES").unwrap());
    let tables = Tables::open(Baghchal::OPTIONAL, &folder).unwrap();
    let references = references();
    assert_eq!(references.iter().map(|reference| agrees(&tables, reference)).count(), 500);
}

/// Files in a folder, read through the interface for remote tables.
struct Afar(PathBuf);

impl chautari_game::Remote for Afar {
    fn read(&self, file: &str, at: u64, length: usize) -> Option<Vec<u8>> {
        let whole = fs::read(self.0.join(file)).ok()?;
        whole.get(at as usize..at as usize + length).map(<[u8]>::to_vec)
    }
}

#[test]
fn remote_tables_agree() {
    use chautari_game::Oracle;
    let rules = with_captures(Baghchal::OPTIONAL, 1);
    let folder = Folder::new("far");
    let placing = [GOATS - 1, GOATS - 2].map(|placed| Layer::Placing { placed });
    let layers = [Layer::all(rules, Phase::Sliding), placing.to_vec()].concat();
    let tables = build_layers(rules, &layers, &folder.0, &()).unwrap();
    let far = super::remote::RemoteTables { rules, remote: std::sync::Arc::new(Afar(folder.0.clone())) };
    let mut rng = Rng::new(7);
    let mut known = 0;
    for layer in layers.iter().copied().chain([Layer::Placing { placed: GOATS - 3 }]) {
        for turn in Side::ALL {
            for _ in 0..10 {
                let position = tables.sample(layer, turn, &mut rng);
                let value = tables.value(&position).unwrap();
                known += u32::from(value.is_some());
                assert_eq!(far.probe(&position).unwrap(), value, "{position:?}");
            }
        }
    }
    assert!(known >= 60, "{known} of 80 were known");
}
