//! Who is here, who listens elsewhere, and who has gone for good.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use chautari_platform::{InvitationId, MatchId, PersonId};
use tokio::sync::Notify;

use super::person::SOMEBODY;
use super::remote_presence::RemotePresence;

/// The number of people whose last activity is remembered, about 10 MB, and for how long if there are more.
const MAX_ACTIVE: usize = 100_000;
const ACTIVITY_TTL: Duration = Duration::from_hours(1);

/// The people who look at a page just now, and those whose name is not told any more.
#[derive(Default)]
pub struct Presence {
    /// The windows of a person at this process.
    here: Mutex<HashMap<PersonId, Vec<Arc<Notifier>>>>,
    visitors: AtomicUsize,
    /// Those who have come or gone since the other processes were last told; `None` where nobody tells them.
    moved: Mutex<Option<HashSet<PersonId>>>,
    /// How many streams of news a bot has open at this process.
    bots: Mutex<HashMap<String, usize>>,
    /// Who is at other processes, as they say.
    elsewhere: Mutex<RemotePresence>,
    /// The time at which people last used a key at this process.
    active: Mutex<HashMap<PersonId, Instant>>,
    /// By the digests of their names: they stay here for ever, and anybody can come and go.
    gone: RwLock<HashSet<u64>>,
    /// Those who have a browser that can be told of news.
    listening: RwLock<HashSet<PersonId>>,
}

/// What has changed for a person since a window of theirs last looked.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PendingChanges {
    /// The matches in which something happened.
    pub matches: BTreeSet<MatchId>,
    /// The invitations that changed.
    pub invitations: BTreeSet<InvitationId>,
    /// They have gone for good, by another device.
    pub gone: bool,
}

/// Why a person is rung for.
#[derive(Clone, Copy)]
pub enum Change<'a> {
    /// Something happened in a match of theirs.
    Match(&'a MatchId),
    /// An invitation of theirs, or to them, stands otherwise.
    Invitation(&'a InvitationId),
    /// They have gone for good.
    Gone,
}

/// What a window is called by.
#[derive(Default)]
struct Notifier {
    rung: Mutex<PendingChanges>,
    notify: Notify,
}

/// Somebody who is here, with or without a name, until this is dropped.
pub struct PresenceGuard {
    presence: Arc<Presence>,
    person: Option<(PersonId, Arc<Notifier>)>,
}

/// A bot that listens, until this is dropped.
pub struct BotStreamGuard {
    presence: Arc<Presence>,
    bot: String,
}

impl Presence {
    /// A bot opens a stream of news.
    pub fn register_bot_stream(self: &Arc<Presence>, bot: &str) -> BotStreamGuard {
        *lock(&self.bots).entry(bot.to_owned()).or_default() += 1;
        BotStreamGuard { presence: Arc::clone(self), bot: bot.to_owned() }
    }

    /// Whether a bot has a stream of news open at this process.
    pub fn is_listening(&self, bot: &str) -> bool {
        lock(&self.bots).contains_key(bot)
    }

    /// Somebody comes.
    pub fn enter(self: &Arc<Presence>, person: Option<&PersonId>) -> PresenceGuard {
        self.visitors.fetch_add(1, Ordering::Relaxed);
        let person = person.map(|id| {
            let bell = Arc::new(Notifier::default());
            let mut here = lock(&self.here);
            let windows = here.entry(id.clone()).or_default();
            windows.push(Arc::clone(&bell));
            if windows.len() == 1 {
                self.note(id);
            }
            (id.clone(), bell)
        });
        PresenceGuard { presence: Arc::clone(self), person }
    }

    /// Somebody has come or gone, of which the other processes are to be told.
    fn note(&self, person: &PersonId) {
        if let Some(moved) = &mut *lock(&self.moved) {
            moved.insert(person.clone());
        }
    }

    /// Something that concerns a person has changed: every window of theirs looks at it.
    pub fn ring(&self, person: &PersonId, why: Change<'_>) {
        let here = lock(&self.here);
        for bell in here.get(person).into_iter().flatten() {
            let mut rung = lock(&bell.rung);
            match why {
                Change::Match(id) => drop(rung.matches.insert(id.clone())),
                Change::Invitation(id) => drop(rung.invitations.insert(id.clone())),
                Change::Gone => rung.gone = true,
            }
            drop(rung);
            bell.notify.notify_one();
        }
    }

    /// Whether a person looks at a page, of this process or another.
    pub fn is_here(&self, person: &PersonId) -> bool {
        lock(&self.here).contains_key(person) || lock(&self.elsewhere).has(person, Instant::now())
    }

    /// Records that a person used a key.
    pub(super) fn note_activity(&self, person: &PersonId) {
        let mut active = lock(&self.active);
        if active.len() >= MAX_ACTIVE {
            active.retain(|_, at| at.elapsed() < ACTIVITY_TTL);
        }
        if active.len() < MAX_ACTIVE || active.contains_key(person) {
            active.insert(person.clone(), Instant::now());
        }
    }

    /// Whether a person is connected, or used a key at this process within this time. Programs that poll the API are
    /// not connected.
    pub fn was_active(&self, person: &PersonId, within: Duration) -> bool {
        let is_recent = |at: &Instant| at.elapsed() <= within;
        self.is_here(person) || lock(&self.active).get(person).is_some_and(is_recent)
    }

    /// How many windows look on, at all processes.
    pub fn visitors(&self) -> usize {
        self.visitors.load(Ordering::Relaxed) + lock(&self.elsewhere).windows(Instant::now())
    }

    /// What the other processes are to be told: those who have come and gone, or all who are here.
    pub(super) fn news(&self, all: bool) -> Vec<String> {
        let here = lock(&self.here);
        let moved = lock(&self.moved).replace(HashSet::new()).unwrap_or_default();
        let told: Vec<_> = if all { here.keys().collect() } else { Vec::new() };
        let told = told.into_iter().chain(&moved).map(|id| (id, here.contains_key(id)));
        RemotePresence::write(self.visitors.load(Ordering::Relaxed), told)
    }

    /// What another process tells; whether it asks who is here.
    pub(super) fn hear(&self, from: &Arc<str>, text: &str) -> bool {
        lock(&self.elsewhere).hear(from, text, Instant::now())
    }

    /// The name of a person is not told from now on.
    pub(crate) fn forget(&self, person: &PersonId) {
        self.gone.write().unwrap_or_else(PoisonError::into_inner).insert(digest(person));
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

    /// Whether it is worth while to tell a person: they listen, and do not look at a page.
    pub fn would_hear(&self, person: &PersonId) -> bool {
        let listening = self.listening.read().unwrap_or_else(PoisonError::into_inner);
        listening.contains(person) && !self.is_here(person)
    }

    /// Whether a person is known to have gone for good.
    pub fn has_gone(&self, person: &PersonId) -> bool {
        self.gone.read().unwrap_or_else(PoisonError::into_inner).contains(&digest(person))
    }

    /// What a person is called now who was called so when they sat down.
    pub fn called<'a>(&self, person: &PersonId, then: &'a str) -> &'a str {
        if self.has_gone(person) { SOMEBODY } else { then }
    }
}

