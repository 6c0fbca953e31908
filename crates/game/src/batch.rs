//! Vectorised environments: many games played in parallel by action numbers, for reinforcement learning.

use crate::{Dense, Game, Position, Record, Rng};

/// Output buffers of a [`Batch`], one row per game.
#[derive(Debug)]
pub struct Seen<'a> {
    /// 1 for each legal action, else 0: `ACTION_COUNT` entries per row.
    pub mask: &'a mut [u8],
    /// The planes of the position; `None` if they are not wanted.
    pub planes: Option<&'a mut [f32]>,
    /// The reward of both sides for the step, in the order of their names: 1 for a win, −1 for a loss.
    pub rewards: &'a mut [f32],
    /// 1 if the step ended the game, else 0.
    pub done: &'a mut [u8],
    /// 1 if the game was cut off because of its length, else 0.
    pub truncated: &'a mut [u8],
    /// The side to move: 0 or 1, in the order of their names.
    pub turn: &'a mut [u8],
}

/// Games of one kind that advance together. A game that ends restarts in the same step, so the buffers always
/// show a position with a side to move.
#[derive(Debug)]
pub struct Batch<G: Game> {
    game: G,
    records: Vec<Record<G>>,
    /// The legal actions of every game, one row per game. Callers get a copy; submitted actions are checked
    /// against this, so a modified copy does no harm.
    legal: Vec<u8>,
    rng: Rng,
}

/// An object-safe [`Batch`].
pub trait AnyBatch: Send + Sync {
    /// Returns the number of games.
    fn len(&self) -> usize;
    /// Whether the batch has no games.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Restarts all games.
    fn reset(&mut self, seen: &mut Seen);
    /// Returns the index of the first game whose action is illegal.
    fn refused(&self, actions: &[i64]) -> Option<usize>;
    /// Plays one legal action in each game. A game that reaches `longest` plies without a result is cut off
    /// as a draw.
    fn step(&mut self, actions: &[i64], longest: usize, seen: &mut Seen);
    /// Picks a legal action in each game, uniformly at random.
    fn sample(&mut self, actions: &mut [i64]);
    /// Returns a copy of one game.
    fn record(&self, index: usize) -> Box<dyn crate::AnyRecord>;
}

impl<G: Game> Batch<G> {
    /// Creates `size` games from the standard start. The seed determines [`sample`](AnyBatch::sample).
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
