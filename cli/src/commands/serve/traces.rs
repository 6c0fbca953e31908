//! OpenTelemetry traces: the parts of each request and their duration, exported as OTLP in JSON over HTTP. Requests never
//! wait for the collector: spans that it does not take in time are dropped and counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{Filtered, LevelFilter, Targets};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use crate::output::Failure;

/// Spans that may wait for the collector, and spans per export.
const WAITING: usize = 4096;
const AT_ONCE: usize = 512;
/// The time to collect spans for one export, and the timeout of an export.
const GATHERED: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a shutdown waits for the last export.
const AT_THE_END: Duration = Duration::from_millis(500);

/// Creates the layer, which records the spans and events of this program but not those of libraries, and its exporter.
pub(super) fn layer<S>(url: &str) -> Result<(Filtered<Traces, Targets, S>, Outbox), Failure>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let bad = || Failure::bad(format!("`{url}` is no collector of traces: expected http://HOST:PORT."));
    // Without a host, the parser would read the path as one.
    if !url
        .strip_prefix("http://")
        .is_some_and(|host| host.starts_with(|c: char| c.is_alphanumeric() || c == '['))
    {
        return Err(bad());
    }
    let url = reqwest::Url::parse(&format!("{}/v1/traces", url.trim_end_matches('/'))).map_err(|_| bad())?;
    let (sender, spans) = mpsc::channel(WAITING);
    let lost = Arc::new(AtomicU64::new(0));
    let ours = Targets::new().with_target("chautari", LevelFilter::DEBUG);
    let layer = Traces { sender: sender.clone(), lost: lost.clone() }.with_filter(ours);
    Ok((layer, Outbox { url, sender, spans, lost }))
}

/// A message to the exporter.
enum Sent {
    Span(Value),
    /// A request to be notified once everything before it was exported.
    Flush(oneshot::Sender<()>),
}

/// Records spans.
pub(super) struct Traces {
    sender: mpsc::Sender<Sent>,
    lost: Arc<AtomicU64>,
}

