//! Who asks, as far as limits and fairness are concerned.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::App;

/// One asker: an IPv4 address, an IPv6 network of 64 bits (what one household gets), or a piece of
/// work of the server's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(Who);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Who {
    V4([u8; 4]),
    V6(u64),
    House(u64),
}

impl Client {
    /// Whoever is at that address.
    pub fn at(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(v4) => Client(Who::V4(v4.octets())),
            IpAddr::V6(v6) => Client(Who::V6((u128::from(v6) >> 64) as u64)),
        }
    }

    /// Work of the server's own, such as an engine's move in a match. Pieces of work with different
    /// names wait for each other as different clients do.
    pub fn house(name: &str) -> Client {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        Client(Who::House(hasher.finish()))
    }
}

/// The other end of the connection a request came on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Client, Infallible> {
        let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
        let proxies = &app.config().proxies;
        if !proxies.contains(&peer.to_canonical()) {
            return Ok(Client::at(peer));
        }
        // Proxies append: the last address that is not one of ours is the one we have been told by
        // somebody we trust.
        let values = parts.headers.get_all("x-forwarded-for").iter().rev();
        let hops = values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.rsplit(','));
        let mut addresses = hops.map_while(|hop| hop.trim().parse::<IpAddr>().ok());
        Ok(Client::at(addresses.find(|address| !proxies.contains(&address.to_canonical())).unwrap_or(peer)))
    }
}
