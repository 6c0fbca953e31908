//! Offers in the lobby: made, seen, taken back, gone.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::{sleep, sleep_until};

use crate::http::{HttpLine, post, text};
use crate::people::Named;

/// How often somebody offers a game in the lobby,
const EVERY: Duration = Duration::from_millis(200);

/// and how many offers stand at a time: then the oldest is taken back.
const STANDING: usize = 20;

/// What is not seen so long after the last change is not seen at all.
const PATIENCE: Duration = Duration::from_secs(3);

/// When offers were made and taken back, and how long after that those who look at the clock saw it.
#[derive(Default)]
pub(crate) struct Offers(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// By the name of who made it: it may be seen before its own is known.
    made: HashMap<String, Instant>,
    withdrawn: HashMap<String, Instant>,
    observers: usize,
    added: Vec<Duration>,
    gone: Vec<Duration>,
}

/// What came of it.
pub(crate) struct Seen {
    pub(crate) offers: usize,
    pub(crate) observers: usize,
    pub(crate) added: Vec<Duration>,
    pub(crate) gone: Vec<Duration>,
    /// How often somebody should have seen something and did not.
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

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody in the lobby who looks at the clock.
pub(crate) struct Watching {
    offers: Arc<Offers>,
    /// What stands, as far as was told.
    open: HashSet<String>,
    /// Whose offers were seen.
    seen: HashSet<String>,
}

impl Watching {
    pub(crate) fn new(offers: &Arc<Offers>) -> Watching {
        offers.lock().observers += 1;
        Watching { offers: Arc::clone(offers), open: HashSet::new(), seen: HashSet::new() }
    }

    /// Takes in a frame: what has changed, or everything, for who was too slow.
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
            // One that came and went between two frames was never there to be seen.
            self.open.remove(&id);
            if let Some(withdrawn) = kept.withdrawn.get(&id).copied() {
                kept.gone.push(withdrawn.elapsed());
            }
        }
    }
}

/// Those in the lobby offer games, one after the other, each once, and take them back after a while.
pub(crate) async fn offer(address: SocketAddr, people: Vec<Named>, offers: Arc<Offers>, time: Duration) {
    let mut line = HttpLine::open(address).await.expect("the server takes a connection");
    let (begun, mut standing) = (Instant::now(), VecDeque::new());
    for Named { name, key } in people {
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
    // The last ones are seen, too.
    sleep(PATIENCE).await;
}

fn delete(path: &str, key: &str) -> Vec<u8> {
    format!("DELETE {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n").into_bytes()
}
