//! Serves the documentation below `/docs`: the site, and the protocol pages as Markdown.

use std::fmt::Write;

use axum::Router;
use axum::extract::Path as AxumPath;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use chautari_http::{Problem, cache_layer};
use chautari_platform::Platform;

use crate::commands::docs_site::{Host, Site};

/// The path of the list of protocol pages, which the OpenAPI document links to.
const PROTOCOLS: &str = "/docs/protocols";

/// The API reference, which `/docs` leads to.
const REFERENCE: &str = "/docs/guide/reference.html";

/// File name and text of every protocol page.
const PAGES: &[(&str, &str)] = &[
    ("api.md", include_str!("../../../../docs/protocols/api.md")),
    ("obx.md", include_str!("../../../../docs/protocols/obx.md")),
    ("softserve.md", include_str!("../../../../docs/protocols/softserve.md")),
    ("gomoku-tcp.md", include_str!("../../../../docs/protocols/gomoku-tcp.md")),
    ("banchess-sync.md", include_str!("../../../../docs/protocols/banchess-sync.md")),
    ("ugi.md", include_str!("../../../../docs/protocols/ugi.md")),
];

pub(super) fn mount() -> Router<Platform> {
    let redirect = |to: &'static str| get(move || async move { Redirect::permanent(to) });
    let mut routes = Router::new()
        .route(PROTOCOLS, get(|| async { Html(index()) }))
        .route("/docs", redirect(REFERENCE))
        .route("/docs/", redirect(REFERENCE))
        .route("/docs/guide", redirect("/docs/guide/"))
        .route("/docs/guide/", get(|| async { site_file("index.html") }))
        .route("/docs/guide/{file}", get(|AxumPath(name): AxumPath<String>| async move { site_file(&name) }));
    for &(file, text) in PAGES {
        // Served as plain text, because some browsers download Markdown instead of showing it.
        let page =
            move || async move { ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response() };
        routes = routes.route(&format!("{PROTOCOLS}/{file}"), get(page));
    }
    cache_layer(routes)
}

/// A file of the documentation site.
fn site_file(name: &str) -> Response {
    match Site::new(Host::Server).file(name) {
        Some(file) => ([(CONTENT_TYPE, file.mime)], file.body.into_owned()).into_response(),
        None => Problem::not_found(format!("The guide has no page {name}.")).into_response(),
    }
}

/// The list of protocol pages, by their titles.
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
         <link rel=\"stylesheet\" href=\"/docs/guide/guide.css\"><div class=\"frame\"><main><h1>Protocols</h1>\
         <p>These pages as Markdown, for programs. The <a href=\"/docs/guide/\">guide</a> has them for people, \
         beside the <a href=\"{REFERENCE}\">API reference</a>.</p><ul>{list}</ul></main></div></html>\n"
    )
}
