//! The dashboard of an event and the viewer of a game: files of this crate, nothing from elsewhere.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use chautari_platform::Platform;

const PLAIN: &str = "text/plain; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Path, kind and content of every file.
const FILES: &[(&str, &str, &str)] = &[
    ("/guide", PLAIN, include_str!("../../../../docs/protocols/softserve.md")),
    ("/demo_bot.py", PLAIN, include_str!("../../../../examples/softserve_bot.py")),
    ("/dashboard/", HTML, include_str!("../pages/dashboard.html")),
    ("/dashboard/dashboard.js", SCRIPT, include_str!("../pages/dashboard.js")),
    ("/dashboard/softserve.css", STYLE, include_str!("../pages/softserve.css")),
    ("/ui/", HTML, include_str!("../pages/ui.html")),
    ("/ui/ui.js", SCRIPT, include_str!("../pages/ui.js")),
    ("/ui/softserve.css", STYLE, include_str!("../pages/softserve.css")),
];

pub(super) fn routes() -> Router<Platform> {
    let redirect = |to: &'static str| get(move || async move { Redirect::permanent(to) });
    let mut router = Router::new().route("/redoc", redirect("/docs"));
    for &(path, kind, content) in FILES {
        router =
            router.route(path, get(move || async move { ([(CONTENT_TYPE, kind)], content).into_response() }));
    }
    router
}
