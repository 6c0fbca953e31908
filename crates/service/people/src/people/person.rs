//! A person, as their stream tells.

use std::collections::BTreeMap;
use std::sync::Arc;

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::Rating;
use chautari_http::TokenHash;
use chautari_ledger::{self as ledger, Label, NewJob, Stored, Version};
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::devices::MOST_DEVICES;
use super::leaderboard::Ranks;
use super::presence::{Change, Presence};
use super::push_subscriptions::{MOST_PUSHES, Subscription};
use super::webauthn::Passkey;
use crate::bots::Rated;
use crate::confusables::held_by;

/// What somebody is called who has gone.
pub(crate) const SOMEBODY: &str = "somebody";

/// The job queue that removes deleted accounts from their matches.
pub const LEFT_BOARDS: &str = "people-left-boards";
/// The job queue that withdraws deleted accounts from their tournaments.
pub const LEFT_TOURNAMENTS: &str = "people-left-tournaments";

/// What happens to a person.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PersonEvent {
    /// They chose a name; this key opens it.
    Named {
        /// The chosen name.
        name: String,
        /// The hash of the first device's key.
        hash: TokenHash,
    },
    /// They asked for a link to another device, which opens until then.
    Linked {
        /// The hash of the link's secret.
        hash: TokenHash,
        /// When the link expires, in milliseconds since 1970.
        until_ms: u64,
    },
    /// Another device came by such a link and has a key of its own.
    DeviceAdded {
        /// The hash of the link that was used.
        link: TokenHash,
        /// The hash of the new device's key.
        hash: TokenHash,
    },
    /// They were here; written down now and then.
    Seen,
    /// They have come to this in a game.
    Rated(Rated),
    /// They do not want to be challenged by somebody.
    Blocked {
        /// The person who is blocked.
        person: PersonId,
    },
    /// They have changed their mind.
    Unblocked {
        /// The person who is no longer blocked.
        person: PersonId,
    },
    /// They have a passkey to come back with.
    PasskeyAdded(Passkey),
    /// It opens nothing any more.
    PasskeyRemoved {
        /// The credential id, in base64url.
        id: String,
    },
    /// A device has left, and its key opens nothing any more.
    DeviceRemoved {
        /// The hash of the device's key.
        hash: TokenHash,
    },
    /// They came back by a passkey, which has signed so often by now, and this device has a key of its own.
    CameBack {
        /// The credential id of the passkey, in base64url.
        id: String,
        /// The passkey's signature counter.
        count: u32,
        /// The hash of this device's new key.
        hash: TokenHash,
    },
    /// A browser of theirs wants to be told of news in a language; in place of what it said before.
    PushAdded(Subscription),
    /// It does not, any more.
    PushRemoved {
        /// The id of the push subscription.
        id: String,
    },
    /// They have gone, and their name is free.
    Deleted,
    /// Something a later version of the program knows about.
    #[serde(other)]
    Unknown,
}

/// After so many events that can be repeated at will no more of them are taken: all are read where the person comes.
const MOST_REPEATED: u64 = 20_000;

/// A person.
#[derive(Clone, Debug)]
pub struct Person {
    /// The person's id, which never changes.
    pub id: PersonId,
    /// The person's name.
    pub name: String,
    pub(super) since_ms: u64,
    /// When they were last known to be here.
    pub(super) seen_ms: u64,
    /// A key a device.
    pub(super) keys: Vec<TokenHash>,
    /// The links that have not been used, the oldest first.
    pub(super) links: Vec<(TokenHash, u64)>,
    pub(super) blocked: Vec<PersonId>,
    pub(super) passkeys: Vec<Passkey>,
    /// The browsers that are told of news, the oldest first.
    pub(super) pushes: Vec<Subscription>,
    /// By game.
    pub(super) ratings: BTreeMap<String, Rated>,
    pub(super) deleted: bool,
    /// How many events there were that have a bound.
    repeated: u64,
}

impl Person {
    /// Whether a key opens them still.
    pub fn is_opened_by(&self, key: &TokenHash) -> bool {
        self.keys.contains(key)
    }

