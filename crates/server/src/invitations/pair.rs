//! Play now: whoever wants the same meets.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use chautari_keeper::Now;
use chautari_ledger::Sharing;
use serde::Serialize;
use tokio::time::sleep;
use utoipa::ToSchema;

use super::answer::{Guest, agree, begin, vet_pair};
use super::invitation::{Invitation, State as Standing, Terms, by_request, in_lobby};
use super::offer::{Wish, make};
use super::show::{Shown, is_same};
use super::withdraw;
use crate::keyed::{self, Key, KeyHeader, Keyed, Mark};
use crate::matches::Sitter;
use crate::names::{InvitationId, MatchId};
use crate::problem::{self, Kind};
use crate::{App, Bearer, Client, Problem};

/// How often somebody waits anew because whom they had found was gone.
const TRIES: usize = 3;

/// So long one waits for the other who came later: of two who see each other it is theirs to sit down.
const COURTESY: Duration = Duration::from_millis(300);

/// What came of wanting to play.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayNow)]
pub(super) struct Paired {
    /// The match, where somebody wanted the same.
    #[schema(required, value_type = Option<String>)]
    r#match: Option<MatchId>,
    /// Your invitation in the lobby, where nobody did.
    #[schema(required)]
    invitation: Option<Shown>,
}

impl Paired {
    fn plays(id: MatchId) -> Json<Paired> {
        Json(Paired { r#match: Some(id), invitation: None })
    }

    fn waits(app: &App, own: &Invitation) -> Json<Paired> {
        Json(Paired { r#match: None, invitation: Some(Shown::new(app.presence(), own)) })
    }
}

/// Play now: sit down with whoever wants the same, or wait in the lobby
#[utoipa::path(
    post, operation_id = "play_now", path = "/play-now", tag = "invitations", request_body = Wish,
    params(KeyHeader),
    security(("token" = [])),
    responses(
        (status = OK, body = Paired, description = "A match, or an invitation that waits in the lobby"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game"),
        (status = CONFLICT, body = problem::Body, description = "The key was used for another request"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This cannot be played"),
    ),
)]
pub(super) async fn play_now(
    State(app): State<App>,
    client: Client,
    Bearer(token): Bearer,
    Keyed { asked: wish, key }: Keyed<Wish>,
) -> Result<Json<Paired>, Problem> {
    let request = key.as_ref().map(|key| Mark::new(&app, key, "play-now"));
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
                return Ok(Paired::plays(id));
            }
            // Somebody else was faster, or the same request that came twice.
            if let Some(answer) = sent_before().await? {
                return Ok(answer);
            }
        }
        // Whoever asks twice waits once.
        if let Some(own) = app.invitations().world().of(me).iter().find(|it| it.terms == terms) {
            return Ok(Paired::waits(&app, own));
        }
        let own = make(
            &app,
            client,
            name(&app, key.as_ref(), attempt),
            keyed::command(key.as_ref()),
            me,
            None,
            terms.clone(),
        )
        .await?;
        if attempt == TRIES {
            return Ok(Paired::waits(&app, &own));
        }
        match overlooked(&app, &own, &guest, &terms).await? {
            Fate::Plays(id) => return Ok(Paired::plays(id)),
            Fate::Waits => return Ok(Paired::waits(&app, &own)),
            Fate::Gone => attempt += 1,
        }
    }
}

/// What this request came to where it was sent before: whom one sat down with, or one's own offer and what became of it.
async fn before(app: &App, key: &Key, request: &Mark) -> Result<Option<Json<Paired>>, Problem> {
    if let Some(accepted) = app.invitations().ids(&by_request(request)).await?.first() {
        let invitation = app.invitations().keep(accepted).await?;
        invitation.request.as_ref().map_or(Ok(()), |accepted| accepted.vet(request))?;
        begin(app, &invitation).await?;
        return Ok(Some(Paired::plays(invitation.match_id())));
    }
    for attempt in 0..=TRIES {
        let own = name(app, Some(key), attempt);
        let Some(own) = app.invitations().begun(&own, &keyed::command(Some(key))).await? else { break };
        match own.standing {
            Standing::Open => return Ok(Some(Paired::waits(app, &own))),
            Standing::Accepted => return Ok(Some(Paired::plays(own.match_id()))),
            Standing::Declined | Standing::Withdrawn => {}
        }
    }
    Ok(None)
}

/// What an invitation is called: the same for the same request, where it can be repeated.
fn name(app: &App, key: Option<&Key>, attempt: usize) -> InvitationId {
    let what = if attempt == 0 { "invitation".to_owned() } else { format!("invitation {attempt}") };
    InvitationId::seeded(keyed::seed(app, key, &what))
}

/// What is offered in the lobby that somebody would play, with whom they may, the first first.
async fn suitable(app: &App, me: &Sitter, terms: &Terms) -> Vec<Arc<Invitation>> {
    let mut found = Vec::new();
    for open in app.invitations().world().open() {
        if !is_same(&open.from, me) && open.terms.suits(terms) && vet_pair(app, &open.from, me).await.is_ok()
        {
            found.push(open);
        }
    }
    found
}

/// Accepts an offer; `None` where somebody else was faster.
async fn sit_down(
    app: &App,
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
enum Fate {
    /// It waits in the lobby.
    Waits,
    /// They play.
    Plays(MatchId),
    /// It was taken back for another one, and that one was gone.
    Gone,
}

/// Looks again, now that one's own offer stands: of two who ask at the same moment neither sees the other's before, and
/// one of them does after. That one sits down with the other and takes its own offer back, so that nobody plays twice.
async fn overlooked(app: &App, own: &Now<Invitation>, guest: &Guest, terms: &Terms) -> Result<Fate, Problem> {
    match own.standing {
        Standing::Open => {}
        // The request was repeated.
        Standing::Accepted => return Ok(Fate::Plays(own.match_id())),
        Standing::Declined | Standing::Withdrawn => return Ok(Fate::Gone),
    }
    if app.ledger().sharing() == Sharing::Shared {
        // What others have just offered may not have been heard of.
        for id in app.invitations().ids(&in_lobby()).await? {
            if !app.invitations().world().has(&id) {
                app.invitations().keep(&id).await?;
            }
        }
    }
    let Some(open) = suitable(app, &guest.me, terms).await.into_iter().next() else { return Ok(Fate::Waits) };
    if open.order() > own.order() {
        sleep(COURTESY).await;
    }
    let left = withdraw(app, &own.id).await?;
    if left.standing == Standing::Accepted {
        return Ok(Fate::Plays(left.match_id()));
    }
    Ok(sit_down(app, &open, guest, terms).await?.map_or(Fate::Gone, Fate::Plays))
}
