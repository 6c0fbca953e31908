//! The page, wherever nothing else is.

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
use chautari_server::{App, Packed, Problem, takes};
use chautari_web::{Keep, Kind};

pub(super) fn mount() -> Router<App> {
    Router::new().fallback(file)
}

/// What the wires begin with: whoever asks there is a program, and a page would only confuse it.
const WIRES: &[&str] = &[
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

/// Whether an address is one of a wire's. Every game has its own states behind its name.
fn is_wire(app: &App, path: &str) -> bool {
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    WIRES.contains(&first) || (matches!(second, "state" | "think") && app.game(first).is_ok())
}

async fn file(State(app): State<App>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let is_asked = matches!(method, Method::GET | Method::HEAD) && !is_wire(&app, uri.path());
    let found = is_asked.then(|| chautari_web::find(uri.path())).flatten();
    let missing = || Problem::missing(format!("There is nothing at {}.", uri.path())).into_response();
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
    let about = [(CONTENT_TYPE, page.mime.to_owned()), (CACHE_CONTROL, keep.to_owned()), (ETAG, tag.clone())];
    if page.kind == Kind::Nowhere {
        return (StatusCode::NOT_FOUND, about, Body::from(bytes)).into_response();
    }
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let packed = match page.brotli {
        Some(brotli) if takes(&headers, "br") => Some(("br", shared(brotli))),
        // Compressed for each who asks, the large ones would hold everybody up.
        Some(_) if takes(&headers, "gzip") => Some(("gzip", GZIPPED.gzip(&tag, &bytes).await)),
        _ => None,
    };
    match packed {
        Some((way, packed)) => {
            let ways = [(CONTENT_ENCODING, way), (VARY, "accept-encoding")];
            (about, ways, Body::from(packed)).into_response()
        }
        None => (about, Body::from(bytes)).into_response(),
    }
}

/// The files that have a copy compressed by Brotli, for those who cannot read it.
static GZIPPED: LazyLock<Packed> = LazyLock::new(Packed::default);

/// What is inside the program need not be copied.
fn shared(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// Whether a program asks, for which a page is no answer.
fn wants_json(headers: &HeaderMap) -> bool {
    let accepts = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepts.contains("application/json") && !accepts.contains("text/html")
}

/// What a link to this place looks like where it is shared: a title, and a picture drawn by us.
fn preview(app: &App, uri: &Uri, headers: &HeaderMap) -> String {
    let mut words = uri.path().trim_start_matches('/').split('/');
    let (place, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let game = app.game(name).ok().map(|game| game.info());
    let (title, picture) = match (place, game) {
        ("new" | "learn" | "puzzles" | "engines", Some(info)) => {
            (info.name, format!("/api/v1/games/{}/picture.png?size=600", info.id))
        }
        ("analysis" | "review", Some(info)) => {
            let query: String = uri
                .query()
                .unwrap_or_default()
                .split('&')
                .filter(|part| drawn(part))
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
    let is_secure = scheme == Some("https") || app.config().certificate.is_some();
    let scheme = if is_secure { "https" } else { "http" };
    format!(
        "<meta property=\"og:site_name\" content=\"Chautari\"><meta property=\"og:type\" content=\"website\">\
         <meta property=\"og:title\" content=\"{title}\"><meta name=\"twitter:card\" content=\"summary_large_image\">\
         <meta property=\"og:image\" content=\"{}\">",
        escaped(&format!("{scheme}://{host}{picture}"))
    )
}

/// What of an address the picture of it needs.
fn drawn(part: &str) -> bool {
    part.starts_with("position=") || part.starts_with("moves=")
}

/// A text inside an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// The page with something more in its head.
fn insert(page: &Bytes, more: &str) -> Bytes {
    match str::from_utf8(page) {
        Ok(text) => text.replacen("</head>", &(more.to_owned() + "</head>"), 1).into(),
        Err(_) => page.clone(),
    }
}
