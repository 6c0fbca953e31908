//! Where machines are kept while somebody cares for them.
//!
//! What is here is a replay of the ledger and nothing more: it can be dropped at any time and be had again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chautari_ledger::{
    Append, AppendError, AppendStatus, Appended, CommandId, Cursor, Job, Label, LabelChange, Ledger, Notice,
    Sharing, Stored, StoredReply, Version,
};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;

use crate::failure::{ActError, Broken, Failure};
use crate::late::{Behind, Late, passes};
use crate::machine::{Machine, Stamp};
use crate::slot::{Now, Slot, Update, Watch};

/// How often a decision is made anew because another process was faster.
const TRIES: usize = 16;

/// How much is kept in memory, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// At most this many, not counting those that are watched or awaited.
    pub most: usize,
    /// What goes on but nobody comes to is dropped after this time,
    pub idle: Duration,
    /// and what is over after this.
    pub over: Duration,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { most: 4096, idle: Duration::from_mins(5), over: Duration::from_secs(20) }
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
pub enum Deed<E> {
    /// This, and no more.
    Do(Vec<E>),
    /// First this, under a name of its own; then decide again. A clock that has run out comes first.
    First(CommandId, Vec<E>),
    /// Nothing: it is so already.
    Nothing,
}

/// What an action came to.
#[derive(Debug)]
pub struct Done<M> {
    /// The state with the action in it; where the command had been carried out before, the state it led to
    /// then.
    pub now: Arc<Now<M>>,
    /// Whether it was carried out now.
    pub first: AppendStatus,
}

/// What beginning something came to.
#[derive(Debug)]
pub enum Begun<M> {
    /// It has begun, now or when this command was first sent.
    New(Arc<Now<M>>),
    /// There was one of that name already.
    Already(Arc<Now<M>>),
}

impl<M> Begun<M> {
    /// The state, whoever began it.
    pub fn now(self) -> Arc<Now<M>> {
        match self {
            Begun::New(now) | Begun::Already(now) => now,
        }
    }
}

/// Some of those that have a label.
pub struct Page<M: Machine> {
    /// They, the latest to get the label first.
    pub items: Vec<(M::Id, Arc<Now<M>>)>,
    /// Where the next page begins; `None` when this is the last.
    pub next: Option<Cursor>,
}

/// All machines of one kind. Cheap to clone; the clones are one keeper.
pub struct Keeper<M: Machine>(Arc<Inner<M>>);

impl<M: Machine> Clone for Keeper<M> {
    fn clone(&self) -> Self {
        Keeper(Arc::clone(&self.0))
    }
}

struct Inner<M: Machine> {
    ledger: Ledger,
    world: M::World,
    bounds: Bounds,
    began: Instant,
    kept: Mutex<HashMap<M::Id, Arc<Slot<M>>>>,
}

impl<M: Machine> Keeper<M> {
    /// An empty keeper.
    pub fn new(ledger: Ledger, world: M::World) -> Keeper<M> {
        Keeper::bounded(ledger, world, Bounds::default())
    }

    /// An empty keeper with bounds of its own.
    pub fn bounded(ledger: Ledger, world: M::World, bounds: Bounds) -> Keeper<M> {
        Keeper(Arc::new(Inner { ledger, world, bounds, began: Instant::now(), kept: Mutex::default() }))
    }

    /// What the machines need beside their events.
    pub fn world(&self) -> &M::World {
        &self.0.world
    }

    /// Where everything is written.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// How many are in memory.
    pub fn kept(&self) -> usize {
        self.lock().len()
    }

    /// How many in memory go on.
    pub fn live(&self) -> usize {
        self.lock().values().filter(|slot| !slot.now().is_over()).count()
    }
}

/// Looking.
impl<M: Machine> Keeper<M> {
    /// How something stands. What any process has acknowledged is in it. It is not kept for this.
    pub async fn look(&self, id: &M::Id) -> Result<Arc<Now<M>>, Failure> {
        match self.find(id) {
            Some(slot) => self.current(&slot).await,
            None => Ok(Arc::new(self.load(id).await?)),
        }
    }

