//! Presence: open windows and bot streams, notifications of changes, and deleted accounts.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use chautari_platform::{InvitationId, MatchId, PersonId};
use tokio::sync::Notify;

use super::person::DELETED_NAME;
use super::remote_presence::RemotePresence;

/// The number of people whose last activity is remembered, about 10 MB, and for how long if there are more.
const MAX_ACTIVE: usize = 100_000;
const ACTIVITY_TTL: Duration = Duration::from_hours(1);

/// The people and bots that are online, at this process and others.
#[derive(Default)]
pub struct Presence {
    /// The open windows of each person at this process.
    here: Mutex<HashMap<PersonId, Vec<Arc<Notifier>>>>,
    visitors: AtomicUsize,
    /// The people who came or left since the last heartbeat; `None` if there are no other processes.
    moved: Mutex<Option<HashSet<PersonId>>>,
    /// The number of open event streams of each bot at this process.
    bots: Mutex<HashMap<String, usize>>,
    /// The people at other processes.
    elsewhere: Mutex<RemotePresence>,
    /// The time at which people last used a key at this process.
    active: Mutex<HashMap<PersonId, Instant>>,
    /// Digests of the ids of deleted accounts. The set only grows, so its entries are small.
    deleted: RwLock<HashSet<u64>>,
    /// The people with a push subscription.
    subscribed: RwLock<HashSet<PersonId>>,
}

/// The changes that a window has not been told about yet.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PendingChanges {
    /// The matches that changed.
    pub matches: BTreeSet<MatchId>,
    /// The invitations that changed.
    pub invitations: BTreeSet<InvitationId>,
    /// Whether the account was deleted, from another device.
    pub deleted: bool,
}

/// A change that concerns a person.
#[derive(Clone, Copy)]
pub enum Change<'a> {
    /// A match of the person changed.
    Match(&'a MatchId),
    /// An invitation from or to the person changed.
    Invitation(&'a InvitationId),
    /// The account was deleted.
    Deleted,
}

/// The pending changes of one window.
#[derive(Default)]
struct Notifier {
    pending: Mutex<PendingChanges>,
    notify: Notify,
}

/// An open window, of a person or of an anonymous visitor, until it is dropped.
pub struct PresenceGuard {
    presence: Arc<Presence>,
    person: Option<(PersonId, Arc<Notifier>)>,
}

/// An open event stream of a bot, until it is dropped.
pub struct BotStreamGuard {
    presence: Arc<Presence>,
    bot: String,
}

impl Presence {
    /// Registers an event stream of a bot.
    pub fn register_bot_stream(self: &Arc<Presence>, bot: &str) -> BotStreamGuard {
        *lock(&self.bots).entry(bot.to_owned()).or_default() += 1;
        BotStreamGuard { presence: Arc::clone(self), bot: bot.to_owned() }
    }

    /// Whether a bot has an event stream open at this process.
    pub fn is_listening(&self, bot: &str) -> bool {
        lock(&self.bots).contains_key(bot)
    }

    /// Registers a window of a person, or of an anonymous visitor.
    pub fn enter(self: &Arc<Presence>, person: Option<&PersonId>) -> PresenceGuard {
        self.visitors.fetch_add(1, Ordering::Relaxed);
        let person = person.map(|id| {
            let notifier = Arc::new(Notifier::default());
            let mut here = lock(&self.here);
            let windows = here.entry(id.clone()).or_default();
            windows.push(Arc::clone(&notifier));
            if windows.len() == 1 {
                self.note_move(id);
            }
            (id.clone(), notifier)
        });
        PresenceGuard { presence: Arc::clone(self), person }
    }

    /// Remembers that a person came or left, for the next heartbeat.
    fn note_move(&self, person: &PersonId) {
        if let Some(moved) = &mut *lock(&self.moved) {
            moved.insert(person.clone());
        }
    }

    /// Notifies every window of a person at this process.
    pub fn notify(&self, person: &PersonId, change: Change<'_>) {
        let here = lock(&self.here);
        for notifier in here.get(person).into_iter().flatten() {
            let mut pending = lock(&notifier.pending);
            match change {
                Change::Match(id) => drop(pending.matches.insert(id.clone())),
                Change::Invitation(id) => drop(pending.invitations.insert(id.clone())),
                Change::Deleted => pending.deleted = true,
            }
            drop(pending);
            notifier.notify.notify_one();
        }
    }

    /// Whether a person has a window open, at this process or another.
    pub fn is_here(&self, person: &PersonId) -> bool {
        lock(&self.here).contains_key(person) || lock(&self.elsewhere).has(person, Instant::now())
    }

    /// Records that a person used a key.
    pub(crate) fn note_activity(&self, person: &PersonId) {
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

    /// The number of open windows at all processes.
    pub fn visitors(&self) -> usize {
        self.visitors.load(Ordering::Relaxed) + lock(&self.elsewhere).windows(Instant::now())
    }

    /// Returns the messages of a heartbeat: the people who came or left since the last one, or all who are here.
    pub(crate) fn heartbeat(&self, all: bool) -> Vec<String> {
        let here = lock(&self.here);
        let moved = lock(&self.moved).replace(HashSet::new()).unwrap_or_default();
        let present: Vec<_> = if all { here.keys().collect() } else { Vec::new() };
        let people = present.into_iter().chain(&moved).map(|id| (id, here.contains_key(id)));
        RemotePresence::write(self.visitors.load(Ordering::Relaxed), people)
    }

    /// Takes over a message of another process. Returns whether it asks for everyone who is here.
    pub(crate) fn receive(&self, from: &Arc<str>, text: &str) -> bool {
        lock(&self.elsewhere).receive(from, text, Instant::now())
    }

    /// Remembers that an account was deleted.
    pub(crate) fn mark_deleted(&self, person: &PersonId) {
        self.deleted.write().unwrap_or_else(PoisonError::into_inner).insert(digest(person));
    }

    /// Remembers whether a person has a push subscription.
    pub(crate) fn set_subscribed(&self, person: &PersonId, is_subscribed: bool) {
        let mut subscribed = self.subscribed.write().unwrap_or_else(PoisonError::into_inner);
        if is_subscribed {
            subscribed.insert(person.clone());
        } else {
            subscribed.remove(person);
        }
    }

    /// Whether a push notification makes sense: the person has a subscription and no window open.
    pub fn wants_push(&self, person: &PersonId) -> bool {
        let subscribed = self.subscribed.read().unwrap_or_else(PoisonError::into_inner);
        subscribed.contains(person) && !self.is_here(person)
    }

    /// Whether an account is known to be deleted.
    pub fn is_deleted(&self, person: &PersonId) -> bool {
        self.deleted.read().unwrap_or_else(PoisonError::into_inner).contains(&digest(person))
    }

    /// The name to show for a person who was stored under `name`.
    pub fn display_name<'a>(&self, person: &PersonId, name: &'a str) -> &'a str {
        if self.is_deleted(person) { DELETED_NAME } else { name }
    }
}

