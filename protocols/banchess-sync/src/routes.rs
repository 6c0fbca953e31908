//! The REST endpoints.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, FromRequest, FromRequestParts, Path, Request, State};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use chautari_aggregate::Freshness;
use chautari_compute::Client;
use chautari_game::Fault;
use chautari_http::RemoteClient;
use chautari_http::idempotency::{IdempotencyKey, IdempotencyKeyHeader};
use chautari_http::{Action, Billed, ParseErrorKind, Problem, QueryParams, body, read_json};
use chautari_platform::Platform;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::refusal::Body;
use crate::store::{self, Games, StoreError};
use crate::{Frame, Pgn, Played, Refusal, Session, Sync, socket};

/// The routes, described; [`routes()`] has what they need to work.
pub fn described() -> OpenApiRouter<Platform> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(act))
        .routes(routes!(act_in))
        .routes(routes!(sync))
        .routes(routes!(state))
        .routes(routes!(history))
        .routes(routes!(pgn))
        .routes(routes!(socket::connect))
}

/// The routes, and the task that follows the ledger for them until the server stops.
pub fn routes(app: &Platform) -> OpenApiRouter<Platform> {
    let games = Games::new(app.ledger().clone(), ());
    let following = games.clone();
    app.http().spawn_until_stopped(async move { following.run(|| {}).await });
    described().layer(Extension(games))
}

impl IntoResponse for StoreError {
    fn into_response(self) -> Response {
        match self {
            StoreError::Refused(refusal) => {
                let status = StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::BAD_REQUEST);
                (status, Json(refusal.body())).into_response()
            }
            StoreError::Busy(problem) => {
                let body = json!({"success": false, "error": problem.text()});
                // The status and how long to wait are the server's, the form is the contract's.
                let mut answer = problem.into_response();
                *answer.body_mut() = body.to_string().into();
                answer
            }
            StoreError::Away => {
                let body = Json(json!({"success": false, "error": AWAY}));
                (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "1")], body).into_response()
            }
        }
    }
}

/// The error while the ledger is unavailable. The cause is in the log.
pub(crate) const AWAY: &str = "The server cannot keep this now; try again soon";

/// A body; what it holds is described where it is read, not by its bytes.
struct Sent(Bytes);

impl FromRequest<Platform> for Sent {
    type Rejection = StoreError;

    async fn from_request(request: Request, app: &Platform) -> Result<Sent, StoreError> {
        Ok(Sent(app.http().body_of(request, body::SMALL).await?))
    }
}

/// The game an address names.
pub(crate) struct Id(pub(crate) String);

impl FromRequestParts<Platform> for Id {
    type Rejection = StoreError;

    async fn from_request_parts(parts: &mut Parts, app: &Platform) -> Result<Id, StoreError> {
        let named = Path::from_request_parts(parts, app).await;
        let Path(id) = named.map_err(|_| Refusal::Form("The address is not UTF-8".to_owned()))?;
        Ok(Id(id))
    }
}

/// Reads a body, of which an empty one is an empty object.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, StoreError> {
    let body = if body.is_empty() { b"{}" } else { body };
    read_json("The body", body).map_err(|misread| match misread.what {
        ParseErrorKind::Form => Refusal::Form(misread.text).into(),
        ParseErrorKind::LongText | ParseErrorKind::LongList => Problem::from(misread).into(),
    })
}

/// A game to be begun.
#[derive(Deserialize, ToSchema)]
#[schema(as = BanChessBeginning)]
struct CreateGameRequest {
    /// Where to begin, in FEN of six or seven fields [default: the start].
    fen: Option<String>,
}

/// A game that has begun.
#[derive(Serialize, ToSchema)]
#[schema(as = NewBanChess)]
struct CreateGameResponse {
    /// Its name.
    id: String,
    /// The token of White's seat.
    white: String,
    /// The token of Black's seat.
    black: String,
    #[serde(flatten)]
    sync: Sync,
}

