//! A slow reference implementation of the rules, written from the rules page alone, with letters on squares.
//! It shares no code with the crate under test, and trusts its input.
pub(crate) mod positions;

#[derive(Clone)]
pub(crate) struct State {
    pub(crate) pins: [[char; 7]; 7],
    pub(crate) octagons: [[char; 6]; 6],
    pub(crate) turn: char,
}

/// The possible changes of a pin's row and column.
const STEPS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const LEAPS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

pub(crate) fn exists(row: i32, column: i32) -> bool {
    let corner = (row == 0 || row == 6) && (column == 0 || column == 6);
    (0..7).contains(&row) && (0..7).contains(&column) && !corner
}

pub(crate) fn base(row: usize, column: usize) -> Option<char> {
    match (row, column) {
        (0, 0) | (5, 5) => Some('o'),
        (0, 5) | (5, 0) => Some('x'),
        _ => None,
    }
}

pub(crate) fn enemy(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

/// An action: row and column of the start, row and column of the destination.
pub(crate) type Action = [i32; 4];

pub(crate) fn written([row, column, to_row, to_column]: Action) -> String {
    let letter = |column: i32| char::from(b'a' + column as u8);
    format!("{}{}{}{}", letter(column), row + 1, letter(to_column), to_row + 1)
}

impl State {
    pub(crate) fn empty(turn: char) -> State {
        let mut state = State { pins: [['.'; 7]; 7], octagons: [['.'; 6]; 6], turn };
        for row in 0..6 {
            for column in 0..6 {
                if let Some(owner) = base(row, column) {
                    state.octagons[row][column] = owner;
                }
            }
        }
        state
    }

    pub(crate) fn start() -> State {
        let mut state = State::empty('x');
        let rows = [".oo.xx.", "o.....x", "o.....x", ".......", "x.....o", "x.....o", ".xx.oo."];
        for (row, text) in rows.iter().enumerate() {
            for (column, letter) in text.chars().enumerate() {
                state.pins[row][column] = letter;
            }
        }
        state
    }

    pub(crate) fn text(&self) -> String {
        let pins = self.pins.iter().flatten();
        pins.chain(self.octagons.iter().flatten()).chain([&self.turn]).collect()
    }

    pub(crate) fn count(&self, side: char) -> usize {
        self.pins.iter().flatten().filter(|&&pin| pin == side).count()
    }

    /// Returns the content of a square, if it is one.
    pub(crate) fn pin(&self, row: i32, column: i32) -> Option<char> {
        exists(row, column).then(|| self.pins[row as usize][column as usize])
    }

    /// Returns the actions of a state, in no particular order.
    pub(crate) fn actions(&self) -> Vec<Action> {
        if self.joined('x') || self.joined('o') { Vec::new() } else { self.possible() }
    }

    fn possible(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for row in 0..7 {
            for column in 0..7 {
                if self.pin(row, column) != Some(self.turn) {
                    continue;
                }
                for (down, right) in STEPS.into_iter().chain(LEAPS) {
                    if self.pin(row + down, column + right) == Some('.') {
                        actions.push([row, column, row + down, column + right]);
                    }
                }
                for (down, right) in STEPS {
                    if self.pin(row + down, column + right) == Some(enemy(self.turn))
                        && self.pin(row + 2 * down, column + 2 * right) == Some('.')
                    {
                        actions.push([row, column, row + 2 * down, column + 2 * right]);
                    }
                }
            }
        }
        actions
    }

    /// Returns the state after a legal action.
    pub(crate) fn act(&self, [row, column, to_row, to_column]: Action) -> State {
        let mut next = self.clone();
        next.pins[row as usize][column as usize] = '.';
        next.pins[to_row as usize][to_column as usize] = self.turn;
        if row != to_row && column != to_column {
            let (row, column) = (row.min(to_row) as usize, column.min(to_column) as usize);
            if base(row, column).is_none() {
                next.octagons[row][column] = self.turn;
            }
        } else if (row - to_row).abs() + (column - to_column).abs() == 2 {
            next.pins[row.midpoint(to_row) as usize][column.midpoint(to_column) as usize] = '.';
        }
        next.turn = enemy(self.turn);
        next
    }

    /// Returns `x`, `o`, `draw` or `none`.
    pub(crate) fn winner(&self) -> &'static str {
        if self.joined('x') {
            "x"
        } else if self.joined('o') {
            "o"
        } else if self.possible().is_empty() {
            "draw"
        } else {
            "none"
        }
    }

    /// Whether octagons of a side connect its bases.
    pub(crate) fn joined(&self, side: char) -> bool {
        let (start, goal) = if side == 'x' { ((0, 5), (5, 0)) } else { ((0, 0), (5, 5)) };
        let mut seen = [[false; 6]; 6];
        let mut waiting = vec![start];
        while let Some((row, column)) = waiting.pop() {
            if (row, column) == goal {
                return true;
            }
            if seen[row][column] {
                continue;
            }
            seen[row][column] = true;
            for (down, right) in STEPS {
                let (row, column) = (row as i32 + down, column as i32 + right);
                if (0..6).contains(&row) && (0..6).contains(&column) {
                    let next = (row as usize, column as usize);
                    if self.octagons[next.0][next.1] == side {
                        waiting.push(next);
                    }
                }
            }
        }
        false
    }
}
