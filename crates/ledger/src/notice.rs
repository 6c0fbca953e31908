//! Who is told that something was appended: everybody in this process, and with PostgreSQL
//! everybody in the others.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::{broadcast, watch};

use crate::ids::{StreamId, Version};

/// That a stream may have moved on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A stream has come to this version. It can be told twice, and late.
    Appended {
        /// Which stream.
        stream: StreamId,
        /// Where it is now.
        version: Version,
    },
    /// Some notices were lost: read again what you care for.
    Missed,
}

/// Notices as they come, from the moment of [`Ledger::watch`](crate::Ledger::watch) on.
pub struct Watch(broadcast::Receiver<Notice>);

impl Watch {
    /// The next notice; `None` when the ledger was closed.
    pub async fn next(&mut self) -> Option<Notice> {
        match self.0.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Notice::Missed),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// How many notices a watcher may be behind before it misses some.
const BEHIND: usize = 4096;

/// Where notices go out in this process.
pub(crate) struct Hub {
    notices: broadcast::Sender<Notice>,
    jobs: watch::Sender<Arrivals>,
    /// What other processes say that nobody keeps.
    calls: broadcast::Sender<Call>,
}

/// How often jobs have come: whoever waits for one of a queue looks again when its number changes.
#[derive(Default)]
pub(crate) struct Arrivals {
    queues: HashMap<String, u64>,
    /// How often it was missed of which queue they were.
    missed: u64,
}

impl Arrivals {
    pub(crate) fn of(&self, queue: &str) -> u64 {
        self.missed + self.queues.get(queue).copied().unwrap_or_default()
    }
}

/// Something another process said to all others with [`Ledger::call`](crate::Ledger::call).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Which process: the same name for as long as it has the ledger open.
    pub from: Arc<str>,
    /// What it said.
    pub text: Arc<str>,
}

impl Hub {
    pub(crate) fn new() -> Self {
        let calls = broadcast::Sender::new(BEHIND);
        Self { notices: broadcast::Sender::new(BEHIND), jobs: watch::Sender::default(), calls }
    }

    pub(crate) fn watch(&self) -> Watch {
        Watch(self.notices.subscribe())
    }

    pub(crate) fn calls(&self) -> broadcast::Receiver<Call> {
        self.calls.subscribe()
    }

    pub(crate) fn jobs(&self) -> watch::Receiver<Arrivals> {
        self.jobs.subscribe()
    }

    pub(crate) fn tell(&self, news: &News) {
        for (stream, version) in &news.appended {
            let notice = Notice::Appended { stream: stream.clone(), version: *version };
            // Nobody watching is no fault.
            let _ = self.notices.send(notice);
        }
        if !news.queues.is_empty() {
            self.jobs.send_modify(|arrivals| {
                for queue in &news.queues {
                    *arrivals.queues.entry(queue.clone()).or_default() += 1;
                }
            });
        }
    }

    pub(crate) fn miss(&self) {
        let _ = self.notices.send(Notice::Missed);
        self.jobs.send_modify(|arrivals| arrivals.missed += 1);
    }
}

/// What a transaction brought.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) appended: Vec<(StreamId, Version)>,
    /// To which queues jobs were added or given back.
    pub(crate) queues: BTreeSet<String>,
}

/// The channel of the database that carries [`News`].
pub(crate) const CHANNEL: &str = "chautari_ledger";

/// The channel that carries what nobody keeps.
pub(crate) const CALLS: &str = "chautari_calls";

/// What begins a line about a queue, where one about a stream has its version.
const JOBS: &str = "jobs";

/// PostgreSQL takes payloads under 8,000 bytes.
const PAYLOAD: usize = 7900;

/// The longest text of a [`Call`], in bytes: the author stands before it.
pub const LONGEST_CALL: usize = 7800;

impl Call {
    /// As the payload of a notification.
    pub(crate) fn write(author: &str, text: &str) -> String {
        format!("{author}\n{text}")
    }

