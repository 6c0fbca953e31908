//! `POST /invitations`: invite any player or challenge one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{Command, Versioned};
use chautari_arena::live::NamedTimeControls;
use chautari_http::cost::Create;
use chautari_http::idempotency::{self, IdempotencyKeyHeader, IdempotentBody};
use chautari_http::{Client, Problem, problem};
use chautari_people::bots::InvitationPolicy;
use chautari_people::{Caller, Participant, bots, people};
use chautari_platform::InvitationId;
use chautari_wire::Terms;
use serde::Deserialize;
use utoipa::ToSchema;

use super::queries::player_of;
use super::respond::vet_pair;
use crate::Matches;
use crate::api::problem::{invalid, quota};
use crate::model::{Invitation, InvitationEvent, Player, by_author, by_party, invitation_view};

/// Open invitations per author.
const MAX_OPEN: usize = 20;

/// Open invitations per invited player.
const MAX_RECEIVED: usize = 200;

/// Invitations in the lobby per author.
const MAX_IN_LOBBY: usize = 3;

/// The terms of a match, as a client offers them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferTerms {
    /// The game, optionally with rules: `baghchal:captures=3`.
    #[schema(example = "baghchal")]
    game: String,
    /// The time control: `{"initial_ms":300000,"increment_ms":2000}` for the game, optionally with a `delay_ms` before
    /// the clock runs in each turn, or `{"per_move_ms":86400000}` for each move. For time odds, one per side under its
    /// name: `{"goats":{"initial_ms":60000},"tigers":{"initial_ms":300000}}` [default: unlimited time].
    #[serde(default)]
    clock: Option<NamedTimeControls>,
    /// Whether the result counts for ratings; that needs the same clock for both sides [default: it does not].
    #[serde(default)]
    rated: bool,
    /// Your side [default: random].
    #[serde(default)]
    side: Option<String>,
}

impl OfferTerms {
    /// Checks the terms, and writes the game in its canonical form.
    pub(super) fn vet(self, app: &Matches) -> Result<Terms, Problem> {
        let OfferTerms { game, clock, rated, side } = self;
        let game = app.platform().game(&game)?;
        let terms = Terms { game: app.platform().name_of(&*game), clock, rated, side };
        terms.vetted(game.info()).map_err(invalid)
    }
}

/// An invitation to create.
#[derive(Deserialize, ToSchema)]
#[schema(as = Invite)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateInvitationRequest {
    /// The person or bot to challenge [default: any player, in the lobby].
    #[serde(default)]
    to: Option<Invited>,
    /// The terms.
    terms: OfferTerms,
}

/// The player to challenge.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Invited {
    /// The person of this name.
    Person(String),
    /// The bot of this name.
    Bot(String),
}

/// Create an invitation
///
/// Use it to offer a match in the lobby, or to challenge a person or a bot. To accept a suitable invitation if there
/// is one, use `POST /play-now` instead. An invitation in the lobby expires a minute after its author has left; a
/// challenge expires after two weeks.
#[utoipa::path(
    post, operation_id = "invite", path = "/invitations", tag = "invitations", request_body = CreateInvitationRequest,
    params(IdempotencyKeyHeader),
    security(("token" = [])),
    responses(
        (status = CREATED, body = chautari_wire::Invitation, description = "The invitation"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "You have blocked each other, or the bot takes no invitations"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game, person or bot"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The terms are not valid"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "There are too many open invitations"),
    ),
)]
pub(super) async fn create(
    State(app): State<Matches>,
    caller: Caller<Participant, Create>,
    IdempotentBody { asked: CreateInvitationRequest { to, terms }, key }: IdempotentBody<
        CreateInvitationRequest,
    >,
) -> Result<(StatusCode, Json<chautari_wire::Invitation>), Problem> {
    let me = player_of(&caller.identity);
    let terms = terms.vet(&app)?;
    let to = match to {
        None => None,
        Some(Invited::Person(name)) => {
            let person = people::find(app.people(), &name).await?;
            Some(Player::Person { id: person.id.clone(), name: person.name.clone() })
        }
        Some(Invited::Bot(name)) => {
            let bot = bots::find(app.people(), &name).await?;
            if bot.invitation_policy == InvitationPolicy::None {
                return Err(bots::closed(&name));
            }
            Some(Player::Bot { name })
        }
    };
    if let Some(to) = &to {
        vet_pair(&app, &me, to).await?;
    }
    let id = InvitationId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "invitation"));
    let command = idempotency::command(key.as_ref());
    let invitation = create_invitation(&app, caller.client, id, command, &me, to, terms).await?;
    Ok((StatusCode::CREATED, Json(invitation_view(&invitation, app.people().presence()))))
}

/// Creates an invitation, if neither the author, the invited player nor the lobby has too many.
pub(super) async fn create_invitation(
    app: &Matches,
    client: Client,
    id: InvitationId,
    command: Command,
    from: &Player,
    to: Option<Player>,
    terms: Terms,
) -> Result<Arc<Versioned<Invitation>>, Problem> {
    let (invitations, lobby) = (app.invitations(), app.invitations().context());
    if let Some(created) = invitations.find_created(&id, &command).await? {
        return Ok(created);
    }
    vet_open(app, from).await?;
    if let Some(to) = &to
        && invitations.ids(&by_party(to)).await?.len() >= MAX_RECEIVED
    {
        return Err(quota("Too many invitations wait for their answer already; try again another day."));
    }
    if to.is_none() {
        if lobby.by_author(from).len() >= MAX_IN_LOBBY {
            let text = format!("You have {MAX_IN_LOBBY} invitations in the lobby; withdraw one first.");
            return Err(quota(text));
        }
        lobby.vet_room(client)?;
    }
    let event = InvitationEvent::Offered { from: from.clone(), to, terms };
    let created = invitations.create(&id, command, vec![event]).await?.now();
    lobby.record_client(&id, client);
    Ok(created)
}

/// Checks whether an author may have another open invitation.
pub(super) async fn vet_open(app: &Matches, author: &Player) -> Result<(), Problem> {
    if app.invitations().ids(&by_author(author)).await?.len() >= MAX_OPEN {
        return Err(quota(format!("{MAX_OPEN} invitations of yours wait; take back one first.")));
    }
    Ok(())
}
