//! Where matches are kept while somebody cares for them.
//!
//! What is here is a replay of the ledger and nothing more: it can be dropped at any time and be had
//! again. A [`Table`] is one match; whoever would change it holds its lock from the decision until the
//! ledger has it, so that one process never competes with itself. Other processes do, and are heard
//! of by the ledger's notices.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use chautari_arena::live::{Event, Tick};
use chautari_game::AnyGame;
use chautari_ledger::{Ledger, Sharing, StreamId, Version};
use serde::Serialize;
use tokio::sync::broadcast;

use super::alarms::{Alarms, Time};
use super::story::{self, State, Story};
use super::view::{At, View, told};
use crate::Problem;
use crate::names::MatchId;

/// How many events a watcher may be behind before it is let go.
const BEHIND: usize = 64;

/// How many matches of bots may move on before a slow listener has to look for itself.
const NEWS_BEHIND: usize = 1024;

/// A match that nobody watches and nothing happens in is dropped after so long.
const IDLE_MS: u64 = 5 * 60 * 1000;

/// All matches that are kept here.
pub(crate) struct Hall {
    pub(super) ledger: Ledger,
    games: &'static [&'static dyn AnyGame],
    tables: Mutex<HashMap<MatchId, Arc<Table>>>,
    pub(super) time: Time,
    pub(super) alarms: Alarms,
    news: broadcast::Sender<News>,
}

/// A match and those who watch it.
pub(crate) struct Table {
    pub(crate) story: tokio::sync::Mutex<Story>,
    /// The version of the story, to be asked without its lock.
    version: AtomicU64,
    /// When somebody last came here.
    touched: AtomicU64,
    /// The story has come to its end.
    over: AtomicBool,
    watchers: broadcast::Sender<Arc<Update>>,
}

/// What watchers are told.
pub(crate) struct Update {
    pub(crate) version: u64,
    /// The whole frame, written once for all of them.
    pub(crate) frame: Utf8Bytes,
}

/// What listening bots may care for.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// A match these bots play in has moved on.
    Moved(MatchId, Arc<[String]>),
    /// Some news were lost: look for yourselves.
    Missed,
}

