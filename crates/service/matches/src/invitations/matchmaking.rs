//! Play now: whoever wants the same meets.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use chautari_aggregate::{Freshness, Versioned};
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKey, IdempotencyKeyHeader, IdempotentBody, RequestFingerprint};
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Bearer, Problem};
use chautari_ledger::Sharing;
use chautari_platform::{InvitationId, MatchId};
use serde::Serialize;
use tokio::time::sleep;
use utoipa::ToSchema;

use super::create::{Wish, make};
use super::invitation::{Invitation, State as Standing, Terms, by_request, in_lobby};
use super::queries::{Shown, is_same};
use super::respond::{Guest, agree, begin, vet_pair};
use super::withdraw;
use crate::Matches;
use crate::matches::Sitter;

/// How often somebody waits anew because whom they had found was gone.
const TRIES: usize = 3;

/// So long one waits for the other who came later: of two who see each other it is theirs to sit down.
const COURTESY: Duration = Duration::from_millis(300);

/// What came of wanting to play.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayNow)]
pub(super) struct MatchmakingResult {
    /// The match, where somebody wanted the same.
    #[schema(required, value_type = Option<String>)]
    r#match: Option<MatchId>,
    /// Your invitation in the lobby, where nobody did.
    #[schema(required)]
    invitation: Option<Shown>,
}

