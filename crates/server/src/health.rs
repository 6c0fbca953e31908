//! Health checks and metrics for operators: `/healthz`, `/readyz`, `/metrics`.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use chautari_http::{Kind, Problem};
use metrics::{Counter, Gauge};

use crate::App;

pub(crate) fn routes(app: &App) -> Router<App> {
    let gauges = Gauges::register(app);
    let metrics = move |State(app): State<App>| {
        let gauges = gauges.clone();
        async move { gauges.render(&app) }
    };
    Router::new().route("/healthz", get(alive)).route("/readyz", get(ready)).route("/metrics", get(metrics))
}

/// The process answers. Nothing else is checked: a restart does not bring an unavailable database back.
async fn alive() -> &'static str {
    "ok\n"
}

/// The server can do its work: the ledger accepts a write, and no stop has been requested.
async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.http().shutdown().is_requested() {
        return Err(Problem::new(Kind::Unavailable, "stopping", "The server is stopping."));
    }
    let ledger = app.platform().ledger();
    let writes = async {
        ledger.ping().await?;
        ledger.try_write().await
    };
    match tokio::time::timeout(Duration::from_secs(2), writes).await {
        Ok(written) => written?,
        Err(late) => return Err(Problem::unavailable(&late)),
    }
    Ok("ready\n")
}

/// Gauges that are read when `/metrics` is requested.
#[derive(Clone)]
struct Gauges {
    engine_queue: Gauge,
    engines_busy: Gauge,
    compute_queue: Gauge,
    compute_busy: Gauge,
    reads: Counter,
}

impl Gauges {
    fn register(app: &App) -> Gauges {
        let metrics = app.http().metrics();
        Gauges {
            engine_queue: metrics.gauge("chautari_engine_queue", "Requests that wait for an engine"),
            engines_busy: metrics.gauge("chautari_engines_busy", "Engines that search"),
            compute_queue: metrics.gauge("chautari_compute_queue", "Pictures and long positions that wait"),
            compute_busy: metrics.gauge("chautari_compute_busy", "Pictures and long positions in progress"),
            reads: metrics.counter("chautari_ledger_reads_total", "Streams read, each to be replayed"),
        }
    }

    fn render(&self, app: &App) -> impl IntoResponse + use<> {
        let platform = app.platform();
        let (waiting, busy) = platform.engines().load();
        self.engine_queue.set(waiting as f64);
        self.engines_busy.set(busy as f64);
        let (waiting, busy) = platform.compute_pool().load();
        self.compute_queue.set(waiting as f64);
        self.compute_busy.set(busy as f64);
        self.reads.absolute(platform.ledger().reads());
        let text = app.http().metrics().render(app.http().open_connections());
        ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
    }
}
