//! The fast rules against a slow reference implementation, on eventful random positions.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use chautari_game::{Position as _, Rng, Side};
use chautari_gomoku::{BLACK, Cell, CellSet, Position, Setup, WHITE};

use crate::reference::{AXES, Place, Reference, moved, on_board, places};

/// How often each feature was covered, so that the test is known to be meaningful.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    fn count(&mut self, what: &'static str, times: usize) {
        *self.0.entry(what).or_default() += times;
    }

    fn of(&self, what: &str) -> usize {
        self.0.get(what).copied().unwrap_or(0)
    }
}

fn side(reference: usize) -> Side {
    if reference == 0 { BLACK } else { WHITE }
}

fn cell((row, column): Place) -> Cell {
    Cell::at(row as u16, column as u16).unwrap()
}

fn cells<'a>(places: impl IntoIterator<Item = &'a Place>) -> CellSet {
    places.into_iter().map(|&place| cell(place)).collect()
}

fn fast(slow: &Reference) -> Position {
    let mut stones = [None; Cell::COUNT as usize];
    for (stone, place) in stones.iter_mut().zip(slow.board.as_flattened()) {
        *stone = place.map(side);
    }
    Setup { stones, turn: side(slow.turn), pairs: slow.pairs }.vet().unwrap()
}

/// Returns a random board: stones in a part of it, no five among them, and some captured pairs. Small and
/// full parts make threes, fours and captures likely; corners and edges are as likely as the middle.
fn thrown(rng: &mut Rng) -> Reference {
    let mut slow = Reference::new(rng.below(2));
    let (height, width) = (5 + rng.below(8), 5 + rng.below(8));
    let corner = (rng.below(20 - height), rng.below(20 - width));
    let stones = rng.below(height * width * 2 / 3 + 1);
    for _ in 0..stones {
        let place = ((corner.0 + rng.below(height)) as i32, (corner.1 + rng.below(width)) as i32);
        put_unless_five(&mut slow, place, rng.below(2));
    }
    slow.pairs = [rng.below(5) as u32, rng.below(5) as u32];
    slow
}

/// Returns a nearly full board: threes side by side, in colours that change with the row, make no five and
/// few captures.
fn crowded(rng: &mut Rng) -> Reference {
    let mut slow = Reference::new(rng.below(2));
    for (row, column) in places() {
        slow.set((row, column), Some((column / 3 + row) as usize % 2));
    }
    for _ in 0..=rng.below(4) {
        slow.set((rng.below(19) as i32, rng.below(19) as i32), None);
    }
    slow
}

fn put_unless_five(slow: &mut Reference, place: Place, side: usize) {
    if slow.is_empty(place) {
        slow.set(place, Some(side));
        if slow.has_five(side) {
            slow.set(place, None);
        }
    }
}

/// Compares a position in all respects, and returns the legal places.
fn compare(fast: &Position, slow: &mut Reference, seen: &mut Seen) -> Vec<Place> {
    seen.count("positions", 1);
    for s in [0, 1] {
        let drawn = places().filter(|p| slow.board[p.0 as usize][p.1 as usize] == Some(s));
        assert_eq!(fast.stones(side(s)), drawn.map(cell).collect(), "{fast:?}");
        assert_eq!(u32::from(fast.pairs(side(s))), slow.pairs[s], "{fast:?}");
    }
    assert_eq!(fast.turn(), side(slow.turn));
    let outcome = fast.outcome().map(|outcome| (outcome.winner, outcome.ending.code));
    assert_eq!(outcome, slow.end.map(|(winner, why)| (winner.map(side), why)), "{fast:?}");
    if let Some((_, why)) = slow.end {
        seen.count(why, 1);
        assert_eq!(fast.moves(), []);
        return Vec::new();
    }
    let empty: Vec<Place> = places().filter(|&p| slow.is_empty(p)).collect();
    let capturing: Vec<Place> = empty.iter().copied().filter(|&p| !slow.captures(p).is_empty()).collect();
    let forbidden = slow.forbidden();
    assert_eq!(fast.empty(), cells(&empty), "{fast:?}");
    assert_eq!(fast.capturing(), cells(&capturing), "{fast:?}");
    assert_eq!(fast.forbidden(), cells(&forbidden), "{fast:?}");
    let legal: Vec<Place> = empty.iter().copied().filter(|p| !forbidden.contains(p)).collect();
    assert_eq!(fast.moves(), legal.iter().copied().map(cell).collect::<Vec<_>>(), "{fast:?}");
    let pending = slow.has_five(1 - slow.turn);
    assert_eq!(fast.pending_five(), pending.then(|| side(1 - slow.turn)), "{fast:?}");
    let stops = if pending { slow.stopping_replies() } else { Vec::new() };
    assert_eq!(fast.stopping_replies(), cells(&stops), "{fast:?}");
    seen.count("pending five", pending.into());
    seen.count("some cell forbidden", (!forbidden.is_empty()).into());
    seen.count("double-three that captures", capturing.iter().filter(|&&p| slow.double_three(p)).count());
    legal
}

