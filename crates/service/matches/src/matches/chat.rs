//! What players say to each other: a dozen phrases, so that there is nothing to moderate.

use axum::Json;
use axum::extract::{Path, State};
use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::actions::side_of;
use super::command::ActionResult;
use super::named;
use super::state::{MatchLogEvent, MatchState};
use crate::Matches;

/// How often a side may speak in one match.
const MOST: usize = 50;

/// What can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Have fun!
    HaveFun,
    /// Good move!
    GoodMove,
    /// Well played!
    WellPlayed,
    /// Good game!
    GoodGame,
    /// Thank you!
    ThankYou,
    /// Sorry!
    Sorry,
    /// Oops!
    Oops,
    /// One moment, please.
    OneMoment,
    /// I am back.
    Back,
    /// Play again?
    PlayAgain,
    /// I have to go.
    Bye,
}

/// Something that was said.
#[derive(Clone, Debug)]
pub(crate) struct ChatMessage {
    pub(super) side: Side,
    pub(super) phrase: Phrase,
    pub(super) at_ms: u64,
}

/// Something to say.
#[derive(Deserialize, ToSchema)]
#[schema(as = SayPhrase)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// What to say.
    phrase: Phrase,
}

/// Say something to the other player
///
/// It is an event of the match, `{"type":"said","side":"…","phrase":"…"}`, and everybody who watches hears it.
#[utoipa::path(
    post, operation_id = "say", path = "/matches/{match}/words", tag = "matches",
    params(("match" = String, Path, description = "The match")),
    request_body = Request,
    security(("token" = [])),
    responses(
        (status = OK, body = ActionResult, description = "It is said"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The token opens no seat of this match"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such match"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "Enough has been said"),
    ),
)]
pub(super) async fn say(
    State(app): State<Matches>,
    Path(id): Path<String>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    JsonBody(request): JsonBody<Request>,
) -> Result<Json<ActionResult>, Problem> {
    let id = named(&id)?;
    let story = app.store().0.load(&id, Freshness::Resident).await?;
    let side = side_of(&app, client, &story, &token).await?;
    drop(story);
    app.http().admit(token.hash().client(), Action::Act)?;
    let phrase = request.phrase;
    let decide = |story: &Versioned<MatchState>| {
        if story.words.iter().filter(|said| said.side == side).count() >= MOST {
            return Err(Problem::unprocessable("words", "You have sent enough messages in this game."));
        }
        Ok(Decision::Append(vec![MatchLogEvent::Said { side, phrase }]))
    };
    let done = app.store().0.act(&id, Command::default(), decide).await?;
    Ok(Json(ActionResult::new(&done.now)))
}
