//! `serve`: a place to play for everybody who can reach it.

mod docs;
mod ledger;
mod options;
mod page;
mod protocols;
mod service;
mod settings;
mod signals;
#[cfg(feature = "traces")]
mod traces;
mod values;
mod variables;

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use chautari_server::{App, Config, Server};
use clap::CommandFactory;
use tokio::net::TcpListener;

pub(super) use self::ledger::{backup, check, prune, restore};
use self::options::Gate;
pub(crate) use self::options::{Options, Store};
use self::service::{Inherited, News};
use self::settings::Settings;
pub(crate) use self::values::user;
use crate::Done;
use crate::args::Args;
use crate::report::Failure;

pub(super) fn run(options: Options) -> Done {
    let mut matches = Args::command().get_matches();
    let Some((_, said)) = matches.remove_subcommand() else { return Ok(()) };
    variables::tell_misspelt();
    let complete = options.clone().complete(&said)?;
    let settings = Settings::begin(said, options, &complete)?;
    let (gomoku, softserve) = (complete.gomoku(), complete.softserve());
    let place = complete.place()?;
    work(serve(complete.config(place)?, gomoku, softserve, settings))
}

/// Runs something that waits for sockets and disks.
pub(super) fn work<T>(task: impl Future<Output = anyhow::Result<T>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(task);
    // An engine may need a moment to notice that nobody waits for it; we do not wait for that.
    runtime.shutdown_background();
    done.map_err(|error| Failure::bad(in_words(&causes(&error))))
}

/// An error and what it comes from; what the text says already at its end is not said again.
fn causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        said if said.ends_with(&cause) => text,
        said => format!("{said}: {cause}"),
    })
}

/// What the system says where there is no room for another thread tells nobody what is missing.
fn in_words(trouble: &str) -> String {
    let is_short = ["Resource temporarily unavailable", "Cannot allocate memory"];
    let why =
        if is_short.iter().any(|said| trouble.contains(said)) { "; there is too little memory" } else { "" };
    format!("{trouble}{why}.")
}

async fn serve(
    config: Config,
    gomoku: Gate,
    softserve: chautari_softserve::Settings,
    settings: Settings,
) -> anyhow::Result<()> {
    #[cfg(feature = "traces")]
    let (settings, traces) = settings.tell_traces();
    let inherited = Inherited::take()?;
    let listen = config.listen;
    let app = App::open(config, crate::games()).await.context("The server cannot start")?;
    let routes = protocols::mount(&app, gomoku, inherited.gomoku, softserve)
        .await?
        .merge(docs::mount().into())
        .merge(page::mount().into());
    let server = if let Some(socket) = inherited.http {
        Server::on(TcpListener::from_std(socket)?, app.clone(), routes)
    } else {
        let server = Server::bind(app.clone(), routes).await;
        server.with_context(|| format!("Cannot listen on {listen}"))?
    };
    // Before anybody is told that it listens: whoever is, may stop it at once.
    tokio::spawn(signals::obey(app, settings));
    tracing::info!(address = %server.address()?, "listening");
    service::tell(News::Ready);
    tokio::spawn(service::keep_saying_alive());
    let done = server.serve().await;
    #[cfg(feature = "traces")]
    if let Some(traces) = traces {
        traces.flush().await;
    }
    Ok(done?)
}

/// `openapi`: the document that describes every HTTP API of the server, for generators of clients.
pub(super) fn openapi(out: &mut dyn Write) -> Done {
    Ok(writeln!(out, "{}", openapi_document())?)
}

/// The document that describes every HTTP API of the server, as JSON.
pub(super) fn openapi_document() -> String {
    chautari_server::openapi(protocols::described())
}

/// `systemd`: a unit that serves, for this program where it is now.
pub(super) fn systemd(unit: Unit, user: Option<&str>, out: &mut dyn Write) -> Done {
    if unit == Unit::Socket {
        return Ok(out.write_all(include_bytes!("chautari.socket"))?);
    }
    let program =
        std::env::current_exe().map_or("/usr/bin/chautari".to_owned(), |path| path.display().to_string());
    // Homes are hidden from it; a program that lies in one, as `cargo install` puts it, is let through.
    let own = std::env::home_dir().filter(|home| home.parent().is_some());
    let own = own.is_some_and(|home| Path::new(&program).starts_with(home));
    let is_home = own || ["/home/", "/run/user/"].iter().any(|home| program.starts_with(home));
    let home = if is_home { format!("tmpfs\nBindReadOnlyPaths={program}") } else { "yes".to_owned() };
    let user = user.map_or("DynamicUser=yes".to_owned(), |user| format!("User={user}"));
    Ok(write!(out, include_str!("chautari.service"), program = program, home = home, user = user)?)
}

/// Which unit of systemd's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Unit {
    /// The service itself
    Service,
    /// The sockets that start it when somebody comes
    Socket,
}
