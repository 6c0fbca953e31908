//! The `Caller` extractor: who sends a request, and whose rate limits it counts against.
//!
//! A handler says in its signature who may call it and what a call costs:
//!
//! ```
//! use axum::extract::State;
//! use chautari_http::Problem;
//! use chautari_http::cost::Create;
//! use chautari_people::people::Person;
//! use chautari_people::{Caller, People, SignedIn};
//!
//! async fn link_device(
//!     State(people): State<People>,
//!     caller: Caller<SignedIn<Person>, Create>,
//! ) -> Result<String, Problem> {
//!     // 401 and 429 have been sent already; `identity` is the person.
//!     Ok(format!("{} at {}", caller.identity.name, people.http().account(caller.client)))
//! }
//! ```
//!
//! | extractor | accepts | charges |
//! |---|---|---|
//! | `Caller` | every request: [`Identity`] says who calls | the account of a valid token, otherwise the address |
//! | `Caller<SignedIn<Person>>` | a person's key, otherwise 401 | the person |
//! | `Caller<SignedIn<Bot>>` | a bot's token, otherwise 401 | the bot |
//! | `Caller<Participant>` | a person's key or a bot's token, otherwise 401 | the person or bot |
//! | `Caller<Token>` | any token; the handler decides by [`accept`](Caller::accept) or [`refuse`](Caller::refuse) | the token, once accepted |
//!
//! The second parameter is a type of [`chautari_http::cost`], `Free` by default. A cost that depends on the content of a
//! request is charged in the handler: `caller.charge(Cost::of(Action::Create, 1 + moves / 50))?`. Tokens that are
//! refused count as [`InvalidToken`](chautari_http::Action::InvalidToken) of the address.
//!
//! `Caller<Token>` is for tokens of a single resource, such as a seat or a tournament. It reads nothing from the
//! database until asked to, which matters for moves:
//!
//! ```
//! use chautari_http::cost::Act;
//! use chautari_http::{Problem, Token, TokenHash};
//! use chautari_people::{Caller, Participant};
//!
//! async fn authorize(caller: &Caller<Token, Act>, host: TokenHash) -> Result<Option<Participant>, Problem> {
//!     if host.admits(&caller.identity) {
//!         caller.accept()?;
//!         return Ok(None);
//!     }
//!     let player = caller.participant().await?;
//!     caller.accept()?;
//!     Ok(Some(player))
//! }
//! ```
//!
//! For a token that arrives otherwise, such as in the first frame of a WebSocket, there is [`Caller::authenticate`].
//!
//! The state of a router needs [`FromRef`] for [`People`], as in `routes<S>() where Matches: FromRef<S>, People: FromRef<S>`.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use chautari_aggregate::{Aggregate, Versioned};
use chautari_arena::Rating;
use chautari_http::cost::Free;
use chautari_http::{Bearer, Billed, Client, Cost, Problem, RemoteClient, RouteCost, Token};
use chautari_platform::quota::QuotaAccount;

use crate::People;
use crate::bots::{self, Bot};
use crate::people::{self, Person};

/// The caller of a request. The module head has examples.
pub struct Caller<I = Identity, C = Free> {
    /// The client at the address that the request came from. Its share of the engines and of the compute pool is used.
    pub client: Client,
    /// The account or token that the request was authenticated with.
    pub identity: I,
    /// The client whose rate limits the request counts against.
    pub billed: Billed,
    people: People,
    cost: PhantomData<fn() -> C>,
}

/// An account, and the token that signed it in.
#[derive(Clone, Debug)]
pub struct SignedIn<A: Aggregate> {
    /// The account at the time of the request.
    pub account: Arc<Versioned<A>>,
    /// The token that was sent.
    pub token: Token,
}

impl<A: Aggregate> Deref for SignedIn<A> {
    type Target = Versioned<A>;

    fn deref(&self) -> &Versioned<A> {
        &self.account
    }
}

/// The identity of a caller who may be anonymous.
#[derive(Clone, Debug)]
pub enum Identity {
    /// No token was sent.
    Anonymous,
    /// The key of a person.
    Person(SignedIn<Person>),
    /// The token of a bot.
    Bot(SignedIn<Bot>),
    /// A token that belongs to neither. It may still open a seat, a study or a tournament.
    Unknown(Token),
}

/// A person or a bot.
#[derive(Clone, Debug)]
pub enum Participant {
    /// A person, by a key of theirs.
    Person(SignedIn<Person>),
    /// A bot, by its token.
    Bot(SignedIn<Bot>),
}

impl Identity {
    /// The person, if the token is the key of one.
    pub fn person(&self) -> Option<&SignedIn<Person>> {
        if let Identity::Person(person) = self { Some(person) } else { None }
    }

