//! A store in memory for simulations: several ledgers share it, and the caller draws their faults.
//!
//! It waits for nothing but tokio's clock. On a runtime with one thread and a paused clock, the same faults have the same
//! consequences every time.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc;

use crate::append::{Append, AppendStatus, Appended, LabelChange, Stored, StoredReply};
use crate::error::{AppendError, Unavailable};
use crate::ids::{CommandId, Label, StreamId, Version};
use crate::job::{Job, JobId, LeaseState};
use crate::notice::{Changes, Hub};
use crate::writer::{LeaseChange, Write};

/// The fate of a request to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is carried out and answered.
    Answered,
    /// It never reaches the store, and the caller gets an error.
    Lost,
    /// It is carried out, and the caller gets an error.
    AnswerLost,
    /// It never reaches the store, and the caller never gets an answer, because its process has ended.
    Never,
    /// It is carried out, and the caller never gets an answer.
    NeverAnswered,
}

/// A request to the store: its delays and its fate.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The time until it reaches the store.
    pub before: Duration,
    /// The fate of the request.
    pub fate: Fate,
    /// The time until the answer reaches the caller.
    pub after: Duration,
}

/// How a notice of another process's append reaches a ledger.
#[derive(Clone, Debug, Default)]
pub struct Delivery {
    /// The delay of each copy. A notice without copies is lost.
    pub copies: Vec<Duration>,
    /// The delay until the ledger notices that its connection had broken, and reports [`Notice::Missed`](crate::Notice).
    pub missed: Option<Duration>,
}

/// Draws the faults of one ledger.
pub trait Faults: Send + Sync + 'static {
    /// Draws the next request to the store.
    fn request(&self) -> Request;
    /// Draws the delivery of a notice from another ledger.
    fn delivery(&self) -> Delivery;
    /// Milliseconds since 1970 by the clock of the store.
    fn store_clock(&self) -> u64;
}

/// A deliberate mistake in the store, by which a simulation shows that it would find one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// Appends to a stream without comparing its version.
    IgnoresVersions,
    /// Carries out a repeated command again.
    ForgetsCommands,
    /// Acknowledges one append in fifty without storing it.
    LosesAppends,
    /// Lets several streams claim the same label.
    IgnoresClaims,
    /// Lets a worker finish a job that another has taken.
    IgnoresLostJobs,
    /// Drops one queued job in ten.
    LosesJobs,
}

/// Called with every stored append: its stream and the new events.
type Observer = Box<dyn FnMut(&StreamId, &[Stored]) + Send>;

/// The store that simulated ledgers share. Clones are one store.
#[derive(Clone, Default)]
pub struct SimulatedStore(Arc<Mutex<Database>>);

#[derive(Default)]
pub(crate) struct Database {
    streams: BTreeMap<StreamId, Vec<Stored>>,
    commands: BTreeMap<(StreamId, CommandId), StoredReply>,
    /// The streams of each label with the place of the label, oldest first.
    labels: BTreeMap<Label, Vec<(u64, StreamId)>>,
    claims: BTreeMap<Label, StreamId>,
    counts: BTreeMap<String, BTreeMap<String, u64>>,
    jobs: BTreeMap<JobId, QueuedJob>,
    places: u64,
    queued: u64,
    appends: u64,
    nodes: Vec<(Weak<Hub>, Arc<dyn Faults>)>,
    observer: Option<Observer>,
    defect: Option<Defect>,
}

struct QueuedJob {
    queue: String,
    body: Value,
    due_ms: u64,
    attempt: u64,
}

impl SimulatedStore {
    /// Plants a mistake.
    pub fn plant(&self, defect: Defect) {
        self.lock().defect = Some(defect);
    }

    /// Registers a function that is called with every stored append.
    pub fn observe(&self, observer: impl FnMut(&StreamId, &[Stored]) + Send + 'static) {
        self.lock().observer = Some(Box::new(observer));
    }

    /// Returns the names of all streams.
    pub fn streams(&self) -> Vec<StreamId> {
        self.lock().streams.keys().cloned().collect()
    }

    /// Returns all events of a stream.
    pub fn events(&self, stream: &StreamId) -> Vec<Stored> {
        self.lock().read(stream, Version::START, Version(u64::MAX))
    }

    /// Returns the stored result of a command.
    pub fn reply(&self, stream: &StreamId, command: &CommandId) -> Option<StoredReply> {
        self.lock().find_reply(stream, command)
    }

    /// Returns the queue and the payload of every job that is not finished.
    pub fn jobs(&self) -> Vec<(String, Value)> {
        self.lock().jobs.values().map(|job| (job.queue.clone(), job.body.clone())).collect()
    }

    /// No observer panics half-way through a change, so that a poisoned lock is still sound.
    fn lock(&self) -> MutexGuard<'_, Database> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Database {
    pub(crate) fn read(&self, stream: &StreamId, after: Version, upto: Version) -> Vec<Stored> {
        let events = self.streams.get(stream).into_iter().flatten();
        events.filter(|event| event.version > after && event.version <= upto).cloned().collect()
    }

