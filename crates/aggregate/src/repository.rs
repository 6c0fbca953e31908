//! Where machines are kept while somebody cares for them.
//!
//! What is here is a replay of the ledger and nothing more: it can be dropped at any time and be had again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_ledger::{
    Append, AppendError, AppendStatus, Appended, CommandId, Cursor, Job, Label, LabelChange, Ledger, Notice,
    Sharing, Stored, StoredReply, Version,
};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};

use crate::aggregate::{Aggregate, EventMeta};
use crate::catch_up::{CatchUpQueue, StreamLag, is_transient};
use crate::entry::{Entry, Update, Versioned, Watch};
use crate::error::{ActError, CorruptEvents, RepositoryError};

/// How often a decision is made anew because another process was faster.
const TRIES: usize = 16;

/// Limits on the number and the age of cached aggregates.
#[derive(Clone, Copy, Debug)]
pub struct CacheLimits {
    /// Evicts entries above this number, not counting those that are watched or pinned.
    pub max_entries: usize,
    /// Evicts unfinished aggregates after this long without access.
    pub idle_ttl: Duration,
    /// Evicts finished aggregates after this long without access.
    pub finished_ttl: Duration,
}

impl Default for CacheLimits {
    fn default() -> CacheLimits {
        CacheLimits {
            max_entries: 4096,
            idle_ttl: Duration::from_mins(5),
            finished_ttl: Duration::from_secs(20),
        }
    }
}

/// How many streams are followed at once.
const FOLLOWERS: usize = 32;

/// How long until what could not be read is asked for again.
const AGAIN: Duration = Duration::from_secs(1);

/// How often what nobody needs is dropped.
const SWEEP: Duration = Duration::from_secs(10);

/// What makes an action safe to repeat, and the job it is the work of.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// Its name, an idempotency key: the same name gets the same answer.
    pub name: Option<CommandId>,
    /// The job that is finished with it.
    pub job: Option<Job>,
    /// What it asks for, or a digest of that: the same name with another request is refused.
    pub about: Value,
}

impl Command {
    /// A command of that name.
    pub fn named(name: impl Into<String>) -> Command {
        Command { name: Some(CommandId::new(name)), ..Command::default() }
    }

    /// Asking for this.
    #[must_use]
    pub fn about(self, about: impl Into<Value>) -> Command {
        Command { about: about.into(), ..self }
    }

    /// As the work of a job, which is finished with it.
    #[must_use]
    pub fn finishing(self, job: Job) -> Command {
        Command { job: Some(job), ..self }
    }
}

/// What is to happen, as somebody decided on a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<E> {
    /// This, and no more.
    Append(Vec<E>),
    /// First this, under a name of its own; then decide again. A clock that has run out comes first.
    AppendThenRetry(CommandId, Vec<E>),
    /// Nothing: it is so already.
    NoChange,
}

/// What an action came to.
#[derive(Debug)]
pub struct Applied<M> {
    /// The state with the action in it; where the command had been carried out before, the state it led to
    /// then.
    pub now: Arc<Versioned<M>>,
    /// Whether it was carried out now.
    pub first: AppendStatus,
}

/// What beginning something came to.
#[derive(Debug)]
pub enum Created<M> {
    /// It has begun, now or when this command was first sent.
    New(Arc<Versioned<M>>),
    /// There was one of that name already.
    Existing(Arc<Versioned<M>>),
}

impl<M> Created<M> {
    /// The state, whoever began it.
    pub fn now(self) -> Arc<Versioned<M>> {
        match self {
            Created::New(now) | Created::Existing(now) => now,
        }
    }
}

/// Some of those that have a label.
pub struct Page<M: Aggregate> {
    /// They, the latest to get the label first.
    pub items: Vec<(M::Id, Arc<Versioned<M>>)>,
    /// Where the next page begins; `None` when this is the last.
    pub next: Option<Cursor>,
}

/// All machines of one kind. Cheap to clone; the clones are one keeper.
pub struct Repository<M: Aggregate>(Arc<Inner<M>>);

impl<M: Aggregate> Clone for Repository<M> {
    fn clone(&self) -> Self {
        Repository(Arc::clone(&self.0))
    }
}

