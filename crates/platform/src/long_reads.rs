//! Bounds on long reads of the ledger, such as pages of matches that have to be replayed: the number at once per client
//! and in total. Further reads wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chautari_compute::Client;
use tokio::sync::Semaphore;

/// Long reads in progress at once, of all clients together.
const TOTAL: usize = 16;

/// Long reads in progress at once, per client.
const PER_CLIENT: usize = 2;

pub(crate) struct LongReads {
    total: Semaphore,
    clients: Mutex<HashMap<Client, Arc<Semaphore>>>,
}

impl Default for LongReads {
    fn default() -> LongReads {
        LongReads { total: Semaphore::new(TOTAL), clients: Mutex::default() }
    }
}

impl LongReads {
    /// Runs `read` once there is room for it.
    pub(crate) async fn run<T>(&self, client: Client, read: impl Future<Output = T>) -> T {
        let entry = Entry { reads: self, client, own: Some(self.own(client)) };
        let own = entry.own.as_ref().expect("taken only by drop");
        // A client's own bound comes first, so that its waiting reads hold none of the common places.
        let _own = own.acquire().await.expect("never closed");
        let _total = self.total.acquire().await.expect("never closed");
        read.await
    }

    fn own(&self, client: Client) -> Arc<Semaphore> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(clients.entry(client).or_insert_with(|| Arc::new(Semaphore::new(PER_CLIENT))))
    }
}

/// Removes a client's semaphore with its last read, also if the read is cancelled.
struct Entry<'a> {
    reads: &'a LongReads,
    client: Client,
    own: Option<Arc<Semaphore>>,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        let mut clients = self.reads.clients.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.own.take());
        if clients.get(&self.client).is_some_and(|own| Arc::strong_count(own) == 1) {
            clients.remove(&self.client);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn reads_beyond_a_clients_bound_wait_and_others_go_on() {
        let reads = LongReads::default();
        let [one, other] = ["one", "other"].map(Client::internal);
        let mut running: Vec<_> =
            (0..PER_CLIENT).map(|_| Box::pin(reads.run(one, pending::<()>()))).collect();
        assert!(running.iter_mut().all(|read| read.now_or_never().is_none()));
        assert!(reads.run(one, async {}).now_or_never().is_none(), "the client's places are taken");
        assert!(reads.run(other, async {}).now_or_never().is_some(), "another client's are free");
        running.pop();
        assert!(reads.run(one, async {}).now_or_never().is_some());
        drop(running);
        assert!(reads.clients.lock().unwrap().is_empty(), "no client is remembered without a read");
    }
}
