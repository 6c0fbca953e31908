//! Mounts the wire protocols besides the server's own API: OBX, Gomoku over TCP, Ban Chess sync and Softserve.

use anyhow::Context;
use chautari_gomoku_tcp::Limits;
use chautari_platform::Platform;
use chautari_softserve::Settings;
use tokio::net::TcpListener;
use utoipa_axum::router::OpenApiRouter;

use crate::args::ListenSetting;

/// Returns the routes of all protocols and starts their background tasks, which run until the server stops.
pub(super) fn mount(
    platform: &Platform,
    gomoku: ListenSetting,
    inherited: Option<std::net::TcpListener>,
    softserve: Settings,
) -> anyhow::Result<OpenApiRouter<Platform>> {
    let limits = Limits::default();
    let listener = match (inherited, gomoku) {
        (Some(socket), _) => Some(TcpListener::from_std(socket)?),
        (None, ListenSetting::Off) => None,
        (None, ListenSetting::On(address)) => Some(chautari_http::bind(address).with_context(|| {
            format!("Cannot listen for Gomoku on {address}; set --gomoku to another address, or `off`")
        })?),
    };
    if let Some(listener) = listener {
        tracing::info!(address = %listener.local_addr()?, "listening for Gomoku");
        platform.http().spawn(chautari_gomoku_tcp::listen(platform.clone(), listener, limits));
    }
    let softserve = chautari_softserve::routes(platform, softserve);
    Ok(OpenApiRouter::new()
        .merge(chautari_obx::routes())
        .merge(chautari_gomoku_tcp::routes(limits).into())
        .merge(chautari_banchess_sync::routes(platform))
        .merge(softserve))
}

/// Returns the routes that the OpenAPI document describes.
pub(super) fn documented() -> OpenApiRouter<Platform> {
    OpenApiRouter::new()
        .merge(chautari_obx::routes())
        .merge(chautari_banchess_sync::described())
        .merge(chautari_softserve::described())
}
