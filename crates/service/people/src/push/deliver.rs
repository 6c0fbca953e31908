//! HTTP client for push services: one connection per message, no redirects, only the status is read.

use std::io;
use std::sync::Arc;

use axum::http::{Request, Uri};
use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::handshake;
use hyper::rt::{Read, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

/// The endpoint of a message.
pub(super) struct Target {
    /// The origin of the push service: `https://push.example.org`.
    pub(super) origin: String,
    /// The value of the `Host` header.
    authority: String,
    host: String,
    port: u16,
    is_secret: bool,
    /// The path and the query.
    path: String,
}

impl Target {
    pub(super) fn read(endpoint: &str) -> Option<Target> {
        let uri: Uri = endpoint.parse().ok()?;
        let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
        let (is_secret, usual) = match scheme {
            "https" => (true, 443),
            "http" => (false, 80),
            _ => return None,
        };
        // User names and passwords are not allowed.
        if authority.as_str().contains('@') {
            return None;
        }
        let (host, port) = (authority.host().to_ascii_lowercase(), authority.port_u16().unwrap_or(usual));
        let authority = if port == usual { host.clone() } else { format!("{host}:{port}") };
        let path = uri.path_and_query()?.as_str().to_owned();
        Some(Target { origin: format!("{scheme}://{authority}"), authority, host, port, is_secret, path })
    }

    /// Whether the endpoint is at this service: a host, `*.` and a domain, or an origin.
    pub(super) fn is_of(&self, service: &str) -> bool {
        if service.contains("://") {
            return self.origin == service;
        }
        let is_host = match service.strip_prefix('*') {
            Some(end) => self.host.ends_with(end),
            None => self.host == service,
        };
        self.is_secret && self.port == 443 && is_host
    }
}

/// A client for push services.
pub(super) struct PushClient(TlsConnector);

impl PushClient {
    pub(super) fn new() -> PushClient {
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows the usual versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        PushClient(Arc::new(config).into())
    }

    /// Sends a message, and returns the status of the response.
    pub(super) async fn post(
        &self,
        target: &Target,
        headers: &[(&'static str, &str)],
        body: Vec<u8>,
    ) -> io::Result<u16> {
        let mut request = Request::post(&target.path).header("host", &target.authority);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(io::Error::other)?;
        let stream = TcpStream::connect((target.host.as_str(), target.port)).await?;
        if !target.is_secret {
            return exchange(TokioIo::new(stream), request).await;
        }
        let name = ServerName::try_from(target.host.clone()).map_err(io::Error::other)?;
        exchange(TokioIo::new(self.0.connect(name, stream).await?), request).await
    }
}

async fn exchange<S>(stream: S, request: Request<Full<Bytes>>) -> io::Result<u16>
where
    S: Read + Write + Unpin + Send + 'static,
{
    let (mut sender, connection) = handshake(stream).await.map_err(io::Error::other)?;
    // The connection ends with `sender`, which gets its errors.
    tokio::spawn(connection);
    Ok(sender.send_request(request).await.map_err(io::Error::other)?.status().as_u16())
}
