//! Passkeys: signing in on a new device by WebAuthn.
//!
//! Challenges are not stored. Each carries its expiry and a MAC by the servers' secret, so that every server of the
//! database can verify the response. There is no attestation, because only the signed-in person adds a passkey.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use chautari_aggregate::{Command, Decision, Versioned};
use chautari_http::cost::{Act, Create};
use chautari_http::{
    Action, Billed, ChargedClient, JsonBody, Problem, RemoteClient, RequestOrigin, Token, problem,
};
use chautari_platform::wall_clock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::register::NewPerson;
use crate::model::person::by_passkey;
use crate::model::webauthn::{Assertion, Invalid, Passkey, Registration};
use crate::people::{Person, PersonEvent, change};
use crate::{Caller, People, SignedIn};

/// How long a challenge can be answered.
const CHALLENGE_TTL: Duration = Duration::from_mins(5);

/// The purpose of a challenge.
#[derive(Clone, Copy)]
enum Purpose<'a> {
    /// Adding a passkey to this person.
    Add(&'a str),
    /// Signing in.
    SignIn,
}

impl Purpose<'_> {
    /// Returns the MAC of a challenge that begins with `head`.
    fn mac(self, app: &People, head: &[u8]) -> [u8; 16] {
        let mut hasher = blake3::Hasher::new_keyed(app.http().secret());
        hasher.update(b"passkey challenge");
        match self {
            Purpose::Add(person) => hasher.update(person.as_bytes()),
            Purpose::SignIn => hasher.update(b""),
        };
        hasher.update(head);
        let mut mac = [0; 16];
        mac.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        mac
    }

    /// Creates a challenge: its expiry, 16 random bytes, and the MAC.
    fn challenge(self, app: &People) -> PasskeyChallenge {
        let until_ms = wall_clock() + CHALLENGE_TTL.as_millis() as u64;
        let mut head = [0; 24];
        head[..8].copy_from_slice(&until_ms.to_be_bytes());
        getrandom::fill(&mut head[8..]).expect("the operating system gives random bytes");
        let challenge = [&head[..], &self.mac(app, &head)].concat();
        PasskeyChallenge { challenge: BASE64.encode(challenge), until_ms }
    }

    /// Whether a challenge was created by these servers for this purpose, and has not expired.
    fn admits(self, app: &People, challenge: &str) -> bool {
        let Ok(bytes) = BASE64.decode(challenge) else { return false };
        let Some((head, mac)) = bytes.split_first_chunk::<24>() else { return false };
        let mut until = [0; 8];
        until.copy_from_slice(&head[..8]);
        let is_ours = subtle::ConstantTimeEq::ct_eq(&self.mac(app, head)[..], mac);
        bool::from(is_ours) && u64::from_be_bytes(until) > wall_clock()
    }
}

/// A challenge for an authenticator to sign.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyChallenge {
    /// The challenge, in base64url.
    challenge: String,
    /// The time it expires, in milliseconds since 1970.
    until_ms: u64,
}

/// Start adding a passkey
///
/// Pass the challenge to `navigator.credentials.create` with `userVerification: "required"` and the algorithms -7
/// (ES256) and -257 (RS256), then send the result to `add_passkey`.
#[utoipa::path(
    post, operation_id = "challenge_new_passkey", path = "/people/me/passkeys/challenge", tag = "people",
    security(("token" = [])),
    responses(
        (status = OK, body = PasskeyChallenge, description = "A challenge, to be used within five minutes"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn challenge_for_adding(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Act>,
) -> Json<PasskeyChallenge> {
    Json(Purpose::Add(caller.identity.id.as_str()).challenge(&app))
}

/// The response of an authenticator that created a passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPasskey {
    /// `response.clientDataJSON`, in base64url.
    client_data: String,
    /// `response.getAuthenticatorData()`, in base64url.
    authenticator_data: String,
}

/// A stored passkey.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyAdded {
    /// The credential id, in base64url.
    passkey: String,
}

/// Add a passkey
///
/// Completes `challenge_new_passkey`. The passkey can then sign in on other devices.
#[utoipa::path(
    post, operation_id = "add_passkey", path = "/people/me/passkeys", tag = "people", request_body = NewPasskey,
    security(("token" = [])),
    responses(
        (status = CREATED, body = PasskeyAdded, description = "Passkey added"),
        (status = UNAUTHORIZED, body = problem::Body),
        (status = CONFLICT, body = problem::Body, description = "Too many passkeys have been added over time (`full`)"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The response cannot be accepted (`passkey`)"),
    ),
)]
pub(super) async fn add(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Create>,
    RequestOrigin(origin): RequestOrigin,
    JsonBody(request): JsonBody<NewPasskey>,
) -> Result<(StatusCode, Json<PasskeyAdded>), Problem> {
    let read = || -> Result<(Passkey, String), Invalid> {
        let registration = Registration::read(&request.client_data, &request.authenticator_data)?;
        registration.check_origin(app.public_origin().unwrap_or(&origin))?;
        Ok((registration.passkey, registration.challenge))
    };
    let (passkey, challenge) = read().map_err(invalid)?;
    let id = &caller.identity.id;
    if !Purpose::Add(id.as_str()).admits(&app, &challenge) {
        return Err(expired());
    }
    change(&app, id, Command::default(), |me| me.add_passkey(&passkey)).await?;
    Ok((StatusCode::CREATED, Json(PasskeyAdded { passkey: passkey.id })))
}

