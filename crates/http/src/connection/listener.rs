//! The accept loop: serves connections until a stop is requested, then lets requests in progress finish.

use std::io::Write;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::http::{Request, Response, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use bytes::Bytes;
use futures_util::FutureExt;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep};
use tower::ServiceExt;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};

use crate::connection::limiter::{Connection, RequestPhase};
use crate::connection::process_metrics;
use crate::request::client::Peer;
use crate::response::middleware;
use crate::{Http, Problem, deadline};

/// What is compressed as it is sent, in less than a millisecond. More would hold up others; what never changes and is
/// larger was compressed before ([`crate::fixed`]).
#[derive(Clone, Copy)]
struct Short;

/// The most bytes of it.
const SHORT: u64 = 128 << 10;

/// How often it is said that connections cannot be taken.
const COMPLAINT: Duration = Duration::from_mins(1);

impl Predicate for Short {
    fn should_compress<B: hyper::body::Body>(&self, response: &Response<B>) -> bool {
        response.body().size_hint().exact().is_none_or(|bytes| bytes <= SHORT)
    }
}

/// Wraps routes in what every request passes: CORS, the body limit, request ids, rates, metrics, compression.
pub fn middleware_stack<S: Clone + Send + Sync + 'static>(mut routes: Router<S>, http: &Http) -> Router<S> {
    if let Some(cors) = middleware::cors(http.config()) {
        routes = routes.layer(cors);
    }
    // Compression is outermost: responses are charged by their size before compression.
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest);
    routes
        .layer(DefaultBodyLimit::max(http.config().bodies.bytes))
        .layer(from_fn_with_state(http.clone(), middleware::request_layer))
        .layer(compression.compress_when(DefaultPredicate::new().and(Short)))
}

/// Serves until [`Http::shutdown`] is requested. Then calls `stop`, which must end long computations, and waits for
/// open connections and spawned tasks up to the configured time.
pub async fn serve(listener: TcpListener, routes: Router, http: Http, stop: impl FnOnce()) {
    process_metrics::allow_files(http.config().connections.max);
    http.spawn(keep_house(http.clone()));
    let shutdown = http.shutdown().clone();
    let mut complained: Option<Instant> = None;
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(e) => {
                    // Most likely out of file descriptors, which other connections free soon. Logged once a minute.
                    if complained.is_none_or(|then| then.elapsed() > COMPLAINT) {
                        tracing::warn!(cause = %e, "cannot accept connections");
                        complained = Some(Instant::now());
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = shutdown.requested() => break,
        };
        match http.permit(peer.ip()) {
            Ok(permit) => {
                tokio::spawn(greet(http.clone(), routes.clone(), Connection::new(stream, permit), peer));
            }
            // A TLS client could not read the response.
            Err(_) if http.handshakes().is_some() => drop(stream),
            Err(problem) => turn_away(stream, &problem),
        }
    }
    drop(listener);
    stop();
    let mut tasks = http.take_tasks();
    let done = async { while tasks.join_next().await.is_some() {} };
    let finish = async { tokio::join!(http.connections().all_left(), done) };
    if tokio::time::timeout(http.config().shutdown_timeout, finish).await.is_err() {
        tracing::warn!("shutdown timed out with requests in progress");
    }
}

/// Tells a client beyond its share so, without waiting for it; the others are not asked to pay.
fn turn_away(stream: TcpStream, problem: &Problem) {
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write_all(problem.to_http().as_bytes());
    }
}

/// Forgets what need not be remembered, every few seconds.
async fn keep_house(http: Http) {
    let mut ticks = tokio::time::interval(Duration::from_secs(5));
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = http.shutdown().requested() => return,
        }
        http.metrics().settle();
        http.limiter().forget();
    }
}

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked")]
struct Panicked;

/// Shakes hands where TLS is spoken, then talks. The time for the first head is also that for the handshake.
async fn greet(http: Http, routes: Router, line: Connection, peer: SocketAddr) {
    let phase = line.phase();
    let Some(handshakes) = http.handshakes() else { return talk(http, routes, line, phase, peer).await };
    match handshakes.acceptor().accept(line).await {
        Ok(line) => talk(http, routes, line, phase, peer).await,
        Err(e) => tracing::debug!(%peer, cause = %e, "no handshake"),
    }
}

/// Serves one connection until either end has had enough.
async fn talk(
    http: Http,
    routes: Router,
    line: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    phase: RequestPhase,
    peer: SocketAddr,
) {
    let limits = &http.config().connections;
    let time = http.config().bodies.timeout;
    let service = service_fn(move |request: Request<Incoming>| {
        phase.serve();
        let phase = phase.clone();
        let mut request = request.map(|body| Body::new(TimedBody::new(body, time)));
        request.extensions_mut().insert(Peer(peer));
        // A bug in a handler costs one request, not the connection.
        let answer = AssertUnwindSafe(routes.clone().oneshot(request)).catch_unwind();
        async {
            let answer = answer.await.unwrap_or_else(|_| Ok(Problem::internal(&Panicked).into_response()));
            answer.map(|answer| {
                // What became a WebSocket awaits no other request, though its answer is given at once.
                let is_last = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
                answer.map(|body| ResponseBody { body, phase: (!is_last).then_some(phase) })
            })
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.idle_timeout)
        .max_header_size(limits.header_bytes)
        .serve_connection(TokioIo::new(line), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = http.shutdown().requested() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(e) = ended {
        tracing::debug!(%peer, cause = %e, "a connection broke");
    }
}

/// An answer being given. Once it has been, the next request is awaited, where there is one.
struct ResponseBody {
    body: Body,
    phase: Option<RequestPhase>,
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        if let Some(phase) = &self.phase {
            phase.wait();
        }
    }
}

impl hyper::body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body that did not come in time.
#[derive(Debug, thiserror::Error)]
#[error("The body did not arrive within {} seconds.", .0.as_secs_f32())]
pub(crate) struct BodyTimeout(Duration);

/// A body that must have come within a time, however slowly it drips.
struct TimedBody {
    body: Incoming,
    time: Duration,
    /// Made when the first byte has to be waited for: most bodies are there already.
    end: Option<Pin<Box<Sleep>>>,
    begun: Instant,
}

impl TimedBody {
    fn new(body: Incoming, time: Duration) -> TimedBody {
        TimedBody { body, time, end: None, begun: Instant::now() }
    }
}

impl hyper::body::Body for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            deadline::reset();
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        deadline::pause();
        let end = this.end.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(this.begun + this.time)));
        end.as_mut().poll(cx).map(|()| Some(Err(BodyTimeout(this.time).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
