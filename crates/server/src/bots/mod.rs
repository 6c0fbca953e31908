//! Programs that play here by a token of their own.

mod list;
mod register;
mod stream;

use std::collections::BTreeMap;

use chautari_arena::Rating;
use chautari_ledger::{self as ledger, Append, AppendError, CommandId, Label, Stored, StreamId, Version};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use list::RatingView;

use crate::matches::unwritten;
use crate::{App, Client, Problem, Token, TokenHash};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(register::register, list::list))
        .routes(routes!(list::show))
        .routes(routes!(stream::stream))
}

/// What a bot has come to in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rated {
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

    fn rating(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

#[derive(Serialize, Deserialize)]
struct Registered {
    name: String,
    hash: TokenHash,
}

/// A bot, as its stream tells.
#[derive(Clone, Debug)]
pub(crate) struct Bot {
    pub(crate) name: String,
    pub(crate) hash: TokenHash,
    since_ms: u64,
    /// By game.
    ratings: BTreeMap<String, Rated>,
    version: Version,
}

impl Bot {
    /// What it is thought to be worth in a game.
    pub(crate) fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game).map_or_else(Rating::default, Rated::rating)
    }
}

fn stream_of(name: &str) -> StreamId {
    StreamId::new(format!("bot-{name}"))
}

/// All bots.
fn all() -> Label {
    Label::new("bots", "all")
}

/// The bot this token belongs to.
fn by_token(hash: TokenHash) -> Label {
    Label::new("bot-token", hash.to_hex())
}

fn replay(stored: &[Stored]) -> Result<Option<Bot>, serde_json::Error> {
    let mut bot: Option<Bot> = None;
    for event in stored {
        match (&mut bot, event.kind.as_str()) {
            (None, "registered") => {
                let Registered { name, hash } = serde_json::from_value(event.body.clone())?;
                let ratings = BTreeMap::new();
                bot = Some(Bot { name, hash, since_ms: event.at_ms, ratings, version: event.version });
            }
            (Some(bot), "rated") => {
                let rated: Rated = serde_json::from_value(event.body.clone())?;
                bot.ratings.insert(rated.game.clone(), rated);
                bot.version = event.version;
            }
            // Written by a version of the program that knows more.
            _ => {}
        }
    }
    Ok(bot)
}

async fn read(app: &App, stream: &StreamId) -> Result<Option<Bot>, Problem> {
    let stored = app.ledger().read(stream, Version::START).await?;
    replay(&stored).map_err(|e| Problem::broken(&e))
}

/// The bot of this name.
pub(crate) async fn find(app: &App, name: &str) -> Result<Bot, Problem> {
    read(app, &stream_of(name)).await?.ok_or_else(|| Problem::missing(format!("There is no bot `{name}`.")))
}

/// The bot a token speaks for.
pub(crate) async fn by_its_token(app: &App, client: Client, token: &Token) -> Result<Bot, Problem> {
    let found = app.ledger().find(&by_token(token.hash())).await?;
    let bot = match found.first() {
        Some(stream) => read(app, stream).await?,
        None => None,
    };
    bot.filter(|bot| bot.hash.admits(token)).ok_or_else(|| app.wrong_token(client))
}

/// Remembers what a bot has come to; `cause` names why, so that it is remembered once.
pub(crate) async fn rate(app: &App, name: &str, rated: &Rated, cause: &str) -> Result<(), Problem> {
    loop {
        let bot = find(app, name).await?;
        let event = ledger::Event { kind: "rated".to_owned(), body: json!(rated) };
        let command = CommandId::new(format!("rated-{cause}"));
        let append = Append::new(stream_of(name), bot.version).command(command, Value::Null).event(event);
        match app.ledger().append(append).await {
            Ok(_) => return Ok(()),
            Err(AppendError::Conflict { .. }) => {}
            Err(error) => return Err(unwritten(error)),
        }
    }
}
