//! `serve`: a place to play for everybody who can reach it.

mod docs;
mod options;
mod page;
mod protocols;

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::Context;
use chautari_ledger::Ledger;
use chautari_server::{App, Config};
use chautari_softserve::Settings;
use clap::CommandFactory;

use self::options::{Gate, LogForm};
pub(crate) use self::options::{Options, Store};
use crate::Done;
use crate::args::Args;
use crate::report::Failure;

pub(super) fn run(options: Options) -> Done {
    let matches = Args::command().get_matches();
    let options = match matches.subcommand() {
        Some((_, said)) => options.complete(said)?,
        None => options,
    };
    log(&options)?;
    let (gomoku, softserve) = (options.gomoku(), options.softserve());
    let place = options.place()?;
    work(serve(options.config(place), gomoku, softserve))
}

/// Runs something that waits for sockets and disks.
pub(super) fn work(task: impl Future<Output = anyhow::Result<()>>) -> Done {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(task);
    // An engine may need a moment to notice that nobody waits for it; we do not wait for that.
    runtime.shutdown_background();
    done.map_err(|e| Failure::bad(format!("{e:#}.")))
}

async fn serve(config: Config, gomoku: Gate, softserve: Settings) -> anyhow::Result<()> {
    let listen = config.listen;
    let app = App::open(config, crate::games()).await.context("The server cannot start")?;
    let routes = protocols::mount(&app, gomoku, softserve)
        .await?
        .merge(docs::mount().into())
        .merge(page::mount().into());
    chautari_server::run(app, routes).await.with_context(|| format!("Cannot listen on {listen}"))
}

fn log(options: &Options) -> Done {
    let filter = options.log.as_deref().unwrap_or("info");
    let filter = tracing_subscriber::EnvFilter::try_new(filter)
        .map_err(|e| Failure::bad(format!("`{filter}` is no filter for a log: {e}.")))?;
    // Nobody may be reading any more; a complaint about that, to the same nobody, would be a panic.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    match options.log_form.unwrap_or(LogForm::Text) {
        LogForm::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogForm::Json => log.json().flatten_event(true).init(),
    }
    Ok(())
}

/// `backup`: everything of the ledger into a new file, while servers go on.
pub(super) fn backup(store: &Store, file: &Path) -> Done {
    let url = store.url()?;
    work(async move {
        let copied = Ledger::backup(&url, file).await.context("There is no backup")?;
        anstream::eprintln!("{} events are in {}.", copied.events, file.display());
        Ok(())
    })
}

/// `restore`: a new ledger from such a file.
pub(super) fn restore(store: &Store, file: &Path) -> Done {
    let url = store.url()?;
    work(async move {
        let copied = Ledger::restore(&url, file).await.context("Nothing was restored")?;
        anstream::eprintln!("{} events came from {}.", copied.events, file.display());
        Ok(())
    })
}

/// `check-ledger`: every event looked at, while servers go on.
pub(super) fn check(store: &Store) -> Done {
    let url = store.url()?;
    work(async move {
        let checked = Ledger::check(&url).await.context("The ledger cannot be checked")?;
        for damage in &checked.damaged {
            anstream::eprintln!("{damage}");
        }
        for fault in &checked.faults {
            anstream::eprintln!("The database says: {fault}");
        }
        anyhow::ensure!(
            checked.is_whole(),
            "{} of {} events are damaged, and the database has {} faults; restore an earlier backup into a new database",
            checked.damaged.len(),
            checked.events,
            checked.faults.len()
        );
        anstream::eprintln!("{} events are as they were written.", checked.events);
        Ok(())
    })
}

/// `openapi`: the document that describes every HTTP API of the server, for generators of clients.
pub(super) fn openapi(out: &mut dyn Write) -> Done {
    Ok(writeln!(out, "{}", chautari_server::openapi(protocols::described()))?)
}

/// `systemd`: a unit that serves, for this program where it is now.
pub(super) fn systemd(out: &mut dyn Write) -> Done {
    let program =
        std::env::current_exe().map_or("/usr/bin/chautari".to_owned(), |path| path.display().to_string());
    Ok(write!(out, include_str!("chautari.service"), program = program)?)
}
