//! `docs`: the documentation as a web site, served by every server and written as files.
//!
//! The pages are the Markdown files of the repository, ordered by docs/README.md, and the API's document.

mod board;
mod contents;
mod frame;
mod markdown;
mod reference;
mod search;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;

use chautari_picture::Theme;

use self::board::{Board, FRONT_BOARDS};
use self::contents::{CONTENTS, OPENAPI, SOURCES, address};
use self::frame::Page;
use self::markdown::{PICTURES, escape};
use self::reference::Reference;
use self::search::Index;
use crate::output::CommandResult;
use crate::output::Failure;

/// Where the site is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Host {
    /// On a server, beside the page people play on.
    Server,
    /// In a folder of files.
    Files,
}

/// A file of the site.
pub(super) struct SiteFile {
    /// Its media type.
    pub(super) mime: &'static str,
    /// Its content.
    pub(super) body: Cow<'static, [u8]>,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The site, for one kind of host.
pub(super) struct Site {
    host: Host,
    reference: LazyLock<Reference>,
}

impl Site {
    /// A site for this host. The API's document is made when it is first needed.
    pub(super) fn new(host: Host) -> Site {
        Site { host, reference: LazyLock::new(|| Reference::new(&super::serve::openapi_document())) }
    }

    /// The names of all files.
    fn names() -> Vec<String> {
        let pages = SOURCES.iter().map(|source| address(source.file));
        let pictures = PICTURES.iter().map(markdown::Picture::name);
        let fixed = ["guide.css", "guide.js", "search.js"].map(str::to_owned);
        pages.chain(reference::addresses()).chain(board::names()).chain(pictures).chain(fixed).collect()
    }

    /// A file by its name.
    pub(super) fn file(&self, name: &str) -> Option<SiteFile> {
        let (mime, body): (_, Cow<'static, [u8]>) = if name.starts_with("board-") {
            ("image/svg+xml", Cow::Owned(board::file(name)?.into_bytes()))
        } else if let Some(picture) = PICTURES.iter().find(|picture| picture.name() == name) {
            let is_svg = Path::new(name).extension().is_some_and(|kind| kind == "svg");
            (if is_svg { "image/svg+xml" } else { "image/png" }, Cow::Borrowed(picture.bytes))
        } else {
            match name {
                "guide.css" => (CSS, Cow::Owned(style().into_bytes())),
                "guide.js" => (SCRIPT, Cow::Borrowed(include_bytes!("guide.js"))),
                "search.js" => (SCRIPT, Cow::Owned(self.index().script().into_bytes())),
                name => (HTML, Cow::Owned(self.page(name)?.into_bytes())),
            }
        };
        Some(SiteFile { mime, body })
    }

    fn page(&self, name: &str) -> Option<String> {
        if name == "index.html" {
            return Some(self.front());
        }
        if let Some(page) = self.reference(name) {
            let page = Page {
                title: &page.title,
                file: OPENAPI,
                address: name,
                class: "reference",
                body: &page.html,
                sections: &page.sections,
            };
            return Some(page.html(self.host));
        }
        let source = SOURCES.iter().find(|source| address(source.file) == name)?;
        let document = markdown::render(source, self.host);
        let title = CONTENTS.title(source.file).unwrap_or_default();
        let page = Page {
            title,
            file: source.file,
            address: name,
            class: "text",
            body: &document.html,
            sections: &document.sections,
        };
        Some(page.html(self.host))
    }

    fn reference(&self, name: &str) -> Option<reference::Page> {
        name.starts_with("reference").then(|| self.reference.page(name)).flatten()
    }

    /// The front page: the games as boards, then everything else by reader.
    fn front(&self) -> String {
        let title = SOURCES[0].text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let mut body =
            format!("<h1>{title}</h1>\n<p class=\"intro\">{}</p>\n<div class=\"games\">", CONTENTS.intro);
        let entries = || CONTENTS.parts.iter().flat_map(|part| &part.entries);
        for (game, position) in FRONT_BOARDS {
            let rules = format!("games/{game}/RULES.md");
            let Some(entry) = entries().find(|entry| entry.file == rules) else { continue };
            let board = Board { game, position: position.to_owned() };
            let alt = board.draw(Theme::Light).map(|(_, title)| title).unwrap_or_default();
            let (href, name, images) = (entry.href(), entry.title, markdown::images(&board, &alt));
            write!(body, "<a href=\"{href}\">{images}<b>{name}</b><span>{}</span></a>", entry.about)
                .expect(WRITES);
        }
        body += "</div>\n<div class=\"parts\">";
        for part in &CONTENTS.parts {
            let id = part.title.to_lowercase().replace(' ', "-");
            write!(body, "<section><h2 id=\"{id}\">{}</h2><ul>", part.title).expect(WRITES);
            let is_shown =
                |file: &str| FRONT_BOARDS.iter().any(|(game, _)| file == format!("games/{game}/RULES.md"));
            for entry in part.entries.iter().filter(|entry| !is_shown(&entry.file)) {
                let (href, name, about) = (entry.href(), escape(entry.title), escape(entry.about));
                write!(body, "<li><a href=\"{href}\">{name}</a><span>{about}</span></li>").expect(WRITES);
            }
            body += "</ul></section>";
        }
        body += "</div>\n";
        let page = Page {
            title: "",
            file: SOURCES[0].file,
            address: "index.html",
            class: "front",
            body: &body,
            sections: &[],
        };
        page.html(self.host)
    }

