//! `POST /play-now`: matchmaking. Accepts a suitable invitation of the lobby, or creates one and waits.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use chautari_aggregate::{Freshness, Versioned};
use chautari_http::cost::Create;
use chautari_http::idempotency::{
    self, IdempotencyKey, IdempotencyKeyHeader, IdempotentBody, RequestFingerprint,
};
use chautari_http::problem::Kind;
use chautari_http::{Problem, problem};
use chautari_ledger::Sharing;
use chautari_people::{Caller, Participant};
use chautari_platform::{InvitationId, MatchId};
use chautari_wire::{InvitationState, Terms};
use serde::Serialize;
use tokio::time::sleep;
use utoipa::ToSchema;

use super::create::{OfferTerms, create_invitation};
use super::respond::{Guest, accept_as, create_accepted_match, vet_pair};
use super::withdraw_if;
use crate::Matches;
use crate::model::{Invitation, Player, by_accepting_request, in_lobby, invitation_view};

/// Attempts to pair before the client's invitation is left in the lobby. Each one fails only if another player was
/// faster.
const MAX_ATTEMPTS: usize = 3;

/// The head start of the author of the newer invitation. Of two players who see each other's invitation at the same
/// time, the author of the newer one accepts.
const HEAD_START: Duration = Duration::from_millis(300);

/// The result of matchmaking: a match, or an invitation that waits in the lobby.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayNow)]
pub(super) struct MatchmakingResult {
    /// The id of the match, if a suitable invitation was found.
    #[schema(required, value_type = Option<String>)]
    r#match: Option<MatchId>,
    /// Your invitation in the lobby, if there was none.
    #[schema(required)]
    invitation: Option<chautari_wire::Invitation>,
}

