//! A person: an account with a name, keys, passkeys, ratings and a block list.
//!
//! Methods such as [`Person::block`] decide: they return the event to append, `None` if there is nothing to do, or the
//! reason for a refusal.

use std::sync::Arc;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::Rating;
use chautari_http::{Token, TokenHash};
use chautari_ledger::{self as ledger, Label, NewJob, Stored, Version};
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::confusables::name_claims;
use super::leaderboard::Leaderboards;
use super::presence::{Change, Presence};
use super::push_subscription::{MAX_SUBSCRIPTIONS, Subscription};
use super::rating::{Ratings, StoredRating};
use super::webauthn::Passkey;

/// The name that is shown in place of a deleted account.
pub(crate) const DELETED_NAME: &str = "somebody";

/// The job queue of deleted accounts.
pub(crate) const DELETED_ACCOUNTS: &str = "people-deleted";

/// Blocked people per account.
pub(crate) const MAX_BLOCKED: usize = 500;

/// Unused device links per account.
pub(crate) const MAX_LINKS: usize = 5;

/// Devices per account.
pub(crate) const MAX_DEVICES: usize = 32;

/// Passkeys per account.
pub(crate) const MAX_PASSKEYS: usize = 10;

/// An event of a person.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PersonEvent {
    /// The account was created.
    Named {
        /// The chosen name.
        name: String,
        /// The hash of the first device's key.
        hash: TokenHash,
    },
    /// A link for another device was created.
    Linked {
        /// The hash of the link's secret.
        hash: TokenHash,
        /// The time the link expires, in milliseconds since 1970.
        until_ms: u64,
    },
    /// A device was added by a link.
    DeviceAdded {
        /// The hash of the link that was used.
        link: TokenHash,
        /// The hash of the new device's key.
        hash: TokenHash,
    },
    /// The account was used; written once a day.
    Seen,
    /// The rating in a game changed.
    Rated(StoredRating),
    /// A person was blocked.
    Blocked {
        /// The person who is blocked.
        person: PersonId,
    },
    /// A person was unblocked.
    Unblocked {
        /// The person who is no longer blocked.
        person: PersonId,
    },
    /// A passkey was added.
    PasskeyAdded(Passkey),
    /// A passkey was removed.
    PasskeyRemoved {
        /// The credential id, in base64url.
        id: String,
    },
    /// A device signed out.
    DeviceRemoved {
        /// The hash of the device's key.
        hash: TokenHash,
    },
    /// A device signed in with a passkey.
    #[serde(rename = "came_back")]
    SignedIn {
        /// The credential id of the passkey, in base64url.
        id: String,
        /// The passkey's signature counter.
        count: u32,
        /// The hash of this device's new key.
        hash: TokenHash,
    },
    /// A push subscription was added, or replaced for the same browser.
    PushAdded(Subscription),
    /// A push subscription was removed.
    PushRemoved {
        /// The id of the push subscription.
        id: String,
    },
    /// The account was deleted, and its name is free.
    Deleted,
    /// An event written by a later version of the program.
    #[serde(other)]
    Unknown,
}

/// Repeatable events after which an account takes no more of them, because loading an account reads them all.
const MAX_REPEATABLE_EVENTS: u64 = 20_000;

/// The state of an account.
#[derive(Clone, Debug)]
pub struct Person {
    /// The person's id, which never changes.
    pub id: PersonId,
    /// The person's name.
    pub name: String,
    /// The time of registration, in milliseconds since 1970.
    pub(crate) since_ms: u64,
    /// The time the account was last used.
    pub(crate) seen_ms: u64,
    /// The hash of each device's key.
    pub(crate) keys: Vec<TokenHash>,
    /// The hash and the end of each unused device link, oldest first.
    pub(crate) links: Vec<(TokenHash, u64)>,
    pub(crate) blocked: Vec<PersonId>,
    pub(crate) passkeys: Vec<Passkey>,
    /// The browsers that receive notifications, oldest first.
    pub(crate) pushes: Vec<Subscription>,
    pub(crate) ratings: Ratings,
    pub(crate) deleted: bool,
    /// The number of events that count towards [`MAX_REPEATABLE_EVENTS`].
    repeatable_events: u64,
}

/// The reason why something cannot be done with an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PersonRefusal {
    /// People cannot block themselves.
    BlocksSelf,
    /// The block list is full.
    TooManyBlocked,
    /// There are [`MAX_DEVICES`] devices.
    TooManyDevices,
    /// There are [`MAX_LINKS`] unused links.
    TooManyLinks,
    /// The link has been used or has expired.
    LinkInvalid,
    /// There are [`MAX_PASSKEYS`] passkeys.
    TooManyPasskeys,
}

