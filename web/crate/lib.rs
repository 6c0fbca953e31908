//! The page where people play, as files inside the program.
//!
//! Its sources are beside this crate, in `web/src`; `build.rs` makes them into what is embedded here.

use std::borrow::Cow;

use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$OUT_DIR/page"]
struct Files;

/// A file of the page.
pub struct Page {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// What it is, as HTTP says it.
    pub mime: &'static str,
    /// How long a browser may keep it.
    pub keep: Keep,
    /// Changes with its contents.
    pub tag: String,
}

/// How long a browser may keep a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// For good: its name changes with its contents.
    Forever,
    /// Until it is asked for again.
    Ask,
}

/// The file at a path. Places inside the page (`/play/…`) are all its first file; `None` is a file that
/// is not there.
pub fn find(path: &str) -> Option<Page> {
    let path = path.trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let path = if is_file { path } else { "index.html" };
    let file = Files::get(path)?;
    let keep = if path.starts_with("assets/") { Keep::Forever } else { Keep::Ask };
    let hash = file.metadata.sha256_hash();
    let tag = format!("{:016x}", hash.iter().take(8).fold(0, |tag, byte| tag << 8 | u64::from(*byte)));
    Some(Page { bytes: file.data, mime: mime(path), keep, tag })
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_the_page_are_the_page_and_files_are_files() {
        for place in ["", "/", "/play/abc", "/learn/baghchal", "/new/baghchal:captures=3"] {
            let page = find(place).expect("the page is built in");
            assert_eq!((page.mime, page.keep), ("text/html; charset=utf-8", Keep::Ask), "{place}");
            assert!(!page.bytes.is_empty());
        }
        assert!(find("/assets/nothing.js").is_none());
        assert!(find("/../Cargo.toml").is_none());
    }
}