/// Two people share one only by a chance of one in billions.
fn digest(person: &PersonId) -> u64 {
    let mut hasher = DefaultHasher::new();
    person.hash(&mut hasher);
    hasher.finish()
}

/// Nothing that holds a lock here can panic half-way, so that a poisoned one is still sound.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PresenceGuard {
    /// Waits until something that concerns the person has changed; for ever where nobody knows who it is.
    pub async fn rung(&self) {
        match &self.person {
            Some((_, bell)) => bell.notify.notified().await,
            None => std::future::pending().await,
        }
    }

    /// What has changed since this was last asked.
    pub fn changes(&self) -> PendingChanges {
        self.person
            .as_ref()
            .map_or_else(PendingChanges::default, |(_, bell)| std::mem::take(&mut *lock(&bell.rung)))
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.presence.visitors.fetch_sub(1, Ordering::Relaxed);
        let Some((id, own)) = &self.person else { return };
        let mut here = lock(&self.presence.here);
        let Some(windows) = here.get_mut(id) else { return };
        windows.retain(|bell| !Arc::ptr_eq(bell, own));
        if windows.is_empty() {
            here.remove(id);
            self.presence.note(id);
        }
    }
}

impl Drop for BotStreamGuard {
    fn drop(&mut self) {
        let mut bots = lock(&self.presence.bots);
        let Some(open) = bots.get_mut(&self.bot) else { return };
        *open -= 1;
        if *open == 0 {
            bots.remove(&self.bot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_listens_as_long_as_a_stream_of_its_is_open() {
        let presence = Arc::new(Presence::default());
        let (one, other) = (presence.register_bot_stream("herd"), presence.register_bot_stream("herd"));
        drop(one);
        assert!(presence.is_listening("herd") && !presence.is_listening("flock"));
        drop(other);
        assert!(!presence.is_listening("herd"));
    }

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
    fn person_who_used_a_key_was_active_for_a_while() {
        let (presence, id) = (Presence::default(), PersonId::random());
        assert!(!presence.was_active(&id, Duration::MAX));
        presence.note_activity(&id);
        assert!(presence.was_active(&id, Duration::from_mins(1)) && !presence.is_here(&id));
        std::thread::sleep(Duration::from_millis(2));
        assert!(!presence.was_active(&id, Duration::from_millis(1)));
    }

    #[test]
    fn who_is_at_one_process_is_here_at_all_of_them() {
        let (here, there) = (Arc::new(Presence::default()), Arc::new(Presence::default()));
        let (asha, bina) = (PersonId::random(), PersonId::random());
        let name: Arc<str> = "there".into();
        let tell = |all: bool| {
            for text in there.news(all) {
                here.hear(&name, &text);
            }
        };
        tell(true);
        let window = there.enter(Some(&asha));
        let _other = there.enter(Some(&bina));
        assert!(!here.is_here(&asha), "nobody has said so");
        tell(false);
        assert_eq!((here.is_here(&asha), here.is_here(&bina), here.visitors()), (true, true, 2));
        drop(window);
        tell(false);
        assert_eq!((here.is_here(&asha), here.is_here(&bina), here.visitors()), (false, true, 1));
        // Whoever starts later hears of all who are there.
        let late = Arc::new(Presence::default());
        for text in there.news(true) {
            late.hear(&name, &text);
        }
        assert_eq!((late.is_here(&asha), late.is_here(&bina)), (false, true));
    }

    #[test]
    fn every_window_is_told_what_has_changed_once() {
        let (presence, id, game) = (Arc::new(Presence::default()), PersonId::random(), MatchId::random());
        let (one, other) = (presence.enter(Some(&id)), presence.enter(Some(&id)));
        presence.ring(&id, Change::Match(&game));
        presence.ring(&id, Change::Match(&game));
        for window in [&one, &other] {
            assert!(window.changes().matches.iter().eq([&game]));
            assert_eq!(window.changes(), PendingChanges::default());
        }
    }

    #[test]
    fn who_has_gone_is_somebody() {
        let (presence, id) = (Presence::default(), PersonId::random());
        assert_eq!(presence.called(&id, "Asha"), "Asha");
        presence.forget(&id);
        assert_eq!(presence.called(&id, "Asha"), SOMEBODY);
    }
}