struct Inner<M: Aggregate> {
    ledger: Ledger,
    context: M::Context,
    limits: CacheLimits,
    began: Instant,
    cached: Mutex<HashMap<M::Id, Arc<Entry<M>>>>,
}

impl<M: Aggregate> Repository<M> {
    /// An empty keeper.
    pub fn new(ledger: Ledger, context: M::Context) -> Repository<M> {
        Repository::with_limits(ledger, context, CacheLimits::default())
    }

    /// An empty keeper with bounds of its own.
    pub fn with_limits(ledger: Ledger, context: M::Context, limits: CacheLimits) -> Repository<M> {
        Repository(Arc::new(Inner {
            ledger,
            context,
            limits,
            began: Instant::now(),
            cached: Mutex::default(),
        }))
    }

    /// What the machines need beside their events.
    pub fn context(&self) -> &M::Context {
        &self.0.context
    }

    /// Where everything is written.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// How many are in memory.
    pub fn cached_count(&self) -> usize {
        self.lock().len()
    }

    /// How many in memory go on.
    pub fn unfinished_count(&self) -> usize {
        self.lock().values().filter(|entry| !entry.now().is_finished()).count()
    }
}

/// How fresh a loaded state must be, and whether it stays in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// The state in memory as this process last saw it; without one, like [`Freshness::Current`]. Enough for callers
    /// that react to [`Aggregate::changed`].
    Cached,
    /// Everything that any process has acknowledged. The state is not added to the cache.
    Current,
    /// Like [`Freshness::Current`], but waits for a change that is in progress in this process, so that the state
    /// includes the event that queued the caller's job.
    Settled,
    /// Like [`Freshness::Current`], and the state stays in the cache for callers that come soon.
    Resident,
    /// Like [`Freshness::Resident`], but the ledger is only read if the cached state is older than this version.
    AtLeast(Version),
    /// Replayed from the ledger, whatever is in memory.
    Stored,
}

/// Reads.
impl<M: Aggregate> Repository<M> {
    /// Loads the state of an aggregate, as fresh as requested.
    pub async fn load(&self, id: &M::Id, freshness: Freshness) -> Result<Arc<Versioned<M>>, RepositoryError> {
        match freshness {
            Freshness::Cached => match self.cached(id) {
                Some(entry) => Ok(entry.now()),
                None => self.current_or_replayed(id).await,
            },
            Freshness::Current => self.current_or_replayed(id).await,
            Freshness::Settled => match self.find(id) {
                Some(entry) => {
                    let _changing = entry.changing.lock().await;
                    self.catch_up_if_shared(&entry).await?;
                    Ok(entry.now())
                }
                None => Ok(Arc::new(self.replay_all(id).await?)),
            },
            Freshness::Resident => self.current(&*self.entry(id).await?).await,
            Freshness::AtLeast(version) => {
                let entry = self.entry(id).await?;
                if entry.now().version < version {
                    let _changing = entry.changing.lock().await;
                    self.catch_up(&entry).await?;
                }
                Ok(entry.now())
            }
            Freshness::Stored => Ok(Arc::new(self.replay_all(id).await?)),
        }
    }

    /// Loads the state as it was at `version`.
    pub async fn load_at(&self, id: &M::Id, version: Version) -> Result<Arc<Versioned<M>>, RepositoryError> {
        let stored = self.0.ledger.read_upto(&M::stream(id), version).await?;
        Ok(Arc::new(self.replay(id, &stored)?))
    }

    /// Follows an aggregate. It stays in memory while the watch exists.
    pub async fn watch(&self, id: &M::Id) -> Result<Watch<M>, RepositoryError> {
        let entry = self.entry(id).await?;
        let updates = entry.watchers.subscribe();
        Ok(Watch { entry, updates })
    }

    /// Whether an aggregate is in memory, so that loading it replays nothing.
    pub fn is_cached(&self, id: &M::Id) -> bool {
        self.cached(id).is_some()
    }

    /// Returns the notifications that watchers got after version `after`, up to version `upto`.
    pub async fn notifications_between(
        &self,
        id: &M::Id,
        after: Version,
        upto: Version,
    ) -> Result<Vec<Update<M::Notification>>, RepositoryError> {
        if upto <= after {
            return Ok(Vec::new());
        }
        let stored = self.0.ledger.read_upto(&M::stream(id), upto).await?;
        let (before, later) = stored.split_at((after.0 as usize).min(stored.len()));
        let mut now = self.replay(id, before)?;
        let mut updates = Vec::new();
        for stored in later {
            let event = self.apply_stored(id, &mut now, stored)?;
            let notification = now.state.notification(&self.0.context, &event);
            updates.push(Update { version: stored.version, notification });
        }
        Ok(updates)
    }