    /// The token that was sent, valid or not.
    pub fn token(&self) -> Option<&Token> {
        match self {
            Identity::Anonymous => None,
            Identity::Person(SignedIn { token, .. })
            | Identity::Bot(SignedIn { token, .. })
            | Identity::Unknown(token) => Some(token),
        }
    }
}

impl Participant {
    /// The token that was sent.
    pub fn token(&self) -> &Token {
        match self {
            Participant::Person(SignedIn { token, .. }) | Participant::Bot(SignedIn { token, .. }) => token,
        }
    }

    /// The current rating in a game.
    pub fn rating(&self, game: &str) -> Rating {
        match self {
            Participant::Person(person) => person.rating(game),
            Participant::Bot(bot) => bot.rating(game),
        }
    }
}

/// A kind of identity that [`Caller`] can require.
pub trait Authenticate: Sized + Send {
    /// Whether a request without a well-formed token gets 401.
    const NEEDS_TOKEN: bool;

    /// Whether the identity is final. Otherwise the handler verifies it and calls [`Caller::accept`].
    const IS_VERIFIED: bool = true;

    /// Looks up the account of a token.
    ///
    /// Errors with 401 if the token does not give this kind of identity, and counts it as invalid.
    fn authenticate(
        people: &People,
        client: Client,
        token: Option<Token>,
    ) -> impl Future<Output = Result<Self, Problem>> + Send;

    /// The token that the request is billed to; `None` for the address.
    fn billed_token(&self) -> Option<&Token>;

    /// The name of the account in quotas; `None` if it is not known.
    fn quota_name(&self) -> Option<String>;
}

async fn find_person(people: &People, token: &Token) -> Result<Option<SignedIn<Person>>, Problem> {
    let found = people::holder(people, token).await?;
    Ok(found.map(|account| SignedIn { account, token: token.clone() }))
}

async fn find_bot(people: &People, token: &Token) -> Result<Option<SignedIn<Bot>>, Problem> {
    let found = bots::holder(people, token).await?;
    Ok(found.map(|account| SignedIn { account, token: token.clone() }))
}

fn required(token: Option<Token>) -> Result<Token, Problem> {
    token.ok_or_else(Bearer::missing)
}

impl Authenticate for SignedIn<Person> {
    const NEEDS_TOKEN: bool = true;

    async fn authenticate(
        people: &People,
        client: Client,
        token: Option<Token>,
    ) -> Result<SignedIn<Person>, Problem> {
        let found = find_person(people, &required(token)?).await?;
        found.ok_or_else(|| people.http().wrong_token(client))
    }

    fn billed_token(&self) -> Option<&Token> {
        Some(&self.token)
    }

    fn quota_name(&self) -> Option<String> {
        Some(format!("person-{}", self.id))
    }
}

impl Authenticate for SignedIn<Bot> {
    const NEEDS_TOKEN: bool = true;

    async fn authenticate(
        people: &People,
        client: Client,
        token: Option<Token>,
    ) -> Result<SignedIn<Bot>, Problem> {
        let found = find_bot(people, &required(token)?).await?;
        found.ok_or_else(|| people.http().wrong_token(client))
    }

    fn billed_token(&self) -> Option<&Token> {
        Some(&self.token)
    }

    fn quota_name(&self) -> Option<String> {
        Some(format!("bot-{}", self.name))
    }
}

impl Authenticate for Participant {
    const NEEDS_TOKEN: bool = true;

    async fn authenticate(
        people: &People,
        client: Client,
        token: Option<Token>,
    ) -> Result<Participant, Problem> {
        let token = required(token)?;
        match find_person(people, &token).await? {
            Some(person) => Ok(Participant::Person(person)),
            None => SignedIn::<Bot>::authenticate(people, client, Some(token)).await.map(Participant::Bot),
        }
    }

    fn billed_token(&self) -> Option<&Token> {
        Some(self.token())
    }

    fn quota_name(&self) -> Option<String> {
        match self {
            Participant::Person(person) => person.quota_name(),
            Participant::Bot(bot) => bot.quota_name(),
        }
    }
}

impl Authenticate for Identity {
    const NEEDS_TOKEN: bool = false;

    async fn authenticate(people: &People, _: Client, token: Option<Token>) -> Result<Identity, Problem> {
        let Some(token) = token else { return Ok(Identity::Anonymous) };
        if let Some(person) = find_person(people, &token).await? {
            return Ok(Identity::Person(person));
        }
        Ok(find_bot(people, &token).await?.map_or(Identity::Unknown(token), Identity::Bot))
    }

    fn billed_token(&self) -> Option<&Token> {
        match self {
            Identity::Person(SignedIn { token, .. }) | Identity::Bot(SignedIn { token, .. }) => Some(token),
            Identity::Anonymous | Identity::Unknown(_) => None,
        }
    }