    /// The search index of all pages.
    fn index(&self) -> Index {
        let mut index = Index::default();
        for source in &SOURCES[1..] {
            let title = CONTENTS.title(source.file).unwrap_or_default();
            index.add(address(source.file), title, &markdown::sections(source.text));
        }
        for name in reference::addresses() {
            if let Some(page) = self.reference.page(&name) {
                index.add(page.address, &page.title, &page.sections);
            }
        }
        index
    }
}

const WRITES: &str = "writing to a string cannot fail";

/// The style sheet: the colours and fonts of the page people play on, then the site's own rules.
fn style() -> String {
    let page = include_str!("../../../../web/src/app.css");
    let block = |selector: &str| {
        let rest = page.split_once(&format!("\n{selector} {{")).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split_once('}')).map(|(block, _)| block).unwrap_or_default()
    };
    let (light, dark) = (block(":root"), block(":root[data-theme='dark']"));
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root:not([data-theme='light']){{{dark}}}}}\n\
         :root[data-theme='dark']{{{dark}}}\n{}",
        include_str!("guide.css")
    )
}

/// Writes the site as files.
pub(super) fn run(folder: &Path, out: &mut dyn Write) -> CommandResult {
    let fail = |e| Failure::bad(format!("{} cannot be written: {e}.", folder.display()));
    fs::create_dir_all(folder).map_err(fail)?;
    let site = Site::new(Host::Files);
    let mut pages = 0;
    for name in Site::names() {
        let Some(file) = site.file(&name) else { continue };
        pages += usize::from(file.mime == HTML);
        fs::write(folder.join(name), file.body).map_err(fail)?;
    }
    Ok(writeln!(out, "{pages} pages are in {}.", folder.display())?)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The site with the document of the repository.
    fn site(host: Host) -> Site {
        let document = || Reference::new(include_str!("../../../../docs/protocols/openapi.json"));
        Site { host, reference: LazyLock::new(document) }
    }

    fn text(site: &Site, name: &str) -> String {
        String::from_utf8(site.file(name).unwrap_or_else(|| panic!("no {name}")).body.into_owned()).unwrap()
    }

    #[test]
    fn every_link_and_picture_leads_to_a_file() {
        for host in [Host::Server, Host::Files] {
            let site = site(host);
            let names = Site::names();
            let known: BTreeSet<_> = names.iter().map(String::as_str).collect();
            assert_eq!(known.len(), names.len(), "two files have one name");
            let pages: BTreeMap<_, _> = known
                .iter()
                .filter(|name| Path::new(name).extension().is_some_and(|kind| kind == "html"))
                .map(|&name| (name, text(&site, name)))
                .collect();
            let mut followed = 0;
            for (name, html) in &pages {
                let quoted: Vec<_> = html.split('"').collect();
                for pair in
                    quoted.windows(2).filter(|pair| pair[0].ends_with("href=") || pair[0].ends_with("src="))
                {
                    let (file, anchor) = pair[1].split_once('#').unwrap_or((pair[1], ""));
                    if file.contains("://") || file.starts_with('/') {
                        continue;
                    }
                    assert!(file.is_empty() || known.contains(file), "{name}: {file}");
                    let there = if file.is_empty() { html } else { pages.get(file).unwrap_or(html) };
                    let is_there = anchor.is_empty() || there.contains(&format!("id=\"{anchor}\""));
                    assert!(is_there, "{name}: {file}#{anchor}");
                    followed += 1;
                }
            }
            assert!(followed > 2000, "{followed}");
        }
    }

    #[test]
    fn links_between_markdown_pages_are_kept() {
        let mut followed = 0;
        for source in SOURCES {
            for event in pulldown_cmark::Parser::new(source.text) {
                let pulldown_cmark::Event::Start(pulldown_cmark::Tag::Link { dest_url: link, .. }) = event
                else {
                    continue;
                };
                let file = link.split('#').next().unwrap_or_default();
                if !file.contains("://") && Path::new(file).extension().is_some_and(|end| end == "md") {
                    assert!(
                        markdown::target(source.file, &link).is_some(),
                        "{}: {link} is no page here",
                        source.file
                    );
                    followed += 1;
                }
            }
        }
        assert!(followed > 60, "{followed}");
    }

    #[test]
    fn front_page_has_the_games_and_the_parts() {
        let front = text(&site(Host::Server), "index.html");
        assert!(front.contains("<title>Chautari guide</title>") && front.contains("href=\"/\""), "{front}");
        for found in ["baghchal-rules.html", "<h2 id=\"run-a-server\">", "server-run.html", "reference.html"]
        {
            assert!(front.contains(found), "{found}");
        }
        assert!(!text(&site(Host::Files), "index.html").contains("href=\"/\""));
    }

    #[test]
    fn style_has_the_colours_of_the_page() {
        let style = style();
        assert!(style.contains("--paper: #f5eddd") && style.contains("--paper: #211c17"), "{style}");
    }

    #[test]
    fn search_index_has_sections_and_operations() {
        let script = text(&site(Host::Files), "search.js");
        assert!(
            script.starts_with("window.guideIndex = {") && script.contains("/api/v1/matches/{match}/actions")
        );
        assert!(script.len() < 1 << 20, "{}", script.len());
    }
}