    /// A page of those that have a label, the latest to get it first.
    pub async fn page(
        &self,
        label: &Label,
        before: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<M>, RepositoryError> {
        let page = self.0.ledger.page(label, before, limit).await?;
        let mut items = Vec::with_capacity(page.streams.len());
        for id in page.streams.iter().filter_map(M::id) {
            let now = self.load(&id, Freshness::Current).await?;
            items.push((id, now));
        }
        Ok(Page { items, next: page.next })
    }

    /// The names of all that have a label, in the order they got it.
    pub async fn ids(&self, label: &Label) -> Result<Vec<M::Id>, RepositoryError> {
        Ok(self.0.ledger.find(label).await?.iter().filter_map(M::id).collect())
    }
}

/// Changing.
impl<M: Aggregate> Repository<M> {
    /// Begins something, durably, with these events. Where there is one of that name already, nothing
    /// happens.
    pub async fn create(
        &self,
        id: &M::Id,
        command: Command,
        events: Vec<M::Event>,
    ) -> Result<Created<M>, RepositoryError> {
        let stamp = |number: u64, at_ms| EventMeta { version: Version(number), at_ms };
        let build = |at_ms| -> Result<Versioned<M>, CorruptEvents> {
            let (first, rest) =
                events.split_first().ok_or_else(|| CorruptEvents::new("nothing begins it"))?;
            let mut now: Versioned<M> = Versioned::begin(&self.0.context, id, first, stamp(1, at_ms))?;
            for (event, number) in rest.iter().zip(2..) {
                now.apply(&self.0.context, event, stamp(number, at_ms))?;
            }
            Ok(now)
        };
        let about = command.about.clone();
        let made = build(0).map_err(|cause| corrupt::<M>(id, cause))?;
        let append = append_of(&self.0.context, id, None, &made, &events, command)?;
        match self.0.ledger.append(append).await {
            Ok(Appended { status: AppendStatus::New, at_ms, .. }) => {
                // Built again now that it is on disk: what it measures starts here.
                let now = build(at_ms).map_err(|cause| corrupt::<M>(id, cause))?;
                Ok(Created::New(self.insert(id, now).now()))
            }
            Ok(Appended { reply, .. }) => {
                same(&reply, &about)?;
                Ok(Created::New(self.load(id, Freshness::Resident).await?))
            }
            Err(AppendError::Conflict { .. }) => {
                Ok(Created::Existing(self.load(id, Freshness::Resident).await?))
            }
            Err(error) => Err(RepositoryError::of(error, M::WHAT, id)),
        }
    }

    /// What a command began, where it was carried out before. Whoever repeats it is to have the answer again, whatever
    /// would stand in the way of it now.
    pub async fn find_created(
        &self,
        id: &M::Id,
        command: &Command,
    ) -> Result<Option<Arc<Versioned<M>>>, RepositoryError> {
        match self.recalled(id, command).await? {
            Some(_) => Ok(Some(self.load(id, Freshness::Resident).await?)),
            None => Ok(None),
        }
    }

