//! The hall and its tables as they are kept: every change is in the ledger before anybody hears of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use chautari_game::Side;
use chautari_ledger::{Append, AppendError, Event, Job, Ledger, NewJob, Notice, StreamId, Version};
use chautari_server::App;
use serde::Serialize;
use serde_json::json;
use tokio::sync::OwnedMutexGuard;

use crate::{GameId, Hall, HallEvent, House, Pairing, Refusal, Settings, Table, TableEvent, Verdict};

/// The queue of games in which a player of the house is to act.
pub(crate) const QUEUE: &str = "softserve";
const HALL: &str = "softserve";
const TABLE: &str = "softserve-game-";

fn hall_stream() -> StreamId {
    StreamId::new(HALL)
}

fn table_stream(id: GameId) -> StreamId {
    StreamId::new(format!("{TABLE}{id}"))
}

/// The game a stream holds, if it holds one of ours.
fn game_of(stream: &StreamId) -> Option<GameId> {
    stream.as_str().strip_prefix(TABLE)?.parse().ok().map(GameId)
}

fn event(kind: &str, body: &impl Serialize) -> Event {
    Event { kind: kind.to_owned(), body: json!(body) }
}

fn away(error: &impl ToString) -> Refusal {
    Refusal::Away(error.to_string())
}

/// Everything Softserve knows.
pub(crate) struct Desk {
    app: App,
    pub(crate) settings: Settings,
    hall: RwLock<Kept<Hall>>,
    /// Held while the hall is changed, so that this process does not conflict with itself.
    changing: tokio::sync::Mutex<()>,
    tables: Mutex<HashMap<GameId, Arc<tokio::sync::Mutex<Place>>>>,
    standings: Mutex<HashMap<GameId, Standing>>,
}

/// A state and the version of the stream it is the sum of.
#[derive(Default)]
pub(crate) struct Kept<T> {
    pub(crate) state: T,
    version: Version,
}

/// Where a table is kept, once it has been looked at.
type Place = Option<Kept<Table>>;

/// What is remembered of every table that was ever looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) turn: Side,
    pub(crate) asked: bool,
    pub(crate) verdict: Verdict,
    pub(crate) late: Option<Side>,
    version: Version,
}

/// A table somebody works at; others wait.
pub(crate) struct Seated {
    pub(crate) id: GameId,
    pub(crate) pairing: Pairing,
    kept: OwnedMutexGuard<Place>,
}

impl Seated {
    pub(crate) fn table(&self) -> &Table {
        &self.kept.as_ref().expect("a table is loaded before anybody sits down").state
    }

    /// Who is to act, while the game goes on.
    pub(crate) fn active(&self) -> Option<&str> {
        let table = self.table();
        (table.verdict() == Verdict::Ongoing).then(|| self.name(table.turn()))
    }

    /// Who plays a side.
    pub(crate) fn name(&self, side: Side) -> &str {
        &self.pairing.seats[side.index()]
    }
}

/// Whether a change was made, or others were quicker and the table is as they left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Made,
    Overtaken,
}

impl Desk {
    /// An empty desk; [`follow`](Self::follow) fills it.
    pub(crate) fn new(app: App, settings: Settings) -> Desk {
        Desk {
            app,
            settings,
            hall: RwLock::default(),
            changing: tokio::sync::Mutex::default(),
            tables: Mutex::default(),
            standings: Mutex::default(),
        }
    }

    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    fn ledger(&self) -> &Ledger {
        self.app.ledger()
    }

    /// Looks something up in the hall.
    pub(crate) fn hall<T>(&self, look: impl FnOnce(&Hall) -> T) -> T {
        look(&self.hall.read().unwrap_or_else(PoisonError::into_inner).state)
    }

