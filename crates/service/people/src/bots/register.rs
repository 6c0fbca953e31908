//! A bot introduces itself.

use chautari_aggregate::{Created, RepositoryError};
use chautari_compute::Client;
use chautari_http::idempotency;
use chautari_http::idempotency::IdempotentBody;
use chautari_http::problem::Kind;
use chautari_http::{Action, Problem};
use chautari_platform::PersonId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BY_KEY, BotEvent, Registered, Welcome};
use crate::People;

/// The longest name of a bot.
const LONGEST: usize = 32;

/// A bot to be registered.
#[derive(Deserialize, ToSchema)]
#[schema(as = RegisterBot)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request {
    /// Its name: 1 to 32 letters, digits, `-`, `_` and `.`, the first a letter or digit.
    #[schema(example = "goat-herd")]
    name: String,
    /// Who may invite it [default: open].
    #[serde(default)]
    invitations: Option<Welcome>,
}

/// A bot that has been registered.
#[derive(Serialize, ToSchema)]
#[schema(as = NewBot)]
pub(crate) struct Registration {
    /// Its name.
    pub(super) bot: String,
    /// What it acts by. This is told once.
    pub(super) token: String,
}

/// Registers a bot, which may be a person's.
pub(crate) async fn register(
    app: &People,
    client: Client,
    IdempotentBody { asked: Request { name, invitations }, key }: IdempotentBody<Request>,
    owner: Option<PersonId>,
) -> Result<Registration, Problem> {
    app.http().admit(client, Action::Create)?;
    if !is_name(&name) {
        let text = format!(
            "A bot's name has 1 to {LONGEST} letters, digits, `-`, `_` and `.`, the first a letter or digit; \
             and it is not `me`."
        );
        return Err(Problem::unprocessable("name", text));
    }
    let token = idempotency::token(app.http(), key.as_ref(), "bot");
    let hash = token.hash();
    let made_by = idempotency::derived_id(app.http(), key.as_ref(), "bot");
    let registered = [BotEvent::Registered(Registered { name: name.clone(), hash, key: made_by, owner })];
    let registered = registered.into_iter().chain(invitations.map(BotEvent::Welcomes)).collect();
    let refusal = || {
        Problem::new(
            Kind::Conflict,
            "taken",
            format!("The name `{name}`, or one that looks like it, is taken."),
        )
    };
    let begun = match app.bots().create(&name, idempotency::command(key.as_ref()), registered).await {
        Ok(begun) => begun,
        // This key has made another bot.
        Err(RepositoryError::Taken { label }) if label.key == BY_KEY => {
            return Err(RepositoryError::Reused.into());
        }
        // Names that look alike are one.
        Err(RepositoryError::Taken { .. }) => return Err(refusal()),
        Err(failure) => return Err(failure.into()),
    };
    match begun {
        Created::New(_) => Ok(Registration { bot: name.clone(), token: token.reveal() }),
        Created::Existing(_) => Err(refusal()),
    }
}

fn is_name(text: &str) -> bool {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    text.len() <= LONGEST
        && text.chars().all(is_fit)
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        // `/bots/me` is whoever asks.
        && text != "me"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for name in ["a", "Goat-Herd_2.0", &"x".repeat(32)] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "me", ".hidden", "-", "a b", "बाघ", "a/b", &"x".repeat(33)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
