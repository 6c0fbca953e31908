//! What a game says in other languages than English.

/// The words of a game in one language. What is not here is said in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The language, by its ISO 639-1 code: `ne`.
    pub language: &'static str,
    /// Names, labels and short texts, each by its English: sides, pieces, tallies, rules, what to do.
    pub texts: &'static [(&'static str, &'static str)],
    /// The words of the lesson, each by its English.
    pub lesson: &'static [(&'static str, &'static str)],
    /// Sentences by the code of a refusal or a remark. `{0}`, `{1}` … stand for the points it is about, `{*}` for all
    /// of them.
    pub refusals: &'static [(&'static str, &'static str)],
    /// How a game ends, by the code of the ending: part of a sentence, without a full stop.
    pub endings: &'static [(&'static str, &'static str)],
    /// The whole rules, in Markdown.
    pub rulebook: Option<&'static str>,
}

impl Translation {
    /// A text, by its English.
    pub fn text(&self, english: &str) -> Option<&'static str> {
        find(self.texts, english)
    }

    /// The sentence of a refusal or a remark, by its code.
    pub fn refusal(&self, code: &str) -> Option<&'static str> {
        find(self.refusals, code)
    }

    /// The words of an ending, by its code.
    pub fn ending(&self, code: &str) -> Option<&'static str> {
        find(self.endings, code)
    }
}

fn find(words: &[(&str, &'static str)], key: &str) -> Option<&'static str> {
    words.iter().find(|(english, _)| *english == key).map(|(_, translated)| *translated)
}
