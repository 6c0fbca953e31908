//! Markdown of the repository as HTML of the site.

use std::fmt::Write as _;

use chautari_picture::Theme;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::Host;
use super::board::Board;
use super::contents::{OPENAPI, SOURCES, Source, address, resolve};

/// A rendered page.
#[derive(Default)]
pub(super) struct Document {
    /// The page as HTML, without its frame.
    pub(super) html: String,
    /// The page in pieces, each with its heading, for the outline and the search index.
    pub(super) sections: Vec<Section>,
}

/// A heading with the text up to the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    /// 1 to 6.
    pub(super) level: usize,
    /// Anchor of the heading.
    pub(super) id: String,
    /// Text of the heading.
    pub(super) title: String,
    /// The text below it, without markup.
    pub(super) text: String,
}

/// A file that pages show as a picture.
pub(super) struct Picture {
    /// Path from the root of the repository.
    file: &'static str,
    /// Its bytes.
    pub(super) bytes: &'static [u8],
}

macro_rules! pictures {
    ($($file:literal),* $(,)?) => {
        &[$(Picture { file: $file, bytes: include_bytes!(concat!("../../../../", $file)) }),*]
    };
}

/// The pictures of all pages.
pub(super) static PICTURES: &[Picture] = pictures![
    "docs/pictures/baghchal.svg",
    "docs/pictures/page-play-desk-light.png",
    "docs/pictures/page-play-phone-dark.png",
    "docs/pictures/page-lesson-phone-light.png",
    "docs/pictures/page-puzzles-phone-light.png",
    "docs/pictures/page-review-phone-light.png",
    "docs/pictures/page-lobby-phone-light.png",
    "learn/curves/banchess.svg",
    "learn/curves/creeper.svg",
    "learn/curves/gomoku.svg",
];

impl Picture {
    /// File name within the site.
    pub(super) fn name(&self) -> String {
        self.file.trim_start_matches("docs/pictures/").replace('/', "-")
    }
}

/// Renders a page.
pub(super) fn render(source: &Source, host: Host) -> Document {
    let sections = sections(source.text);
    let mut ids = sections.iter().map(|section| section.id.clone());
    let mut events = Vec::new();
    // The text of a code block, and whether links and pictures are left out until they end.
    let (mut code, mut links, mut pictures) = (None, Vec::new(), Vec::new());
    let mut id = String::new();
    for event in parse(source.text) {
        match (event, &mut code) {
            (Event::Start(Tag::CodeBlock(kind)), _) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                code = Some((info, String::new()));
            }
            (Event::End(TagEnd::CodeBlock), block) => {
                let (info, text) = block.take().unwrap_or_default();
                events.push(Event::Html(code_block(source.file, &info, &text, host).into()));
            }
            (Event::Text(text), Some((_, block))) => block.push_str(&text),
            (Event::Start(Tag::Heading { level, classes, attrs, .. }), _) => {
                id = ids.next().unwrap_or_default();
                let id = Some(CowStr::from(id.clone()));
                events.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            (Event::End(TagEnd::Heading(level)), _) => {
                if level != HeadingLevel::H1 {
                    events.push(Event::Html(anchor(&id).into()));
                }
                events.push(Event::End(TagEnd::Heading(level)));
            }
            (Event::Start(Tag::Link { link_type, dest_url, title, id }), _) => {
                let target = target(source.file, &dest_url);
                links.push(target.is_some());
                if let Some(target) = target {
                    let dest_url = target.into();
                    events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
            }
            (Event::End(TagEnd::Link), _) => {
                if links.pop() == Some(true) {
                    events.push(Event::End(TagEnd::Link));
                }
            }
            (Event::Start(Tag::Image { link_type, dest_url, title, id }), _) => {
                let file = resolve(source.file, &dest_url);
                let picture = PICTURES.iter().find(|picture| picture.file == file);
                pictures.push(picture.is_some());
                if let Some(picture) = picture {
                    let dest_url = picture.name().into();
                    events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
                }
            }
            (Event::End(TagEnd::Image), _) => {
                if pictures.pop() == Some(true) {
                    events.push(Event::End(TagEnd::Image));
                }
            }
            (start @ Event::Start(Tag::Table(_)), _) => {
                events.extend([Event::Html("<div class=\"wide\" tabindex=\"0\">".into()), start]);
            }
            (end @ Event::End(TagEnd::Table), _) => events.extend([end, Event::Html("</div>".into())]),
            // The alternative text of a picture that is not shown.
            (Event::Text(_), None) if pictures.last() == Some(&false) => {}
            (other, _) => events.push(other),
        }
    }
    let mut html = String::new();
    html::push_html(&mut html, events.into_iter());
    Document { html, sections }
}

/// Renders a short text without headings, such as a description in the API's document.
pub(super) fn fragment(text: &str) -> String {
    let mut html = String::new();
    html::push_html(&mut html, parse(text));
    html
}

/// Renders a text of one paragraph without the paragraph around it.
pub(super) fn inline(text: &str) -> String {
    let html = fragment(text);
    match html.trim().strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>")) {
        Some(inner) if !inner.contains("<p>") => inner.to_owned(),
        _ => html,
    }
}

