//! Memory for request bodies in flight, reserved before a body is read.
//!
//! An unfinished body holds memory until its deadline, and a client can open many connections. All bodies together
//! get a fixed number of bytes. The share of a client is a fraction of what is free at the moment (a *dynamic
//! threshold*), so that clients that use much leave room: of 64 MiB, 50 greedy clients that come one after the other
//! leave 13 MiB, of which the next client can have 430 KiB, and 200 leave enough for a body of 4 KiB.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chautari_compute::Client;
use metrics::Gauge;

use crate::Problem;
use crate::problem::Kind;

/// A client may hold one part in this many of the free memory.
const SHARE: usize = 32;

/// Memory for request bodies. Clones share it.
#[derive(Clone)]
pub(crate) struct BodyBudget(Arc<Inner>);

struct Inner {
    total: usize,
    in_flight: Mutex<InFlight>,
    gauge: Gauge,
}

#[derive(Default)]
struct InFlight {
    bytes: usize,
    clients: HashMap<Client, usize>,
}

/// Memory for one body, released when dropped.
pub(crate) struct Reservation {
    budget: BodyBudget,
    client: Client,
    bytes: usize,
}

/// Why a body is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverBudget {
    /// This client has too many unfinished bodies.
    Client,
    /// All clients together have.
    Server,
}

impl From<OverBudget> for Problem {
    fn from(over: OverBudget) -> Problem {
        let (kind, text) = match over {
            OverBudget::Client => {
                (Kind::TooManyRequests, "You are sending too many request bodies at once; wait for some.")
            }
            OverBudget::Server => {
                (Kind::Unavailable, "The server is receiving too many request bodies; try again soon.")
            }
        };
        Problem::new(kind, "overload", text).retry_after(Duration::from_secs(1))
    }
}

impl BodyBudget {
    pub(crate) fn new(total: usize, gauge: Gauge) -> BodyBudget {
        BodyBudget(Arc::new(Inner { total, in_flight: Mutex::default(), gauge }))
    }

    /// Reserves memory for a body of a client.
    pub(crate) fn reserve(&self, client: Client, bytes: usize) -> Result<Reservation, OverBudget> {
        let mut in_flight = self.lock();
        let held = in_flight.clients.get(&client).copied().unwrap_or_default();
        let free = self.0.total.saturating_sub(in_flight.bytes);
        if bytes > free / SHARE {
            return Err(if held == 0 { OverBudget::Server } else { OverBudget::Client });
        }
        if held + bytes > free / SHARE {
            return Err(OverBudget::Client);
        }
        in_flight.bytes += bytes;
        *in_flight.clients.entry(client).or_default() += bytes;
        self.0.gauge.set(in_flight.bytes as f64);
        Ok(Reservation { budget: self.clone(), client, bytes })
    }

    /// The number of bytes reserved.
    pub(crate) fn in_flight(&self) -> usize {
        self.lock().bytes
    }

    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn lock(&self) -> MutexGuard<'_, InFlight> {
        self.0.in_flight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut in_flight = self.budget.lock();
        in_flight.bytes -= self.bytes;
        if let Some(held) = in_flight.clients.get_mut(&self.client) {
            *held -= self.bytes;
            if *held == 0 {
                in_flight.clients.remove(&self.client);
            }
        }
        self.budget.0.gauge.set(in_flight.bytes as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOTAL: usize = 64 << 20;

    fn budget() -> BodyBudget {
        BodyBudget::new(TOTAL, Gauge::noop())
    }

    fn client(number: u8) -> Client {
        Client::from_addr([10, 0, 0, number].into())
    }

    /// Reserves as many bodies as possible.
    fn fill(budget: &BodyBudget, client: Client, bytes: usize) -> Vec<Reservation> {
        std::iter::from_fn(|| budget.reserve(client, bytes).ok()).collect()
    }

    #[test]
    fn one_client_gets_a_share_and_others_the_rest() {
        let budget = budget();
        let held = fill(&budget, client(1), 4 << 10);
        assert!((TOTAL / 40..TOTAL / 32).contains(&budget.in_flight()), "{}", budget.in_flight());
        assert_eq!(budget.reserve(client(1), 4 << 10).err(), Some(OverBudget::Client));
        assert!(budget.reserve(client(2), 256 << 10).is_ok());
        drop(held);
        assert_eq!(budget.in_flight(), 0);
        assert!(budget.lock().clients.is_empty(), "clients without bodies are forgotten");
    }

    #[test]
    fn greedy_clients_leave_room_for_one_more() {
        for (clients, bytes, room) in [
            (50, 4 << 10, 256 << 10),
            (50, 256 << 10, 256 << 10),
            (200, 4 << 10, 4 << 10),
            (200, 256 << 10, 4 << 10),
        ] {
            let budget = budget();
            let held: Vec<_> = (0..clients).map(|number| fill(&budget, client(number), bytes)).collect();
            assert!(budget.in_flight() < TOTAL);
            assert!(budget.reserve(client(200), room).is_ok(), "{} bytes in flight", budget.in_flight());
            drop(held);
            assert_eq!(budget.in_flight(), 0);
        }
    }

    #[test]
    fn body_larger_than_what_is_free_is_the_servers_fault() {
        let budget = BodyBudget::new(256 << 10, Gauge::noop());
        assert_eq!(budget.reserve(client(1), 16 << 10).err(), Some(OverBudget::Server));
        assert!(budget.reserve(client(1), 4 << 10).is_ok());
    }
}
