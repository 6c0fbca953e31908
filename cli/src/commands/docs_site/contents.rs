//! Table of contents: the pages by reader, parsed from docs/README.md.

use std::sync::LazyLock;

/// The Markdown file that lists all pages; it is also the front page.
pub(super) const FRONT: &str = "docs/README.md";

/// The file whose link stands for the API reference, which is generated from it.
pub(super) const OPENAPI: &str = "docs/protocols/openapi.json";

macro_rules! sources {
    ($($file:literal),* $(,)?) => {
        &[$(Source { file: $file, text: include_str!(concat!("../../../../", $file)) }),*]
    };
}

/// A Markdown file of the repository.
pub(super) struct Source {
    /// Path from the root of the repository, as links resolve to it.
    pub(super) file: &'static str,
    /// Its Markdown.
    pub(super) text: &'static str,
}

/// Every Markdown file of the site; a test compares them with docs/README.md.
pub(super) static SOURCES: &[Source] = sources![
    "docs/README.md",
    "games/baghchal/RULES.md",
    "games/banchess/RULES.md",
    "games/creeper/RULES.md",
    "games/gomoku/RULES.md",
    "docs/INSTALL.md",
    "docs/LEVELS.md",
    "docs/LEARNING.md",
    "docs/TERMINAL.md",
    "docs/CLASS.md",
    "docs/NEPALI.md",
    "docs/protocols/api.md",
    "clients/python/README.md",
    "clients/typescript/README.md",
    "docs/protocols/ugi.md",
    "python/README.md",
    "npm/chautari/README.md",
    "npm/ban-chess/README.md",
    "npm/ban-chess/DIFFERENCES.md",
    "games/README.md",
    "docs/ACTIONS.md",
    "docs/protocols/obx.md",
    "docs/protocols/gomoku-tcp.md",
    "docs/protocols/banchess-sync.md",
    "docs/protocols/softserve.md",
    "docs/SERVER.md",
    "docs/server/run.md",
    "docs/server/secure.md",
    "docs/SECURITY.md",
    "docs/server/watch.md",
    "docs/server/size.md",
    "docs/SOLVED.md",
    "docs/ENDINGS.md",
    "docs/PROOFS.md",
    "docs/BENCHMARK.md",
    "learn/README.md",
    "docs/measurements.md",
    "docs/ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "web/README.md",
    "CHANGELOG.md",
];

/// The pages for one kind of reader.
pub(super) struct Part {
    /// Heading, such as "Play".
    pub(super) title: &'static str,
    /// Links, in reading order.
    pub(super) entries: Vec<Entry>,
}

/// A link of the table of contents.
pub(super) struct Entry {
    /// Title for the menu.
    pub(super) title: &'static str,
    /// Subject of the page, in a few words.
    pub(super) about: &'static str,
    /// Path from the root of the repository.
    pub(super) file: String,
    /// Heading within the page, if the link leads to one.
    pub(super) anchor: Option<&'static str>,
}

impl Entry {
    /// Address of the entry within the site.
    pub(super) fn href(&self) -> String {
        let anchor = self.anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
        address(&self.file) + &anchor
    }
}

/// The table of contents.
pub(super) struct Contents {
    /// First paragraph of the front page.
    pub(super) intro: String,
    /// The parts, in order.
    pub(super) parts: Vec<Part>,
}

/// The table of contents, parsed once.
pub(super) static CONTENTS: LazyLock<Contents> = LazyLock::new(|| parse(SOURCES[0].text));

fn parse(text: &'static str) -> Contents {
    let intro = text.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ");
    let mut contents = Contents { intro, parts: Vec::new() };
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            contents.parts.push(Part { title, entries: Vec::new() });
        } else if let (Some(part), Some(entry)) = (contents.parts.last_mut(), line.strip_prefix("- [")) {
            part.entries.extend(read_entry(entry));
        }
    }
    contents
}

/// Parses `Title](link): about`.
fn read_entry(text: &'static str) -> Option<Entry> {
    let (title, rest) = text.split_once("](")?;
    let (link, about) = rest.split_once(')')?;
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    Some(Entry { title, about: about.trim_start_matches(": "), file: resolve(FRONT, path), anchor })
}

impl Contents {
    /// The entries that are pages of their own, in reading order.
    pub(super) fn pages(&self) -> impl Iterator<Item = &Entry> {
        self.parts.iter().flat_map(|part| &part.entries).filter(|entry| entry.anchor.is_none())
    }

    /// The title of a page in the menu.
    pub(super) fn title(&self, file: &str) -> Option<&'static str> {
        self.pages().find(|entry| entry.file == file).map(|entry| entry.title)
    }
}

/// Resolves a relative link found in `file` to a path from the root of the repository.
pub(super) fn resolve(file: &str, link: &str) -> String {
    let mut path: Vec<&str> = file.split('/').collect();
    path.pop();
    for step in link.split('/') {
        match step {
            ".." => drop(path.pop()),
            "." | "" => {}
            name => path.push(name),
        }
    }
    path.join("/")
}

/// Address of a file's page: `server-run.html`, `baghchal-rules.html`, `index.html` for the front page.
pub(super) fn address(file: &str) -> String {
    let path = file.trim_end_matches(".md").to_lowercase();
    match path.split('/').collect::<Vec<_>>()[..] {
        ["readme"] | ["docs", "readme"] => "index.html".to_owned(),
        // Python has two: the games themselves, and a client.
        ["clients", language, "readme"] => format!("clients-{language}.html"),
        ["docs", "server", page] => format!("server-{page}.html"),
        ["docs", "protocols", "openapi.json"] => "reference.html".to_owned(),
        [.., folder, file @ ("rules" | "readme")] => format!("{folder}-{file}.html"),
        [.., file] => format!("{file}.html"),
        [] => unreachable!("a split has at least one part"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn front_page_lists_every_source_once() {
        let listed: Vec<_> = CONTENTS.pages().map(|entry| entry.file.as_str()).collect();
        let mut sources: BTreeSet<_> = SOURCES[1..].iter().map(|source| source.file).collect();
        sources.insert(OPENAPI);
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), sources);
        assert_eq!(listed.len(), sources.len(), "a page is listed twice");
    }

    #[test]
    fn addresses_are_unique() {
        let addresses: BTreeSet<_> = SOURCES.iter().map(|source| address(source.file)).collect();
        assert_eq!(addresses.len(), SOURCES.len());
        assert_eq!(address("README.md"), "index.html");
        assert_eq!(address("docs/server/run.md"), "server-run.html");
    }

    #[test]
    fn parts_are_named_by_reader() {
        let titles: Vec<_> = CONTENTS.parts.iter().map(|part| part.title).collect();
        assert_eq!(titles, ["Play", "Teach", "Program", "Run a server", "Research", "Contribute"]);
        assert!(CONTENTS.intro.ends_with('.') && !CONTENTS.intro.contains('\n'), "{}", CONTENTS.intro);
    }
}