/// Begin a game of Ban Chess
#[utoipa::path(
    post, operation_id = "begin_ban_chess", path = "/api/game", tag = "banchess", request_body = CreateGameRequest,
    params(IdempotencyKeyHeader),
    responses(
        (status = CREATED, body = CreateGameResponse, description = "The game, with the tokens of its seats"),
        (status = BAD_REQUEST, body = Body, description = "The body or the position could not be read"),
        (status = CONFLICT, body = Body, description = "This `Idempotency-Key` was sent before with another request"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "There is no such position"),
    ),
)]
async fn create(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    headers: HeaderMap,
    Extension(games): GamesExtension,
    Sent(body): Sent,
) -> Result<Response, StoreError> {
    let CreateGameRequest { fen } = read(&body)?;
    let key = IdempotencyKey::read(&headers, &body)?;
    let session = match Session::begin(fen.as_deref()) {
        Ok(session) => session,
        Err(fault) => return Ok(no_position(&fault)),
    };
    app.http().charge(Billed::address(client), Action::Create)?;
    let (id, [white, black]) = store::create(&app, &games, fen, key.as_ref()).await?;
    let created =
        CreateGameResponse { id, white: white.reveal(), black: black.reveal(), sync: session.sync() };
    Ok((StatusCode::CREATED, Json(created)).into_response())
}

/// The answer to a position that cannot be read, or cannot be.
fn no_position(fault: &Fault) -> Response {
    let status = match fault {
        Fault::Refused { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::BAD_REQUEST,
    };
    let body = json!({"success": false, "error": fault.to_string(), "reasons": fault.reasons()});
    (status, Json(body)).into_response()
}

/// An action in a game.
#[derive(Deserialize, ToSchema)]
#[schema(as = BanChessAction)]
struct ActionRequest {
    /// The game; the token of a seat names it too.
    game: Option<String>,
    /// The action in BCN: `b:e2e4` bans, `m:e2e4` moves.
    #[schema(example = "b:e2e4")]
    action: String,
    /// The token of a seat.
    token: Option<String>,
    /// The ply at which you expect the game to be; if it is not, nothing happens and the response is 409.
    ply: Option<u32>,
}

/// Ban or move
#[utoipa::path(
    post, operation_id = "act_ban_chess", path = "/api/game/action", tag = "banchess", request_body = ActionRequest,
    responses(
        (status = OK, body = Played, description = "It is played, and on disk"),
        (status = BAD_REQUEST, body = Body, description = "This is no action in BCN"),
        (status = FORBIDDEN, body = Body, description = "It is not your turn, or not your game"),
        (status = NOT_FOUND, body = Body, description = "There is no such game"),
        (status = CONFLICT, body = Body, description = "The game has moved on; where it stands is beside the error"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The rules say no"),
    ),
)]
async fn act(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    Extension(games): GamesExtension,
    Sent(body): Sent,
) -> Result<Json<Played>, StoreError> {
    play_action(&app, client, &games, read(&body)?).await
}

/// Ban or move in this game
#[utoipa::path(
    post, operation_id = "act_in_ban_chess", path = "/api/game/{id}/action", tag = "banchess",
    params(("id" = String, Path, description = "The game")),
    request_body = ActionRequest,
    responses(
        (status = OK, body = Played, description = "It is played, and on disk"),
        (status = BAD_REQUEST, body = Body, description = "This is no action in BCN"),
        (status = FORBIDDEN, body = Body, description = "It is not your turn, or not your game"),
        (status = NOT_FOUND, body = Body, description = "There is no such game"),
        (status = CONFLICT, body = Body, description = "The game has moved on; where it stands is beside the error"),
        (status = UNPROCESSABLE_ENTITY, body = Body, description = "The rules say no"),
    ),
)]
async fn act_in(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    Extension(games): GamesExtension,
    Id(id): Id,
    Sent(body): Sent,
) -> Result<Json<Played>, StoreError> {
    let request: ActionRequest = read(&body)?;
    play_action(&app, client, &games, ActionRequest { game: Some(id), ..request }).await
}

