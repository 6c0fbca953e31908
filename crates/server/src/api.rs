//! The native API, and its description.

use axum::Router;
use axum::http::{Method, Uri};
use axum::routing::any;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::problem::Kind;
use crate::{App, Problem, games};

#[derive(OpenApi)]
#[openapi(info(
    title = "Chautari",
    description = "Abstract board games: exact rules, strong opponents, matches, bots and tournaments.",
    license(name = "MIT OR Apache-2.0"),
))]
struct Description;

/// Every route under `/api/v1`, with its description.
fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi()).nest("/api/v1", games::routes())
}

/// The API as served.
pub(crate) fn routes() -> Router<App> {
    let (router, _) = described().split_for_parts();
    router.route("/api/{*rest}", any(nothing)).method_not_allowed_fallback(wrong_method)
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    Problem::new(Kind::Method, "method", format!("{method} cannot be done to {}.", uri.path()))
}

/// The answer where the API has nothing; elsewhere there may be a page.
async fn nothing(uri: Uri) -> Problem {
    Problem::missing(format!("There is nothing at {}.", uri.path()))
}
