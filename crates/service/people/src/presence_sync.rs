//! Sharing presence between the processes of one database.

use tokio::sync::broadcast::error::RecvError;

use crate::People;
use crate::model::remote_presence::{FULL_SYNC_EVERY, HEARTBEAT, RemotePresence};

/// Sends heartbeats to the other processes and receives theirs, until it is cancelled.
pub(crate) async fn run(people: &People) {
    let (presence, ledger) = (people.presence(), people.platform().ledger());
    let mut messages = ledger.subscribe_peers();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    let mut until_full_sync = 0;
    broadcast(people, &[RemotePresence::ASK.to_owned()]).await;
    loop {
        tokio::select! {
            _ = heartbeat.tick() => {
                let all = until_full_sync == 0;
                until_full_sync = if all { FULL_SYNC_EVERY } else { until_full_sync - 1 };
                broadcast(people, &presence.heartbeat(all)).await;
            }
            message = messages.recv() => match message {
                Ok(message) => {
                    if presence.receive(&message.from, &message.text) {
                        until_full_sync = 0;
                    }
                }
                // The next full heartbeat makes good for lost messages.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }
}

async fn broadcast(people: &People, texts: &[String]) {
    for text in texts {
        if let Err(cause) = people.platform().ledger().broadcast(text).await {
            tracing::warn!(%cause, "presence was not sent to the other processes");
            return;
        }
    }
}