    fn standings(&self) -> MutexGuard<'_, HashMap<GameId, Standing>> {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what others, or this process before it stopped, have done in the hall.
    pub(crate) async fn catch_up(&self) -> Result<(), Refusal> {
        let known = self.hall.read().unwrap_or_else(PoisonError::into_inner).version;
        let missed = self.ledger().read(&hall_stream(), known).await.map_err(|e| away(&e))?;
        let mut hall = self.hall.write().unwrap_or_else(PoisonError::into_inner);
        for stored in missed {
            // Somebody else may have caught up meanwhile.
            if stored.version <= hall.version {
                continue;
            }
            match serde_json::from_value(stored.body) {
                Ok(event) => hall.state.apply(event, stored.at_ms),
                Err(error) => return Err(away(&format!("an event of the hall cannot be read: {error}"))),
            }
            hall.version = stored.version;
        }
        Ok(())
    }

    /// Changes the hall: `decide` says what happens as the hall stands, and what work follows.
    pub(crate) async fn change(
        &self,
        decide: impl Fn(&Hall) -> Result<Option<HallEvent>, Refusal>,
    ) -> Result<(), Refusal> {
        let _changing = self.changing.lock().await;
        loop {
            let (happens, append) = {
                let hall = self.hall.read().unwrap_or_else(PoisonError::into_inner);
                let Some(happens) = decide(&hall.state)? else { return Ok(()) };
                (happens.clone(), Append::new(hall_stream(), hall.version).event(event("hall", &happens)))
            };
            let append = self.openings(&happens).into_iter().fold(append, Append::job);
            match self.ledger().append(append).await {
                Ok(_) => return self.catch_up().await,
                Err(AppendError::Conflict { .. }) => self.catch_up().await?,
                Err(error) => return Err(away(&error)),
            }
        }
    }

    /// Work for the players of the house who open games that are about to begin.
    fn openings(&self, happens: &HallEvent) -> Vec<NewJob> {
        let HallEvent::EventCreated { game, .. } = happens else { return Vec::new() };
        let Ok(game) = self.app.game(game) else { return Vec::new() };
        let first = game.start().turn().index();
        let games = self.hall(|hall| hall.games_from(happens));
        games
            .into_iter()
            .filter(|(_, seats)| House::named(&seats[first]).is_some())
            .map(|(id, _)| job(id))
            .collect()
    }

    /// Sits down at a table; there is one for every pairing.
    pub(crate) async fn sit(&self, id: GameId) -> Result<Seated, Refusal> {
        let pairing = self.hall(|hall| hall.pairing(id).cloned()).ok_or(Refusal::NoSuchTable)?;
        let shared = {
            let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.entry(id).or_default().clone()
        };
        let mut seated = Seated { id, pairing, kept: shared.lock_owned().await };
        if seated.kept.is_none() {
            self.refresh(&mut seated).await?;
        }
        Ok(seated)
    }

    /// Takes in what others have done at a table, or all of it where nothing is known yet.
    ///
    /// Whoever waits for this may be gone before it is done. So the table is taken away first and put
    /// back as a whole: one that is missing is read again.
    async fn refresh(&self, seated: &mut Seated) -> Result<(), Refusal> {
        let mut kept = match seated.kept.take() {
            Some(kept) => kept,
            None => self.empty(&seated.pairing.game)?,
        };
        let missed = self.ledger().read(&table_stream(seated.id), kept.version).await;
        for stored in missed.map_err(|e| away(&e))? {
            let event: TableEvent = serde_json::from_value(stored.body)
                .map_err(|e| away(&format!("an event of game {} cannot be read: {e}", seated.id)))?;
            kept.state.apply(&event).map_err(|_| away(&format!("game {} does not replay", seated.id)))?;
            kept.version = stored.version;
        }
        *seated.kept = Some(kept);
        self.note(seated);
        Ok(())
    }

    fn empty(&self, game: &str) -> Result<Kept<Table>, Refusal> {
        let found = self.app.game(game).map_err(|_| away(&format!("{game} is not played here")))?;
        Ok(Kept { state: Table::new(found.as_ref()), version: Version::START })
    }

