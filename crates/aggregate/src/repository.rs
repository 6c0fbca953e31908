//! A cache of aggregates, replayed from the ledger.
//!
//! Nothing here is stored elsewhere: an entry can be evicted at any time and replayed again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

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

/// Attempts to decide and append before giving up because other processes were faster.
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

/// Streams that are read concurrently to follow other processes.
const FOLLOWERS: usize = 32;

/// Delay before a stream that could not be read is retried.
const AGAIN: Duration = Duration::from_secs(1);

/// Interval of eviction.
const SWEEP: Duration = Duration::from_secs(10);

/// A request to change an aggregate that can be repeated safely, and the job it completes, if any.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// The idempotency key: the same name gets the same result.
    pub name: Option<CommandId>,
    /// The job that is finished with the command.
    pub job: Option<Job>,
    /// The request, or a digest of it: the same name with another request is an error.
    pub about: Value,
    /// How long the command can be repeated; forever if `None`.
    pub lifetime: Option<Duration>,
}

impl Command {
    /// Creates a command with an idempotency key.
    pub fn named(name: impl Into<String>) -> Command {
        Command { name: Some(CommandId::new(name)), ..Command::default() }
    }

    /// Sets the request.
    #[must_use]
    pub fn about(self, about: impl Into<Value>) -> Command {
        Command { about: about.into(), ..self }
    }

    /// Limits the time in which the command can be repeated.
    #[must_use]
    pub fn repeatable_for(self, lifetime: Duration) -> Command {
        Command { lifetime: Some(lifetime), ..self }
    }

    /// Sets the job that is finished with the command.
    #[must_use]
    pub fn finishing(self, job: Job) -> Command {
        Command { job: Some(job), ..self }
    }

    /// Checks that the command may get the stored reply of an earlier one with its name, which was written at `at_ms`.
    fn vet_repeat(&self, reply: &Value, at_ms: u64) -> Result<(), RepositoryError> {
        let is_same = reply.is_null() || self.about.is_null() || *reply == self.about;
        let age = Duration::from_millis(wall_clock_ms().saturating_sub(at_ms));
        let is_expired = self.lifetime.is_some_and(|lifetime| age >= lifetime);
        if is_same && !is_expired { Ok(()) } else { Err(RepositoryError::Reused) }
    }
}

/// Milliseconds since 1970.
fn wall_clock_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// A decision on a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision<E> {
    /// Append these events.
    Append(Vec<E>),
    /// Append these events under another command first, then decide again. A clock that has run out comes first.
    AppendThenRetry(CommandId, Vec<E>),
    /// Append nothing, because the state is already as requested.
    NoChange,
}

/// The result of an action.
#[derive(Debug)]
pub struct Applied<M> {
    /// The state after the action; for a repeated command, the state after its first run.
    pub now: Arc<Versioned<M>>,
    /// Whether the action was carried out now.
    pub first: AppendStatus,
}

/// The result of a creation.
#[derive(Debug)]
pub enum Created<M> {
    /// The aggregate was created, now or by the first run of this command.
    New(Arc<Versioned<M>>),
    /// An aggregate with this id existed already.
    Existing(Arc<Versioned<M>>),
}

impl<M> Created<M> {
    /// Returns the state in either case.
    pub fn now(self) -> Arc<Versioned<M>> {
        match self {
            Created::New(now) | Created::Existing(now) => now,
        }
    }
}

/// A page of the aggregates with a label.
pub struct Page<M: Aggregate> {
    /// The items, newest label first.
    pub items: Vec<(M::Id, Arc<Versioned<M>>)>,
    /// The cursor of the next page; `None` on the last page.
    pub next: Option<Cursor>,
}

/// All aggregates of one kind. Clones are cheap and share one cache.
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
    /// Creates a repository with an empty cache.
    pub fn new(ledger: Ledger, context: M::Context) -> Repository<M> {
        Repository::with_limits(ledger, context, CacheLimits::default())
    }

    /// Creates a repository with other cache limits.
    pub fn with_limits(ledger: Ledger, context: M::Context, limits: CacheLimits) -> Repository<M> {
        Repository(Arc::new(Inner {
            ledger,
            context,
            limits,
            began: Instant::now(),
            cached: Mutex::default(),
        }))
    }

    /// Returns the context of the aggregates.
    pub fn context(&self) -> &M::Context {
        &self.0.context
    }

    /// Returns the ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// Returns the number of aggregates in memory.
    pub fn cached_count(&self) -> usize {
        self.lock().len()
    }

    /// Returns the number of unfinished aggregates in memory.
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
    /// Replayed from the ledger, even if it is in memory.
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

    /// Loads a page of the aggregates with a label, newest label first.
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

    /// Returns the ids of all aggregates with a label, oldest label first.
    pub async fn ids(&self, label: &Label) -> Result<Vec<M::Id>, RepositoryError> {
        Ok(self.0.ledger.find(label).await?.iter().filter_map(M::id).collect())
    }
}

