//! A bot: a program that plays with a token of its own.

use chautari_aggregate::{Aggregate, CorruptEvents, EventMeta};
use chautari_arena::Rating;
use chautari_http::{Token, TokenHash};
use chautari_ledger::{self as ledger, Label, Stored, Version};
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::confusables::name_claims;
use super::leaderboard::Leaderboards;
use super::rating::{Ratings, StoredRating};

/// The longest name of a bot, in bytes.
pub(crate) const MAX_NAME: usize = 32;

/// Repeatable events after which a bot takes no more of them, because loading a bot reads them all.
const MAX_REPEATABLE_EVENTS: u64 = 20_000;

/// An event of a bot.
#[derive(Clone, Debug)]
pub enum BotEvent {
    /// The bot was registered.
    Registered(Registered),
    /// The token was replaced or revoked.
    Renewed {
        /// The hash of the new token; `None` if the old one was only revoked.
        hash: Option<TokenHash>,
    },
    /// The rating in a game changed.
    Rated(StoredRating),
    /// The invitation policy changed.
    PolicyChanged(InvitationPolicy),
    /// An event written by a later version of the program.
    Unknown,
}

/// The registration of a bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Registered {
    pub(crate) name: String,
    pub(crate) hash: TokenHash,
    /// The id derived from the idempotency key, which registers one bot only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<String>,
    /// The person who registered the bot, if they were signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) owner: Option<PersonId>,
}

#[derive(Serialize, Deserialize)]
struct Renewed {
    hash: Option<TokenHash>,
}

/// The players who may invite a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvitationPolicy {
    /// All players: the bot plays in every match and tournament that it is entered in.
    #[default]
    Open,
    /// All players, but an invitation waits until the bot accepts or declines it.
    Ask,
    /// No one.
    None,
}

/// The reason why something cannot be done with a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BotRefusal {
    /// The bot belongs to another person, or to none.
    NotOwner,
    /// The token has been replaced or revoked.
    TokenReplaced,
}

/// The state of a bot.
#[derive(Clone, Debug)]
pub struct Bot {
    /// The bot's unique name.
    pub name: String,
    /// The hash of the token that speaks for it, unless it was revoked.
    pub hash: Option<TokenHash>,
    key: Option<String>,
    owner: Option<PersonId>,
    pub(crate) since_ms: u64,
    /// The players who may invite it.
    pub invitation_policy: InvitationPolicy,
    pub(crate) ratings: Ratings,
    /// The number of events that count towards [`MAX_REPEATABLE_EVENTS`].
    repeatable_events: u64,
}

impl Bot {
    /// The rating in a game; that of a newcomer if there is none yet.
    pub fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game)
    }

    /// Errors unless the bot belongs to `person`.
    pub(crate) fn check_owner(&self, person: &PersonId) -> Result<(), BotRefusal> {
        if self.owner.as_ref() == Some(person) { Ok(()) } else { Err(BotRefusal::NotOwner) }
    }

    /// Replaces the token `old`, or revokes it. Of two requests at once the second has a token that is replaced already.
    pub(crate) fn renew(&self, old: &Token, hash: Option<TokenHash>) -> Result<Option<BotEvent>, BotRefusal> {
        let is_current = self.hash.is_some_and(|current| current.admits(old));
        if is_current { Ok(Some(BotEvent::Renewed { hash })) } else { Err(BotRefusal::TokenReplaced) }
    }

    /// Replaces the token in the name of the owner, who need not know the old one.
    pub(crate) fn renew_for(
        &self,
        owner: &PersonId,
        hash: TokenHash,
    ) -> Result<Option<BotEvent>, BotRefusal> {
        self.check_owner(owner)?;
        Ok(Some(BotEvent::Renewed { hash: Some(hash) }))
    }

    /// Changes the invitation policy; `None` if it is the current one.
    pub(crate) fn set_policy(&self, policy: InvitationPolicy) -> Option<BotEvent> {
        (self.invitation_policy != policy).then_some(BotEvent::PolicyChanged(policy))
    }
}

/// Whether a text can be the name of a bot. `/bots/me` is the bot that calls.
pub(crate) fn is_valid_name(text: &str) -> bool {
    let is_valid = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.len() <= MAX_NAME
        && text.chars().all(is_valid)
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text != "me"
}

impl Aggregate for Bot {
    const WHAT: &'static str = "bot";
    const PREFIX: &'static str = "bot-";
    type Id = String;
    type Context = Leaderboards<String>;
    type Event = BotEvent;
    type Notification = ();

