//! The web page, as files embedded in the program.
//!
//! Its sources are in `web/src`; `build.rs` builds them into the files embedded here.

use std::borrow::Cow;

use rust_embed::Embed;

#[derive(Embed)]
#[folder = "$OUT_DIR/page"]
struct Files;

/// A file of the page.
pub struct Page {
    /// Content, uncompressed.
    pub bytes: Cow<'static, [u8]>,
    /// Content compressed by Brotli, if that is worth it.
    pub brotli: Option<Cow<'static, [u8]>>,
    /// The media type.
    pub mime: &'static str,
    /// How long a browser may keep it.
    pub keep: Keep,
    /// The entity tag, a hash of the content.
    pub tag: String,
    /// The kind of file at the requested path.
    pub kind: Kind,
}

/// The kind of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// An address of the page, served by its first file.
    Place,
    /// An unknown address, for which the page shows an error.
    Nowhere,
}

/// The first path segments of the page's addresses; `web/src/App.svelte` has the same.
const PLACES: [&str; 21] = [
    "",
    "new",
    "play",
    "lobby",
    "me",
    "people",
    "analysis",
    "review",
    "study",
    "watch",
    "tournament",
    "event",
    "learn",
    "puzzles",
    "engines",
    "settings",
    "about",
    "tournaments",
    "join",
    "card",
    "season",
];

/// How long a browser may keep a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Without limit, because its name changes with its content.
    Forever,
    /// Only with revalidation.
    Ask,
}

/// Returns the file at a path. Addresses of the page (`/play/…`) are all served by its first file, and so are unknown
/// addresses. Returns `None` if a file does not exist.
pub fn find(path: &str) -> Option<Page> {
    let path = path.trim_start_matches('/');
    // Names of people in addresses may contain a dot.
    let is_place = path.split('/').next().is_some_and(|place| PLACES.contains(&place));
    let kind = match path.rsplit('/').next() {
        _ if is_place => Kind::Place,
        Some(name) if name.contains('.') => Kind::File,
        _ => Kind::Nowhere,
    };
    let path = if kind == Kind::File { path } else { "index.html" };
    let file = Files::get(path)?;
    let keep = if path.starts_with("assets/") { Keep::Forever } else { Keep::Ask };
    let hash = file.metadata.sha256_hash();
    let tag = format!("{:016x}", hash.iter().take(8).fold(0, |tag, byte| tag << 8 | u64::from(*byte)));
    let brotli = Files::get(&format!("{path}.br")).map(|file| file.data);
    Some(Page { bytes: file.data, brotli, mime: mime(path), keep, tag, kind })
}

/// Extra files beside the page on a static web host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Nothing.
    Nothing,
    /// Tablebases, in this folder.
    Tables(&'static str),
}

/// Returns every file of the page with its path, for a static web host: with addresses that work in any folder, and
/// marked as having no server.
pub fn files(beside: Beside) -> impl Iterator<Item = (Cow<'static, str>, Cow<'static, [u8]>)> {
    Files::iter().filter_map(move |path| {
        let bytes = Files::get(&path)?.data;
        let bytes = match path.as_ref() {
            "index.html" | "manifest.webmanifest" => {
                relocated(&String::from_utf8_lossy(&bytes), beside).into()
            }
            _ => bytes,
        };
        Some((path, bytes))
    })
}

/// Whether the page contains the games, so that it works without a server.
pub fn has_games() -> bool {
    Files::iter().any(|path| path.ends_with(".wasm"))
}

fn relocated(text: &str, beside: Beside) -> Vec<u8> {
    // Preloads of API responses need a server.
    let lines = text.lines().filter(|line| !line.contains("\"/api/"));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let tables = match beside {
        Beside::Nothing => String::new(),
        Beside::Tables(folder) => format!("data-tables=\"{folder}\" "),
    };
    let text = text.replace("<html ", &format!("<html data-server=\"none\" {tables}"));
    text.replace("=\"/", "=\"./").replace(": \"/", ": \"./").into_bytes()
}

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relocated_page_has_addresses_for_any_folder() {
        let page = relocated(
            concat!(
                "<html lang=\"en\">\n<link rel=\"preload\" href=\"/api/v1/games\" />\n",
                "<link href=\"/icon.svg\" />\n\"start_url\": \"/\",\n",
            ),
            Beside::Tables("tables"),
        );
        let expected = concat!(
            "<html data-server=\"none\" data-tables=\"tables\" lang=\"en\">\n<link href=\"./icon.svg\" />\n",
            "\"start_url\": \"./\",\n",
        );
        assert_eq!(String::from_utf8_lossy(&page), expected);
    }

    #[test]
    fn addresses_of_the_page_are_served_by_its_first_file() {
        for place in ["", "/", "/play/abc", "/learn/baghchal", "/new/baghchal:captures=3", "/people/Dr. Rai"]
        {
            let page = find(place).expect("the page is built in");
            assert_eq!((page.mime, page.keep), ("text/html; charset=utf-8", Keep::Ask), "{place}");
            assert!(!page.bytes.is_empty());
            assert_eq!(page.kind, Kind::Place, "{place}");
        }
        assert_eq!(find("/examples").map(|page| page.kind), Some(Kind::Nowhere));
        assert_eq!(find("/index.html").map(|page| page.kind), Some(Kind::File));
        assert!(find("/assets/nothing.js").is_none());
        assert!(find("/../Cargo.toml").is_none());
    }
}
