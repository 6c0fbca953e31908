//! Programs that play here by a token of their own.

mod invitation_policy;
mod leaderboard;
mod list;
mod register;
mod renew;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::FromRef;
use chautari_aggregate::{Aggregate, Command, CorruptEvents, Decision, EventMeta, Freshness, Versioned};
use chautari_arena::Rating;
use chautari_compute::Client;
use chautari_http::Http;
use chautari_http::{Problem, Token, TokenHash};
use chautari_ledger::{self as ledger, Label, Stored, Version};
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use invitation_policy::{Occasion, WelcomeRequest, left_alone, vet_guest, welcome_for};
pub use list::RatingView;
pub(crate) use register::{Registration, Request, register};
pub(crate) use renew::renew_for;

use crate::People;
use crate::confusables::held_by;

/// The routes of this module.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    People: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(list::show))
        .routes(routes!(renew::renew, renew::revoke))
        .routes(routes!(leaderboard::history))
        .routes(routes!(leaderboard::leaderboard))
        .routes(routes!(invitation_policy::welcome))
}

/// Starts the background task that follows what other processes write about bots.
pub fn start(app: &People) {
    let bots = app.bots().clone();
    app.http().spawn_until_stopped(async move { bots.run(|| {}).await });
}

/// What a bot has come to in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rated {
    /// The game, with its rules.
    pub(crate) game: String,
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

impl Rated {
    pub(crate) fn new(game: &str, rating: Rating) -> Rated {
        let Rating { rating, deviation, volatility } = rating;
        Rated { game: game.to_owned(), rating, deviation, volatility }
    }

    pub(crate) fn rating(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

/// What happens to a bot.
#[derive(Clone, Debug)]
pub enum BotEvent {
    /// It introduced itself.
    Registered(Registered),
    /// Another token speaks for it from now on, or none.
    Renewed {
        /// The hash of the new token; `None` if the old one was only revoked.
        hash: Option<TokenHash>,
    },
    /// It has come to this.
    Rated(Rated),
    /// It says who may invite it.
    Welcomes(Welcome),
    /// Something a later version of the program knows about.
    Unknown,
}

/// How a bot introduced itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Registered {
    name: String,
    hash: TokenHash,
    /// What the key it was registered with leads to: such a key makes one bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// Whose it is, where a person registered it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<PersonId>,
}

#[derive(Serialize, Deserialize)]
struct Renewed {
    hash: Option<TokenHash>,
}

/// Who may invite a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Welcome {
    /// Anybody: it plays in whatever match or tournament it is entered.
    #[default]
    Open,
    /// Whoever asks: an invitation waits until the bot accepts or declines it.
    Ask,
    /// Nobody.
    None,
}

/// A bot, as its stream tells.
#[derive(Clone, Debug)]
pub struct Bot {
    /// The bot's unique name.
    pub name: String,
    /// The hash of the token that speaks for it, unless it was revoked.
    pub hash: Option<TokenHash>,
    key: Option<String>,
    owner: Option<PersonId>,
    since_ms: u64,
    /// Who may invite it.
    pub welcome: Welcome,
    /// By game.
    ratings: BTreeMap<String, Rated>,
    /// How many events there were that have a bound.
    repeated: u64,
}

/// After so many events that can be repeated at will no more of them are taken: all are read where the bot comes.
const MOST_REPEATED: u64 = 20_000;

impl Bot {
    /// What it is thought to be worth in a game.
    pub fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game).map_or_else(Rating::default, Rated::rating)
    }

    /// It is this person's, or why not.
    fn vet_owner(&self, person: &PersonId) -> Result<(), Problem> {
        if self.owner.as_ref() == Some(person) {
            Ok(())
        } else {
            Err(Problem::forbidden("This bot is not yours."))
        }
    }
}

impl Aggregate for Bot {
    const WHAT: &'static str = "bot";
    const PREFIX: &'static str = "bot-";
    type Id = String;
    type Context = ();
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
            "welcomes" => BotEvent::Welcomes(serde_json::from_value(stored.body.clone())?),
            _ => BotEvent::Unknown,
        })
    }

    fn write(event: &BotEvent) -> Result<ledger::Event, CorruptEvents> {
        let (kind, body) = match event {
            BotEvent::Registered(registered) => ("registered", json!(registered)),
            BotEvent::Renewed { hash } => ("renewed", json!(Renewed { hash: *hash })),
            BotEvent::Rated(rated) => ("rated", json!(rated)),
            BotEvent::Welcomes(welcome) => ("welcomes", json!(welcome)),
            BotEvent::Unknown => return Err(CorruptEvents::new("nobody writes what is not known")),
        };
        Ok(ledger::Event { kind: kind.to_owned(), body })
    }

    fn begin((): &(), _: &String, first: &BotEvent, stamp: EventMeta) -> Result<Bot, CorruptEvents> {
        let BotEvent::Registered(Registered { name, hash, key, owner }) = first else {
            return Err(CorruptEvents::new("a bot begins by being registered"));
        };
        Ok(Bot {
            name: name.clone(),
            hash: Some(*hash),
            key: key.clone(),
            owner: owner.clone(),
            since_ms: stamp.at_ms,
            welcome: Welcome::default(),
            ratings: BTreeMap::new(),
            repeated: 0,
        })
    }

    fn apply(&mut self, (): &(), event: &BotEvent, _: EventMeta) -> Result<(), CorruptEvents> {
        match event {
            BotEvent::Rated(rated) => {
                self.ratings.insert(rated.game.clone(), rated.clone());
            }
            BotEvent::Renewed { hash } => self.hash = *hash,
            BotEvent::Welcomes(welcome) => self.welcome = *welcome,
            BotEvent::Registered(_) | BotEvent::Unknown => {}
        }
        if Bot::event_limit(event) < u64::MAX {
            self.repeated += 1;
        }
        Ok(())
    }

    fn labels(&self) -> Vec<Label> {
        [all()].into_iter().chain(self.owner.as_ref().map(owned_by)).collect()
    }

    /// Its name is its own among people, too: no two names of either kind look alike.
    fn claims(&self) -> Vec<Label> {
        let name = Label::new("bot-name", self.name.to_ascii_lowercase());
        let key = self.key.as_ref().map(|key| Label::new(BY_KEY, key.clone()));
        self.hash.map(by_token).into_iter().chain(key).chain([name]).chain(held_by(&self.name)).collect()
    }

    fn notification(&self, _: &Self::Context, _: &BotEvent) {}

    fn event_limit(event: &BotEvent) -> u64 {
        match event {
            // A token can always be taken back, and a bot left alone: those end where these do.
            BotEvent::Renewed { hash: Some(_) } | BotEvent::Welcomes(Welcome::Open | Welcome::Ask) => {
                MOST_REPEATED
            }
            // Games are played however many there have been.
            _ => u64::MAX,
        }
    }

    fn limited_events(&self, _: Version) -> u64 {
        self.repeated
    }

    fn is_finished(&self) -> bool {
        false
    }
}

