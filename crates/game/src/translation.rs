//! Translations of a game's texts.

/// The texts of a game in one language. Missing texts are shown in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The ISO 639-1 code of the language: `ne`.
    pub language: &'static str,
    /// Names, labels and short texts by their English originals: sides, pieces, tallies, rules, prompts.
    pub texts: &'static [(&'static str, &'static str)],
    /// The texts of the lesson by their English originals.
    pub lesson: &'static [(&'static str, &'static str)],
    /// Sentences by the code of a refusal or a remark. `{0}`, `{1}` … stand for the points concerned, `{*}`
    /// for all of them.
    pub refusals: &'static [(&'static str, &'static str)],
    /// The endings of a game by their codes: clauses without a full stop.
    pub endings: &'static [(&'static str, &'static str)],
    /// The complete rules in Markdown.
    pub rulebook: Option<&'static str>,
}

impl Translation {
    /// Returns the translation of a text.
    pub fn text(&self, english: &str) -> Option<&'static str> {
        find(self.texts, english)
    }

    /// Returns the sentence of a refusal or a remark by its code.
    pub fn refusal(&self, code: &str) -> Option<&'static str> {
        find(self.refusals, code)
    }

    /// Returns the clause for an ending by its code.
    pub fn ending(&self, code: &str) -> Option<&'static str> {
        find(self.endings, code)
    }
}

fn find(words: &[(&str, &'static str)], key: &str) -> Option<&'static str> {
    words.iter().find(|(english, _)| *english == key).map(|(_, translated)| *translated)
}