    /// Does something at a table, durably. `done` is the job it was the work of. Where others were
    /// quicker, whoever sits there has to sit down again.
    pub(crate) async fn act(
        &self,
        seated: &mut Seated,
        happens: &TableEvent,
        done: Option<Job>,
    ) -> Result<Change, Refusal> {
        // Away while it is being written, as above.
        let mut kept = seated.kept.take().expect("a table is loaded before anybody sits down");
        let mut append = Append::new(table_stream(seated.id), kept.version).event(event("table", happens));
        append.finishes = done;
        kept.state.apply(happens)?;
        kept.version.0 += 1;
        let next = &seated.pairing.seats[kept.state.turn().index()];
        let house = kept.state.verdict() == Verdict::Ongoing && House::named(next).is_some();
        if house && matches!(happens, TableEvent::Played { .. }) {
            append = append.job(job(seated.id));
        }
        match self.ledger().append(append).await {
            Ok(_) => {
                *seated.kept = Some(kept);
                self.note(seated);
                Ok(Change::Made)
            }
            Err(AppendError::Conflict { .. } | AppendError::JobLost) => Ok(Change::Overtaken),
            Err(error) => Err(away(&error)),
        }
    }

    /// Remembers how a table stands. One that is over need not be kept.
    pub(crate) fn note(&self, seated: &Seated) {
        let Some(kept) = seated.kept.as_ref() else { return };
        let table = &kept.state;
        let standing = Standing {
            turn: table.turn(),
            asked: table.is_asked(),
            verdict: table.verdict(),
            late: table.late(),
            version: kept.version,
        };
        self.standings().insert(seated.id, standing);
        if standing.verdict != Verdict::Ongoing {
            self.tables.lock().unwrap_or_else(PoisonError::into_inner).remove(&seated.id);
        }
    }

    /// How a table stands.
    pub(crate) async fn standing(&self, id: GameId) -> Result<Standing, Refusal> {
        loop {
            if let Some(standing) = self.standings().get(&id) {
                return Ok(*standing);
            }
            let seated = self.sit(id).await?;
            self.note(&seated);
        }
    }

    /// Follows what other processes do, until the server stops.
    pub(crate) async fn follow(self: Arc<Self>) {
        let mut watch = self.ledger().watch();
        if let Err(refusal) = self.catch_up().await {
            tracing::error!(?refusal, "Softserve cannot read what it knows");
        }
        loop {
            let notice = tokio::select! {
                notice = watch.next() => notice,
                () = self.app.shutdown().requested() => return,
            };
            let followed = match notice {
                None => return,
                Some(Notice::Missed) => {
                    self.standings().clear();
                    self.tables.lock().unwrap_or_else(PoisonError::into_inner).clear();
                    self.catch_up().await
                }
                Some(Notice::Appended { stream, .. }) if stream.as_str() == HALL => self.catch_up().await,
                Some(Notice::Appended { stream, version }) => self.look(&stream, version).await,
            };
            if let Err(refusal) = followed {
                tracing::warn!(?refusal, "Softserve could not follow the ledger");
            }
        }
    }

    /// Reads a table anew if somebody else has changed it since it was looked at.
    async fn look(&self, stream: &StreamId, version: Version) -> Result<(), Refusal> {
        let Some(id) = game_of(stream) else { return Ok(()) };
        let known = self.standings().get(&id).map(|standing| standing.version);
        if known.is_none_or(|known| known >= version) {
            return Ok(());
        }
        let mut seated = self.sit(id).await?;
        let stale = seated.kept.as_ref().is_some_and(|kept| kept.version < version);
        if stale { self.refresh(&mut seated).await } else { Ok(()) }
    }
}

fn job(id: GameId) -> NewJob {
    NewJob::new(QUEUE, json!({"game": id}))
}
