//! OpenTelemetry traces: the parts of each request and their duration, exported as OTLP in JSON over HTTP. Requests never
//! wait for the collector: spans that it does not accept in time are dropped.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState};
use opentelemetry::{InstrumentationScope, KeyValue, Value};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, IdGenerator as _, RandomIdGenerator, SpanData, SpanEvents,
    SpanLinks, SpanProcessor as _,
};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{Filtered, LevelFilter, Targets};
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

use crate::output::Failure;

/// The number of spans that may wait for the collector. Further ones are dropped.
const QUEUE_SIZE: usize = 4096;
const BATCH_SIZE: usize = 512;
const EXPORT_INTERVAL: Duration = Duration::from_secs(1);
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);
/// The time that a shutdown waits for the last export.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// Creates the layer that records the spans and events of this program, but not those of libraries, and the exporter.
pub(super) fn layer<S>(url: &str) -> Result<(Filtered<Traces, Targets, S>, Exporter), Failure>
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
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpJson)
        .with_endpoint(format!("{}/v1/traces", url.trim_end_matches('/')))
        .with_timeout(EXPORT_TIMEOUT)
        .build()
        .map_err(|_| bad())?;
    let batches = BatchConfigBuilder::default()
        .with_max_queue_size(QUEUE_SIZE)
        .with_max_export_batch_size(BATCH_SIZE)
        .with_scheduled_delay(EXPORT_INTERVAL)
        .build();
    let mut processor = BatchSpanProcessor::builder(exporter).with_batch_config(batches).build();
    let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
    let resource = Resource::builder_empty().with_service_name("chautari").with_attribute(version).build();
    processor.set_resource(&resource);
    let processor = Arc::new(processor);
    let ours = Targets::new().with_target("chautari", LevelFilter::DEBUG);
    Ok((Traces { processor: processor.clone() }.with_filter(ours), Exporter(processor)))
}

/// Exports the recorded spans, on a thread of its own.
pub(super) struct Exporter(Arc<BatchSpanProcessor>);

impl Exporter {
    /// Exports the remaining spans. Blocks for at most `SHUTDOWN_TIMEOUT`.
    pub(super) fn shut_down(self) {
        if self.0.shutdown_with_timeout(SHUTDOWN_TIMEOUT).is_err() {
            tracing::warn!("the collector is too slow: the last traces are lost");
        }
    }
}

/// Records spans.
pub(super) struct Traces {
    processor: Arc<BatchSpanProcessor>,
}

/// A span in progress.
struct Open {
    trace: TraceId,
    id: SpanId,
    parent: Option<SpanId>,
    is_parent_remote: bool,
    began: SystemTime,
    /// The time of the response; work that the request started may continue after it.
    answered: Option<SystemTime>,
    failed: bool,
    attributes: Vec<KeyValue>,
    events: SpanEvents,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Traces {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let local = span.parent().and_then(|parent| {
            let extensions = parent.extensions();
            extensions.get::<Open>().map(|open| (open.trace, open.id))
        });
        // The client may be part of a trace already.
        let remote = if local.is_none() { fields.traceparent.as_deref().and_then(parse) } else { None };
        let parent = local.or(remote);
        let open = Open {
            trace: parent.map_or_else(|| RandomIdGenerator::default().new_trace_id(), |(trace, _)| trace),
            id: RandomIdGenerator::default().new_span_id(),
            parent: parent.map(|(_, parent)| parent),
            is_parent_remote: remote.is_some(),
            began: SystemTime::now(),
            answered: None,
            failed: false,
            attributes: fields.list,
            events: SpanEvents::default(),
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
            open.events.events.push(opentelemetry::trace::Event::new(fields.message, now, fields.list, 0));
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let Some(span) = context.span(&id) else { return };
        let Some(open) = span.extensions_mut().remove::<Open>() else { return };
        let name = span.name();
        self.processor.on_end(SpanData {
            span_context: SpanContext::new(
                open.trace,
                open.id,
                TraceFlags::SAMPLED,
                false,
                TraceState::default(),
            ),
            parent_span_id: open.parent.unwrap_or(SpanId::INVALID),
            parent_span_is_remote: open.is_parent_remote,
            span_kind: if name == "request" { SpanKind::Server } else { SpanKind::Internal },
            name: name.into(),
            start_time: open.began,
            end_time: open.answered.unwrap_or_else(SystemTime::now),
            attributes: open.attributes,
            dropped_attributes_count: 0,
            events: open.events,
            links: SpanLinks::default(),
            status: if open.failed { Status::error("") } else { Status::Unset },
            instrumentation_scope: InstrumentationScope::builder("chautari").build(),
        });
    }
}

/// Parses the trace and the span of the client from a W3C `traceparent`.
fn parse(text: &str) -> Option<(TraceId, SpanId)> {
    let mut parts = text.split('-').skip(1);
    let trace = TraceId::from_hex(parts.next()?).ok()?;
    let span = SpanId::from_hex(parts.next()?).ok()?;
    Some((trace, span))
}

/// Fields as attributes, under their OpenTelemetry names.
#[derive(Default)]
struct Fields {
    list: Vec<KeyValue>,
    message: String,
    traceparent: Option<String>,
    status: u64,
}

impl Fields {
    fn push(&mut self, field: &Field, value: impl Into<Value>) {
        let name = match field.name() {
            "method" => "http.request.method",
            "route" => "http.route",
            "status" => "http.response.status_code",
            name => name,
        };
        self.list.push(KeyValue::new(name, value));
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "message" => value.clone_into(&mut self.message),
            "traceparent" => self.traceparent = Some(value.to_owned()),
            _ => self.push(field, value.to_owned()),
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "status" {
            self.status = value;
        }
        self.push(field, i64::try_from(value).unwrap_or(i64::MAX));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.push(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.push(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.push(field, value);
    }
}
