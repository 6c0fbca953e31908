//! The origin of a server as a browser sees it, such as `https://games.example.org`.

use std::net::IpAddr;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::HOST;
use axum::http::request::Parts;

use super::client::Peer;
use crate::{Http, Problem};

/// The origin that a request was sent to: scheme and host as a trusted proxy states them in `X-Forwarded-Proto` and
/// `X-Forwarded-Host`, otherwise the scheme of this server and the `Host` of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestOrigin(pub String);

/// Returns the origin of a URL, without the default port of its scheme; `None` if there is no scheme or no host.
pub fn origin_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    origin(scheme, authority)
}

fn origin(scheme: &str, authority: &str) -> Option<String> {
    let (scheme, authority) = (scheme.to_ascii_lowercase(), authority.to_ascii_lowercase());
    let default_port = if scheme == "https" { ":443" } else { ":80" };
    let authority = authority.strip_suffix(default_port).unwrap_or(&authority);
    let is_valid = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    let is_host = !authority.is_empty() && authority.chars().all(is_valid);
    (is_host && matches!(&*scheme, "http" | "https")).then(|| format!("{scheme}://{authority}"))
}

impl<S> FromRequestParts<S> for RequestOrigin
where
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<RequestOrigin, Problem> {
        let http = Http::from_ref(state);
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0.ip());
        let is_proxy = peer.is_some_and(|peer: IpAddr| http.config().proxies.contains(&peer.to_canonical()));
        let origin = request_origin(parts, is_proxy, http.config().certificate.is_some());
        origin.map(RequestOrigin).ok_or_else(|| Problem::bad_request("The request does not name a host."))
    }
}

fn request_origin(parts: &Parts, is_proxy: bool, is_tls: bool) -> Option<String> {
    let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
    // The proxy next to this server appends to lists.
    let stated = |name| header(name).filter(|_| is_proxy)?.rsplit(',').next().map(str::trim);
    let scheme = stated("x-forwarded-proto").unwrap_or(if is_tls { "https" } else { "http" });
    let authority = stated("x-forwarded-host").or_else(|| header(HOST.as_str()));
    let authority = authority.or_else(|| parts.uri.authority().map(axum::http::uri::Authority::as_str));
    origin(scheme, authority?)
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    #[test]
    fn origin_of_a_url_has_no_path_and_no_default_port() {
        for (url, expected) in [
            ("https://a.example/games/", Some("https://a.example")),
            ("https://A.example:443", Some("https://a.example")),
            ("http://a.example:80/?x", Some("http://a.example")),
            ("http://[::1]:8080/x", Some("http://[::1]:8080")),
            ("https://a.example:80", Some("https://a.example:80")),
            ("a.example", None),
            ("https://", None),
            ("https://user@a.example", None),
            ("ftp://a.example", None),
        ] {
            assert_eq!(origin_of(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_states_the_origin() {
        type Row<'a> = (&'a [(&'a str, &'a str)], bool, bool, Option<&'a str>);
        let rows: [Row<'_>; 7] = [
            (&[("host", "a.org:8000")], false, false, Some("http://a.org:8000")),
            (&[("host", "a.org")], false, true, Some("https://a.org")),
            (&[("host", "a.org"), ("x-forwarded-proto", "https")], true, false, Some("https://a.org")),
            (&[("host", "a.org"), ("x-forwarded-proto", "https")], false, false, Some("http://a.org")),
            (
                &[
                    ("host", "inner"),
                    ("x-forwarded-host", "evil.org, b.org"),
                    ("x-forwarded-proto", "http, https"),
                ],
                true,
                false,
                Some("https://b.org"),
            ),
            (&[("host", "a.org"), ("x-forwarded-host", "b.org")], false, false, Some("http://a.org")),
            (&[], false, false, None),
        ];
        for (headers, is_proxy, is_tls, expected) in rows {
            let mut request = Request::builder().uri("/");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let (parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(request_origin(&parts, is_proxy, is_tls).as_deref(), expected, "{headers:?}");
        }
    }
}
