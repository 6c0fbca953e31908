//! Tests of the threat search against exhaustive search: wins within five plies.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use chautari_game::{EngineOptions, Game, Limit, Moment, Position as _, Record, Rng, Score, Side};

use crate::board::Axis;
use crate::{BLACK, Cell, CellSet, Gomoku, PAIRS_TO_WIN, Position, SIZE, Setup, WHITE};

/// The maximum length of wins.
const MOST_PLIES: u32 = 5;

/// An exhaustive search that knows no patterns beyond the rules.
///
/// A few cells stand for all that are more than four steps away from every stone: within five plies the
/// attacker adds three stones and the defender two, too few for a line or a pair out there.
struct Exhaustive {
    region: CellSet,
    /// Cells where a stone has no effect. Tried first, because they refute every move without a threat.
    remote: Vec<Cell>,
    /// Whether the side to move wins within this many plies.
    known: HashMap<(Position, u32), bool>,
    /// The last successful defence at each depth.
    saviours: [Option<Cell>; MOST_PLIES as usize],
}

impl Exhaustive {
    fn new(position: &Position) -> Exhaustive {
        let stones = position.stones(BLACK) | position.stones(WHITE);
        let near = |cell: Cell, other: Cell, steps: u16| {
            cell.row().abs_diff(other.row()) <= steps && cell.column().abs_diff(other.column()) <= steps
        };
        let beside = |cell: &Cell| stones.iter().any(|stone| near(*cell, stone, 4));
        let (region, far): (Vec<_>, Vec<_>) = Cell::all().partition(beside);
        let mut remote: Vec<Cell> = Vec::new();
        for cell in far {
            if remote.len() < 3 && remote.iter().all(|&other| !near(cell, other, 4)) {
                remote.push(cell);
            }
        }
        let region = region.into_iter().chain(remote.iter().copied()).collect();
        Exhaustive { region, remote, known: HashMap::new(), saviours: [None; MOST_PLIES as usize] }
    }

    /// Returns the number of plies in which the side to move wins; `None` if that is more than the maximum.
    fn plies_to_win(&mut self, position: &Position) -> Option<u32> {
        (1..=MOST_PLIES).step_by(2).find(|&plies| self.wins(position, plies))
    }

    fn wins(&mut self, position: &Position, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(position.turn());
        }
        if wins_at_once(position) {
            return true;
        }
        if plies < 3 {
            return false;
        }
        if let Some(&known) = self.known.get(&(*position, plies)) {
            return known;
        }
        let mut moves = (position.legal() & self.region).iter();
        let wins = moves.any(|m| self.loses(&position.after(m), plies - 1));
        self.known.insert((*position, plies), wins);
        wins
    }

    fn loses(&mut self, position: &Position, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(position.turn().other());
        }
        let legal = position.legal() & self.region;
        let idle = self.remote.iter().copied().find(|&cell| legal.contains(cell));
        let saviour = self.saviours[plies as usize].filter(|&cell| legal.contains(cell));
        for defence in idle.into_iter().chain(saviour).chain(&legal) {
            if !self.wins(&position.after(defence), plies - 1) {
                self.saviours[plies as usize] = Some(defence);
                return false;
            }
        }
        true
    }
}

/// Whether the side to move ends the game with its next move, which takes a five or a capture.
fn wins_at_once(position: &Position) -> bool {
    let (turn, own) = (position.turn(), position.stones(position.turn()));
    let ending = fives_to_be(own, position.empty()) | position.capturing();
    let wins = |cell: Cell| {
        let after = position.after(cell);
        after.outcome().is_some_and(|outcome| outcome.winner == Some(turn))
    };
    !ending.is_empty() && (ending & position.legal()).iter().any(wins)
}

/// Returns the empty cells where a stone would be the fifth in a row.
fn fives_to_be(own: CellSet, empty: CellSet) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for axis in Axis::ALL {
        let owns = [0, 1, 2, 3, 4].map(|steps| own.ahead(axis, steps));
        for gap in 0..5_u32 {
            let others = (0..5).filter(|&i| i != gap).map(|i| owns[i as usize]);
            let fours = others.fold(empty.ahead(axis, gap), |all, own| all & own);
            cells = cells | fours.behind(axis, gap);
        }
    }
    cells
}

/// A board under construction.
struct Board {
    stones: [Option<Side>; Cell::COUNT as usize],
    corner: [usize; 2],
    size: [usize; 2],
}

impl Board {
    /// Creates an empty board and selects a part of it to fill; corners and edges are as likely as the
    /// middle.
    fn new(rng: &mut Rng) -> Board {
        let size = [5 + rng.below(3), 5 + rng.below(3)];
        let corner = size.map(|size| match rng.below(3) {
            0 => 0,
            1 => SIZE as usize - size,
            _ => rng.below(SIZE as usize + 1 - size),
        });
        Board { stones: [None; Cell::COUNT as usize], corner, size }
    }

