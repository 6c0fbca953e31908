//! Invitations accepted, declined, changed, taken back.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use chautari_aggregate::{Command, Decision, Freshness, JobOutcome, Versioned};
use chautari_arena::live::{Stakes, Terms};
use chautari_compute::Client;
use chautari_game::Side;
use chautari_http::RemoteClient;
use chautari_http::idempotency::RequestFingerprint;
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Action, Bearer, JsonBody, Problem, Token};
use chautari_ledger::Job;
use chautari_people::people;
use chautari_platform::quota::{QuotaAccount, QuotaKind};
use chautari_platform::{InvitationId, MatchId};
use serde::Serialize;
use utoipa::ToSchema;

use super::create::{Wish, vet_own};
use super::invitation::{Invitation, InvitationEvent, State as Standing};
use super::leave;
use super::queries::{Shown, is_same, named, party};
use crate::Matches;
use crate::matches::{Audience, MatchCreated, Seat, Sitter, is_leisurely, worth};

/// Two who meet in the lobby are both there: so long each waits for the other's first move.
const NO_SHOW_MS: u64 = 5 * 60_000;

/// They play.
#[derive(Serialize, ToSchema)]
#[schema(as = InvitationAccepted)]
pub(super) struct Accepted {
    /// The match.
    #[schema(value_type = String)]
    r#match: MatchId,
}

