//! A cache of immutable GET responses, plain and gzipped, for the life of the process.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Problem;

/// Caches the responses of routes to GET. They must depend on the path alone.
pub fn cache_layer<S: Clone + Send + Sync + 'static>(routes: Router<S>) -> Router<S> {
    let kept: Arc<OnceMap<Arc<Page>>> = Arc::default();
    routes.layer(from_fn(move |request: Request, next: Next| {
        let kept = Arc::clone(&kept);
        async move { answer(&kept, request, next).await }
    }))
}

/// Gzipped copies of immutable files by name, each created at first use.
#[derive(Default)]
pub struct GzipCache(OnceMap<Bytes>);

impl GzipCache {
    /// Returns the gzipped copy of the file with this name.
    pub async fn gzip(&self, name: &str, plain: &Bytes) -> Bytes {
        let packed = self.0.find_or_make(name, async { Ok::<_, Infallible>(gzip(plain.clone()).await) });
        packed.await.unwrap_or_default()
    }
}

/// Whether the client accepts a content encoding.
pub fn accepts_encoding(headers: &HeaderMap, way: &str) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(way) && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// A cached response, plain and gzipped.
struct Page {
    kind: Option<HeaderValue>,
    plain: Bytes,
    packed: Bytes,
}

async fn answer(kept: &OnceMap<Arc<Page>>, mut request: Request, next: Next) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    let path = request.uri().path().to_owned();
    if path.contains('%') {
        // Escaped in different ways, one page would be cached many times. No path here needs escapes.
        return Problem::not_found(format!("There is nothing at {path}.")).into_response();
    }
    let is_packed = accepts_encoding(request.headers(), "gzip");
    // Run HEAD as GET so that it fills the cache too.
    *request.method_mut() = Method::GET;
    let page = match kept.find_or_make(&path, make(next.run(request))).await {
        Ok(page) => page,
        Err(other) => return other,
    };
    let mut response = Response::new(Body::from(if is_packed { &page.packed } else { &page.plain }.clone()));
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if is_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if let Some(kind) = &page.kind {
        headers.insert(CONTENT_TYPE, kind.clone());
    }
    response
}

/// Turns a response with status 200 into a page; returns any other response as the error.
async fn make(answer: impl Future<Output = Response>) -> Result<Arc<Page>, Response> {
    let answer = answer.await;
    if answer.status() != StatusCode::OK {
        return Err(answer);
    }
    let kind = answer.headers().get(CONTENT_TYPE).cloned();
    let plain = to_bytes(answer.into_body(), usize::MAX).await;
    let plain = plain.map_err(|error| Problem::internal(&error).into_response())?;
    Ok(Arc::new(Page { kind, packed: gzip(plain.clone()).await, plain }))
}

/// Compresses on a thread for blocking work, at the highest level.
async fn gzip(plain: Bytes) -> Bytes {
    let packed = tokio::task::spawn_blocking(move || {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&plain).and_then(|()| packed.finish()).expect("a vector takes all")
    });
    packed.await.expect("compressing does not panic").into()
}

/// Values by name, each created once.
struct OnceMap<T> {
    made: Mutex<HashMap<String, T>>,
    /// Held while a value is created, so that concurrent requests wait instead of creating it again.
    making: tokio::sync::Mutex<()>,
}

impl<T> Default for OnceMap<T> {
    fn default() -> OnceMap<T> {
        OnceMap { made: Mutex::default(), making: tokio::sync::Mutex::default() }
    }
}

impl<T: Clone> OnceMap<T> {
    async fn find_or_make<E>(&self, name: &str, make: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let find = || self.made().get(name).cloned();
        if let Some(known) = find() {
            return Ok(known);
        }
        let _making = self.making.lock().await;
        if let Some(known) = find() {
            return Ok(known);
        }
        let new = make.await?;
        self.made().insert(name.to_owned(), new.clone());
        Ok(new)
    }

    /// Nothing that holds the lock can panic half-way, so that a poisoned one is still sound.
    fn made(&self) -> MutexGuard<'_, HashMap<String, T>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::routing::get;
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test]
    async fn page_is_created_and_compressed_once() {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let page = || async {
            MADE.fetch_add(1, Ordering::Relaxed);
            "word ".repeat(1000)
        };
        let routes: Router =
            cache_layer(Router::new().route("/page", get(page)).route("/other/{name}", get(page)));
        let ask = async |method: Method, path: &str, accept: &str| {
            let request = Request::builder().method(method).uri(path).header(ACCEPT_ENCODING, accept);
            let answer = routes.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            let (status, way) = (answer.status(), answer.headers().get(CONTENT_ENCODING).cloned());
            (status, way, to_bytes(answer.into_body(), usize::MAX).await.unwrap())
        };
        let (status, way, packed) = ask(Method::GET, "/page", "gzip").await;
        assert_eq!((status, way), (StatusCode::OK, Some(HeaderValue::from_static("gzip"))));
        let (_, _, again) = ask(Method::GET, "/page", "br, gzip;q=0.5").await;
        assert_eq!(packed.as_ptr(), again.as_ptr(), "the very same bytes");
        let (_, way, plain) = ask(Method::GET, "/page", "gzip;q=0").await;
        assert_eq!((way, plain.len()), (None, 5000));
        ask(Method::HEAD, "/page", "").await;
        assert_eq!(MADE.load(Ordering::Relaxed), 1);
        // Escaped paths are not served.
        assert_eq!(ask(Method::GET, "/other/%61", "").await.0, StatusCode::NOT_FOUND);
        assert_eq!(ask(Method::GET, "/nowhere", "").await.0, StatusCode::NOT_FOUND);
        assert_eq!(MADE.load(Ordering::Relaxed), 1);
    }
}
