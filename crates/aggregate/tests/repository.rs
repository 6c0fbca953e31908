//! Tests of the repository, with counters that must not exceed ten.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::time::Duration;

use chautari_aggregate::{
    ActError, Aggregate, CacheLimits, Command, CorruptEvents, Created, Decision, EventMeta, Freshness,
    JobOutcome, Repository, RepositoryError, Versioned, run_worker,
};
use chautari_ledger::{Append, AppendStatus, Event, Label, Ledger, NewJob, Stored, StreamId, Version};
use tokio_util::sync::CancellationToken;

#[derive(Clone, Debug)]
struct Counter(u64);

impl Aggregate for Counter {
    const WHAT: &'static str = "counter";
    const PREFIX: &'static str = "counter-";
    type Id = u64;
    type Context = ();
    type Event = u64;
    type Notification = u64;

    fn read_id(text: &str) -> Option<u64> {
        text.parse().ok()
    }

    fn read(stored: &Stored) -> Result<u64, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &u64) -> Result<Event, CorruptEvents> {
        Ok(Event { kind: "added".to_owned(), body: (*event).into() })
    }

    fn begin((): &(), _: &u64, first: &u64, _: EventMeta) -> Result<Counter, CorruptEvents> {
        Ok(Counter(*first))
    }

    fn apply(&mut self, (): &(), event: &u64, _: EventMeta) -> Result<(), CorruptEvents> {
        if self.0 + event > 10 {
            return Err(CorruptEvents::new("more than ten"));
        }
        self.0 += event;
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        vec![Label::new("counter", if self.is_finished() { "full" } else { "open" })]
    }

    fn jobs(&self, (): &Self::Context, before: Option<&Counter>) -> Vec<NewJob> {
        let filled = self.is_finished() && !before.is_some_and(Counter::is_finished);
        if filled { vec![NewJob::new("filled", self.0.into())] } else { Vec::new() }
    }

    fn notification(&self, (): &Self::Context, _: &u64) -> u64 {
        self.0
    }

    fn is_finished(&self) -> bool {
        self.0 == 10
    }

    /// Nothings can be added without end.
    fn event_limit(event: &u64) -> u64 {
        if *event == 0 { 5 } else { u64::MAX }
    }

    fn preload_label() -> Option<Label> {
        Some(Label::new("counter", "open"))
    }

    fn is_pinned(&self) -> bool {
        true
    }
}

fn add(n: u64) -> impl FnMut(&Versioned<Counter>) -> Result<Decision<u64>, &'static str> {
    move |now| if now.0 + n > 10 { Err("too many") } else { Ok(Decision::Append(vec![n])) }
}

async fn ledger() -> Ledger {
    Ledger::open("sqlite::memory:").await.unwrap()
}

fn impatient() -> CacheLimits {
    CacheLimits { idle_ttl: Duration::ZERO, finished_ttl: Duration::ZERO, ..CacheLimits::default() }
}

/// Events that change nothing are limited; events that lead to the end are not.
#[tokio::test]
async fn a_stream_does_not_grow_without_end() {
    let keeper: Repository<Counter> = Repository::new(ledger().await, ());
    keeper.create(&1, Command::default(), vec![1]).await.unwrap();
    for _ in 0..4 {
        keeper.act(&1, Command::default(), add(0)).await.unwrap();
    }
    let full = keeper.act(&1, Command::default(), add(0)).await;
    assert!(matches!(full, Err(ActError::Failed(RepositoryError::Full { what: "counter", .. }))), "{full:?}");
    keeper.act(&1, Command::default(), add(2)).await.unwrap();
    let ended =
        keeper.act(&1, Command::default(), |_| Ok::<_, &str>(Decision::Append(vec![0, 7]))).await.unwrap();
    assert_eq!((ended.now.0, ended.now.version), (10, Version(8)));
}

#[tokio::test]
async fn stale_writer_catches_up_and_decides_again() {
    let ledger = ledger().await;
    let (one, other): (Repository<Counter>, Repository<Counter>) =
        (Repository::new(ledger.clone(), ()), Repository::new(ledger.clone(), ()));
    assert!(
        matches!(one.create(&1, Command::default(), vec![1, 2]).await, Ok(Created::New(now)) if now.0 == 3)
    );
    let again = other.create(&1, Command::default(), vec![9]).await.unwrap();
    assert!(matches!(again, Created::Existing(now) if now.0 == 3 && now.version == Version(2)));
    one.act(&1, Command::default(), add(2)).await.unwrap();
    // The other process decides on 3, gets a conflict, and decides again.
    let mut seen = Vec::new();
    let done = other.act(&1, Command::default(), |now| {
        seen.push(now.0);
        add(4)(now)
    });
    assert_eq!(done.await.unwrap().now.0, 9);
    assert_eq!(seen, [3, 5]);
    let stored = ledger.read(&StreamId::new("counter-1"), Version::START).await.unwrap();
    assert_eq!(stored.iter().map(|event| event.body.as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 2, 4]);
}