/// A 64-bit digest of an id. Collisions have a chance of one in billions.
fn digest(person: &PersonId) -> u64 {
    let mut hasher = DefaultHasher::new();
    person.hash(&mut hasher);
    hasher.finish()
}

/// Locks a mutex. Code that holds one of these never panics half-way, so a poisoned one is still consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PresenceGuard {
    /// Waits for a change that concerns the person; forever for an anonymous visitor.
    pub async fn changed(&self) {
        match &self.person {
            Some((_, notifier)) => notifier.notify.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Takes the changes since the last call.
    pub fn changes(&self) -> PendingChanges {
        let taken = |notifier: &Notifier| std::mem::take(&mut *lock(&notifier.pending));
        self.person.as_ref().map_or_else(PendingChanges::default, |(_, notifier)| taken(notifier))
    }
}

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.presence.visitors.fetch_sub(1, Ordering::Relaxed);
        let Some((id, own)) = &self.person else { return };
        let mut here = lock(&self.presence.here);
        let Some(windows) = here.get_mut(id) else { return };
        windows.retain(|notifier| !Arc::ptr_eq(notifier, own));
        if windows.is_empty() {
            here.remove(id);
            self.presence.note_move(id);
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
    fn bot_is_listening_while_a_stream_is_open() {
        let presence = Arc::new(Presence::default());
        let (one, other) = (presence.register_bot_stream("herd"), presence.register_bot_stream("herd"));
        drop(one);
        assert!(presence.is_listening("herd") && !presence.is_listening("flock"));
        drop(other);
        assert!(!presence.is_listening("herd"));
    }

    #[test]
    fn person_is_present_while_a_window_is_open() {
        let (presence, id) = (Arc::new(Presence::default()), PersonId::random());
        let one = presence.enter(Some(&id));
        let other = presence.enter(Some(&id));
        let anonymous = presence.enter(None);
        assert_eq!((presence.visitors(), presence.is_here(&id)), (3, true));
        drop((one, anonymous));
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
    fn presence_is_shared_between_processes() {
        let (here, there) = (Arc::new(Presence::default()), Arc::new(Presence::default()));
        let (asha, bina) = (PersonId::random(), PersonId::random());
        let name: Arc<str> = "there".into();
        let sync = |all: bool| {
            for text in there.heartbeat(all) {
                here.receive(&name, &text);
            }
        };
        sync(true);
        let window = there.enter(Some(&asha));
        let _other = there.enter(Some(&bina));
        assert!(!here.is_here(&asha), "not synchronised yet");
        sync(false);
        assert_eq!((here.is_here(&asha), here.is_here(&bina), here.visitors()), (true, true, 2));
        drop(window);
        sync(false);
        assert_eq!((here.is_here(&asha), here.is_here(&bina), here.visitors()), (false, true, 1));
        // A process that starts later asks for everyone.
        let late = Arc::new(Presence::default());
        for text in there.heartbeat(true) {
            late.receive(&name, &text);
        }
        assert_eq!((late.is_here(&asha), late.is_here(&bina)), (false, true));
    }

    #[test]
    fn each_window_takes_a_change_once() {
        let (presence, id, game) = (Arc::new(Presence::default()), PersonId::random(), MatchId::random());
        let (one, other) = (presence.enter(Some(&id)), presence.enter(Some(&id)));
        presence.notify(&id, Change::Match(&game));
        presence.notify(&id, Change::Match(&game));
        for window in [&one, &other] {
            assert!(window.changes().matches.iter().eq([&game]));
            assert_eq!(window.changes(), PendingChanges::default());
        }
    }

    #[test]
    fn deleted_account_has_no_name() {
        let (presence, id) = (Presence::default(), PersonId::random());
        assert_eq!(presence.display_name(&id, "Asha"), "Asha");
        presence.mark_deleted(&id);
        assert_eq!(presence.display_name(&id, "Asha"), DELETED_NAME);
    }
}
