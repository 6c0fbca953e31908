//! Games between engines, for tests.

use std::ops::ControlFlow;

use chautari_game::{Engine, Limit, Moment, Position as _, Record, Thought};
use chautari_gomoku::{Cell, Gomoku, Position};

pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// Some stones near the middle, the same for the same number.
pub(crate) fn opening(number: u64) -> Record<Gomoku> {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(number + 1) | 1);
    let mut record = Record::new(Gomoku);
    while record.moves().len() < 5 {
        let (row, column) = (6 + dice.below(7) as u16, 6 + dice.below(7) as u16);
        let _ = record.play(Cell::at(row, column).unwrap());
    }
    record
}

pub(crate) fn nodes(nodes: u64) -> Limit {
    Limit { nodes: Some(nodes), ..Limit::default() }
}

pub(crate) fn think(
    engine: &mut dyn Engine<Gomoku>,
    record: &Record<Gomoku>,
    limit: &Limit,
) -> Thought<Cell> {
    engine.think(record, limit, &mut |_| ControlFlow::Continue(()))
}

pub(crate) fn record(position: Position) -> Record<Gomoku> {
    Record::from_moment(Gomoku, Moment { position, last: None, plies: None })
}

pub(crate) type Player<'a> = (&'a mut Box<dyn Engine<Gomoku>>, Limit);

/// Plays a game out; engines and limits by the side to move.
pub(crate) fn play(number: u64, mut engines: [Player; 2]) -> Record<Gomoku> {
    let mut record = opening(number);
    while record.outcome().is_none() {
        let (engine, limit) = &mut engines[record.position().turn().index()];
        let thought = think(&mut ***engine, &record, limit);
        record.play(thought.best.unwrap()).unwrap();
    }
    record
}

/// The cells where a stone can end the game: next to an own stone, or taking something.
fn ending(position: &Position) -> impl Iterator<Item = Cell> {
    let own = position.stones(position.turn());
    let beside = move |cell: Cell| {
        let (row, column) = (i32::from(cell.row()), i32::from(cell.column()));
        let near = |at: i32| at.max(0) as u16..=(at + 1).min(18) as u16;
        near(row - 1).chain(near(row).skip(1)).any(|r| {
            near(column - 1).chain(near(column).skip(1)).any(|c| own.contains(Cell::at(r, c).unwrap()))
        })
    };
    let capturing = position.capturing();
    position
        .legal()
        .iter()
        .filter(move |&cell| capturing.contains(cell) || beside(cell))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Whether the side to move can force a win within so many plies, by trying everything.
pub(crate) fn wins_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn());
    }
    let wins = |m| loses_within(&position.after(m), plies - 1);
    match plies {
        0 => false,
        1 => ending(position).any(wins),
        _ => {
            ending(position).any(|m| loses_within(&position.after(m), 0)) || position.legal().iter().any(wins)
        }
    }
}

pub(crate) fn loses_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn().other());
    }
    plies > 1 && position.legal().iter().all(|m| wins_within(&position.after(m), plies - 1))
}