    /// What another author's payload says; `None` for one's own.
    fn read(payload: &str, own: &str) -> Option<Call> {
        let (from, text) = payload.split_once('\n')?;
        (from != own).then(|| Call { from: from.into(), text: text.into() })
    }
}

/// Tells this process's own payloads from those of others.
pub(crate) fn author() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    format!("{}-{count}-{}", std::process::id(), start.unwrap_or_default().as_nanos())
}

impl News {
    /// As payloads of notifications: the author, then a line for each stream, and one for each queue that jobs came to.
    pub(crate) fn write(&self, author: &str) -> Vec<String> {
        let mut payloads = Vec::new();
        let mut payload = author.to_owned();
        let mut add = |line: &str| {
            if payload.len() + 1 + line.len() > PAYLOAD {
                payloads.push(std::mem::replace(&mut payload, author.to_owned()));
            }
            payload.push('\n');
            payload.push_str(line);
        };
        for (stream, version) in &self.appended {
            add(&format!("{version} {stream}"));
        }
        for queue in &self.queues {
            add(&format!("{JOBS} {queue}"));
        }
        if payload.len() > author.len() {
            payloads.push(payload);
        }
        payloads
    }

    /// What another author's payload says; `None` for one's own.
    pub(crate) fn read(payload: &str, own: &str) -> Option<Self> {
        let mut lines = payload.lines();
        if lines.next() == Some(own) {
            return None;
        }
        let mut news = Self::default();
        for line in lines {
            match line.split_once(' ') {
                Some((JOBS, queue)) => _ = news.queues.insert(queue.to_owned()),
                Some((version, stream)) => {
                    if let Ok(version) = version.parse() {
                        news.appended.push((StreamId::new(stream), Version(version)));
                    }
                }
                None => {}
            }
        }
        Some(news)
    }
}

/// Listens to the other processes for as long as it runs.
pub(crate) async fn listen(mut listener: PgListener, pool: PgPool, own: String, hub: Arc<Hub>) {
    loop {
        match listener.try_recv().await {
            Ok(Some(notification)) if notification.channel() == CALLS => {
                if let Some(call) = Call::read(notification.payload(), &own) {
                    let _ = hub.calls.send(call);
                }
            }
            Ok(Some(notification)) => {
                if let Some(news) = News::read(notification.payload(), &own) {
                    hub.tell(&news);
                }
            }
            // The connection was lost and is back: what was told meanwhile is not.
            Ok(None) => hub.miss(),
            Err(sqlx::Error::PoolClosed) => return,
            Err(error) => {
                tracing::warn!(%error, "the ledger does not hear from other processes; trying again");
                loop {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    if let Ok(again) = connect(&pool).await {
                        listener = again;
                        break;
                    }
                }
                hub.miss();
            }
        }
    }
}

/// A listener on both channels.
pub(crate) async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen_all([CHANNEL, CALLS]).await?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_heard_by_all_but_its_author() {
        let payload = Call::write("me", "two\nlines");
        assert_eq!(Call::read(&payload, "me"), None);
        let heard = Call::read(&payload, "you").expect("another's call");
        assert_eq!((&*heard.from, &*heard.text), ("me", "two\nlines"));
    }

    #[test]
    fn news_survive_the_wire_in_as_many_payloads_as_it_takes() {
        let appended: Vec<_> =
            (1..=500).map(|n| (StreamId::new(format!("match of {n}")), Version(n))).collect();
        let queues = ["moves".to_owned(), "a queue".to_owned()].into();
        let news = News { appended, queues };
        let payloads = news.write("me");
        assert!(payloads.len() > 1 && payloads.iter().all(|payload| payload.len() < 8000));
        let mut heard = News::default();
        for payload in &payloads {
            assert_eq!(News::read(payload, "me"), None);
            let part = News::read(payload, "you").expect("another's payload");
            heard.appended.extend(part.appended);
            heard.queues.extend(part.queues);
        }
        assert_eq!(heard, news);
        assert!(News::default().write("me").is_empty());
    }
}
