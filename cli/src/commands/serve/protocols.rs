//! The protocols these games already have, beside the API.

use anyhow::Context;
use axum::Router;
use chautari_gomoku_tcp::Limits;
use chautari_server::App;
use chautari_softserve::Settings;
use tokio::net::TcpListener;

use super::options::Gate;

/// The routes of all protocols. What works behind them runs until the server stops.
pub(super) async fn mount(app: &App, gomoku: Gate, softserve: Settings) -> anyhow::Result<Router<App>> {
    let limits = Limits::default();
    if let Gate::Open(address) = gomoku {
        let listener = TcpListener::bind(address).await.with_context(|| {
            format!("Nobody can listen for Gomoku at {address}; say --gomoku with another address, or off")
        })?;
        tracing::info!(address = %listener.local_addr()?, "listening for Gomoku");
        app.spawn(chautari_gomoku_tcp::listen(app.clone(), listener, limits));
    }
    let softserve = chautari_softserve::routes(app, softserve).await.context("Softserve cannot start")?;
    Ok(Router::new()
        .merge(chautari_obx::routes())
        .merge(chautari_gomoku_tcp::routes(limits))
        .merge(chautari_banchess_sync::routes(app))
        .merge(softserve))
}