/// Returns one of the legal places, mostly an interesting one.
fn choose(slow: &Reference, legal: &[Place], rng: &mut Rng) -> Place {
    if slow.has_five(1 - slow.turn)
        && rng.below(100) < 70
        && let Some(stop) = rng.pick(&slow.stopping_replies())
    {
        return stop;
    }
    let captures = |place: &Place| !slow.captures(*place).is_empty();
    if rng.below(100) < 30
        && let Some(capture) = rng.pick(&legal.iter().copied().filter(captures).collect::<Vec<_>>())
    {
        return capture;
    }
    let touches = |&(row, column): &Place| {
        let around = (row - 1..=row + 1).flat_map(|r| (column - 1..=column + 1).map(move |c| (r, c)));
        around.filter(|p| on_board(*p)).any(|p| !slow.is_empty(p))
    };
    let near: Vec<Place> = legal.iter().copied().filter(touches).collect();
    let makes_five = |&place: &Place| {
        let own = |axis, n| n == 0 || slow.holds(moved(place, axis, n), slow.turn);
        AXES.into_iter().any(|axis| (-4..=0).any(|first| (first..first + 5).all(|n| own(axis, n))))
    };
    if rng.below(100) < 40
        && let Some(five) = rng.pick(&near.iter().copied().filter(makes_five).collect::<Vec<_>>())
    {
        return five;
    }
    rng.pick(&near).or_else(|| rng.pick(legal)).unwrap()
}

/// Plays from a board for a while or to the end.
fn play(mut slow: Reference, plies: usize, rng: &mut Rng, seen: &mut Seen) {
    let mut fast = fast(&slow);
    let mut legal = compare(&fast, &mut slow, seen);
    for _ in 0..plies {
        if slow.end.is_some() {
            return;
        }
        let place = choose(&slow, &legal, rng);
        let (taken, was_pending) = (slow.captures(place), fast.pending_five().is_some());
        assert_eq!(fast.captures_at(cell(place)), cells(&taken), "{fast:?}");
        slow.play(place);
        fast.apply(cell(place));
        legal = compare(&fast, &mut slow, seen);
        assert_eq!(fast, self::fast(&slow), "play and setup make the same position");
        seen.count("move that captures", (!taken.is_empty()).into());
        seen.count("move that takes two pairs or more", (taken.len() > 2).into());
        if was_pending {
            seen.count(
                match slow.end {
                    Some((_, "capture")) => "five beaten by captures",
                    Some((_, "five-unbroken")) => "five not answered",
                    _ => "five broken",
                },
                1,
            );
        }
    }
}

fn walk(mut rng: Rng, positions: usize) -> Seen {
    let mut seen = Seen::default();
    while seen.of("positions") < positions {
        let start = match rng.below(50) {
            0..2 => crowded(&mut rng),
            2 => Reference::new(rng.below(2)),
            _ => thrown(&mut rng),
        };
        play(start, 24, &mut rng, &mut seen);
    }
    seen
}

#[test]
fn the_fast_rules_and_the_slow_ones_agree() {
    let mut seen = Seen::default();
    std::thread::scope(|scope| {
        let walks: Vec<_> = (0..4).map(|seed| scope.spawn(move || walk(Rng::new(seed), 26_000))).collect();
        for walk in walks {
            walk.join().unwrap().0.into_iter().for_each(|(what, times)| seen.count(what, times));
        }
    });
    let at_least = [
        ("positions", 100_000),
        ("some cell forbidden", 20_000),
        ("double-three that captures", 500),
        ("move that captures", 10_000),
        ("move that takes two pairs or more", 150),
        ("pending five", 1_500),
        ("five broken", 800),
        ("five beaten by captures", 300),
        ("five not answered", 300),
        ("capture", 2_500),
        ("five", 1_500),
        ("five-unbroken", 300),
        ("full", 50),
    ];
    for (what, least) in at_least {
        let times = seen.of(what);
        assert!(times >= least, "{what}: {times} times, less than {least}");
    }
    // The rules name this draw, but it cannot occur.
    assert_eq!(seen.of("no-legal-cell"), 0);
}

/// The effect of an illegal move is unspecified, but nothing breaks.
#[test]
fn no_move_breaks_a_position() {
    let mut rng = Rng::new(7);
    for _ in 0..200 {
        let mut position = fast(&thrown(&mut rng));
        for _ in 0..100 {
            position.apply(Cell::new(rng.below(361) as u16).unwrap());
            let _ = (position.outcome(), position.forbidden(), position.stopping_replies());
        }
    }
}

/// The leaf counts of `spec/gomoku/perft.txt`, as far as the slow rules get in reasonable time.
#[test]
fn the_slow_rules_count_the_same_leaves() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/gomoku/perft.txt");
    let mut rows = 0;
    for line in fs::read_to_string(path).unwrap().lines().filter(|line| line.starts_with("gomoku")) {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let slow = read(fields[1]);
        for (depth, leaves) in (1..=2).zip(fields[2].split(' ')) {
            assert_eq!(slow.clone().perft(depth).to_string(), leaves, "{line}");
        }
        rows += 1;
    }
    assert!(rows >= 8);
}

/// Parses a position independently of the crate under test.
fn read(text: &str) -> Reference {
    let mut slow = Reference::new(0);
    if text == "start" {
        return slow;
    }
    let fields: Vec<&str> = text.split(' ').collect();
    for (row, line) in (0..).zip(fields[0].split('/')) {
        let (mut column, mut run) = (0, 0);
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = 10 * run + digit as i32;
            } else {
                column += run;
                slow.set((row, column), Some(usize::from(c == 'o')));
                (column, run) = (column + 1, 0);
            }
        }
    }
    slow.turn = usize::from(fields[1] == "w");
    slow.pairs = [fields[2], fields[3]].map(|pairs| pairs.parse().unwrap());
    slow
}