fn parse(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// Text for HTML, also inside quoted attributes.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The link to a heading that stands behind it.
pub(super) fn anchor(id: &str) -> String {
    format!(" <a class=\"anchor\" href=\"#{id}\" aria-label=\"Link to this section\">#</a>")
}

/// A block of code with its comments marked, or the board it names.
pub(super) fn code_block(file: &str, info: &str, text: &str, host: Host) -> String {
    let drawn = Board::of_fence(file, info).and_then(|board| figure(&board, host));
    drawn.unwrap_or_else(|| {
        let language = info.split([' ', ',']).next().unwrap_or_default();
        format!(
            "<pre tabindex=\"0\" data-language=\"{}\"><code>{}</code></pre>\n",
            escape(language),
            marked(language, text)
        )
    })
}

/// A board with a link to the analysis page, if there is one.
fn figure(board: &Board, host: Host) -> Option<String> {
    let (_, title) = board.draw(Theme::Light)?;
    let mut html = format!("<figure class=\"board\">{}", images(board, &title));
    if host == Host::Server {
        let position = percent_encoded(&board.position);
        write!(
            html,
            "<figcaption><a href=\"/analysis/{}?position={position}\">Analyse this position</a></figcaption>",
            board.game
        )
        .expect("writing to a string cannot fail");
    }
    Some(html + "</figure>\n")
}

/// A board in the colours of both themes; the style sheet shows one of them.
pub(super) fn images(board: &Board, alt: &str) -> String {
    let (stem, alt) = (board.stem(), escape(alt));
    ["light", "dark"]
        .map(|theme| {
            format!("<img class=\"{theme}\" src=\"{stem}-{theme}.svg\" alt=\"{alt}\" loading=\"lazy\">")
        })
        .concat()
}

/// Escapes everything but letters, digits and a few signs, for a query string.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("writing to a string cannot fail");
        }
        encoded
    })
}

/// Code as HTML, comments in an element of their own.
fn marked(language: &str, text: &str) -> String {
    let sign = match language {
        "sh" | "python" | "toml" | "yaml" | "ini" => "#",
        "rust" | "js" | "ts" => "//",
        _ => return escape(text),
    };
    let line = |line: &str| match comment(line, sign) {
        Some(at) => format!("{}<i>{}</i>", escape(&line[..at]), escape(&line[at..])),
        None => escape(line),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Where the comment of a line begins: behind a space or at the start, and in no string.
fn comment(line: &str, sign: &str) -> Option<usize> {
    line.match_indices(sign).map(|(at, _)| at).find(|&at| {
        let before = &line[..at];
        let quotes = before.matches('\'').count() % 2 + before.matches('"').count() % 2;
        quotes == 0 && (before.is_empty() || before.ends_with(' '))
    })
}

/// The target of a link within the site, or `None` if the site does not have it.
pub(super) fn target(file: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with('#') || link.starts_with('/') {
        return Some(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let path = resolve(file, path);
    let is_here = path == "README.md" || path == OPENAPI || SOURCES.iter().any(|source| source.file == path);
    let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
    is_here.then(|| address(&path) + &anchor)
}

/// The sections of a text. Anchors are as the repository's site makes them: lower case, hyphens for spaces, a number behind
/// those that come again.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut is_heading = false;
    for event in parse(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                sections.push(Section { level: level as usize, ..Section::default() });
                is_heading = true;
            }
            Event::End(TagEnd::Heading(_)) => {
                is_heading = false;
                let (title, before) = sections.split_last_mut().expect("a heading has begun");
                title.id = unique(slug(&title.title), before);
            }
            Event::Text(piece) | Event::Code(piece) => {
                let Some(section) = sections.last_mut() else { continue };
                if is_heading {
                    section.title.push_str(&piece);
                } else if piece.chars().all(|c| c.is_ascii_hexdigit()) && piece.len() > 40 {
                    // The hash of a file; nobody searches for one by its digits.
                } else {
                    section.text.push_str(&piece);
                }
            }
            Event::SoftBreak | Event::HardBreak | Event::End(_) => {
                if let Some(section) = sections.last_mut() {
                    section.text.push(' ');
                }
            }
            _ => {}
        }
    }
    sections
}

fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn unique(id: String, before: &[Section]) -> String {
    let is_taken = |id: &str| before.iter().any(|section| section.id == id);
    if !is_taken(&id) {
        return id;
    }
    let mut numbered = (1..=before.len()).map(|number| format!("{id}-{number}"));
    numbered.find(|id| !is_taken(id)).expect("there are more numbers than sections before")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &'static str) -> Document {
        render(&Source { file: "games/baghchal/RULES.md", text }, Host::Server)
    }

    #[test]
    fn positions_become_boards_in_both_themes() {
        let html = page("```position TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g c0 - #\ndrawing\n```\n").html;
        assert!(html.contains("<img class=\"light\"") && html.contains("<img class=\"dark\""), "{html}");
        assert!(html.contains("/analysis/baghchal?position=TXXXT/XXXXX/"), "{html}");
        assert!(!html.contains("drawing"), "{html}");
    }

    #[test]
    fn blocks_of_code_mark_their_comments() {
        let html = page("```sh\ncurl 'a # b' # this\n```\n").html;
        assert!(html.contains("<code>curl 'a # b' <i># this</i>\n</code>"), "{html}");
    }

    #[test]
    fn links_lead_to_pages_or_are_dropped() {
        let html = page("[a](../../docs/SERVER.md#x) [b](../../src/lib.rs) [c](https://example.org)").html;
        assert!(
            html.contains("<a href=\"server.html#x\">a</a> b <a href=\"https://example.org\">c</a>"),
            "{html}"
        );
    }

    #[test]
    fn repeated_headings_have_anchors_of_their_own() {
        let sections = sections("# A `b` C!\n\n## More\n\ntext\n\n## More\n");
        let ids: Vec<_> = sections.iter().map(|section| section.id.as_str()).collect();
        assert_eq!(ids, ["a-b-c", "more", "more-1"]);
        assert_eq!(sections[1].text.trim(), "text");
    }
}
