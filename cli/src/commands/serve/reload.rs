//! Settings that SIGHUP reloads while the server runs: the log filter, the rate limits, the TLS certificate.

use std::io::IsTerminal;

use chautari_server::App;
use clap::ArgMatches;
use tracing_subscriber::filter::{EnvFilter, LevelFilter};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, Registry, fmt};

#[cfg(feature = "traces")]
use super::traces::{self, Exporter};
use crate::args::{LogFormat, ServeOptions};
use crate::output::Failure;

/// The options at the start, and handles to what a reload changes.
pub(super) struct ReloadableSettings {
    /// The parsed command line and environment, which do not change.
    matches: ArgMatches,
    /// The same as options, without those of the file.
    options: ServeOptions,
    filter: Handle<EnvFilter, Registry>,
    has_certificate: bool,
    #[cfg(feature = "traces")]
    traces: Option<Exporter>,
}

impl ReloadableSettings {
    /// Starts logging as configured. `complete` are the options with those of the file, `options` without.
    pub(super) fn start(
        matches: ArgMatches,
        options: ServeOptions,
        complete: &ServeOptions,
    ) -> Result<ReloadableSettings, Failure> {
        let (filter, handle) = reload::Layer::new(filter(complete)?);
        // If standard error is closed, reporting the failed write to standard error would panic.
        let lines = fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
        let lines = match complete.log_format.unwrap_or(LogFormat::Text) {
            LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).boxed(),
            LogFormat::Json => lines.json().flatten_event(true).boxed(),
        };
        // The filter applies to the log only; traces have their own.
        let all = tracing_subscriber::registry().with(lines.with_filter(filter));
        #[cfg(feature = "traces")]
        let (traces, exporter) = complete.traces.as_deref().map(traces::layer).transpose()?.unzip();
        #[cfg(feature = "traces")]
        let all = all.with(traces);
        all.init();
        Ok(ReloadableSettings {
            matches,
            options,
            filter: handle,
            has_certificate: complete.has_certificate(),
            #[cfg(feature = "traces")]
            traces: exporter,
        })
    }

    /// Takes the exporter of traces, which must be shut down before the program ends.
    #[cfg(feature = "traces")]
    pub(super) fn take_exporter(mut self) -> (ReloadableSettings, Option<Exporter>) {
        let exporter = self.traces.take();
        (self, exporter)
    }

    /// Reads the configuration file again and applies the settings that can change. If the file is invalid, nothing
    /// changes.
    pub(super) fn reload(&self, app: &App) {
        let reloaded = self.options.clone().complete(&self.matches).and_then(|options| {
            let filter = filter(&options)?;
            Ok((options, filter))
        });
        let (options, filter) = match reloaded {
            Ok(reloaded) => reloaded,
            Err(failure) => {
                tracing::error!(cause = failure.text(), "cannot reload settings, keeping the old ones");
                return;
            }
        };
        let mut reloaded = vec!["rate limits"];
        app.http().change_rates(&options.rates());
        match self.filter.reload(filter) {
            Ok(()) => reloaded.push("log filter"),
            Err(e) => tracing::error!(cause = %e, "cannot change the log filter"),
        }
        match app.http().renew_certificate() {
            Ok(()) if self.has_certificate => reloaded.push("TLS certificate"),
            Ok(()) => {}
            Err(e) => tracing::error!(cause = %e, "cannot reload the TLS certificate, keeping the old one"),
        }
        tracing::info!("reloaded {}", reloaded.join(", "));
    }
}

/// Returns the first word of a filter that is neither a level nor a target with a level. `EnvFilter` would take it for
/// the name of a target, so that a misspelt level would silence the log.
fn invalid_level(filter: &str) -> Option<&str> {
    // Filters with span fields in brackets contain commas of their own and are not checked.
    let words = filter.split(',').map(str::trim).filter(|word| !word.is_empty() && !filter.contains('['));
    let mut bare = words.filter(|word| !word.contains(['=', ':', '_']));
    bare.find(|word| word.parse::<LevelFilter>().is_err())
}

fn filter(options: &ServeOptions) -> Result<EnvFilter, Failure> {
    let filter = options.log.as_deref().unwrap_or("info");
    if let Some(word) = invalid_level(filter) {
        return Err(Failure::bad(format!(
            "`{word}` is not a log level: expected error, warn, info, debug, trace, off or a filter such as \
             chautari_server=debug."
        )));
    }
    EnvFilter::try_new(filter)
        .map_err(|e| Failure::bad(format!("`{filter}` is not a valid log filter: {e}.")))
}
