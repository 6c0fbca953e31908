//! Event-sourced aggregates on the ledger, and the worker that runs queued jobs.
//!
//! A match, a tournament, a bot or a study is an [`Aggregate`]: a value built by applying the events of one
//! stream, without clock, storage or wire format. A [`Repository`] does the rest for every kind of aggregate:
//!
//! * **Optimistic concurrency.** [`Repository::act`] decides on the state it knows and appends at that version.
//!   On a conflict it catches up and decides again. A lock per aggregate keeps a process from competing with itself.
//! * **Idempotent commands.** A repeated [`Command`] returns the state that the first run led to.
//! * **Derived indexes.** An aggregate lists the labels of its state; the repository writes the difference.
//! * **Following.** Events appended by other processes are read when their notice arrives, and everyone who
//!   [watches](Repository::watch) the aggregate is notified.
//! * **Bounded memory.** Finished or unused aggregates are evicted and replayed on demand. At startup only those
//!   are replayed that must be watched, such as matches with running clocks.
//!
//! Reads name how fresh the state must be: [`Repository::load`] takes a [`Freshness`], [`Repository::load_at`] a
//! version, and [`Repository::watch`] follows what happens next.
//!
//! [`run_worker`] is the other half: a worker that leases jobs, renews its leases, and releases its jobs at shutdown.
//!
//! ```
//! use chautari_aggregate::{Aggregate, Command, CorruptEvents, Decision, EventMeta, Repository};
//! use chautari_ledger::{Event, Label, Ledger, Stored, StreamId};
//!
//! /// A counter that must not pass ten.
//! #[derive(Clone)]
//! struct Counter(u64);
//!
//! impl Aggregate for Counter {
//!     const WHAT: &'static str = "counter";
//!     const PREFIX: &'static str = "counter-";
//!     type Id = String;
//!     type Context = ();
//!     type Event = u64;
//!     type Notification = u64;
//!
//!     fn read_id(text: &str) -> Option<String> {
//!         Some(text.to_owned())
//!     }
//!     fn read(stored: &Stored) -> Result<u64, CorruptEvents> {
//!         Ok(serde_json::from_value(stored.body.clone())?)
//!     }
//!     fn write(event: &u64) -> Result<Event, CorruptEvents> {
//!         Ok(Event { kind: "added".to_owned(), body: (*event).into() })
//!     }
//!     fn begin(_: &(), _: &String, first: &u64, _: EventMeta) -> Result<Counter, CorruptEvents> {
//!         Ok(Counter(*first))
//!     }
//!     fn apply(&mut self, _: &(), event: &u64, _: EventMeta) -> Result<(), CorruptEvents> {
//!         self.0 += event;
//!         Ok(())
//!     }
//!     fn labels(&self) -> Vec<Label> {
//!         vec![Label::new("counter", if self.is_finished() { "full" } else { "open" })]
//!     }
//!     fn notification(&self, _: &Self::Context, _: &u64) -> u64 {
//!         self.0
//!     }
//!     fn is_finished(&self) -> bool {
//!         self.0 == 10
//!     }
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let counters: Repository<Counter> = Repository::new(Ledger::open("sqlite::memory:").await?, ());
//! let id = "apples".to_owned();
//! counters.create(&id, Command::default(), vec![7]).await?;
//! let add = |n: u64| move |now: &Counter| if now.0 + n > 10 { Err("too many") } else { Ok(Decision::Append(vec![n])) };
//! let done = counters.act(&id, Command::named("first"), |now| add(3)(now)).await?;
//! assert_eq!(done.now.0, 10);
//! // A repeated command returns the earlier result.
//! assert_eq!(counters.act(&id, Command::named("first"), |now| add(3)(now)).await?.now.0, 10);
//! assert!(counters.act(&id, Command::named("second"), |now| add(3)(now)).await.is_err());
//! # Ok(())
//! # }
//! # tokio::runtime::Runtime::new().unwrap().block_on(example()).unwrap();
//! ```

mod aggregate;
mod catch_up;
mod create;
mod entry;
mod error;
#[cfg(feature = "http")]
mod http;
mod repository;
mod worker;

pub use aggregate::{Aggregate, EventMeta};
pub use create::create_if_absent;
pub use entry::{Lagged, Update, Versioned, Watch};
pub use error::{ActError, CorruptEvents, RepositoryError};
pub use repository::{Applied, CacheLimits, Command, Created, Decision, Freshness, Page, Repository};
pub use worker::{JobOutcome, run_worker};