impl Hall {
    pub(crate) fn new(ledger: Ledger, games: &'static [&'static dyn AnyGame]) -> Hall {
        Hall {
            ledger,
            games,
            tables: Mutex::default(),
            time: Time::start(),
            alarms: Alarms::default(),
            news: broadcast::Sender::new(NEWS_BEHIND),
        }
    }

    pub(crate) fn games(&self) -> &'static [&'static dyn AnyGame] {
        self.games
    }

    /// The time of this process.
    pub(crate) fn now(&self) -> Tick {
        self.time.now()
    }

    /// What moves on in matches of bots, from now on.
    pub(crate) fn news(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// How many live matches are kept here.
    pub(super) fn live(&self) -> usize {
        self.lock().values().filter(|table| !table.over.load(Ordering::Relaxed)).count()
    }

    /// A match, to be watched or played.
    pub(crate) async fn table(&self, id: &MatchId) -> Result<Arc<Table>, Problem> {
        if let Some(table) = self.kept(id) {
            table.touched.store(self.time.now().0, Ordering::Relaxed);
            return Ok(table);
        }
        let story = self.read_anew(id).await?;
        let table = self.keep(story);
        // What was appended between the reading and the keeping was told to nobody.
        self.catch_up(id, &table).await?;
        Ok(table)
    }

    /// A match at a version or later. What is kept here may be behind what another process did.
    pub(crate) async fn table_since(&self, id: &MatchId, version: u64) -> Result<Arc<Table>, Problem> {
        let table = self.table(id).await?;
        if table.version.load(Ordering::Acquire) < version {
            self.catch_up(id, &table).await?;
        }
        Ok(table)
    }

    /// A match as it stands, only to be looked at. What any process has acknowledged is in it.
    pub(crate) async fn look(&self, id: &MatchId) -> Result<Story, Problem> {
        let Some(table) = self.kept(id) else { return self.read_anew(id).await };
        let mut story = table.story.lock().await;
        self.ask_others(id, &table, &mut story).await?;
        Ok(story.clone())
    }

    /// A match as it stood at a version.
    pub(crate) async fn look_back(&self, id: &MatchId, version: u64) -> Result<Story, Problem> {
        let mut stored = self.read(id, Version::START).await?;
        stored.retain(|event| event.version.0 <= version);
        self.told_by(id, &stored)
    }

    /// A match as the ledger has it now, whatever is kept here.
    pub(crate) async fn read_anew(&self, id: &MatchId) -> Result<Story, Problem> {
        self.told_by(id, &self.read(id, Version::START).await?)
    }

    pub(super) async fn read(
        &self,
        id: &MatchId,
        after: Version,
    ) -> Result<Vec<chautari_ledger::Stored>, Problem> {
        self.ledger.read(&id.stream(), after).await.map_err(Problem::from)
    }

    pub(super) fn told_by(&self, id: &MatchId, stored: &[chautari_ledger::Stored]) -> Result<Story, Problem> {
        Story::replay(self.games, id, stored, self.time.now())
            .map_err(|e| Problem::broken(&e))?
            .ok_or_else(|| missing(id.as_str()))
    }

    fn kept(&self, id: &MatchId) -> Option<Arc<Table>> {
        self.lock().get(id).cloned()
    }

    /// Keeps a match; if it is kept already, that one.
    pub(super) fn keep(&self, story: Story) -> Arc<Table> {
        let id = story.id.clone();
        let mut tables = self.lock();
        if let Some(table) = tables.get(&id) {
            return table.clone();
        }
        self.alarms.set(&id, story.played.deadline());
        let table = Arc::new(Table {
            version: AtomicU64::new(story.version),
            touched: AtomicU64::new(self.time.now().0),
            over: AtomicBool::new(story.played.verdict().is_some()),
            watchers: broadcast::Sender::new(BEHIND),
            story: tokio::sync::Mutex::new(story),
        });
        tables.insert(id, table.clone());
        table
    }

    /// Reads what the ledger has more.
    async fn catch_up(&self, id: &MatchId, table: &Table) -> Result<(), Problem> {
        let mut story = table.story.lock().await;
        self.catch_up_locked(id, table, &mut story).await
    }

    /// Reads what other processes have appended, where there can be others: whoever was told something
    /// by one of them must not find this one behind it.
    pub(super) async fn ask_others(
        &self,
        id: &MatchId,
        table: &Table,
        story: &mut Story,
    ) -> Result<(), Problem> {
        match self.ledger.sharing() {
            Sharing::Alone => Ok(()),
            Sharing::Shared => self.catch_up_locked(id, table, story).await,
        }
    }

    pub(super) async fn catch_up_locked(
        &self,
        id: &MatchId,
        table: &Table,
        story: &mut Story,
    ) -> Result<(), Problem> {
        for stored in self.read(id, Version(story.version)).await? {
            let now = self.time.now();
            let event = story.hear(&stored, now).map_err(|e| Problem::broken(&e))?;
            self.tell(table, story, &event);
        }
        Ok(())
    }

    /// Tells those who watch what has just happened, and sets the alarm.
    pub(super) fn tell(&self, table: &Table, story: &Story, event: &Event) {
        table.version.store(story.version, Ordering::Release);
        table.touched.store(self.time.now().0, Ordering::Relaxed);
        table.over.store(story.played.verdict().is_some(), Ordering::Relaxed);
        self.alarms.set(&story.id, story.played.deadline());
        if table.watchers.receiver_count() > 0 {
            let update = Update { version: story.version, frame: frame(story, event) };
            let _ = table.watchers.send(Arc::new(update));
        }
        self.announce(story);
    }

    /// Tells listening bots of a match of theirs.
    pub(super) fn announce(&self, story: &Story) {
        if self.news.receiver_count() > 0 {
            let bots: Arc<[String]> = story.bots().map(str::to_owned).collect();
            if !bots.is_empty() {
                let _ = self.news.send(News::Moved(story.id.clone(), bots));
            }
        }
    }

    /// Hears that a stream has moved on, here or elsewhere.
    pub(super) async fn hear(&self, stream: &StreamId, version: Version) {
        let Some(id) = MatchId::of_stream(stream) else { return };
        let heard = match self.kept(&id) {
            Some(table) if table.version.load(Ordering::Acquire) >= version.0 => return,
            Some(table) => self.catch_up(&id, &table).await,
            // Begun elsewhere: its clock is to be watched, and bots here may play in it. One that is
            // not kept and not new was dropped because nobody here cares for it.
            None if version.0 == 1 => self.take_up(&id).await,
            None => return,
        };
        if let Err(problem) = heard {
            tracing::warn!(%id, problem = problem.text(), "a match could not be followed");
        }
    }

    /// Keeps a match that was begun elsewhere.
    async fn take_up(&self, id: &MatchId) -> Result<(), Problem> {
        let table = self.table(id).await?;
        self.announce(&*table.story.lock().await);
        Ok(())
    }

    /// Reads again all that is kept, and all whose clocks run: notices were lost, or this is the start.
    pub(super) async fn look_around(&self) {
        let tables: Vec<_> = self.lock().iter().map(|(id, table)| (id.clone(), table.clone())).collect();
        for (id, table) in tables {
            if let Err(problem) = self.catch_up(&id, &table).await {
                tracing::warn!(%id, problem = problem.text(), "a match could not be followed");
            }
        }
        match self.ledger.find(&story::timed()).await {
            Ok(streams) => {
                for id in streams.iter().filter_map(MatchId::of_stream) {
                    if let Err(problem) = self.table(&id).await {
                        tracing::warn!(%id, problem = problem.text(), "a match could not be taken up");
                    }
                }
            }
            Err(cause) => tracing::warn!(%cause, "running clocks could not be found"),
        }
        let _ = self.news.send(News::Missed);
    }

    /// Drops what nobody cares for.
    pub(super) async fn sweep(&self) {
        let tables: Vec<_> = self.lock().iter().map(|(id, table)| (id.clone(), table.clone())).collect();
        for (id, table) in tables {
            let idle = self.time.now().0.saturating_sub(table.touched.load(Ordering::Relaxed));
            if idle < IDLE_MS || table.watchers.receiver_count() > 0 {
                continue;
            }
            let story = table.story.lock().await;
            let waited_for = story.played.verdict().is_none()
                && (story.begun.terms.control.is_some() || story.bots().next().is_some());
            if !waited_for {
                self.lock().remove(&id);
            }
        }
    }

    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The live matches of a bot.
    pub(crate) async fn of_bot(&self, name: &str) -> Result<Vec<MatchId>, Problem> {
        let streams = self.ledger.find(&story::by_bot(name, State::Live)).await?;
        Ok(streams.iter().filter_map(MatchId::of_stream).collect())
    }
}

impl Table {
    /// What happens from now on.
    pub(crate) fn watch(&self) -> broadcast::Receiver<Arc<Update>> {
        self.watchers.subscribe()
    }
}

/// The answer where there is no such match.
pub(crate) fn missing(id: &str) -> Problem {
    Problem::missing(format!("There is no match `{id}`."))
}

/// An event and the match after it, as watchers get it.
pub(super) fn frame(story: &Story, event: &Event) -> Utf8Bytes {
    #[derive(Serialize)]
    struct Frame {
        r#type: &'static str,
        version: u64,
        event: serde_json::Value,
        state: View,
    }
    let frame = Frame {
        r#type: "event",
        version: story.version,
        event: told(story.info(), event),
        state: View::new(story, At::LastEvent),
    };
    serde_json::to_string(&frame).unwrap_or_default().into()
}
