//! The native API, and its description.

use axum::Router;
use axum::http::{Method, Uri};
use axum::routing::any;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::SwaggerUi;

use crate::problem::Kind;
use crate::{App, Problem, bots, games, matches, tournaments};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Chautari",
        description = "Abstract board games: exact rules, strong opponents, matches, bots and tournaments.",
        license(name = "MIT OR Apache-2.0"),
    ),
    external_docs(url = "/docs/protocols", description = "The pages of all protocols this server speaks"),
    modifiers(&Tokens)
)]
struct Description;

/// How a request shows its token.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        description.components.get_or_insert_default().add_security_scheme("token", scheme);
    }
}

/// Every route under `/api/v1`, with its description.
fn described() -> OpenApiRouter<App> {
    let routes = games::routes().merge(matches::routes()).merge(bots::routes()).merge(tournaments::routes());
    OpenApiRouter::with_openapi(Description::openapi()).nest("/api/v1", routes)
}

/// The description of the API, as JSON to be read by people too.
pub fn openapi() -> String {
    described().into_openapi().to_pretty_json().expect("a description is JSON")
}

/// The API as served.
pub(crate) fn routes() -> Router<App> {
    let (router, description) = described().split_for_parts();
    router
        .merge(SwaggerUi::new("/docs").url("/openapi.json", description))
        .route("/api/{*rest}", any(nothing))
        .method_not_allowed_fallback(wrong_method)
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    Problem::new(Kind::Method, "method", format!("{method} cannot be done to {}.", uri.path()))
}

/// The answer where the API has nothing; elsewhere there may be a page.
async fn nothing(uri: Uri) -> Problem {
    Problem::missing(format!("There is nothing at {}.", uri.path()))
}