    /// How something stood when this process last heard of it, or how it stands where it is not in memory: enough for
    /// whoever was just told by [`Machine::changed`] that it has changed.
    pub async fn known(&self, id: &M::Id) -> Result<Arc<Now<M>>, Failure> {
        let kept = self.lock().get(id).map(|slot| slot.now());
        match kept {
            Some(now) => Ok(now),
            None => self.look(id).await,
        }
    }

    /// How something stands, as [`look`](Self::look) says, but whoever is changing it just now is waited for: what a
    /// job was queued with is in it.
    pub async fn look_settled(&self, id: &M::Id) -> Result<Arc<Now<M>>, Failure> {
        match self.find(id) {
            Some(slot) => {
                let _changing = slot.changing.lock().await;
                self.ask_others(&slot).await?;
                Ok(slot.now())
            }
            None => Ok(Arc::new(self.load(id).await?)),
        }
    }

    /// Whether something is in memory, so that looking at it replays nothing.
    pub fn has(&self, id: &M::Id) -> bool {
        self.lock().contains_key(id)
    }

    /// How something stands; and it is kept in memory for whoever comes soon.
    pub async fn keep(&self, id: &M::Id) -> Result<Arc<Now<M>>, Failure> {
        let slot = self.slot(id).await?;
        self.current(&slot).await
    }

    /// The same, but no more is read than is needed to know the state at a version or a later one.
    pub async fn keep_since(&self, id: &M::Id, version: Version) -> Result<Arc<Now<M>>, Failure> {
        let slot = self.slot(id).await?;
        if slot.now().version < version {
            let _changing = slot.changing.lock().await;
            self.catch_up(&slot).await?;
        }
        Ok(slot.now())
    }

    /// How something stood at a version.
    pub async fn look_back(&self, id: &M::Id, version: Version) -> Result<Arc<Now<M>>, Failure> {
        let stored = self.0.ledger.read_upto(&M::stream(id), version).await?;
        Ok(Arc::new(self.replay(id, &stored)?))
    }

    /// How something stands by the ledger alone, whatever is in memory.
    pub async fn look_anew(&self, id: &M::Id) -> Result<Arc<Now<M>>, Failure> {
        Ok(Arc::new(self.load(id).await?))
    }

    /// What happens to something from now on.
    pub async fn watch(&self, id: &M::Id) -> Result<Watch<M>, Failure> {
        let slot = self.slot(id).await?;
        let updates = slot.watchers.subscribe();
        Ok(Watch { slot, updates })
    }

    /// What watchers were told after one version and up to another.
    pub async fn told(
        &self,
        id: &M::Id,
        after: Version,
        upto: Version,
    ) -> Result<Vec<Update<M::Told>>, Failure> {
        if upto <= after {
            return Ok(Vec::new());
        }
        let stored = self.0.ledger.read_upto(&M::stream(id), upto).await?;
        let (before, later) = stored.split_at((after.0 as usize).min(stored.len()));
        let mut now = self.replay(id, before)?;
        let mut told = Vec::new();
        for stored in later {
            let event = self.hear(id, &mut now, stored)?;
            told.push(Update { version: stored.version, told: now.state.tell(&event) });
        }
        Ok(told)
    }

    /// A page of those that have a label, the latest to get it first.
    pub async fn page(&self, label: &Label, before: Option<Cursor>, limit: u32) -> Result<Page<M>, Failure> {
        let page = self.0.ledger.page(label, before, limit).await?;
        let mut items = Vec::with_capacity(page.streams.len());
        for id in page.streams.iter().filter_map(M::id) {
            let now = self.look(&id).await?;
            items.push((id, now));
        }
        Ok(Page { items, next: page.next })
    }

    /// The names of all that have a label, in the order they got it.
    pub async fn ids(&self, label: &Label) -> Result<Vec<M::Id>, Failure> {
        Ok(self.0.ledger.find(label).await?.iter().filter_map(M::id).collect())
    }
}