/// Remove a passkey
///
/// It cannot sign in any more. Devices that it has signed in stay.
#[utoipa::path(
    delete, operation_id = "remove_passkey", path = "/people/me/passkeys/{passkey}", tag = "people",
    security(("token" = [])),
    params(("passkey" = String, Path, description = "The credential id, in base64url")),
    responses(
        (status = NO_CONTENT, description = "Passkey removed"),
        (status = UNAUTHORIZED, body = problem::Body),
    ),
)]
pub(super) async fn remove(
    State(app): State<People>,
    caller: Caller<SignedIn<Person>, Act>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    change(&app, &caller.identity.id, Command::default(), |me| Ok(me.remove_passkey(&id))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Start signing in with a passkey
///
/// Pass the challenge to `navigator.credentials.get` with `userVerification: "required"`, then send the result to
/// `sign_in_with_passkey`.
#[utoipa::path(
    post, operation_id = "challenge_passkey", path = "/people/passkeys/challenge", tag = "people",
    responses((status = OK, body = PasskeyChallenge, description = "A challenge, to be used within five minutes")),
)]
pub(super) async fn challenge_for_sign_in(
    State(app): State<People>,
    _: ChargedClient<Act>,
) -> Json<PasskeyChallenge> {
    Json(Purpose::SignIn.challenge(&app))
}

/// The response of an authenticator that signed a challenge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignedByPasskey {
    /// `id`: the credential id, in base64url.
    id: String,
    /// `response.clientDataJSON`, in base64url.
    client_data: String,
    /// `response.authenticatorData`, in base64url.
    authenticator_data: String,
    /// `response.signature`, in base64url.
    signature: String,
}

/// Sign in with a passkey
///
/// Completes `challenge_passkey`, and returns a key for this device. The user must be verified by the authenticator, such
/// as by a PIN or a fingerprint.
#[utoipa::path(
    post, operation_id = "sign_in_with_passkey", path = "/people/passkeys", tag = "people",
    request_body = SignedByPasskey,
    responses(
        (status = CREATED, body = NewPerson, description = "The person, with a key for this device"),
        (status = UNAUTHORIZED, body = problem::Body, description = "The passkey is not known"),
        (status = CONFLICT, body = problem::Body, description = "Too many sign-ins over time (`full`)"),
        (status = UNPROCESSABLE_ENTITY, body = problem::Body, description = "The response cannot be accepted (`passkey`)"),
    ),
)]
pub(super) async fn sign_in(
    State(app): State<People>,
    RemoteClient(client): RemoteClient,
    RequestOrigin(origin): RequestOrigin,
    JsonBody(signed): JsonBody<SignedByPasskey>,
) -> Result<(StatusCode, Json<NewPerson>), Problem> {
    let address = Billed::address(client);
    let unknown = || match app.http().charge(address, Action::InvalidToken) {
        Ok(()) => Problem::unauthorized("This passkey is not known here."),
        Err(busy) => busy,
    };
    let assertion = Assertion::read(&signed.client_data, &signed.authenticator_data, &signed.signature);
    let assertion = assertion.map_err(invalid)?;
    assertion.check_origin(app.public_origin().unwrap_or(&origin)).map_err(invalid)?;
    if !Purpose::SignIn.admits(&app, &assertion.challenge) {
        return Err(expired());
    }
    let found = app.accounts().ids(&by_passkey(&signed.id)).await?;
    let id = found.first().ok_or_else(unknown)?;
    app.http().charge(address, Action::Create)?;
    let token = Token::new();
    // Named by the challenge, so that a response signs in only once.
    let command = Command::named(format!("passkey-{}", assertion.challenge));
    let decide = |now: &Versioned<Person>| {
        let passkey = now.passkey(&signed.id).ok_or_else(unknown)?;
        let count = assertion.verify(passkey).map_err(|_| unknown())?;
        Ok(Decision::Append(vec![PersonEvent::SignedIn { id: signed.id.clone(), count, hash: token.hash() }]))
    };
    let done = app.accounts().act(id, command, decide).await?;
    if !done.now.keys.iter().any(|key| key.admits(&token)) {
        return Err(expired());
    }
    app.http().vouch(&token);
    Ok((StatusCode::CREATED, Json(NewPerson::new(&done.now, &token))))
}

fn invalid(Invalid(text): Invalid) -> Problem {
    Problem::unprocessable("passkey", text)
}

fn expired() -> Problem {
    Problem::unprocessable("passkey", "That took too long, or has been used before; try again.")
}
