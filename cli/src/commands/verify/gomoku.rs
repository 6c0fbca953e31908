//! An independent implementation of Gomoku with captures, and a checker of winning proofs.

use std::collections::HashMap;

const SIZE: i32 = 19;
const WIDTH: usize = SIZE as usize;
const CELLS: usize = WIDTH * WIDTH;
const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
/// Captured pairs that win.
const PAIRS_TO_WIN: u32 = 5;

#[derive(Clone, PartialEq, Eq)]
struct Position {
    /// The side of the stone on each cell, 0 or 1.
    stones: Vec<Option<usize>>,
    pairs: [u32; 2],
    turn: usize,
    /// Whether the side that just moved has five in a row.
    pending: bool,
}

/// Returns the cell this many steps along a line, if it is on the board.
fn moved(cell: usize, (down, right): (i32, i32), steps: i32) -> Option<usize> {
    let (row, column) = (cell as i32 / SIZE + down * steps, cell as i32 % SIZE + right * steps);
    ((0..SIZE).contains(&row) && (0..SIZE).contains(&column)).then(|| (row * SIZE + column) as usize)
}

impl Position {
    /// Parses `19/…/19 b 0 0`: rows from the top with numbers for empty cells, the side to move, the pairs captured by
    /// black and by white.
    fn read(text: &str) -> Option<Position> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[board, turn, black, white] = fields.as_slice() else { return None };
        let mut stones = Vec::new();
        for row in board.split('/') {
            let mut gap = 0;
            let mut cells = Vec::new();
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    gap = 10 * gap + digit as usize;
                    if gap > WIDTH {
                        return None;
                    }
                    continue;
                }
                cells.extend(std::iter::repeat_n(None, gap));
                gap = 0;
                cells.push(Some("xo".find(letter)?));
            }
            cells.extend(std::iter::repeat_n(None, gap));
            if cells.len() != WIDTH {
                return None;
            }
            stones.extend(cells);
        }
        let pairs = [black.parse().ok()?, white.parse().ok()?];
        let turn = ["b", "w"].iter().position(|side| *side == turn)?;
        let mut position = Position { stones, pairs, turn, pending: false };
        if position.stones.len() != CELLS {
            return None;
        }
        position.pending = position.has_five(1 - turn);
        Some(position)
    }

    /// Returns whether a cell is on the board and holds this stone, or none.
    fn is(&self, cell: Option<usize>, stone: Option<usize>) -> bool {
        cell.is_some_and(|cell| self.stones[cell] == stone)
    }

    /// Returns the stones that a move of the side to move would capture.
    fn captured(&self, at: usize) -> Vec<usize> {
        let (own, other) = (Some(self.turn), Some(1 - self.turn));
        let mut captured = Vec::new();
        for (axis, sign) in AXES.into_iter().flat_map(|axis| [(axis, 1), (axis, -1)]) {
            let on = |steps: i32| moved(at, axis, sign * steps);
            if self.is(on(1), other) && self.is(on(2), other) && self.is(on(3), own) {
                captured.extend(on(1).into_iter().chain(on(2)));
            }
        }
        captured
    }

    /// Returns whether a move would make a free three along a line.
    fn is_free_three(&self, at: usize, axis: (i32, i32)) -> bool {
        (-4..=-1).any(|first| {
            let cell = |place: i32| moved(at, axis, first + place);
            let own = |place: i32| first + place == 0 || self.is(cell(place), Some(self.turn));
            let empty = |place: i32| first + place != 0 && self.is(cell(place), None);
            let stones = (1..=4).filter(|&place| own(place)).count();
            let gaps = (1..=4).filter(|&place| empty(place)).count();
            empty(0) && empty(5) && stones == 3 && gaps == 1
        })
    }

    fn is_legal(&self, at: usize) -> bool {
        let threes = || AXES.into_iter().filter(|&axis| self.is_free_three(at, axis)).count();
        self.stones[at].is_none() && (!self.captured(at).is_empty() || threes() < 2)
    }

    /// Returns whether a side has five in a row through a cell.
    fn has_five_through(&self, cell: usize, side: usize) -> bool {
        AXES.into_iter().any(|axis| {
            (-4..=0)
                .any(|first| (first..first + 5).all(|steps| self.is(moved(cell, axis, steps), Some(side))))
        })
    }

    fn has_five(&self, side: usize) -> bool {
        (0..CELLS).any(|cell| {
            AXES.into_iter().any(|axis| (0..5).all(|steps| self.is(moved(cell, axis, steps), Some(side))))
        })
    }

    /// Returns the position after a move, and the winner if the move ends the game.
    fn after(&self, at: usize) -> (Position, Option<usize>) {
        let (mover, other) = (self.turn, 1 - self.turn);
        let mut next = self.clone();
        let captured = self.captured(at);
        next.stones[at] = Some(mover);
        for &stone in &captured {
            next.stones[stone] = None;
        }
        next.pairs[mover] += captured.len() as u32 / 2;
        (next.turn, next.pending) = (other, false);
        let winner = if next.pairs[mover] >= PAIRS_TO_WIN {
            Some(mover)
        } else if self.pending && next.has_five(other) {
            Some(other)
        } else {
            // A new five always contains the new stone.
            next.pending = next.has_five_through(at, mover);
            (next.pending && !next.can_stop_five()).then_some(mover)
        };
        (next, winner)
    }

    /// Returns whether the side to move can break the opponent's five or win by pairs.
    fn can_stop_five(&self) -> bool {
        (0..CELLS).filter(|&at| self.stones[at].is_none()).any(|at| {
            let captured = self.captured(at);
            if captured.is_empty() {
                return false;
            }
            let mut next = self.clone();
            for &stone in &captured {
                next.stones[stone] = None;
            }
            self.pairs[self.turn] + captured.len() as u32 / 2 >= PAIRS_TO_WIN || !next.has_five(1 - self.turn)
        })
    }
}