/// Changing.
impl<M: Machine> Keeper<M> {
    /// Begins something, durably, with these events. Where there is one of that name already, nothing
    /// happens.
    pub async fn begin(
        &self,
        id: &M::Id,
        command: Command,
        events: Vec<M::Event>,
    ) -> Result<Begun<M>, Failure> {
        let stamp = |number: u64, at_ms| Stamp { version: Version(number), at_ms };
        let build = |at_ms| -> Result<Now<M>, Broken> {
            let (first, rest) = events.split_first().ok_or_else(|| Broken::new("nothing begins it"))?;
            let mut now: Now<M> = Now::begin(&self.0.world, id, first, stamp(1, at_ms))?;
            for (event, number) in rest.iter().zip(2..) {
                now.apply(&self.0.world, event, stamp(number, at_ms))?;
            }
            Ok(now)
        };
        let about = command.about.clone();
        let made = build(0).map_err(|cause| broken::<M>(id, cause))?;
        let append = append_of(id, None, &made, &events, command)?;
        match self.0.ledger.append(append).await {
            Ok(Appended { status: AppendStatus::New, at_ms, .. }) => {
                // Built again now that it is on disk: what it measures starts here.
                let now = build(at_ms).map_err(|cause| broken::<M>(id, cause))?;
                Ok(Begun::New(self.insert(id, now).now()))
            }
            Ok(Appended { reply, .. }) => {
                same(&reply, &about)?;
                Ok(Begun::New(self.keep(id).await?))
            }
            Err(AppendError::Conflict { .. }) => Ok(Begun::Already(self.keep(id).await?)),
            Err(error) => Err(Failure::of(error, M::WHAT, id)),
        }
    }

