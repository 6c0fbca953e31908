//! Who is here, who listens elsewhere, and who has gone for good.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use tokio::sync::watch;

use super::person::SOMEBODY;
use crate::names::PersonId;

/// The people who look at a page of this process just now, and those whose name is not told any more.
#[derive(Default)]
pub(crate) struct Presence {
    /// One bell for all windows of a person, and how many windows there are.
    here: Mutex<HashMap<PersonId, (watch::Sender<()>, usize)>>,
    visitors: AtomicUsize,
    gone: RwLock<HashSet<PersonId>>,
    /// Those who have a browser that can be told of news.
    listening: RwLock<HashSet<PersonId>>,
}

/// Somebody who is here, with or without a name, until this is dropped.
pub(crate) struct Visit {
    presence: Arc<Presence>,
    person: Option<(PersonId, watch::Receiver<()>)>,
}

impl Presence {
    /// Somebody comes.
    pub(crate) fn enter(self: &Arc<Presence>, person: Option<&PersonId>) -> Visit {
        self.visitors.fetch_add(1, Ordering::Relaxed);
        let person = person.map(|id| {
            let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
            let (bell, windows) = here.entry(id.clone()).or_default();
            *windows += 1;
            (id.clone(), bell.subscribe())
        });
        Visit { presence: Arc::clone(self), person }
    }

    /// Something that concerns a person has changed: every window of theirs looks.
    pub(crate) fn ring(&self, person: &PersonId) {
        let here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((bell, _)) = here.get(person) {
            bell.send_replace(());
        }
    }

    /// Whether a person looks at a page.
    pub(crate) fn is_here(&self, person: &PersonId) -> bool {
        self.here.lock().unwrap_or_else(PoisonError::into_inner).contains_key(person)
    }

    /// How many windows look on.
    pub(crate) fn visitors(&self) -> usize {
        self.visitors.load(Ordering::Relaxed)
    }

    /// The name of a person is not told from now on.
    pub(crate) fn forget(&self, person: &PersonId) {
        self.gone.write().unwrap_or_else(PoisonError::into_inner).insert(person.clone());
    }

    /// Whether a person has a browser that can be told of news.
    pub(super) fn listens(&self, person: &PersonId, does: bool) {
        let mut listening = self.listening.write().unwrap_or_else(PoisonError::into_inner);
        if does {
            listening.insert(person.clone());
        } else {
            listening.remove(person);
        }
    }

    /// Whether it is worth while to tell a person: they listen, and do not look at a page of this process.
    pub(crate) fn would_hear(&self, person: &PersonId) -> bool {
        let listening = self.listening.read().unwrap_or_else(PoisonError::into_inner);
        listening.contains(person) && !self.is_here(person)
    }

    /// What a person is called now who was called so when they sat down.
    pub(crate) fn called<'a>(&self, person: &PersonId, then: &'a str) -> &'a str {
        let gone = self.gone.read().unwrap_or_else(PoisonError::into_inner);
        if gone.contains(person) { SOMEBODY } else { then }
    }
}

impl Visit {
    /// Waits until something that concerns the person has changed; for ever where nobody knows who it is.
    pub(crate) async fn rung(&mut self) {
        match &mut self.person {
            // The sender stays as long as this window is here.
            Some((_, bell)) => drop(bell.changed().await),
            None => std::future::pending().await,
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.presence.visitors.fetch_sub(1, Ordering::Relaxed);
        let Some((id, _)) = &self.person else { return };
        let mut here = self.presence.here.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, windows)) = here.get_mut(id) {
            *windows -= 1;
            if *windows == 0 {
                here.remove(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_here_as_long_as_a_window_is() {
        let (presence, id) = (Arc::new(Presence::default()), PersonId::random());
        let one = presence.enter(Some(&id));
        let other = presence.enter(Some(&id));
        let nobody = presence.enter(None);
        assert_eq!((presence.visitors(), presence.is_here(&id)), (3, true));
        drop((one, nobody));
        assert!(presence.is_here(&id));
        drop(other);
        assert_eq!((presence.visitors(), presence.is_here(&id)), (0, false));
    }

    #[test]
    fn who_has_gone_is_somebody() {
        let (presence, id) = (Presence::default(), PersonId::random());
        assert_eq!(presence.called(&id, "Asha"), "Asha");
        presence.forget(&id);
        assert_eq!(presence.called(&id, "Asha"), SOMEBODY);
    }
}
