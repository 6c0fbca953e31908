//! A slow reference solution of the endings of three men: all placements of a king and a man against a king,
//! iterated until nothing changes.
//!
//! Written from the rules alone; it shares no code with the crate under test.

/// A win in `n` plies has the value `WIN - n`, a loss the negative of that, for the side to move.
const WIN: i32 = 10_000;
const DRAW: i32 = 0;

const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const LINES: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

fn shifted(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file) as usize)
}

fn beside(a: usize, b: usize) -> bool {
    a.abs_diff(b) > 0 && (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1
}

/// Returns the squares a man attacks; lines end at the first of `stones`.
fn reach(man: char, from: usize, stones: &[usize]) -> Vec<usize> {
    let lines = match man {
        'Q' => &LINES[..],
        'R' => &LINES[..4],
        'B' => &LINES[4..],
        'N' => return LEAPS.iter().filter_map(|&leap| shifted(from, leap)).collect(),
        _ => return [-1, 1].iter().filter_map(|&file| shifted(from, (file, 1))).collect(),
    };
    let mut reach = Vec::new();
    for &line in lines {
        let mut at = from;
        while let Some(to) = shifted(at, line) {
            reach.push(to);
            if stones.contains(&to) {
                break;
            }
            at = to;
        }
    }
    reach
}

/// White has a king and a man, Black a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) white: bool,
    pub(crate) king: usize,
    pub(crate) man: usize,
    pub(crate) bare: usize,
}

impl Place {
    fn index(self) -> usize {
        ((usize::from(self.white) * 64 + self.king) * 64 + self.man) * 64 + self.bare
    }

    pub(crate) fn all() -> impl Iterator<Item = Place> {
        (0..2 * 64 * 64 * 64).map(|i| Place {
            white: i >> 18 == 1,
            king: i >> 12 & 63,
            man: i >> 6 & 63,
            bare: i & 63,
        })
    }

    fn checks(self, man: char) -> bool {
        reach(man, self.man, &[self.king, self.bare]).contains(&self.bare)
    }

    /// Whether the position is legal.
    pub(crate) fn is_legal(self, man: char) -> bool {
        let apart = self.king != self.man && self.king != self.bare && self.man != self.bare;
        let stands = man != 'P' || (1..7).contains(&(self.man / 8));
        apart && stands && !beside(self.king, self.bare) && !(self.white && self.checks(man))
    }
}

/// The result of a way.
enum Way {
    Inside(Place),
    /// The pawn has reached the last rank.
    Promotion(Place),
    /// The man was captured.
    Bare,
}

fn ways(man: char, at: Place) -> Vec<Way> {
    let mut ways = Vec::new();
    if !at.white {
        for bare in LINES.iter().filter_map(|&step| shifted(at.bare, step)) {
            let next = Place { white: true, bare, ..at };
            if bare == at.man && !beside(at.king, at.man) {
                ways.push(Way::Bare);
            } else if next.is_legal(man) {
                ways.push(Way::Inside(next));
            }
        }
        return ways;
    }
    for king in LINES.iter().filter_map(|&step| shifted(at.king, step)) {
        if king != at.man && king != at.bare && !beside(king, at.bare) {
            ways.push(Way::Inside(Place { white: false, king, ..at }));
        }
    }
    let free = |to: &usize| *to != at.king && *to != at.bare;
    let targets: Vec<usize> = if man == 'P' {
        let one = shifted(at.man, (0, 1)).filter(free);
        let two = one.filter(|_| at.man / 8 == 1).and_then(|one| shifted(one, (0, 1))).filter(free);
        one.into_iter().chain(two).collect()
    } else {
        reach(man, at.man, &[at.king, at.bare]).into_iter().filter(free).collect()
    };
    for to in targets {
        let next = Place { white: false, man: to, ..at };
        ways.push(if man == 'P' && to >= 56 { Way::Promotion(next) } else { Way::Inside(next) });
    }
    ways
}

/// The value of every place for the side to move.
pub(crate) struct Few(Vec<i32>);

impl Few {
    pub(crate) fn value(&self, at: Place) -> i32 {
        self.0[at.index()]
    }

    /// Returns whether the side to move wins, and the plies; `None` for a draw.
    pub(crate) fn verdict(&self, at: Place) -> Option<(bool, u32)> {
        let value = self.value(at);
        (value != DRAW).then(|| ((value > 0) == at.white, (WIN - value.abs()) as u32))
    }

    /// Solves the ending of one man; that of a pawn needs the endings after its promotion.
    pub(crate) fn solve(man: char, promoted: &[Few]) -> Few {
        // The known value of a place, or the places and values its ways lead to.
        let mut places = Vec::new();
        let mut values = vec![DRAW; 2 * 64 * 64 * 64];
        for at in Place::all().filter(|at| at.is_legal(man)) {
            let ways = ways(man, at);
            if ways.len() < 2 {
                let lost = !at.white && at.checks(man);
                values[at.index()] = if lost { ways.len() as i32 - WIN } else { DRAW };
            } else if man != 'B' && man != 'N' {
                places.push((at.index(), ways));
            }
        }
        loop {
            let mut next = values.clone();
            for (index, ways) in &places {
                let mut worth: Vec<i32> = ways
                    .iter()
                    .map(|way| match way {
                        Way::Inside(place) => stepped(values[place.index()]),
                        Way::Promotion(place) => {
                            promoted.iter().map(|few| stepped(few.value(*place))).max().unwrap_or(DRAW)
                        }
                        Way::Bare => DRAW,
                    })
                    .collect();
                worth.sort_unstable();
                next[*index] = worth[worth.len() - 2];
            }
            if next == values {
                return Few(values);
            }
            values = next;
        }
    }
}

/// Returns the value of a way to a place of this value for the other side, a ban and a move earlier.
fn stepped(value: i32) -> i32 {
    2 * value.signum() - value
}
