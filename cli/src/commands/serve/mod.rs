//! `serve`: the game server.

mod docs;
mod env_typos;
mod ledger;
mod options;
mod page;
mod protocols;
mod reload;
mod signals;
mod systemd;
#[cfg(feature = "traces")]
mod traces;
mod unit;

use std::io::Write;

use anyhow::Context;
use chautari_server::{App, Config, Server};
use clap::CommandFactory;
use tokio::net::TcpListener;

pub(super) use self::ledger::{backup, check, prune, restore};
use self::reload::ReloadableSettings;
use self::systemd::{InheritedSockets, ServiceState};
pub(super) use self::unit::print as print_unit;
use super::runtime::block_on;
use crate::args::{Args, ListenSetting, ServeOptions};
use crate::output::CommandResult;
use crate::registry::games;

pub(super) fn run(options: ServeOptions) -> CommandResult {
    let mut matches = Args::command().get_matches();
    let Some((_, matches)) = matches.remove_subcommand() else { return Ok(()) };
    env_typos::warn_unknown_env_vars();
    let complete = options.clone().complete(&matches)?;
    let settings = ReloadableSettings::start(matches, options, &complete)?;
    #[cfg(feature = "traces")]
    let (settings, exporter) = settings.take_exporter();
    let (gomoku, softserve) = (complete.gomoku_listener(), complete.softserve());
    let paths = complete.resolve_paths()?;
    let result = block_on(serve(complete.config(paths)?, gomoku, softserve, settings));
    #[cfg(feature = "traces")]
    if let Some(exporter) = exporter {
        exporter.shut_down();
    }
    result
}

async fn serve(
    config: Config,
    gomoku: ListenSetting,
    softserve: chautari_softserve::Settings,
    settings: ReloadableSettings,
) -> anyhow::Result<()> {
    let inherited = InheritedSockets::take()?;
    let listen = config.http.listen;
    let app = App::open(config, games()).await.context("The server cannot start")?;
    let routes = protocols::mount(app.platform(), gomoku, inherited.gomoku, softserve)?
        .merge(docs::mount().into())
        .merge(page::mount().into());
    let server = if let Some(socket) = inherited.http {
        Server::on(TcpListener::from_std(socket)?, app.clone(), routes)
    } else {
        let server = Server::bind(app.clone(), routes);
        server.with_context(|| format!("Cannot listen on {listen}"))?
    };
    // Handle signals before announcing readiness, because a service manager may stop a ready service at once.
    tokio::spawn(signals::handle(app, settings));
    tracing::info!(address = %server.address()?, "listening");
    systemd::notify(ServiceState::Ready);
    tokio::spawn(systemd::run_watchdog());
    let result = server.serve().await;
    Ok(result?)
}

/// `openapi`: prints the OpenAPI document of every HTTP API of the server.
pub(super) fn openapi(out: &mut dyn Write) -> CommandResult {
    Ok(writeln!(out, "{}", openapi_document())?)
}

/// Returns the OpenAPI document of every HTTP API of the server, as JSON.
pub(super) fn openapi_document() -> String {
    chautari_server::openapi(protocols::documented())
}