impl MatchmakingResult {
    fn plays(id: MatchId) -> Json<MatchmakingResult> {
        Json(MatchmakingResult { r#match: Some(id), invitation: None })
    }

    fn waits(app: &Matches, own: &Invitation) -> Json<MatchmakingResult> {
        Json(MatchmakingResult { r#match: None, invitation: Some(Shown::new(app.people().presence(), own)) })
    }
}

/// Play now: sit down with whoever wants the same, or wait in the lobby
#[utoipa::path(
    post, operation_id = "play_now", path = "/play-now", tag = "invitations", request_body = Wish,
    params(IdempotencyKeyHeader),
    security(("token" = [])),
    responses(
        (status = OK, body = MatchmakingResult, description = "A match, or an invitation that waits in the lobby"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = CONFLICT, body = problem::Body, description = "The key was used for another request"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This cannot be played"),
    ),
)]
pub(super) async fn play_now(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    IdempotentBody { asked: wish, key }: IdempotentBody<Wish>,
) -> Result<Json<MatchmakingResult>, Problem> {
    let request = key.as_ref().map(|key| RequestFingerprint::new(app.http(), key, "play-now"));
    let guest = Guest::read(&app, client, &token, request.clone()).await?;
    let me = &guest.me;
    let terms = wish.vet(&app)?;
    let sent_before = async || match (&key, &request) {
        (Some(key), Some(request)) => before(&app, key, request).await,
        _ => Ok(None),
    };
    if let Some(answer) = sent_before().await? {
        return Ok(answer);
    }
    let mut attempt = 0;
    loop {
        for open in suitable(&app, me, &terms).await {
            if let Some(id) = sit_down(&app, &open, &guest, &terms).await? {
                return Ok(MatchmakingResult::plays(id));
            }
            // Somebody else was faster, or the same request that came twice.
            if let Some(answer) = sent_before().await? {
                return Ok(answer);
            }
        }
        // Whoever asks twice waits once.
        if let Some(own) = app.invitations().context().of(me).iter().find(|it| it.terms == terms) {
            return Ok(MatchmakingResult::waits(&app, own));
        }
        let own = make(
            &app,
            client,
            name(&app, key.as_ref(), attempt),
            idempotency::command(key.as_ref()),
            me,
            None,
            terms.clone(),
        )
        .await?;
        if attempt == TRIES {
            return Ok(MatchmakingResult::waits(&app, &own));
        }
        match overlooked(&app, &own, &guest, &terms).await? {
            OfferOutcome::Plays(id) => return Ok(MatchmakingResult::plays(id)),
            OfferOutcome::Waits => return Ok(MatchmakingResult::waits(&app, &own)),
            OfferOutcome::Gone => attempt += 1,
        }
    }
}

/// What this request came to where it was sent before: whom one sat down with, or one's own offer and what became of it.
async fn before(
    app: &Matches,
    key: &IdempotencyKey,
    request: &RequestFingerprint,
) -> Result<Option<Json<MatchmakingResult>>, Problem> {
    if let Some(accepted) = app.invitations().ids(&by_request(request)).await?.first() {
        let invitation = app.invitations().load(accepted, Freshness::Resident).await?;
        invitation.request.as_ref().map_or(Ok(()), |accepted| accepted.vet(request))?;
        begin(app, &invitation).await?;
        return Ok(Some(MatchmakingResult::plays(invitation.match_id())));
    }
    for attempt in 0..=TRIES {
        let own = name(app, Some(key), attempt);
        let Some(own) = app.invitations().find_created(&own, &idempotency::command(Some(key))).await? else {
            break;
        };
        match own.standing {
            Standing::Open => return Ok(Some(MatchmakingResult::waits(app, &own))),
            Standing::Accepted => return Ok(Some(MatchmakingResult::plays(own.match_id()))),
            Standing::Declined | Standing::Withdrawn => {}
        }
    }
    Ok(None)
}

/// What an invitation is called: the same for the same request, where it can be repeated.
fn name(app: &Matches, key: Option<&IdempotencyKey>, attempt: usize) -> InvitationId {
    let what = if attempt == 0 { "invitation".to_owned() } else { format!("invitation {attempt}") };
    InvitationId::seeded(idempotency::derived_id(app.http(), key, &what))
}

/// What is offered in the lobby that somebody would play, with whom they may, the first first.
async fn suitable(app: &Matches, me: &Sitter, terms: &Terms) -> Vec<Arc<Invitation>> {
    let mut found = Vec::new();
    for open in app.invitations().context().open() {
        if !is_same(&open.from, me) && open.terms.suits(terms) && vet_pair(app, &open.from, me).await.is_ok()
        {
            found.push(open);
        }
    }
    found
}

/// Accepts an offer; `None` where somebody else was faster.
async fn sit_down(
    app: &Matches,
    open: &Invitation,
    guest: &Guest,
    terms: &Terms,
) -> Result<Option<MatchId>, Problem> {
    match agree(app, &open.id, guest, terms.side.as_deref()).await {
        Ok(id) => Ok(Some(id)),
        Err(problem) if problem.kind() == Kind::Conflict => Ok(None),
        Err(problem) => Err(problem),
    }
}

/// What becomes of an offer that has just been made.
enum OfferOutcome {
    /// It waits in the lobby.
    Waits,
    /// They play.
    Plays(MatchId),
    /// It was taken back for another one, and that one was gone.
    Gone,
}

/// Looks again, now that one's own offer stands: of two who ask at the same moment neither sees the other's before, and
/// one of them does after. That one sits down with the other and takes its own offer back, so that nobody plays twice.
async fn overlooked(
    app: &Matches,
    own: &Versioned<Invitation>,
    guest: &Guest,
    terms: &Terms,
) -> Result<OfferOutcome, Problem> {
    match own.standing {
        Standing::Open => {}
        // The request was repeated.
        Standing::Accepted => return Ok(OfferOutcome::Plays(own.match_id())),
        Standing::Declined | Standing::Withdrawn => return Ok(OfferOutcome::Gone),
    }
    if app.platform().ledger().sharing() == Sharing::Shared {
        // What others have just offered may not have been heard of.
        for id in app.invitations().ids(&in_lobby()).await? {
            if !app.invitations().context().has(&id) {
                app.invitations().load(&id, Freshness::Resident).await?;
            }
        }
    }
    let Some(open) = suitable(app, &guest.me, terms).await.into_iter().next() else {
        return Ok(OfferOutcome::Waits);
    };
    if open.order() > own.order() {
        sleep(COURTESY).await;
    }
    let left = withdraw(app, &own.id).await?;
    if left.standing == Standing::Accepted {
        return Ok(OfferOutcome::Plays(left.match_id()));
    }
    Ok(sit_down(app, &open, guest, terms).await?.map_or(OfferOutcome::Gone, OfferOutcome::Plays))
}
