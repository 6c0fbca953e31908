//! A passkey to come back with: WebAuthn, checked here and by nobody else.
//!
//! Asked for is one kind of key, ES256, which every authenticator has, and no attestation: whoever is this person
//! already says which key is theirs. A challenge is not remembered: it carries its time and this server's mark, so that
//! any server on the ledger can take the answer.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_http::RemoteClient;
use chautari_http::problem;
use chautari_http::{Action, Bearer, JsonBody, Problem, Token};
use chautari_platform::wall_clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::by_their_key;
use super::person::{Person, PersonEvent, by_passkey};
use super::register::Registration;
use super::webauthn::{Assertion, Attested, Passkey, Unfit, host};
use crate::People;

/// How long a challenge may be answered.
const OPEN: Duration = Duration::from_mins(5);

/// More than anybody has.
const MOST: usize = 10;

/// What a challenge is for.
#[derive(Clone, Copy)]
enum For<'a> {
    /// A new passkey of this person.
    Adding(&'a str),
    /// Coming back by one.
    ComingBack,
}

impl For<'_> {
    /// This server's mark on a challenge of that time.
    fn mark(self, app: &People, head: &[u8]) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new_keyed(app.http().secret());
        hasher.update(b"passkey challenge");
        match self {
            For::Adding(person) => hasher.update(person.as_bytes()),
            For::ComingBack => hasher.update(b""),
        };
        hasher.update(head);
        let mut mark = [0; 16];
        mark.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        mark
    }

    /// A new one: the time it runs out, chance, and the mark.
    fn challenge(self, app: &People) -> Challenge {
        let until_ms = wall_clock() + OPEN.as_millis() as u64;
        let mut head = [0; 24];
        head[..8].copy_from_slice(&until_ms.to_be_bytes());
        getrandom::fill(&mut head[8..]).expect("the operating system gives random bytes");
        let challenge = [&head[..], &self.mark(app, &head)].concat();
        Challenge { challenge: BASE64.encode(challenge), until_ms }
    }

    /// Whether a challenge is one of ours, for this, and still open.
    fn admits(self, app: &People, challenge: &str) -> bool {
        let Ok(bytes) = BASE64.decode(challenge) else { return false };
        let Some((head, mark)) = bytes.split_first_chunk::<24>() else { return false };
        let mut until = [0; 8];
        until.copy_from_slice(&head[..8]);
        let is_ours = subtle::ConstantTimeEq::ct_eq(&self.mark(app, head)[..], mark);
        bool::from(is_ours) && u64::from_be_bytes(until) > wall_clock()
    }
}

/// What is to be signed.
#[derive(Serialize, ToSchema)]
#[schema(as = PasskeyChallenge)]
pub(super) struct Challenge {
    /// In base64url.
    challenge: String,
    /// Until when, in milliseconds since 1970.
    until_ms: u64,
}

/// Begin to add a passkey
#[utoipa::path(
    post, operation_id = "challenge_new_passkey", path = "/people/me/passkeys/challenge", tag = "people",
    security(("token" = [])),
    responses(
        (status = OK, body = Challenge, description = "For `navigator.credentials.create`, within five minutes"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn challenge_new(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
) -> Result<Json<Challenge>, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Act)?;
    Ok(Json(For::Adding(person.id.as_str()).challenge(&app)))
}

/// What an authenticator made, each in base64url.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewPasskey)]
#[serde(deny_unknown_fields)]
pub(super) struct Made {
    /// `response.clientDataJSON`.
    client_data: String,
    /// `response.getAuthenticatorData()`.
    authenticator_data: String,
}

/// A passkey that is kept.
#[derive(Serialize, ToSchema)]
#[schema(as = PasskeyAdded)]
pub(super) struct Added {
    /// What the authenticator calls it, in base64url.
    passkey: String,
}

/// Add a passkey to come back with
#[utoipa::path(
    post, operation_id = "add_passkey", path = "/people/me/passkeys", tag = "people", request_body = Made,
    security(("token" = [])),
    responses(
        (status = CREATED, body = Added, description = "It opens your name from now on"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "Too many have been added"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "This is no passkey that can be taken"),
    ),
)]
pub(super) async fn add(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    Bearer(token): Bearer,
    JsonBody(made): JsonBody<Made>,
) -> Result<(StatusCode, Json<Added>), Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Create)?;
    let origin = origin(&headers)?;
    let read = || -> Result<(Passkey, String), Unfit> {
        let attested = Attested::read(&made.client_data, &made.authenticator_data)?;
        attested.vet(origin)?;
        Ok((attested.passkey, attested.challenge))
    };
    let (passkey, challenge) = read().map_err(unfit)?;
    if !For::Adding(person.id.as_str()).admits(&app, &challenge) {
        return Err(late());
    }
    let decide = |now: &Versioned<Person>| match () {
        () if now.passkeys.iter().any(|known| known.id == passkey.id) => Ok(Decision::NoChange),
        () if now.passkeys.len() >= MOST => {
            Err(Problem::unprocessable("passkey", format!("You already have {MOST} passkeys.")))
        }
        () => Ok(Decision::Append(vec![PersonEvent::PasskeyAdded(passkey.clone())])),
    };
    app.accounts().act(&person.id, Command::default(), decide).await?;
    Ok((StatusCode::CREATED, Json(Added { passkey: passkey.id })))
}