    /// What a command began, where it was carried out before. Whoever repeats it is to have the answer again, whatever
    /// would stand in the way of it now.
    pub async fn begun(&self, id: &M::Id, command: &Command) -> Result<Option<Arc<Now<M>>>, Failure> {
        match self.recalled(id, command).await? {
            Some(_) => Ok(Some(self.keep(id).await?)),
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
        mut decide: impl FnMut(&Now<M>) -> Result<Deed<M::Event>, R>,
    ) -> Result<Done<M>, ActError<R>> {
        let slot = self.slot(id).await?;
        let _changing = slot.changing.lock().await;
        for _ in 0..TRIES {
            let now = slot.now();
            let (events, command, asked) = match decide(&now) {
                Ok(Deed::Do(events)) => (events, command.clone(), true),
                Ok(Deed::First(name, events)) => {
                    (events, Command { name: Some(name), ..Command::default() }, false)
                }
                undone @ (Ok(Deed::Nothing) | Err(_)) => {
                    // It may have been carried out before, and that is why it cannot be now.
                    if let Some(done) = self.recall(&slot, &command).await? {
                        return Ok(done);
                    }
                    // Or what another process has done since changes the answer.
                    self.ask_others(&slot).await?;
                    if slot.now().version != now.version {
                        continue;
                    }
                    return match undone {
                        Err(refusal) => Err(ActError::Refused(refusal)),
                        Ok(_) => Ok(Done { now, first: AppendStatus::New }),
                    };
                }
            };
            let about = command.about.clone();
            let append = match self.append_for(id, &now, &events, command.clone()) {
                Ok(append) => append,
                // It may have been carried out while there was room.
                Err(full @ Failure::Full { .. }) => {
                    return self.recall(&slot, &command).await?.ok_or_else(|| full.into());
                }
                Err(failure) => return Err(failure.into()),
            };
            // Let go of it, so that it can be changed in place.
            drop(now);
            match self.0.ledger.append(append).await {
                Ok(Appended { status: AppendStatus::New, at_ms, .. }) => {
                    self.happen(&slot, &events, at_ms)?;
                    if asked {
                        return Ok(Done { now: slot.now(), first: AppendStatus::New });
                    }
                }
                Ok(Appended { version, reply, .. }) if asked => {
                    self.catch_up(&slot).await?;
                    same(&reply, &about)?;
                    return Ok(Done {
                        now: self.stood(&slot, version).await?,
                        first: AppendStatus::Duplicate,
                    });
                }
                // Somebody else was faster, or did the same.
                Ok(_) | Err(AppendError::Conflict { .. }) => self.catch_up(&slot).await?,
                Err(error) => return Err(Failure::of(error, M::WHAT, id).into()),
            }
        }
        Err(Failure::Contended { what: M::WHAT, id: id.to_string() }.into())
    }

    /// Whether a command was carried out, and when.
    async fn recalled(&self, id: &M::Id, command: &Command) -> Result<Option<StoredReply>, Failure> {
        let Some(name) = &command.name else { return Ok(None) };
        let recalled = self.0.ledger.find_reply(&M::stream(id), name).await?;
        if let Some(recalled) = &recalled {
            same(&recalled.reply, &command.about)?;
        }
        Ok(recalled)
    }

    /// What a command came to, if it was carried out.
    async fn recall(&self, slot: &Slot<M>, command: &Command) -> Result<Option<Done<M>>, Failure> {
        let Some(recalled) = self.recalled(&slot.id, command).await? else { return Ok(None) };
        let now = self.stood(slot, recalled.version).await?;
        Ok(Some(Done { now, first: AppendStatus::Duplicate }))
    }

    /// How something that is kept stood at a version. Whoever repeats a command has mostly sent the last one: nothing
    /// is replayed for that.
    async fn stood(&self, slot: &Slot<M>, version: Version) -> Result<Arc<Now<M>>, Failure> {
        let now = slot.now();
        if now.version == version { Ok(now) } else { self.look_back(&slot.id, version).await }
    }

    /// The append that lets these events follow on a state.
    fn append_for(
        &self,
        id: &M::Id,
        now: &Now<M>,
        events: &[M::Event],
        command: Command,
    ) -> Result<Append, Failure> {
        let mut next = now.clone();
        for event in events {
            let stamp = Stamp { version: Version(next.version.0 + 1), at_ms: 0 };
            next.apply(&self.0.world, event, stamp).map_err(|cause| broken::<M>(id, cause))?;
        }
        let ends = next.is_over() && !now.is_over();
        let counted = next.state.counted(next.version);
        if !ends && events.iter().any(|event| counted > M::room(event)) {
            return Err(Failure::Full { what: M::WHAT, id: id.to_string() });
        }
        append_of(id, Some(now), &next, events, command)
    }

    /// Takes in what has just been written. The caller holds `changing`.
    fn happen(&self, slot: &Slot<M>, events: &[M::Event], at_ms: u64) -> Result<(), Failure> {
        slot.touch(self.time());
        for event in events {
            let stamp = Stamp { version: Version(slot.now().version.0 + 1), at_ms };
            slot.apply(&self.0.world, event, stamp).map_err(|cause| self.forget(slot, cause))?;
        }
        Ok(())
    }
}

/// The append that brings one state to the next.
fn append_of<M: Machine>(
    id: &M::Id,
    before: Option<&Now<M>>,
    next: &Now<M>,
    events: &[M::Event],
    command: Command,
) -> Result<Append, Failure> {
    let mut append = Append::new(M::stream(id), before.map_or(Version::START, |now| now.version));
    for event in events {
        append = append.event(M::write(event).map_err(|cause| broken::<M>(id, cause))?);
    }
    if let Some(name) = command.name {
        append = append.command(name, command.about);
    }
    let before = before.map(|now| &now.state);
    append.labels = changes(before, &next.state);
    append.jobs = next.state.jobs(before);
    append.finishes = command.job;
    Ok(append)
}

/// The same name for another request is a mistake, not a repetition.
fn same(then: &Value, now: &Value) -> Result<(), Failure> {
    if then.is_null() || now.is_null() || then == now { Ok(()) } else { Err(Failure::Reused) }
}

/// What changes about the labels.
fn changes<M: Machine>(before: Option<&M>, next: &M) -> Vec<LabelChange> {
    let (labels, claims) = (next.labels(), next.claims());
    let (old_labels, old_claims) = before.map_or_else(Default::default, |now| (now.labels(), now.claims()));
    let ends = next.is_over() && before.is_some_and(|now| !now.is_over());
    let former = if ends { next.former() } else { Vec::new() };
    let gone = old_labels.iter().chain(former.iter().filter(|label| !old_labels.contains(label)));
    let gone = gone.filter(|label| !labels.contains(label));
    let given_up = old_claims.iter().filter(|label| !claims.contains(label));
    let cleared = gone.chain(given_up).cloned().map(LabelChange::Clear);
    let set = labels.iter().filter(|label| !old_labels.contains(label)).cloned().map(LabelChange::Set);
    let claimed = claims.iter().filter(|label| !old_claims.contains(label)).cloned().map(LabelChange::Claim);
    cleared.chain(set).chain(claimed).collect()
}

/// Reading.
impl<M: Machine> Keeper<M> {
    async fn read(&self, id: &M::Id, after: Version) -> Result<Vec<Stored>, Failure> {
        Ok(self.0.ledger.read(&M::stream(id), after).await?)
    }

