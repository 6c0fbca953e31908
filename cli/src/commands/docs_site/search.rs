//! Search index: the text of every section, as a script, so that it also works from files without a server.

use serde::Serialize;

use super::markdown::Section;

/// The index, as `guide.js` reads it.
#[derive(Default, Serialize)]
pub(super) struct Index {
    /// Address and title of every page.
    pages: Vec<(String, String)>,
    /// Number of the page, anchor, heading and text of every section.
    sections: Vec<(usize, String, String, String)>,
}

impl Index {
    /// Adds a page.
    pub(super) fn add(&mut self, address: String, title: &str, sections: &[Section]) {
        let number = self.pages.len();
        self.pages.push((address, title.to_owned()));
        self.sections.extend(sections.iter().map(|section| {
            let text: Vec<_> = section.text.split_whitespace().collect();
            // The title of the page needs no anchor.
            let id = if section.level == 1 { String::new() } else { section.id.clone() };
            (number, id, section.title.clone(), text.join(" "))
        }));
    }

    /// The index as a script.
    pub(super) fn script(&self) -> String {
        let json = serde_json::to_string(self).expect("strings and numbers are JSON");
        format!("window.guideIndex = {json};\n")
    }
}
