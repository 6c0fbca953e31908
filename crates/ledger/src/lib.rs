//! An append-only event store: SQLite within one process, PostgreSQL shared by several.
//!
//! A [`Ledger`] holds **streams** of events. [`Ledger::append`] writes a decision: it takes the version that
//! the writer has seen, the id of the command being carried out, and the reply to that command.
//! [`Ledger::read`] returns the events, from which the caller rebuilds its state.
//!
//! * **Durability.** An append returns after the commit that contains it was synced to disk.
//! * **Optimistic concurrency.** An append succeeds only if the stream is still at the expected version;
//!   otherwise it fails with [`AppendError::Conflict`].
//! * **Idempotent commands.** Repeating a [`CommandId`] on a stream returns the version and the reply of the
//!   first time and writes nothing, even if it is sent to another process.
//! * **Atomicity.** One append writes everything or nothing: its events, its [`LabelChange`]s (labels are the
//!   index of streams; a claimed label is unique), its [`NewJob`]s (work for any process, stored until it is
//!   finished) and its [`Count`]s (counters).
//!
//! Appends that wait at the same time share one transaction, hence one sync of the disk.
//!
//! ```
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use chautari_ledger::{Append, Event, Ledger, StreamId, Version};
//! use serde_json::json;
//!
//! let ledger = Ledger::open("sqlite::memory:").await?;
//! let stream = StreamId::new("match-1");
//! let event = Event { kind: "moved".to_owned(), body: json!({"move": "B1"}) };
//! let done = ledger.append(Append::new(stream.clone(), Version::START).event(event)).await?;
//! assert_eq!(done.version, Version(1));
//! assert_eq!(ledger.read(&stream, Version::START).await?[0].body["move"], "B1");
//! # Ok(())
//! # }
//! # tokio::runtime::Runtime::new().unwrap().block_on(example()).unwrap();
//! ```

mod append;
mod backup;
mod check;
mod checksum;
mod commit;
mod connection;
mod error;
#[cfg(feature = "http")]
mod http;
mod ids;
mod job;
mod ledger;
mod notice;
mod prune;
mod schema;
#[cfg(feature = "simulation")]
mod simulation;
mod store;
mod writer;

pub use append::{Append, AppendStatus, Appended, Count, Event, LabelChange, Stored, StoredReply};
pub use backup::{BackupError, BackupSummary};
pub use check::{CheckReport, IndexFault, IndexFaultKind, IndexTable};
pub use checksum::{Damage, DamagedCommand};
pub use error::{AppendError, OpenError, Unavailable};
pub use ids::{CommandId, Cursor, Label, StreamId, Version};
pub use job::{Job, JobId, LeaseState, NewJob};
pub use ledger::{Ledger, Page, Sharing};
pub use notice::{MAX_PEER_MESSAGE, Notice, PeerMessage, Watch};
pub use prune::{DryRun, Prune, Pruned};
#[cfg(feature = "simulation")]
pub use simulation::{Defect, Delivery, Fate, Faults, Request, SimulatedStore};
pub use writer::Commit;
