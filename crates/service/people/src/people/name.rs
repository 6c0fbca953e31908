//! What people may be called: any script, and no two that look alike.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _};

use crate::confusables::{JOINERS, bare};

/// The longest name, in characters.
const LONGEST: usize = 24;

/// A name that somebody may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Reads a name as somebody typed it; what is wrong with it, in a sentence.
    pub fn read(text: &str) -> Result<Name, String> {
        if text.len() > 16 * LONGEST {
            return Err(format!("A name has 1 to {LONGEST} characters."));
        }
        // One written form, and one space between words.
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
        if !text.split(' ').all(|word| bare(word).is_single_script()) {
            return Err("All letters of a word must be from one script.".to_owned());
        }
        Ok(Name(text))
    }

    /// As it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same with a number, for the next one of that name: cut where it would be too long.
    pub fn numbered(&self, number: usize) -> Option<Name> {
        let number = number.to_string();
        let room = LONGEST.saturating_sub(number.chars().count() + 1);
        let short: String = self.0.chars().take(room).collect();
        Name::read(&format!("{} {number}", short.trim_end())).ok()
    }
}

/// Signs that stand on letters, such as the vowels of Devanagari.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_names_here() {
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
