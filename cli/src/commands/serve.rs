//! `serve`: a place to play for everybody who can reach it.

use chautari_games::GAMES;
use chautari_server::{App, Config};

use crate::Done;
use crate::args;
use crate::report::Failure;

pub(super) fn run(options: &args::Serve) -> Done {
    let config = config(options);
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(config)).map_err(|e| Failure::bad(format!("The server cannot run: {e:#}.")))
}

fn config(options: &args::Serve) -> Config {
    let defaults = Config::default();
    Config { listen: options.listen.unwrap_or(defaults.listen), ..defaults }
}

async fn serve(config: Config) -> anyhow::Result<()> {
    let app = App::open(config, GAMES).await?;
    // Protocols and the page are mounted here: each is a `Router<App>`.
    let routes = axum::Router::new();
    chautari_server::run(app, routes).await?;
    Ok(())
}