impl Person {
    /// Whether a key belongs to a device of this person.
    pub fn is_opened_by(&self, key: &TokenHash) -> bool {
        self.keys.contains(key)
    }

    /// The rating in a game; that of a newcomer if there is none yet.
    pub fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game)
    }

    /// Whether the account was deleted.
    pub fn is_deleted(&self) -> bool {
        self.deleted
    }

    /// Whether this person has blocked another.
    pub fn blocks(&self, other: &PersonId) -> bool {
        self.blocked.contains(other)
    }

    pub(crate) fn block(&self, other: &PersonId) -> Result<Option<PersonEvent>, PersonRefusal> {
        if self.id == *other {
            return Err(PersonRefusal::BlocksSelf);
        }
        if self.blocked.len() >= MAX_BLOCKED {
            return Err(PersonRefusal::TooManyBlocked);
        }
        Ok((!self.blocks(other)).then(|| PersonEvent::Blocked { person: other.clone() }))
    }

    pub(crate) fn unblock(&self, other: &PersonId) -> Option<PersonEvent> {
        self.blocks(other).then(|| PersonEvent::Unblocked { person: other.clone() })
    }

    /// Creates a link for another device that works until `until_ms`.
    pub(crate) fn link(
        &self,
        hash: TokenHash,
        now_ms: u64,
        until_ms: u64,
    ) -> Result<Option<PersonEvent>, PersonRefusal> {
        if self.keys.len() >= MAX_DEVICES {
            return Err(PersonRefusal::TooManyDevices);
        }
        if self.links.iter().filter(|(_, until)| *until > now_ms).count() >= MAX_LINKS {
            return Err(PersonRefusal::TooManyLinks);
        }
        Ok(Some(PersonEvent::Linked { hash, until_ms }))
    }

    /// Adds a device by a link.
    pub(crate) fn use_link(
        &self,
        code: &Token,
        hash: TokenHash,
        now_ms: u64,
    ) -> Result<Option<PersonEvent>, PersonRefusal> {
        let is_open = |(link, until): &(TokenHash, u64)| link.admits(code) && *until > now_ms;
        if !self.links.iter().any(is_open) {
            return Err(PersonRefusal::LinkInvalid);
        }
        Ok(Some(PersonEvent::DeviceAdded { link: code.hash(), hash }))
    }

    pub(crate) fn remove_device(&self, hash: TokenHash) -> Option<PersonEvent> {
        self.keys.contains(&hash).then_some(PersonEvent::DeviceRemoved { hash })
    }

    pub(crate) fn passkey(&self, id: &str) -> Option<&Passkey> {
        self.passkeys.iter().find(|passkey| passkey.id == id)
    }

    pub(crate) fn add_passkey(&self, passkey: &Passkey) -> Result<Option<PersonEvent>, PersonRefusal> {
        if self.passkey(&passkey.id).is_some() {
            return Ok(None);
        }
        if self.passkeys.len() >= MAX_PASSKEYS {
            return Err(PersonRefusal::TooManyPasskeys);
        }
        Ok(Some(PersonEvent::PasskeyAdded(passkey.clone())))
    }

    pub(crate) fn remove_passkey(&self, id: &str) -> Option<PersonEvent> {
        self.passkey(id).map(|passkey| PersonEvent::PasskeyRemoved { id: passkey.id.clone() })
    }

    pub(crate) fn subscribe(&self, subscription: &Subscription) -> Option<PersonEvent> {
        (!self.pushes.contains(subscription)).then(|| PersonEvent::PushAdded(subscription.clone()))
    }

    pub(crate) fn unsubscribe(&self, id: &str) -> Option<PersonEvent> {
        let is_known = self.pushes.iter().any(|known| known.id() == id);
        is_known.then(|| PersonEvent::PushRemoved { id: id.to_owned() })
    }

    pub(crate) fn delete(&self) -> Option<PersonEvent> {
        (!self.deleted).then_some(PersonEvent::Deleted)
    }
}

/// The parts of the process that follow accounts: presence and leaderboards.
#[derive(Default)]
pub struct PeopleContext {
    pub(crate) presence: Arc<Presence>,
    pub(crate) leaderboards: Leaderboards<PersonId>,
}

impl PeopleContext {
    pub(crate) fn new(presence: Arc<Presence>) -> PeopleContext {
        PeopleContext { presence, ..PeopleContext::default() }
    }
}

impl Aggregate for Person {
    const WHAT: &'static str = "person";
    const PREFIX: &'static str = PersonId::PREFIX;
    type Id = PersonId;
    type Context = PeopleContext;
    type Event = PersonEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<PersonId> {
        PersonId::read(text)
    }

