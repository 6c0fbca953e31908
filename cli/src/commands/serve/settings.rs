//! Settings that can change while the server goes on: the log's filter, the rates, the certificate.

use std::io::IsTerminal;

use chautari_server::App;
use clap::ArgMatches;
use tracing_subscriber::filter::{EnvFilter, LevelFilter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

use super::options::{LogForm, Options};
#[cfg(feature = "traces")]
use super::traces::{self, Flush, Outbox};
use crate::report::Failure;

/// What was said when the server began, and what a change of it reaches.
pub(super) struct Settings {
    /// As clap has read the command line and the environment; the file is read again each time.
    said: ArgMatches,
    options: Options,
    filter: Handle<EnvFilter, Registry>,
    has_certificate: bool,
    #[cfg(feature = "traces")]
    traces: Option<Outbox>,
}

impl Settings {
    /// Begins to log as the options want it. `options` are those without the file, `complete` with it.
    pub(super) fn begin(said: ArgMatches, options: Options, complete: &Options) -> Result<Settings, Failure> {
        let (filter, handle) = reload::Layer::new(filter(complete)?);
        // Nobody may be reading any more; a complaint about that, to the same nobody, would be a panic.
        let lines = fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
        let lines = match complete.log_form.unwrap_or(LogForm::Text) {
            LogForm::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
            LogForm::Json => lines.json().flatten_event(true).boxed(),
        };
        // What is logged and what is traced have nothing to do with each other.
        let all = tracing_subscriber::registry().with(lines.with_filter(filter));
        #[cfg(feature = "traces")]
        let (traces, outbox) = complete.traces.as_deref().map(traces::layer).transpose()?.unzip();
        #[cfg(feature = "traces")]
        let all = all.with(traces);
        all.init();
        Ok(Settings {
            said,
            options,
            filter: handle,
            has_certificate: complete.has_certificate(),
            #[cfg(feature = "traces")]
            traces: outbox,
        })
    }

    /// Begins to tell traces to whoever collects them; what is left of them at the end is to be flushed.
    #[cfg(feature = "traces")]
    pub(super) fn tell_traces(mut self) -> (Settings, Option<Flush>) {
        let flush = self.traces.take().map(Outbox::open);
        (self, flush)
    }

    /// Reads the file again and carries out what can be. Where it cannot be read, everything stays as it is.
    pub(super) fn renew(&self, app: &App) {
        let renewed = self.options.clone().complete(&self.said).and_then(|options| {
            let filter = filter(&options)?;
            Ok((options, filter))
        });
        let (options, filter) = match renewed {
            Ok(renewed) => renewed,
            Err(failure) => {
                tracing::error!(cause = failure.text(), "settings stay as they were");
                return;
            }
        };
        let mut renewed = vec!["rates"];
        app.change_rates(&options.rates());
        match self.filter.reload(filter) {
            Ok(()) => renewed.push("the log's filter"),
            Err(e) => tracing::error!(cause = %e, "the log's filter stays as it was"),
        }
        match app.renew_certificate() {
            Ok(()) if self.has_certificate => renewed.push("the certificate"),
            Ok(()) => {}
            Err(e) => tracing::error!(cause = %e, "the certificate stays as it was"),
        }
        tracing::info!("{} were read again", renewed.join(", "));
    }
}

/// The first word of a filter that names neither a level nor what to log: `EnvFilter` takes it for a part of a
/// program that says nothing.
fn strange_word(filter: &str) -> Option<&str> {
    // What stands in brackets has commas and words of its own.
    let words = filter.split(',').map(str::trim).filter(|word| !word.is_empty() && !filter.contains('['));
    let mut bare = words.filter(|word| !word.contains(['=', ':', '_']));
    bare.find(|word| word.parse::<LevelFilter>().is_err())
}

fn filter(options: &Options) -> Result<EnvFilter, Failure> {
    let filter = options.log.as_deref().unwrap_or("info");
    if let Some(word) = strange_word(filter) {
        return Err(Failure::bad(format!(
            "`{word}` is no level of a log; write error, warn, info, debug, trace or off, or chautari_server=debug."
        )));
    }
    EnvFilter::try_new(filter).map_err(|e| Failure::bad(format!("`{filter}` is no filter for a log: {e}.")))
}