    fn cell(&self, rng: &mut Rng) -> Option<Cell> {
        let [row, column] = [0, 1].map(|i| (self.corner[i] + rng.below(self.size[i])) as u16);
        Cell::at(row, column)
    }

    fn put(&mut self, cell: Option<Cell>, side: Option<Side>) {
        if let Some(cell) = cell {
            self.stones[usize::from(cell.number())] = side;
        }
    }

    /// Adds single stones.
    fn scatter(&mut self, rng: &mut Rng, stones: usize) {
        for _ in 0..stones {
            let cell = self.cell(rng);
            self.put(cell, Some(Side::ALL[rng.below(2)]));
        }
    }

    /// Adds five cells in a row with one or two gaps, often blocked by the other side at the ends, and
    /// capturable pairs across.
    fn line(&mut self, rng: &mut Rng) {
        let (side, axis, first) = (Side::ALL[rng.below(2)], Axis::ALL[rng.below(4)], self.cell(rng));
        let gaps = [rng.below(5), rng.below(5)];
        for i in -1..=5_i16 {
            let cell = first.and_then(|first| first.along(axis, i));
            if !(0..5).contains(&i) {
                if rng.below(3) > 0 {
                    self.put(cell, Some(side.other()));
                }
                continue;
            }
            self.put(cell, (!gaps.contains(&(i as usize))).then_some(side));
            if rng.below(4) == 0 {
                let across = Axis::ALL[rng.below(4)];
                let way = if rng.below(2) == 0 { 1 } else { -1 };
                let near = |steps: i16| cell.and_then(|cell| cell.along(across, way * steps));
                self.put(near(1), Some(side));
                self.put(near(2), if rng.below(2) == 0 { None } else { Some(side.other()) });
                self.put(near(-1), Some(side.other()));
            }
        }
    }

    fn position(&self, rng: &mut Rng) -> Option<Position> {
        let most = usize::from(PAIRS_TO_WIN);
        let pairs = [0; 2].map(|_| (rng.below(most).max(rng.below(most))) as u32);
        let setup = Setup { stones: self.stones, turn: Side::ALL[rng.below(2)], pairs };
        // Exhaustive search needs a minimum of stones, because cells near no stone are not searched.
        let stones = self.stones.iter().flatten().count();
        setup.vet().ok().filter(|position| stones >= 6 && position.outcome().is_none())
    }
}

/// Returns a position rich in fives and pairs, determined by `number`.
fn eventful(number: u64) -> Position {
    let mut rng = Rng::stream(28, number);
    loop {
        let mut board = Board::new(&mut rng);
        let area = board.size[0] * board.size[1];
        if rng.below(3) > 0 {
            (0..=rng.below(3)).for_each(|_| board.line(&mut rng));
        }
        let stones = rng.below(area / 2);
        board.scatter(&mut rng, stones);
        if let Some(position) = board.position(&mut rng) {
            return position;
        }
    }
}

fn record(position: Position) -> Record<Gomoku> {
    Record::from_moment(Gomoku, Moment { position, last: None, plies: None })
}

/// Compares the positions with these numbers, in parallel on all cores.
fn compare(numbers: impl Iterator<Item = u64> + Send) {
    let (numbers, wins, differences) = (Mutex::new(numbers), Mutex::new([0; 3]), Mutex::new(Vec::new()));
    let next = || numbers.lock().unwrap().next();
    let work = || {
        let mut engine = Gomoku.engine(&EngineOptions { hash: 1, ..EngineOptions::default() });
        let limit = Limit { depth: Some(MOST_PLIES), nodes: Some(1_000_000), ..Limit::default() };
        while let Some(number) = next() {
            let position = eventful(number);
            let truth = Exhaustive::new(&position).plies_to_win(&position);
            let thought = engine.think(&record(position), &limit, &mut |_| ControlFlow::Continue(()));
            let found = match thought.score {
                Score::Win(plies) if plies <= MOST_PLIES => Some(plies),
                _ => None,
            };
            if let Some(plies) = truth {
                wins.lock().unwrap()[plies as usize / 2] += 1;
            }
            if found != truth {
                println!("{number}: {position:?}: {truth:?}, not {found:?} {:?}", thought.best);
                differences.lock().unwrap().push(number);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let (wins, differences) = (wins.into_inner().unwrap(), differences.into_inner().unwrap());
    println!("wins in 1, 3 and 5 plies: {wins:?}; differences: {}", differences.len());
    assert!(differences.is_empty(), "{differences:?}");
    assert!(wins.iter().all(|&wins| wins >= 8), "{wins:?} are too few to mean anything");
}

/// Positions that were solved wrongly before: the fifth pair is one that the opponent has to make or to
/// prevent.
const ONCE_MISSED: [u64; 7] = [3511, 13937, 19133, 20420, 21835, 34095, 41238];

#[test]
fn all_wins_within_five_plies_are_found() {
    compare((0..400).chain(ONCE_MISSED));
}

#[test]
#[ignore = "an hour or so"]
fn all_wins_within_five_plies_are_found_a_hundred_thousand_times() {
    compare(0..100_000);
}