    fn quota_name(&self) -> Option<String> {
        match self {
            Identity::Person(person) => person.quota_name(),
            Identity::Bot(bot) => bot.quota_name(),
            Identity::Anonymous | Identity::Unknown(_) => None,
        }
    }
}

impl Authenticate for Token {
    const NEEDS_TOKEN: bool = true;
    const IS_VERIFIED: bool = false;

    async fn authenticate(_: &People, _: Client, token: Option<Token>) -> Result<Token, Problem> {
        required(token)
    }

    fn billed_token(&self) -> Option<&Token> {
        Some(self)
    }

    fn quota_name(&self) -> Option<String> {
        None
    }
}

impl<I, C> Caller<I, C> {
    /// Charges a cost that depends on the content of the request.
    pub fn charge(&self, cost: impl Into<Cost>) -> Result<(), Problem> {
        self.people.http().charge(self.billed, cost)
    }

    /// Returns the error for a token that does not open what was asked for, and counts it as invalid.
    pub fn refuse(&self) -> Problem {
        self.people.http().wrong_token(self.client)
    }
}

impl<I: Authenticate, C: RouteCost> Caller<I, C> {
    /// Authenticates the sender of a token, and charges the declared cost. Handlers use the extractor instead; this is
    /// for tokens that arrive otherwise, such as over a WebSocket.
    pub async fn authenticate(
        people: &People,
        client: Client,
        token: Option<Token>,
    ) -> Result<Caller<I, C>, Problem> {
        let identity = I::authenticate(people, client, token).await?;
        let token = identity.billed_token();
        let billed = token.map_or(Billed::address(client), |token| Billed::token(token.hash(), client));
        if let Some(token) = token.filter(|_| I::IS_VERIFIED) {
            people.http().vouch(token);
        }
        let caller = Caller { client, identity, billed, people: people.clone(), cost: PhantomData };
        if I::IS_VERIFIED {
            caller.charge_declared()?;
        }
        Ok(caller)
    }

    /// The quota account of a resource that outlasts the request, such as a match or a review. Engine time is billed to
    /// the address, because tokens are free.
    pub fn quota_account(&self) -> QuotaAccount {
        QuotaAccount::new(self.people.http().account(self.client), self.identity.quota_name())
    }

    fn charge_declared(&self) -> Result<(), Problem> {
        C::ACTION.map_or(Ok(()), |action| self.charge(action))
    }
}

impl<C> Caller<Identity, C> {
    /// The person who calls; `None` if no token was sent.
    ///
    /// Errors with 401 if the token is not a person's key.
    pub fn person(&self) -> Result<Option<&SignedIn<Person>>, Problem> {
        match &self.identity {
            Identity::Anonymous => Ok(None),
            Identity::Person(person) => Ok(Some(person)),
            Identity::Bot(_) | Identity::Unknown(_) => Err(self.refuse()),
        }
    }
}

impl<C: RouteCost> Caller<Token, C> {
    /// Takes the token as valid for what was asked: charges the declared cost to its holder, and counts further requests
    /// with it against the token instead of the address.
    pub fn accept(&self) -> Result<(), Problem> {
        self.people.http().vouch(&self.identity);
        self.charge_declared()
    }

    /// The person whose key the token is, if there is one.
    pub async fn person(&self) -> Result<Option<SignedIn<Person>>, Problem> {
        find_person(&self.people, &self.identity).await
    }

    /// The bot whose token it is, if there is one.
    pub async fn bot(&self) -> Result<Option<SignedIn<Bot>>, Problem> {
        find_bot(&self.people, &self.identity).await
    }

    /// The person or the bot whose token it is.
    ///
    /// Errors with 401 if it belongs to neither, and counts it as invalid.
    pub async fn participant(&self) -> Result<Participant, Problem> {
        Participant::authenticate(&self.people, self.client, Some(self.identity.clone())).await
    }
}

