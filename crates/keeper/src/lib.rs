//! Pure machines, kept as replays of the ledger.
//!
//! Whatever is built from events (a match, a tournament, a bot, a study) is a [`Machine`]: a value that a
//! first event begins and further events change, without clock, store or wire. A [`Keeper`] does the rest,
//! once for all of them:
//!
//! * **Optimistic concurrency.** [`Keeper::act`] decides on the state it knows, appends at that version, and
//!   on a conflict catches up and decides again. Within a process a lock keeps it from competing with itself.
//! * **Idempotent commands.** A [`Command`] that was carried out before gets the state it led to.
//! * **Derived indexes.** A machine says which labels its state has; the keeper writes the difference.
//! * **Following.** Notices of other processes are caught up with, and those who [`Keeper::watch`] are told.
//! * **Bounded memory.** What is over or unused leaves memory; it is a replay away. A start replays only what
//!   has to be watched, such as matches whose clocks run.
//!
//! [`work`] is the other half: a worker that leases jobs, renews its leases, and gives its job back at a stop.
//!
//! ```
//! use chautari_keeper::{Broken, Command, Deed, Keeper, Machine, Stamp};
//! use chautari_ledger::{Event, Label, Ledger, Stored, StreamId};
//!
//! /// A counter that must not pass ten.
//! #[derive(Clone)]
//! struct Counter(u64);
//!
//! impl Machine for Counter {
//!     const WHAT: &'static str = "counter";
//!     const PREFIX: &'static str = "counter-";
//!     type Id = String;
//!     type World = ();
//!     type Event = u64;
//!     type Told = u64;
//!
//!     fn read_id(text: &str) -> Option<String> {
//!         Some(text.to_owned())
//!     }
//!     fn read(stored: &Stored) -> Result<u64, Broken> {
//!         Ok(serde_json::from_value(stored.body.clone())?)
//!     }
//!     fn write(event: &u64) -> Result<Event, Broken> {
//!         Ok(Event { kind: "added".to_owned(), body: (*event).into() })
//!     }
//!     fn begin(_: &(), _: &String, first: &u64, _: Stamp) -> Result<Counter, Broken> {
//!         Ok(Counter(*first))
//!     }
//!     fn apply(&mut self, _: &(), event: &u64, _: Stamp) -> Result<(), Broken> {
//!         self.0 += event;
//!         Ok(())
//!     }
//!     fn labels(&self) -> Vec<Label> {
//!         vec![Label::new("counter", if self.is_over() { "full" } else { "open" })]
//!     }
//!     fn tell(&self, _: &u64) -> u64 {
//!         self.0
//!     }
//!     fn is_over(&self) -> bool {
//!         self.0 == 10
//!     }
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let keeper: Keeper<Counter> = Keeper::new(Ledger::open("sqlite::memory:").await?, ());
//! let id = "apples".to_owned();
//! keeper.begin(&id, Command::default(), vec![7]).await?;
//! let add = |n: u64| move |now: &Counter| if now.0 + n > 10 { Err("too many") } else { Ok(Deed::Do(vec![n])) };
//! let done = keeper.act(&id, Command::named("first"), |now| add(3)(now)).await?;
//! assert_eq!(done.now.0, 10);
//! // The same command again is answered, not carried out.
//! assert_eq!(keeper.act(&id, Command::named("first"), |now| add(3)(now)).await?.now.0, 10);
//! assert!(keeper.act(&id, Command::named("second"), |now| add(3)(now)).await.is_err());
//! # Ok(())
//! # }
//! # tokio::runtime::Runtime::new().unwrap().block_on(example()).unwrap();
//! ```

mod failure;
mod job;
mod keeper;
mod late;
mod machine;
mod once;
mod shutdown;
mod slot;

pub use failure::{ActError, Broken, Failure};
pub use job::{Work, work};
pub use keeper::{Begun, Bounds, Command, Deed, Done, Keeper, Page};
pub use machine::{Machine, Stamp};
pub use once::once;
pub use shutdown::Shutdown;
pub use slot::{Lagged, Now, Update, Watch};