impl MatchmakingResult {
    fn matched(id: MatchId) -> Json<MatchmakingResult> {
        Json(MatchmakingResult { r#match: Some(id), invitation: None })
    }

    fn waiting(app: &Matches, own: &Invitation) -> Json<MatchmakingResult> {
        let invitation = Some(invitation_view(own, app.people().presence()));
        Json(MatchmakingResult { r#match: None, invitation })
    }
}

/// Play now with any suitable player
///
/// Use it to start a match as soon as possible. Accepts the oldest invitation in the lobby with the same terms; if
/// there is none, creates one. Stay connected to `GET /lobby` while you wait.
#[utoipa::path(
    post, operation_id = "play_now", path = "/play-now", tag = "invitations", request_body = OfferTerms,
    params(IdempotencyKeyHeader),
    security(("token" = [])),
    responses(
        (status = OK, body = MatchmakingResult, description = "A match, or your invitation in the lobby"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = CONFLICT, body = problem::Body, description = "The key was used for another request"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The terms are not valid"),
    ),
)]
pub(super) async fn play_now(
    State(app): State<Matches>,
    caller: Caller<Participant, Create>,
    IdempotentBody { asked: terms, key }: IdempotentBody<OfferTerms>,
) -> Result<Json<MatchmakingResult>, Problem> {
    let request = key.as_ref().map(|key| RequestFingerprint::new(app.http(), key, "play-now"));
    let guest = Guest::new(&caller, request.clone());
    let me = &guest.me;
    let terms = terms.vet(&app)?;
    let earlier = async || match (&key, &request) {
        (Some(key), Some(request)) => earlier_result(&app, key, request).await,
        _ => Ok(None),
    };
    if let Some(result) = earlier().await? {
        return Ok(result);
    }
    let mut attempt = 0;
    loop {
        for open in suitable(&app, me, &terms).await {
            if let Some(id) = try_accept(&app, &open, &guest, &terms).await? {
                return Ok(MatchmakingResult::matched(id));
            }
            // Another player was faster, or another copy of this request.
            if let Some(result) = earlier().await? {
                return Ok(result);
            }
        }
        // The client waits already.
        if let Some(own) = app.invitations().context().by_author(me).iter().find(|it| it.terms == terms) {
            return Ok(MatchmakingResult::waiting(&app, own));
        }
        let id = own_invitation_id(&app, key.as_ref(), attempt);
        let command = idempotency::command(key.as_ref());
        let own = create_invitation(&app, caller.client, id, command, me, None, terms.clone()).await?;
        if attempt == MAX_ATTEMPTS {
            return Ok(MatchmakingResult::waiting(&app, &own));
        }
        match pair_again(&app, &own, &guest, &terms).await? {
            OfferOutcome::Accepted(id) => return Ok(MatchmakingResult::matched(id)),
            OfferOutcome::Waiting => return Ok(MatchmakingResult::waiting(&app, &own)),
            OfferOutcome::Withdrawn => attempt += 1,
        }
    }
}

/// Returns the result of an earlier request with this idempotency key: the match joined, or the open invitation.
async fn earlier_result(
    app: &Matches,
    key: &IdempotencyKey,
    request: &RequestFingerprint,
) -> Result<Option<Json<MatchmakingResult>>, Problem> {
    if let Some(accepted) = app.invitations().ids(&by_accepting_request(request)).await?.first() {
        let invitation = app.invitations().load(accepted, Freshness::Resident).await?;
        invitation.request.as_ref().map_or(Ok(()), |accepted| accepted.vet(request))?;
        create_accepted_match(app, &invitation).await?;
        return Ok(Some(MatchmakingResult::matched(invitation.match_id())));
    }
    for attempt in 0..=MAX_ATTEMPTS {
        let id = own_invitation_id(app, Some(key), attempt);
        let command = idempotency::command(Some(key));
        let Some(own) = app.invitations().find_created(&id, &command).await? else { break };
        match own.status {
            InvitationState::Open => return Ok(Some(MatchmakingResult::waiting(app, &own))),
            InvitationState::Accepted => return Ok(Some(MatchmakingResult::matched(own.match_id()))),
            InvitationState::Declined | InvitationState::Withdrawn => {}
        }
    }
    Ok(None)
}

/// Returns the id of the client's invitation, derived from the idempotency key if there is one.
fn own_invitation_id(app: &Matches, key: Option<&IdempotencyKey>, attempt: usize) -> InvitationId {
    let kind = if attempt == 0 { "invitation".to_owned() } else { format!("invitation {attempt}") };
    InvitationId::seeded(idempotency::derived_id(app.http(), key, &kind))
}

/// Returns the invitations of the lobby that a player can accept with these terms, oldest first.
async fn suitable(app: &Matches, me: &Player, terms: &Terms) -> Vec<Arc<Invitation>> {
    let mut found = Vec::new();
    for open in app.invitations().context().open() {
        if !open.from.is_same(me) && open.terms.suits(terms) && vet_pair(app, &open.from, me).await.is_ok() {
            found.push(open);
        }
    }
    found
}

/// Accepts an invitation; `None` if another player was faster.
async fn try_accept(
    app: &Matches,
    open: &Invitation,
    guest: &Guest,
    terms: &Terms,
) -> Result<Option<MatchId>, Problem> {
    match accept_as(app, &open.id, guest, terms.side.as_deref()).await {
        Ok(id) => Ok(Some(id)),
        Err(problem) if problem.kind() == Kind::Conflict => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// The outcome of an invitation that was just created.
enum OfferOutcome {
    /// It waits in the lobby.
    Waiting,
    /// It led to a match, or another one did.
    Accepted(MatchId),
    /// It was withdrawn for another one that was accepted by someone else in the meantime.
    Withdrawn,
}

/// Pairs again after the client's invitation was created. Of two players who call this at the same time neither sees
/// the other's invitation before, but one of them does now. That one withdraws their own invitation and accepts the
/// other, so that neither plays twice.
async fn pair_again(
    app: &Matches,
    own: &Versioned<Invitation>,
    guest: &Guest,
    terms: &Terms,
) -> Result<OfferOutcome, Problem> {
    match own.status {
        InvitationState::Open => {}
        // The request was repeated.
        InvitationState::Accepted => return Ok(OfferOutcome::Accepted(own.match_id())),
        InvitationState::Declined | InvitationState::Withdrawn => return Ok(OfferOutcome::Withdrawn),
    }
    if app.platform().ledger().sharing() == Sharing::Shared {
        // The notices of invitations from other processes may still be under way.
        for id in app.invitations().ids(&in_lobby()).await? {
            if !app.invitations().context().contains(&id) {
                app.invitations().load(&id, Freshness::Resident).await?;
            }
        }
    }
    let Some(open) = suitable(app, &guest.me, terms).await.into_iter().next() else {
        return Ok(OfferOutcome::Waiting);
    };
    if open.order() > own.order() {
        sleep(HEAD_START).await;
    }
    let withdrawn = withdraw_if(app, &own.id, |_| true).await?;
    if withdrawn.status == InvitationState::Accepted {
        return Ok(OfferOutcome::Accepted(withdrawn.match_id()));
    }
    let matched = try_accept(app, &open, guest, terms).await?;
    Ok(matched.map_or(OfferOutcome::Withdrawn, OfferOutcome::Accepted))
}
