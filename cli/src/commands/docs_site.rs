//! `docs`: the documentation as HTML pages, served by every server and exported as files.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::output::{CommandResult, Failure};

/// A page of the documentation.
struct Page {
    /// The path in the repository, which links between pages use.
    file: &'static str,
    /// The text in Markdown.
    text: &'static str,
}

macro_rules! pages {
    ($($title:literal: [$($file:literal),* $(,)?]),* $(,)?) => {
        &[$(($title, &[$(Page { file: $file, text: include_str!(concat!("../../../", $file)) }),*])),*]
    };
}

/// All pages, in sections by purpose.
const SECTIONS: &[(&str, &[Page])] = pages! {
    "Play": [
        "README.md",
        "games/baghchal/RULES.md",
        "games/banchess/RULES.md",
        "games/creeper/RULES.md",
        "games/gomoku/RULES.md",
        "docs/LEVELS.md",
        "docs/LEARNING.md",
        "docs/TERMINAL.md",
    ],
    "Run": ["docs/CLASS.md", "docs/SERVER.md", "docs/SCALE.md"],
    "Program": [
        "docs/protocols/api.md",
        "docs/protocols/ugi.md",
        "docs/protocols/obx.md",
        "docs/protocols/gomoku-tcp.md",
        "docs/protocols/banchess-sync.md",
        "docs/protocols/softserve.md",
        "clients/python/README.md",
        "clients/typescript/README.md",
        "games/README.md",
        "python/README.md",
        "docs/ACTIONS.md",
        "npm/chautari/README.md",
        "npm/ban-chess/README.md",
        "npm/ban-chess/DIFFERENCES.md",
    ],
    "Add a game": ["docs/ARCHITECTURE.md", "CONTRIBUTING.md"],
    "Research": [
        "docs/SOLVED.md",
        "docs/ENDINGS.md",
        "docs/PROOFS.md",
        "docs/BENCHMARK.md",
        "learn/README.md",
    ],
};

fn pages() -> impl Iterator<Item = &'static Page> {
    SECTIONS.iter().flat_map(|(_, pages)| *pages)
}

impl Page {
    /// Returns the file name of the HTML page: `server.html`, `baghchal-rules.html`; `index.html` for the first page.
    fn html_name(&self) -> String {
        let path = self.file.trim_end_matches(".md").to_lowercase();
        match path.split('/').collect::<Vec<_>>()[..] {
            ["readme"] => "index.html".to_owned(),
            // Not just `python-readme.html`, which is the page of the package with the games.
            ["clients", language, "readme"] => format!("clients-{language}.html"),
            [.., folder, file @ ("rules" | "readme")] => format!("{folder}-{file}.html"),
            [.., file] => format!("{file}.html"),
            [] => unreachable!("`split` yields at least one part"),
        }
    }

    fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// Renders the page as HTML. Links to other pages of the site are rewritten; links to other files of the repository
    /// become plain text. `header` is inserted above the text.
    fn html(&self, header: &str) -> String {
        let mut nav = String::new();
        for (section, pages) in SECTIONS {
            write!(nav, "<h2>{section}</h2><ul>").expect("writing to a string cannot fail");
            for page in *pages {
                let current = if page.file == self.file { " aria-current=\"page\"" } else { "" };
                write!(nav, "<li><a href=\"{}\"{current}>{}</a></li>", page.html_name(), page.title())
                    .expect("writing to a string cannot fail");
            }
            nav += "</ul>";
        }
        let mut dropped = Vec::new();
        let mut heading_ids = self.heading_ids().into_iter();
        let events = self.events().into_iter().filter_map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = self.resolve_link(&dest_url);
                dropped.push(target.is_none());
                let dest_url = CowStr::from(target?);
                Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
            }
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = heading_ids.next().map(CowStr::from);
                Some(Event::Start(Tag::Heading { level, id, classes, attrs }))
            }
            Event::End(TagEnd::Link) => (dropped.pop() == Some(false)).then_some(event),
            // The site has no pictures.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
            other => Some(other),
        });
        let mut body = String::new();
        html::push_html(&mut body, events);
        let title = match self.title() {
            "Chautari" => "Chautari".to_owned(),
            title => format!("{title} · Chautari"),
        };
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
             <style>{STYLE}</style><nav>{nav}</nav><main>{header}{body}</main></html>\n"
        )
    }

    /// Parses the text, without tables of pictures, of which only the captions would be left.
    fn events(&self) -> Vec<Event<'static>> {
        let (mut kept, mut table) = (Vec::new(), None);
        for event in Parser::new_ext(self.text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Table(_)) => table = Some((kept.len(), false)),
                Event::Start(Tag::Image { .. }) => table = table.map(|(start, _)| (start, true)),
                _ => {}
            }
            let ends = matches!(event, Event::End(TagEnd::Table));
            kept.push(event);
            if ends && let Some((start, true)) = table.take() {
                kept.truncate(start);
            }
        }
        kept
    }

    /// Returns the ids of the headings: their text in lower case with hyphens for spaces, as on GitHub.
    fn heading_ids(&self) -> Vec<String> {
        let (mut ids, mut heading) = (Vec::new(), None);
        for event in Parser::new_ext(self.text, Options::ENABLE_TABLES) {
            match (event, &mut heading) {
                (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
                (Event::End(TagEnd::Heading(_)), _) => ids.extend(heading.take()),
                (Event::Text(text) | Event::Code(text), Some(id)) => {
                    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                    id.extend(kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }));
                }
                _ => {}
            }
        }
        ids
    }

    /// Resolves a link of this page. `None` if it leads to a file that is not part of the site.
    fn resolve_link(&self, link: &str) -> Option<String> {
        if link.contains("://") || link.starts_with('#') || link.starts_with('/') {
            return Some(link.to_owned());
        }
        let (path, heading) =
            link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
        let mut parts: Vec<&str> = self.file.split('/').collect();
        parts.pop();
        for part in path.split('/') {
            match part {
                ".." => drop(parts.pop()),
                "." | "" => {}
                part => parts.push(part),
            }
        }
        let file = parts.join("/");
        let page = pages().find(|page| page.file == file)?;
        Some(page.html_name() + &heading.map(|heading| format!("#{heading}")).unwrap_or_default())
    }
}

