//! Who is how strong: a table a game, read from the ledger once and kept up from then on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chautari_http::Problem;
use chautari_ledger::Cursor;
use chautari_platform::PersonId;

use super::person::{Person, rated_in};
use crate::People;
use crate::bots::RatingView;

/// How many people are read at a time.
const BATCH: u32 = 100;

/// Somebody who has played rated games.
#[derive(Clone)]
pub(super) struct Ranked {
    pub(super) name: String,
    pub(super) rating: RatingView,
}

impl Ranked {
    fn new(person: &Person, game: &str) -> Ranked {
        Ranked { name: person.name.clone(), rating: RatingView::new(person.rating(game)) }
    }

    /// The rating that is almost certainly deserved.
    fn deserved(&self) -> f64 {
        self.rating.rating - 2.0 * self.rating.deviation
    }
}

/// The tables of the games that somebody has asked for.
#[derive(Default)]
pub(crate) struct Ranks {
    tables: Mutex<HashMap<String, Table>>,
    /// Held by whoever reads a table from the ledger.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Table {
    people: HashMap<PersonId, Ranked>,
    /// The best first, unless somebody has come to something else since.
    best: Option<Arc<[Ranked]>>,
    /// Everybody is in it.
    is_whole: bool,
}

impl Ranks {
    /// A person stands like this now.
    pub(super) fn note(&self, person: &Person) {
        for (game, table) in &mut *self.lock() {
            if person.ratings.contains_key(game) {
                table.people.insert(person.id.clone(), Ranked::new(person, game));
                table.best = None;
            } else if table.people.remove(&person.id).is_some() {
                table.best = None;
            }
        }
    }

    /// Some may have come to something unheard: the tables are read anew.
    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// The table of a game, the best first, if everybody is in it.
    fn best(&self, game: &str) -> Option<Arc<[Ranked]>> {
        let mut tables = self.lock();
        let Table { people, best, is_whole } = tables.get_mut(game)?;
        let sort = || {
            let mut all: Vec<Ranked> = people.values().cloned().collect();
            all.sort_by(|a, b| b.deserved().total_cmp(&a.deserved()).then_with(|| a.name.cmp(&b.name)));
            all.into()
        };
        is_whole.then(|| Arc::clone(best.get_or_insert_with(sort)))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Table>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The people who have been rated in a game, the best first.
pub(super) async fn best(app: &People, game: &str) -> Result<Arc<[Ranked]>, Problem> {
    let ranks = &app.accounts().context().ranks;
    loop {
        if let Some(best) = ranks.best(game) {
            return Ok(best);
        }
        let _reading = ranks.reading.lock().await;
        if ranks.best(game).is_none() {
            read(app, ranks, game).await?;
        }
    }
}

async fn read(app: &People, ranks: &Ranks, game: &str) -> Result<(), Problem> {
    // First there is a table, in which what happens meanwhile is noted; then it is filled.
    ranks.lock().entry(game.to_owned()).or_default();
    let mut before: Option<Cursor> = None;
    loop {
        let page = app.accounts().page(&rated_in(game), before, BATCH).await?;
        if let Some(table) = ranks.lock().get_mut(game) {
            for (id, person) in &page.items {
                table.people.entry(id.clone()).or_insert_with(|| Ranked::new(person, game));
            }
        }
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    if let Some(table) = ranks.lock().get_mut(game) {
        table.is_whole = true;
    }
    Ok(())
}