/// Changing.
impl<M: Aggregate> Repository<M> {
    /// Creates an aggregate durably with these events. Does nothing if its id exists already.
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
        let sent = command.clone();
        let made = build(0).map_err(|cause| corrupt::<M>(id, cause))?;
        let append = append_of(&self.0.context, id, None, &made, &events, command)?;
        match self.0.ledger.append(append).await {
            Ok(Appended { status: AppendStatus::New, at_ms, .. }) => {
                // Built again now that it is on disk: what it measures starts here.
                let now = build(at_ms).map_err(|cause| corrupt::<M>(id, cause))?;
                Ok(Created::New(self.insert(id, now).now()))
            }
            Ok(Appended { reply, at_ms, .. }) => {
                sent.vet_repeat(&reply, at_ms)?;
                Ok(Created::New(self.load(id, Freshness::Resident).await?))
            }
            Err(AppendError::Conflict { .. }) => {
                Ok(Created::Existing(self.load(id, Freshness::Resident).await?))
            }
            Err(error) => Err(RepositoryError::of(error, M::WHAT, id)),
        }
    }

    /// Returns what an earlier run of this command created, so that a retry gets the same response even if it would be
    /// refused now.
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

    /// Decides on the current state and appends the events. `decide` runs again after a conflict.
    ///
    /// A command is carried out once, however often it is sent. When this returns, the events are on disk and subscribers
    /// were notified.
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
                    // An earlier run of the command may be the reason for the refusal.
                    if let Some(done) = self.recall(&entry, &command).await? {
                        return Ok(done);
                    }
                    // Events of another process may change the decision.
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
            let sent = command.clone();
            let append = match self.append_for(id, &now, &events, command.clone()) {
                Ok(append) => append,
                // The command may have been carried out while there was room.
                Err(full @ RepositoryError::Full { .. }) => {
                    return self.recall(&entry, &command).await?.ok_or_else(|| full.into());
                }
                Err(failure) => return Err(failure.into()),
            };
            // Release the state, so that it can be changed in place.
            drop(now);
            match self.0.ledger.append(append).await {
                Ok(Appended { status: AppendStatus::New, at_ms, .. }) => {
                    self.happen(&entry, &events, at_ms)?;
                    if asked {
                        return Ok(Applied { now: entry.now(), first: AppendStatus::New });
                    }
                }
                Ok(Appended { version, reply, at_ms, .. }) if asked => {
                    self.catch_up(&entry).await?;
                    sent.vet_repeat(&reply, at_ms)?;
                    return Ok(Applied {
                        now: self.stood(&entry, version).await?,
                        first: AppendStatus::Duplicate,
                    });
                }
                // Another process was faster, or appended the same events.
                Ok(_) | Err(AppendError::Conflict { .. }) => self.catch_up(&entry).await?,
                Err(error) => return Err(RepositoryError::of(error, M::WHAT, id).into()),
            }
        }
        Err(RepositoryError::Contended { what: M::WHAT, id: id.to_string() }.into())
    }

    /// Returns the stored reply of a command, if it was carried out.
    async fn recalled(&self, id: &M::Id, command: &Command) -> Result<Option<StoredReply>, RepositoryError> {
        let Some(name) = &command.name else { return Ok(None) };
        let recalled = self.0.ledger.find_reply(&M::stream(id), name).await?;
        if let Some(recalled) = &recalled {
            command.vet_repeat(&recalled.reply, recalled.at_ms)?;
        }
        Ok(recalled)
    }

    /// Returns the result of a command, if it was carried out.
    async fn recall(
        &self,
        entry: &Entry<M>,
        command: &Command,
    ) -> Result<Option<Applied<M>>, RepositoryError> {
        let Some(recalled) = self.recalled(&entry.id, command).await? else { return Ok(None) };
        let now = self.stood(entry, recalled.version).await?;
        Ok(Some(Applied { now, first: AppendStatus::Duplicate }))
    }

    /// Returns the state at a version. A repeated command is mostly the latest, which needs no replay.
    async fn stood(&self, entry: &Entry<M>, version: Version) -> Result<Arc<Versioned<M>>, RepositoryError> {
        let now = entry.now();
        if now.version == version { Ok(now) } else { self.load_at(&entry.id, version).await }
    }

    /// Builds the append of these events to a state.
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

    /// Applies events that were just written. The caller holds `changing`.
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

