//! The state every extractor and the middleware need.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use chautari_compute::Client;
use tokio::task::JoinSet;

use crate::connection::limiter::{ConnectionLimiter, ConnectionPermit, PerClientLimit};
use crate::connection::tls::Handshakes;
use crate::limits::body_budget::BodyBudget;
use crate::limits::known_tokens::KnownTokens;
use crate::limits::rate_limit::RateLimiter;
use crate::{
    Action, Billed, CertificateError, Config, Cost, Metrics, Problem, Rates, Shutdown, Token, TokenHash,
    deadline,
};

/// Request bodies up to this size cost no more than the request itself.
const SMALL_BODY: u64 = 16 << 10;

/// Responses up to this size cost no more than the request itself.
const SMALL_RESPONSE: u64 = 64 << 10;

/// The HTTP side of a server: configuration, limits, metrics, background tasks. Cheap to clone.
#[derive(Clone)]
pub struct Http(Arc<Inner>);

struct Inner {
    config: Config,
    limiter: RateLimiter,
    connections: ConnectionLimiter,
    bodies: BodyBudget,
    known_tokens: KnownTokens,
    secret: [u8; 32],
    metrics: Metrics,
    handshakes: Option<Handshakes>,
    shutdown: Shutdown,
    tasks: Mutex<JoinSet<()>>,
}

impl Http {
    /// Creates the state. `secret` is shared by all servers of one database; it keys pseudonyms and tokens derived from
    /// idempotency keys.
    ///
    /// Errors if the certificate cannot be loaded.
    pub fn new(config: Config, secret: [u8; 32], metrics: Metrics) -> Result<Http, CertificateError> {
        let handshakes = config.certificate.clone().map(Handshakes::new).transpose()?;
        let gauge = metrics.gauge("chautari_body_bytes", "Memory reserved for request bodies");
        Ok(Http(Arc::new(Inner {
            bodies: BodyBudget::new(config.bodies.in_flight, gauge),
            limiter: RateLimiter::new(&config.rates),
            connections: ConnectionLimiter::new(&config.connections),
            known_tokens: KnownTokens::default(),
            secret,
            metrics,
            handshakes,
            shutdown: Shutdown::default(),
            tasks: Mutex::default(),
            config,
        })))
    }

    /// The configuration the server was started with.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// Prometheus metrics of this server.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The number of open connections.
    pub fn open_connections(&self) -> usize {
        self.0.connections.taken()
    }

    /// The number of bytes reserved for request bodies.
    pub fn body_bytes(&self) -> usize {
        self.0.bodies.in_flight()
    }

    /// The signal that stops the server.
    pub fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// The secret shared by all servers of one database.
    pub fn secret(&self) -> &[u8; 32] {
        &self.0.secret
    }

    pub(crate) fn limiter(&self) -> &RateLimiter {
        &self.0.limiter
    }

    pub(crate) fn body_budget(&self) -> &BodyBudget {
        &self.0.bodies
    }

    pub(crate) fn connections(&self) -> &ConnectionLimiter {
        &self.0.connections
    }

    pub(crate) fn handshakes(&self) -> Option<&Handshakes> {
        self.0.handshakes.as_ref()
    }

    /// Returns a stable pseudonym for a client, the same at every server of this database.
    pub fn account(&self, client: Client) -> String {
        client.account(self.secret())
    }

    /// Replaces the rates. All clients start with full buckets.
    pub fn change_rates(&self, rates: &Rates) {
        self.0.limiter.change(rates);
    }

    /// Reloads the certificate for new connections. On an error the old certificate stays in use.
    pub fn renew_certificate(&self) -> Result<(), CertificateError> {
        self.0.handshakes.as_ref().map_or(Ok(()), Handshakes::renew)
    }
}

/// Rate limits.
impl Http {
    /// Charges a cost; 429 with `Retry-After` if a bucket does not hold enough. The request itself is already charged by
    /// the middleware.
    pub fn charge(&self, billed: Billed, cost: impl Into<Cost>) -> Result<(), Problem> {
        let cost = cost.into();
        self.0.limiter.take(billed, cost)?;
        if cost.action == Action::Think {
            deadline::disable();
        }
        Ok(())
    }

    /// Returns the cost of a request by the declared size of its body.
    pub(crate) fn cost_of_request(&self, body: Option<u64>) -> Cost {
        let most = self.0.config.bodies.bytes as u64;
        let more = body.unwrap_or(most).min(most) / SMALL_BODY;
        Cost::of(Action::Request, more as usize + 1)
    }

    /// Returns the cost of a response by its size.
    pub(crate) fn cost_of_response(bytes: Option<u64>) -> Cost {
        Cost::requests((bytes.unwrap_or_default() / SMALL_RESPONSE) as usize)
    }

    /// The error for an unknown token. Counts the attempt; 429 once a client has made too many.
    pub fn wrong_token(&self, client: Client) -> Problem {
        match self.charge(Billed::address(client), Action::InvalidToken) {
            Ok(()) => Problem::unauthorized("This token is not valid."),
            Err(busy) => busy,
        }
    }

    /// Records that a token is valid, so that its holder is a client of its own from now on.
    pub fn vouch(&self, token: &Token) {
        self.0.known_tokens.add(token.hash());
    }

    pub(crate) fn is_vouched(&self, hash: TokenHash) -> bool {
        self.0.known_tokens.contains(hash)
    }

    /// A permit for a connection from `address`. Trusted proxies are not limited per client: their clients are limited
    /// by request.
    pub(crate) fn permit(&self, address: IpAddr) -> Result<ConnectionPermit, Problem> {
        let limit = if self.0.config.proxies.contains(&address.to_canonical()) {
            PerClientLimit::Unlimited
        } else {
            PerClientLimit::Limited
        };
        Ok(self.0.connections.take(address, limit)?)
    }
}

/// Background tasks.
impl Http {
    /// Runs a task beside the requests. It must end soon after [`shutdown`](Self::shutdown) is requested; a stop waits
    /// for it.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        // Finished tasks stay in the set until they are joined.
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Runs a task until a stop is requested.
    pub fn spawn_until_stopped(&self, task: impl Future<Output = ()> + Send + 'static) {
        let shutdown = self.shutdown().clone();
        self.spawn(async move {
            tokio::select! {
                () = task => {}
                () = shutdown.requested() => {}
            }
        });
    }

    /// Takes the spawned tasks, to wait for them.
    pub(crate) fn take_tasks(&self) -> JoinSet<()> {
        std::mem::take(&mut *self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
