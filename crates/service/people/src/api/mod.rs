//! The endpoints of people and bots.

mod blocks;
mod bot_tokens;
mod bots;
mod devices;
mod invitation_policy;
mod passkeys;
mod profiles;
mod push_subscriptions;
mod ratings;
mod register;
mod register_bot;

use axum::extract::FromRef;
use chautari_http::{Http, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::People;
use crate::model::bot::BotRefusal;
use crate::model::person::{MAX_BLOCKED, MAX_DEVICES, MAX_PASSKEYS, PersonRefusal};

/// The routes of this service.
pub fn routes<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    People: FromRef<S>,
    Http: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(bots::list, register_bot::register))
        .routes(routes!(bots::get))
        .routes(routes!(bot_tokens::renew, bot_tokens::revoke))
        .routes(routes!(bot_tokens::renew_mine))
        .routes(routes!(invitation_policy::set))
        .routes(routes!(invitation_policy::set_for_mine))
        .routes(routes!(ratings::bot_history))
        .routes(routes!(ratings::bot_leaderboard))
        .routes(routes!(register::register))
        .routes(routes!(profiles::me))
        .routes(routes!(profiles::get))
        .routes(routes!(ratings::person_history))
        .routes(routes!(ratings::person_leaderboard))
        .routes(routes!(devices::link))
        .routes(routes!(devices::open_link))
        .routes(routes!(devices::sign_out))
        .routes(routes!(passkeys::challenge_for_adding))
        .routes(routes!(passkeys::add))
        .routes(routes!(passkeys::remove))
        .routes(routes!(passkeys::challenge_for_sign_in))
        .routes(routes!(passkeys::sign_in))
        .routes(routes!(blocks::block, blocks::unblock))
        .routes(routes!(push_subscriptions::key))
        .routes(routes!(push_subscriptions::add))
        .routes(routes!(push_subscriptions::remove))
}

impl From<PersonRefusal> for Problem {
    fn from(refusal: PersonRefusal) -> Problem {
        let refused = Problem::unprocessable;
        match refusal {
            PersonRefusal::BlocksSelf => refused("block", "This is you.".to_owned()),
            PersonRefusal::TooManyBlocked => {
                refused("block", format!("You have already blocked {MAX_BLOCKED} people."))
            }
            PersonRefusal::TooManyDevices => {
                refused("devices", format!("You already use {MAX_DEVICES} devices."))
            }
            PersonRefusal::TooManyLinks => {
                let text = "You have links you have not used yet; wait until they expire.";
                refused("devices", text.to_owned())
            }
            PersonRefusal::LinkInvalid => devices::invalid_link(),
            PersonRefusal::TooManyPasskeys => {
                refused("passkey", format!("You already have {MAX_PASSKEYS} passkeys."))
            }
        }
    }
}

impl From<BotRefusal> for Problem {
    fn from(refusal: BotRefusal) -> Problem {
        match refusal {
            BotRefusal::NotOwner => Problem::forbidden("This bot is not yours."),
            BotRefusal::TokenReplaced => Problem::unauthorized("This token is not valid."),
        }
    }
}