    /// What they are thought to be worth in a game.
    pub fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game).map_or_else(Rating::default, Rated::rating)
    }

    /// Whether they have gone for good.
    pub fn is_gone(&self) -> bool {
        self.deleted
    }

    /// Whether they do not want to be asked by somebody.
    pub fn blocks(&self, other: &PersonId) -> bool {
        self.blocked.contains(other)
    }
}

/// Who is to know how people stand.
#[derive(Default)]
pub struct PeopleContext {
    pub(crate) presence: Arc<Presence>,
    pub(super) ranks: Ranks,
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
            ratings: BTreeMap::new(),
            deleted: false,
            repeated: 0,
        })
    }

    fn apply(
        &mut self,
        _: &PeopleContext,
        event: &PersonEvent,
        stamp: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match event {
            PersonEvent::Named { .. } => return Err(CorruptEvents::new("a person has one name")),
            PersonEvent::Linked { hash, until_ms } => {
                // Those that have run out go when there is a new one.
                self.links.retain(|(_, until)| *until > stamp.at_ms);
                self.links.push((*hash, *until_ms));
            }
            PersonEvent::DeviceAdded { link, hash } => {
                self.links.retain(|(open, _)| open != link);
                self.keys.push(*hash);
            }
            PersonEvent::DeviceRemoved { hash } => self.keys.retain(|key| key != hash),
            PersonEvent::Rated(rated) => {
                self.ratings.insert(rated.game.clone(), rated.clone());
            }
            PersonEvent::Blocked { person } => {
                if !self.blocks(person) {
                    self.blocked.push(person.clone());
                }
            }
            PersonEvent::Unblocked { person } => self.blocked.retain(|blocked| blocked != person),
            PersonEvent::PasskeyAdded(passkey) => self.passkeys.push(passkey.clone()),
            PersonEvent::PasskeyRemoved { id } => self.passkeys.retain(|known| known.id != *id),
            PersonEvent::CameBack { id, count, hash } => {
                if let Some(passkey) = self.passkeys.iter_mut().find(|known| known.id == *id) {
                    passkey.count = *count;
                }
                self.keys.push(*hash);
                // Nobody is kept out by devices of long ago.
                let too_many = self.keys.len().saturating_sub(MOST_DEVICES);
                self.keys.drain(..too_many);
            }
            PersonEvent::PushAdded(listening) => {
                self.pushes.retain(|known| known.id() != listening.id());
                self.pushes.push(listening.clone());
                let too_many = self.pushes.len().saturating_sub(MOST_PUSHES);
                self.pushes.drain(..too_many);
            }
            PersonEvent::PushRemoved { id } => self.pushes.retain(|known| known.id() != *id),
            PersonEvent::Deleted => {
                *self = Person {
                    name: SOMEBODY.to_owned(),
                    keys: Vec::new(),
                    links: Vec::new(),
                    blocked: Vec::new(),
                    passkeys: Vec::new(),
                    pushes: Vec::new(),
                    ratings: BTreeMap::new(),
                    deleted: true,
                    ..self.clone()
                };
            }
            PersonEvent::Seen | PersonEvent::Unknown => {}
        }
        if Person::event_limit(event) < u64::MAX {
            self.repeated += 1;
        }
        // What others do about a person, such as rating a game, follows on what the person did.
        self.seen_ms = self.seen_ms.max(stamp.at_ms);
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        if self.deleted {
            return vec![gone()];
        }
        let listens = (!self.pushes.is_empty()).then(listening);
        self.ratings.keys().map(|game| rated_in(game)).chain(listens).collect()
    }

    fn claims(&self) -> Vec<Label> {
        if self.deleted {
            return Vec::new();
        }
        let names = held_by(&self.name).into_iter().chain([as_bot(&self.name)]);
        let keys = self.keys.iter().map(|hash| by_key(*hash));
        let links = self.links.iter().map(|(hash, _)| by_link(*hash));
        let passkeys = self.passkeys.iter().map(|passkey| by_passkey(&passkey.id));
        names.chain(keys).chain(links).chain(passkeys).collect()
    }

    /// Whoever goes for good leaves the boards and the tournaments, too.
    fn jobs(&self, _: &Self::Context, before: Option<&Person>) -> Vec<NewJob> {
        if !self.deleted || before.is_some_and(|before| before.deleted) {
            return Vec::new();
        }
        [LEFT_BOARDS, LEFT_TOURNAMENTS].map(|queue| NewJob::new(queue, json!(self.id))).into()
    }

    fn notification(&self, _: &Self::Context, _: &PersonEvent) {}

    fn event_limit(event: &PersonEvent) -> u64 {
        match event {
            // Nobody has to put up with anybody: blocking ends where unblocking does.
            PersonEvent::Linked { .. }
            | PersonEvent::Unblocked { .. }
            | PersonEvent::PasskeyAdded(_)
            | PersonEvent::CameBack { .. }
            | PersonEvent::PushAdded(_) => MOST_REPEATED,
            // Games are played however many there have been.
            _ => u64::MAX,
        }
    }

    /// Whoever has played for years can still add a device.
    fn limited_events(&self, _: Version) -> u64 {
        self.repeated
    }

    fn changed(&self, PeopleContext { presence, ranks }: &PeopleContext) {
        ranks.note(self);
        if self.deleted {
            presence.forget(&self.id);
            presence.ring(&self.id, Change::Gone);
        }
        presence.listens(&self.id, !self.pushes.is_empty());
    }

    fn is_finished(&self) -> bool {
        self.deleted
    }

    /// Whoever goes, listens or is rated by another process is known here, too.
    fn follows_remote() -> bool {
        true
    }
}

