//! Answers to an invitation: accept, decline, counter, withdraw.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Freshness, Versioned};
use chautari_game::Side;
use chautari_http::cost::Create;
use chautari_http::idempotency::RequestFingerprint;
use chautari_http::{JsonBody, Problem, problem};
use chautari_people::{Caller, Participant, people};
use chautari_platform::quota::{self, QuotaAccount, QuotaKind};
use chautari_platform::{InvitationId, MatchId};
use serde::Serialize;
use utoipa::ToSchema;

use super::create::{OfferTerms, vet_open};
use super::queries::player_of;
use super::{invitation_id, withdraw_all_before};
use crate::Matches;
use crate::jobs::current_rating;
use crate::model::{Acceptance, Invitation, InvitationEvent, InvitationRefusal, Player, invitation_view};

/// An accepted invitation.
#[derive(Serialize, ToSchema)]
pub(super) struct InvitationAccepted {
    /// The id of the match.
    #[schema(value_type = String)]
    r#match: MatchId,
}

/// Accept an invitation
///
/// Use it to start the match. Any player may accept an invitation in the lobby: the first gets the match, all others
/// get 409. A challenge can be accepted by the invited player.
#[utoipa::path(
    post, operation_id = "accept_invitation", path = "/invitations/{invitation}/accept", tag = "invitations",
    security(("token" = [])),
    params(("invitation" = String, Path, description = "The id of the invitation")),
    responses(
        (status = OK, body = InvitationAccepted, description = "The match has begun"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The invitation is for another player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such invitation"),
        (status = CONFLICT, body = problem::Body, description = "The invitation was answered or withdrawn"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The invitation is your own"),
    ),
)]
pub(super) async fn accept(
    State(app): State<Matches>,
    caller: Caller<Participant, Create>,
    Path(id): Path<String>,
) -> Result<Json<InvitationAccepted>, Problem> {
    let id = invitation_id(&id)?;
    let guest = Guest::new(&caller, None);
    Ok(Json(InvitationAccepted { r#match: accept_as(&app, &id, &guest, None).await? }))
}

/// The player who accepts an invitation.
pub(super) struct Guest {
    pub(super) me: Player,
    /// The quota account of the match, as if the player had created it alone.
    payer: QuotaAccount,
    /// The request, if it can be repeated.
    request: Option<RequestFingerprint>,
}

impl Guest {
    pub(super) fn new(caller: &Caller<Participant, Create>, request: Option<RequestFingerprint>) -> Guest {
        Guest { me: player_of(&caller.identity), payer: caller.quota_account(), request }
    }
}

/// Accepts an invitation and creates the match. `wanted` is the side that the player asks for.
pub(super) async fn accept_as(
    app: &Matches,
    id: &InvitationId,
    guest: &Guest,
    wanted: Option<&str>,
) -> Result<MatchId, Problem> {
    let Guest { me, payer, request } = guest;
    let invitation = app.invitations().load(id, Freshness::Resident).await?;
    if !invitation.from.is_same(me) {
        vet_pair(app, &invitation.from, me).await?;
    }
    if invitation.is_open() {
        let people = [&invitation.from, me].into_iter().filter_map(Player::person);
        if people::is_any_deleted(app.people(), people).await? {
            return Err(people::gone());
        }
        quota::check(app.store().repository(), payer, QuotaKind::Board).await?;
    }
    drop(invitation);
    // Drawn only now, because a player who could predict the side would wait for a good one.
    let random = random_side();
    let decide = |now: &Versioned<Invitation>| {
        let info = app.platform().game(&now.terms.game)?.info();
        let wanted = Side::ALL.into_iter().find(|side| wanted == Some(info.side(*side)));
        let acceptance = Acceptance { by: me, wanted, random, payer, request: request.as_ref() };
        let event = now.accept(info, &acceptance)?;
        Ok::<_, Problem>(event.map_or(Decision::NoChange, |event| Decision::Append(vec![event])))
    };
    let applied = app.invitations().act(id, Command::default(), decide).await?;
    create_accepted_match(app, &applied.now).await?;
    Ok(applied.now.match_id())
}

fn random_side() -> Side {
    let mut bits = [0];
    getrandom::fill(&mut bits).expect("the operating system gives random bytes");
    if bits[0].is_multiple_of(2) { Side::One } else { Side::Two }
}

/// Checks whether two players may play each other: they are different, and neither has blocked the other.
pub(super) async fn vet_pair(app: &Matches, from: &Player, to: &Player) -> Result<(), Problem> {
    if from.is_same(to) {
        return Err(Problem::unprocessable("yourself", "You cannot challenge yourself."));
    }
    let (Some(one), Some(other)) = (from.person(), to.person()) else { return Ok(()) };
    let accounts = app.people().accounts();
    let (first, second) =
        (accounts.load(one, Freshness::Current).await?, accounts.load(other, Freshness::Current).await?);
    if first.blocks(other) || second.blocks(one) {
        return Err(Problem::forbidden("They do not want to play with you."));
    }
    Ok(())
}

/// Decline an invitation
///
/// Use it to refuse a challenge. The challenger sees that it was declined.
#[utoipa::path(
    post, operation_id = "decline_invitation", path = "/invitations/{invitation}/decline", tag = "invitations",
    security(("token" = [])),
    params(("invitation" = String, Path, description = "The id of the invitation")),
    responses(
        (status = OK, body = chautari_wire::Invitation, description = "The declined invitation"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The invitation is for another player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such invitation"),
        (status = CONFLICT, body = problem::Body, description = "The invitation was answered or withdrawn"),
    ),
)]
pub(super) async fn decline(
    State(app): State<Matches>,
    caller: Caller<Participant>,
    Path(id): Path<String>,
) -> Result<Json<chautari_wire::Invitation>, Problem> {
    let me = player_of(&caller.identity);
    respond(&app, &invitation_id(&id)?, |now| now.decline(&me)).await.map(Json)
}

/// Answer a challenge with other terms
///
/// Use it to negotiate. The challenger can then accept, decline or answer with other terms again.
#[utoipa::path(
    post, operation_id = "offer_other_terms", path = "/invitations/{invitation}/terms", tag = "invitations",
    security(("token" = [])), request_body = OfferTerms,
    params(("invitation" = String, Path, description = "The id of the invitation")),
    responses(
        (status = OK, body = chautari_wire::Invitation, description = "The invitation with your terms"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The invitation is for another player"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such invitation or game"),
        (status = CONFLICT, body = problem::Body, description = "The invitation was answered or withdrawn"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The terms are not valid"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "You have too many open invitations"),
    ),
)]
pub(super) async fn counter(
    State(app): State<Matches>,
    caller: Caller<Participant, Create>,
    Path(id): Path<String>,
    JsonBody(terms): JsonBody<OfferTerms>,
) -> Result<Json<chautari_wire::Invitation>, Problem> {
    let me = player_of(&caller.identity);
    let terms = terms.vet(&app)?;
    // The invitation becomes one of the client's own.
    vet_open(&app, &me).await?;
    respond(&app, &invitation_id(&id)?, |now| now.counter(&me, terms.clone())).await.map(Json)
}

/// Withdraw an invitation
///
/// Use it to take back your own invitation before it is answered.
#[utoipa::path(
    delete, operation_id = "withdraw_invitation", path = "/invitations/{invitation}", tag = "invitations",
    security(("token" = [])),
    params(("invitation" = String, Path, description = "The id of the invitation")),
    responses(
        (status = NO_CONTENT, description = "The invitation is withdrawn"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "The invitation is not yours"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such invitation"),
        (status = CONFLICT, body = problem::Body, description = "The invitation was answered or withdrawn"),
    ),
)]
pub(super) async fn withdraw(
    State(app): State<Matches>,
    caller: Caller<Participant>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let me = player_of(&caller.identity);
    respond(&app, &invitation_id(&id)?, |now| now.withdraw(&me)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Appends an answer to an invitation.
async fn respond(
    app: &Matches,
    id: &InvitationId,
    answer: impl Fn(&Invitation) -> Result<InvitationEvent, InvitationRefusal>,
) -> Result<chautari_wire::Invitation, Problem> {
    let decide = |now: &Versioned<Invitation>| Ok::<_, Problem>(Decision::Append(vec![answer(now)?]));
    let applied = app.invitations().act(id, Command::default(), decide).await?;
    Ok(invitation_view(&applied.now, app.people().presence()))
}

/// Creates the match of an accepted invitation, unless it exists already or a player has deleted their account since.
/// Withdraws the other invitations of both players, because they are at a board now.
pub(crate) async fn create_accepted_match(app: &Matches, invitation: &Invitation) -> Result<(), Problem> {
    let info = app.platform().game(&invitation.terms.game)?.info();
    let Some(players) = invitation.players(info) else { return Ok(()) };
    let people = players.into_iter().filter_map(Player::person);
    if people::is_any_deleted(app.people(), people).await?
        && app.store().find(&invitation.match_id()).await?.is_none()
    {
        return Err(people::gone());
    }
    let mut ratings = [[0.0; 3]; 2];
    for (player, rating) in players.into_iter().zip(&mut ratings) {
        let current = current_rating(app, player, &invitation.terms.game).await?.unwrap_or_default();
        *rating = [current.rating, current.deviation, current.volatility];
    }
    let created = invitation.match_created(info, players, ratings);
    let state = app.store().create(invitation.match_id(), created).await?;
    if !state.is_correspondence() {
        for player in players {
            withdraw_all_before(app, player, state.began_ms).await?;
        }
    }
    Ok(())
}
