//! Processor time for clients: a pool of engines and a pool for other long computations, both with a fair queue.
//!
//! Nothing here knows HTTP: callers name a [`Client`], and errors are translated where a status is chosen.

mod client;
mod engines;
mod fair_queue;
mod pool;

pub use client::Client;
pub use engines::{
    EnginePoolConfig, Engines, Overload, SearchAborted, SearchHandle, SearchRequest, SearchUpdate, ThinkError,
};
pub use pool::{Cancelled, Full, Pool, RunError, TaskContext, Ticket};
