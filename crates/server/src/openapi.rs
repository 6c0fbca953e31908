//! The native API, and the description of everything that is served.

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::routing::{any, get};
use chautari_http::problem::{Body, Kind};
use chautari_http::{Problem, cache_layer};
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
        description = "Abstract board games: exact rules, strong opponents, matches, bots and tournaments. \
            Beside the native API under `/api/v1` this document has the other protocols that are spoken \
            over HTTP here.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    external_docs(url = "/docs/protocols", description = "The pages of all protocols this server speaks"),
    tags(
        (name = "games", description = "Games and positions: everything that needs no memory"),
        (name = "matches", description = "Matches: begun, played, watched, kept"),
        (name = "people", description = "Names without mail or password: devices, games, ratings, blocks"),
        (name = "invitations", description = "The lobby, challenges, and their answers"),
        (name = "bots", description = "Programs that play by a token of their own"),
        (name = "tournaments", description = "Who meets whom, and what came of it"),
        (name = "studies", description = "Trees of moves with words, arrows and questions, under a link"),
    ),
    modifiers(&Tokens)
)]
struct Description;

/// How a request shows its token.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut Document) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("token", scheme);
        // Schemas that no route names as its body: errors, which all may return, and the lines of a list of lines.
        let mut schemas = vec![
            (Body::name().into_owned(), Body::schema()),
            (MatchRecord::name().into_owned(), MatchRecord::schema()),
        ];
        Body::schemas(&mut schemas);
        MatchRecord::schemas(&mut schemas);
        components.schemas.extend(schemas);
        description.servers = Some(vec![Server::new("/")]);
        // Where an operation says nothing of its own, it needs no token.
        description.security = Some(Vec::new());
    }
}

/// Every route under `/api/v1`, with its description.
fn native() -> OpenApiRouter<App> {
    let routes = positions::routes()
        .merge(chautari_matches::routes())
        .merge(people::routes())
        .merge(tournaments::routes())
        .merge(study::routes());
    let native = OpenApiRouter::new().nest("/api/v1", routes);
    OpenApiRouter::with_openapi(Description::openapi()).merge(native)
}

/// Adds the responses that every route may return, and a description where a route has none.
fn complete(mut document: Document) -> Document {
    for (path, item) in &mut document.paths.paths {
        let form = if path.starts_with("/api/v1/") { Form::Native } else { Form::Foreign };
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            add_common(operation, form);
            for (status, response) in &mut operation.responses.responses {
                if let RefOr::T(response) = response
                    && response.description.is_empty()
                {
                    let about = status.parse().ok().and_then(Kind::about);
                    about.unwrap_or("As asked").clone_into(&mut response.description);
                }
            }
        }
    }
    document
}

/// How a route says no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As everything under `/api/v1`.
    Native,
    /// As its own protocol does, or as the server does where nothing got that far.
    Foreign,
}

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
    // A path that is not UTF-8, a query of another form, a key that is none; one that was used for something else.
    if operation.parameters.is_some() {
        statuses.push(400);
    }
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

/// The OpenAPI document of the API and of the protocols beside it, as indented JSON.
pub fn openapi(beside: OpenApiRouter<Platform>) -> String {
    let mut document = native().into_openapi();
    document.merge(beside.into_openapi());
    complete(document).to_pretty_json().expect("a description is JSON")
}

/// The API as served, with the protocols beside it.
pub(crate) fn routes(app: &App, beside: OpenApiRouter<Platform>) -> Router<App> {
    let (router, mut document) = native().split_for_parts();
    let (beside, described) = beside.split_for_parts();
    document.merge(described);
    router
        .merge(beside.with_state(app.platform().clone()))
        .merge(serve_document(&complete(document)))
        .route("/api/{*rest}", any(nothing))
}

/// The OpenAPI document at `/openapi.json`.
fn serve_document(document: &Document) -> Router<App> {
    let json = Bytes::from(document.to_json().expect("a description is JSON"));
    let response = move || async move { ([(CONTENT_TYPE, "application/json")], json) };
    cache_layer(Router::new().route("/openapi.json", get(response)))
}

/// The response to a method that a path does not have.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Problem {
    Problem::new(Kind::Method, "method", format!("{method} cannot be done to {}.", uri.path()))
}

/// The answer where the API has nothing; elsewhere there may be a page.
async fn nothing(uri: Uri) -> Problem {
    Problem::not_found(format!("There is nothing at {}.", uri.path()))
}
