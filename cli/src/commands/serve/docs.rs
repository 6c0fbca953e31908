//! The pages of the wire contracts, where whoever reads `/docs` finds them.

use std::fmt::Write;

use axum::Router;
use axum::extract::Path as AxumPath;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use chautari_server::{App, Problem, fixed};

use crate::commands::guide;

/// Where the list of them is; the description of the API names it.
const PLACE: &str = "/docs/protocols";

/// The file and text of every page.
const PAGES: &[(&str, &str)] = &[
    ("api.md", include_str!("../../../../docs/protocols/api.md")),
    ("obx.md", include_str!("../../../../docs/protocols/obx.md")),
    ("softserve.md", include_str!("../../../../docs/protocols/softserve.md")),
    ("gomoku-tcp.md", include_str!("../../../../docs/protocols/gomoku-tcp.md")),
    ("banchess-sync.md", include_str!("../../../../docs/protocols/banchess-sync.md")),
    ("ugi.md", include_str!("../../../../docs/protocols/ugi.md")),
];

pub(super) fn mount() -> Router<App> {
    let mut routes = Router::new()
        .route(PLACE, get(|| async { Html(index()) }))
        .route("/docs/guide", get(|| async { Redirect::permanent("/docs/guide/") }))
        .route("/docs/guide/", get(|| async { guided("index.html") }))
        .route("/docs/guide/{page}", get(|AxumPath(name): AxumPath<String>| async move { guided(&name) }));
    for &(file, text) in PAGES {
        // As plain text every browser shows it; Markdown some would only store.
        let page =
            move || async move { ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response() };
        routes = routes.route(&format!("{PLACE}/{file}"), get(page));
    }
    fixed(routes)
}

/// A page of the guide.
fn guided(name: &str) -> Response {
    match guide::page(name) {
        Some(page) => Html(page).into_response(),
        None => Problem::missing(format!("The guide has no page {name}.")).into_response(),
    }
}

/// A list of the pages by their titles.
fn index() -> String {
    let mut list = String::new();
    for (file, text) in PAGES {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        write!(list, "<li><a href=\"{PLACE}/{file}\">{title}</a></li>").expect("a text takes all");
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Protocols · Chautari</title>\
         <h1>Protocols</h1><p>What programs say to this server, and to its engines. \
         The API can be <a href=\"/docs/\">tried</a> as well, and the <a href=\"/docs/guide/\">guide</a> has the rest.</p><ul>{list}</ul></html>\n"
    )
}