    pub(crate) fn version(&self, stream: &StreamId) -> Version {
        Version(self.streams.get(stream).map_or(0, Vec::len) as u64)
    }

    pub(crate) fn find_reply(&self, stream: &StreamId, command: &CommandId) -> Option<StoredReply> {
        self.commands.get(&(stream.clone(), command.clone())).cloned()
    }

    /// Returns the streams of a label with their places, oldest first.
    pub(crate) fn labelled(&self, label: &Label) -> Vec<(u64, StreamId)> {
        self.labels.get(label).cloned().unwrap_or_default()
    }

    pub(crate) fn counts(&self, key: &str) -> Vec<(String, u64)> {
        self.counts.get(key).into_iter().flatten().map(|(item, number)| (item.clone(), *number)).collect()
    }

    /// Returns when the next job of a queue is due.
    pub(crate) fn due(&self, queue: &str) -> Option<u64> {
        self.jobs.values().filter(|job| job.queue == queue).map(|job| job.due_ms).min()
    }

    fn append(&mut self, append: &Append, now: u64, changes: &mut Changes) -> Result<Appended, AppendError> {
        let Append { stream, command, .. } = append;
        let current = self.version(stream);
        if let Some(command) = command
            && self.defect != Some(Defect::ForgetsCommands)
            && let Some(StoredReply { version, reply, at_ms }) = self.find_reply(stream, command)
        {
            return Ok(Appended { version, reply, status: AppendStatus::Duplicate, at_ms });
        }
        if current != append.expected && self.defect != Some(Defect::IgnoresVersions) {
            return Err(AppendError::Conflict { current });
        }
        for change in &append.labels {
            if let LabelChange::Claim(label) = change
                && self.claims.get(label).is_some_and(|owner| owner != stream)
                && self.defect != Some(Defect::IgnoresClaims)
            {
                return Err(AppendError::Taken { label: label.clone() });
            }
        }
        if let Some(job) = &append.finishes
            && self.finish(job) == LeaseState::Lost
            && self.defect != Some(Defect::IgnoresLostJobs)
        {
            return Err(AppendError::JobLost);
        }
        // From here on nothing can fail.
        self.appends += 1;
        let version = Version(current.0 + append.events.len() as u64);
        let appended =
            Appended { version, reply: append.reply.clone(), status: AppendStatus::New, at_ms: now };
        if self.defect == Some(Defect::LosesAppends) && self.appends.is_multiple_of(50) {
            return Ok(appended);
        }
        let stored = append.events.iter().zip(current.0 + 1..).map(|(event, number)| Stored {
            version: Version(number),
            kind: event.kind.clone(),
            body: event.body.clone(),
            at_ms: now,
        });
        let events: Vec<Stored> = stored.collect();
        self.streams.entry(stream.clone()).or_default().extend(events.iter().cloned());
        append.labels.iter().for_each(|change| self.relabel(stream, change));
        if let Some(command) = command {
            let reply = StoredReply { version, reply: append.reply.clone(), at_ms: now };
            self.commands.insert((stream.clone(), command.clone()), reply);
        }
        for job in &append.jobs {
            self.queued += 1;
            if self.defect == Some(Defect::LosesJobs) && self.queued.is_multiple_of(10) {
                continue;
            }
            let due_ms = now + job.delay.as_millis() as u64;
            let queued = QueuedJob { queue: job.queue.clone(), body: job.body.clone(), due_ms, attempt: 0 };
            self.jobs.insert(JobId(self.queued), queued);
            changes.queues.insert(job.queue.clone());
        }
        for count in &append.counts {
            *self.counts.entry(count.key.clone()).or_default().entry(count.item.clone()).or_default() += 1;
        }
        if !events.is_empty() {
            changes.appended.push((stream.clone(), version));
            if let Some(observer) = &mut self.observer {
                observer(stream, &events);
            }
        }
        Ok(appended)
    }

    fn relabel(&mut self, stream: &StreamId, change: &LabelChange) {
        match change {
            LabelChange::Set(label) | LabelChange::Claim(label) => {
                if let LabelChange::Claim(label) = change {
                    self.claims.entry(label.clone()).or_insert_with(|| stream.clone());
                }
                let streams = self.labels.entry(label.clone()).or_default();
                if !streams.iter().any(|(_, known)| known == stream) {
                    self.places += 1;
                    streams.push((self.places, stream.clone()));
                }
            }
            LabelChange::Clear(label) => {
                if let Some(streams) = self.labels.get_mut(label) {
                    streams.retain(|(_, known)| known != stream);
                }
                if self.claims.get(label) == Some(stream) {
                    self.claims.remove(label);
                }
            }
        }
    }

    fn take(&mut self, queue: &str, lease: Duration, now: u64) -> Option<Job> {
        let due = self.jobs.iter_mut().filter(|(_, job)| job.queue == queue && job.due_ms <= now);
        let (id, job) = due.min_by_key(|(id, job)| (job.due_ms, **id))?;
        job.due_ms = now + lease.as_millis() as u64;
        job.attempt += 1;
        Some(Job { id: *id, body: job.body.clone(), attempt: job.attempt })
    }

