//! The client a request comes from.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use chautari_compute::Client;

use crate::Http;

/// The remote end of the connection a request came on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The client at the address a request came from, behind trusted proxies if there are any.
#[derive(Clone, Copy, Debug)]
pub struct RemoteClient(pub Client);

impl<S> FromRequestParts<S> for RemoteClient
where
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<RemoteClient, Infallible> {
        Ok(RemoteClient(client_of(parts, &Http::from_ref(state))))
    }
}

pub(crate) fn client_of(parts: &Parts, http: &Http) -> Client {
    let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
    let proxies = &http.config().proxies;
    if !proxies.contains(&peer.to_canonical()) {
        return Client::from_addr(peer);
    }
    // Proxies append: the last address that is not a proxy of ours was reported by one that is.
    let values = parts.headers.get_all("x-forwarded-for").iter().rev();
    let hops = values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.rsplit(','));
    let mut addresses = hops.map_while(|hop| address(hop.trim()));
    Client::from_addr(addresses.find(|address| !proxies.contains(&address.to_canonical())).unwrap_or(peer))
}

/// Parses the address of a hop, which some proxies write with a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
fn address(hop: &str) -> Option<IpAddr> {
    let plain = hop.trim_start_matches('[').trim_end_matches(']').parse().ok();
    plain.or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn account_depends_on_client_and_secret() {
        let (one, other) = (Client::from_addr([10, 0, 0, 1].into()), Client::from_addr([10, 0, 0, 2].into()));
        assert_eq!(one.account(&[7; 32]), one.account(&[7; 32]));
        assert_ne!(one.account(&[7; 32]), other.account(&[7; 32]));
        assert_ne!(one.account(&[7; 32]), one.account(&[8; 32]), "keyed with the secret");
    }

    #[test]
    fn hops_may_have_ports() {
        for (hop, expected) in [
            ("192.0.2.1", "192.0.2.1"),
            ("192.0.2.1:4711", "192.0.2.1"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
        ] {
            assert_eq!(address(hop), Some(expected.parse().unwrap()), "{hop}");
        }
        for hop in ["", "unknown", "192.0.2.1:", "192.0.2.1:99999"] {
            assert_eq!(address(hop), None, "{hop}");
        }
    }
}
