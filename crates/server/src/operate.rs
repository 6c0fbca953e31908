//! For those who run the server: is it alive, is it ready, what does it measure.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;

use crate::problem::Kind;
use crate::{App, Problem};

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/healthz", get(alive)).route("/readyz", get(ready)).route("/metrics", get(measure))
}

/// The process answers. Nothing else is looked at: a database that is away is no reason to be
/// restarted.
async fn alive() -> &'static str {
    "ok\n"
}

/// The server can do its work: the ledger takes a write, and no stop has been asked for.
async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.shutdown().is_requested() {
        return Err(Problem::new(Kind::Away, "stopping", "The server is stopping."));
    }
    let writes = async {
        app.ledger().ping().await?;
        app.ledger().try_write().await
    };
    match tokio::time::timeout(Duration::from_secs(2), writes).await {
        Ok(written) => written?,
        Err(late) => return Err(Problem::away(&late)),
    }
    Ok("ready\n")
}

async fn measure(State(app): State<App>) -> impl IntoResponse {
    let text = app.metrics().render(&app);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}