    /// Lets something happen: `decide` says what, on the state as it stands, perhaps several times.
    ///
    /// Carried out once, however often the command is sent. When this returns, it is on disk and those who
    /// watch have been told.
    pub async fn act<R>(
        &self,
        id: &M::Id,
        command: Command,
        mut decide: impl FnMut(&Versioned<M>) -> Result<Decision<M::Event>, R>,
    ) -> Result<Applied<M>, ActError<R>> {
        let entry = self.entry(id).await?;
        let _changing = entry.changing.lock().await;
        for _ in 0..TRIES {
            let now = entry.now();
            let (events, command, asked) = match decide(&now) {
                Ok(Decision::Append(events)) => (events, command.clone(), true),
                Ok(Decision::AppendThenRetry(name, events)) => {
                    (events, Command { name: Some(name), ..Command::default() }, false)
                }
                undone @ (Ok(Decision::NoChange) | Err(_)) => {
                    // It may have been carried out before, and that is why it cannot be now.
                    if let Some(done) = self.recall(&entry, &command).await? {
                        return Ok(done);
                    }
                    // Or what another process has done since changes the answer.
                    self.catch_up_if_shared(&entry).await?;
                    if entry.now().version != now.version {
                        continue;
                    }
                    return match undone {
                        Err(refusal) => Err(ActError::Refused(refusal)),
                        Ok(_) => Ok(Applied { now, first: AppendStatus::New }),
                    };
                }
            };
            let about = command.about.clone();
            let append = match self.append_for(id, &now, &events, command.clone()) {
                Ok(append) => append,
                // It may have been carried out while there was room.
                Err(full @ RepositoryError::Full { .. }) => {
                    return self.recall(&entry, &command).await?.ok_or_else(|| full.into());
                }
                Err(failure) => return Err(failure.into()),
            };
            // Let go of it, so that it can be changed in place.
            drop(now);
            match self.0.ledger.append(append).await {
                Ok(Appended { status: AppendStatus::New, at_ms, .. }) => {
                    self.happen(&entry, &events, at_ms)?;
                    if asked {
                        return Ok(Applied { now: entry.now(), first: AppendStatus::New });
                    }
                }
                Ok(Appended { version, reply, .. }) if asked => {
                    self.catch_up(&entry).await?;
                    same(&reply, &about)?;
                    return Ok(Applied {
                        now: self.stood(&entry, version).await?,
                        first: AppendStatus::Duplicate,
                    });
                }
                // Somebody else was faster, or did the same.
                Ok(_) | Err(AppendError::Conflict { .. }) => self.catch_up(&entry).await?,
                Err(error) => return Err(RepositoryError::of(error, M::WHAT, id).into()),
            }
        }
        Err(RepositoryError::Contended { what: M::WHAT, id: id.to_string() }.into())
    }

    /// Whether a command was carried out, and when.
    async fn recalled(&self, id: &M::Id, command: &Command) -> Result<Option<StoredReply>, RepositoryError> {
        let Some(name) = &command.name else { return Ok(None) };
        let recalled = self.0.ledger.find_reply(&M::stream(id), name).await?;
        if let Some(recalled) = &recalled {
            same(&recalled.reply, &command.about)?;
        }
        Ok(recalled)
    }

    /// What a command came to, if it was carried out.
    async fn recall(
        &self,
        entry: &Entry<M>,
        command: &Command,
    ) -> Result<Option<Applied<M>>, RepositoryError> {
        let Some(recalled) = self.recalled(&entry.id, command).await? else { return Ok(None) };
        let now = self.stood(entry, recalled.version).await?;
        Ok(Some(Applied { now, first: AppendStatus::Duplicate }))
    }

    /// How something that is kept stood at a version. Whoever repeats a command has mostly sent the last one: nothing
    /// is replayed for that.
    async fn stood(&self, entry: &Entry<M>, version: Version) -> Result<Arc<Versioned<M>>, RepositoryError> {
        let now = entry.now();
        if now.version == version { Ok(now) } else { self.load_at(&entry.id, version).await }
    }

    /// The append that lets these events follow on a state.
    fn append_for(
        &self,
        id: &M::Id,
        now: &Versioned<M>,
        events: &[M::Event],
        command: Command,
    ) -> Result<Append, RepositoryError> {
        let mut next = now.clone();
        for event in events {
            let stamp = EventMeta { version: Version(next.version.0 + 1), at_ms: 0 };
            next.apply(&self.0.context, event, stamp).map_err(|cause| corrupt::<M>(id, cause))?;
        }
        let ends = next.is_finished() && !now.is_finished();
        let counted = next.state.limited_events(next.version);
        if !ends && events.iter().any(|event| counted > M::event_limit(event)) {
            return Err(RepositoryError::Full { what: M::WHAT, id: id.to_string() });
        }
        append_of(&self.0.context, id, Some(now), &next, events, command)
    }