    fn read(stored: &Stored) -> Result<PersonEvent, CorruptEvents> {
        Ok(serde_json::from_value(stored.body.clone())?)
    }

    fn write(event: &PersonEvent) -> Result<ledger::Event, CorruptEvents> {
        let body = serde_json::to_value(event)?;
        let kind = body["type"].as_str().unwrap_or_default().to_owned();
        Ok(ledger::Event { kind, body })
    }

    fn begin(
        _: &PeopleContext,
        id: &PersonId,
        first: &PersonEvent,
        stamp: EventMeta,
    ) -> Result<Person, CorruptEvents> {
        let PersonEvent::Named { name, hash } = first else {
            return Err(CorruptEvents::new("a person begins with a name"));
        };
        Ok(Person {
            id: id.clone(),
            name: name.clone(),
            since_ms: stamp.at_ms,
            seen_ms: stamp.at_ms,
            keys: vec![*hash],
            links: Vec::new(),
            blocked: Vec::new(),
            passkeys: Vec::new(),
            pushes: Vec::new(),
            ratings: Ratings::default(),
            deleted: false,
            repeatable_events: 0,
        })
    }

    fn apply(
        &mut self,
        _: &PeopleContext,
        event: &PersonEvent,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match event {
            PersonEvent::Named { .. } => return Err(CorruptEvents::new("a person is named once")),
            PersonEvent::Linked { hash, until_ms } => {
                // A new link removes the expired ones.
                self.links.retain(|(_, until)| *until > stamp.at_ms);
                self.links.push((*hash, *until_ms));
            }
            PersonEvent::DeviceAdded { link, hash } => {
                self.links.retain(|(open, _)| open != link);
                self.keys.push(*hash);
            }
            PersonEvent::DeviceRemoved { hash } => self.keys.retain(|key| key != hash),
            PersonEvent::Rated(rating) => self.ratings.set(rating.clone()),
            PersonEvent::Blocked { person } => {
                if !self.blocks(person) {
                    self.blocked.push(person.clone());
                }
            }
            PersonEvent::Unblocked { person } => self.blocked.retain(|blocked| blocked != person),
            PersonEvent::PasskeyAdded(passkey) => self.passkeys.push(passkey.clone()),
            PersonEvent::PasskeyRemoved { id } => self.passkeys.retain(|known| known.id != *id),
            PersonEvent::SignedIn { id, count, hash } => {
                if let Some(passkey) = self.passkeys.iter_mut().find(|known| known.id == *id) {
                    passkey.count = *count;
                }
                self.keys.push(*hash);
                // The oldest devices make room, so that a forgotten device never blocks a sign-in.
                let too_many = self.keys.len().saturating_sub(MAX_DEVICES);
                self.keys.drain(..too_many);
            }
            PersonEvent::PushAdded(subscription) => {
                self.pushes.retain(|known| known.id() != subscription.id());
                self.pushes.push(subscription.clone());
                let too_many = self.pushes.len().saturating_sub(MAX_SUBSCRIPTIONS);
                self.pushes.drain(..too_many);
            }
            PersonEvent::PushRemoved { id } => self.pushes.retain(|known| known.id() != *id),
            PersonEvent::Deleted => {
                *self = Person {
                    name: DELETED_NAME.to_owned(),
                    keys: Vec::new(),
                    links: Vec::new(),
                    blocked: Vec::new(),
                    passkeys: Vec::new(),
                    pushes: Vec::new(),
                    ratings: Ratings::default(),
                    deleted: true,
                    ..self.clone()
                };
            }
            PersonEvent::Seen | PersonEvent::Unknown => {}
        }
        if Person::event_limit(event) < u64::MAX {
            self.repeatable_events += 1;
        }
        // Events caused by others, such as a rating, follow actions of the person.
        self.seen_ms = self.seen_ms.max(stamp.at_ms);
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        if self.deleted {
            return vec![deleted()];
        }
        let subscribed = (!self.pushes.is_empty()).then(subscribed);
        self.ratings.games().map(rated_in).chain(subscribed).collect()
    }

    fn claims(&self) -> Vec<Label> {
        if self.deleted {
            return Vec::new();
        }
        let names = name_claims(&self.name).into_iter().chain([as_bot(&self.name)]);
        let keys = self.keys.iter().map(|hash| by_key(*hash));
        let links = self.links.iter().map(|(hash, _)| by_link(*hash));
        let passkeys = self.passkeys.iter().map(|passkey| by_passkey(&passkey.id));
        names.chain(keys).chain(links).chain(passkeys).collect()
    }

