//! A bot introduces itself.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_ledger::{self as ledger, Append, AppendError, LabelChange, Version};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{Registered, all, by_token, stream_of};
use crate::matches::unwritten;
use crate::problem::{Kind, ProblemShape};
use crate::{Action, App, Asked, Client, Problem, Token};

/// The longest name of a bot.
const LONGEST: usize = 32;

/// A bot to be registered.
#[derive(Deserialize, ToSchema)]
#[schema(as = RegisterBot)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// Its name: 1 to 32 letters, digits, `-`, `_` and `.`, the first a letter or digit.
    #[schema(example = "goat-herd")]
    name: String,
}

/// A bot that has been registered.
#[derive(Serialize, ToSchema)]
#[schema(as = NewBot)]
pub(super) struct Registration {
    /// Its name.
    bot: String,
    /// What it acts by. This is told once.
    token: String,
}

/// Register a bot
#[utoipa::path(
    post, path = "/bots", tag = "bots", request_body = Request,
    responses(
        (status = CREATED, body = Registration),
        (status = BAD_REQUEST, body = ProblemShape),
        (status = CONFLICT, body = ProblemShape, description = "The name is taken"),
        (status = UNPROCESSABLE_ENTITY, body = ProblemShape, description = "This is no name for a bot"),
    ),
)]
pub(super) async fn register(
    State(app): State<App>,
    client: Client,
    Asked(Request { name }): Asked<Request>,
) -> Result<(StatusCode, Json<Registration>), Problem> {
    app.admit(client, Action::Create)?;
    if !is_name(&name) {
        let text = format!(
            "A bot's name has 1 to {LONGEST} letters, digits, `-`, `_` and `.`, the first a letter or digit; \
             and it is not `me`."
        );
        return Err(Problem::refused("name", text));
    }
    let token = Token::new();
    let hash = token.hash();
    let body = json!(Registered { name: name.clone(), hash });
    let append = Append::new(stream_of(&name), Version::START)
        .event(ledger::Event { kind: "registered".to_owned(), body })
        .label(LabelChange::Set(all()))
        .label(LabelChange::Claim(by_token(hash)));
    match app.ledger().append(append).await {
        Ok(_) => Ok((StatusCode::CREATED, Json(Registration { bot: name, token: token.reveal() }))),
        Err(AppendError::Conflict { .. }) => {
            Err(Problem::new(Kind::Conflict, "taken", format!("The name `{name}` is taken.")))
        }
        Err(error) => Err(unwritten(error)),
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