/// Accept an invitation: sit down
///
/// In the lobby the first who comes plays; all others are told 409.
#[utoipa::path(
    post, operation_id = "accept_invitation", path = "/invitations/{invitation}/accept", tag = "invitations",
    security(("token" = [])),
    params(("invitation" = String, Path, description = "The invitation")),
    responses(
        (status = OK, body = Accepted, description = "The match has begun"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "It is not for you"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has been answered, or taken back"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "It is your own"),
    ),
)]
pub(super) async fn accept(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Result<Json<Accepted>, Problem> {
    let id = named(&id)?;
    let guest = Guest::read(&app, client, &token, None).await?;
    Ok(Json(Accepted { r#match: agree(&app, &id, &guest, None).await? }))
}

/// Who accepts an invitation.
pub(super) struct Guest {
    pub(super) me: Sitter,
    /// For whom the match is kept: it is theirs as if they had begun it alone.
    payer: QuotaAccount,
    /// By which request, where it can be repeated.
    request: Option<RequestFingerprint>,
}

impl Guest {
    /// Whose token this is, if they may begin one more match just now.
    pub(super) async fn read(
        app: &Matches,
        client: Client,
        token: &Token,
        request: Option<RequestFingerprint>,
    ) -> Result<Guest, Problem> {
        let me = party(app, client, token).await?;
        let counted = people::counted(app.people(), client, Some(token)).await?;
        app.http().admit(counted.client, Action::Create)?;
        Ok(Guest { me, payer: counted.payer, request })
    }
}

/// Lets somebody accept, who may want a side, and begins the match.
pub(super) async fn agree(
    app: &Matches,
    id: &InvitationId,
    guest: &Guest,
    wanted: Option<&str>,
) -> Result<MatchId, Problem> {
    let Guest { me, payer, request } = guest;
    let invitation = app.invitations().load(id, Freshness::Resident).await?;
    if !is_same(&invitation.from, me) {
        vet_pair(app, &invitation.from, me).await?;
    }
    if invitation.is_open() {
        let people = [&invitation.from, me].into_iter().filter_map(Sitter::person);
        if people::is_any_deleted(app.people(), people).await? {
            return Err(people::gone());
        }
        app.store().vet_quota(payer, QuotaKind::Board).await?;
    }
    drop(invitation);
    // Not before: whoever could tell the side beforehand would choose.
    let chance = by_chance();
    let decide = |now: &Versioned<Invitation>| {
        if is_same(&now.from, me) {
            return Err(Problem::unprocessable("yourself", "This is your own invitation."));
        }
        if now.to.as_ref().is_some_and(|to| !is_same(to, me)) && now.is_open() {
            return Err(not_yours());
        }
        // Who has accepted and not heard the answer may ask again.
        if now.standing == Standing::Accepted && now.to.as_ref().is_some_and(|to| is_same(to, me)) {
            return Ok(Decision::NoChange);
        }
        if !now.is_open() {
            return Err(answered());
        }
        let info = app.platform().game(&now.terms.game)?.info();
        let mine = Side::ALL.into_iter().find(|side| wanted == Some(info.side(*side)));
        let side = now.terms.side(info).or(mine.map(Side::other)).unwrap_or(chance);
        Ok(Decision::Append(vec![InvitationEvent::Accepted {
            by: me.clone(),
            side: Some(side),
            payer: Some(payer.clone()),
            request: request.clone(),
        }]))
    };
    let done = app.invitations().act(id, Command::default(), decide).await?;
    begin(app, &done.now).await?;
    Ok(done.now.match_id())
}

/// Heads or tails.
fn by_chance() -> Side {
    let mut bits = [0];
    getrandom::fill(&mut bits).expect("the operating system gives random bytes");
    if bits[0].is_multiple_of(2) { Side::One } else { Side::Two }
}

fn not_yours() -> Problem {
    Problem::forbidden("This invitation is for somebody else.")
}

fn answered() -> Problem {
    Problem::new(Kind::Conflict, "answered", "This invitation has already been answered or withdrawn.")
}

/// Whether two may play: neither has blocked the other.
pub(super) async fn vet_pair(app: &Matches, from: &Sitter, to: &Sitter) -> Result<(), Problem> {
    if is_same(from, to) {
        return Err(Problem::unprocessable("yourself", "You cannot challenge yourself."));
    }
    let (Some(one), Some(other)) = (from.person(), to.person()) else { return Ok(()) };
    let (first, second) = (
        app.people().accounts().load(one, Freshness::Current).await?,
        app.people().accounts().load(other, Freshness::Current).await?,
    );
    if first.blocks(other) || second.blocks(one) {
        return Err(Problem::forbidden("They do not want to play with you."));
    }
    Ok(())
}

/// Decline an invitation
#[utoipa::path(
    post, operation_id = "decline_invitation", path = "/invitations/{invitation}/decline", tag = "invitations",
    security(("token" = [])),
    params(("invitation" = String, Path, description = "The invitation")),
    responses(
        (status = OK, body = Shown, description = "It is declined"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "It is not for you"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has been answered, or taken back"),
    ),
)]
pub(super) async fn decline(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Result<Json<Shown>, Problem> {
    let me = party(&app, client, &token).await?;
    let event = |_: &Invitation| Ok(InvitationEvent::Declined);
    answer(&app, &named(&id)?, |now| now.to.as_ref().is_some_and(|to| is_same(to, &me)), event).await
}

/// Answer a challenge with other terms
///
/// It is then the other one's to accept, decline or change.
#[utoipa::path(
    post, operation_id = "offer_other_terms", path = "/invitations/{invitation}/terms", tag = "invitations",
    security(("token" = [])), request_body = Wish,
    params(("invitation" = String, Path, description = "The invitation")),
    responses(
        (status = OK, body = Shown, description = "The invitation with your terms"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "It is not for you"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has been answered, or taken back"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This cannot be played"),
        (status = TOO_MANY_REQUESTS, body = problem::Body, description = "Too many invitations of yours wait"),
    ),
)]
pub(super) async fn counter(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(id): Path<String>,
    JsonBody(wish): JsonBody<Wish>,
) -> Result<Json<Shown>, Problem> {
    let me = party(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    let terms = wish.vet(&app)?;
    // It is theirs from now on.
    vet_own(&app, &me).await?;
    let event = |_: &Invitation| Ok(InvitationEvent::Countered { terms: terms.clone() });
    answer(&app, &named(&id)?, |now| now.to.as_ref().is_some_and(|to| is_same(to, &me)), event).await
}

/// Take an invitation back
#[utoipa::path(
    delete, operation_id = "withdraw_invitation", path = "/invitations/{invitation}", tag = "invitations",
    security(("token" = [])),
    params(("invitation" = String, Path, description = "The invitation")),
    responses(
        (status = NO_CONTENT, description = "It is taken back"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "It is not yours"),
        (status = NOT_FOUND, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "It has been answered, or taken back"),
    ),
)]
pub(super) async fn withdraw(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let me = party(&app, client, &token).await?;
    let event = |_: &Invitation| Ok(InvitationEvent::Withdrawn);
    let _withdrawn = answer(&app, &named(&id)?, |now| is_same(&now.from, &me), event).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn answer(
    app: &Matches,
    id: &InvitationId,
    may: impl Fn(&Invitation) -> bool,
    event: impl Fn(&Invitation) -> Result<InvitationEvent, Problem>,
) -> Result<Json<Shown>, Problem> {
    let decide = |now: &Versioned<Invitation>| match () {
        () if !may(now) => Err(not_yours()),
        () if !now.is_open() => Err(answered()),
        () => Ok(Decision::Append(vec![event(now)?])),
    };
    let done = app.invitations().act(id, Command::default(), decide).await?;
    Ok(Json(Shown::new(app.people().presence(), &done.now)))
}

/// Begins the match of an invitation that was accepted, where whoever accepted it did not live to.
pub(super) async fn set_up(app: Matches, job: Job) -> Result<JobOutcome, Problem> {
    let Some(id) = job.body.as_str().and_then(InvitationId::read) else {
        tracing::error!(body = %job.body, "no invitation can be read from this");
        return Ok(JobOutcome::Done);
    };
    match begin(&app, &*app.invitations().load(&id, Freshness::Stored).await?).await {
        // One of them has gone since, and there is nothing to begin.
        Err(problem) if problem.code() == people::GONE => Ok(JobOutcome::Done),
        begun => begun.map(|()| JobOutcome::Done),
    }
}

/// Begins the match of an invitation; if it has begun already, there is nothing to do. Nobody sits down with somebody who
/// has gone since. Those who sit at a board are not free for others.
pub(super) async fn begin(app: &Matches, invitation: &Invitation) -> Result<(), Problem> {
    let (Standing::Accepted, Some(to)) = (invitation.standing, &invitation.to) else { return Ok(()) };
    let people = [&invitation.from, to].into_iter().filter_map(Sitter::person);
    if people::is_any_deleted(app.people(), people).await?
        && app.store().find(&invitation.match_id()).await?.is_none()
    {
        return Err(people::gone());
    }
    let game = app.platform().game(&invitation.terms.game)?;
    let mut seats = Vec::new();
    let mut ratings = Vec::new();
    for side in Side::ALL {
        let is_theirs = side == invitation.side(game.info());
        let sitter = if is_theirs { &invitation.from } else { to };
        let game = &invitation.terms.game;
        let rating = worth(app, sitter, game).await?.unwrap_or_default();
        seats.push(Seat { sitter: sitter.clone(), hash: None });
        ratings.push([rating.rating, rating.deviation, rating.volatility]);
    }
    let seats: [Seat; 2] = seats.try_into().expect("there are two sides");
    let ratings: [[f64; 3]; 2] = ratings.try_into().expect("there are two sides");
    let terms = Terms {
        start: None,
        opening: Vec::new(),
        control: invitation.terms.clock.map(Into::into),
        stakes: Stakes::Friendly,
        players: [seats[0].sitter.player(), seats[1].sitter.player()],
    };
    let begun = MatchCreated {
        game: invitation.terms.game.clone(),
        terms,
        seats,
        tournament: None,
        audience: Audience::Everybody,
        ratings: invitation.terms.rated.then_some(ratings),
        no_show_ms: invitation
            .met_in_lobby
            .then_some(NO_SHOW_MS)
            .filter(|_| !is_leisurely(invitation.terms.clock.map(Into::into))),
        payer: invitation.payer.clone(),
    };
    let begun = app.store().begin(invitation.match_id(), begun).await?;
    if !begun.is_leisurely() {
        for party in [&invitation.from, to] {
            leave(app, party, begun.began_ms).await?;
        }
    }
    Ok(())
}