/// Returns the changes of labels and claims between two states.
fn changes<M: Aggregate>(before: Option<&M>, next: &M) -> Vec<LabelChange> {
    let (labels, claims) = (next.labels(), next.claims());
    let (old_labels, old_claims) = before.map_or_else(Default::default, |now| (now.labels(), now.claims()));
    let gone = old_labels.iter().filter(|label| !labels.contains(label));
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

    /// Applies newer events of the ledger. The caller holds `changing`.
    async fn catch_up(&self, entry: &Entry<M>) -> Result<(), RepositoryError> {
        for stored in self.read(&entry.id, entry.now().version).await? {
            let apply = || entry.apply(&self.0.context, &M::read(&stored)?, stamp(&stored));
            apply().map_err(|cause| self.forget(entry, cause))?;
        }
        Ok(())
    }

    /// Applies events of other processes, if the ledger is shared: a client that got a response from another process must
    /// not find this one behind it. The caller holds `changing`.
    async fn catch_up_if_shared(&self, entry: &Entry<M>) -> Result<(), RepositoryError> {
        match self.0.ledger.sharing() {
            Sharing::Alone => Ok(()),
            Sharing::Shared => self.catch_up(entry).await,
        }
    }

    /// Returns the entry in memory, without counting this as an access.
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
        // Events appended between the replay and the insertion had no entry to notify.
        let changing = entry.changing.lock().await;
        self.catch_up(&entry).await?;
        drop(changing);
        Ok(entry)
    }

    /// Inserts a state, unless there is an entry already. Returns the entry.
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

    /// Removes a state to which an event could not be applied.
    fn forget(&self, entry: &Entry<M>, cause: CorruptEvents) -> RepositoryError {
        self.lock().remove(&entry.id);
        corrupt::<M>(&entry.id, cause)
    }

    /// Milliseconds since this repository was created.
    fn time(&self) -> u64 {
        self.0.began.elapsed().as_millis() as u64
    }

    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn lock(&self) -> MutexGuard<'_, HashMap<M::Id, Arc<Entry<M>>>> {
        self.0.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Evicts an eighth of the entries that can be evicted, least recently used first.
fn make_room<M: Aggregate>(kept: &mut HashMap<M::Id, Arc<Entry<M>>>) {
    let mut idle: Vec<_> = kept.values().filter(|entry| can_go(entry)).map(|entry| entry.touched()).collect();
    if idle.is_empty() {
        return;
    }
    idle.sort_unstable();
    let last = idle[idle.len() / 8];
    kept.retain(|_, entry| entry.touched() > last || !can_go(entry));
}

/// Whether an entry can be evicted: it has no subscribers and is not pinned.
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
    /// Follows appends of all processes and evicts unused entries, until the ledger is closed. Calls `missed` at the start
    /// and whenever notices may have been lost.
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
                        // Concurrently, because a stream that is being changed must not delay others.
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

    /// Whether the entry of a stream is older than this version.
    fn is_behind(&self, id: &M::Id, version: Version) -> bool {
        // Not `find`: a notice does not count as an access.
        match self.lock().get(id) {
            Some(entry) => entry.now().version < version,
            None => M::follows_remote(),
        }
    }

    /// Catches up with a stream. Returns it if the ledger is unavailable, so that it is retried.
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
            // Created by another process, or changed there while it was not in memory here.
            None => self.entry(&id).await.map(drop),
        };
        let cause = followed.err()?;
        tracing::warn!(%cause, "the ledger could not be followed");
        is_transient(&cause).then_some((id, version))
    }

    /// Catches up with all entries, and loads those that must be in memory, at the start and after lost notices. Streams
    /// that cannot be read are queued for a retry.
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
                        tracing::warn!(%cause, "cannot load a stream that must be in memory");
                        late.add_if_transient(&id, &cause);
                    }
                }
            }
            Err(cause) => {
                tracing::warn!(%cause, "cannot list the streams that must be in memory");
                late.all |= is_transient(&cause);
            }
        }
    }

    /// Evicts unused entries.
    pub fn sweep(&self) {
        let time = self.time();
        let CacheLimits { idle_ttl: idle, finished_ttl: over, .. } = self.0.limits;
        self.lock().retain(|_, entry| {
            let patience = if entry.now().is_finished() { over } else { idle };
            u128::from(time.saturating_sub(entry.touched())) < patience.as_millis() || !can_go(entry)
        });
    }
}
