//! The protocols these games already have, beside the API.

use anyhow::Context;
use chautari_gomoku_tcp::Limits;
use chautari_server::App;
use chautari_softserve::Settings;
use tokio::net::TcpListener;
use utoipa_axum::router::OpenApiRouter;

use super::options::Gate;

/// The routes of all protocols. What works behind them runs until the server stops.
pub(super) async fn mount(
    app: &App,
    gomoku: Gate,
    inherited: Option<std::net::TcpListener>,
    softserve: Settings,
) -> anyhow::Result<OpenApiRouter<App>> {
    let limits = Limits::default();
    let listener = match (inherited, gomoku) {
        (Some(socket), _) => Some(TcpListener::from_std(socket)?),
        (None, Gate::Shut) => None,
        (None, Gate::Open(address)) => Some(TcpListener::bind(address).await.with_context(|| {
            format!("Cannot listen for Gomoku on {address}; give --gomoku another address, or `off`")
        })?),
    };
    if let Some(listener) = listener {
        tracing::info!(address = %listener.local_addr()?, "listening for Gomoku");
        app.spawn(chautari_gomoku_tcp::listen(app.clone(), listener, limits));
    }
    let softserve = chautari_softserve::routes(app, softserve);
    Ok(OpenApiRouter::new()
        .merge(chautari_obx::routes())
        .merge(chautari_gomoku_tcp::routes(limits).into())
        .merge(chautari_banchess_sync::routes(app))
        .merge(softserve))
}

/// The same as far as the API's document tells of them.
pub(super) fn described() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(chautari_obx::routes())
        .merge(chautari_banchess_sync::described())
        .merge(chautari_softserve::described())
}
