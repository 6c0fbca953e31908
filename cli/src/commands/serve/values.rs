//! What may be said about a server, value by value.

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::time::Duration;

use axum::http::Uri;
use chautari_server::Token;

use super::options::Gate;
use crate::args::duration;

/// Less than any client sends.
const LEAST_HEADER: usize = 1024;

/// An address, perhaps with the name of a host; of several that it has, one of IPv4 where there is one.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let mut found: Vec<SocketAddr> = text
        .to_socket_addrs()
        .map_err(|error| {
            format!("expected an address and a port, such as 127.0.0.1:8080 or localhost:8080: {error}")
        })?
        .collect();
    found.sort_by_key(SocketAddr::is_ipv6);
    found.first().copied().ok_or_else(|| "this host has no address".to_owned())
}

pub(super) fn gate(text: &str) -> Result<Gate, String> {
    if text == "off" { Ok(Gate::Shut) } else { address(text).map(Gate::Open) }
}

pub(super) fn token(text: &str) -> Result<Token, String> {
    text.parse()
        .map_err(|_| "expected 43 letters, digits, `-` and `_`, as /player/create gives them".to_owned())
}

pub(super) fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "expected a whole number above 0".to_owned())
}

/// How long something may take: for no time at all nobody is ever in time.
pub(super) fn limit(text: &str) -> Result<Duration, String> {
    duration(text)
        .and_then(|time| if time.is_zero() { Err("expected a time above 0".to_owned()) } else { Ok(time) })
}

pub(super) fn header_size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|&size| size >= LEAST_HEADER);
    size.ok_or_else(|| format!("expected at least {LEAST_HEADER} bytes"))
}

/// A web site as a browser names it: in small letters, without a path, without the port that is meant anyway.
fn origin(text: &str) -> Option<String> {
    let place = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let (scheme, rest) = place.split_once("://")?;
    let address = Uri::try_from(&place).ok()?;
    let authority = address.authority()?;
    let is_whole = authority.as_str() == rest && !rest.contains('@') && !authority.host().is_empty();
    let has_port = authority.port_u16().is_some() || authority.as_str() == authority.host();
    let usual = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => "",
    };
    (is_whole && has_port).then(|| place.strip_suffix(usual).unwrap_or(&place).to_owned())
}

pub(super) fn site(text: &str) -> Result<String, String> {
    if text == "*" {
        return Ok(text.to_owned());
    }
    origin(text)
        .ok_or_else(|| "expected the origin of a web site, such as https://example.org, or `*`".to_owned())
}

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
        "expected a host, `*.` and the end of one, an origin such as https://push.example.org, or `none`"
            .to_owned()
    })
}

/// Links begin with it: nothing may stand between it and the slash after it.
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
        .ok_or_else(|| "expected an address such as https://games.example.org".to_owned())
}

/// The name of a user, as it may stand in a unit of systemd's.
pub(crate) fn user(text: &str) -> Result<String, String> {
    let is_name = text.len() <= 32
        && !text.starts_with(['-', '.'])
        && text.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'-' | b'.'));
    (is_name && !text.is_empty())
        .then(|| text.to_owned())
        .ok_or_else(|| "expected the name of a user: letters, digits, `_`, `-` and `.`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_as_browsers_write_it() {
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
    fn places_elsewhere_are_read() {
        for text in ["fcm.googleapis.com", "*.push.apple.com", "http://127.0.0.1:9", "none"] {
            assert_eq!(push_service(text).as_deref(), Ok(text));
        }
        for text in ["xx yy", "*", "*.", "a..b", "https://a.example/x", ""] {
            assert!(push_service(text).is_err(), "{text}");
        }
        assert_eq!(public_url("https://a.example/games/").as_deref(), Ok("https://a.example/games"));
        for text in ["foo", "ftp://a.example", "https://", "https://a.example/?x", "https://a.example/#x"] {
            assert!(public_url(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_brings_no_lines_into_a_unit() {
        assert!(user("www-data").is_ok() && user("1000").is_ok());
        for text in ["a\nExecStartPre=/bin/evil", "", "-x", "%i", "a b"] {
            assert!(user(text).is_err(), "{text}");
        }
    }
}
