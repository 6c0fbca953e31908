//! Who wants to hear of a game, in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chautari_ledger::{Notice, StreamId};
use chautari_server::App;
use tokio::sync::watch;

/// One room a game that somebody listens to. One task listens to the ledger for all of them.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<HashMap<StreamId, watch::Sender<()>>>);

impl Rooms {
    fn lock(&self) -> MutexGuard<'_, HashMap<StreamId, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes whenever the game may have.
    pub(crate) fn join(&self, stream: &StreamId) -> watch::Receiver<()> {
        let mut rooms = self.lock();
        rooms.entry(stream.clone()).or_insert_with(|| watch::Sender::new(())).subscribe()
    }

    fn tell(&self, stream: &StreamId) {
        let mut rooms = self.lock();
        if let Some(room) = rooms.get(stream)
            && room.send(()).is_err()
        {
            rooms.remove(stream);
        }
    }

    fn tell_all(&self) {
        self.lock().retain(|_, room| room.send(()).is_ok());
    }

    /// Carries the ledger's notices into the rooms, until the server stops.
    pub(crate) async fn follow(self: Arc<Self>, app: App) {
        let mut watch = app.ledger().watch();
        loop {
            tokio::select! {
                notice = watch.next() => match notice {
                    Some(Notice::Appended { stream, .. }) => self.tell(&stream),
                    Some(Notice::Missed) => self.tell_all(),
                    None => return,
                },
                () = app.shutdown().requested() => return,
            }
        }
    }
}