    /// The other services end what a deleted account takes part in.
    fn jobs(&self, _: &Self::Context, before: Option<&Person>) -> Vec<NewJob> {
        if !self.deleted || before.is_some_and(|before| before.deleted) {
            return Vec::new();
        }
        vec![NewJob::new(DELETED_ACCOUNTS, json!(self.id))]
    }

    fn notification(&self, _: &Self::Context, _: &PersonEvent) {}

    fn event_limit(event: &PersonEvent) -> u64 {
        match event {
            // Blocking always works: it is bounded by the events that undo it.
            PersonEvent::Linked { .. }
            | PersonEvent::Unblocked { .. }
            | PersonEvent::PasskeyAdded(_)
            | PersonEvent::SignedIn { .. }
            | PersonEvent::PushAdded(_) => MAX_REPEATABLE_EVENTS,
            // Ratings are always stored.
            _ => u64::MAX,
        }
    }

    /// Ratings do not count, so that a device can still be added after years of play.
    fn limited_events(&self, _: Version) -> u64 {
        self.repeatable_events
    }

    fn changed(&self, PeopleContext { presence, leaderboards }: &PeopleContext) {
        leaderboards.update(&self.id, &self.name, &self.ratings);
        if self.deleted {
            presence.mark_deleted(&self.id);
            presence.notify(&self.id, Change::Deleted);
        }
        presence.set_subscribed(&self.id, !self.pushes.is_empty());
    }

    fn is_finished(&self) -> bool {
        self.deleted
    }

    /// Deletions, subscriptions and ratings by other processes are taken over.
    fn follows_remote() -> bool {
        true
    }
}

/// The claim of the person with this name, in any case.
pub(crate) fn by_name(name: &str) -> Label {
    let [reads, _] = name_claims(name);
    reads
}

/// The claim of a bot with this name.
fn as_bot(name: &str) -> Label {
    Label::new("bot-name", name.to_ascii_lowercase())
}

/// The claim of the person with this key.
pub(crate) fn by_key(hash: TokenHash) -> Label {
    Label::new("person-key", hash.to_hex())
}

/// The claim of the person with this passkey. Hashed, because clients choose credential ids and they may be long.
pub(crate) fn by_passkey(id: &str) -> Label {
    Label::new("person-passkey", blake3::hash(id.as_bytes()).to_hex().as_str())
}

/// The claim of the person with this device link.
pub(crate) fn by_link(hash: TokenHash) -> Label {
    Label::new("person-link", hash.to_hex())
}

/// The label of deleted accounts.
pub(crate) fn deleted() -> Label {
    Label::new("person", "gone")
}

/// The label of people with a push subscription.
pub(crate) fn subscribed() -> Label {
    Label::new("person-push", "on")
}

/// The label of people with a rating in a game.
pub(crate) fn rated_in(game: &str) -> Label {
    Label::new("person-rated", game)
}

#[cfg(test)]
mod tests {
    use chautari_aggregate::{ActError, Command, Decision, Repository, RepositoryError, Versioned};
    use chautari_ledger::Ledger;

    use super::*;

    #[tokio::test]
    async fn repeatable_events_are_limited() {
        let ledger = Ledger::open("sqlite::memory:").await.unwrap();
        let people: Repository<Person> = Repository::new(ledger, PeopleContext::default());
        let (id, hash) = (PersonId::seeded(None), Token::new().hash());
        let signed_in = PersonEvent::SignedIn { id: "passkey".to_owned(), count: 0, hash };
        let unblocked = PersonEvent::Unblocked { person: id.clone() };
        let mut events = vec![PersonEvent::Named { name: "Asha".to_owned(), hash }];
        for _ in 0..MAX_REPEATABLE_EVENTS / 2 {
            events.extend([signed_in.clone(), unblocked.clone()]);
        }
        people.create(&id, Command::default(), events).await.unwrap();
        let rows = [
            (signed_in, false),
            (unblocked, false),
            (PersonEvent::Blocked { person: id.clone() }, true),
            (PersonEvent::Rated(StoredRating::new("baghchal", Rating::default())), true),
            (PersonEvent::DeviceRemoved { hash }, true),
            (PersonEvent::Deleted, true),
        ];
        for (event, is_accepted) in rows {
            let decide = |_: &Versioned<Person>| Ok::<_, ()>(Decision::Append(vec![event.clone()]));
            let done = people.act(&id, Command::default(), decide).await;
            assert_eq!(done.is_ok(), is_accepted, "{event:?}");
            assert!(is_accepted || matches!(done, Err(ActError::Failed(RepositoryError::Full { .. }))));
        }
    }
}
