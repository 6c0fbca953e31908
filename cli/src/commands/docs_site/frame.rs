//! Frame of every page: header with search, menu, outline, links to the previous and the next page.

use std::fmt::Write as _;

use super::Host;
use super::contents::{CONTENTS, Entry, OPENAPI};
use super::markdown::{Section, escape};
use super::reference;

const WRITES: &str = "writing to a string cannot fail";

/// A page and its place in the site.
pub(super) struct Page<'a> {
    /// Title of the window.
    pub(super) title: &'a str,
    /// File in the table of contents, if it is there.
    pub(super) file: &'a str,
    /// Address within the site.
    pub(super) address: &'a str,
    /// Class of the body.
    pub(super) class: &'a str,
    /// The page itself, as HTML.
    pub(super) body: &'a str,
    /// Its sections, for the outline.
    pub(super) sections: &'a [Section],
}

impl Page<'_> {
    /// The page as an HTML document.
    pub(super) fn html(&self, host: Host) -> String {
        let title = match self.title {
            "" | "Chautari" => "Chautari guide".to_owned(),
            title => format!("{} · Chautari", escape(title)),
        };
        let (home, icon) = match host {
            Host::Server => ("/", "<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">"),
            Host::Files => ("index.html", ""),
        };
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title>{icon}\
             <link rel=\"stylesheet\" href=\"guide.css\"><script src=\"guide.js\"></script></head>\n\
             <body class=\"{class}\"><a class=\"skip\" href=\"#content\">Skip to content</a>\n\
             <header><a class=\"brand\" href=\"{home}\">Chautari</a><a class=\"guide\" href=\"index.html\">Guide</a>\
             <div class=\"find\" role=\"search\"><input id=\"find\" type=\"search\" placeholder=\"Search\" \
             aria-label=\"Search the guide\" autocomplete=\"off\" spellcheck=\"false\"><div id=\"found\" hidden></div></div>\
             <button id=\"theme\" type=\"button\" hidden></button></header>\n\
             <div class=\"frame\"><details class=\"menu\"><summary>Contents</summary>{menu}</details>\n\
             <main id=\"content\">{body}{turn}</main>\n{outline}</div></body></html>\n",
            class = self.class,
            menu = self.menu(),
            body = self.body,
            turn = self.turn(),
            outline = self.outline(),
        )
    }

    fn menu(&self) -> String {
        let mut menu = "<nav aria-label=\"Guide\">".to_owned();
        for part in &CONTENTS.parts {
            write!(menu, "<h2>{}</h2><ul>", part.title).expect(WRITES);
            for entry in &part.entries {
                let mark = if entry.href() == self.address { " aria-current=\"page\"" } else { "" };
                write!(menu, "<li><a href=\"{}\"{mark}>{}</a>", entry.href(), escape(entry.title))
                    .expect(WRITES);
                if entry.file == OPENAPI && self.file == OPENAPI {
                    menu += "<ul>";
                    for (address, title) in reference::TAGS.iter().map(reference::Tag::link) {
                        let mark = if address == self.address { " aria-current=\"page\"" } else { "" };
                        write!(menu, "<li><a href=\"{address}\"{mark}>{title}</a></li>").expect(WRITES);
                    }
                    menu += "</ul>";
                }
                menu += "</li>";
            }
            menu += "</ul>";
        }
        menu + "</nav>"
    }

    /// Links to the neighbours in reading order.
    fn turn(&self) -> String {
        let pages: Vec<&Entry> = CONTENTS.pages().collect();
        let at = pages.iter().position(|entry| entry.file == self.file);
        let (before, after) = match at {
            Some(at) => (at.checked_sub(1).map(|at| pages[at]), pages.get(at + 1).copied()),
            None => (None, pages.first().copied()),
        };
        let link = |entry: Option<&Entry>, class: &str, label: &str| {
            let Some(entry) = entry else { return String::new() };
            let (href, title) = (entry.href(), escape(entry.title));
            format!("<a class=\"{class}\" href=\"{href}\"><small>{label}</small>{title}</a>")
        };
        let (before, after) = (link(before, "before", "Previous"), link(after, "after", "Next"));
        format!("<nav class=\"turn\" aria-label=\"Pages\">{before}{after}</nav>")
    }

    /// The headings of a page with several of them.
    fn outline(&self) -> String {
        let headings: Vec<_> =
            self.sections.iter().filter(|section| matches!(section.level, 2 | 3)).collect();
        if headings.len() < 2 {
            return String::new();
        }
        let mut outline =
            "<aside class=\"outline\"><nav aria-label=\"On this page\"><h2>On this page</h2><ul>".to_owned();
        for Section { level, id, title, .. } in headings {
            write!(outline, "<li class=\"level-{level}\"><a href=\"#{id}\">{}</a></li>", escape(title))
                .expect(WRITES);
        }
        outline + "</ul></nav></aside>"
    }
}
