//! Routes and OpenAPI document of the native API and of the protocols beside it.

mod examples;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::routing::{any, get};
use chautari_http::problem::{Body, Kind};
use chautari_http::{ErrorCode, Problem, cache_layer};
use chautari_matches::MatchRecord;
use chautari_people as people;
use chautari_platform::Platform;
use chautari_positions as positions;
use chautari_study as study;
use chautari_tournaments as tournaments;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, OpenApi as Document, Ref, RefOr, Response, Server};
use utoipa::{Modify, OpenApi, PartialSchema, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Chautari",
        description = "Abstract board games: exact rules, engines, matches, bots and tournaments. The native API is \
            below `/api/v1`; the other operations are those of the protocols OBX, Softserve and Ban Chess \
            synchronisation.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    external_docs(url = "/docs/protocols", description = "Guides to the API and to the other protocols"),
    tags(
        (name = "games", description = "Rules, positions, pictures, engine analysis, exact values and puzzles. These operations need no account."),
        (name = "matches", description = "Create, play, watch, list, export and review matches."),
        (name = "people", description = "Accounts without email or password: names, devices, passkeys, ratings, blocks and notifications."),
        (name = "invitations", description = "Find an opponent: the lobby, challenges and matchmaking."),
        (name = "bots", description = "Programs that play with a token of their own: registration, event stream, ratings."),
        (name = "tournaments", description = "Create, host, join and follow tournaments and seasons."),
        (name = "studies", description = "Trees of moves with comments, arrows and questions, shared by a link."),
        (name = "obx", description = "A stateless Bagh Chal opponent: a position in, the next one out."),
        (name = "banchess", description = "Ban Chess for clients of the Ban Chess library."),
        (name = "softserve", description = "Events between bots, and a stateless engine, for clients of Softserve."),
    ),
    modifiers(&Tokens)
)]
struct Description;

/// Adds the security scheme, and the schemas that no operation names.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut Document) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("token", scheme);
        // Errors, which every operation can return, and the lines of an NDJSON response.
        let mut schemas = vec![
            (Body::name().into_owned(), Body::schema()),
            (MatchRecord::name().into_owned(), MatchRecord::schema()),
        ];
        Body::schemas(&mut schemas);
        MatchRecord::schemas(&mut schemas);
        components.schemas.extend(schemas);
        description.servers = Some(vec![Server::new("/")]);
        // Operations without `security` of their own need no token.
        description.security = Some(Vec::new());
    }
}

/// Every route below `/api/v1`, with its description.
fn native() -> OpenApiRouter<App> {
    let routes = positions::routes()
        .merge(chautari_matches::routes())
        .merge(people::routes())
        .merge(tournaments::routes())
        .merge(study::routes());
    let native = OpenApiRouter::new().nest("/api/v1", routes);
    OpenApiRouter::with_openapi(Description::openapi()).merge(native)
}

/// Adds what all operations have in common: errors, missing descriptions of responses, and examples.
fn complete(mut document: Document) -> Document {
    for (path, item) in &mut document.paths.paths {
        let form = if path.starts_with("/api/v1/") { Form::Native } else { Form::Foreign };
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            examples::add(operation);
            add_common(operation, form);
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    let about = status.parse().ok().and_then(Kind::about);
                    about.unwrap_or("Success").clone_into(&mut response.description);
                }
            }
        }
    }
    document
}

/// The format of an operation's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The native format, as everywhere below `/api/v1`.
    Native,
    /// That of another protocol, or a plain response of the server if the request was rejected before.
    Foreign,
}

/// Adds the statuses that an operation can return because of its body, its parameters or the state of the server.
fn add_common(operation: &mut Operation, form: Form) {
    let is_in = |place: ParameterIn| {
        operation.parameters.iter().flatten().any(|parameter| match parameter {
            RefOr::T(parameter) => parameter.parameter_in == place,
            RefOr::Ref(_) => false,
        })
    };
    let mut statuses = vec![429, 500, 503];
    if operation.request_body.is_some() {
        statuses.extend([400, 408, 413]);
    }
    // The path is not UTF-8, or the query or the idempotency key is malformed.
    if operation.parameters.is_some() {
        statuses.push(400);
    }
    // The idempotency key was used for another request.
    if is_in(ParameterIn::Header) {
        statuses.push(409);
    }
    for status in statuses {
        let response = || {
            let mut response = Response::new("");
            if form == Form::Native {
                let schema = Ref::from_schema_name(Body::name());
                response.content.insert("application/json".to_owned(), RefOr::T(Content::new(Some(schema))));
            }
            response
        };
        operation.responses.responses.entry(status.to_string()).or_insert_with(|| RefOr::T(response()));
    }
}

/// Returns the OpenAPI document of the API and of the protocols beside it, as indented JSON.
pub fn openapi(beside: OpenApiRouter<Platform>) -> String {
    let mut document = native().into_openapi();
    document.merge(beside.into_openapi());
    complete(document).to_pretty_json().expect("a description is JSON")
}

/// Returns the routes of the API and of the protocols beside it.
pub(crate) fn routes(app: &App, beside: OpenApiRouter<Platform>) -> Router<App> {
    let (router, mut document) = native().split_for_parts();
    let (beside, described) = beside.split_for_parts();
    document.merge(described);
    router
        .merge(beside.with_state(app.platform().clone()))
        .merge(serve_document(&complete(document)))
        .route("/api/{*rest}", any(nothing))
}

/// Returns the route of the OpenAPI document, `/openapi.json`.
fn serve_document(document: &Document) -> Router<App> {
    let json = Bytes::from(document.to_json().expect("a description is JSON"));
    let response = move || async move { ([(CONTENT_TYPE, "application/json")], json) };
    cache_layer(Router::new().route("/openapi.json", get(response)))
}

/// The response to a method that the path does not support.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Problem {
    Problem::new(Kind::Method, ErrorCode::Method, format!("{} does not support {method}.", uri.path()))
}

/// The response to an unknown address of the API; elsewhere there may be a page.
async fn nothing(uri: Uri) -> Problem {
    Problem::not_found(format!("There is nothing at {}.", uri.path()))
}