    async fn load(&self, id: &M::Id) -> Result<Now<M>, Failure> {
        self.replay(id, &self.read(id, Version::START).await?)
    }

    fn replay(&self, id: &M::Id, stored: &[Stored]) -> Result<Now<M>, Failure> {
        let Some((first, rest)) = stored.split_first() else {
            return Err(Failure::Missing { what: M::WHAT, id: id.to_string() });
        };
        let begin = || Now::begin(&self.0.world, id, &M::read(first)?, stamp(first));
        let mut now: Now<M> = begin().map_err(|cause| broken::<M>(id, cause))?;
        for stored in rest {
            self.hear(id, &mut now, stored)?;
        }
        Ok(now)
    }

    fn hear(&self, id: &M::Id, now: &mut Now<M>, stored: &Stored) -> Result<M::Event, Failure> {
        let hear = |now: &mut Now<M>| {
            let event = M::read(stored)?;
            now.apply(&self.0.world, &event, stamp(stored))?;
            Ok(event)
        };
        hear(now).map_err(|cause| broken::<M>(id, cause))
    }

    /// Reads what the ledger has more. The caller holds `changing`.
    async fn catch_up(&self, slot: &Slot<M>) -> Result<(), Failure> {
        for stored in self.read(&slot.id, slot.now().version).await? {
            let hear = || slot.apply(&self.0.world, &M::read(&stored)?, stamp(&stored));
            hear().map_err(|cause| self.forget(slot, cause))?;
        }
        Ok(())
    }

    /// Reads what other processes have appended, where there can be others: whoever was told something by
    /// one of them must not find this one behind it. The caller holds `changing`.
    async fn ask_others(&self, slot: &Slot<M>) -> Result<(), Failure> {
        match self.0.ledger.sharing() {
            Sharing::Alone => Ok(()),
            Sharing::Shared => self.catch_up(slot).await,
        }
    }

    async fn current(&self, slot: &Slot<M>) -> Result<Arc<Now<M>>, Failure> {
        if self.0.ledger.sharing() == Sharing::Shared {
            let _changing = slot.changing.lock().await;
            self.catch_up(slot).await?;
        }
        Ok(slot.now())
    }

    fn find(&self, id: &M::Id) -> Option<Arc<Slot<M>>> {
        let slot = self.lock().get(id).cloned()?;
        slot.touch(self.time());
        Some(slot)
    }

    async fn slot(&self, id: &M::Id) -> Result<Arc<Slot<M>>, Failure> {
        if let Some(slot) = self.find(id) {
            return Ok(slot);
        }
        let now = self.load(id).await?;
        let slot = self.insert(id, now);
        // What was appended between the reading and the keeping was told to nobody.
        let changing = slot.changing.lock().await;
        self.catch_up(&slot).await?;
        drop(changing);
        Ok(slot)
    }

    /// Keeps a state; if one is kept already, that one.
    fn insert(&self, id: &M::Id, now: Now<M>) -> Arc<Slot<M>> {
        let mut kept = self.lock();
        if let Some(slot) = kept.get(id) {
            return slot.clone();
        }
        if kept.len() >= self.0.bounds.most {
            make_room(&mut kept);
        }
        now.state.changed(&self.0.world);
        let slot = Arc::new(Slot::new(id.clone(), now, self.time()));
        kept.insert(id.clone(), Arc::clone(&slot));
        slot
    }

    /// Drops a state that could not be brought further.
    fn forget(&self, slot: &Slot<M>, cause: Broken) -> Failure {
        self.lock().remove(&slot.id);
        broken::<M>(&slot.id, cause)
    }

