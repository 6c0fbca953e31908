//! An append-only store of events: SQLite in the process, PostgreSQL when several share it.
//!
//! A [`Ledger`] holds **streams** of events. What has been decided is written with [`Ledger::append`],
//! which takes the version the writer has seen, the id of the command it carries out, and the answer
//! that command gets; [`Ledger::read`] gives the events back, and whoever needs a state replays them.
//!
//! * **Acknowledged means on disk.** An append returns after the commit that holds it was synced.
//! * **One writer wins.** A stream moves on only from the version its writer expected; the other
//!   writers are told [`AppendError::Conflict`].
//! * **A repeated command is answered, not carried out.** The same [`CommandId`] on the same stream
//!   gives the first answer and version again, however often and wherever it is sent.
//! * **One append does everything or nothing**: its events, its [`LabelChange`]s (streams are found by
//!   their labels, and a claimed label belongs to one stream), its [`NewJob`]s (work for whichever
//!   process is free, kept until it is finished) and its [`Count`]s (how often something was the case).
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
mod commit;
mod connection;
mod fault;
mod ids;
mod job;
mod ledger;
mod notice;
mod prune;
mod schema;
mod store;
mod sum;
mod writer;

pub use append::{Append, Appended, Count, Event, First, LabelChange, Recalled, Stored};
pub use backup::{BackupError, Copied};
pub use check::Checked;
pub use fault::{AppendError, OpenError, Unavailable};
pub use ids::{CommandId, Label, Place, StreamId, Version};
pub use job::{Holding, Job, JobId, NewJob};
pub use ledger::{Ledger, Page, Sharing};
pub use notice::{Call, LONGEST_CALL, Notice, Watch};
pub use prune::{Prune, Pruned, Rehearsal};
pub use sum::Damage;
pub use writer::Commit;