async fn play_action(
    app: &Platform,
    client: Client,
    games: &Games,
    request: ActionRequest,
) -> Result<Json<Played>, StoreError> {
    let ActionRequest { game, action, token, ply } = request;
    let frame = Frame::new(action, ply)?;
    let game = match (game, &token) {
        (Some(game), _) => game,
        (None, None) => {
            return Err(Refusal::Form("The body needs `game`, or the `token` of a seat.".to_owned()).into());
        }
        (None, Some(token)) => {
            if let Some(game) = store::find_by_token(games, token).await? {
                game
            } else {
                app.http().charge(Billed::address(client), Action::InvalidToken)?;
                return Err(Refusal::NoSeat.into());
            }
        }
    };
    let stored = games.load(&game, Freshness::Resident).await?;
    let seat = token.and_then(|token| stored.seat(&token));
    drop(stored);
    // By the token, where it is good: players behind one router do not share a rate.
    match &seat {
        Some(seat) => app.http().charge(Billed::token(seat.token, client), Action::Act)?,
        None => app.http().charge(Billed::address(client), Action::InvalidToken)?,
    }
    store::play(games, &game, seat.map(|seat| seat.player), &frame).await.map(Json)
}

type GamesExtension = Extension<Games>;

/// Where a game stands
#[utoipa::path(
    get, operation_id = "get_ban_chess", path = "/api/game/{id}", tag = "banchess",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = OK, body = Sync, description = "The position, the last action and the ply"),
        (status = NOT_FOUND, body = Body),
    ),
)]
async fn sync(Extension(games): GamesExtension, Id(id): Id) -> Result<Json<Sync>, StoreError> {
    Ok(Json(games.load(&id, Freshness::Current).await?.session.sync()))
}

/// Where a game stands, under the name of the library's own page
#[utoipa::path(
    get, operation_id = "get_ban_chess_state", path = "/api/game/{id}/state", tag = "banchess",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = OK, body = Sync, description = "The position, the last action and the ply"),
        (status = NOT_FOUND, body = Body),
    ),
)]
async fn state(games: GamesExtension, id: Id) -> Result<Json<Sync>, StoreError> {
    sync(games, id).await
}

/// Every action of a game, in BCN
#[utoipa::path(
    get, operation_id = "get_ban_chess_history", path = "/api/game/{id}/history", tag = "banchess",
    params(("id" = String, Path, description = "The game")),
    responses(
        (status = OK, body = Vec<String>, description = "The actions, the first first"),
        (status = NOT_FOUND, body = Body),
    ),
)]
async fn history(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    Extension(games): GamesExtension,
    Id(id): Id,
) -> Result<Json<Vec<String>>, StoreError> {
    let write = async { Ok::<_, StoreError>(games.load(&id, Freshness::Current).await?.session.history()) };
    Ok(Json(app.read(client, write).await?))
}

/// How to write a game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct PgnParams {
    /// `pgn` [default], or `pgn-plain`, with no signs behind bans.
    #[serde(default)]
    #[param(inline, required = false)]
    dialect: Pgn,
}

/// A game in PGN
#[utoipa::path(
    get, operation_id = "get_ban_chess_pgn", path = "/api/game/{id}/pgn", tag = "banchess",
    params(("id" = String, Path, description = "The game"), PgnParams),
    responses(
        (status = OK, body = String, content_type = "application/x-chess-pgn", description = "The game, bans as comments"),
        (status = NOT_FOUND, body = Body),
    ),
)]
async fn pgn(
    State(app): State<Platform>,
    RemoteClient(client): RemoteClient,
    Extension(games): GamesExtension,
    Id(id): Id,
    how: Result<QueryParams<PgnParams>, Problem>,
) -> Result<Response, StoreError> {
    let QueryParams(how) = how?;
    let write =
        async { Ok::<_, StoreError>(games.load(&id, Freshness::Current).await?.session.pgn(how.dialect)) };
    let pgn = app.read(client, write).await?;
    Ok(([(CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8")], pgn + "\n").into_response())
}