/// The bot that was registered with this key.
const BY_KEY: &str = "bot-key";

/// All bots.
fn all() -> Label {
    Label::new("bots", "all")
}

/// The bots of a person.
fn owned_by(person: &PersonId) -> Label {
    Label::new("bot-of-person", person.as_str())
}

/// What the bots of a person are called, in the order they were registered.
pub(crate) async fn of(app: &People, person: &PersonId) -> Result<Vec<String>, Problem> {
    Ok(app.bots().ids(&owned_by(person)).await?)
}

/// The bot this token belongs to.
fn by_token(hash: TokenHash) -> Label {
    Label::new("bot-token", hash.to_hex())
}

/// The bot of this name.
pub async fn find(app: &People, name: &str) -> Result<Arc<Versioned<Bot>>, Problem> {
    Ok(app.bots().load(&name.to_owned(), Freshness::Resident).await?)
}

/// The bot a token speaks for, if it does for one.
pub(crate) async fn holder(app: &People, token: &Token) -> Result<Option<Arc<Versioned<Bot>>>, Problem> {
    let found = app.bots().ids(&by_token(token.hash())).await?;
    let Some(name) = found.first() else { return Ok(None) };
    let bot = app.bots().load(name, Freshness::Resident).await?;
    Ok(bot.hash.is_some_and(|hash| hash.admits(token)).then_some(bot))
}

/// The bot that asks.
pub async fn by_its_token(
    app: &People,
    client: Client,
    token: &Token,
) -> Result<Arc<Versioned<Bot>>, Problem> {
    let bot = holder(app, token).await?.ok_or_else(|| app.http().wrong_token(client))?;
    app.http().vouch(token);
    Ok(bot)
}

/// Remembers what a bot has come to by these games; `cause` names why, so that it is remembered once.
pub async fn rate(
    app: &People,
    name: &str,
    game: &str,
    games: &[(Rating, f64)],
    cause: &str,
) -> Result<(), Problem> {
    let command = Command::named(format!("rated-{cause}"));
    // From what it is worth by now: another tournament may have ended meanwhile.
    let rated = |bot: &Versioned<Bot>| Rated::new(game, bot.rating(game).after(games));
    let decide = |bot: &Versioned<Bot>| Ok::<_, Problem>(Decision::Append(vec![BotEvent::Rated(rated(bot))]));
    app.bots().act(&name.to_owned(), command, decide).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chautari_aggregate::{ActError, Repository, RepositoryError};
    use chautari_ledger::Ledger;

    use super::*;

    /// A token costs nothing, and whoever has one can say all day long who may invite the bot.
    #[tokio::test]
    async fn what_a_stranger_can_repeat_about_a_bot_has_a_bound() {
        let keeper: Repository<Bot> = Repository::new(Ledger::open("sqlite::memory:").await.unwrap(), ());
        let (id, hash) = ("asha".to_owned(), Token::new().hash());
        let renewed = |hash| BotEvent::Renewed { hash };
        let mut events =
            vec![BotEvent::Registered(Registered { name: id.clone(), hash, key: None, owner: None })];
        for _ in 0..MOST_REPEATED / 2 {
            events.push(BotEvent::Welcomes(Welcome::Ask));
            events.push(BotEvent::Welcomes(Welcome::None));
            events.push(renewed(Some(hash)));
        }
        keeper.create(&id, Command::default(), events).await.unwrap();
        let rated = Rated::new("baghchal", Rating::default());
        let rows = [
            (BotEvent::Welcomes(Welcome::Open), false),
            (BotEvent::Welcomes(Welcome::Ask), false),
            (renewed(Some(hash)), false),
            (BotEvent::Rated(rated), true),
            (BotEvent::Welcomes(Welcome::None), true),
            (renewed(None), true),
        ];
        for (event, is_taken) in rows {
            let decide = |_: &Versioned<Bot>| Ok::<_, ()>(Decision::Append(vec![event.clone()]));
            let done = keeper.act(&id, Command::default(), decide).await;
            assert_eq!(done.is_ok(), is_taken, "{event:?}");
            assert!(is_taken || matches!(done, Err(ActError::Failed(RepositoryError::Full { .. }))));
        }
    }
}
