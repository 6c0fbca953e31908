//! Lobby traffic: offers that are created, seen, withdrawn and removed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::{sleep, sleep_until};

use crate::http::{HttpLine, post, text};
use crate::people::Account;

/// The interval between new offers.
const EVERY: Duration = Duration::from_millis(200);

/// The number of open offers, after which the oldest is withdrawn.
const STANDING: usize = 20;

/// An offer not seen this long after the last change counts as missed.
const VISIBLE_WITHIN: Duration = Duration::from_secs(3);

/// The times at which offers were created and withdrawn, and the delays until observers saw the changes.
#[derive(Default)]
pub(crate) struct Offers(Mutex<OfferTimes>);

#[derive(Default)]
struct OfferTimes {
    /// The creation times by the offering user, because an offer can be seen before its own id is known.
    made: HashMap<String, Instant>,
    withdrawn: HashMap<String, Instant>,
    observers: usize,
    added: Vec<Duration>,
    gone: Vec<Duration>,
}

/// The measured delays.
pub(crate) struct Seen {
    pub(crate) offers: usize,
    pub(crate) observers: usize,
    pub(crate) added: Vec<Duration>,
    pub(crate) gone: Vec<Duration>,
    /// The number of changes that observers missed.
    pub(crate) missed: usize,
}

impl Offers {
    pub(crate) fn seen(&self) -> Seen {
        let kept = self.lock();
        let expected = (kept.made.len() + kept.withdrawn.len()) * kept.observers;
        Seen {
            offers: kept.made.len(),
            observers: kept.observers,
            added: kept.added.clone(),
            gone: kept.gone.clone(),
            missed: expected.saturating_sub(kept.added.len() + kept.gone.len()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, OfferTimes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A user in the lobby who measures delays.
pub(crate) struct Observer {
    offers: Arc<Offers>,
    /// The open offers, as far as this user has seen.
    open: HashSet<String>,
    /// The users whose offers have been seen.
    seen: HashSet<String>,
}

impl Observer {
    pub(crate) fn new(offers: &Arc<Offers>) -> Observer {
        offers.lock().observers += 1;
        Observer { offers: Arc::clone(offers), open: HashSet::new(), seen: HashSet::new() }
    }

    /// Processes a frame: a change, or the full state for slow clients.
    pub(crate) fn hear(&mut self, frame: &str) {
        if !frame.contains(r#""type":"changed""#) && !frame.contains(r#""type":"lobby""#) {
            return;
        }
        let frame: Value = serde_json::from_str(frame).expect("frames are JSON");
        let list = |field: &str| frame[field].as_array().cloned().unwrap_or_default();
        let is_all = frame["type"] == "lobby";
        let added = if is_all { list("invitations") } else { list("added") };
        let id = |offer: &Value| offer["id"].as_str().unwrap_or_default().to_owned();
        let gone: Vec<String> = if is_all {
            let all: HashSet<String> = added.iter().map(id).collect();
            self.open.difference(&all).cloned().collect()
        } else {
            list("gone").iter().filter_map(|id| id.as_str().map(str::to_owned)).collect()
        };
        let mut kept = self.offers.lock();
        for offer in &added {
            self.open.insert(id(offer));
            let maker = offer["from"]["name"].as_str().unwrap_or_default();
            if let Some(made) = kept.made.get(maker).copied()
                && self.seen.insert(maker.to_owned())
            {
                kept.added.push(made.elapsed());
            }
        }
        for id in gone {
            // An offer that came and went between two frames was never visible.
            self.open.remove(&id);
            if let Some(withdrawn) = kept.withdrawn.get(&id).copied() {
                kept.gone.push(withdrawn.elapsed());
            }
        }
    }
}

/// Lets the users in the lobby create offers, one after the other, each once, and withdraw them after a
/// while.
pub(crate) async fn offer(address: SocketAddr, people: Vec<Account>, offers: Arc<Offers>, time: Duration) {
    let mut line = HttpLine::open(address).await.expect("the server takes a connection");
    let (begun, mut standing) = (Instant::now(), VecDeque::new());
    for Account { name, key } in people {
        if begun.elapsed() >= time {
            break;
        }
        let next = Instant::now() + EVERY;
        offers.lock().made.insert(name, Instant::now());
        let asked = post("/api/v1/invitations", Some(&key), r#"{"terms":{"game":"baghchal"}}"#);
        line.expect(&asked, 201).await.expect("the lobby takes the offer");
        standing.push_back((text(&line, "id"), key));
        if standing.len() > STANDING
            && let Some((id, key)) = standing.pop_front()
        {
            offers.lock().withdrawn.insert(id.clone(), Instant::now());
            let path = format!("/api/v1/invitations/{id}");
            line.expect(&delete(&path, &key), 204).await.expect("the offer is taken back");
        }
        sleep_until(next.into()).await;
    }
    // Give observers time to see the last ones.
    sleep(VISIBLE_WITHIN).await;
}

fn delete(path: &str, key: &str) -> Vec<u8> {
    format!("DELETE {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n").into_bytes()
}