/// The person of this name, or of one that reads the same.
pub(super) fn by_name(name: &str) -> Label {
    let [reads, _] = held_by(name);
    reads
}

/// A name that is a bot's, as bots claimed theirs first.
fn as_bot(name: &str) -> Label {
    Label::new("bot-name", name.to_ascii_lowercase())
}

/// The person this key belongs to.
pub(super) fn by_key(hash: TokenHash) -> Label {
    Label::new("person-key", hash.to_hex())
}

/// The person this passkey belongs to. A name of one is long, and anybody's to choose.
pub(super) fn by_passkey(id: &str) -> Label {
    Label::new("person-passkey", blake3::hash(id.as_bytes()).to_hex().as_str())
}

/// The person this link leads to.
pub(super) fn by_link(hash: TokenHash) -> Label {
    Label::new("person-link", hash.to_hex())
}

/// Those who have gone.
pub(super) fn gone() -> Label {
    Label::new("person", "gone")
}

/// Those who are told of news where they are.
pub(super) fn listening() -> Label {
    Label::new("person-push", "on")
}

/// Those who have been rated in a game.
pub(super) fn rated_in(game: &str) -> Label {
    Label::new("person-rated", game)
}

#[cfg(test)]
mod tests {
    use chautari_aggregate::{ActError, Command, Decision, Repository, RepositoryError, Versioned};
    use chautari_ledger::Ledger;

    use super::*;
    use chautari_http::Token;

    #[tokio::test]
    async fn what_can_be_repeated_about_a_person_has_a_bound() {
        let ledger = Ledger::open("sqlite::memory:").await.unwrap();
        let keeper: Repository<Person> = Repository::new(ledger, PeopleContext::default());
        let (id, hash) = (PersonId::seeded(None), Token::new().hash());
        let came_back = PersonEvent::CameBack { id: "passkey".to_owned(), count: 0, hash };
        let unblocked = PersonEvent::Unblocked { person: id.clone() };
        let mut events = vec![PersonEvent::Named { name: "Asha".to_owned(), hash }];
        for _ in 0..MOST_REPEATED / 2 {
            events.extend([came_back.clone(), unblocked.clone()]);
        }
        keeper.create(&id, Command::default(), events).await.unwrap();
        let rows = [
            (came_back, false),
            (unblocked, false),
            (PersonEvent::Blocked { person: id.clone() }, true),
            (PersonEvent::Rated(Rated::new("baghchal", Rating::default())), true),
            (PersonEvent::DeviceRemoved { hash }, true),
            (PersonEvent::Deleted, true),
        ];
        for (event, is_taken) in rows {
            let decide = |_: &Versioned<Person>| Ok::<_, ()>(Decision::Append(vec![event.clone()]));
            let done = keeper.act(&id, Command::default(), decide).await;
            assert_eq!(done.is_ok(), is_taken, "{event:?}");
            assert!(is_taken || matches!(done, Err(ActError::Failed(RepositoryError::Full { .. }))));
        }
    }
}
