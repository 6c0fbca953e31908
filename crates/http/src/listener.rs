//! The accept loop: serves connections until a stop is requested, then lets requests in progress finish.

use std::io::{self, Write};
use std::net::SocketAddr;
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
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::Instant;
use tower::ServiceExt;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};

use crate::connection::file_limit;
use crate::connection::limiter::{Connection, RequestPhase};
use crate::connection::timed_body::TimedBody;
use crate::request::body;
use crate::request::client::Peer;
use crate::{Http, Problem, middleware};

/// Selects the responses that are compressed while they are sent, which takes less than a millisecond. Larger ones would
/// delay other clients; static ones are compressed once, by [`cache_layer`](crate::cache_layer).
#[derive(Clone, Copy)]
struct Short;

/// Upper bound of their size in bytes.
const SHORT: u64 = 128 << 10;

/// Interval of the warning that connections cannot be accepted.
const WARNING_INTERVAL: Duration = Duration::from_mins(1);

/// Connections that may wait to be accepted. The kernel lowers it to `net.core.somaxconn`, which is 4,096 by default.
const BACKLOG: u32 = 4096;

/// Binds an address for [`serve`].
pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Otherwise a restarted server cannot bind until the old connections have timed out.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

impl Predicate for Short {
    fn should_compress<B: hyper::body::Body>(&self, response: &Response<B>) -> bool {
        response.body().size_hint().exact().is_none_or(|bytes| bytes <= SHORT)
    }
}

/// Wraps routes in the middleware of every request: panics, CORS, request ids, rates, metrics, compression.
pub fn middleware_stack<S: Clone + Send + Sync + 'static>(mut routes: Router<S>, http: &Http) -> Router<S> {
    if let Some(cors) = middleware::cors(http.config()) {
        routes = routes.layer(cors);
    }
    // Compression is outermost: responses are charged by their size before compression.
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest);
    routes
        // A bug in a handler costs one request, not the connection.
        .layer(CatchPanicLayer::custom(|_| Problem::internal(&Panicked).into_response()))
        // Bodies are read by the extractors of this crate, which have their own limits. This one is for any other.
        .layer(DefaultBodyLimit::max(body::SMALL))
        .layer(from_fn_with_state(http.clone(), middleware::request_layer))
        .layer(compression.compress_when(DefaultPredicate::new().and(Short)))
}

/// Serves until [`Http::shutdown`] is requested. Then calls `stop`, which must end long computations, and waits for
/// open connections and spawned tasks up to the configured time.
pub async fn serve(listener: TcpListener, routes: Router, http: Http, stop: impl FnOnce()) {
    file_limit::raise(http.config().connections.max);
    http.spawn(maintain(http.clone()));
    let shutdown = http.shutdown().clone();
    let mut warned: Option<Instant> = None;
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(e) => {
                    // Most likely out of file descriptors, which other connections free soon. Logged once a minute.
                    if warned.is_none_or(|then| then.elapsed() > WARNING_INTERVAL) {
                        tracing::warn!(cause = %e, "cannot accept connections");
                        warned = Some(Instant::now());
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = shutdown.requested() => break,
        };
        match http.permit(peer.ip()) {
            Ok(permit) => {
                tokio::spawn(serve_connection(
                    http.clone(),
                    routes.clone(),
                    Connection::new(stream, permit),
                    peer,
                ));
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

/// Sends an error to a client that has too many connections, without waiting for it.
fn turn_away(stream: TcpStream, problem: &Problem) {
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write_all(problem.to_http().as_bytes());
    }
}

/// Settles metrics and forgets idle clients every few seconds.
async fn maintain(http: Http) {
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

/// The smallest buffer that hyper allows.
const MIN_BUFFER: usize = 8192;

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked")]
struct Panicked;

/// Serves a connection, after the TLS handshake if there is a certificate. The time for the first head includes the
/// handshake.
async fn serve_connection(http: Http, routes: Router, connection: Connection, peer: SocketAddr) {
    let phase = connection.phase();
    let Some(handshakes) = http.handshakes() else {
        return serve_requests(http, routes, connection, phase, peer).await;
    };
    match handshakes.acceptor().accept(connection).await {
        Ok(stream) => serve_requests(http, routes, stream, phase, peer).await,
        Err(e) => tracing::debug!(%peer, cause = %e, "TLS handshake failed"),
    }
}

/// Serves the requests of one connection until either end closes it.
async fn serve_requests(
    http: Http,
    routes: Router,
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
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
        let response = routes.clone().oneshot(request);
        async {
            response.await.map(|response| {
                // After the handshake of a WebSocket there is no next request.
                let is_last = response.status() == StatusCode::SWITCHING_PROTOCOLS;
                response.map(|body| ResponseBody { body, phase: (!is_last).then_some(phase) })
            })
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.idle_timeout)
        .max_header_size(limits.header_bytes)
        // The buffer of a connection. By default it grows to 400 KiB for a client that sends much.
        .max_buf_size(limits.header_bytes.max(MIN_BUFFER))
        .serve_connection(TokioIo::new(stream), service)
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
        tracing::debug!(%peer, cause = %e, "connection failed");
    }
}

/// The body of a response. When it is dropped, the connection waits for the next request.
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