    /// Moves the end of a lease; returns the queue if the worker still held the job.
    fn renew(&mut self, job: &Job, lease: Duration, now: u64) -> Option<String> {
        let held = self.jobs.get_mut(&job.id).filter(|held| held.attempt == job.attempt)?;
        held.due_ms = now + lease.as_millis() as u64;
        Some(held.queue.clone())
    }

    fn finish(&mut self, job: &Job) -> LeaseState {
        if self.jobs.get(&job.id).is_some_and(|held| held.attempt == job.attempt) {
            self.jobs.remove(&job.id);
            return LeaseState::Held;
        }
        LeaseState::Lost
    }

    fn carry_out(&mut self, write: &mut Write, now: u64, changes: &mut Changes) {
        match write {
            Write::Append(pending) => pending.outcome = Some(self.append(&pending.work, now, changes)),
            Write::Take(pending) => {
                let (queue, lease) = &pending.work;
                pending.outcome = Some(self.take(queue, *lease, now));
            }
            Write::Lease(pending) => {
                pending.outcome = Some(match &pending.work {
                    LeaseChange::Renew(job, lease) => match self.renew(job, *lease, now) {
                        Some(queue) => {
                            changes.queues.extend(lease.is_zero().then_some(queue));
                            LeaseState::Held
                        }
                        None => LeaseState::Lost,
                    },
                    LeaseChange::Finish(job) => self.finish(job),
                });
            }
            Write::Try(pending) | Write::Close(pending) => pending.outcome = Some(()),
        }
    }
}

/// One ledger's connection to the store.
#[derive(Clone)]
pub(crate) struct Node {
    store: SimulatedStore,
    hub: Arc<Hub>,
    faults: Arc<dyn Faults>,
}

impl Node {
    pub(crate) fn new(store: SimulatedStore, hub: Arc<Hub>, faults: Arc<dyn Faults>) -> Self {
        store.lock().nodes.push((Arc::downgrade(&hub), faults.clone()));
        Self { store, hub, faults }
    }

    pub(crate) fn clock(&self) -> u64 {
        self.faults.store_clock()
    }

    pub(crate) async fn read<T>(&self, read: impl FnOnce(&Database) -> T) -> Result<T, Unavailable> {
        self.send(|node| read(&node.store.lock())).await
    }

    /// Sends one request to the store.
    async fn send<T>(&self, work: impl FnOnce(&Self) -> T) -> Result<T, Unavailable> {
        let Request { before, fate, after } = self.faults.request();
        tokio::time::sleep(before).await;
        let result = match fate {
            Fate::Never => pending().await,
            Fate::Lost => Err(Unavailable::Failed("the store is away".to_owned())),
            Fate::Answered => Ok(work(self)),
            Fate::AnswerLost => {
                work(self);
                Err(Unavailable::Late)
            }
            Fate::NeverAnswered => {
                work(self);
                pending().await
            }
        };
        tokio::time::sleep(after).await;
        result
    }

    /// Carries out writes until the ledger is closed or dropped.
    pub(crate) async fn run(self, mut queue: mpsc::Receiver<Write>) {
        const MAX_BATCH: usize = 256;
        let mut batch = Vec::new();
        while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
            let closing = batch.iter().any(|write| matches!(write, Write::Close(_)));
            let sent = self.send(|node| node.commit(&mut batch)).await;
            match &sent {
                Ok(changes) => self.hub.publish(changes),
                // As with PostgreSQL: the commit may have taken place, and its own subscribers know nothing of it.
                Err(_) => self.hub.publish_missed(),
            }
            let fault = sent.err();
            batch.drain(..).for_each(|write| write.settle(fault.as_ref()));
            if closing {
                return;
            }
        }
    }

    /// Commits a batch, and sends notices to the other ledgers.
    fn commit(&self, batch: &mut [Write]) -> Changes {
        let mut changes = Changes::default();
        let mut database = self.store.lock();
        let now = self.clock();
        for write in batch {
            database.carry_out(write, now, &mut changes);
        }
        database.nodes.retain(|(hub, _)| hub.strong_count() > 0);
        if changes != Changes::default() {
            for (hub, faults) in &database.nodes {
                if hub.upgrade().is_some_and(|hub| !Arc::ptr_eq(&hub, &self.hub)) {
                    deliver(hub, &faults.delivery(), &changes);
                }
            }
        }
        changes
    }
}

fn deliver(hub: &Weak<Hub>, delivery: &Delivery, changes: &Changes) {
    let later = |delay: Duration, publish: Box<dyn FnOnce(&Hub) + Send>| {
        let hub = hub.clone();
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            if let Some(hub) = hub.upgrade() {
                publish(&hub);
            }
        });
    };
    for delay in &delivery.copies {
        let changes = changes.clone();
        later(*delay, Box::new(move |hub| hub.publish(&changes)));
    }
    if let Some(delay) = delivery.missed {
        later(delay, Box::new(Hub::publish_missed));
    }
}
