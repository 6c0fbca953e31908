//! The page, wherever nothing else is.

use axum::Router;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use chautari_server::{App, Problem};
use chautari_web::Keep;

pub(super) fn mount() -> Router<App> {
    Router::new().fallback(file)
}

async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let found =
        matches!(method, Method::GET | Method::HEAD).then(|| chautari_web::find(uri.path())).flatten();
    let Some(page) = found else {
        return Problem::missing(format!("There is nothing at {}.", uri.path())).into_response();
    };
    let tag = format!("\"{}\"", page.tag);
    let keep = match page.keep {
        Keep::Forever => "public, max-age=31536000, immutable",
        Keep::Ask => "no-cache",
    };
    let about = [(CONTENT_TYPE, page.mime.to_owned()), (CACHE_CONTROL, keep.to_owned()), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, Body::from(page.bytes.into_owned())).into_response()
}
