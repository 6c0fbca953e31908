//! Presence at other processes: the heartbeats by which processes share who is online.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chautari_ledger::MAX_PEER_MESSAGE;
use chautari_platform::PersonId;

/// Time between heartbeats.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(2);

/// Heartbeats between two that list everyone, which make good for lost messages.
pub(crate) const FULL_SYNC_EVERY: u32 = 10;

/// Time without a heartbeat after which a process counts as stopped.
const PROCESS_TIMEOUT: Duration = Duration::from_secs(10);

/// Time after which a person counts as offline unless a heartbeat has listed them again.
const PERSON_TIMEOUT: Duration = Duration::from_secs(50);

/// The people at other processes, by their heartbeats.
#[derive(Default)]
pub(crate) struct RemotePresence(HashMap<Arc<str>, Process>);

struct Process {
    /// The time of the last heartbeat.
    heard: Instant,
    windows: usize,
    /// The time each person was last listed.
    people: HashMap<PersonId, Instant>,
}

impl RemotePresence {
    /// The message of a new process, which asks the others to list everyone.
    pub(crate) const ASK: &str = "?";

    /// Writes a heartbeat: the number of windows, and whether each of these people is online. Split into messages of at
    /// most [`MAX_PEER_MESSAGE`] bytes.
    pub(super) fn write<'a>(
        windows: usize,
        people: impl Iterator<Item = (&'a PersonId, bool)>,
    ) -> Vec<String> {
        let (mut texts, mut text) = (Vec::new(), windows.to_string());
        for (id, is_here) in people {
            let line = format!("\n{}{id}", if is_here { '+' } else { '-' });
            if text.len() + line.len() > MAX_PEER_MESSAGE {
                texts.push(std::mem::replace(&mut text, windows.to_string()));
            }
            text += &line;
        }
        texts.push(text);
        texts
    }

    /// Takes over a message of another process. Returns whether it is [`ASK`](Self::ASK).
    pub(super) fn receive(&mut self, from: &Arc<str>, text: &str, now: Instant) -> bool {
        if text == Self::ASK {
            return true;
        }
        let mut lines = text.lines();
        let Some(windows) = lines.next().and_then(|count| count.parse().ok()) else { return false };
        self.0.retain(|_, process| now.duration_since(process.heard) < PROCESS_TIMEOUT);
        let process = self.0.entry(Arc::clone(from)).or_insert_with(|| Process {
            heard: now,
            windows,
            people: HashMap::new(),
        });
        (process.heard, process.windows) = (now, windows);
        for line in lines {
            if let Some(id) = line.strip_prefix('+').and_then(PersonId::read) {
                process.people.insert(id, now);
            } else if let Some(id) = line.strip_prefix('-').and_then(PersonId::read) {
                process.people.remove(&id);
            }
        }
        process.people.retain(|_, named| now.duration_since(*named) < PERSON_TIMEOUT);
        false
    }

    /// Whether a person is at another process.
    pub(super) fn has(&self, person: &PersonId, now: Instant) -> bool {
        self.running(now).any(|process| process.people.contains_key(person))
    }

    /// The number of open windows at other processes.
    pub(super) fn windows(&self, now: Instant) -> usize {
        self.running(now).map(|process| process.windows).sum()
    }

    fn running(&self, now: Instant) -> impl Iterator<Item = &Process> {
        self.0.values().filter(move |process| now.duration_since(process.heard) < PROCESS_TIMEOUT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_heartbeat_is_split_and_expires_with_its_process() {
        let people: Vec<_> = (0..2000).map(|_| PersonId::random()).collect();
        let texts = RemotePresence::write(2500, people.iter().map(|id| (id, true)));
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() <= MAX_PEER_MESSAGE));
        let (mut elsewhere, from, now) = (RemotePresence::default(), Arc::from("one"), Instant::now());
        for text in &texts {
            assert!(!elsewhere.receive(&from, text, now));
        }
        let has_all = |elsewhere: &RemotePresence, at| people.iter().all(|id| elsewhere.has(id, at));
        assert!(has_all(&elsewhere, now) && elsewhere.windows(now) == 2500);
        // Heartbeats that do not list a person again let them expire.
        let mut later = now;
        for _ in 0..9 {
            later += Duration::from_secs(5);
            elsewhere.receive(&from, "2500", later);
            assert!(has_all(&elsewhere, later), "{:?}", later - now);
        }
        elsewhere.receive(&from, "2500", later + Duration::from_secs(5));
        assert!(!elsewhere.has(&people[0], later));
        // Without heartbeats the process expires.
        elsewhere.receive(&from, &texts[0], later);
        assert_eq!(elsewhere.windows(later + PROCESS_TIMEOUT), 0);
        assert!(!elsewhere.has(&people[0], later + PROCESS_TIMEOUT));
    }

    #[test]
    fn malformed_message_changes_nothing() {
        let (mut elsewhere, from, now) = (RemotePresence::default(), Arc::from("one"), Instant::now());
        for text in ["", "many", "3\n+", "3\n+../../etc/passwd", "3\nabc"] {
            assert!(!elsewhere.receive(&from, text, now));
        }
        assert!(elsewhere.receive(&from, "?", now));
        assert_eq!(elsewhere.windows(now), 3);
    }
}
