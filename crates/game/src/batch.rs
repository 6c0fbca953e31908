//! Many games played side by side by numbers.

use crate::{Dense, Game, Position, Record, Rng};

/// Where a [`Batch`] writes what it comes to, one row a game.
#[derive(Debug)]
pub struct Seen<'a> {
    /// 1 for each action that is legal now, else 0: a row of as many as there are actions.
    pub mask: &'a mut [u8],
    /// The planes, where they are wanted.
    pub planes: Option<&'a mut [f32]>,
    /// What the step brought the two sides, in the order of their names: 1 for a win, −1 for a loss.
    pub rewards: &'a mut [f32],
    /// 1 where the step ended a game, else 0.
    pub done: &'a mut [u8],
    /// 1 where the game was cut off for its length, else 0.
    pub truncated: &'a mut [u8],
    /// The side to act, 0 or 1 in the order of their names.
    pub turn: &'a mut [u8],
}

/// Games of one kind, each at its own place. A game that ends begins anew in the same step, so that what
/// is seen is always a position to act at.
#[derive(Debug)]
pub struct Batch<G: Game> {
    game: G,
    records: Vec<Record<G>>,
    /// The legal actions of every game, a row a game. What is given out is a copy: an action is held
    /// against these, whatever became of the copy.
    legal: Vec<u8>,
    rng: Rng,
}

/// A [`Batch`] behind one pointer.
pub trait AnyBatch: Send + Sync {
    /// How many games there are.
    fn len(&self) -> usize;
    /// No game at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Begins all games anew.
    fn reset(&mut self, seen: &mut Seen);
    /// The first game whose action is not legal.
    fn refused(&self, actions: &[i64]) -> Option<usize>;
    /// Plays one legal action in each game. A game that has come to `longest` plies without an end is cut off
    /// as nobody's win.
    fn step(&mut self, actions: &[i64], longest: usize, seen: &mut Seen);
    /// Picks a legal action in each game, all alike likely.
    fn sample(&mut self, actions: &mut [i64]);
    /// One of the games, as it stands.
    fn record(&self, index: usize) -> Box<dyn crate::AnyRecord>;
}

impl<G: Game> Batch<G> {
    /// This many games from the usual start; chance in [`sample`](AnyBatch::sample) depends on the seed.
    pub fn new(game: G, size: usize, seed: u64) -> Batch<G> {
        let records = (0..size).map(|_| Record::new(game)).collect();
        let legal = vec![0; size * G::Position::ACTION_COUNT];
        let mut batch = Batch { game, records, legal, rng: Rng::new(seed) };
        for index in 0..size {
            batch.note_legal(index);
        }
        batch
    }

    fn note_legal(&mut self, index: usize) {
        let row = row_mut(&mut self.legal, index, G::Position::ACTION_COUNT);
        row.fill(0);
        self.records[index].each_action(|id| row[id] = 1);
    }

    fn show(&self, index: usize, seen: &mut Seen) {
        let actions = G::Position::ACTION_COUNT;
        row_mut(seen.mask, index, actions).copy_from_slice(row(&self.legal, index, actions));
        let position = self.records[index].position();
        seen.turn[index] = position.turn().index() as u8;
        if let Some(planes) = &mut seen.planes {
            position.planes(row_mut(planes, index, G::Position::PLANES.len()));
        }
    }
}

fn row<T>(all: &[T], index: usize, length: usize) -> &[T] {
    &all[index * length..][..length]
}

fn row_mut<T>(all: &mut [T], index: usize, length: usize) -> &mut [T] {
    &mut all[index * length..][..length]
}

impl<G: Game> AnyBatch for Batch<G> {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn reset(&mut self, seen: &mut Seen) {
        seen.rewards.fill(0.0);
        seen.done.fill(0);
        seen.truncated.fill(0);
        for index in 0..self.records.len() {
            self.records[index] = Record::new(self.game);
            self.note_legal(index);
            self.show(index, seen);
        }
    }

    fn refused(&self, actions: &[i64]) -> Option<usize> {
        let legal = |(row, &action): (&[u8], &i64)| {
            usize::try_from(action).is_ok_and(|id| row.get(id).is_some_and(|&legal| legal != 0))
        };
        self.legal.chunks_exact(G::Position::ACTION_COUNT).zip(actions).position(|pair| !legal(pair))
    }

    fn step(&mut self, actions: &[i64], longest: usize, seen: &mut Seen) {
        for (index, &action) in actions.iter().enumerate() {
            let record = &mut self.records[index];
            let m = usize::try_from(action).ok().and_then(|id| record.position().action_move(id));
            record.push(m.expect("the action was found legal"));
            let outcome = record.outcome();
            let truncated = outcome.is_none() && record.moves().len() >= longest;
            let reward = |side: usize| match outcome.and_then(|outcome| outcome.winner) {
                None => 0.0,
                Some(winner) if winner.index() == side => 1.0,
                Some(_) => -1.0,
            };
            row_mut(seen.rewards, index, 2).copy_from_slice(&[reward(0), reward(1)]);
            seen.done[index] = u8::from(outcome.is_some() || truncated);
            seen.truncated[index] = u8::from(truncated);
            if seen.done[index] != 0 {
                *record = Record::new(self.game);
            }
            self.note_legal(index);
            self.show(index, seen);
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (action, row) in actions.iter_mut().zip(self.legal.chunks_exact(G::Position::ACTION_COUNT)) {
            let count: usize = row.iter().map(|&legal| usize::from(legal)).sum();
            let picked = self.rng.below(count);
            let nth = row.iter().enumerate().filter(|&(_, &legal)| legal != 0).nth(picked);
            *action = nth.map_or(0, |(id, _)| id as i64);
        }
    }

    fn record(&self, index: usize) -> Box<dyn crate::AnyRecord> {
        Box::new(self.records[index].clone())
    }
}