    /// Takes in what has just been written. The caller holds `changing`.
    fn happen(&self, entry: &Entry<M>, events: &[M::Event], at_ms: u64) -> Result<(), RepositoryError> {
        entry.touch(self.time());
        for event in events {
            let stamp = EventMeta { version: Version(entry.now().version.0 + 1), at_ms };
            entry.apply(&self.0.context, event, stamp).map_err(|cause| self.forget(entry, cause))?;
        }
        Ok(())
    }
}

/// The append that brings one state to the next.
fn append_of<M: Aggregate>(
    context: &M::Context,
    id: &M::Id,
    before: Option<&Versioned<M>>,
    next: &Versioned<M>,
    events: &[M::Event],
    command: Command,
) -> Result<Append, RepositoryError> {
    let mut append = Append::new(M::stream(id), before.map_or(Version::START, |now| now.version));
    for event in events {
        append = append.event(M::write(event).map_err(|cause| corrupt::<M>(id, cause))?);
    }
    if let Some(name) = command.name {
        append = append.command(name, command.about);
    }
    let before = before.map(|now| &now.state);
    append.labels = changes(before, &next.state);
    append.jobs = next.state.jobs(context, before);
    append.finishes = command.job;
    Ok(append)
}

/// The same name for another request is a mistake, not a repetition.
fn same(then: &Value, now: &Value) -> Result<(), RepositoryError> {
    if then.is_null() || now.is_null() || then == now { Ok(()) } else { Err(RepositoryError::Reused) }
}

/// What changes about the labels.
fn changes<M: Aggregate>(before: Option<&M>, next: &M) -> Vec<LabelChange> {
    let (labels, claims) = (next.labels(), next.claims());
    let (old_labels, old_claims) = before.map_or_else(Default::default, |now| (now.labels(), now.claims()));
    let ends = next.is_finished() && before.is_some_and(|now| !now.is_finished());
    let former = if ends { next.legacy_labels() } else { Vec::new() };
    let gone = old_labels.iter().chain(former.iter().filter(|label| !old_labels.contains(label)));
    let gone = gone.filter(|label| !labels.contains(label));
    let given_up = old_claims.iter().filter(|label| !claims.contains(label));
    let cleared = gone.chain(given_up).cloned().map(LabelChange::Clear);
    let set = labels.iter().filter(|label| !old_labels.contains(label)).cloned().map(LabelChange::Set);
    let claimed = claims.iter().filter(|label| !old_claims.contains(label)).cloned().map(LabelChange::Claim);
    cleared.chain(set).chain(claimed).collect()
}

/// Reading.
impl<M: Aggregate> Repository<M> {
    async fn read(&self, id: &M::Id, after: Version) -> Result<Vec<Stored>, RepositoryError> {
        Ok(self.0.ledger.read(&M::stream(id), after).await?)
    }

    async fn replay_all(&self, id: &M::Id) -> Result<Versioned<M>, RepositoryError> {
        self.replay(id, &self.read(id, Version::START).await?)
    }

    fn replay(&self, id: &M::Id, stored: &[Stored]) -> Result<Versioned<M>, RepositoryError> {
        let Some((first, rest)) = stored.split_first() else {
            return Err(RepositoryError::Missing { what: M::WHAT, id: id.to_string() });
        };
        let begin = || Versioned::begin(&self.0.context, id, &M::read(first)?, stamp(first));
        let mut now: Versioned<M> = begin().map_err(|cause| corrupt::<M>(id, cause))?;
        for stored in rest {
            self.apply_stored(id, &mut now, stored)?;
        }
        Ok(now)
    }

    fn apply_stored(
        &self,
        id: &M::Id,
        now: &mut Versioned<M>,
        stored: &Stored,
    ) -> Result<M::Event, RepositoryError> {
        let apply = |now: &mut Versioned<M>| {
            let event = M::read(stored)?;
            now.apply(&self.0.context, &event, stamp(stored))?;
            Ok(event)
        };
        apply(now).map_err(|cause| corrupt::<M>(id, cause))
    }

    /// Reads what the ledger has more. The caller holds `changing`.
    async fn catch_up(&self, entry: &Entry<M>) -> Result<(), RepositoryError> {
        for stored in self.read(&entry.id, entry.now().version).await? {
            let apply = || entry.apply(&self.0.context, &M::read(&stored)?, stamp(&stored));
            apply().map_err(|cause| self.forget(entry, cause))?;
        }
        Ok(())
    }

