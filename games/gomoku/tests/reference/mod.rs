//! A slow reference implementation with plain arrays and loops, written from the rules alone.

/// 0 is black, 1 is white.
pub(crate) type Side = usize;

/// A row and a column, from 0 at the top left.
pub(crate) type Place = (i32, i32);

/// The size of the board.
pub(crate) const SIZE: i32 = 19;

/// The four directions of a line.
pub(crate) const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The state of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reference {
    pub(crate) board: [[Option<Side>; SIZE as usize]; SIZE as usize],
    pub(crate) pairs: [u32; 2],
    pub(crate) turn: Side,
    /// The winner, if there is one, and the reason.
    pub(crate) end: Option<(Option<Side>, &'static str)>,
}

/// Whether a place is on the board.
pub(crate) fn on_board((row, column): Place) -> bool {
    (0..SIZE).contains(&row) && (0..SIZE).contains(&column)
}

/// Returns the place `steps` further in a direction.
pub(crate) fn moved((row, column): Place, (down, right): (i32, i32), steps: i32) -> Place {
    (row + steps * down, column + steps * right)
}

/// Returns every place of the board, row by row.
pub(crate) fn places() -> impl Iterator<Item = Place> {
    (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)))
}

impl Reference {
    /// Starts a game on an empty board.
    pub(crate) fn new(turn: Side) -> Reference {
        Reference { board: [[None; SIZE as usize]; SIZE as usize], pairs: [0; 2], turn, end: None }
    }

    pub(crate) fn set(&mut self, (row, column): Place, stone: Option<Side>) {
        self.board[row as usize][column as usize] = stone;
    }

    pub(crate) fn is_empty(&self, place: Place) -> bool {
        on_board(place) && self.board[place.0 as usize][place.1 as usize].is_none()
    }

    pub(crate) fn holds(&self, place: Place, side: Side) -> bool {
        on_board(place) && self.board[place.0 as usize][place.1 as usize] == Some(side)
    }

    /// Returns the stones the side to move captures by playing at a place.
    pub(crate) fn captures(&self, at: Place) -> Vec<Place> {
        let (own, other) = (self.turn, 1 - self.turn);
        let mut taken = Vec::new();
        for (down, right) in AXES {
            for direction in [(down, right), (-down, -right)] {
                let ray = |steps| moved(at, direction, steps);
                if self.holds(ray(1), other) && self.holds(ray(2), other) && self.holds(ray(3), own) {
                    taken.extend([ray(1), ray(2)]);
                }
            }
        }
        taken
    }

    /// Whether a side's stone at a place is part of a free-three along an axis: one more stone can make
    /// exactly four contiguous stones, including it, with an empty cell on each side.
    fn free_three(&mut self, at: Place, axis: (i32, i32), side: Side) -> bool {
        // A quick check first, because three stones are usually not there.
        if (-3..=3).filter(|&n| self.holds(moved(at, axis, n), side)).count() < 3 {
            return false;
        }
        for extra in -3..=3 {
            let more = moved(at, axis, extra);
            if !self.is_empty(more) {
                continue;
            }
            self.set(more, Some(side));
            let (mut first, mut last) = (0, 0);
            while self.holds(moved(at, axis, first - 1), side) {
                first -= 1;
            }
            while self.holds(moved(at, axis, last + 1), side) {
                last += 1;
            }
            self.set(more, None);
            let open = self.is_empty(moved(at, axis, first - 1)) && self.is_empty(moved(at, axis, last + 1));
            if (first..=last).contains(&extra) && last - first == 3 && open {
                return true;
            }
        }
        false
    }

    /// Whether playing at an empty place would make free-threes along two axes or more.
    pub(crate) fn double_three(&mut self, at: Place) -> bool {
        let side = self.turn;
        self.set(at, Some(side));
        let threes = AXES.into_iter().filter(|&axis| self.free_three(at, axis, side)).count();
        self.set(at, None);
        threes >= 2
    }

    /// Returns the empty places where the side to move may not play.
    pub(crate) fn forbidden(&mut self) -> Vec<Place> {
        places()
            .filter(|&p| self.is_empty(p) && self.captures(p).is_empty() && self.double_three(p))
            .collect()
    }

    /// Whether a side has five or more in a row.
    pub(crate) fn has_five(&self, side: Side) -> bool {
        places().any(|p| AXES.into_iter().any(|axis| (0..5).all(|n| self.holds(moved(p, axis, n), side))))
    }

    /// Returns the replies that stop a five of the opponent: captures that make five pairs or leave no five.
    /// A capture is never forbidden.
    pub(crate) fn stopping_replies(&self) -> Vec<Place> {
        let stops = |&p: &Place| {
            let taken = self.captures(p);
            let mut after = self.clone();
            for &stone in &taken {
                after.set(stone, None);
            }
            let pairs = self.pairs[self.turn] + taken.len() as u32 / 2;
            !taken.is_empty() && (pairs >= 5 || !after.has_five(1 - self.turn))
        };
        places().filter(|&p| self.is_empty(p)).filter(stops).collect()
    }

    /// Plays at a legal place.
    pub(crate) fn play(&mut self, at: Place) {
        assert!(self.end.is_none() && self.is_empty(at));
        let (mover, other) = (self.turn, 1 - self.turn);
        let taken = self.captures(at);
        self.set(at, Some(mover));
        for &stone in &taken {
            self.set(stone, None);
        }
        self.pairs[mover] += taken.len() as u32 / 2;
        self.turn = other;
        self.end = if self.pairs[mover] >= 5 {
            Some((Some(mover), "capture"))
        } else if self.has_five(other) {
            Some((Some(other), "five-unbroken"))
        } else if self.has_five(mover) {
            self.stopping_replies().is_empty().then_some((Some(mover), "five"))
        } else if !places().any(|p| self.is_empty(p)) {
            Some((None, "full"))
        } else if places().all(|p| !self.is_empty(p) || (self.captures(p).is_empty() && self.double_three(p)))
        {
            Some((None, "no-legal-cell"))
        } else {
            None
        };
    }

    /// Returns the number of lines of play of exactly `plies` plies.
    pub(crate) fn perft(&mut self, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        if self.end.is_some() {
            return 0;
        }
        let forbidden = self.forbidden();
        let legal = places().filter(|p| self.is_empty(*p) && !forbidden.contains(p));
        if plies == 1 {
            return legal.count() as u64;
        }
        let after = |p| {
            let mut after = self.clone();
            after.play(p);
            after.perft(plies - 1)
        };
        legal.map(after).sum()
    }
}
