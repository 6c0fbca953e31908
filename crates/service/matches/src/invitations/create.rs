//! Somebody would play.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chautari_aggregate::{Command, Versioned};
use chautari_arena::live::TimeControl;
use chautari_compute::Client;
use chautari_http::RemoteClient;
use chautari_http::idempotency;
use chautari_http::idempotency::{IdempotencyKeyHeader, IdempotentBody};
use chautari_http::problem;
use chautari_http::problem::Kind;
use chautari_http::{Action, Bearer, Problem};
use chautari_people::bots;
use chautari_people::bots::InvitationPolicy;
use chautari_people::people;
use chautari_platform::InvitationId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::invitation::{Invitation, InvitationEvent, Terms, by_maker, by_party};
use super::queries::{Shown, party};
use super::respond::vet_pair;
use crate::Matches;
use crate::matches::Sitter;

/// The most invitations of somebody's own that may wait.
const MOST: usize = 20;
/// The most that may wait for one to answer.
const MOST_ASKED: usize = 200;
/// The most of them in the lobby.
const MOST_IN_LOBBY: usize = 3;

/// What somebody would play.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[schema(as = OfferTerms)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    /// The game, perhaps with rules changed: `baghchal:captures=3`.
    #[schema(example = "baghchal")]
    pub(super) game: String,
    /// How much time there is: `{"initial_ms":300000,"increment_ms":2000}` for a game, with `delay_ms` before the
    /// clock runs in each turn, or `{"per_move_ms":86400000}` for each move [default: all there is].
    #[serde(default)]
    pub(super) clock: Option<TimeControl>,
    /// Whether the result counts for ratings; that needs a clock [default: it does not].
    #[serde(default)]
    pub(super) rated: bool,
    /// Your side [default: chance decides].
    #[serde(default)]
    pub(super) side: Option<String>,
}

impl Wish {
    /// What can be played, in its one written form.
    pub(super) fn vet(self, app: &Matches) -> Result<Terms, Problem> {
        let game = app.platform().game(&self.game)?;
        let clock = self.clock.map(TimeControl::vet).transpose();
        let clock = clock.map_err(|e| Problem::unprocessable("clock", e.to_string()))?;
        if self.rated && clock.is_none() {
            return Err(Problem::unprocessable("rated", "A rated game needs a clock."));
        }
        let sides = game.info().sides;
        if let Some(side) = &self.side
            && !sides.contains(&side.as_str())
        {
            let text = format!("There is no side `{side}`; the sides are {} and {}.", sides[0], sides[1]);
            return Err(Problem::unprocessable("side", text));
        }
        Ok(Terms { game: app.platform().name_of(&*game), clock, rated: self.rated, side: self.side })
    }
}

/// An invitation to be made.
#[derive(Deserialize, ToSchema)]
#[schema(as = Invite)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// Whom to challenge: a person or a bot [default: whoever comes, in the lobby].
    #[serde(default)]
    to: Option<Invited>,
    /// What to play.
    terms: Wish,
}

/// Who is challenged.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Invited {
    /// A person of this name.
    Person(String),
    /// A bot of this name.
    Bot(String),
}

/// Invite whoever comes, or challenge somebody
///
/// An invitation to whoever comes is in the lobby as long as its maker is connected to it, and a minute longer. A
/// challenge waits for two weeks.
#[utoipa::path(
    post, operation_id = "invite", path = "/invitations", tag = "invitations", request_body = Request,
    params(IdempotencyKeyHeader),
    security(("token" = [])),
    responses(
        (status = CREATED, body = Shown, description = "The invitation"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = FORBIDDEN, body = problem::Body, description = "They do not want to be challenged by you"),
        (status = NOT_FOUND, body = problem::Body, description = "There is no such game, person or bot"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This cannot be played"),
    ),
)]
pub(super) async fn offer(
    State(app): State<Matches>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    IdempotentBody { asked: Request { to, terms }, key }: IdempotentBody<Request>,
) -> Result<(StatusCode, Json<Shown>), Problem> {
    let me = party(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    let terms = terms.vet(&app)?;
    let to = match to {
        None => None,
        Some(Invited::Person(name)) => {
            let person = people::find(app.people(), &name).await?;
            Some(Sitter::Person { id: person.id.clone(), name: person.name.clone() })
        }
        Some(Invited::Bot(name)) => {
            let bot = bots::find(app.people(), &name).await?;
            if bot.invitation_policy == InvitationPolicy::None {
                return Err(bots::closed(&name));
            }
            Some(Sitter::Bot { name })
        }
    };
    if let Some(to) = &to {
        vet_pair(&app, &me, to).await?;
    }
    let id = InvitationId::seeded(idempotency::derived_id(app.http(), key.as_ref(), "invitation"));
    let invitation = make(&app, client, id, idempotency::command(key.as_ref()), &me, to, terms).await?;
    Ok((StatusCode::CREATED, Json(Shown::new(app.people().presence(), &invitation))))
}

/// Makes an invitation, unless there are too many of theirs.
pub(super) async fn make(
    app: &Matches,
    client: Client,
    id: InvitationId,
    command: Command,
    from: &Sitter,
    to: Option<Sitter>,
    terms: Terms,
) -> Result<Arc<Versioned<Invitation>>, Problem> {
    if let Some(made) = app.invitations().find_created(&id, &command).await? {
        return Ok(made);
    }
    vet_own(app, from).await?;
    if let Some(to) = &to
        && app.invitations().ids(&by_party(to)).await?.len() >= MOST_ASKED
    {
        return Err(busy("Too many invitations wait for their answer already; try again another day."));
    }
    if to.is_none() && app.invitations().context().of(from).len() >= MOST_IN_LOBBY {
        let text = format!("You have {MOST_IN_LOBBY} invitations in the lobby; withdraw one first.");
        return Err(busy(text));
    }
    let lobby = app.invitations().context();
    if to.is_none() {
        lobby.vet(client)?;
    }
    let event = InvitationEvent::Offered { from: from.clone(), to, terms };
    let made = app.invitations().create(&id, command, vec![event]).await?.now();
    lobby.came(&id, client);
    Ok(made)
}

/// Whether one more may be theirs that waits.
pub(super) async fn vet_own(app: &Matches, maker: &Sitter) -> Result<(), Problem> {
    if app.invitations().ids(&by_maker(maker)).await?.len() >= MOST {
        return Err(busy(format!("{MOST} invitations of yours wait; take back one first.")));
    }
    Ok(())
}

fn busy(text: impl Into<String>) -> Problem {
    Problem::new(Kind::TooManyRequests, "quota", text)
}