    /// Reads what other processes have appended, where there can be others: whoever was told something by
    /// one of them must not find this one behind it. The caller holds `changing`.
    async fn catch_up_if_shared(&self, entry: &Entry<M>) -> Result<(), RepositoryError> {
        match self.0.ledger.sharing() {
            Sharing::Alone => Ok(()),
            Sharing::Shared => self.catch_up(entry).await,
        }
    }

    /// The entry in memory, without counting this as an access.
    fn cached(&self, id: &M::Id) -> Option<Arc<Entry<M>>> {
        self.lock().get(id).cloned()
    }

    async fn current_or_replayed(&self, id: &M::Id) -> Result<Arc<Versioned<M>>, RepositoryError> {
        match self.find(id) {
            Some(entry) => self.current(&entry).await,
            None => Ok(Arc::new(self.replay_all(id).await?)),
        }
    }

    async fn current(&self, entry: &Entry<M>) -> Result<Arc<Versioned<M>>, RepositoryError> {
        if self.0.ledger.sharing() == Sharing::Shared {
            let _changing = entry.changing.lock().await;
            self.catch_up(entry).await?;
        }
        Ok(entry.now())
    }

    fn find(&self, id: &M::Id) -> Option<Arc<Entry<M>>> {
        let entry = self.lock().get(id).cloned()?;
        entry.touch(self.time());
        Some(entry)
    }

    async fn entry(&self, id: &M::Id) -> Result<Arc<Entry<M>>, RepositoryError> {
        if let Some(entry) = self.find(id) {
            return Ok(entry);
        }
        let now = self.replay_all(id).await?;
        let entry = self.insert(id, now);
        // What was appended between the reading and the keeping was told to nobody.
        let changing = entry.changing.lock().await;
        self.catch_up(&entry).await?;
        drop(changing);
        Ok(entry)
    }

    /// Keeps a state; if one is kept already, that one.
    fn insert(&self, id: &M::Id, now: Versioned<M>) -> Arc<Entry<M>> {
        let mut kept = self.lock();
        if let Some(entry) = kept.get(id) {
            return entry.clone();
        }
        if kept.len() >= self.0.limits.max_entries {
            make_room(&mut kept);
        }
        now.state.changed(&self.0.context);
        let entry = Arc::new(Entry::new(id.clone(), now, self.time()));
        kept.insert(id.clone(), Arc::clone(&entry));
        entry
    }

    /// Drops a state that could not be brought further.
    fn forget(&self, entry: &Entry<M>, cause: CorruptEvents) -> RepositoryError {
        self.lock().remove(&entry.id);
        corrupt::<M>(&entry.id, cause)
    }

    /// Milliseconds since this keeper was made.
    fn time(&self) -> u64 {
        self.0.began.elapsed().as_millis() as u64
    }

    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn lock(&self) -> MutexGuard<'_, HashMap<M::Id, Arc<Entry<M>>>> {
        self.0.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drops an eighth of what can be dropped, the longest unused first.
fn make_room<M: Aggregate>(kept: &mut HashMap<M::Id, Arc<Entry<M>>>) {
    let mut idle: Vec<_> = kept.values().filter(|entry| can_go(entry)).map(|entry| entry.touched()).collect();
    if idle.is_empty() {
        return;
    }
    idle.sort_unstable();
    let last = idle[idle.len() / 8];
    kept.retain(|_, entry| entry.touched() > last || !can_go(entry));
}

/// Whether nobody holds it and nobody must be able to wait for it.
fn can_go<M: Aggregate>(entry: &Arc<Entry<M>>) -> bool {
    let now = entry.now();
    Arc::strong_count(entry) == 1 && (now.is_finished() || !now.is_pinned())
}

fn stamp(stored: &Stored) -> EventMeta {
    EventMeta { version: stored.version, at_ms: stored.at_ms }
}

fn corrupt<M: Aggregate>(id: &M::Id, cause: CorruptEvents) -> RepositoryError {
    RepositoryError::Corrupt { what: M::WHAT, id: id.to_string(), cause }
}

/// Following.
impl<M: Aggregate> Repository<M> {
    /// Keeps up with what is appended here and elsewhere, and forgets what nobody needs, for as long as it
    /// runs. `missed` is called whenever notices may have been lost, and at the start.
    pub async fn run(&self, mut missed: impl FnMut()) {
        let mut notices = self.0.ledger.watch();
        let mut late = CatchUpQueue::default();
        self.look_around(&mut late).await;
        missed();
        let mut sweep = tokio::time::interval(SWEEP);
        let mut again = tokio::time::interval(AGAIN);
        again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut followers = JoinSet::new();
        loop {
            tokio::select! {
                // Rare events first, so that many notices do not delay them. A simulation can repeat a fixed order.
                biased;
                _ = sweep.tick() => self.sweep(),
                _ = again.tick(), if !late.is_empty() => {
                    if std::mem::take(&mut late.all) {
                        self.look_around(&mut late).await;
                        missed();
                    }
                    // They never take all the places: others go on.
                    let places = (FOLLOWERS / 2).saturating_sub(followers.len()).min(late.streams.len());
                    for (id, version) in late.streams.drain(..places) {
                        // It may have been dropped meanwhile.
                        if self.is_behind(&id, version) {
                            followers.spawn(self.clone().follow(id, version));
                        }
                    }
                }
                Some(followed) = followers.join_next() => late.note(Some(followed)),
                notice = notices.next() => match notice {
                    Some(Notice::Appended { stream, version }) => {
                        let Some(id) = M::id(&stream).filter(|id| self.is_behind(id, version)) else { continue };
                        // Not one after another: who waits for one that is being changed holds nobody up.
                        if followers.len() >= FOLLOWERS {
                            late.note(followers.join_next().await);
                        }
                        followers.spawn(self.clone().follow(id, version));
                    }
                    Some(Notice::Missed) => {
                        self.look_around(&mut late).await;
                        missed();
                    }
                    None => return,
                },
            }
        }
    }

