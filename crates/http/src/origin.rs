//! Checks of the `Host` and of the site that a request comes from.

use axum::extract::Request;
use axum::http::Method;
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};

use crate::{Config, Problem};

/// Paths that health checks and Prometheus request by address.
const BY_ADDRESS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Refuses requests for unknown hosts, and changes that a page of another site makes a browser request.
pub(crate) fn vet(request: &Request, config: &Config) -> Result<(), Problem> {
    if !is_known_host(request, config) {
        let text = "This host name is not served here; the server's option `hosts` lists those that are.";
        return Err(Problem::forbidden(text));
    }
    if is_cross_site(request, config) {
        let text = "Other web sites may not post here; the server's option `cors` lists those that may.";
        return Err(Problem::forbidden(text));
    }
    Ok(())
}

/// Whether a request names a configured host. A name on the attacker's own domain that resolves to this server (DNS
/// rebinding) would make the attacker's page and this server one origin for a browser. Addresses of this machine have
/// no such names.
fn is_known_host(request: &Request, config: &Config) -> bool {
    if config.hosts.is_empty() || BY_ADDRESS.contains(&request.uri().path()) {
        return true;
    }
    let Some(host) = authority(request).map(host_of) else { return false };
    is_loopback(host) || config.hosts.iter().any(|known| known.eq_ignore_ascii_case(host))
}

/// Whether a page of another site makes a browser change something here. Such requests carry no token, since a page
/// cannot read those of another site, but they would come from the address of the person who visits the page.
///
/// Browsers state the relation in `Sec-Fetch-Site`, except over plain HTTP beyond this machine; there every POST has an
/// `Origin`. Programs send neither.
fn is_cross_site(request: &Request, config: &Config) -> bool {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        || request.headers().contains_key(AUTHORIZATION)
    {
        return false;
    }
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let origin = header(ORIGIN.as_str());
    if origin.is_some_and(|origin| config.origins.iter().any(|known| known == "*" || known == origin)) {
        return false;
    }
    match (header("sec-fetch-site"), origin) {
        (Some("same-origin" | "none"), _) | (None, None) => false,
        (Some(_), _) => true,
        (None, Some(origin)) => {
            let site = origin.split_once("://").map(|(_, site)| site);
            let is_own = |site: &str| authority(request).is_some_and(|own| own.eq_ignore_ascii_case(site));
            let is_known =
                |site: &str| config.hosts.iter().any(|host| host.eq_ignore_ascii_case(host_of(site)));
            !site.is_some_and(|site| is_own(site) || is_known(site))
        }
    }
}

/// The host and port that a request names.
fn authority(request: &Request) -> Option<&str> {
    match request.uri().authority() {
        Some(authority) => Some(authority.as_str()),
        None => request.headers().get(HOST)?.to_str().ok(),
    }
}

/// Removes the port and a trailing dot.
fn host_of(authority: &str) -> &str {
    let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if is_port(port) => host,
        _ => authority,
    };
    host.trim_end_matches('.')
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn request(method: &str, uri: &str, headers: &[(&str, &str)]) -> Request {
        let request = Request::builder().method(method).uri(uri);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(Body::empty()).unwrap()
    }

    #[test]
    fn only_configured_hosts_and_loopback_are_served() {
        let hosts = vec!["chautari.example".to_owned(), "play.example".to_owned()];
        let config = Config { hosts, ..Config::default() };
        for (host, expected) in [
            ("chautari.example", true),
            ("Chautari.Example:8443", true),
            ("play.example.", true),
            ("localhost:8080", true),
            ("127.0.0.1:8080", true),
            ("[::1]:8080", true),
            ("evil.example", false),
            ("chautari.example.evil.example", false),
            ("192.0.2.1", false),
            ("", false),
        ] {
            assert_eq!(is_known_host(&request("GET", "/", &[("host", host)]), &config), expected, "{host}");
            assert!(is_known_host(&request("GET", "/healthz", &[("host", host)]), &config), "{host}");
            assert!(is_known_host(&request("GET", "/", &[("host", host)]), &Config::default()), "{host}");
        }
        assert!(!is_known_host(&request("GET", "/", &[]), &config));
        assert!(!is_known_host(
            &request("GET", "http://evil.example/", &[("host", "play.example")]),
            &config
        ));
    }

    #[test]
    fn posts_from_other_sites_are_recognised_with_and_without_fetch_metadata() {
        let config = Config {
            hosts: vec!["chautari.example".to_owned()],
            origins: vec!["https://friend.example".to_owned()],
            ..Config::default()
        };
        let host = ("host", "10.0.0.7:8080");
        for (headers, expected) in [
            (vec![], false),
            (vec![("sec-fetch-site", "same-origin"), ("origin", "https://other.example")], false),
            (vec![("sec-fetch-site", "none")], false),
            (vec![("sec-fetch-site", "cross-site")], true),
            (vec![("sec-fetch-site", "same-site")], true),
            (vec![("sec-fetch-site", "cross-site"), ("origin", "https://friend.example")], false),
            (vec![("sec-fetch-site", "cross-site"), ("authorization", "Bearer x")], false),
            // Plain HTTP in a local network: only the origin tells.
            (vec![("origin", "http://10.0.0.7:8080")], false),
            (vec![("origin", "http://10.0.0.7:9090")], true),
            (vec![("origin", "http://evil.example")], true),
            (vec![("origin", "null")], true),
            // The proxy in front has another name.
            (vec![("origin", "https://chautari.example")], false),
        ] {
            let headers: Vec<_> = headers.into_iter().chain([host]).collect();
            for method in ["POST", "PUT", "DELETE"] {
                assert_eq!(is_cross_site(&request(method, "/", &headers), &config), expected, "{headers:?}");
            }
            assert!(!is_cross_site(&request("GET", "/", &headers), &config));
        }
    }
}