const STYLE: &str = "\
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}\
body{display:grid;grid-template-columns:15rem minmax(0,48rem);gap:3rem;max-width:70rem;margin:2rem auto;padding:0 1rem}\
nav h2{font-size:.9rem;margin:1rem 0 0}nav ul{list-style:none;padding:0;margin:0}nav a[aria-current]{font-weight:bold}\
code{overflow-wrap:anywhere}pre code{overflow-wrap:normal}\
pre{overflow-x:auto;padding:.8rem;background:color-mix(in srgb,currentColor 7%,transparent)}\
table{border-collapse:collapse;display:block;overflow-x:auto}\
th,td{border:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.3rem .6rem;text-align:left}\
@media(max-width:50rem){body{grid-template-columns:minmax(0,1fr)}nav{order:2}}";

/// A link to the web page, for the site as served by a server.
const PLAY_LINK: &str = "<p><a href=\"/\">Play</a></p>";

/// Returns a page as HTML by its file name; the first page for an empty name.
pub(super) fn page(name: &str) -> Option<String> {
    let name = if name.is_empty() { "index.html" } else { name };
    pages().find(|page| page.html_name() == name).map(|page| page.html(PLAY_LINK))
}

/// Writes all pages to a folder.
pub(super) fn run(folder: &Path, out: &mut dyn Write) -> CommandResult {
    let fail = |e| Failure::bad(format!("{} cannot be written: {e}.", folder.display()));
    fs::create_dir_all(folder).map_err(fail)?;
    let mut count = 0;
    for page in pages() {
        fs::write(folder.join(page.html_name()), page.html("")).map_err(fail)?;
        count += 1;
    }
    Ok(writeln!(out, "Wrote {count} pages to {}.", folder.display())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_between_pages_resolve() {
        let mut names: Vec<_> = pages().map(Page::html_name).collect();
        assert_eq!(names[0], "index.html");
        names.sort();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "two pages have the same name");
        let mut followed = 0;
        for page in pages() {
            let html = page.html(PLAY_LINK);
            for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let name = link.split('#').next().unwrap_or_default();
                if link.contains("://") || name.is_empty() || name.starts_with('/') {
                    continue;
                }
                assert!(names.iter().any(|known| known == name), "{}: {link}", page.file);
                followed += 1;
            }
        }
        assert!(followed > all * all);
    }

    #[test]
    fn only_tables_of_pictures_are_left_out() {
        let first = page("").unwrap();
        assert!(first.contains("<title>Chautari</title>"), "{first}");
        assert!(first.contains("<table>") && first.contains("<a href=\"/\">Play</a>"), "{first}");
        assert!(!first.contains("<th>on a phone</th>"), "{first}");
    }

    #[test]
    fn links_to_markdown_files_are_never_dropped() {
        let (mut followed, mut placed) = (0, 0);
        for page in pages() {
            for event in Parser::new_ext(page.text, Options::ENABLE_TABLES) {
                let Event::Start(Tag::Link { dest_url: link, .. }) = event else { continue };
                let (file, place) = link.split_once('#').unwrap_or((&link, ""));
                let is_page = file.is_empty() || Path::new(file).extension().is_some_and(|end| end == "md");
                if file.contains("://") || !is_page {
                    continue;
                }
                let target = page.resolve_link(&link);
                let target =
                    target.unwrap_or_else(|| panic!("{}: {link} is not a page of the site", page.file));
                followed += 1;
                if !place.is_empty() {
                    let name = target.split('#').next().filter(|name| !name.is_empty());
                    let there =
                        name.map_or(page, |name| pages().find(|one| one.html_name() == name).unwrap());
                    let html = there.html("");
                    assert!(html.contains(&format!("id=\"{place}\"")), "{}: {link}", page.file);
                    placed += 1;
                }
            }
        }
        assert!(followed > 40 && placed > 1, "{followed} links, {placed} to a heading");
    }
}
