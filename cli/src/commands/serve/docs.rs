//! Serves the documentation: the guide as HTML and the protocol pages as Markdown, below `/docs`.

use std::fmt::Write;

use axum::Router;
use axum::extract::Path as AxumPath;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use chautari_server::{App, Problem, fixed};

use crate::commands::docs_site;

/// The path of the list of protocol pages, which the OpenAPI document links to.
const PROTOCOLS: &str = "/docs/protocols";

/// File name and text of every protocol page.
const PAGES: &[(&str, &str)] = &[
    ("api.md", include_str!("../../../../docs/protocols/api.md")),
    ("obx.md", include_str!("../../../../docs/protocols/obx.md")),
    ("softserve.md", include_str!("../../../../docs/protocols/softserve.md")),
    ("gomoku-tcp.md", include_str!("../../../../docs/protocols/gomoku-tcp.md")),
    ("banchess-sync.md", include_str!("../../../../docs/protocols/banchess-sync.md")),
    ("ugi.md", include_str!("../../../../docs/protocols/ugi.md")),
];

pub(super) fn mount() -> Router<App> {
    let redirect = |to: &'static str| get(move || async move { Redirect::permanent(to) });
    let mut routes = Router::new()
        .route(PROTOCOLS, get(|| async { Html(index()) }))
        .route("/docs/guide", get(|| async { Redirect::permanent("/docs/guide/") }))
        .route("/docs/guide/", get(|| async { guide_page("index.html") }))
        .route(
            "/docs/guide/{page}",
            get(|AxumPath(name): AxumPath<String>| async move { guide_page(&name) }),
        );
    for &(file, text) in PAGES {
        // Served as plain text, because some browsers download Markdown instead of showing it.
        let page =
            move || async move { ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response() };
        routes = routes.route(&format!("{PROTOCOLS}/{file}"), get(page));
    }
    fixed(routes)
}

/// Returns a page of the guide.
fn guide_page(name: &str) -> Response {
    match docs_site::page(name) {
        Some(page) => Html(page).into_response(),
        None => Problem::missing(format!("There is no page {name} in the guide.")).into_response(),
    }
}

/// Returns the list of the protocol pages by title.
fn index() -> String {
    let mut list = String::new();
    for (file, text) in PAGES {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        write!(list, "<li><a href=\"{PROTOCOLS}/{file}\">{title}</a></li>")
            .expect("writing to a string cannot fail");
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Protocols · Chautari</title>\
         <h1>Protocols</h1><p>The protocols that programs use with this server and its engines. \
         You can also <a href=\"/docs/\">try the API</a> or read the <a href=\"/docs/guide/\">guide</a>.</p><ul>{list}</ul></html>\n"
    )
}
