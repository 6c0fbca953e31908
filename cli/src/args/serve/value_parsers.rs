//! Parsers of the values of `serve`'s options.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::time::Duration;

use axum::http::Uri;
use chautari_http::Token;

use crate::args::value_parsers::duration;

/// Smallest limit accepted for request headers, in bytes; ordinary clients already send about this much.
const MIN_HEADER_SIZE: usize = 1024;

/// A setting for a listener that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListenSetting {
    On(SocketAddr),
    Off,
}

/// Parses an address and port. A host name is resolved; an IPv4 address is preferred.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let mut found: Vec<SocketAddr> = text
        .to_socket_addrs()
        .map_err(|error| {
            format!("expected an address and a port, such as 127.0.0.1:8080 or localhost:8080: {error}")
        })?
        .collect();
    found.sort_by_key(SocketAddr::is_ipv6);
    found.first().copied().ok_or_else(|| "this host name has no address".to_owned())
}

pub(super) fn listen_setting(text: &str) -> Result<ListenSetting, String> {
    if text == "off" { Ok(ListenSetting::Off) } else { address(text).map(ListenSetting::On) }
}

pub(super) fn token(text: &str) -> Result<Token, String> {
    text.parse()
        .map_err(|_| "expected 43 letters, digits, `-` and `_`, as /player/create gives them".to_owned())
}

pub(super) fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "expected a whole number above 0".to_owned())
}

/// Parses a timeout. Zero is rejected, because every request would exceed it.
pub(super) fn timeout(text: &str) -> Result<Duration, String> {
    duration(text)
        .and_then(|time| if time.is_zero() { Err("expected a time above 0".to_owned()) } else { Ok(time) })
}

pub(super) fn header_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|&size| size >= MIN_HEADER_SIZE);
    size.ok_or_else(|| format!("expected at least {MIN_HEADER_SIZE} bytes"))
}

/// Normalises an origin as browsers send it: lower case, no path, no default port. `None` if it is not an origin.
fn origin(text: &str) -> Option<String> {
    let url = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let (scheme, rest) = url.split_once("://")?;
    let address = Uri::try_from(&url).ok()?;
    let authority = address.authority()?;
    let is_whole = authority.as_str() == rest && !rest.contains('@') && !authority.host().is_empty();
    let has_port = authority.port_u16().is_some() || authority.as_str() == authority.host();
    let default_port = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => "",
    };
    (is_whole && has_port).then(|| url.strip_suffix(default_port).unwrap_or(&url).to_owned())
}

/// Parses the origin of a web site, or `*` for all.
pub(super) fn site(text: &str) -> Result<String, String> {
    if text == "*" {
        return Ok(text.to_owned());
    }
    origin(text)
        .ok_or_else(|| "expected the origin of a web site, such as https://example.org, or `*`".to_owned())
}

/// Parses a host name or an IP address, without a port. IPv6 addresses are in brackets.
pub(super) fn host(text: &str) -> Result<String, String> {
    let address = Uri::try_from(format!("http://{text}/")).ok();
    let is_host = address.is_some_and(|address| address.host() == Some(text) && address.port().is_none());
    is_host
        .then(|| text.to_ascii_lowercase())
        .ok_or_else(|| "expected a host such as games.example.org".to_owned())
}

/// Parses a host, a wildcard such as `*.push.apple.com`, an origin, or `none`.
pub(super) fn push_service(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("*.").unwrap_or(text);
    let is_label =
        |label: &str| !label.is_empty() && label.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    let service = if text.contains("://") {
        origin(text)
    } else {
        host.split('.').all(is_label).then(|| text.to_ascii_lowercase())
    };
    service.ok_or_else(|| {
        "expected a host, a wildcard such as `*.push.apple.com`, an origin such as https://push.example.org, or `none`"
            .to_owned()
    })
}

/// Parses the base of links: an http or https URL without query and fragment. Trailing slashes are removed.
pub(super) fn public_url(text: &str) -> Result<String, String> {
    let bare = text.trim_end_matches('/');
    let address = Uri::try_from(bare).ok();
    let is_web = address.is_some_and(|address| {
        matches!(address.scheme_str(), Some("http" | "https"))
            && address.host().is_some_and(|host| !host.is_empty())
            && address.query().is_none()
            && !bare.contains('#')
    });
    is_web
        .then(|| bare.to_owned())
        .ok_or_else(|| "expected a URL such as https://games.example.org".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_resolved_to_ipv4_first() {
        assert_eq!(address("localhost:8081"), Ok(SocketAddr::from(([127, 0, 0, 1], 8081))));
    }

    #[test]
    fn origins_are_normalised() {
        for (text, expected) in [
            ("https://a.example/", "https://a.example"),
            ("HTTPS://A.Example:443", "https://a.example"),
            ("http://localhost:5173", "http://localhost:5173"),
            ("http://[::1]:81", "http://[::1]:81"),
            ("*", "*"),
        ] {
            assert_eq!(site(text).as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "not a url",
            "a.example",
            "https://",
            "https://a.example/x",
            "https://u@a.example",
            "https://a:x",
            "",
        ] {
            assert!(site(text).is_err(), "{text}");
        }
    }

    #[test]
    fn push_services_and_public_urls_are_validated() {
        for text in ["fcm.googleapis.com", "*.push.apple.com", "http://127.0.0.1:9", "none"] {
            assert_eq!(push_service(text).as_deref(), Ok(text));
        }
        for text in ["xx yy", "*", "*.", "a..b", "https://a.example/x", ""] {
            assert!(push_service(text).is_err(), "{text}");
        }
        for text in ["a.example", "192.0.2.1", "[2001:db8::1]"] {
            assert_eq!(host(text).as_deref(), Ok(text));
        }
        for text in ["a.example:80", "http://a.example", "", "a b", "user@a.example"] {
            assert!(host(text).is_err(), "{text}");
        }
        assert_eq!(public_url("https://a.example/games/").as_deref(), Ok("https://a.example/games"));
        for text in ["foo", "ftp://a.example", "https://", "https://a.example/?x", "https://a.example/#x"] {
            assert!(public_url(text).is_err(), "{text}");
        }
    }
}
