//! A slow, plain reference implementation of the rules, written from the rules page alone.
//!
//! It must not use the crate under test.

/// A piece on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Tiger,
    Goat,
}

/// A complete state: rows from the top, columns from the left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) board: [[Option<Piece>; 5]; 5],
    pub(crate) to_move: Piece,
    pub(crate) captured: usize,
    pub(crate) must_capture: bool,
    pub(crate) captures_to_win: usize,
}

type Place = (usize, usize);

/// A turn as the notation writes it, and the state it leads to.
pub(crate) struct Turn {
    pub(crate) text: String,
    pub(crate) captures: bool,
    pub(crate) next: State,
}

impl State {
    pub(crate) fn start(must_capture: bool) -> State {
        let mut board = [[None; 5]; 5];
        for (row, column) in [(0, 0), (0, 4), (4, 0), (4, 4)] {
            board[row][column] = Some(Piece::Tiger);
        }
        State { board, to_move: Piece::Goat, captured: 0, must_capture, captures_to_win: 5 }
    }

    fn at(&self, (row, column): Place) -> Option<Piece> {
        self.board[row][column]
    }

    pub(crate) fn count(&self, piece: Piece) -> usize {
        self.board.iter().flatten().filter(|&&p| p == Some(piece)).count()
    }

    pub(crate) fn in_hand(&self) -> usize {
        20 - self.count(Piece::Goat) - self.captured
    }

    /// Returns every legal turn; none if the game is over.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        if self.captured >= self.captures_to_win {
            return Vec::new();
        }
        let mut turns = Vec::new();
        for from in places() {
            if self.to_move == Piece::Goat && self.in_hand() > 0 {
                if self.at(from).is_none() {
                    turns.push(self.turn(format!("m{}", name(from)), &[(from, Some(Piece::Goat))], 0));
                }
                continue;
            }
            if self.at(from) != Some(self.to_move) {
                continue;
            }
            for to in places() {
                if self.at(to).is_some() {
                    continue;
                }
                if adjacent(from, to) {
                    let text = format!("m{}{}", name(from), name(to));
                    turns.push(self.turn(text, &[(from, None), (to, Some(self.to_move))], 0));
                }
                if self.to_move != Piece::Tiger {
                    continue;
                }
                let over = (usize::midpoint(from.0, to.0), usize::midpoint(from.1, to.1));
                let straight = from.0 + to.0 == 2 * over.0 && from.1 + to.1 == 2 * over.1;
                let along = adjacent(from, over) && adjacent(over, to);
                if straight && along && self.at(over) == Some(Piece::Goat) {
                    let text = format!("m{}{}({})", name(from), name(to), name(over));
                    turns.push(self.turn(text, &[(from, None), (over, None), (to, Some(Piece::Tiger))], 1));
                }
            }
        }
        if self.must_capture && turns.iter().any(|turn| turn.captures) {
            turns.retain(|turn| turn.captures);
        }
        turns
    }

    fn turn(&self, text: String, changes: &[(Place, Option<Piece>)], captured: usize) -> Turn {
        let mut next = self.clone();
        for &((row, column), piece) in changes {
            next.board[row][column] = piece;
        }
        next.captured += captured;
        next.to_move = if self.to_move == Piece::Goat { Piece::Tiger } else { Piece::Goat };
        Turn { text, captures: captured > 0, next }
    }

    /// Returns the winner, if there is one.
    pub(crate) fn winner(&self) -> Option<Piece> {
        if self.captured >= self.captures_to_win {
            return Some(Piece::Tiger);
        }
        let stuck = self.turns().is_empty();
        stuck.then_some(if self.to_move == Piece::Goat { Piece::Tiger } else { Piece::Goat })
    }

    /// Returns board, turn and captures in OBX, without the history.
    pub(crate) fn text(&self) -> String {
        let letter = |piece: &Option<Piece>| match piece {
            None => 'X',
            Some(Piece::Tiger) => 'T',
            Some(Piece::Goat) => 'G',
        };
        let rows: Vec<String> = self.board.iter().map(|row| row.iter().map(letter).collect()).collect();
        let turn = if self.to_move == Piece::Goat { 'g' } else { 't' };
        format!("{} {turn} c{}", rows.join("/"), self.captured)
    }
}

fn places() -> impl Iterator<Item = Place> {
    (0..5).flat_map(|row| (0..5).map(move |column| (row, column)))
}

fn name((row, column): Place) -> String {
    format!("{}{}", ["A", "B", "C", "D", "E"][column], row + 1)
}

/// Whether a line of the board connects two points directly.
fn adjacent(a: Place, b: Place) -> bool {
    let (rows, columns) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    match (rows, columns) {
        (0, 1) | (1, 0) => true,
        (1, 1) => (a.0 + a.1).is_multiple_of(2),
        _ => false,
    }
}
