//! A thread pool for long computations, shared fairly by clients.
//!
//! A fixed number of tasks run at once. A task of a client that has used more than its share is suspended on its own
//! thread while a client that has used less is served; the number of suspended tasks is bounded.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chautari_game::{Stop, YieldHook};
use tokio::sync::{Notify, oneshot};

use crate::Client;
use crate::fair_queue::{FairQueue, Next};
pub use crate::fair_queue::{Full, Ticket};

/// Suspended tasks per running task.
const HELD: usize = 3;

/// How often a running task checks whether to suspend.
const CHECK: Duration = Duration::from_millis(2);

type Work = Box<dyn FnOnce(&Arc<TaskContext>) + Send>;

/// The threads and their queue. Cheap to clone.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// A task was queued or may continue, or the pool stops.
    changed: Condvar,
    /// The queue has room.
    room: Notify,
}

struct State {
    queue: FairQueue<(Stop, Work)>,
    /// Tasks that may start or continue. Negative while suspended tasks end out of turn.
    permits: isize,
    /// Idle threads.
    idle: usize,
    running: usize,
    /// Suspended tasks that may continue.
    resumed: HashSet<Ticket>,
    stops: Vec<(Ticket, Stop)>,
    stopping: bool,
}

/// A task's view of the pool: it calls [`YieldHook::pause`](chautari_game::YieldHook::pause) regularly.
pub struct TaskContext {
    shared: Arc<Shared>,
    client: Client,
    ticket: Ticket,
    stop: Stop,
    last: Mutex<Instant>,
}

/// A task was cancelled: its client has disconnected, or the server is stopping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the task was cancelled")]
pub struct Cancelled;

impl TaskContext {
    /// Suspends the task while it is another client's turn. Returns whether the result is still wanted.
    pub fn check(&self) -> Result<(), Cancelled> {
        self.pause();
        if self.stop.is_stopped() { Err(Cancelled) } else { Ok(()) }
    }
}

impl YieldHook for TaskContext {
    fn pause(&self) -> Duration {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let ran = last.elapsed();
        if ran < CHECK {
            return Duration::ZERO;
        }
        let mut state = self.shared.lock();
        state.queue.charge(self.client, ran);
        *last = Instant::now();
        if state.stopping || !state.queue.should_yield(self.client, state.idle) {
            return Duration::ZERO;
        }
        state.queue.hold(self.client, self.ticket);
        state.permits += 1;
        self.shared.changed.notify_all();
        while !state.resumed.remove(&self.ticket) {
            if state.stopping || self.stop.is_stopped() {
                state.queue.release(self.client, self.ticket);
                state.permits -= 1;
                break;
            }
            // All other threads may be suspended as well, so this one selects the next task.
            if state.idle == 0
                && state.permits > 0
                && let Some(Next::Resume(ticket)) = state.queue.pop(0)
            {
                state.permits -= 1;
                state.resumed.insert(ticket);
                self.shared.changed.notify_all();
                continue;
            }
            let waited = self.shared.changed.wait_timeout(state, Duration::from_millis(100));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let held = last.elapsed();
        *last = Instant::now();
        held
    }
}

impl Pool {
    /// Starts the threads.
    pub fn start(name: &str, threads: usize, queue: usize, per_client: usize) -> std::io::Result<Pool> {
        let permits = threads.max(1);
        let pool = Pool(Arc::new(Shared {
            state: Mutex::new(State {
                // A suspended task keeps its thread, so there are more threads than running tasks.
                queue: FairQueue::new(queue, per_client, permits),
                permits: permits as isize,
                idle: 0,
                running: 0,
                resumed: HashSet::new(),
                stops: Vec::new(),
                stopping: false,
            }),
            changed: Condvar::new(),
            room: Notify::new(),
        }));
        for number in 1..=Pool::threads(permits) {
            let shared = Arc::clone(&pool.0);
            std::thread::Builder::new().name(format!("{name}-{number}")).spawn(move || shared.work())?;
        }
        Ok(pool)
    }

    /// Returns the number of threads of a pool that runs this many tasks at once, with those of suspended tasks.
    pub fn threads(permits: usize) -> usize {
        permits * (1 + HELD)
    }

    /// Queues a task. Errors at once if the queue is full. `stop` ends it early.
    pub fn submit(
        &self,
        client: Client,
        stop: Stop,
        work: impl FnOnce(&Arc<TaskContext>) + Send + 'static,
    ) -> Result<Ticket, Full> {
        let mut state = self.0.lock();
        if state.stopping {
            // No thread would ever run it.
            return Err(Full::Everybody);
        }
        let ticket = state.queue.push(client, (stop, Box::new(work)))?;
        drop(state);
        self.0.changed.notify_all();
        Ok(ticket)
    }