    /// Milliseconds since this keeper was made.
    fn time(&self) -> u64 {
        self.0.began.elapsed().as_millis() as u64
    }

    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn lock(&self) -> MutexGuard<'_, HashMap<M::Id, Arc<Slot<M>>>> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Drops an eighth of what can be dropped, the longest unused first.
fn make_room<M: Machine>(kept: &mut HashMap<M::Id, Arc<Slot<M>>>) {
    let mut idle: Vec<_> = kept.values().filter(|slot| can_go(slot)).map(|slot| slot.touched()).collect();
    if idle.is_empty() {
        return;
    }
    idle.sort_unstable();
    let last = idle[idle.len() / 8];
    kept.retain(|_, slot| slot.touched() > last || !can_go(slot));
}

/// Whether nobody holds it and nobody must be able to wait for it.
fn can_go<M: Machine>(slot: &Arc<Slot<M>>) -> bool {
    let now = slot.now();
    Arc::strong_count(slot) == 1 && (now.is_over() || !now.is_awaited())
}

fn stamp(stored: &Stored) -> Stamp {
    Stamp { version: stored.version, at_ms: stored.at_ms }
}

fn broken<M: Machine>(id: &M::Id, cause: Broken) -> Failure {
    Failure::Broken { what: M::WHAT, id: id.to_string(), cause }
}

/// Following.
impl<M: Machine> Keeper<M> {
    /// Keeps up with what is appended here and elsewhere, and forgets what nobody needs, for as long as it
    /// runs. `missed` is called whenever notices may have been lost, and at the start.
    pub async fn run(&self, mut missed: impl FnMut()) {
        let mut notices = self.0.ledger.watch();
        let mut late = Late::default();
        self.look_around(&mut late).await;
        missed();
        let mut sweep = tokio::time::interval(SWEEP);
        let mut again = tokio::time::interval(AGAIN);
        again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut followers = JoinSet::new();
        loop {
            tokio::select! {
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
                Some(followed) = followers.join_next() => late.note(Some(followed)),
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
                _ = sweep.tick() => self.sweep(),
            }
        }
    }

    /// Whether there is something to take in: a stream has come to this version, here or elsewhere.
    fn is_behind(&self, id: &M::Id, version: Version) -> bool {
        // Not `find`: that the ledger tells of it does not mean that anybody uses it.
        match self.lock().get(id) {
            Some(slot) => slot.now().version < version,
            None => M::is_followed(),
        }
    }

    /// Takes in what a stream has come to; where the ledger could not be asked, it is still to be followed.
    async fn follow(self, id: M::Id, version: Version) -> Option<Behind<M>> {
        let kept = self.lock().get(&id).cloned();
        let followed = match kept {
            Some(slot) => {
                let _changing = slot.changing.lock().await;
                if slot.now().version >= version {
                    return None;
                }
                self.catch_up(&slot).await
            }
            // Begun elsewhere, or moved on there since nobody here needed it.
            None => self.slot(&id).await.map(drop),
        };
        let cause = followed.err()?;
        tracing::warn!(%cause, "the ledger could not be followed");
        passes(&cause).then_some((id, version))
    }

    /// Reads again all that is kept, and all that is awaited: notices were lost, or this is the start. What cannot be
    /// read now is late.
    async fn look_around(&self, late: &mut Late<M>) {
        let slots: Vec<_> = self.lock().values().cloned().collect();
        for slot in slots {
            let _changing = slot.changing.lock().await;
            if let Err(cause) = self.catch_up(&slot).await {
                tracing::warn!(%cause, "the ledger could not be followed");
                late.add_if_it_passes(&slot.id, &cause);
            }
        }
        let Some(label) = M::awaited() else { return };
        match self.ids(&label).await {
            Ok(ids) => {
                for id in ids {
                    if let Err(cause) = self.slot(&id).await {
                        tracing::warn!(%cause, "what is awaited could not be taken up");
                        late.add_if_it_passes(&id, &cause);
                    }
                }
            }
            Err(cause) => {
                tracing::warn!(%cause, "what is awaited could not be found");
                late.all |= passes(&cause);
            }
        }
    }

    /// Drops what nobody needs.
    pub fn sweep(&self) {
        let time = self.time();
        let Bounds { idle, over, .. } = self.0.bounds;
        self.lock().retain(|_, slot| {
            let patience = if slot.now().is_over() { over } else { idle };
            u128::from(time.saturating_sub(slot.touched())) < patience.as_millis() || !can_go(slot)
        });
    }
}
