//! The socket: connections taken, served, and let go.

use std::io::{self, Write};
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
use utoipa_axum::router::OpenApiRouter;

use crate::client::Peer;
use crate::line::{Connection, Phase};
use crate::problem::Problem;
use crate::{
    App, api, bots, explorer, gate, invitations, matches, operate, patience, people, process, puzzles,
    retention, reviews, studies, tables, tournaments,
};

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

/// An app behind a socket.
pub struct Server {
    app: App,
    routes: Router,
    listener: TcpListener,
}

impl Server {
    /// Takes the address; nothing is served yet. `routes` are served beside the API, and described with it.
    pub async fn bind(app: App, routes: impl Into<OpenApiRouter<App>>) -> io::Result<Server> {
        let listener = TcpListener::bind(app.config().listen).await?;
        Ok(Server::on(listener, app, routes))
    }

    /// The same behind a socket that listens already.
    pub fn on(listener: TcpListener, app: App, routes: impl Into<OpenApiRouter<App>>) -> Server {
        let mut routes = api::routes(routes.into())
            .merge(operate::routes())
            .method_not_allowed_fallback(api::wrong_method);
        if let Some(cors) = gate::cors(app.config()) {
            routes = routes.layer(cors);
        }
        // Compressing comes last: the gate counts by what there is to be compressed.
        let compression = CompressionLayer::new().quality(CompressionLevel::Fastest);
        let routes = routes
            .layer(DefaultBodyLimit::max(app.config().bodies.bytes))
            .layer(from_fn_with_state(app.clone(), gate::pass))
            .layer(compression.compress_when(DefaultPredicate::new().and(Short)))
            .with_state(app.clone());
        Server { app, routes, listener }
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until [`App::shutdown`] is requested, then lets those who are being served finish.
    pub async fn serve(self) -> io::Result<()> {
        let Server { app, routes, listener } = self;
        process::allow_files(app.config().connections.most);
        if let Some(folder) = &app.config().engines.tables {
            tables::prepare(&app, folder);
        }
        app.spawn(keep_house(app.clone()));
        bots::start(&app);
        people::start(&app);
        invitations::start(&app);
        matches::start(&app);
        tournaments::start(&app);
        explorer::start(&app);
        studies::start(&app);
        puzzles::start(&app);
        retention::start(&app);
        reviews::start(&app);
        let shutdown = app.shutdown().clone();
        let mut complained: Option<Instant> = None;
        loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(e) => {
                        // Out of files, most likely: others may be done soon. Once a minute is often enough to hear it.
                        if complained.is_none_or(|then| then.elapsed() > COMPLAINT) {
                            tracing::warn!(cause = %e, "connections cannot be taken");
                            complained = Some(Instant::now());
                        }
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
                () = shutdown.requested() => break,
            };
            match app.place(peer.ip()) {
                Ok(place) => {
                    tokio::spawn(greet(app.clone(), routes.clone(), Connection::new(stream, place), peer));
                }
                // Whoever expects TLS cannot read it.
                Err(_) if app.handshakes().is_some() => drop(stream),
                Err(problem) => turn_away(stream, &problem),
            }
        }
        drop(listener);
        app.engines().stop();
        app.labour().stop();
        let mut tasks = app.take_tasks();
        let done = async { while tasks.join_next().await.is_some() {} };
        let finish = async { tokio::join!(app.places().all_left(), done) };
        if tokio::time::timeout(app.config().stop_time, finish).await.is_err() {
            tracing::warn!("some were still being served");
        }
        app.ledger().close().await;
        Ok(())
    }
}

/// Tells a client beyond its share so, without waiting for it; the others are not asked to pay.
fn turn_away(stream: TcpStream, problem: &Problem) {
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write_all(problem.to_http().as_bytes());
    }
}

/// Forgets what need not be remembered, every few seconds.
async fn keep_house(app: App) {
    let mut ticks = tokio::time::interval(Duration::from_secs(5));
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = app.shutdown().requested() => return,
        }
        app.metrics().settle();
        app.buckets().forget();
    }
}

#[derive(Debug, thiserror::Error)]
#[error("a handler panicked")]
struct Panicked;

/// Shakes hands where TLS is spoken, then talks. The time for the first head is also that for the handshake.
async fn greet(app: App, routes: Router, line: Connection, peer: SocketAddr) {
    let phase = line.phase();
    let Some(handshakes) = app.handshakes() else { return talk(app, routes, line, phase, peer).await };
    match handshakes.acceptor().accept(line).await {
        Ok(line) => talk(app, routes, line, phase, peer).await,
        Err(e) => tracing::debug!(%peer, cause = %e, "no handshake"),
    }
}

/// Serves one connection until either end has had enough.
async fn talk(
    app: App,
    routes: Router,
    line: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    phase: Phase,
    peer: SocketAddr,
) {
    let limits = &app.config().connections;
    let time = app.config().bodies.time;
    let service = service_fn(move |request: Request<Incoming>| {
        phase.serve();
        let phase = phase.clone();
        let mut request = request.map(|body| Body::new(Timed::new(body, time)));
        request.extensions_mut().insert(Peer(peer));
        // A bug in a handler costs one request, not the connection.
        let answer = AssertUnwindSafe(routes.clone().oneshot(request)).catch_unwind();
        async {
            let answer = answer.await.unwrap_or_else(|_| Ok(Problem::broken(&Panicked).into_response()));
            answer.map(|answer| {
                // What became a WebSocket awaits no other request, though its answer is given at once.
                let is_last = answer.status() == StatusCode::SWITCHING_PROTOCOLS;
                answer.map(|body| Given { body, phase: (!is_last).then_some(phase) })
            })
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.idle_time)
        .max_header_size(limits.header_bytes)
        .serve_connection(TokioIo::new(line), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = app.shutdown().requested() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(e) = ended {
        tracing::debug!(%peer, cause = %e, "a connection broke");
    }
}

/// An answer being given. Once it has been, the next request is awaited, where there is one.
struct Given {
    body: Body,
    phase: Option<Phase>,
}

impl Drop for Given {
    fn drop(&mut self) {
        if let Some(phase) = &self.phase {
            phase.wait();
        }
    }
}

impl hyper::body::Body for Given {
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
pub(crate) struct TooSlow(Duration);

/// A body that must have come within a time, however slowly it drips.
struct Timed {
    body: Incoming,
    time: Duration,
    /// Made when the first byte has to be waited for: most bodies are there already.
    end: Option<Pin<Box<Sleep>>>,
    begun: Instant,
}

impl Timed {
    fn new(body: Incoming, time: Duration) -> Timed {
        Timed { body, time, end: None, begun: Instant::now() }
    }
}

impl hyper::body::Body for Timed {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            patience::restart();
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        patience::hold();
        let end = this.end.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(this.begun + this.time)));
        end.as_mut().poll(cx).map(|()| Some(Err(TooSlow(this.time).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
