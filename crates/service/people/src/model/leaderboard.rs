//! Leaderboards: one table per game, read from the database once and updated with every rating from then on.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::rating::{RatingView, Ratings};

/// A rated person or bot.
#[derive(Clone, Debug)]
pub(crate) struct Ranked {
    pub(crate) name: String,
    pub(crate) rating: RatingView,
}

/// The leaderboards of the games that have been requested, of people or of bots.
pub struct Leaderboards<Id> {
    tables: Mutex<HashMap<String, Table<Id>>>,
    /// Held while a table is read from the database.
    pub(crate) reading: tokio::sync::Mutex<()>,
}

struct Table<Id> {
    players: HashMap<Id, Ranked>,
    /// The players in order; `None` if a rating has changed since they were sorted.
    sorted: Option<Arc<[Ranked]>>,
    /// Whether all rated players have been read.
    is_complete: bool,
}

impl<Id> Default for Leaderboards<Id> {
    fn default() -> Leaderboards<Id> {
        Leaderboards { tables: Mutex::default(), reading: tokio::sync::Mutex::default() }
    }
}

impl<Id: Clone + Eq + Hash> Leaderboards<Id> {
    /// Updates the row of a player in every table; removes it where there is no rating any more.
    pub(crate) fn update(&self, id: &Id, name: &str, ratings: &Ratings) {
        for (game, table) in &mut *self.lock() {
            if let Some(rating) = ratings.find(game) {
                let ranked = Ranked { name: name.to_owned(), rating: RatingView::new(rating) };
                table.players.insert(id.clone(), ranked);
                table.sorted = None;
            } else if table.players.remove(id).is_some() {
                table.sorted = None;
            }
        }
    }

    /// Drops all tables, because ratings may have changed without an update.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    /// The players of a game, best first; `None` unless its table is complete. The order is by the rating that a player
    /// almost certainly deserves.
    pub(crate) fn best(&self, game: &str) -> Option<Arc<[Ranked]>> {
        let mut tables = self.lock();
        let Table { players, sorted, is_complete } = tables.get_mut(game)?;
        let sort = || {
            let mut all: Vec<Ranked> = players.values().cloned().collect();
            let merit = |ranked: &Ranked| ranked.rating.lower_bound();
            all.sort_by(|a, b| merit(b).total_cmp(&merit(a)).then_with(|| a.name.cmp(&b.name)));
            all.into()
        };
        is_complete.then(|| Arc::clone(sorted.get_or_insert_with(sort)))
    }

    /// Creates the table of a game, so that updates during the reading are not lost.
    pub(crate) fn open(&self, game: &str) {
        let empty = || Table { players: HashMap::new(), sorted: None, is_complete: false };
        self.lock().entry(game.to_owned()).or_insert_with(empty);
    }

    /// Adds a player that was read from the database, unless an update was faster.
    pub(crate) fn add(&self, game: &str, id: &Id, name: &str, ratings: &Ratings) {
        let Some(rating) = ratings.find(game) else { return };
        if let Some(table) = self.lock().get_mut(game) {
            let ranked = || Ranked { name: name.to_owned(), rating: RatingView::new(rating) };
            table.players.entry(id.clone()).or_insert_with(ranked);
        }
    }

    /// Marks the table of a game as complete.
    pub(crate) fn complete(&self, game: &str) {
        if let Some(table) = self.lock().get_mut(game) {
            table.is_complete = true;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Table<Id>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use chautari_arena::Rating;

    use super::super::rating::StoredRating;
    use super::*;

    fn rated(rating: f64, deviation: f64) -> Ratings {
        let mut ratings = Ratings::default();
        ratings.set(StoredRating::new("gomoku", Rating { rating, deviation, ..Rating::default() }));
        ratings
    }

    #[test]
    fn table_is_sorted_by_certain_merit_and_keeps_updates_made_while_reading() {
        let boards = Leaderboards::<u8>::default();
        boards.open("gomoku");
        boards.update(&1, "asha", &rated(1700.0, 50.0));
        boards.add("gomoku", &1, "asha", &rated(1500.0, 50.0));
        boards.add("gomoku", &2, "bina", &rated(1800.0, 200.0));
        boards.add("gomoku", &3, "chet", &Ratings::default());
        assert!(boards.best("gomoku").is_none(), "not complete");
        boards.complete("gomoku");
        let names = || boards.best("gomoku").unwrap().iter().map(|one| one.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(), ["asha", "bina"]);
        boards.update(&2, "bina", &rated(1800.0, 40.0));
        assert_eq!(names(), ["bina", "asha"]);
        boards.update(&2, "somebody", &Ratings::default());
        assert_eq!(names(), ["asha"], "a deleted account has no ratings");
        boards.clear();
        assert!(boards.best("gomoku").is_none());
    }
}
