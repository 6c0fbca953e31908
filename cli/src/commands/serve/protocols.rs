//! Mounts the wire protocols besides the server's own API: OBX, Gomoku over TCP, Ban Chess sync and Softserve.

use anyhow::Context;
use chautari_gomoku_tcp::Limits;
use chautari_server::App;
use chautari_softserve::Settings;
use tokio::net::TcpListener;
use utoipa_axum::router::OpenApiRouter;

use crate::args::ListenSetting;

/// Returns the routes of all protocols and starts their background tasks, which run until the server stops.
pub(super) async fn mount(
    app: &App,
    gomoku: ListenSetting,
    inherited: Option<std::net::TcpListener>,
    softserve: Settings,
) -> anyhow::Result<OpenApiRouter<App>> {
    let limits = Limits::default();
    let listener = match (inherited, gomoku) {
        (Some(socket), _) => Some(TcpListener::from_std(socket)?),
        (None, ListenSetting::Off) => None,
        (None, ListenSetting::On(address)) => Some(TcpListener::bind(address).await.with_context(|| {
            format!("Cannot listen for Gomoku on {address}; set --gomoku to another address, or `off`")
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

/// Returns the routes that the OpenAPI document describes.
pub(super) fn documented() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(chautari_obx::routes())
        .merge(chautari_banchess_sync::described())
        .merge(chautari_softserve::described())
}