/// Take a passkey away
#[utoipa::path(
    delete, operation_id = "remove_passkey", path = "/people/me/passkeys/{passkey}", tag = "people",
    security(("token" = [])),
    params(("passkey" = String, Path, description = "The passkey, as its authenticator calls it")),
    responses(
        (status = NO_CONTENT, description = "It opens nothing any more"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn remove(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let person = by_their_key(&app, client, &token).await?;
    app.http().admit(token.hash().client(), Action::Act)?;
    let decide = |now: &Versioned<Person>| {
        Ok::<_, Problem>(if now.passkeys.iter().any(|known| known.id == id) {
            Decision::Append(vec![PersonEvent::PasskeyRemoved { id: id.clone() }])
        } else {
            Decision::NoChange
        })
    };
    app.accounts().act(&person.id, Command::default(), decide).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begin to come back by a passkey
#[utoipa::path(
    post, operation_id = "challenge_passkey", path = "/people/passkeys/challenge", tag = "people",
    responses((status = OK, body = Challenge, description = "For `navigator.credentials.get`, within five minutes")),
)]
pub(super) async fn challenge(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
) -> Result<Json<Challenge>, Problem> {
    app.http().admit(client, Action::Act)?;
    Ok(Json(For::ComingBack.challenge(&app)))
}

/// What an authenticator signed, each in base64url.
#[derive(Deserialize, ToSchema)]
#[schema(as = SignedByPasskey)]
#[serde(deny_unknown_fields)]
pub(super) struct Signed {
    /// `id`: what the authenticator calls the passkey.
    id: String,
    /// `response.clientDataJSON`.
    client_data: String,
    /// `response.authenticatorData`.
    authenticator_data: String,
    /// `response.signature`.
    signature: String,
}

/// Sign in with a passkey
#[utoipa::path(
    post, operation_id = "come_back_by_passkey", path = "/people/passkeys", tag = "people", request_body = Signed,
    responses(
        (status = CREATED, body = Registration, description = "The person, with a key for this device"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The passkey opens nothing here"),
        (status = CONFLICT, body = problem::Body, description = "Too much has happened to this person"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The answer cannot be taken"),
    ),
)]
pub(super) async fn come_back(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    JsonBody(signed): JsonBody<Signed>,
) -> Result<(StatusCode, Json<Registration>), Problem> {
    let unknown = || match app.http().admit(client, Action::InvalidToken) {
        Ok(()) => Problem::unauthorized("This passkey opens nothing here."),
        Err(busy) => busy,
    };
    let origin = origin(&headers)?;
    let assertion = Assertion::read(&signed.client_data, &signed.authenticator_data, &signed.signature);
    let assertion = assertion.map_err(unfit)?;
    assertion.vet(origin).map_err(unfit)?;
    if !For::ComingBack.admits(&app, &assertion.challenge) {
        return Err(late());
    }
    let found = app.accounts().ids(&by_passkey(&signed.id)).await?;
    let id = found.first().ok_or_else(unknown)?;
    app.http().admit(client, Action::Create)?;
    let token = Token::new();
    // A challenge is good for one answer: the same again is not carried out, and its key opens nothing.
    let command = Command::named(format!("passkey-{}", assertion.challenge));
    let decide = |now: &Versioned<Person>| {
        let known = now.passkeys.iter().find(|known| known.id == signed.id).ok_or_else(unknown)?;
        let count = assertion.verify(known).map_err(|_| unknown())?;
        Ok(Decision::Append(vec![PersonEvent::CameBack { id: signed.id.clone(), count, hash: token.hash() }]))
    };
    let done = app.accounts().act(id, command, decide).await?;
    if !done.now.keys.iter().any(|key| key.admits(&token)) {
        return Err(late());
    }
    app.http().vouch(&token);
    Ok((StatusCode::CREATED, Json(Registration::new(&done.now, token.reveal()))))
}

/// The page that asks; a browser always says.
fn origin(headers: &HeaderMap) -> Result<&str, Problem> {
    let said = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok());
    let text = "Passkeys only work in a browser: there is no `Origin`.";
    said.filter(|origin| host(origin).is_some()).ok_or_else(|| Problem::unprocessable("passkey", text))
}

fn unfit(Unfit(text): Unfit) -> Problem {
    Problem::unprocessable("passkey", text)
}

fn late() -> Problem {
    Problem::unprocessable("passkey", "That took too long, or has been used before; try again.")
}