    fn read_id(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn read(stored: &Stored) -> Result<BotEvent, CorruptEvents> {
        Ok(match stored.kind.as_str() {
            "registered" => BotEvent::Registered(serde_json::from_value(stored.body.clone())?),
            "renewed" => {
                let Renewed { hash } = serde_json::from_value(stored.body.clone())?;
                BotEvent::Renewed { hash }
            }
            "rated" => BotEvent::Rated(serde_json::from_value(stored.body.clone())?),
            "welcomes" => BotEvent::PolicyChanged(serde_json::from_value(stored.body.clone())?),
            _ => BotEvent::Unknown,
        })
    }

    fn write(event: &BotEvent) -> Result<ledger::Event, CorruptEvents> {
        let (kind, body) = match event {
            BotEvent::Registered(registered) => ("registered", json!(registered)),
            BotEvent::Renewed { hash } => ("renewed", json!(Renewed { hash: *hash })),
            BotEvent::Rated(rated) => ("rated", json!(rated)),
            BotEvent::PolicyChanged(policy) => ("welcomes", json!(policy)),
            BotEvent::Unknown => return Err(CorruptEvents::new("an unknown event cannot be written")),
        };
        Ok(ledger::Event { kind: kind.to_owned(), body })
    }

    fn begin(
        _: &Leaderboards<String>,
        _: &String,
        first: &BotEvent,
        stamp: EventMeta,
    ) -> Result<Bot, CorruptEvents> {
        let BotEvent::Registered(Registered { name, hash, key, owner }) = first else {
            return Err(CorruptEvents::new("the first event of a bot is its registration"));
        };
        Ok(Bot {
            name: name.clone(),
            hash: Some(*hash),
            key: key.clone(),
            owner: owner.clone(),
            since_ms: stamp.at_ms,
            invitation_policy: InvitationPolicy::default(),
            ratings: Ratings::default(),
            repeatable_events: 0,
        })
    }

    fn apply(
        &mut self,
        _: &Leaderboards<String>,
        event: &BotEvent,
        _: EventMeta,
    ) -> Result<(), CorruptEvents> {
        match event {
            BotEvent::Rated(rating) => self.ratings.set(rating.clone()),
            BotEvent::Renewed { hash } => self.hash = *hash,
            BotEvent::PolicyChanged(policy) => self.invitation_policy = *policy,
            BotEvent::Registered(_) | BotEvent::Unknown => {}
        }
        if Bot::event_limit(event) < u64::MAX {
            self.repeatable_events += 1;
        }
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        [all()].into_iter().chain(self.owner.as_ref().map(owned_by)).collect()
    }

    /// Bots and people share one set of names, of which no two look alike.
    fn claims(&self) -> Vec<Label> {
        let name = Label::new("bot-name", self.name.to_ascii_lowercase());
        let key = self.key.as_ref().map(|key| Label::new(BY_KEY, key.clone()));
        self.hash.map(by_token).into_iter().chain(key).chain([name]).chain(name_claims(&self.name)).collect()
    }

    fn notification(&self, _: &Self::Context, _: &BotEvent) {}

    fn changed(&self, leaderboards: &Leaderboards<String>) {
        leaderboards.update(&self.name, &self.name, &self.ratings);
    }

    /// Ratings written by other processes update the leaderboards of this one.
    fn follows_remote() -> bool {
        true
    }

    fn event_limit(event: &BotEvent) -> u64 {
        match event {
            // A token can always be revoked and a bot closed: those are bounded by the events they undo.
            BotEvent::Renewed { hash: Some(_) }
            | BotEvent::PolicyChanged(InvitationPolicy::Open | InvitationPolicy::Ask) => {
                MAX_REPEATABLE_EVENTS
            }
            // Ratings are always stored.
            _ => u64::MAX,
        }
    }

    fn limited_events(&self, _: Version) -> u64 {
        self.repeatable_events
    }

    fn is_finished(&self) -> bool {
        false
    }
}

/// The label key for the idempotency key of a registration.
pub(crate) const BY_KEY: &str = "bot-key";

/// The label of all bots.
pub(crate) fn all() -> Label {
    Label::new("bots", "all")
}

/// The label of the bots of a person.
pub(crate) fn owned_by(person: &PersonId) -> Label {
    Label::new("bot-of-person", person.as_str())
}

/// The claim of the bot with this token.
pub(crate) fn by_token(hash: TokenHash) -> Label {
    Label::new("bot-token", hash.to_hex())
}

#[cfg(test)]
mod tests {
    use chautari_aggregate::{ActError, Command, Decision, Repository, RepositoryError, Versioned};
    use chautari_ledger::Ledger;

    use super::*;

    /// Tokens are free, and the policy can be changed with every request.
    #[tokio::test]
    async fn repeatable_events_are_limited() {
        let ledger = Ledger::open("sqlite::memory:").await.unwrap();
        let bots: Repository<Bot> = Repository::new(ledger, Leaderboards::default());
        let (id, hash) = ("asha".to_owned(), Token::new().hash());
        let renewed = |hash| BotEvent::Renewed { hash };
        let mut events =
            vec![BotEvent::Registered(Registered { name: id.clone(), hash, key: None, owner: None })];
        for _ in 0..MAX_REPEATABLE_EVENTS / 2 {
            events.push(BotEvent::PolicyChanged(InvitationPolicy::Ask));
            events.push(BotEvent::PolicyChanged(InvitationPolicy::None));
            events.push(renewed(Some(hash)));
        }
        bots.create(&id, Command::default(), events).await.unwrap();
        let rated = StoredRating::new("baghchal", Rating::default());
        let rows = [
            (BotEvent::PolicyChanged(InvitationPolicy::Open), false),
            (BotEvent::PolicyChanged(InvitationPolicy::Ask), false),
            (renewed(Some(hash)), false),
            (BotEvent::Rated(rated), true),
            (BotEvent::PolicyChanged(InvitationPolicy::None), true),
            (renewed(None), true),
        ];
        for (event, is_accepted) in rows {
            let decide = |_: &Versioned<Bot>| Ok::<_, ()>(Decision::Append(vec![event.clone()]));
            let done = bots.act(&id, Command::default(), decide).await;
            assert_eq!(done.is_ok(), is_accepted, "{event:?}");
            assert!(is_accepted || matches!(done, Err(ActError::Failed(RepositoryError::Full { .. }))));
        }
    }
}