#[tokio::test]
async fn a_command_is_carried_out_once_and_answered_always() {
    let keeper: Repository<Counter> = Repository::new(ledger().await, ());
    keeper.create(&1, Command::default(), vec![4]).await.unwrap();
    let first = keeper.act(&1, Command::named("a"), add(5)).await.unwrap();
    assert_eq!((first.now.0, first.first), (9, AppendStatus::New));
    // While it is the latest version, nothing is replayed for it.
    let reads = keeper.ledger().reads();
    let again = keeper.act(&1, Command::named("a"), add(5)).await.unwrap();
    assert_eq!((again.now.0, again.first, keeper.ledger().reads()), (9, AppendStatus::Duplicate, reads));
    keeper.act(&1, Command::named("b"), add(1)).await.unwrap();
    // It would be refused now, but gets its stored reply.
    let again = keeper.act(&1, Command::named("a"), add(5)).await.unwrap();
    assert_eq!((again.now.0, again.first), (9, AppendStatus::Duplicate));
    assert!(matches!(keeper.act(&1, Command::named("c"), add(5)).await, Err(ActError::Refused("too many"))));
    // The same name for another request is a mistake.
    keeper.create(&5, Command::named("key").about("five"), vec![1]).await.unwrap();
    let again = keeper.create(&5, Command::named("key").about("five"), vec![1]).await.unwrap();
    assert!(matches!(again, Created::New(now) if now.0 == 1));
    let other = keeper.create(&5, Command::named("key").about("six"), vec![1]).await;
    assert!(matches!(other, Err(RepositoryError::Reused)));
    keeper.act(&5, Command::named("d").about("one"), add(1)).await.unwrap();
    let other = keeper.act(&5, Command::named("d").about("two"), add(2)).await;
    assert!(matches!(other, Err(ActError::Failed(RepositoryError::Reused))));
    assert!(matches!(
        keeper.load(&2, Freshness::Current).await,
        Err(RepositoryError::Missing { what: "counter", .. })
    ));
}

#[tokio::test]
async fn labels_and_jobs_follow_from_the_state() {
    let ledger = ledger().await;
    let keeper: Repository<Counter> = Repository::new(ledger.clone(), ());
    let labelled = |word| Label::new("counter", word);
    keeper.create(&1, Command::default(), vec![9]).await.unwrap();
    keeper.create(&2, Command::default(), vec![1]).await.unwrap();
    assert_eq!(keeper.ids(&labelled("open")).await.unwrap(), [1, 2]);
    assert_eq!(ledger.take("filled", Duration::ZERO).await.unwrap(), None);
    keeper.act(&1, Command::default(), add(1)).await.unwrap();
    assert_eq!(keeper.ids(&labelled("open")).await.unwrap(), [2]);
    let page = keeper.page(&labelled("full"), None, 10).await.unwrap();
    assert_eq!(page.items.iter().map(|(id, now)| (*id, now.0)).collect::<Vec<_>>(), [(1, 10)]);
    assert_eq!(ledger.take("filled", Duration::ZERO).await.unwrap().unwrap().body, 10);
}

#[tokio::test]
async fn subscribers_get_all_events_in_order_from_any_process() {
    let ledger = ledger().await;
    let (here, elsewhere): (Repository<Counter>, Repository<Counter>) =
        (Repository::new(ledger.clone(), ()), Repository::new(ledger, ()));
    here.create(&1, Command::default(), vec![1]).await.unwrap();
    let mut watch = here.watch(&1).await.unwrap();
    let following = here.clone();
    tokio::spawn(async move { following.run(|| {}).await });
    for keeper in [&here, &elsewhere, &here, &elsewhere] {
        keeper.act(&1, Command::default(), add(1)).await.unwrap();
    }
    let mut heard = Vec::new();
    while heard.len() < 4 {
        let update = tokio::time::timeout(Duration::from_secs(20), watch.next()).await.unwrap().unwrap();
        heard.push((update.version.0, update.notification));
    }
    assert_eq!(heard, [(2, 2), (3, 3), (4, 4), (5, 5)]);
    assert_eq!(here.notifications_between(&1, Version(3), Version(4)).await.unwrap()[0].notification, 4);
}

