//! Games between engines.

use std::ops::ControlFlow;

use chautari_game::{Engine, Limit, Moment, Position as _, Record, Rng, Thought};
use chautari_gomoku::{Cell, CellSet, Gomoku, Position};

/// Returns a game with some stones near the middle, determined by `number`.
pub(crate) fn opening(number: u64) -> Record<Gomoku> {
    let mut rng = Rng::stream(1, number);
    let mut record = Record::new(Gomoku);
    while record.moves().len() < 5 {
        let (row, column) = (6 + rng.below(7) as u16, 6 + rng.below(7) as u16);
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

/// Plays a game to its end, with one engine and limit per side.
pub(crate) fn play(number: u64, mut engines: [Player; 2]) -> Record<Gomoku> {
    let mut record = opening(number);
    while record.outcome().is_none() {
        let (engine, limit) = &mut engines[record.position().turn().index()];
        let thought = think(&mut ***engine, &record, limit);
        record.play(thought.best.unwrap()).unwrap();
    }
    record
}

/// Returns the length of a side's row from a cell on, without the cell itself.
fn run(stones: CellSet, cell: Cell, (down, right): (i32, i32)) -> u32 {
    let (mut row, mut column, mut length) = (i32::from(cell.row()), i32::from(cell.column()), 0);
    loop {
        (row, column) = (row + down, column + right);
        let next = u16::try_from(row).ok().zip(u16::try_from(column).ok());
        match next.and_then(|(row, column)| Cell::at(row, column)) {
            Some(next) if stones.contains(next) => length += 1,
            _ => return length,
        }
    }
}

/// Whether the side to move wins with its next move, which takes a five or a capture.
fn wins_at_once(position: &Position) -> bool {
    let own = position.stones(position.turn());
    let capturing = position.capturing();
    let five = |cell: Cell| {
        let axes = [(0, 1), (1, 0), (1, 1), (1, -1)];
        axes.into_iter()
            .any(|(down, right)| run(own, cell, (down, right)) + run(own, cell, (-down, -right)) >= 4)
    };
    let ending = |cell: Cell| (capturing.contains(cell) || five(cell)) && position.check(cell).is_ok();
    position.empty().iter().any(|cell| ending(cell) && has_won(&position.after(cell)))
}

/// Whether the side that moved last has won.
fn has_won(position: &Position) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(position.turn().other()))
}

/// Whether the side to move can force a win within `plies` plies, by exhaustive search.
pub(crate) fn wins_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn());
    }
    plies > 0
        && (wins_at_once(position)
            || plies > 2 && position.legal().iter().any(|m| loses_within(&position.after(m), plies - 1)))
}

/// Whether the side to move loses within `plies` plies, by exhaustive search.
pub(crate) fn loses_within(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(position.turn().other());
    }
    plies > 1 && position.legal().iter().all(|m| wins_within(&position.after(m), plies - 1))
}