    /// Whether there is something to take in: a stream has come to this version, here or elsewhere.
    fn is_behind(&self, id: &M::Id, version: Version) -> bool {
        // Not `find`: that the ledger tells of it does not mean that anybody uses it.
        match self.lock().get(id) {
            Some(entry) => entry.now().version < version,
            None => M::follows_remote(),
        }
    }

    /// Takes in what a stream has come to; where the ledger could not be asked, it is still to be followed.
    async fn follow(self, id: M::Id, version: Version) -> Option<StreamLag<M>> {
        let kept = self.lock().get(&id).cloned();
        let followed = match kept {
            Some(entry) => {
                let _changing = entry.changing.lock().await;
                if entry.now().version >= version {
                    return None;
                }
                self.catch_up(&entry).await
            }
            // Begun elsewhere, or moved on there since nobody here needed it.
            None => self.entry(&id).await.map(drop),
        };
        let cause = followed.err()?;
        tracing::warn!(%cause, "the ledger could not be followed");
        is_transient(&cause).then_some((id, version))
    }

    /// Reads again all that is kept, and all that is awaited: notices were lost, or this is the start. What cannot be
    /// read now is late.
    async fn look_around(&self, late: &mut CatchUpQueue<M>) {
        let mut slots: Vec<_> = self.lock().values().cloned().collect();
        // In an order that does not depend on the process, so that a simulation can be repeated.
        slots.sort_by_cached_key(|entry| entry.id.to_string());
        for entry in slots {
            let _changing = entry.changing.lock().await;
            if let Err(cause) = self.catch_up(&entry).await {
                tracing::warn!(%cause, "the ledger could not be followed");
                late.add_if_transient(&entry.id, &cause);
            }
        }
        let Some(label) = M::preload_label() else { return };
        match self.ids(&label).await {
            Ok(ids) => {
                for id in ids {
                    if let Err(cause) = self.entry(&id).await {
                        tracing::warn!(%cause, "what is awaited could not be taken up");
                        late.add_if_transient(&id, &cause);
                    }
                }
            }
            Err(cause) => {
                tracing::warn!(%cause, "what is awaited could not be found");
                late.all |= is_transient(&cause);
            }
        }
    }

    /// Drops what nobody needs.
    pub fn sweep(&self) {
        let time = self.time();
        let CacheLimits { idle_ttl: idle, finished_ttl: over, .. } = self.0.limits;
        self.lock().retain(|_, entry| {
            let patience = if entry.now().is_finished() { over } else { idle };
            u128::from(time.saturating_sub(entry.touched())) < patience.as_millis() || !can_go(entry)
        });
    }
}