#[tokio::test]
async fn changes_by_another_process_are_seen_after_eviction() {
    let ledger = ledger().await;
    let elsewhere: Repository<Counter> = Repository::new(ledger.clone(), ());
    elsewhere.create(&1, Command::default(), vec![10]).await.unwrap();
    elsewhere.create(&2, Command::default(), vec![1]).await.unwrap();
    let here: Repository<Counter> = Repository::new(ledger, ());
    let following = here.clone();
    tokio::spawn(async move { following.run(|| {}).await });
    while here.cached_count() < 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(here.cached_count(), 1, "what is over is not awaited");
    elsewhere.act(&1, Command::default(), |_| Ok::<_, ()>(Decision::Append(vec![0]))).await.unwrap();
    while here.cached_count() < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn pending_decision_delays_no_other_aggregate() {
    let ledger = ledger().await;
    let (here, elsewhere): (Repository<Counter>, Repository<Counter>) =
        (Repository::new(ledger.clone(), ()), Repository::new(ledger, ()));
    for id in [1, 2] {
        here.create(&id, Command::default(), vec![1]).await.unwrap();
    }
    let following = here.clone();
    let (started, follows) = tokio::sync::oneshot::channel::<()>();
    let mut started = Some(started);
    let missed = move || drop(started.take());
    tokio::spawn(async move { following.run(missed).await });
    // At its start it loads everything once, one after another.
    follows.await.unwrap_err();
    let mut watch = here.watch(&2).await.unwrap();
    // A decision about the first aggregate takes long.
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let (begun, deciding) = tokio::sync::oneshot::channel();
    let slow = here.clone();
    let slow = tokio::spawn(async move {
        let mut begun = Some(begun);
        let decide = move |now: &Versioned<Counter>| {
            if let Some(begun) = begun.take() {
                begun.send(()).unwrap();
                wait.recv().unwrap();
            }
            add(1)(now)
        };
        slow.act(&1, Command::default(), decide).await.unwrap().now.0
    });
    deciding.await.unwrap();
    elsewhere.act(&1, Command::default(), add(1)).await.unwrap();
    elsewhere.act(&2, Command::default(), add(1)).await.unwrap();
    let update = tokio::time::timeout(Duration::from_secs(20), watch.next()).await.unwrap().unwrap();
    assert_eq!(update.notification, 2);
    // A read of the first one waits for the decision, too.
    let settled = here.clone();
    let settled = tokio::spawn(async move { settled.load(&1, Freshness::Settled).await.unwrap().0 });
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!settled.is_finished());
    go_on.send(()).unwrap();
    assert_eq!((slow.await.unwrap(), settled.await.unwrap()), (3, 3));
}

#[tokio::test]
async fn finished_aggregates_are_evicted_and_a_start_loads_only_awaited_ones() {
    let ledger = ledger().await;
    let keeper: Repository<Counter> = Repository::with_limits(ledger.clone(), (), impatient());
    for id in 0..200 {
        keeper.create(&id, Command::default(), vec![if id < 190 { 10 } else { 5 }]).await.unwrap();
    }
    let watch = keeper.watch(&3).await.unwrap();
    keeper.sweep();
    assert_eq!((keeper.cached_count(), keeper.unfinished_count()), (11, 10), "ten go on, and one is watched");
    drop(watch);
    keeper.sweep();
    assert_eq!(keeper.cached_count(), 10);
    let started: Repository<Counter> = Repository::new(ledger, ());
    let following = started.clone();
    tokio::spawn(async move { following.run(|| {}).await });
    while started.cached_count() < 10 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!((started.cached_count(), started.unfinished_count()), (10, 10));
}

#[tokio::test]
async fn memory_has_a_bound_whatever_is_looked_at() {
    let bounds = CacheLimits { max_entries: 64, ..CacheLimits::default() };
    let keeper: Repository<Counter> = Repository::with_limits(ledger().await, (), bounds);
    for id in 0..500 {
        keeper.create(&id, Command::default(), vec![10]).await.unwrap();
        assert!(keeper.cached_count() <= 64);
    }
    assert_eq!(
        keeper.load(&0, Freshness::Resident).await.unwrap().0,
        10,
        "what was dropped is a replay away"
    );
}

