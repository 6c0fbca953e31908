//! Prometheus metrics.

use std::sync::Arc;
use std::time::Duration;

use metrics::{Counter, Gauge, Histogram, Key, Label, Level, Metadata, Recorder, SharedString};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

use super::process_metrics;

/// The metrics of one server. There is no global registry, so that two servers in a process (as in tests) do not count
/// each other's requests.
#[derive(Clone)]
pub struct Metrics(Arc<Inner>);

struct Inner {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    connections: Gauge,
}

/// Histogram buckets, from the time of a stateless response to the time limit of an engine.
const SECONDS: [f64; 14] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

const METADATA: Metadata<'static> = Metadata::new("chautari", Level::INFO, None);

const REQUEST: &str = "chautari_request_seconds";

impl Metrics {
    /// Creates an empty registry with the build information of a program built from `commit`.
    pub fn new(commit: &'static str) -> Metrics {
        let builder =
            PrometheusBuilder::new().set_buckets(&SECONDS).expect("the list of buckets is not empty");
        let recorder = builder.build_recorder();
        let text = |text: &'static str| SharedString::const_str(text);
        recorder.describe_histogram(
            REQUEST.into(),
            None,
            text("Time to answer a request, by route and status"),
        );
        let gauge = |name: &'static str, about| {
            recorder.describe_gauge(name.into(), None, text(about));
            recorder.register_gauge(&Key::from_static_name(name), &METADATA)
        };
        let build = "chautari_build_info";
        recorder.describe_gauge(build.into(), None, text("1, with the version and commit of the program"));
        let labels = [("version", env!("CARGO_PKG_VERSION")), ("commit", commit)];
        let labels = labels.map(|(name, value)| Label::from_static_parts(name, value)).to_vec();
        recorder.register_gauge(&Key::from_parts(build, labels), &METADATA).set(1.0);
        let connections = gauge("chautari_connections", "Open connections");
        let handle = recorder.handle();
        Metrics(Arc::new(Inner { recorder, handle, connections }))
    }

    /// Registers a gauge, such as the number of live matches.
    pub fn gauge(&self, name: &'static str, about: &'static str) -> Gauge {
        self.0.recorder.describe_gauge(name.into(), None, SharedString::const_str(about));
        self.0.recorder.register_gauge(&Key::from_static_name(name), &METADATA)
    }

    /// Registers a counter.
    pub fn counter(&self, name: &'static str, about: &'static str) -> Counter {
        self.0.recorder.describe_counter(name.into(), None, SharedString::const_str(about));
        self.0.recorder.register_counter(&Key::from_static_name(name), &METADATA)
    }

    /// Records a request and its response.
    pub(crate) fn request(&self, route: Option<&str>, status: u16, took: Duration) {
        let class = match status {
            ..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            _ => "5xx",
        };
        // A path without a route must not become a label, because clients could create a million of them.
        let route = route.map_or(SharedString::const_str("none"), |route| route.to_owned().into());
        let labels = vec![Label::new("route", route), Label::from_static_parts("status", class)];
        let key = Key::from_parts(REQUEST, labels);
        self.0.recorder.register_histogram(&key, &METADATA).record(took);
    }

    /// Registers a histogram of durations in seconds.
    pub fn histogram(&self, name: &'static str, about: &'static str) -> Histogram {
        self.0.recorder.describe_histogram(name.into(), None, SharedString::const_str(about));
        self.0.recorder.register_histogram(&Key::from_static_name(name), &METADATA)
    }

    /// Moves recorded values into their buckets; until then every value takes memory.
    pub(crate) fn settle(&self) {
        self.0.handle.run_upkeep();
    }

    /// Renders all metrics in the Prometheus text format.
    pub fn render(&self, open_connections: usize) -> String {
        self.0.connections.set(open_connections as f64);
        process_metrics::record(&self.0.recorder);
        self.0.handle.render()
    }
}
