//! Who asks, as far as limits and fairness are concerned.

use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::{App, TokenHash};

/// One asker: an IPv4 address, an IPv6 network of 64 bits (what one household gets), somebody with a token, or
/// a piece of work of the server's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(Who);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Who {
    V4([u8; 4]),
    V6(u64),
    Token(u64),
    House(u64),
    Background(u64),
}

impl Client {
    /// Whoever is at that address.
    pub fn at(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(v4) => Client(Who::V4(v4.octets())),
            IpAddr::V6(v6) => Client(Who::V6((u128::from(v6) >> 64) as u64)),
        }
    }

    /// Whoever shows a token that has been found to be good: a class behind one router is many clients.
    pub fn with_token(hash: TokenHash) -> Client {
        Client(Who::Token(hash.digest()))
    }

    /// Work of the server's own that nobody waits for, such as an engine's move in a tournament of engines.
    /// It is done when nobody else wants to be served, and a little in between.
    pub fn background(name: &str) -> Client {
        Client(Who::Background(digest(name)))
    }

    /// A name for it that tells nobody who it is, the same whenever it comes and whichever server it comes to:
    /// whoever knows the secret of the servers could find it out by trying, and nobody else.
    pub(crate) fn account(self, secret: &[u8; 32]) -> String {
        let (kind, bytes): (u8, &[u8]) = match &self.0 {
            Who::V4(octets) => (4, octets),
            Who::V6(network) => (6, &network.to_le_bytes()),
            Who::Token(digest) => (0, &digest.to_le_bytes()),
            Who::House(digest) => (1, &digest.to_le_bytes()),
            Who::Background(digest) => (2, &digest.to_le_bytes()),
        };
        let mut hasher = blake3::Hasher::new_keyed(secret);
        hasher.update(b"account").update(&[kind]).update(bytes);
        let mut account = hasher.finalize().to_hex().to_string();
        account.truncate(ACCOUNT);
        account
    }

    /// Whether nobody waits for what is done for it.
    pub(crate) fn is_background(self) -> bool {
        matches!(self.0, Who::Background(_))
    }

    /// How much the time of this client's work counts.
    pub(crate) fn weight(self) -> u32 {
        if self.is_background() { 8 } else { 1 }
    }

    /// Work of the server's own, such as an engine's move in a match. Pieces of work with different
    /// names wait for each other as different clients do.
    pub fn house(name: &str) -> Client {
        Client(Who::House(digest(name)))
    }
}

tokio::task_local! {
    static ASKING: Asking;
}

/// Who asks: where that is, and as whom it counts.
#[derive(Clone, Copy)]
struct Asking {
    address: Client,
    counted: Client,
}

impl Client {
    /// Answers a request that comes from this address and is counted as that client's.
    pub(crate) async fn answering<T>(self, counted: Client, answer: impl Future<Output = T>) -> T {
        ASKING.scope(Asking { address: self, counted }, answer).await
    }

    /// Where the request comes from that is being answered.
    pub(crate) fn asking() -> Option<Client> {
        ASKING.try_with(|asking| asking.address).ok()
    }

    /// As whom the request counts that is being answered: by its token, where that is known to be good.
    pub(crate) fn counted() -> Option<Client> {
        ASKING.try_with(|asking| asking.counted).ok()
    }
}

/// How long the name of an account is: no two clients share one by chance.
const ACCOUNT: usize = 24;

fn digest(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
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
        let mut addresses = hops.map_while(|hop| address(hop.trim()));
        Ok(Client::at(addresses.find(|address| !proxies.contains(&address.to_canonical())).unwrap_or(peer)))
    }
}

/// The address of a hop, which some proxies write with its port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
fn address(hop: &str) -> Option<IpAddr> {
    let plain = hop.trim_start_matches('[').trim_end_matches(']').parse().ok();
    plain.or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_one_clients_and_tells_nothing() {
        let (one, other) = (Client::at([10, 0, 0, 1].into()), Client::at([10, 0, 0, 2].into()));
        assert_eq!(one.account(&[7; 32]), one.account(&[7; 32]));
        assert_ne!(one.account(&[7; 32]), other.account(&[7; 32]));
        assert_ne!(one.account(&[7; 32]), one.account(&[8; 32]), "nobody else can work it out");
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