#[tokio::test]
async fn unreadable_stream_is_reported_and_not_cached() {
    let ledger = ledger().await;
    let keeper: Repository<Counter> = Repository::new(ledger.clone(), ());
    keeper.create(&1, Command::default(), vec![9]).await.unwrap();
    let wrong = Event { kind: "added".to_owned(), body: 7.into() };
    ledger.append(Append::new(StreamId::new("counter-1"), Version(1)).event(wrong)).await.unwrap();
    for _ in 0..2 {
        let told = keeper.act(&1, Command::default(), add(1)).await.unwrap_err();
        assert!(matches!(&told, ActError::Failed(RepositoryError::Corrupt { .. })), "{told}");
        assert_eq!(told.to_string(), "the counter `1` cannot be replayed: more than ten");
    }
}

#[tokio::test]
async fn expired_command_is_not_repeated() {
    let counters: Repository<Counter> = Repository::new(ledger().await, ());
    let create = |lifetime| {
        let command = Command::named("create").about("apples").repeatable_for(lifetime);
        counters.create(&1, command, vec![1])
    };
    let act = |lifetime| {
        let command = Command::named("add").about("one").repeatable_for(lifetime);
        counters.act(&1, command, add(1))
    };
    let (day, expired) = (Duration::from_hours(24), Duration::ZERO);
    for _ in 0..2 {
        assert!(matches!(create(day).await, Ok(Created::New(_))));
        assert_eq!(act(day).await.unwrap().now.0, 2, "carried out once");
    }
    assert!(matches!(create(expired).await, Err(RepositoryError::Reused)));
    assert!(matches!(act(expired).await, Err(ActError::Failed(RepositoryError::Reused))));
}

#[tokio::test]
async fn worker_returns_its_job_at_a_shutdown() {
    let ledger = ledger().await;
    let append = Append::new(StreamId::new("s"), Version::START).job(NewJob::new("q", 1.into()));
    ledger.append(append).await.unwrap();
    let shutdown = CancellationToken::new();
    let (begun, mut beginning) = tokio::sync::mpsc::unbounded_channel();
    let endless = move |_| {
        begun.send(()).unwrap();
        std::future::pending::<Result<JobOutcome, &'static str>>()
    };
    let worker = tokio::spawn(run_worker(ledger.clone(), shutdown.clone(), "q", 1, endless));
    beginning.recv().await.unwrap();
    assert_eq!(ledger.take("q", Duration::ZERO).await.unwrap(), None, "the worker has it");
    shutdown.cancel();
    worker.await.unwrap();
    assert!(ledger.take("q", Duration::ZERO).await.unwrap().is_some(), "the next one can have it at once");
}

#[tokio::test]
async fn failed_job_is_retried_and_done_job_is_removed() {
    let ledger = ledger().await;
    let append = Append::new(StreamId::new("s"), Version::START).job(NewJob::new("q", 1.into()));
    ledger.append(append).await.unwrap();
    let shutdown = CancellationToken::new();
    let (tell, mut attempts) = tokio::sync::mpsc::unbounded_channel();
    let task = move |job: chautari_ledger::Job| {
        tell.send(job.attempt).unwrap();
        std::future::ready(if job.attempt < 3 { Err("not yet") } else { Ok(JobOutcome::Done) })
    };
    let worker = tokio::spawn(run_worker(ledger.clone(), shutdown.clone(), "q", 1, task));
    for attempt in 1..=3 {
        assert_eq!(attempts.recv().await.unwrap(), attempt);
    }
    shutdown.cancel();
    worker.await.unwrap();
    assert_eq!(ledger.take("q", Duration::ZERO).await.unwrap(), None);
}

/// A slow job does not delay the next ones while there is a free slot.
#[tokio::test]
async fn worker_runs_a_limited_number_of_jobs_at_a_time() {
    let ledger = ledger().await;
    let jobs = (0..5).map(|number: u64| NewJob::new("q", number.into()));
    let append = jobs.fold(Append::new(StreamId::new("s"), Version::START), Append::job);
    ledger.append(append).await.unwrap();
    let shutdown = CancellationToken::new();
    let (begun, mut beginning) = tokio::sync::mpsc::unbounded_channel();
    let endless = move |job: chautari_ledger::Job| {
        begun.send(job.body.as_u64().unwrap()).unwrap();
        std::future::pending::<Result<JobOutcome, &'static str>>()
    };
    let worker = tokio::spawn(run_worker(ledger.clone(), shutdown.clone(), "q", 3, endless));
    for number in 0..3 {
        assert_eq!(beginning.recv().await, Some(number));
    }
    assert_eq!(ledger.take("q", Duration::from_mins(1)).await.unwrap().unwrap().body, 3, "it waits");
    shutdown.cancel();
    worker.await.unwrap();
    assert!(beginning.recv().await.is_none());
    for _ in [0, 1, 2, 4] {
        assert!(ledger.take("q", Duration::from_mins(1)).await.unwrap().is_some(), "they are given back");
    }
}