impl<S, I, C> FromRequestParts<S> for Caller<I, C>
where
    S: Send + Sync,
    I: Authenticate,
    C: RouteCost,
    People: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Caller<I, C>, Problem> {
        let people = People::from_ref(state);
        let Ok(RemoteClient(client)) = RemoteClient::from_request_parts(parts, &people).await;
        let token = if I::NEEDS_TOKEN {
            let Bearer(token) = Bearer::from_request_parts(parts, &people).await?;
            Some(token)
        } else {
            Token::shown(&parts.headers)
        };
        Caller::authenticate(&people, client, token).await
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use chautari_aggregate::Command;
    use chautari_compute::{EnginePoolConfig, Engines, Pool};
    use chautari_http::cost::{Act, Create};
    use chautari_http::{Config, Http, Kind, Metrics, Rates};
    use chautari_ledger::Ledger;
    use chautari_platform::{PersonId, Platform};

    use super::*;
    use crate::bots::BotEvent;
    use crate::model::bot::Registered;
    use crate::people::{Name, enrol};
    use crate::push::{Push, new_key};

    async fn service(rates: Rates) -> People {
        let config = Config { rates, ..Config::default() };
        let http = Http::new(config, [7; 32], Metrics::new("test")).unwrap();
        let engines = EnginePoolConfig { threads: 1, hash: 1, ..EnginePoolConfig::default() };
        let engines = Engines::start(&engines).unwrap();
        let pool = Pool::start("compute", 1, 1, 1).unwrap();
        let ledger = Ledger::open("sqlite::memory:").await.unwrap();
        let push = Push::open(&new_key(), Vec::new(), None).unwrap();
        People::new(Platform::new(http, engines, pool, ledger, &[]), push, None)
    }

    /// Creates a person and a bot, and returns their tokens.
    async fn accounts(people: &People) -> [Token; 2] {
        let [person, bot] = [Token::new(), Token::new()];
        let (name, id) = (Name::read("Asha").unwrap(), PersonId::random());
        enrol(people, &name, &id, Command::default(), &person).await.unwrap().unwrap();
        let registered = Registered { name: "herd".to_owned(), hash: bot.hash(), key: None, owner: None };
        let events = vec![BotEvent::Registered(registered)];
        people.bots().create(&"herd".to_owned(), Command::default(), events).await.unwrap();
        [person, bot]
    }

    async fn extract<I: Authenticate, C: RouteCost>(
        people: &People,
        token: Option<&Token>,
    ) -> Result<Caller<I, C>, Kind> {
        let mut request = Request::builder();
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {}", token.reveal()));
        }
        let (mut parts, ()) = request.body(()).unwrap().into_parts();
        Caller::from_request_parts(&mut parts, people).await.map_err(|problem| problem.kind())
    }

    #[tokio::test]
    async fn token_decides_the_identity() {
        let people = service(Rates::default()).await;
        let [person, bot] = accounts(&people).await;
        let unknown = Token::new();
        let rows = [
            (None, "anonymous", [false, false, false]),
            (Some(&person), "person", [true, false, true]),
            (Some(&bot), "bot", [false, true, true]),
            (Some(&unknown), "unknown", [false, false, false]),
        ];
        for (token, expected, accepted) in rows {
            let caller = extract::<Identity, Free>(&people, token).await.unwrap();
            let identity = match &caller.identity {
                Identity::Anonymous => "anonymous",
                Identity::Person(person) if person.name == "Asha" => "person",
                Identity::Bot(bot) if bot.name == "herd" => "bot",
                Identity::Unknown(_) => "unknown",
                other => panic!("{other:?}"),
            };
            assert_eq!(identity, expected);
            let results = [
                extract::<SignedIn<Person>, Free>(&people, token).await.map(drop),
                extract::<SignedIn<Bot>, Free>(&people, token).await.map(drop),
                extract::<Participant, Free>(&people, token).await.map(drop),
            ];
            for (result, accepted) in results.into_iter().zip(accepted) {
                assert_eq!(result, if accepted { Ok(()) } else { Err(Kind::Unauthorized) }, "{expected}");
            }
        }
    }

    #[tokio::test]
    async fn declared_cost_is_charged_to_the_account_or_the_address() {
        let people = service(Rates { create: "1/h".parse().unwrap(), ..Rates::default() }).await;
        let [person, bot] = accounts(&people).await;
        for token in [None, Some(&person), Some(&bot)] {
            let mut results = Vec::new();
            for _ in 0..2 {
                results.push(extract::<Identity, Create>(&people, token).await.map(drop));
            }
            assert_eq!(results, [Ok(()), Err(Kind::TooManyRequests)], "{token:?}");
        }
        let unknown = extract::<Identity, Create>(&people, Some(&Token::new())).await.map(drop);
        assert_eq!(unknown, Err(Kind::TooManyRequests), "an unknown token has no bucket of its own");
        assert!(extract::<SignedIn<Person>, Free>(&people, Some(&person)).await.is_ok());
    }

    #[tokio::test]
    async fn token_of_a_resource_is_charged_once_it_is_accepted() {
        let rates =
            Rates { act: "1/h".parse().unwrap(), bad_token: "1/h".parse().unwrap(), ..Rates::default() };
        let people = service(rates).await;
        let seat = Token::new();
        for _ in 0..3 {
            extract::<Token, Act>(&people, Some(&seat)).await.unwrap();
        }
        let caller = extract::<Token, Act>(&people, Some(&seat)).await.unwrap();
        assert!(caller.person().await.unwrap().is_none());
        caller.accept().unwrap();
        assert_eq!(caller.accept().unwrap_err().kind(), Kind::TooManyRequests);
        assert_eq!(
            [caller.refuse().kind(), caller.refuse().kind()],
            [Kind::Unauthorized, Kind::TooManyRequests]
        );
    }
}