/// A span in progress.
struct Open {
    trace: u128,
    id: u64,
    parent: Option<u64>,
    began: SystemTime,
    /// The time of the response; work that the request started may continue after it.
    answered: Option<SystemTime>,
    failed: bool,
    attributes: Vec<Value>,
    events: Vec<Value>,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Traces {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let above = span.parent().and_then(|parent| {
            let extensions = parent.extensions();
            extensions.get::<Open>().map(|open| (open.trace, open.id))
        });
        // The client may be part of a trace already.
        let above = above.or_else(|| fields.caller.as_deref().and_then(caller));
        let open = Open {
            trace: above
                .map_or_else(|| (u128::from(chance()) << 64) | u128::from(chance()), |(trace, _)| trace),
            id: chance(),
            parent: above.map(|(_, parent)| parent),
            began: SystemTime::now(),
            answered: None,
            failed: false,
            attributes: fields.list,
            events: Vec::new(),
        };
        span.extensions_mut().insert(open);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(open) = span.extensions_mut().get_mut::<Open>() {
            let mut fields = Fields::default();
            values.record(&mut fields);
            open.attributes.append(&mut fields.list);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(span) = context.event_span(event) else { return };
        let mut extensions = span.extensions_mut();
        let Some(open) = extensions.get_mut::<Open>() else { return };
        let (mut fields, now) = (Fields::default(), SystemTime::now());
        event.record(&mut fields);
        if fields.message == "answered" {
            // The event at the end of a request has the fields of its span.
            open.answered = Some(now);
            open.failed |= fields.status >= 500;
            open.attributes.append(&mut fields.list);
        } else {
            open.failed |= *event.metadata().level() == Level::ERROR;
            open.events.push(json!({
                "timeUnixNano": nanos(now), "name": fields.message, "attributes": fields.list
            }));
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(open) = span.extensions_mut().remove::<Open>() else { return };
        let name = span.name();
        let told = json!({
            "traceId": format!("{:032x}", open.trace),
            "spanId": format!("{:016x}", open.id),
            "parentSpanId": open.parent.map_or_else(String::new, |parent| format!("{parent:016x}")),
            "name": name,
            // 2: server; 1: internal.
            "kind": if name == "request" { 2 } else { 1 },
            "startTimeUnixNano": nanos(open.began),
            "endTimeUnixNano": nanos(open.answered.unwrap_or_else(SystemTime::now)),
            "attributes": open.attributes,
            "events": open.events,
            "status": if open.failed { json!({"code": 2}) } else { json!({}) },
        });
        if self.sender.try_send(Sent::Span(told)).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Returns a random id. A duplicate would only mix two traces.
fn chance() -> u64 {
    getrandom::u64().unwrap_or(1).max(1)
}

fn nanos(time: SystemTime) -> String {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos().to_string()
}

/// Parses the trace and the span of the client from a W3C `traceparent`.
fn caller(text: &str) -> Option<(u128, u64)> {
    let mut parts = text.split('-').skip(1);
    let trace = u128::from_str_radix(parts.next()?, 16).ok()?;
    let span = u64::from_str_radix(parts.next()?, 16).ok()?;
    Some((trace, span))
}

/// Fields as attributes, under their OpenTelemetry names.
#[derive(Default)]
struct Fields {
    list: Vec<Value>,
    message: String,
    caller: Option<String>,
    status: u64,
}

impl Fields {
    fn push(&mut self, field: &Field, value: &Value) {
        let name = match field.name() {
            "method" => "http.request.method",
            "route" => "http.route",
            "status" => "http.response.status_code",
            name => name,
        };
        self.list.push(json!({"key": name, "value": value}));
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "message" => value.clone_into(&mut self.message),
            "traceparent" => self.caller = Some(value.to_owned()),
            _ => self.push(field, &json!({"stringValue": value})),
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "status" {
            self.status = value;
        }
        self.push(field, &json!({"intValue": value.to_string()}));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.push(field, &json!({"intValue": value.to_string()}));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.push(field, &json!({"boolValue": value}));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.push(field, &json!({"doubleValue": value}));
    }
}

/// Ended spans, and their export.
pub(super) struct Outbox {
    url: reqwest::Url,
    sender: mpsc::Sender<Sent>,
    spans: mpsc::Receiver<Sent>,
    lost: Arc<AtomicU64>,
}

/// Exports the remaining spans before the program ends.
pub(super) struct Flush(mpsc::Sender<Sent>);

impl Flush {
    pub(super) async fn flush(self) {
        let (done, told) = oneshot::channel();
        let flushed = async {
            if self.0.send(Sent::Flush(done)).await.is_ok() {
                let _ = told.await;
            }
        };
        if tokio::time::timeout(AT_THE_END, flushed).await.is_err() {
            tracing::warn!("the collector is too slow: the last traces are lost");
        }
    }
}

impl Outbox {
    /// Starts the export.
    pub(super) fn open(self) -> Flush {
        let flush = Flush(self.sender.clone());
        tokio::spawn(self.run());
        flush
    }

    async fn run(mut self) {
        let client = reqwest::Client::builder().timeout(PATIENCE).build().unwrap_or_default();
        let (mut gathered, mut is_away) = (Vec::new(), false);
        while self.spans.recv_many(&mut gathered, AT_ONCE).await > 0 {
            let is_urgent = |gathered: &[Sent]| gathered.iter().any(|sent| matches!(sent, Sent::Flush(_)));
            let until = tokio::time::Instant::now() + GATHERED;
            while gathered.len() < AT_ONCE && !is_urgent(&gathered) {
                let left = AT_ONCE - gathered.len();
                let more = tokio::time::timeout_at(until, self.spans.recv_many(&mut gathered, left)).await;
                if !more.is_ok_and(|count| count > 0) {
                    break;
                }
            }
            let (mut spans, mut waiting) = (Vec::new(), Vec::new());
            for sent in gathered.drain(..) {
                match sent {
                    Sent::Span(span) => spans.push(span),
                    Sent::Flush(done) => waiting.push(done),
                }
            }
            let count = spans.len() as u64;
            if count > 0 {
                let told = client.post(self.url.clone()).json(&envelope(&spans)).send().await;
                let told = told.and_then(reqwest::Response::error_for_status);
                if let Err(cause) = &told {
                    self.lost.fetch_add(count, Ordering::Relaxed);
                    if !is_away {
                        tracing::warn!(%cause, "traces are lost");
                    }
                } else if is_away {
                    let lost = self.lost.swap(0, Ordering::Relaxed);
                    tracing::info!(lost, "traces are taken again");
                }
                is_away = told.is_err();
            }
            // Dropping the senders notifies the waiting flushes.
            drop(waiting);
        }
    }
}

/// Wraps spans with the name and version of this program.
fn envelope(spans: &[Value]) -> Value {
    let of = |key: &str, value: &str| json!({"key": key, "value": {"stringValue": value}});
    json!({"resourceSpans": [{
        "resource": {"attributes": [
            of("service.name", "chautari"), of("service.version", env!("CARGO_PKG_VERSION")),
        ]},
        "scopeSpans": [{"scope": {"name": "chautari"}, "spans": spans}],
    }]})
}