/// Ten thousand subscribers of missing streams occupy no memory.
#[tokio::test]
async fn nothing_is_kept_for_what_does_not_exist() {
    let keeper: Repository<Counter> = Repository::new(ledger().await, ());
    for id in 0..100 {
        assert!(matches!(keeper.watch(&id).await, Err(RepositoryError::Missing { .. })));
        assert!(matches!(keeper.load(&id, Freshness::Resident).await, Err(RepositoryError::Missing { .. })));
        assert!(matches!(
            keeper.act(&id, Command::default(), add(1)).await,
            Err(ActError::Failed(RepositoryError::Missing { .. }))
        ));
    }
    assert_eq!(keeper.cached_count(), 0);
}

/// Renames a table, so that reads fail as in a database outage.
async fn rename(url: &str, from: &str, to: &str) {
    let pool = sqlx::SqlitePool::connect(url).await.unwrap();
    let sql = format!("ALTER TABLE {from} RENAME TO {to}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    pool.close().await;
}

/// Notices are not repeated, so a stream that could not be read is polled until it can be.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn failed_read_after_a_notice_is_retried() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("test.db").display());
    let ledger = Ledger::open(&url).await.unwrap();
    let (here, elsewhere): (Repository<Counter>, Repository<Counter>) =
        (Repository::new(ledger.clone(), ()), Repository::new(ledger.clone(), ()));
    here.create(&1, Command::default(), vec![1]).await.unwrap();
    let (started, follows) = tokio::sync::oneshot::channel::<()>();
    let mut started = Some(started);
    let following = here.clone();
    tokio::spawn(async move { following.run(move || drop(started.take())).await });
    follows.await.unwrap_err();
    let mut watch = here.watch(&1).await.unwrap();
    // A pending decision delays the reader.
    let (go_on, wait) = std::sync::mpsc::channel::<()>();
    let (begun, deciding) = tokio::sync::oneshot::channel();
    let slow = here.clone();
    let slow = tokio::spawn(async move {
        let mut begun = Some(begun);
        let decide = move |_: &Versioned<Counter>| {
            begun.take().unwrap().send(()).unwrap();
            wait.recv().unwrap();
            Err::<Decision<u64>, _>("no")
        };
        slow.act(&1, Command::default(), decide).await.map(drop)
    });
    deciding.await.unwrap();
    elsewhere.act(&1, Command::default(), add(2)).await.unwrap();
    rename(&url, "events", "away").await;
    let reads = ledger.reads();
    go_on.send(()).unwrap();
    assert!(matches!(slow.await.unwrap(), Err(ActError::Refused("no"))));
    while ledger.reads() == reads {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    rename(&url, "away", "events").await;
    let update = tokio::time::timeout(Duration::from_secs(20), watch.next()).await.unwrap().unwrap();
    assert_eq!(update.notification, 3);
}

#[tokio::test]
async fn awaited_stream_is_loaded_once_it_can_be_read() {
    for table in ["labels", "events"] {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("test.db").display());
        let ledger = Ledger::open(&url).await.unwrap();
        let elsewhere: Repository<Counter> = Repository::new(ledger.clone(), ());
        elsewhere.create(&1, Command::default(), vec![1]).await.unwrap();
        rename(&url, table, "away").await;
        let here: Repository<Counter> = Repository::new(ledger, ());
        let (started, looked) = tokio::sync::oneshot::channel::<()>();
        let mut started = Some(started);
        let following = here.clone();
        tokio::spawn(async move { following.run(move || drop(started.take())).await });
        looked.await.unwrap_err();
        assert_eq!(here.cached_count(), 0, "without {table} nothing can be found");
        rename(&url, "away", table).await;
        let taken_up = async {
            while here.cached_count() == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), taken_up).await.unwrap();
    }
}
