//! Names of people: validation and the one written form. All scripts are allowed, but not mixed within a word.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _};

use super::confusables::{JOINERS, strip_joiners};

/// The longest name, in characters.
const LONGEST: usize = 24;

/// A valid name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Parses a name.
    ///
    /// Errors with a sentence for the user.
    pub fn read(text: &str) -> Result<Name, String> {
        if text.len() > 16 * LONGEST {
            return Err(format!("A name has 1 to {LONGEST} characters."));
        }
        // NFKC and single spaces, so that a name has one written form.
        let text: String = text.nfkc().collect();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let length = text.chars().filter(|c| !JOINERS.contains(c)).count();
        if !(1..=LONGEST).contains(&length) {
            return Err(format!("A name has 1 to {LONGEST} characters."));
        }
        let is_fit = |c: char| {
            c == ' '
                || "-_.'".contains(c)
                || JOINERS.contains(&c)
                || (c.is_alphanumeric() || is_mark(c)) && c.identifier_allowed()
        };
        if let Some(c) = text.chars().find(|c| !is_fit(*c)) {
            return Err(format!(
                "A name may have letters, digits, spaces, `-`, `_`, `.` and `'`, but not `{c}`."
            ));
        }
        if !text.chars().next().is_some_and(char::is_alphanumeric) {
            return Err("A name must begin with a letter or a digit.".to_owned());
        }
        if !text.split(' ').all(|word| strip_joiners(word).is_single_script()) {
            return Err("All letters of a word must be from one script.".to_owned());
        }
        Ok(Name(text))
    }

    /// The name in its written form.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Appends a number, for the next person of this name, and shortens the name if it would be too long.
    pub fn numbered(&self, number: usize) -> Option<Name> {
        let number = number.to_string();
        let room = LONGEST.saturating_sub(number.chars().count() + 1);
        let short: String = self.0.chars().take(room).collect();
        Name::read(&format!("{} {number}", short.trim_end())).ok()
    }
}

/// Whether a character is a combining mark, such as a vowel sign of Devanagari.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_all_scripts_are_valid() {
        for name in
            ["Asha", "asha 2", "आशा", "श्रीमान् राम", "क्‍ष", "Jean-Luc", "O'Neil", "Владимир", "李雷", "x"]
        {
            assert!(Name::read(name).is_ok(), "{name}: {:?}", Name::read(name));
        }
        for name in
            ["", " ", "-x", "a\u{202e}b", "<b>", "a/b", "a@b", "раypal", &"x".repeat(25), "🐅", "a\u{0}"]
        {
            assert!(Name::read(name).is_err(), "{name}");
        }
        assert_eq!(Name::read("  Asha   Rai ").unwrap().as_str(), "Asha Rai");
        assert_eq!(Name::read("Ａsha").unwrap().as_str(), "Asha", "one written form");
    }
}