    /// Removes a task that has not started from the queue.
    pub fn withdraw(&self, client: Client, ticket: Ticket) {
        let withdrawn = self.0.lock().queue.withdraw(client, ticket);
        if withdrawn.is_some() {
            self.0.room.notify_one();
        }
    }

    /// Waits until the queue has room for a task of the server itself.
    pub async fn room(&self) {
        loop {
            let notified = self.0.room.notified();
            if self.0.lock().queue.has_room() {
                return;
            }
            notified.await;
        }
    }

    /// Returns the number of waiting and of running tasks.
    pub fn load(&self) -> (usize, usize) {
        let state = self.0.lock();
        (state.queue.waiting(), state.running)
    }

    /// Stops all tasks and accepts no more.
    pub fn stop(&self) {
        let mut state = self.0.lock();
        state.stopping = true;
        state.stops.iter().for_each(|(_, stop)| stop.stop());
        drop(state);
        self.0.changed.notify_all();
    }

    /// Runs a long computation. Dropping the future cancels it.
    pub async fn run<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce(&TaskContext) -> T + Send + 'static,
    ) -> Result<T, RunError> {
        let stop = Stop::default();
        let (done, answer) = oneshot::channel();
        let ticket = self.submit(client, stop.clone(), move |task| {
            let _ = done.send(work(task));
        });
        let ticket = ticket?;
        let _waiting = TaskHandle { pool: self.clone(), client, ticket, stop };
        answer.await.map_err(|_| Cancelled.into())
    }
}

/// Why a task was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The queue was full.
    #[error(transparent)]
    Full(#[from] Full),
    /// The server is stopping.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Cancels a task when dropped.
struct TaskHandle {
    pool: Pool,
    client: Client,
    ticket: Ticket,
    stop: Stop,
}

impl Drop for TaskHandle {
    fn drop(&mut self) {
        self.stop.stop();
        self.pool.withdraw(self.client, self.ticket);
    }
}

impl Shared {
    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(self: Arc<Self>) {
        while let Some((client, ticket, stop, work)) = self.next() {
            let task = Arc::new(TaskContext {
                shared: Arc::clone(&self),
                client,
                ticket,
                stop,
                last: Mutex::new(Instant::now()),
            });
            // A bug in one task must not end the threads of the pool, one after the other.
            let _ = catch_unwind(AssertUnwindSafe(|| work(&task)));
            let ran = task.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
            let mut state = self.lock();
            state.queue.charge(client, ran);
            state.queue.finish(client);
            state.stops.retain(|(other, _)| *other != ticket);
            state.running -= 1;
            state.permits += 1;
            drop(state);
            self.changed.notify_all();
        }
    }

    fn next(&self) -> Option<(Client, Ticket, Stop, Work)> {
        let mut state = self.lock();
        state.idle += 1;
        loop {
            if state.stopping {
                // Dropping the waiting tasks notifies their clients.
                while let Some(next) = state.queue.pop(usize::MAX) {
                    if let Next::Start(client, _, work) = next {
                        drop(work);
                        state.queue.finish(client);
                    }
                }
                return None;
            }
            if state.permits > 0 {
                let free = state.idle;
                match state.queue.pop(free) {
                    Some(Next::Start(client, ticket, (stop, work))) => {
                        state.permits -= 1;
                        state.idle -= 1;
                        state.running += 1;
                        state.stops.push((ticket, stop.clone()));
                        self.room.notify_one();
                        return Some((client, ticket, stop, work));
                    }
                    Some(Next::Resume(ticket)) => {
                        state.permits -= 1;
                        state.resumed.insert(ticket);
                        self.changed.notify_all();
                        continue;
                    }
                    None => {}
                }
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_leaves_takes_the_work_along() {
        let pool = Pool::start("test", 1, 8, 8).unwrap();
        let (begun, has_begun) = oneshot::channel();
        let (ended, has_ended) = oneshot::channel();
        let work = pool.run(Client::internal("one"), move |task: &TaskContext| {
            let _ = begun.send(());
            // Runs until it is cancelled.
            while task.check().is_ok() {
                std::thread::sleep(Duration::from_millis(1));
            }
            let _ = ended.send(());
        });
        // And what has not begun never does.
        let waiting = pool.run(Client::internal("one"), |_: &TaskContext| panic!("nobody wants this"));
        tokio::select! {
            _ = async { tokio::join!(work, waiting) } => panic!("it ended by itself"),
            told = has_begun => told.unwrap(),
        }
        has_ended.await.unwrap();
        while pool.load() != (0, 0) {
            tokio::task::yield_now().await;
        }
        pool.stop();
    }
}
