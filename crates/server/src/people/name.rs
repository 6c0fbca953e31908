//! What people may be called: any script, and no two that look alike.

use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _, skeleton};

/// The longest name, in characters.
const LONGEST: usize = 24;

/// Joiners, which Devanagari and its neighbours are written with and nobody sees.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// A name that somebody may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(String);

impl Name {
    /// Reads a name as somebody typed it; what is wrong with it, in a sentence.
    pub(crate) fn read(text: &str) -> Result<Name, String> {
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
            return Err(format!("A name has letters, digits, spaces, `-`, `_`, `.` and `'`; not `{c}`."));
        }
        if !text.chars().next().is_some_and(char::is_alphanumeric) {
            return Err("A name begins with a letter or a digit.".to_owned());
        }
        if !text.split(' ').all(|word| bare(word).is_single_script()) {
            return Err("The letters of a word are of one script.".to_owned());
        }
        Ok(Name(text))
    }

    /// As it is shown.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The same with a number, for the next one of that name: cut where it would be too long.
    pub(crate) fn numbered(&self, number: usize) -> Option<Name> {
        let number = number.to_string();
        let room = LONGEST.saturating_sub(number.chars().count() + 1);
        let short: String = self.0.chars().take(room).collect();
        Name::read(&format!("{} {number}", short.trim_end())).ok()
    }

    /// What it is told from others by: names that are the same but for case, and names that look the same,
    /// share one of these.
    pub(super) fn looks(&self) -> [String; 2] {
        looks(&self.0)
    }
}

/// What a name is told from others by.
pub(super) fn looks(name: &str) -> [String; 2] {
    let name: String = bare(name).chars().filter(|c| !" -_.'".contains(*c)).collect();
    let lower = name.to_lowercase();
    // `Iain` looks like `lain` and reads like `iain`: it is neither's to take.
    [skeleton(&lower).collect(), skeleton(&name).collect::<String>().to_lowercase()]
}

fn bare(text: &str) -> String {
    text.chars().filter(|c| !JOINERS.contains(c)).collect()
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

    #[test]
    fn what_looks_alike_is_one_name() {
        let alike = |one: &str, other: &str| {
            let (one, other) = (looks(one), looks(other));
            one[0] == other[0] || one[1] == other[1]
        };
        for (one, other) in [
            ("Asha", "ASHA"),
            ("Iain", "lain"),
            ("b0b", "bob"),
            ("раураl", "paypal"),
            ("a b", "a-b"),
            ("क्‍ष", "क्ष"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Asha", "Usha"), ("आशा", "आश"), ("a1", "a2")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
