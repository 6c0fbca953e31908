//! Serves the web page at every path without another route.

use std::borrow::Cow;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use chautari_http::{GzipCache, Problem, accepts_encoding};
use chautari_platform::Platform;
use chautari_web::{Keep, Kind};

pub(super) fn mount() -> Router<Platform> {
    Router::new().fallback(file)
}

/// First path segments of the protocols. Their clients are programs, which get a 404 instead of the page.
const PROTOCOLS: &[&str] = &[
    "aivai",
    "api",
    "dashboard",
    "docs",
    "game",
    "gomoku",
    "obx",
    "player",
    "redoc",
    "state",
    "think",
    "ui",
];

/// Returns whether a path belongs to a protocol. `/GAME/state` and `/GAME/think` do for every game.
fn is_protocol(app: &Platform, path: &str) -> bool {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    PROTOCOLS.contains(&first) || (matches!(second, "state" | "think") && app.game(first).is_ok())
}

async fn file(State(app): State<Platform>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let is_page_request = matches!(method, Method::GET | Method::HEAD) && !is_protocol(&app, uri.path());
    let found = is_page_request.then(|| chautari_web::find(uri.path())).flatten();
    let missing = || Problem::not_found(format!("There is nothing at {}.", uri.path())).into_response();
    let Some(page) = found else { return missing() };
    if page.kind != Kind::File && wants_json(&headers) {
        return missing();
    }
    let (mut bytes, mut tag) = (shared(page.bytes), page.tag);
    if page.kind == Kind::Place {
        let preview = preview(&app, &uri, &headers);
        let mut hasher = DefaultHasher::new();
        preview.hash(&mut hasher);
        write!(tag, "-{:x}", hasher.finish()).expect("writing to a string cannot fail");
        bytes = insert(&bytes, &preview);
    }
    let tag = format!("\"{tag}\"");
    let keep = match page.keep {
        Keep::Forever => "public, max-age=31536000, immutable",
        Keep::Ask => "no-cache",
    };
    let response_headers =
        [(CONTENT_TYPE, page.mime.to_owned()), (CACHE_CONTROL, keep.to_owned()), (ETAG, tag.clone())];
    if page.kind == Kind::Nowhere {
        return (StatusCode::NOT_FOUND, response_headers, Body::from(bytes)).into_response();
    }
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, response_headers).into_response();
    }
    let compressed = match page.brotli {
        Some(brotli) if accepts_encoding(&headers, "br") => Some(("br", shared(brotli))),
        // Compressed once and cached; compressing large files per request would delay other requests.
        Some(_) if accepts_encoding(&headers, "gzip") => Some(("gzip", GZIPPED.gzip(&tag, &bytes).await)),
        _ => None,
    };
    match compressed {
        Some((encoding, compressed)) => {
            let encoding = [(CONTENT_ENCODING, encoding), (VARY, "accept-encoding")];
            (response_headers, encoding, Body::from(compressed)).into_response()
        }
        None => (response_headers, Body::from(bytes)).into_response(),
    }
}

/// Gzipped copies of the files that are also available as Brotli, for clients without Brotli.
static GZIPPED: LazyLock<GzipCache> = LazyLock::new(GzipCache::default);

/// Converts to shared bytes; files embedded in the program are not copied.
fn shared(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// Returns whether the client accepts JSON but not HTML, as programs do.
fn wants_json(headers: &HeaderMap) -> bool {
    let accepts = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepts.contains("application/json") && !accepts.contains("text/html")
}

/// Returns the Open Graph tags for a preview of the link: a title and a picture of the board.
fn preview(app: &Platform, uri: &Uri, headers: &HeaderMap) -> String {
    let mut segments = uri.path().trim_start_matches('/').split('/');
    let (section, name) = (segments.next().unwrap_or_default(), segments.next().unwrap_or_default());
    let game = app.game(name).ok().map(|game| game.info());
    let (title, picture) = match (section, game) {
        ("new" | "learn" | "puzzles" | "engines", Some(info)) => {
            (info.name, format!("/api/v1/games/{}/picture.png?size=600", info.id))
        }
        ("analysis" | "review", Some(info)) => {
            let query: String = uri
                .query()
                .unwrap_or_default()
                .split('&')
                .filter(|part| affects_picture(part))
                .fold(String::new(), |query, part| query + "&" + part);
            (info.name, format!("/api/v1/games/{}/picture.png?size=600{query}", info.id))
        }
        ("play", _) if name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) => {
            ("A game on Chautari", format!("/api/v1/matches/{name}/picture.png"))
        }
        _ => ("Chautari", "/icon-512.png".to_owned()),
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let scheme = headers.get("x-forwarded-proto").and_then(|scheme| scheme.to_str().ok());
    let is_secure = scheme == Some("https") || app.http().config().certificate.is_some();
    let scheme = if is_secure { "https" } else { "http" };
    format!(
        "<meta property=\"og:site_name\" content=\"Chautari\"><meta property=\"og:type\" content=\"website\">\
         <meta property=\"og:title\" content=\"{title}\"><meta name=\"twitter:card\" content=\"summary_large_image\">\
         <meta property=\"og:image\" content=\"{}\">",
        escaped(&format!("{scheme}://{host}{picture}"))
    )
}

/// Returns whether a query parameter is needed to draw the position.
fn affects_picture(part: &str) -> bool {
    part.starts_with("position=") || part.starts_with("moves=")
}

/// Escapes a text for an HTML attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// Inserts tags at the end of the page's head.
fn insert(page: &Bytes, more: &str) -> Bytes {
    match str::from_utf8(page) {
        Ok(text) => text.replacen("</head>", &(more.to_owned() + "</head>"), 1).into(),
        Err(_) => page.clone(),
    }
}
