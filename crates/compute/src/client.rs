//! The identity of a client, for limits and for fair shares of the processors.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;

/// A client: an IPv4 address, an IPv6 network of 64 bits (one household), the holder of a token, or a task of the
/// server itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(ClientKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ClientKind {
    V4([u8; 4]),
    V6(u64),
    Token(u64),
    Internal(u64),
    Background(u64),
}

/// Length of an account name in characters: long enough that two clients never share one by chance.
const ACCOUNT_LENGTH: usize = 24;

impl Client {
    /// The client at an address.
    pub fn from_addr(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V4(v4) => Client(ClientKind::V4(v4.octets())),
            IpAddr::V6(v6) => Client(ClientKind::V6((u128::from(v6) >> 64) as u64)),
        }
    }

    /// The holder of a valid token, by a digest of the token. A class behind one router is many clients.
    pub fn with_token(digest: u64) -> Client {
        Client(ClientKind::Token(digest))
    }

    /// A task of the server that a client waits for, such as an engine's move in a match. Tasks with different names
    /// wait for each other as different clients do.
    pub fn internal(name: &str) -> Client {
        Client(ClientKind::Internal(digest(name)))
    }

    /// A task of the server that no client waits for, such as an engine's move in a tournament of engines. It runs when
    /// the pool is otherwise idle, and a little in between.
    pub fn background(name: &str) -> Client {
        Client(ClientKind::Background(digest(name)))
    }

    /// Returns a stable pseudonym for this client, keyed with the servers' shared secret, so that stored quotas do not
    /// reveal addresses. Anyone with the secret could brute-force it.
    pub fn account(self, secret: &[u8; 32]) -> String {
        let (kind, bytes): (u8, &[u8]) = match &self.0 {
            ClientKind::V4(octets) => (4, octets),
            ClientKind::V6(network) => (6, &network.to_le_bytes()),
            ClientKind::Token(digest) => (0, &digest.to_le_bytes()),
            ClientKind::Internal(digest) => (1, &digest.to_le_bytes()),
            ClientKind::Background(digest) => (2, &digest.to_le_bytes()),
        };
        let mut hasher = blake3::Hasher::new_keyed(secret);
        hasher.update(b"account").update(&[kind]).update(bytes);
        let mut account = hasher.finalize().to_hex().to_string();
        account.truncate(ACCOUNT_LENGTH);
        account
    }

    /// Whether no client waits for the result.
    pub fn is_background(self) -> bool {
        matches!(self.0, ClientKind::Background(_))
    }

    /// How much more this client's time costs than another's.
    pub fn weight(self) -> u32 {
        if self.is_background() { 8 } else { 1 }
    }
}

fn digest(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