/// The consequence of a move that a proof claims.
#[derive(Clone, Copy)]
enum Claim {
    /// The move wins at once.
    Won,
    /// The attacker wins at once with this reply.
    Reply(usize),
    /// The position is this node.
    Node(usize),
}

/// Parses a move and its claim: `180!`, `180>181` or `180:7`.
fn read_step(text: &str) -> Option<(usize, Claim)> {
    let at = text.find(['!', '>', ':'])?;
    let cell = text[..at].parse().ok().filter(|&cell: &usize| cell < CELLS)?;
    let number = || text[at + 1..].parse().ok();
    Some((
        cell,
        match text.as_bytes()[at] {
            b'!' if text.len() == at + 1 => Claim::Won,
            b'>' => Claim::Reply(number().filter(|&cell| cell < CELLS)?),
            b':' => Claim::Node(number()?),
            _ => return None,
        },
    ))
}

/// The result of a valid proof.
pub(super) struct Proven {
    pub(super) winner: &'static str,
    pub(super) position: String,
    pub(super) nodes: usize,
    pub(super) moves: u64,
}

/// Checks a certificate: the single move of every attacker node, and all legal moves of every defender node.
pub(super) fn check(text: &str) -> Result<Proven, String> {
    let mut lines = text.lines();
    if lines.next() != Some("chautari proof 1") {
        return Err("Not a proof file of this version.".to_owned());
    }
    let start = lines.next().and_then(|line| line.strip_prefix("gomoku "));
    let start = start.ok_or("The proof is not about Gomoku.")?;
    let root = Position::read(start).ok_or("The position cannot be read.")?;
    let nodes: Vec<&str> = lines.collect();
    let attacker = root.turn;
    if root.has_five(attacker) || root.pairs.iter().any(|&pairs| pairs >= PAIRS_TO_WIN) {
        return Err("The game is already over in the starting position.".to_owned());
    }
    let mut seen: HashMap<usize, Position> = HashMap::new();
    let mut waiting = vec![(0, root)];
    let mut moves = 0;
    while let Some((number, position)) = waiting.pop() {
        // A node number must always stand for the same position.
        match seen.get(&number) {
            Some(known) if *known == position => continue,
            Some(_) => return Err(format!("Node {number} stands for two positions.")),
            None => {}
        }
        let line = nodes.get(number).ok_or_else(|| format!("There is no node {number}."))?;
        let mut words = line.split(' ');
        let kind = words.next().filter(|word| *word == number.to_string()).and_then(|_| words.next());
        let steps: Option<Vec<(usize, Claim)>> = words.map(read_step).collect();
        let steps = steps.ok_or_else(|| format!("Node {number} cannot be read."))?;
        let attacks = position.turn == attacker;
        if kind != Some(if attacks { "a" } else { "d" }) {
            return Err(format!("Node {number} has the wrong side to move."));
        }
        if attacks {
            if steps.len() != 1 {
                return Err(format!("Node {number} has {} moves of the attacker.", steps.len()));
            }
        } else {
            if !(0..CELLS).any(|cell| position.is_legal(cell)) {
                return Err(format!("Node {number} has no legal move, which is a draw."));
            }
            let claims: HashMap<usize, Claim> = steps.iter().copied().collect();
            let missing = (0..CELLS).find(|&cell| position.is_legal(cell) && !claims.contains_key(&cell));
            if let Some(cell) = missing {
                return Err(format!("Node {number} lacks the move {cell}."));
            }
        }
        for (cell, claim) in steps {
            moves += 1;
            if !position.is_legal(cell) {
                return Err(format!("Node {number} plays the illegal move {cell}."));
            }
            let (next, winner) = position.after(cell);
            let won = match (claim, winner) {
                (Claim::Won, winner) => winner == Some(attacker),
                (Claim::Reply(reply), None) => {
                    !attacks && next.is_legal(reply) && next.after(reply).1 == Some(attacker)
                }
                (Claim::Node(to), None) => {
                    waiting.push((to, next));
                    true
                }
                _ => false,
            };
            if !won {
                return Err(format!("Node {number}: {cell} does not win for the attacker."));
            }
        }
        seen.insert(number, position);
    }
    let winner = ["black", "white"][attacker];
    Ok(Proven { winner, position: start.to_owned(), nodes: seen.len(), moves })
}
