//! Who is at other processes: each says now and then who has come to it and who has gone.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chautari_ledger::MAX_PEER_MESSAGE;
use chautari_platform::PersonId;

use crate::People;

/// How often a process says who has come and gone.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// Every so many beats it says who all are there: what was not heard is made good.
const FULL_SYNC_EVERY: u32 = 10;

/// A process that says nothing for so long is not there any more,
const SILENT: Duration = Duration::from_secs(10);

/// and neither is a person whom it has not named again.
const FORGOTTEN: Duration = Duration::from_secs(50);

/// Who is at other processes, as far as they have said.
#[derive(Default)]
pub(super) struct RemotePresence(HashMap<Arc<str>, Process>);

struct Process {
    heard: Instant,
    windows: usize,
    /// When they were last named.
    people: HashMap<PersonId, Instant>,
}

impl RemotePresence {
    /// What a newcomer says: who is here?
    const ASK: &str = "?";

    /// What a process says: how many windows look on, and of these people whether they are there. As many texts as it
    /// takes.
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

    /// Takes in what a process says; whether it asks who is here.
    pub(super) fn hear(&mut self, from: &Arc<str>, text: &str, now: Instant) -> bool {
        if text == Self::ASK {
            return true;
        }
        let mut lines = text.lines();
        let Some(windows) = lines.next().and_then(|count| count.parse().ok()) else { return false };
        self.0.retain(|_, process| now.duration_since(process.heard) < SILENT);
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
        process.people.retain(|_, named| now.duration_since(*named) < FORGOTTEN);
        false
    }

    /// Whether somebody is there.
    pub(super) fn has(&self, person: &PersonId, now: Instant) -> bool {
        self.there(now).any(|process| process.people.contains_key(person))
    }

    /// How many windows look on there.
    pub(super) fn windows(&self, now: Instant) -> usize {
        self.there(now).map(|process| process.windows).sum()
    }

    fn there(&self, now: Instant) -> impl Iterator<Item = &Process> {
        self.0.values().filter(move |process| now.duration_since(process.heard) < SILENT)
    }
}

/// Tells the other processes who is here and hears it from them, for as long as it runs.
pub(super) async fn share(app: &People) {
    let (presence, ledger) = (app.presence(), app.platform().ledger());
    let mut calls = ledger.subscribe_peers();
    let mut beat = tokio::time::interval(HEARTBEAT);
    let mut until_all = 0;
    say(app, &[RemotePresence::ASK.to_owned()]).await;
    loop {
        tokio::select! {
            _ = beat.tick() => {
                let all = until_all == 0;
                until_all = if all { FULL_SYNC_EVERY } else { until_all - 1 };
                say(app, &presence.news(all)).await;
            }
            call = calls.recv() => match call {
                Ok(call) => {
                    if presence.hear(&call.from, &call.text) {
                        until_all = 0;
                    }
                }
                // What was missed is said again.
                Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
                Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
            }
        }
    }
}

async fn say(app: &People, texts: &[String]) {
    for text in texts {
        if let Err(cause) = app.platform().ledger().broadcast(text).await {
            tracing::warn!(%cause, "other processes do not hear who is here");
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_told_in_as_many_texts_as_it_takes_and_forgotten_with_its_process() {
        let people: Vec<_> = (0..2000).map(|_| PersonId::random()).collect();
        let texts = RemotePresence::write(2500, people.iter().map(|id| (id, true)));
        assert!(texts.len() > 1 && texts.iter().all(|text| text.len() <= MAX_PEER_MESSAGE));
        let (mut elsewhere, from, now) = (RemotePresence::default(), Arc::from("one"), Instant::now());
        for text in &texts {
            assert!(!elsewhere.hear(&from, text, now));
        }
        let has_all = |elsewhere: &RemotePresence, at| people.iter().all(|id| elsewhere.has(id, at));
        assert!(has_all(&elsewhere, now) && elsewhere.windows(now) == 2500);
        // It says that it is there, and of whom it does not speak again nobody knows.
        let mut later = now;
        for _ in 0..9 {
            later += Duration::from_secs(5);
            elsewhere.hear(&from, "2500", later);
            assert!(has_all(&elsewhere, later), "{:?}", later - now);
        }
        elsewhere.hear(&from, "2500", later + Duration::from_secs(5));
        assert!(!elsewhere.has(&people[0], later));
        // It says nothing.
        elsewhere.hear(&from, &texts[0], later);
        assert_eq!(elsewhere.windows(later + SILENT), 0);
        assert!(!elsewhere.has(&people[0], later + SILENT));
    }

    #[test]
    fn what_cannot_be_read_changes_nothing() {
        let (mut elsewhere, from, now) = (RemotePresence::default(), Arc::from("one"), Instant::now());
        for text in ["", "many", "3\n+", "3\n+../../etc/passwd", "3\nabc"] {
            assert!(!elsewhere.hear(&from, text, now));
        }
        assert!(elsewhere.hear(&from, "?", now));
        assert_eq!(elsewhere.windows(now), 3);
    }
}
