//! The HTTP routes.

mod aivai;
mod event;
mod game;
mod pages;
mod player;
mod state;
mod think;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use chautari_aggregate::Versioned;
use chautari_compute::Client;
use chautari_http::idempotency::IdempotencyKey;
use chautari_http::{Action, Billed, Kind, ParseError, ParseErrorKind, Problem, body, vet_size};
use chautari_platform::Platform;
use serde_json::Value;
use utoipa::ToSchema as _;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::{Content, Object, OpenApi, Ref, RefOr, Required, ResponseBuilder, Type};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::clock::now_ms;
use crate::refusal::Body;
use crate::service::SoftserveService;
use crate::store::Player;
use crate::{FieldError, Fields, Refusal, Settings};

/// The routes, described; [`routes()`] has what they need to work.
pub fn described() -> OpenApiRouter<Platform> {
    let states = OpenApiRouter::new()
        .routes(routes!(state::initial))
        .routes(routes!(state::actions))
        .routes(routes!(state::act))
        .routes(routes!(state::winner))
        .routes(routes!(state::picture))
        .routes(routes!(think::action))
        .routes(routes!(think::limits));
    let (router, document) = states.clone().split_for_parts();
    let of_any_game = OpenApiRouter::from(router);
    let of_any_game = OpenApiRouter::with_openapi(of_any(document)).merge(of_any_game);
    OpenApiRouter::new()
        .merge(states)
        .nest("/{game}", of_any_game)
        .routes(routes!(player::create))
        .routes(routes!(player::confirm))
        .routes(routes!(player::games))
        .routes(routes!(aivai::play_state))
        .routes(routes!(aivai::submit_action))
        .routes(routes!(event::create))
        .routes(routes!(event::data))
        .routes(routes!(event::close))
        .routes(routes!(event::extend))
        .routes(routes!(event::limits))
        .routes(routes!(game::data))
        .merge(pages::routes().into())
}

/// Repeats the routes for any game, with operation ids of their own.
fn of_any(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
            if let Some(id) = &mut operation.operation_id {
                id.push_str("_of_game");
            }
            let game = ParameterBuilder::new()
                .name("game")
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .description(Some("The game, perhaps with rules changed: `baghchal:captures=3`"))
                .schema(Some(Object::with_type(Type::String)));
            operation.parameters.get_or_insert_default().insert(0, RefOr::T(game.build()));
            let body = Content::new(Some(Ref::from_schema_name(Body::name())));
            let missing = ResponseBuilder::new().description("There is no such game");
            let missing = missing.content("application/json", body).build();
            operation.responses.responses.entry("404".to_owned()).or_insert(RefOr::T(missing));
        }
    }
    document
}

/// The routes, and what works behind them until the server stops.
pub fn routes(app: &Platform, settings: Settings) -> OpenApiRouter<Platform> {
    let service = SoftserveService::new(app.clone(), settings);
    service.start();
    described().layer(Extension(service))
}

/// Authenticates a player. Wrong credentials count against the client's rate limit.
async fn identify(
    service: &SoftserveService,
    client: Client,
    player: &str,
    token: &str,
) -> Result<Arc<Versioned<Player>>, Refusal> {
    let known = service.identify(player, token).await;
    if matches!(known, Err(Refusal::Credentials)) {
        service.charge(Billed::address(client), Action::InvalidToken)?;
    }
    known
}

type Reply<T> = Result<Json<T>, Refusal>;
type ServiceExtension = Extension<SoftserveService>;

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self.body())).into_response();
        if matches!(self, Refusal::Busy(_) | Refusal::Away(_)) {
            response.headers_mut().insert(RETRY_AFTER, 1.into());
        }
        response
    }
}

/// Converts an error in receiving a body.
fn unread(problem: &Problem) -> Refusal {
    let text = problem.text().to_owned();
    match problem.kind() {
        Kind::Timeout => Refusal::Slow(text),
        Kind::Large => Refusal::Large(text),
        _ => Refusal::Misread(text),
    }
}

/// Reports a body over the general limits like a field that is too long.
fn too_long(misread: &ParseError) -> Refusal {
    let kind = if misread.what == ParseErrorKind::LongText { "string_too_long" } else { "too_long" };
    let loc = std::iter::once("body".into()).chain(misread.at.map(Value::from)).collect();
    Refusal::Fields(vec![FieldError { loc, msg: misread.text.clone(), r#type: kind }])
}

/// A request body read from JSON fields.
trait ReadFields: Sized {
    /// Upper bound of the body, in bytes.
    const BODY: usize = body::SMALL;

    /// Reads the fields. [`Fields::done`] returns their errors.
    fn read(fields: &mut Fields) -> Self;
}

/// A request that has arrived as a whole, and when its last byte did.
struct FieldsBody<T> {
    body: T,
    arrived_ms: u64,
    /// The idempotency key of the request, if it has one.
    key: Option<IdempotencyKey>,
}

impl<T: ReadFields> FromRequest<Platform> for FieldsBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Platform) -> Result<FieldsBody<T>, Refusal> {
        let headers = request.headers().clone();
        let bytes = app.http().body_of(request, T::BODY).await.map_err(|problem| unread(&problem))?;
        let arrived_ms = now_ms();
        let key = IdempotencyKey::read(&headers, &bytes)
            .map_err(|problem| Refusal::Misread(problem.text().to_owned()))?;
        vet_size(&bytes).map_err(|misread| too_long(&misread))?;
        let mut fields = Fields::read(&bytes)?;
        let body = T::read(&mut fields);
        fields.done()?;
        Ok(FieldsBody { body, arrived_ms, key })
    }
}
